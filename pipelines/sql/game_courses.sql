-- game_courses: how the lead went to and fro in each game.
-- grain: cell, game
-- needs: hands, games, table_sizes, cells
-- cell          number of the cell in the run
-- game          number of the game
-- lead_changes  times that another side took the lead, the last one by winning
-- most_behind   most points by which the winner was ever behind the best other side, before a hand; NULL without a winner
WITH scores AS (
    SELECT
        cell,
        game,
        hand_no,
        winner,
        [score_0, score_1, score_2, score_3, score_4, score_5][1:n_teams] AS by_team
    FROM (SELECT cell, game, hand_no, COLUMNS('score_.') FROM hands WHERE game >= 0) AS hands
    JOIN (SELECT cell, game, winner FROM games) AS games USING (cell, game)
    JOIN cells USING (cell)
    JOIN table_sizes USING (variant)
    WHERE cells.mode = 'games'
),
leaders AS (
    SELECT
        cell,
        game,
        hand_no,
        winner,
        CASE WHEN len(list_filter(by_team, lambda score: score = list_max(by_team))) = 1
            THEN list_position(by_team, list_max(by_team)) - 1 END AS leader,
        CASE WHEN winner >= 0 THEN list_max(by_team) - by_team[winner + 1] END AS behind
    FROM scores
),
turns AS (
    SELECT
        *,
        lag(leader IGNORE NULLS) OVER (PARTITION BY cell, game ORDER BY hand_no) AS led_before
    FROM leaders
),
final AS (
    SELECT
        cell,
        game,
        count(*) FILTER (leader <> led_before)
            + coalesce(any_value(winner) >= 0
                AND arg_max(leader, hand_no) FILTER (leader IS NOT NULL) <> any_value(winner), false)::INT
            AS lead_changes,
        max(behind) AS most_behind
    FROM turns
    GROUP BY cell, game
)
SELECT * FROM final
