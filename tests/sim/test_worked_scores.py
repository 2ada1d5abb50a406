"""The worked examples of auction, scoring and game end, on the compiled game and the reference.

Every test is named after what its example states; the number of the example is in its docstring.
Unless an example says otherwise the rules are the Australian ones.
"""

from __future__ import annotations

import pytest
import referees
from referees import Referee

from sim.rules import load_rules

AUS = load_rules("australian")
CLOTH = load_rules("trickster-australian")
AMERICAN = load_rules("trickster-american")


@pytest.fixture(params=["reference", "kernels"])
def referee(request: pytest.FixtureRequest) -> Referee:
    return referees.REFEREES[request.param]()


# -- auction ------------------------------------------------------------------------------------


def test_bid_has_to_exceed_the_one_that_stands(referee: Referee) -> None:
    """Example 27."""
    legal = referee.legal_calls(AUS, "7D")
    assert "7C" not in legal
    assert {"7H", "M"} <= legal


def test_misere_waits_for_a_seven_and_open_misere_does_not(referee: Referee) -> None:
    """Example 28."""
    legal = referee.legal_calls(AUS, "6NT")
    assert "M" not in legal
    assert "OM" in legal
    assert "OM" in referee.legal_calls(AUS, "")


def test_eight_spades_and_misere_by_the_ladder_in_force(referee: Referee) -> None:
    """Example 29."""
    assert "8S" in referee.legal_calls(AUS, "7S M")
    legal = referee.legal_calls(CLOTH, "7S M")
    assert "8S" not in legal
    assert "8C" in legal
    assert "M" in referee.legal_calls(CLOTH, "7S 8S")
    assert "8S" in referee.legal_calls(AMERICAN, "7S M")
    assert "M" not in referee.legal_calls(AMERICAN, "7S 8S")


def test_open_misere_stands_between_ten_diamonds_and_ten_hearts(referee: Referee) -> None:
    """Example 31."""
    assert "OM" in referee.legal_calls(AUS, "10D")
    assert "OM" not in referee.legal_calls(AUS, "10H")
    assert referee.legal_calls(AUS, "OM") == {"Pass", "10H", "10NT"}


def test_open_misere_that_waits_for_an_eight(referee: Referee) -> None:
    """Example 33."""
    rules = CLOTH.replace({"open_misere.allowed": "after_eight"})
    assert "OM" not in referee.legal_calls(rules, "7S")
    assert "OM" in referee.legal_calls(rules, "7S 8D")


def test_highest_bidder_may_raise_once_where_the_rules_let_him(referee: Referee) -> None:
    """Example 35."""
    rules = AUS.replace({"auction.raise_own_bid": "once"})
    legal = referee.legal_calls(rules, "7H Pass Pass Pass")
    assert {"Pass", "7NT", "M", "8S"} <= legal
    assert "7D" not in legal
    assert "7H" not in legal
    assert referee.contract(rules, "7H Pass Pass Pass Pass") == (0, "7H")
    assert referee.contract(rules, "7H Pass Pass Pass 8S") == (0, "8S")
    assert referee.contract(AUS, "7H Pass Pass Pass") == (0, "7H")


def test_inkles_are_no_contract(referee: Referee) -> None:
    """Example 36."""
    assert referee.contract(AMERICAN, "iS iH Pass Pass") is None
    assert referee.points(AMERICAN, "Pass", contractor=None, tricks=0, played=0) == [0, 0]
    assert referee.next_dealer(AMERICAN, dealer=1, passed_out=True) == 2


def test_inkles_exceed_inkles_and_the_third_caller_has_none(referee: Referee) -> None:
    """Example 37."""
    legal = referee.legal_calls(AMERICAN, "iH")
    assert {"iNT", "7S", "10NT"} <= legal
    assert not {"iC", "iH"} & legal
    legal = referee.legal_calls(AMERICAN, "Pass Pass")
    assert "7S" in legal
    assert not {call for call in legal if call[0] in "i6"}


def test_four_passes_hand_the_deal_on_or_are_played_at_no_trumps(referee: Referee) -> None:
    """Example 39."""
    assert referee.next_dealer(AUS, dealer=3, passed_out=True) == 0
    same = AUS.replace({"auction.all_pass": "same_dealer"})
    assert referee.next_dealer(same, dealer=3, passed_out=True) == 3
    played = AUS.replace({"auction.all_pass": "play_no_trumps"})
    # Seats 0 to 3 take 4, 3, 2 and 1 tricks: six for one side, four for the other.
    assert referee.points(played, "Pass", contractor=None, tricks=6, played=10) == [60, 40]


