-- situation_batches: contracts added up by one circumstance at a time: seat, level, cards held, score.
-- grain: variant, line_up, mode, factor, degree, batch
-- needs: contract_hands, cells
-- variant     name of the rules
-- line_up     name of the line-up
-- mode        'hands' one by one, or whole 'games'; forced contracts are not counted here
-- factor      what hands are told apart by: seat, level, strain, trumps, tops, aces, nt_tops or lead
-- degree      seat: turn to call, 0 first; level: 6..10; strain: 0..3 suits, 4 no trumps, 5 misères; trumps, tops (jokers and bowers), aces (outside trumps): held at suit bids; nt_tops: jokers and aces held at no trumps; lead: own score minus the best other, in hundreds, -5..5, in games
-- batch       0..1023, see hand_sides
-- n           contracts
-- n_made      contracts made
-- net_points  sum of points of the contractor's side minus the mean of the others
WITH seen AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        hands.batch,
        made,
        net,
        position AS seat,
        level,
        CASE WHEN is_misere THEN 5
            ELSE list_position(['S', 'C', 'D', 'H', 'NT'], strain) - 1 END AS strain,
        CASE WHEN strain <> 'NT' THEN trumps END AS trumps,
        CASE WHEN strain <> 'NT' THEN jokers + bowers END AS tops,
        CASE WHEN strain <> 'NT' THEN side_aces END AS aces,
        CASE WHEN strain = 'NT' THEN jokers + side_aces END AS nt_tops,
        CASE WHEN cells.mode = 'games'
            THEN greatest(least(round((own_score - other_score) / 100), 5), -5) END AS lead
    FROM contract_hands AS hands
    JOIN cells USING (cell)
    WHERE cells.mode <> 'forced'
),
counted AS (
    SELECT
        variant,
        line_up,
        mode,
        batch,
        CASE
            WHEN grouping(seat) = 0 THEN 'seat'
            WHEN grouping(level) = 0 THEN 'level'
            WHEN grouping(strain) = 0 THEN 'strain'
            WHEN grouping(trumps) = 0 THEN 'trumps'
            WHEN grouping(tops) = 0 THEN 'tops'
            WHEN grouping(aces) = 0 THEN 'aces'
            WHEN grouping(nt_tops) = 0 THEN 'nt_tops'
            ELSE 'lead' END AS factor,
        coalesce(seat, level, strain, trumps, tops, aces, nt_tops, lead) AS degree,
        count(*) AS n,
        sum(made)::BIGINT AS n_made,
        sum(net)::DOUBLE AS net_points
    FROM seen
    GROUP BY GROUPING SETS (
        (variant, line_up, mode, batch, seat),
        (variant, line_up, mode, batch, level),
        (variant, line_up, mode, batch, strain),
        (variant, line_up, mode, batch, trumps),
        (variant, line_up, mode, batch, tops),
        (variant, line_up, mode, batch, aces),
        (variant, line_up, mode, batch, nt_tops),
        (variant, line_up, mode, batch, lead)
    )
),
final AS (
    SELECT
        variant,
        line_up,
        mode,
        factor,
        degree::TINYINT AS degree,
        batch,
        n,
        n_made,
        net_points
    FROM counted
    WHERE degree IS NOT NULL
)
SELECT * FROM final
