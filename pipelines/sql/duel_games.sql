-- duel_games: games of duels, batch by batch.
-- grain: variant, line_up, first_team, batch
-- needs: duels, games
-- variant     name of the rules
-- line_up     name of the line-up
-- first       strategy of the one side
-- second      strategy of the others
-- first_team  team of the one side at these tables
-- batch       0..1023, by the number of the game
-- n           games
-- n_first     games that the one side won
-- n_nobody    games without a winner
WITH final AS (
    SELECT
        duels.variant,
        duels.line_up,
        duels.first,
        duels.second,
        duels.first_team::TINYINT AS first_team,
        (hash(games.game::BIGINT) % 1024)::SMALLINT AS batch,
        count(*) AS n,
        count(*) FILTER (games.winner = duels.first_team) AS n_first,
        count(*) FILTER (games.winner < 0) AS n_nobody
    FROM games
    JOIN duels USING (cell)
    GROUP BY ALL
)
SELECT * FROM final
