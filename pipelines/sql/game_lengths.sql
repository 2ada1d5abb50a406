-- game_lengths: how many games took how many hands.
-- grain: variant, line_up, n_hands
-- needs: games, cells
-- variant  name of the rules
-- line_up  name of the line-up
-- n_hands  length of a game in hands, passed-out ones too
-- n        games
WITH final AS (
    SELECT cells.variant, cells.line_up, games.n_hands, count(*) AS n
    FROM games
    JOIN cells USING (cell)
    GROUP BY ALL
)
SELECT * FROM final
