-- contract_batches: hands added up by contract and contractor's strategy, batch by batch.
-- grain: variant, line_up, mode, strategy, contract, batch
-- needs: hand_sides, cells, seats
-- variant            name of the rules
-- line_up            name of the line-up
-- mode               'hands' one by one, or whole 'games'; forced contracts are not counted here
-- strategy           strategy of the contractor, '' when nobody bid
-- contract           final contract, 'Pass' when nobody bid
-- batch              0..1023, see hand_sides
-- n                  hands, those thrown in for a redeal left out
-- n_made             hands in which the contract was made
-- contractor_points  sum over these hands, 0 when nobody bid
-- defender_points    sum over these hands of the mean of the defending teams, 0 when nobody bid
WITH counted AS (
    SELECT
        cell,
        contractor,
        contract,
        batch,
        count(*) AS n,
        sum(made) AS n_made,
        coalesce(sum(contractor_points), 0) AS contractor_points,
        coalesce(sum(defender_points), 0) AS defender_points
    FROM hand_sides
    WHERE NOT redealt
      AND cell IN (SELECT cell FROM cells WHERE mode <> 'forced')
    GROUP BY ALL
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        coalesce(seats.strategy, '') AS strategy,
        counted.contract,
        counted.batch,
        sum(counted.n)::BIGINT AS n,
        sum(counted.n_made)::BIGINT AS n_made,
        sum(counted.contractor_points)::DOUBLE AS contractor_points,
        sum(counted.defender_points)::DOUBLE AS defender_points
    FROM counted
    JOIN cells USING (cell)
    LEFT JOIN seats ON seats.cell = counted.cell AND seats.seat = counted.contractor
    GROUP BY ALL
)
SELECT * FROM final