# -- scoring ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "points"), [("6S", 250), ("7NT", 250), ("8S", 250), ("8C", 260), ("9H", 400)]
)
def test_all_ten_tricks_are_worth_250_at_least(referee: Referee, call: str, points: int) -> None:
    """Example 40."""
    assert referee.points(AUS, call, contractor=0, tricks=10, played=10) == [points, 0]


@pytest.mark.parametrize(
    ("call", "tricks", "points"),
    [
        ("7H", 8, [200, 20]),
        ("8D", 9, [280, 10]),
        ("9C", 8, [-360, 20]),
        ("6NT", 5, [-120, 50]),
    ],
)
def test_contract_wins_or_loses_its_value_and_defenders_ten_a_trick(
    referee: Referee, call: str, tricks: int, points: list[int]
) -> None:
    """Example 41."""
    assert referee.points(AUS, call, contractor=0, tricks=tricks, played=10) == points
    assert referee.points(AUS, call, contractor=3, tricks=tricks, played=10) == points[::-1]


def test_misere_wins_or_loses_its_value(referee: Referee) -> None:
    """Example 42."""
    assert referee.points(AUS, "M", contractor=0, tricks=0, played=10) == [250, 0]
    assert referee.points(AUS, "M", contractor=0, tricks=1, played=1) == [-250, 0]
    forced = AUS.replace({"scoring.misere_defenders": "forced_tricks"})
    assert referee.points(forced, "M", contractor=0, tricks=1, played=10) == [-250, 10]


# -- end of the game ----------------------------------------------------------------------------


def test_side_above_500_on_trick_points_plays_on(referee: Referee) -> None:
    """Example 45."""
    assert referee.game_end(AUS, [120, 510], "6D", contractor=0, made=True) is None
    points = referee.points(AUS, "8H", contractor=1, tricks=6, played=10, scores=[120, 510])
    assert points == [40, -300]
    assert referee.game_end(AUS, [160, 210], "8H", contractor=1, made=False) is None


# -- three players ------------------------------------------------------------------------------


SOLO = load_rules("solo-3")


def test_contractor_who_reaches_the_target_wins_with_fewer_points(referee: Referee) -> None:
    """Example 47."""
    found = referee.game_end(SOLO, [520, 540, 100], "6H", contractor=0, made=True)
    assert found == (0, "contract")


def test_player_who_has_fallen_ends_the_game_but_nobody_wins(referee: Referee) -> None:
    """Example 49."""
    found = referee.game_end(SOLO, [300, 500, 100], "6H", contractor=0, made=True, fallen=[1])
    assert found == (-1, "points")
    assert referee.game_end(SOLO, [300, -510, 100], "6H", contractor=1, made=False) is None


def test_each_of_two_defenders_scores_his_own_tricks(referee: Referee) -> None:
    """Section 8.3 on three players, who have no partner to share with."""
    points = referee.points(SOLO, "7H", contractor=0, tricks=8, played=10, scores=[0, 0, 0])
    assert points == [200, 20, 0]


def test_minnesota_pays_for_a_trick_that_a_nullo_player_is_made_to_take(referee: Referee) -> None:
    """Example 42, the variant."""
    minnesota = load_rules("minnesota")
    assert referee.points(minnesota, "M", contractor=0, tricks=1, played=10) == [-250, 10]


def test_quebec_gives_the_value_of_a_set_bid_to_the_others(referee: Referee) -> None:
    """Section 8.6."""
    quebec = load_rules("quebec")
    assert referee.points(quebec, "7H", contractor=0, tricks=5, played=10) == [0, 200]
    assert referee.points(quebec, "7H", contractor=0, tricks=8, played=10) == [200, 0]
    assert referee.points(quebec, "M", contractor=1, tricks=1, played=2) == [500, 0]


def test_first_table_multiplies(referee: Referee) -> None:
    """Section 8.2."""
    old = load_rules("original-1904").replace({"table.players": 4, "table.deck": "D43"})
    assert referee.points(old, "8H", contractor=0, tricks=8, played=10) == [300, 20]
    legal = referee.legal_calls(old, "7S")
    assert "6H" in legal  # 100 against 80
    assert "6D" not in legal  # 80 too, but fewer tricks
