-- seats: which strategy sat where.
-- grain: cell, seat
-- needs: cells
-- cell      number of the cell in the run
-- seat      0 to 5, clockwise
-- strategy  strategy with its parameters, as in the study
-- players   who plays a contract from this seat: the strategy, or 'A against B' if the next seat has another
WITH unpivoted AS (
    UNPIVOT (SELECT cell, seat_0, seat_1, seat_2, seat_3, seat_4, seat_5 FROM cells)
    ON seat_0, seat_1, seat_2, seat_3, seat_4, seat_5
    INTO NAME seat_name VALUE strategy
),
taken AS (
    SELECT cell, right(seat_name, 1)::TINYINT AS seat, strategy
    FROM unpivoted
    WHERE strategy <> ''
),
final AS (
    SELECT
        cell,
        seat,
        strategy,
        CASE WHEN strategy = next_strategy THEN strategy
            ELSE strategy || ' against ' || next_strategy END AS players
    FROM (
        SELECT
            *,
            coalesce(lead(strategy) OVER around, first(strategy) OVER around) AS next_strategy
        FROM taken
        WINDOW around AS (PARTITION BY cell ORDER BY seat
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    )
)
SELECT * FROM final
