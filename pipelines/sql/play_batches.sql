-- play_batches: when a strategy plays the joker, and what it leads first, batch by batch; for runs that log plays.
-- grain: variant, line_up, mode, strategy, role, batch
-- needs: plays, hand_sides, cells, seats, table_sizes
-- variant        name of the rules
-- line_up        name of the line-up
-- mode           'hands' one by one, or whole 'games'; forced contracts are not counted here
-- strategy       whose seat played the card
-- role           'contractor', 'partner' of his team, or 'defender' (a called partner too)
-- batch          0..1023, see hand_sides
-- n_jokers       jokers played in contracts of tricks
-- joker_tricks   sum of the tricks, 1 to 10, in which they fell
-- n_joker_first  of these jokers, played to the first trick
-- n_joker_led    led
-- n_joker_won    that took the trick
-- n_leads        leads to the first trick in suit contracts
-- n_trump_leads  of these, trumps
WITH telling AS (
    SELECT *, card::VARCHAR AS name
    FROM plays
    WHERE card IN ('RJ', 'BJ') OR (trick = 1 AND position = 0)
),
seen AS (
    SELECT
        telling.cell,
        telling.seat,
        sides.batch,
        CASE WHEN telling.seat = sides.contractor THEN 'contractor'
            WHEN telling.seat % n_teams = sides.side THEN 'partner'
            ELSE 'defender' END AS role,
        name IN ('RJ', 'BJ') AS is_joker,
        trick,
        telling.position = 0 AS is_led,
        won,
        trick = 1 AND telling.position = 0 AND sides.strain <> 'NT' AS is_lead,
        name IN ('RJ', 'BJ') OR right(name, 1) = sides.strain
            OR name = CASE sides.strain
                WHEN 'S' THEN 'JC' WHEN 'C' THEN 'JS' WHEN 'D' THEN 'JH' WHEN 'H' THEN 'JD' END
            AS is_trump
    FROM telling
    JOIN hand_sides AS sides USING (cell, deal)
    JOIN cells USING (cell)
    JOIN table_sizes USING (variant)
    WHERE cells.mode <> 'forced'
      AND sides.level IS NOT NULL
),
final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        seats.strategy,
        seen.role,
        seen.batch,
        count(*) FILTER (is_joker) AS n_jokers,
        coalesce(sum(trick) FILTER (is_joker), 0)::BIGINT AS joker_tricks,
        count(*) FILTER (is_joker AND trick = 1) AS n_joker_first,
        count(*) FILTER (is_joker AND is_led) AS n_joker_led,
        count(*) FILTER (is_joker AND won) AS n_joker_won,
        count(*) FILTER (is_lead) AS n_leads,
        count(*) FILTER (is_lead AND is_trump) AS n_trump_leads
    FROM seen
    JOIN cells USING (cell)
    JOIN seats ON seats.cell = seen.cell AND seats.seat = seen.seat
    GROUP BY ALL
)
SELECT * FROM final
