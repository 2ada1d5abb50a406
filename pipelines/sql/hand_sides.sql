-- hand_sides: every hand seen from the contractor's side and from the first caller's side.
-- grain: cell, deal, hand_no
-- needs: hands, cells, table_sizes
-- cell               number of the cell in the run
-- deal               number of the deal
-- hand_no            place of the hand in its game, 0 for hands played one by one
-- batch              0..1023: all hands of a game, and all playings of a deal, fall into the same batch
-- contract           call as text, 'Pass' when nobody bid
-- is_misere          whether it is a misère of some kind
-- level              tricks bid, 6..10; NULL for a special contract and when nobody bid
-- strain             'S', 'C', 'D', 'H' or 'NT'; NULL as above
-- contractor         seat, NULL when nobody bid
-- position           when the contractor had his first turn to call: 0 is left of the dealer
-- side               team of the contractor, NULL when nobody bid
-- redealt            whether the hand was thrown in because a player asked for a redeal
-- made               1 contract made, 0 not (also when nobody bid)
-- contractor_points  points of the contractor's team in this hand, NULL when nobody bid
-- defender_points    mean points of a defending team, NULL when nobody bid; a called partner defends not
-- first_net          points of the first caller's team minus the mean of the other teams
-- dealer_net         points of the dealer's team minus the mean of the other teams
-- team_nets          by team, from 0: its points minus the mean of the other teams
-- n_players          seats
-- trumps             trumps in the contractor's ten dealt cards, bowers and jokers too
-- jokers             jokers in them
-- bowers             bowers of the trump suit in them
-- side_aces          aces outside trumps in them
-- voids              plain suits of which they hold no card
-- tricks             tricks of the contractor's side; if nobody bid, of the first caller's
-- own_score          score of the contractor's team before the hand, NULL when nobody bid
-- other_score        best score of another team before the hand, NULL when nobody bid
WITH bids AS (
    SELECT level, strain, level::VARCHAR || strain || unnest(['', 'sk']) AS contract
    FROM range(6, 11) AS levels(level),
        unnest(['S', 'C', 'D', 'H', 'NT']) AS strains(strain)
),
tables AS (
    SELECT
        cells.cell,
        cells.mode = 'games' AS in_game,
        table_sizes.n_players,
        table_sizes.n_teams
    FROM cells
    JOIN table_sizes USING (variant)
),
seen AS (
    SELECT
        hands.*,
        bids.level,
        bids.strain,
        tables.in_game,
        tables.n_players,
        hands.contract <> 'Pass' AS is_bid,
        tables.n_teams,
        hands.contractor % tables.n_teams AS bid_side,
        (hands.dealer + 1) % tables.n_players % tables.n_teams AS first_side,
        hands.dealer % tables.n_teams AS dealer_side,
        CASE WHEN hands.partner >= 0
            AND hands.partner % tables.n_teams <> hands.contractor % tables.n_teams
            THEN hands.partner % tables.n_teams END AS partner_side,
        [points_0::INT, points_1, points_2, points_3, points_4, points_5] AS by_team,
        [score_0, score_1, score_2, score_3, score_4, score_5] AS scores,
        hands.points_0::INT + hands.points_1 + hands.points_2
            + hands.points_3 + hands.points_4 + hands.points_5 AS all_points
    FROM hands
    JOIN tables USING (cell)
    LEFT JOIN bids USING (contract)
),
valued AS (
    SELECT
        *,
        by_team[bid_side + 1] AS bid_points,
        coalesce(by_team[partner_side + 1], 0) AS partner_points,
        n_teams - 1 - (partner_side IS NOT NULL)::INT AS n_defenders,
        by_team[first_side + 1] AS first_points,
        by_team[dealer_side + 1] AS dealer_points
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
        contract IN ('M', 'OM', 'BM', 'BN', 'DN', 'Msk') AS is_misere,
        level::TINYINT AS level,
        strain,
        CASE WHEN is_bid THEN contractor END AS contractor,
        CASE WHEN is_bid THEN (contractor + n_players - dealer - 1) % n_players END AS position,
        CASE WHEN is_bid THEN bid_side END AS side,
        redealt = 1 AS redealt,
        (is_bid AND made)::INT AS made,
        CASE WHEN is_bid THEN bid_points END AS contractor_points,
        CASE WHEN is_bid THEN (all_points - bid_points - partner_points) / n_defenders END
            AS defender_points,
        first_points - (all_points - first_points) / (n_teams - 1) AS first_net,
        dealer_points - (all_points - dealer_points) / (n_teams - 1) AS dealer_net,
        [points - (all_points - points) / (n_teams - 1) FOR points IN by_team[1:n_teams]]
            AS team_nets,
        n_players,
        trumps,
        jokers,
        bowers,
        side_aces,
        voids,
        tricks,
        CASE WHEN is_bid THEN scores[bid_side + 1] END AS own_score,
        -- several times as fast as cutting the side out of the list
        CASE WHEN is_bid THEN greatest(
            CASE WHEN bid_side <> 0 THEN score_0 END,
            CASE WHEN bid_side <> 1 THEN score_1 END,
            CASE WHEN bid_side <> 2 AND n_teams > 2 THEN score_2 END,
            CASE WHEN bid_side <> 3 AND n_teams > 3 THEN score_3 END,
            CASE WHEN bid_side <> 4 AND n_teams > 4 THEN score_4 END,
            CASE WHEN bid_side <> 5 AND n_teams > 5 THEN score_5 END
        ) END AS other_score
    FROM valued
)
SELECT * FROM final
