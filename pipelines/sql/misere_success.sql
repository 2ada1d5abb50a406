-- misere_success: how often misère is made, by who chose it and by what was held.
-- grain: variant, line_up, players, source, kind, holding
-- needs: misere_batches
-- variant     name of the rules
-- line_up     name of the line-up
-- players     who played it against whom, see seats
-- source      'hands' bid in hands one by one, 'games' bid in games, 'forced' whatever the cards
-- kind        'M' misère, 'OM' open, or another kind, as in misere_batches
-- holding     what the ten dealt cards held: 'any hand', 'no joker' or 'no joker, no ace'
-- value       points the contract is worth under these rules
-- n           hands
-- made_rate   share in which no trick was taken, 0..1
-- net_points  mean points of the contractor's side minus the mean of the others
-- n_paired    forced hands whose deal was also played with an ordinary auction
-- gain        on these deals, mean net points as misère minus as bid in the auction; NULL if none
WITH final AS (
    SELECT
        variant,
        line_up,
        players,
        source,
        kind,
        holding,
        any_value(value) AS value,
        sum(n)::BIGINT AS n,
        sum(n_made) / sum(n) AS made_rate,
        sum(net_points) / sum(n) AS net_points,
        sum(n_paired)::BIGINT AS n_paired,
        CASE WHEN sum(n_paired) > 0 THEN sum(paired_net - auction_net) / sum(n_paired) END AS gain
    FROM misere_batches
    GROUP BY ALL
)
SELECT * FROM final
