-- contract_hands: every hand with a contract, and what an auction brought the same side on its deal.
-- grain: cell, deal, hand_no
-- needs: hand_sides, cells
-- cell         number of the cell in the run
-- deal         number of the deal
-- hand_no      place of the hand in its game, 0 for hands played one by one
-- batch        0..1023, see hand_sides
-- contract     call as text
-- is_misere    whether it is a misère of some kind
-- level        tricks bid, 6..10; NULL for a special contract
-- strain       'S', 'C', 'D', 'H' or 'NT'; NULL for a special contract
-- contractor   seat of the contractor
-- position     when the contractor had his first turn to call: 0 is left of the dealer
-- made         1 contract made, 0 not
-- tricks       tricks of the contractor's side
-- net          points of the contractor's side minus the mean of the others
-- auction_net  the same of that side in the ordinary hand on this deal, for forced contracts; NULL if not played
-- trumps       trumps in the contractor's ten dealt cards, bowers and jokers too
-- jokers       jokers in them
-- bowers       bowers of the trump suit in them
-- side_aces    aces outside trumps in them
-- own_score    score of the contractor's team before the hand
-- other_score  best score of another team before the hand
WITH matches AS (
    SELECT forced.cell, min(ordinary.cell) AS ordinary_cell
    FROM cells AS forced
    JOIN cells AS ordinary USING (variant, line_up, moved, seat_0, seat_1, seat_2, seat_3, seat_4, seat_5)
    WHERE forced.mode = 'forced'
      AND ordinary.mode = 'hands'
    GROUP BY forced.cell
),
ordinary AS (
    SELECT cell AS ordinary_cell, deal, team_nets
    FROM hand_sides
    WHERE cell IN (SELECT ordinary_cell FROM matches)
),
played AS NOT MATERIALIZED (
    FROM hand_sides
    WHERE contractor IS NOT NULL AND NOT redealt
),
compared AS (
    -- two readings, each of only what is asked for: hands without a counterpart join nothing
    SELECT played.*, ordinary.team_nets[played.side + 1] AS auction_net
    FROM played
    JOIN matches USING (cell)
    LEFT JOIN ordinary USING (ordinary_cell, deal)
    UNION ALL
    SELECT *, NULL AS auction_net
    FROM played
    WHERE cell NOT IN (SELECT cell FROM matches)
),
final AS (
    SELECT
        cell,
        deal,
        hand_no,
        batch,
        contract,
        is_misere,
        level,
        strain,
        contractor,
        position,
        made,
        tricks,
        contractor_points - defender_points AS net,
        auction_net,
        trumps,
        jokers,
        bowers,
        side_aces,
        own_score,
        other_score
    FROM compared
)
SELECT * FROM final
