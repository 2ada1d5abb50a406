-- balance_batches: who wins what in the hands of a variant, batch by batch.
-- grain: variant, line_up, mode, batch
-- needs: hand_sides, cells
-- variant        name of the rules
-- line_up        name of the line-up
-- mode           'hands' one by one, or whole 'games'
-- batch          0..1023, see hand_sides
-- n              hands, those thrown in for a redeal left out
-- n_redealt      hands thrown in because a player asked for a redeal
-- n_players      seats
-- n_passed_out   hands in which nobody bid
-- n_contracts    hands with a contract
-- n_made         contracts made
-- n_won          contracts that brought the contractor's side more points than a defending team has on average
-- n_miseres      contracts that were a misère of some kind
-- n_tricks_bid   contracts that were a bid of tricks
-- n_too_high     of these, contracts set
-- n_one_short    of these, contracts set by a single trick
-- n_to_spare     of these, contracts made with a trick or more to spare
-- first_net      sum of points of the first caller's team minus the mean of the other teams
-- dealer_net     sum of points of the dealer's team minus the mean of the other teams
-- contract_net   sum of points of the contractor's team minus the mean of the defending teams
-- n_position_0   contracts of the first caller, left of the dealer
-- n_position_1   contracts of the second caller
-- n_position_2   contracts of the third caller
-- n_position_3   contracts of the fourth caller, with four players the dealer
-- n_position_4   contracts of the fifth caller
-- n_position_5   contracts of the sixth caller
WITH final AS (
    SELECT
        cells.variant,
        cells.line_up,
        cells.mode,
        sides.batch,
        count(*) FILTER (NOT redealt) AS n,
        count(*) FILTER (redealt) AS n_redealt,
        any_value(n_players) AS n_players,
        count(*) FILTER (contractor IS NULL AND NOT redealt) AS n_passed_out,
        count(contractor) AS n_contracts,
        sum(made)::BIGINT AS n_made,
        count(*) FILTER (contractor_points > defender_points) AS n_won,
        count(*) FILTER (is_misere) AS n_miseres,
        count(level) AS n_tricks_bid,
        count(*) FILTER (level IS NOT NULL AND made = 0) AS n_too_high,
        count(*) FILTER (made = 0 AND tricks = level - 1) AS n_one_short,
        count(*) FILTER (made = 1 AND tricks > level) AS n_to_spare,
        sum(first_net)::DOUBLE AS first_net,
        sum(dealer_net)::DOUBLE AS dealer_net,
        coalesce(sum(contractor_points - defender_points), 0)::DOUBLE AS contract_net,
        count(*) FILTER (position = 0) AS n_position_0,
        count(*) FILTER (position = 1) AS n_position_1,
        count(*) FILTER (position = 2) AS n_position_2,
        count(*) FILTER (position = 3) AS n_position_3,
        count(*) FILTER (position = 4) AS n_position_4,
        count(*) FILTER (position = 5) AS n_position_5
    FROM hand_sides AS sides
    JOIN cells USING (cell)
    WHERE cells.mode <> 'forced'
    GROUP BY ALL
)
SELECT * FROM final
