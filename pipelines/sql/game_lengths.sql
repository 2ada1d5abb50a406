-- game_lengths: how many games took how many hands, batch by batch.
-- grain: variant, line_up, batch, n_hands
-- needs: games, cells
-- variant  name of the rules
-- line_up  name of the line-up
-- batch    0..1023, by the number of the game, as in hand_sides
-- n_hands  length of a game in hands, passed-out ones too
-- n        games
WITH final AS (
    SELECT
        cells.variant,
        cells.line_up,
        (hash(games.game::BIGINT) % 1024)::SMALLINT AS batch,
        games.n_hands,
        count(*) AS n
    FROM games
    JOIN cells USING (cell)
    GROUP BY ALL
)
SELECT * FROM final
