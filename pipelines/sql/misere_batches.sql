-- misere_batches: misères added up batch by batch, as bid in the auction and as forced on every hand.
-- grain: variant, line_up, players, source, kind, holding, batch
-- needs: contract_hands, cells, seats, variants
-- variant      name of the rules
-- line_up      name of the line-up
-- players      who played it against whom, see seats
-- source       'hands' bid in hands one by one, 'games' bid in games, 'forced' whatever the cards
-- kind         'M' misère, 'OM' open, 'BM' blind, 'BN' bar nullo, 'DN' double nullo, 'Msk' sans kitty
-- holding      what the ten dealt cards held: 'any hand', 'no joker' or 'no joker, no ace'
-- batch        0..1023, see hand_sides
-- value        points the contract is worth under these rules
-- n            hands
-- n_made       hands in which no trick was taken
-- net_points   sum of points of the contractor's side minus the mean of the others
-- n_paired     forced hands whose deal the same line-up also played with an ordinary auction
-- paired_made  of these, hands in which no trick was taken
-- paired_net   of these, sum of net points as forced
-- auction_net  of these, sum of net points that the ordinary hand brought the same side
WITH miseres AS (
    SELECT
        *,
        CASE WHEN jokers > 0 THEN 0 WHEN side_aces > 0 THEN 1 ELSE 2 END AS lacks
    FROM contract_hands
    WHERE is_misere
),
counted AS (
    SELECT
        cell,
        contractor,
        contract,
        lacks,
        batch,
        count(*) AS n,
        sum(made) AS n_made,
        sum(net) AS net_points,
        count(auction_net) AS n_paired,
        coalesce(sum(made) FILTER (auction_net IS NOT NULL), 0) AS paired_made,
        coalesce(sum(net) FILTER (auction_net IS NOT NULL), 0) AS paired_net,
        coalesce(sum(auction_net), 0) AS auction_net
    FROM miseres
    GROUP BY ALL
),
holdings(holding, least) AS (
    VALUES ('any hand', 0), ('no joker', 1), ('no joker, no ace', 2)
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        seats.players,
        cells.mode AS source,
        counted.contract AS kind,
        holdings.holding,
        counted.batch,
        any_value(CASE contract WHEN 'OM' THEN open_misere_value
            WHEN 'BM' THEN blind_misere_value WHEN 'BN' THEN bar_nullo_value
            WHEN 'DN' THEN double_nullo_value ELSE misere_value END)::INT
            AS value,
        sum(counted.n)::BIGINT AS n,
        sum(counted.n_made)::BIGINT AS n_made,
        sum(counted.net_points)::DOUBLE AS net_points,
        sum(counted.n_paired)::BIGINT AS n_paired,
        sum(counted.paired_made)::BIGINT AS paired_made,
        sum(counted.paired_net)::DOUBLE AS paired_net,
        sum(counted.auction_net)::DOUBLE AS auction_net
    FROM counted
    JOIN holdings ON counted.lacks >= holdings.least
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = counted.cell AND seats.seat = counted.contractor
    JOIN variants USING (variant)
    GROUP BY ALL
)
SELECT * FROM final
