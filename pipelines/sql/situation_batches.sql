-- situation_batches: contracts added up by one circumstance at a time: seat, level, cards held, score.
-- grain: variant, line_up, mode, factor, degree, batch
-- needs: hand_sides, cells
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
        cell,
        batch,
        made,
        contractor_points - defender_points AS net,
        position::TINYINT AS seat,
        level,
        (CASE WHEN is_misere THEN 5
            ELSE list_position(['S', 'C', 'D', 'H', 'NT'], strain) - 1 END)::TINYINT AS strain,
        CASE WHEN strain <> 'NT' THEN trumps END AS trumps,
        CASE WHEN strain <> 'NT' THEN jokers + bowers END AS tops,
        CASE WHEN strain <> 'NT' THEN side_aces END AS aces,
        CASE WHEN strain = 'NT' THEN jokers + side_aces END AS nt_tops,
        (CASE WHEN cells.mode = 'games'
            THEN greatest(least(round((own_score - other_score) / 100), 5), -5) END)::TINYINT AS lead
    FROM hand_sides
    JOIN cells USING (cell)
    WHERE cells.mode <> 'forced'
      AND contractor IS NOT NULL
      AND NOT redealt
),
counted AS (
    SELECT
        cell,
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
        sum(made) AS n_made,
        sum(net) AS net_points
    FROM seen
    -- by cell, not by the names of a cell: small keys make this several times as fast
    GROUP BY GROUPING SETS (
        (cell, batch, seat),
        (cell, batch, level),
        (cell, batch, strain),
        (cell, batch, trumps),
        (cell, batch, tops),
        (cell, batch, aces),
        (cell, batch, nt_tops),
        (cell, batch, lead)
    )
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        counted.factor,
        counted.degree::TINYINT AS degree,
        counted.batch,
        sum(counted.n)::BIGINT AS n,
        sum(counted.n_made)::BIGINT AS n_made,
        sum(counted.net_points)::DOUBLE AS net_points
    FROM counted
    JOIN cells USING (cell)
    WHERE degree IS NOT NULL
    GROUP BY ALL
)
SELECT * FROM final
