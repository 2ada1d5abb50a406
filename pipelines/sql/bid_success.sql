-- bid_success: how often each contract is reached, how often it is made, and what it brings.
-- grain: variant, line_up, mode, strategy, contract
-- needs: contract_batches, ladder, cells
-- variant            name of the rules
-- line_up            name of the line-up
-- mode               'hands' one by one, or whole 'games'
-- strategy           strategy of the contractor, '' when nobody bid
-- contract           final contract, 'Pass' when nobody bid
-- variant_no         order of the variants in the study, from 0
-- rank               place of the contract on the ladder of this variant, 0 when nobody bid
-- n                  hands with this contract
-- n_hands            all hands of this variant, line-up and mode
-- share              n / n_hands, 0..1; the shares of a line-up add up to 1
-- made_rate          share of n in which it was made, 0..1; NULL when nobody bid
-- contractor_points  mean points a hand of the contractor's side
-- defender_points    mean points a hand of a defending team
-- n_batches          batches with such a hand; the s_ columns add up over batches, for the intervals
-- n_all_batches      batches with any hand of this variant, line-up and mode
-- s_made             hands made
-- s_contractor       points of the contractor's side
-- s_defender         points of the others
-- s_nn               square of hands
-- s_nm               hands times hands made
-- s_mm               square of hands made
-- s_nc               hands times points of the contractor's side
-- s_cc               square of points of the contractor's side
-- s_nd               hands times points of the others
-- s_dd               square of points of the others
-- s_nh               hands times all hands
-- s_hh               square of all hands, over all batches
WITH batches AS MATERIALIZED (  -- read twice, counted once
    FROM contract_batches
),
totals AS (
    SELECT variant, line_up, mode, batch, sum(n)::BIGINT AS hands
    FROM batches
    GROUP BY ALL
),
overall AS (
    SELECT
        variant,
        line_up,
        mode,
        sum(hands)::BIGINT AS n_hands,
        count(*) AS n_all_batches,
        sum(hands::DOUBLE * hands) AS s_hh
    FROM totals
    GROUP BY ALL
),
sums AS (
    SELECT
        variant,
        line_up,
        mode,
        strategy,
        contract,
        sum(c.n)::BIGINT AS n,
        count(*) AS n_batches,
        sum(c.n_made)::BIGINT AS s_made,
        sum(c.contractor_points)::DOUBLE AS s_contractor,
        sum(c.defender_points)::DOUBLE AS s_defender,
        sum(c.n::DOUBLE * c.n) AS s_nn,
        sum(c.n::DOUBLE * c.n_made) AS s_nm,
        sum(c.n_made::DOUBLE * c.n_made) AS s_mm,
        sum(c.n::DOUBLE * c.contractor_points) AS s_nc,
        sum(c.contractor_points::DOUBLE * c.contractor_points) AS s_cc,
        sum(c.n::DOUBLE * c.defender_points) AS s_nd,
        sum(c.defender_points::DOUBLE * c.defender_points) AS s_dd,
        sum(c.n::DOUBLE * totals.hands) AS s_nh
    FROM batches AS c
    JOIN totals USING (variant, line_up, mode, batch)
    GROUP BY ALL
),
variant_order AS (
    SELECT variant, dense_rank() OVER (ORDER BY min(cell))::SMALLINT - 1 AS variant_no
    FROM cells
    GROUP BY variant
),
final AS (
    SELECT
        sums.variant,
        sums.line_up,
        sums.mode,
        sums.strategy,
        sums.contract,
        variant_order.variant_no,
        coalesce(ladder.rank, 0) AS rank,
        sums.n,
        overall.n_hands,
        sums.n / overall.n_hands AS share,
        CASE WHEN sums.strategy <> '' THEN sums.s_made / sums.n END AS made_rate,
        CASE WHEN sums.strategy <> '' THEN sums.s_contractor / sums.n END AS contractor_points,
        CASE WHEN sums.strategy <> '' THEN sums.s_defender / sums.n END AS defender_points,
        sums.n_batches,
        overall.n_all_batches,
        sums.s_made,
        sums.s_contractor,
        sums.s_defender,
        sums.s_nn,
        sums.s_nm,
        sums.s_mm,
        sums.s_nc,
        sums.s_cc,
        sums.s_nd,
        sums.s_dd,
        sums.s_nh,
        overall.s_hh
    FROM sums
    JOIN overall USING (variant, line_up, mode)
    JOIN variant_order USING (variant)
    LEFT JOIN ladder USING (variant, contract)
)
SELECT * FROM final
