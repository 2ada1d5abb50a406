-- call_batches: how a strategy calls, batch by batch; for runs that log calls.
-- grain: variant, line_up, mode, strategy, batch
-- needs: call_turns, hand_sides, cells, seats
-- variant          name of the rules
-- line_up          name of the line-up
-- mode             'hands' one by one, or whole 'games'
-- strategy         who calls
-- batch            0..1023, see hand_sides
-- n                hands in which a seat of this strategy had a turn to call, those thrown in for a redeal left out
-- n_pass           of these, its first call was a pass
-- n_inkle          its first call was an inkle
-- n_six            its first call was a bid of six tricks
-- n_seven          of seven
-- n_eight          of eight
-- n_nine           of nine or ten
-- n_misere         hands in which it called a misère of some kind, at whatever turn
-- n_inkles         hands in which it called an inkle, at whatever turn
-- n_free           hands in which nobody had bid before its first turn
-- n_open           of these, it bid at that turn
-- n_open_high      of these, seven tricks or more
-- n_open_tricks    of its opening bids, those of tricks
-- n_open_S         of these, in spades
-- n_open_C         in clubs
-- n_open_D         in diamonds
-- n_open_H         in hearts
-- n_open_NT        at no trumps
-- n_partner        turns at which the last bid of its side was partner's, in a suit or no trumps; an inkle too
-- n_raise          of these, it bid the same suit, or no trumps again
-- n_against        turns at which only the other sides had bid
-- n_overcall       of these, it bid
-- n_tricks         bids of tricks, in games where bids rank by level
-- n_jump           of these, higher than the lowest it could have bid in that suit
WITH seen AS (
    SELECT
        *,
        call <> 'Pass' AS is_bid,
        standing IS NULL AND is_first AS is_free
    FROM call_turns
),
hands_called AS (
    SELECT
        cell,
        deal,
        seat,
        bool_or(is_first AND NOT is_bid) AS passes,
        bool_or(is_first AND is_inkle) AS inkles_first,
        max(level) FILTER (is_first AND NOT is_inkle) AS first_level,
        bool_or(is_misere) AS calls_misere,
        bool_or(is_inkle) AS inkles,
        bool_or(is_free) AS is_free,
        bool_or(is_free AND is_bid) AS opens,
        max(strain) FILTER (is_free AND NOT is_inkle) AS opening_strain,
        count(partner_strain) AS n_partner,
        count(*) FILTER (strain = partner_strain AND NOT is_inkle) AS n_raise,
        count(*) FILTER (standing IS NOT NULL AND side_call IS NULL) AS n_against,
        count(*) FILTER (standing IS NOT NULL AND side_call IS NULL AND is_bid) AS n_overcall,
        count(lowest_level) AS n_tricks,
        count(*) FILTER (level > lowest_level) AS n_jump
    FROM seen
    GROUP BY ALL
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        seats.strategy,
        sides.batch,
        count(*) AS n,
        count(*) FILTER (passes) AS n_pass,
        count(*) FILTER (inkles_first) AS n_inkle,
        count(*) FILTER (first_level = 6) AS n_six,
        count(*) FILTER (first_level = 7) AS n_seven,
        count(*) FILTER (first_level = 8) AS n_eight,
        count(*) FILTER (first_level > 8) AS n_nine,
        count(*) FILTER (calls_misere) AS n_misere,
        count(*) FILTER (inkles) AS n_inkles,
        count(*) FILTER (is_free) AS n_free,
        count(*) FILTER (opens) AS n_open,
        count(*) FILTER (opens AND first_level > 6) AS n_open_high,
        count(opening_strain) AS n_open_tricks,
        count(*) FILTER (opening_strain = 'S') AS n_open_S,
        count(*) FILTER (opening_strain = 'C') AS n_open_C,
        count(*) FILTER (opening_strain = 'D') AS n_open_D,
        count(*) FILTER (opening_strain = 'H') AS n_open_H,
        count(*) FILTER (opening_strain = 'NT') AS n_open_NT,
        sum(n_partner)::BIGINT AS n_partner,
        sum(n_raise)::BIGINT AS n_raise,
        sum(n_against)::BIGINT AS n_against,
        sum(n_overcall)::BIGINT AS n_overcall,
        sum(n_tricks)::BIGINT AS n_tricks,
        sum(n_jump)::BIGINT AS n_jump
    FROM hands_called
    JOIN hand_sides AS sides USING (cell, deal)
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = hands_called.cell AND seats.seat = hands_called.seat
    WHERE NOT sides.redealt
    GROUP BY ALL
)
SELECT * FROM final
