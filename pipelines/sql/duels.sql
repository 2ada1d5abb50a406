-- duels: tables at which one side plays a strategy and all others another, in every seating.
-- grain: cell
-- needs: cells, seats, table_sizes
-- cell        number of the cell in the run
-- variant     name of the rules
-- line_up     name of the line-up
-- mode        'hands' one by one, or whole 'games'
-- first       strategy of the one side
-- second      strategy of the others; equal to first when a strategy meets itself
-- first_team  team of the one side at this table
-- n_teams     teams, and seatings in which the same deals are played
WITH tables AS (
    SELECT cells.*, table_sizes.n_teams
    FROM cells
    JOIN table_sizes USING (variant)
    WHERE cells.mode <> 'forced'
),
placed AS (
    SELECT
        *,
        -- everybody moved so many seats back: the first team of the study sits that much earlier
        (n_teams - moved % n_teams) % n_teams AS first_team
    FROM tables
),
sides AS (
    SELECT
        placed.cell,
        any_value(seats.strategy) FILTER (seats.seat % n_teams = first_team) AS first,
        any_value(seats.strategy) FILTER (seats.seat % n_teams <> first_team) AS second,
        count(DISTINCT seats.strategy) FILTER (seats.seat % n_teams = first_team) AS n_first,
        count(DISTINCT seats.strategy) FILTER (seats.seat % n_teams <> first_team) AS n_second
    FROM placed
    JOIN seats USING (cell)
    GROUP BY placed.cell
),
final AS (
    SELECT
        placed.cell,
        placed.variant,
        placed.line_up,
        placed.mode,
        sides.first,
        sides.second,
        placed.first_team,
        placed.n_teams
    FROM placed
    JOIN sides USING (cell)
    WHERE sides.n_first = 1 AND sides.n_second = 1
    QUALIFY count(DISTINCT placed.moved)
        OVER (PARTITION BY placed.variant, placed.line_up, placed.mode) = placed.n_teams
)
SELECT * FROM final
