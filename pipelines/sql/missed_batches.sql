-- missed_batches: what forced contracts of a seat bring where its auction on the same deal does not, batch by batch.
-- grain: variant, line_up, strategy, batch
-- needs: hand_sides, cells, seats
-- variant         name of the rules
-- line_up         name of the line-up
-- strategy        strategy of the seat whose contracts were forced
-- batch           0..1023, see hand_sides
-- n               deals on which contracts of the seat were forced, and an auction was held too
-- n_own           of these, the seat had the contract in the auction
-- n_set           of these, it was set
-- n_set_better    of these, a forced contract was made
-- n_missed        deals on which its side had no contract, and a forced one was made and brought more than the auction
-- missed_points   sum over these of what the best such contract brought more, own side minus the mean of the others
WITH matches AS (
    SELECT forced.cell, min(ordinary.cell) AS ordinary_cell
    FROM cells AS forced
    JOIN cells AS ordinary USING (variant, line_up, moved, seat_0, seat_1, seat_2, seat_3, seat_4, seat_5)
    WHERE forced.mode = 'forced'
      AND ordinary.mode = 'hands'
    GROUP BY forced.cell
),
forced AS (
    SELECT
        matches.ordinary_cell AS cell,
        sides.deal,
        sides.contractor AS seat,
        any_value(sides.side) AS own_side,
        max(sides.contractor_points - sides.defender_points) FILTER (sides.made = 1) AS best
    FROM hand_sides AS sides
    JOIN matches USING (cell)
    WHERE sides.contractor IS NOT NULL
    GROUP BY ALL
),
compared AS (
    SELECT
        forced.*,
        auction.batch,
        auction.contractor,
        auction.side,
        auction.made,
        auction.team_nets[own_side + 1] AS auction_net
    FROM forced
    JOIN hand_sides AS auction ON auction.cell = forced.cell AND auction.deal = forced.deal
    WHERE NOT auction.redealt
),
told AS (
    SELECT
        *,
        contractor IS NOT DISTINCT FROM seat AS is_own,
        side IS DISTINCT FROM own_side AND coalesce(best > auction_net, false) AS is_missed
    FROM compared
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        seats.strategy,
        told.batch,
        count(*) AS n,
        count(*) FILTER (is_own) AS n_own,
        count(*) FILTER (is_own AND made = 0) AS n_set,
        count(*) FILTER (is_own AND made = 0 AND best IS NOT NULL) AS n_set_better,
        count(*) FILTER (is_missed) AS n_missed,
        coalesce(sum(best - auction_net) FILTER (is_missed), 0)::DOUBLE AS missed_points
    FROM told
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = told.cell AND seats.seat = told.seat
    GROUP BY ALL
)
SELECT * FROM final
