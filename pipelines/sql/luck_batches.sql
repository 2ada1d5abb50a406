-- luck_batches: deals of duels that were played from both sides, added up to part luck from skill.
-- grain: variant, line_up, first, second, batch
-- needs: duels, hand_sides
-- variant   name of the rules
-- line_up   name of the line-up
-- first     strategy of the one side
-- second    strategy of the others
-- batch     0..1023, see hand_sides
-- n         deals, each played with the one strategy at the first team's seats and again with the other
-- n_ahead   playings in which the first strategy's side gained more than the others, half of those that ended level
-- n_better  deals on which it gained more over both playings, half of those that ended level
-- sum_a     sum of net points of the first team where the first strategy sat there
-- sum_b     the same where the second strategy sat there
-- sum_aa    sum of squares of the former
-- sum_bb    sum of squares of the latter
-- sum_ab    sum of products of the two
-- sum_p     sum of what the first strategy is better by on a deal: the mean of its two playings
-- sum_pp    sum of squares of that
WITH pairs AS (
    SELECT
        ours.variant,
        ours.line_up,
        ours.first,
        ours.second,
        ours.cell AS cell_a,
        theirs.cell AS cell_b
    FROM duels AS ours
    JOIN duels AS theirs USING (variant, line_up, mode, first, second)
    WHERE ours.mode = 'hands'
      AND ours.first_team = 0
      AND theirs.first_team = 1
),
played AS (
    SELECT
        a.cell AS cell_a,
        b.cell AS cell_b,
        a.batch,
        a.team_nets[1]::DOUBLE AS net_a,
        b.team_nets[1]::DOUBLE AS net_b,
        b.team_nets[2]::DOUBLE AS other
    FROM hand_sides AS a
    JOIN pairs ON pairs.cell_a = a.cell
    JOIN hand_sides AS b ON b.cell = pairs.cell_b AND b.deal = a.deal
    WHERE NOT a.redealt AND NOT b.redealt
),
counted AS (
    SELECT
        cell_a,
        cell_b,
        batch,
        count(*) AS n,
        sum((sign(net_a) + sign(other)) / 2 + 1) AS n_ahead,
        sum((sign(net_a + other) + 1) / 2) AS n_better,
        sum(net_a) AS sum_a,
        sum(net_b) AS sum_b,
        sum(net_a * net_a) AS sum_aa,
        sum(net_b * net_b) AS sum_bb,
        sum(net_a * net_b) AS sum_ab,
        sum((net_a + other) / 2) AS sum_p,
        sum((net_a + other) * (net_a + other) / 4) AS sum_pp
    FROM played
    GROUP BY ALL
),
final AS (
    SELECT pairs.* EXCLUDE (cell_a, cell_b), counted.* EXCLUDE (cell_a, cell_b)
    FROM counted
    JOIN pairs USING (cell_a, cell_b)
)
SELECT * FROM final
