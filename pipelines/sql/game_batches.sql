-- game_batches: how games of a variant go, batch by batch.
-- grain: variant, line_up, batch
-- needs: games, cells, table_sizes, game_courses
-- variant           name of the rules
-- line_up           name of the line-up
-- batch             0..1023, by the number of the game, as in hand_sides
-- n                 games
-- n_hands           sum of their lengths in hands
-- n_hands_squared   sum of the squares of their lengths
-- n_by_contract     games won by making a contract
-- n_by_points       games won by reaching the target otherwise
-- n_by_back_door    games lost at the back door
-- n_by_spread       games won by a great lead
-- n_by_hands        games over after the agreed number of hands
-- n_no_winner       games over without a winner
-- n_unfinished      games stopped after the longest length allowed
-- n_won             games with a winner
-- n_first_won       of these, won by the side that called first in the first hand
-- n_comebacks       of these, won by a side that had been 200 points or more behind
-- lead_changes      times that another side took the lead, in all games
WITH final AS (
    SELECT
        cells.variant,
        cells.line_up,
        (hash(games.game::BIGINT) % 1024)::SMALLINT AS batch,
        count(*) AS n,
        sum(games.n_hands)::BIGINT AS n_hands,
        sum(games.n_hands::BIGINT * games.n_hands)::BIGINT AS n_hands_squared,
        count(*) FILTER (games.ended_by = 'contract') AS n_by_contract,
        count(*) FILTER (games.ended_by = 'points') AS n_by_points,
        count(*) FILTER (games.ended_by = 'back door') AS n_by_back_door,
        count(*) FILTER (games.ended_by = 'spread') AS n_by_spread,
        count(*) FILTER (games.ended_by = 'hands') AS n_by_hands,
        count(*) FILTER (games.winner < 0 AND games.ended_by <> 'unfinished') AS n_no_winner,
        count(*) FILTER (games.ended_by = 'unfinished') AS n_unfinished,
        count(*) FILTER (games.winner >= 0) AS n_won,
        count(*) FILTER (games.winner = (games.first_dealer + 1) % table_sizes.n_players
            % table_sizes.n_teams)
            AS n_first_won,
        count(*) FILTER (courses.most_behind >= 200) AS n_comebacks,
        sum(coalesce(courses.lead_changes, 0))::BIGINT AS lead_changes
    FROM games
    JOIN cells USING (cell)
    JOIN table_sizes USING (variant)
    LEFT JOIN game_courses AS courses ON courses.cell = games.cell AND courses.game = games.game
    GROUP BY ALL
)
SELECT * FROM final
