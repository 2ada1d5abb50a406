-- duel_batches: hands of duels added up by who had which contract and what came of it.
-- grain: variant, line_up, mode, first_team, caller, kind, position, made, batch
-- needs: duels, hand_sides
-- variant     name of the rules
-- line_up     name of the line-up
-- mode        'hands' one by one, or whole 'games'
-- first       strategy of the one side
-- second      strategy of the others
-- first_team  team of the one side at these tables
-- caller      whose contract it was: 'first', 'second', or 'nobody'
-- kind        '6' to '10' by level, 'misere' of any kind, 'hi-lo', or 'pass'
-- position    the contractor's turn to call: 0 is left of the dealer; NULL when nobody bid
-- made        1 contract made, 0 not
-- batch       0..1023, see hand_sides
-- n           hands
-- net         sum of points of the one side minus the mean of the others
WITH counted AS (
    -- by cell, not by the names of a duel: small keys are fast
    SELECT
        sides.cell,
        sides.side,
        sides.level,
        sides.is_misere,
        sides.position::TINYINT AS position,
        sides.made::TINYINT AS made,
        sides.batch,
        count(*) AS n,
        sum(sides.team_nets[duels.first_team + 1]) AS net
    FROM hand_sides AS sides
    JOIN duels USING (cell)
    WHERE NOT sides.redealt
    GROUP BY ALL
),
final AS (
    SELECT
        duels.variant,
        duels.line_up,
        duels.mode,
        duels.first,
        duels.second,
        duels.first_team::TINYINT AS first_team,
        CASE WHEN counted.side IS NULL THEN 'nobody'
            WHEN counted.side = duels.first_team THEN 'first' ELSE 'second' END AS caller,
        CASE WHEN counted.side IS NULL THEN 'pass'
            WHEN counted.is_misere THEN 'misere'
            ELSE coalesce(counted.level::VARCHAR, 'hi-lo') END AS kind,
        counted.position,
        counted.made,
        counted.batch,
        sum(counted.n)::BIGINT AS n,
        sum(counted.net)::DOUBLE AS net
    FROM counted
    JOIN duels USING (cell)
    GROUP BY ALL
)
SELECT * FROM final
