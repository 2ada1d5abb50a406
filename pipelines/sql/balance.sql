-- balance: the figures of a variant at a glance, without intervals.
-- grain: variant, line_up, mode
-- needs: balance_batches
-- variant           name of the rules
-- line_up           name of the line-up
-- mode              'hands' one by one, or whole 'games'
-- n                 hands
-- passed_out_rate   share of hands in which nobody bid, 0..1
-- made_rate         share of contracts made, 0..1
-- misere_rate       share of contracts that were a misère of some kind, 0..1
-- first_net         mean points of the first caller's side minus the mean of the others, a hand
-- contract_net      mean points of the contractor's side minus the mean of the others, a contract
WITH final AS (
    SELECT
        variant,
        line_up,
        mode,
        sum(n)::BIGINT AS n,
        CASE WHEN sum(n) > 0 THEN sum(n_passed_out) / sum(n) END AS passed_out_rate,
        CASE WHEN sum(n_contracts) > 0 THEN sum(n_made) / sum(n_contracts) END AS made_rate,
        CASE WHEN sum(n_contracts) > 0 THEN sum(n_miseres) / sum(n_contracts) END AS misere_rate,
        CASE WHEN sum(n) > 0 THEN sum(first_net) / sum(n) END AS first_net,
        CASE WHEN sum(n_contracts) > 0 THEN sum(contract_net) / sum(n_contracts) END
            AS contract_net
    FROM balance_batches
    GROUP BY ALL
)
SELECT * FROM final
