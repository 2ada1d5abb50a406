-- call_turns: every call, what stood before it and what else could have been bid; for runs that log calls.
-- grain: cell, deal, n
-- needs: calls, cells, table_sizes, variants, ladder
-- cell            number of the cell in the run
-- deal            number of the deal
-- n               place of the call in the auction, from 0
-- seat            who called
-- call            the call as text
-- level           tricks bid, 6 for an inkle; NULL for a pass and special contracts
-- strain          'S', 'C', 'D', 'H' or 'NT'; NULL as above
-- is_inkle        whether it is an inkle; NULL as above
-- is_misere       whether it is a misère of some kind
-- is_first        whether it is the seat's first call in this auction
-- standing        the bid that stood before, NULL if nobody had bid
-- side_call       the last bid of the own side before, NULL if it had not bid
-- partner_strain  suit or no trumps of that bid if it was partner's, an inkle too; else NULL
-- lowest_level    fewest tricks that the seat could bid in the suit it bids; NULL where bids do not rank by level
WITH bids AS (
    SELECT
        level,
        strain,
        form = 'i' AS is_inkle,
        CASE form WHEN 'i' THEN 'i' || strain ELSE level::VARCHAR || strain || form END AS call
    FROM range(6, 11) AS levels(level),
        unnest(['S', 'C', 'D', 'H', 'NT']) AS strains(strain),
        unnest(['', 'sk', 'i']) AS forms(form)
    WHERE form <> 'i' OR level = 6
),
possible AS (
    SELECT ladder.variant, bids.strain, bids.level, ladder.rank
    FROM ladder
    JOIN variants USING (variant)
    JOIN bids ON bids.call = ladder.contract AND NOT ends_with(bids.call, 'sk')
    WHERE variants.auction_order = 'by_level'
      AND bids.level >= CASE bids.strain
          WHEN 'NT' THEN variants.auction_lowest_no_trumps ELSE variants.auction_lowest_bid END
),
lowest AS (
    -- the fewest tricks that can be bid in a suit over the bid that stands
    SELECT possible.variant, possible.strain, below.contract AS standing, min(level) AS lowest_level
    FROM possible
    JOIN ladder AS below ON below.variant = possible.variant AND below.rank < possible.rank
    GROUP BY ALL
    UNION ALL
    SELECT variant, strain, '' AS standing, min(level)
    FROM possible
    GROUP BY ALL
),
turns AS (
    SELECT
        calls.cell,
        calls.deal,
        calls.seat,
        cells.variant,
        calls.call::VARCHAR AS call,
        calls.n,
        row_number() OVER (PARTITION BY calls.cell, deal, seat ORDER BY n) = 1 AS is_first,
        last_value(nullif(call, 'Pass') IGNORE NULLS) OVER before::VARCHAR AS standing,
        last_value(nullif(call, 'Pass') IGNORE NULLS) OVER side_before::VARCHAR AS side_call,
        last_value(CASE WHEN call <> 'Pass' THEN seat END IGNORE NULLS) OVER side_before
            AS side_caller
    FROM calls
    JOIN cells USING (cell)
    JOIN table_sizes USING (variant)
    WHERE cells.mode <> 'forced'
    WINDOW
        before AS (PARTITION BY calls.cell, deal ORDER BY n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
        side_before AS (PARTITION BY calls.cell, deal, seat % n_teams ORDER BY n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
final AS (
    SELECT
        turns.cell,
        turns.deal,
        turns.n,
        turns.seat,
        turns.call,
        bids.level,
        bids.strain,
        bids.is_inkle,
        turns.call IN ('M', 'OM', 'BM', 'BN', 'DN', 'Msk') AS is_misere,
        turns.is_first,
        turns.standing,
        turns.side_call,
        partner.strain AS partner_strain,
        CASE WHEN NOT bids.is_inkle THEN lowest.lowest_level END AS lowest_level
    FROM turns
    LEFT JOIN bids USING (call)
    LEFT JOIN bids AS partner
        ON partner.call = turns.side_call AND turns.side_caller <> turns.seat
    LEFT JOIN lowest ON lowest.variant = turns.variant
        AND lowest.strain = bids.strain
        AND lowest.standing = CASE WHEN turns.standing[1] = 'i' THEN '6' || turns.standing[2:]
            ELSE coalesce(turns.standing, '') END
)
SELECT * FROM final
