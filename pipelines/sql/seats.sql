-- seats: which strategy sat where.
-- grain: cell, seat
-- needs: cells
-- cell      number of the cell in the run
-- seat      0 to 5, clockwise
-- strategy  strategy with its parameters, as in the study
WITH unpivoted AS (
    UNPIVOT (SELECT cell, seat_0, seat_1, seat_2, seat_3, seat_4, seat_5 FROM cells)
    ON seat_0, seat_1, seat_2, seat_3, seat_4, seat_5
    INTO NAME seat_name VALUE strategy
),
final AS (
    SELECT cell, right(seat_name, 1)::TINYINT AS seat, strategy
    FROM unpivoted
    WHERE strategy <> ''
)
SELECT * FROM final
