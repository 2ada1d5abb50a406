-- discard_batches: what a contractor puts away, batch by batch; for runs that log discards.
-- grain: variant, line_up, mode, strategy, kind, batch
-- needs: discards, plays, hand_sides, hands, cells, seats
-- variant      name of the rules
-- line_up      name of the line-up
-- mode         'hands' one by one, or whole 'games'; forced contracts are not counted here
-- strategy     strategy of the contractor
-- kind         'tricks', or 'misere' of any kind but a double nullo
-- batch        0..1023, see hand_sides
-- n            contracts after whose auction cards were put away
-- n_cards      cards put away
-- n_kept       cards of the kitty that were kept; hands with a declared slam left out
-- n_kitty      cards in the kitty in these hands
-- n_aces       aces put away
-- n_jokers     jokers put away
-- n_told       contracts of which the log of plays has the ten cards that were kept
-- n_voids      of these, suits made void: some of it was put away and none kept, bowers not counted with their suit
WITH put_away AS (
    SELECT
        cell,
        deal,
        seat,
        count(*) AS n_cards,
        count(*) FILTER (from_kitty) AS n_from_kitty,
        count(*) FILTER (card[1] = 'A') AS n_aces,
        count(*) FILTER (card IN ('RJ', 'BJ')) AS n_jokers,
        list_distinct(list(right(card, 1)) FILTER (card NOT IN ('RJ', 'BJ'))) AS suits
    FROM discards
    WHERE cell IN (SELECT cell FROM cells WHERE mode <> 'forced')
    GROUP BY ALL
),
contracts AS (
    SELECT
        put_away.*,
        sides.batch,
        sides.strain,
        CASE WHEN sides.is_misere THEN 'misere' ELSE 'tricks' END AS kind,
        hands.slam_called = 1 AS is_slam
    FROM put_away
    JOIN hand_sides AS sides
        ON sides.cell = put_away.cell AND sides.deal = put_away.deal
        AND sides.contractor = put_away.seat
    JOIN hands ON hands.cell = put_away.cell AND hands.deal = put_away.deal
    WHERE sides.contract <> 'DN'
),
kept AS (
    SELECT
        plays.cell,
        plays.deal,
        plays.seat,
        list_distinct(list(right(card, 1)) FILTER (
            card NOT IN ('RJ', 'BJ')
            -- a bower belongs to the trumps
            AND NOT (card[1] = 'J' AND coalesce(card[2:] = CASE contracts.strain
                WHEN 'S' THEN 'C' WHEN 'C' THEN 'S' WHEN 'D' THEN 'H' WHEN 'H' THEN 'D' END, false))
        )) AS suits
    FROM plays
    JOIN contracts USING (cell, deal, seat)
    GROUP BY ALL
    HAVING count(*) = 10
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        seats.strategy,
        contracts.kind,
        contracts.batch,
        count(*) AS n,
        sum(n_cards)::BIGINT AS n_cards,
        coalesce(sum(n_cards - n_from_kitty) FILTER (NOT is_slam), 0)::BIGINT AS n_kept,
        coalesce(sum(n_cards) FILTER (NOT is_slam), 0)::BIGINT AS n_kitty,
        sum(n_aces)::BIGINT AS n_aces,
        sum(n_jokers)::BIGINT AS n_jokers,
        count(*) FILTER (kept.cell IS NOT NULL) AS n_told,
        coalesce(sum(len(list_filter(coalesce(contracts.suits, []),
            lambda suit: NOT list_contains(coalesce(kept.suits, []), suit)))
            ) FILTER (kept.cell IS NOT NULL), 0)::BIGINT AS n_voids
    FROM contracts
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = contracts.cell AND seats.seat = contracts.seat
    LEFT JOIN kept
        ON kept.cell = contracts.cell AND kept.deal = contracts.deal AND kept.seat = contracts.seat
    GROUP BY ALL
)
SELECT * FROM final
