-- forced_batches: bids of tricks forced on every hand, added up by what the contractor held.
-- grain: variant, line_up, players, contract, seat, length, tops, side_aces, batch
-- needs: contract_hands, cells, seats
-- variant       name of the rules
-- line_up       name of the line-up
-- players       who played it against whom, see seats
-- contract      the bid that was forced, as text
-- seat          contractor's turn to call: 0 is left of the dealer
-- length        trumps in the ten dealt cards, bowers and joker too; at no trumps the aces in them
-- tops          jokers and bowers in them; at no trumps jokers
-- side_aces     aces outside trumps in them; at no trumps 0
-- batch         0..1023, see hand_sides
-- n             hands
-- n_made        hands in which the contract was made
-- net_points    sum of points of the contractor's side minus the mean of the others
-- n_paired      hands whose deal the same line-up also played with an ordinary auction
-- paired_net    of these, sum of net points as forced
-- auction_net   of these, sum of net points that the ordinary hand brought the same side
-- n_better      of these, hands in which the forced contract brought more
WITH counted AS (
    -- by cell, not by the names of a cell: small keys are fast; a forced cell has one contract
    SELECT
        cell,
        any_value(contract) AS contract,
        contractor,
        position::TINYINT AS seat,
        CASE WHEN strain = 'NT' THEN side_aces ELSE trumps END AS length,
        CASE WHEN strain = 'NT' THEN jokers ELSE jokers + bowers END AS tops,
        CASE WHEN strain = 'NT' THEN 0 ELSE side_aces END AS side_aces,
        batch,
        count(*) AS n,
        sum(made) AS n_made,
        sum(net) AS net_points,
        count(auction_net) AS n_paired,
        coalesce(sum(net) FILTER (auction_net IS NOT NULL), 0) AS paired_net,
        coalesce(sum(auction_net), 0) AS auction_net,
        count(*) FILTER (net > auction_net) AS n_better
    FROM contract_hands
    WHERE cell IN (SELECT cell FROM cells WHERE mode = 'forced')
      AND level IS NOT NULL
    GROUP BY ALL
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        seats.players,
        counted.contract,
        counted.seat::INT AS seat,
        counted.length,
        counted.tops,
        counted.side_aces,
        counted.batch,
        sum(counted.n)::BIGINT AS n,
        sum(counted.n_made)::BIGINT AS n_made,
        sum(counted.net_points)::DOUBLE AS net_points,
        sum(counted.n_paired)::BIGINT AS n_paired,
        sum(counted.paired_net)::DOUBLE AS paired_net,
        sum(counted.auction_net)::DOUBLE AS auction_net,
        sum(counted.n_better)::BIGINT AS n_better
    FROM counted
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = counted.cell AND seats.seat = counted.contractor
    GROUP BY ALL
)
SELECT * FROM final
