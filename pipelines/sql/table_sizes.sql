-- table_sizes: how many players and teams sit at the table of a variant.
-- grain: variant
-- needs: variants
-- variant    name of the rules
-- n_players  seats
-- n_teams    teams; the team of a seat is its number modulo the number of teams
WITH final AS (
    SELECT
        variant,
        table_players::INT AS n_players,
        (CASE table_sides WHEN 'two' THEN 2 WHEN 'three' THEN 3 ELSE table_players END)::INT
            AS n_teams
    FROM variants
)
SELECT * FROM final
