-- hand_sides: every hand seen from the contractor's side and from the first caller's side.
-- grain: cell, deal, hand_no
-- needs: hands, cells, variants
-- cell               number of the cell in the run
-- deal               number of the deal
-- hand_no            place of the hand in its game, 0 for hands played one by one
-- batch              0..1023: all hands of a game, and all playings of a deal, fall into the same batch
-- contract           call as text, 'Pass' when nobody bid
-- contractor         seat, NULL when nobody bid
-- position           when the contractor had his first turn to call: 0 is left of the dealer
-- side               team of the contractor, NULL when nobody bid: his seat modulo the number of teams
-- made               1 contract made, 0 not (also when nobody bid)
-- contractor_points  points of the contractor's team in this hand, NULL when nobody bid
-- defender_points    points of all others, but not of a called partner; NULL when nobody bid
-- first_net          points of the first caller's team minus the mean of the other teams
-- team_nets          for each team its points minus those of all others
-- jokers             jokers in the contractor's ten dealt cards
-- side_aces          aces outside trumps in the contractor's ten dealt cards
WITH tables AS (
    SELECT
        cells.cell,
        cells.mode = 'games' AS in_game,
        variants.table_players::INT AS n_players,
        (CASE variants.table_sides WHEN 'two' THEN 2 WHEN 'three' THEN 3
            ELSE variants.table_players END)::INT AS n_teams
    FROM cells
    JOIN variants USING (variant)
),
seen AS (
    SELECT
        hands.*,
        tables.in_game,
        tables.n_players,
        tables.n_teams,
        hands.contract <> 'Pass' AS is_bid,
        hands.contractor % tables.n_teams AS bid_side,
        (hands.dealer + 1) % tables.n_players % tables.n_teams AS first_side,
        hands.points_0::INT + hands.points_1 + hands.points_2
            + hands.points_3 + hands.points_4 + hands.points_5 AS all_points
    FROM hands
    JOIN tables USING (cell)
),
valued AS (
    SELECT
        *,
        (CASE bid_side WHEN 0 THEN points_0 WHEN 1 THEN points_1 WHEN 2 THEN points_2
            WHEN 3 THEN points_3 WHEN 4 THEN points_4 ELSE points_5 END)::INT AS bid_points,
        (CASE first_side WHEN 0 THEN points_0 WHEN 1 THEN points_1 WHEN 2 THEN points_2
            WHEN 3 THEN points_3 WHEN 4 THEN points_4 ELSE points_5 END)::INT AS first_points
    FROM seen
),
final AS (
    SELECT
        cell,
        deal,
        hand_no,
        (CASE WHEN in_game THEN hash(game::BIGINT) ELSE hash(deal::BIGINT) END % 1024)::SMALLINT
            AS batch,
        contract,
        CASE WHEN is_bid THEN contractor END AS contractor,
        CASE WHEN is_bid THEN (contractor + n_players - dealer - 1) % n_players END AS position,
        CASE WHEN is_bid THEN bid_side END AS side,
        (is_bid AND made)::INT AS made,
        CASE WHEN is_bid THEN bid_points END AS contractor_points,
        CASE WHEN is_bid
            THEN all_points - bid_points - CASE WHEN partner >= 0 THEN bid_points ELSE 0 END
        END AS defender_points,
        (n_teams * first_points - all_points) / (n_teams - 1) AS first_net,
        [2 * points_0 - all_points, 2 * points_1 - all_points, 2 * points_2 - all_points,
            2 * points_3 - all_points, 2 * points_4 - all_points, 2 * points_5 - all_points]
            AS team_nets,
        jokers,
        side_aces
    FROM valued
)
SELECT * FROM final
