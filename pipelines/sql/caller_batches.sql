-- caller_batches: contracts added up by the contractor's strategy, batch by batch.
-- grain: variant, line_up, mode, strategy, batch
-- needs: hand_sides, cells, seats
-- variant    name of the rules
-- line_up    name of the line-up
-- mode       'hands' one by one, or whole 'games'; forced contracts are not counted here
-- strategy   strategy of the contractor
-- batch      0..1023, see hand_sides
-- n          contracts
-- n_6        of these, bids of six tricks
-- n_7        of seven
-- n_8        of eight
-- n_9        of nine
-- n_10       of ten
-- n_S        bids of tricks in spades
-- n_C        in clubs
-- n_D        in diamonds
-- n_H        in hearts
-- n_NT       at no trumps
-- n_misere   misères of any kind
-- n_made     contracts made
-- n_tricks   bids of tricks
-- n_set      of these, set
-- n_kept     bids of tricks that were made
-- n_spare    sum of their tricks above the bid
WITH counted AS (
    SELECT
        cell,
        contractor,
        batch,
        count(*) AS n,
        count(*) FILTER (level = 6) AS n_6,
        count(*) FILTER (level = 7) AS n_7,
        count(*) FILTER (level = 8) AS n_8,
        count(*) FILTER (level = 9) AS n_9,
        count(*) FILTER (level = 10) AS n_10,
        count(*) FILTER (strain = 'S') AS n_S,
        count(*) FILTER (strain = 'C') AS n_C,
        count(*) FILTER (strain = 'D') AS n_D,
        count(*) FILTER (strain = 'H') AS n_H,
        count(*) FILTER (strain = 'NT') AS n_NT,
        count(*) FILTER (is_misere) AS n_misere,
        sum(made) AS n_made,
        count(level) AS n_tricks,
        count(*) FILTER (level IS NOT NULL AND made = 0) AS n_set,
        count(*) FILTER (level IS NOT NULL AND made = 1) AS n_kept,
        coalesce(sum(tricks - level) FILTER (made = 1), 0) AS n_spare
    FROM hand_sides
    WHERE contractor IS NOT NULL
      AND NOT redealt
      AND cell IN (SELECT cell FROM cells WHERE mode <> 'forced')
    GROUP BY ALL
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        seats.strategy,
        counted.batch,
        sum(n)::BIGINT AS n,
        sum(n_6)::BIGINT AS n_6,
        sum(n_7)::BIGINT AS n_7,
        sum(n_8)::BIGINT AS n_8,
        sum(n_9)::BIGINT AS n_9,
        sum(n_10)::BIGINT AS n_10,
        sum(n_S)::BIGINT AS n_S,
        sum(n_C)::BIGINT AS n_C,
        sum(n_D)::BIGINT AS n_D,
        sum(n_H)::BIGINT AS n_H,
        sum(n_NT)::BIGINT AS n_NT,
        sum(n_misere)::BIGINT AS n_misere,
        sum(n_made)::BIGINT AS n_made,
        sum(n_tricks)::BIGINT AS n_tricks,
        sum(n_set)::BIGINT AS n_set,
        sum(n_kept)::BIGINT AS n_kept,
        sum(n_spare)::BIGINT AS n_spare
    FROM counted
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = counted.cell AND seats.seat = counted.contractor
    GROUP BY ALL
)
SELECT * FROM final
