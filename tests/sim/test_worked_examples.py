"""The worked examples of four-handed play, on the compiled game and on the reference.

Every test is named after what its example states; the number of the example is in its docstring.
Unless an example says otherwise the rules are the Australian ones.
"""

from __future__ import annotations

from typing import Any

import pytest
import referees
from referees import Position, Referee

from sim.rules import Rules, load_rules

AUS = load_rules("australian")
CLOTH = load_rules("trickster-australian")
BOTH_JOKERS = AUS.replace({"table.deck": "D44"})


@pytest.fixture(params=["reference", "kernels"])
def referee(request: pytest.FixtureRequest) -> Referee:
    return referees.REFEREES[request.param]()


def put_all(position: Position, cards: str) -> None:
    for card in cards.split():
        position.put(card)


def may_follow(
    referee: Referee, call: str, led: str, hand: str, rules: Rules = AUS, **given: Any
) -> set[str]:
    """What seat 1 may play from a hand when seat 0, the contractor, has led a card."""
    position = referee.position(rules, call, {0: led, 1: hand}, contractor=0, **given)
    position.put(led)
    return position.legal()


def taken_by(
    referee: Referee, call: str, trick: str, rules: Rules = AUS, named: str | None = None
) -> str:
    """The card that takes a trick of four, led by the contractor."""
    cards = trick.split()
    position = referee.position(rules, call, dict(enumerate(cards)), contractor=0)
    position.put(cards[0], named)
    put_all(position, " ".join(cards[1:]))
    return cards[position.winners()[0]]


# -- following and winning ----------------------------------------------------------------------


def test_left_bower_led_calls_for_trumps(referee: Referee) -> None:
    """Example 1."""
    assert may_follow(referee, "7H", led="JD", hand="KD 5H 9S") == {"5H"}


def test_left_bower_is_no_card_of_its_printed_suit(referee: Referee) -> None:
    """Example 2."""
    assert may_follow(referee, "7H", led="AD", hand="JD 9S 5H") == {"JD", "9S", "5H"}


def test_joker_has_to_follow_trumps(referee: Referee) -> None:
    """Example 3."""
    assert may_follow(referee, "7H", led="4H", hand="RJ AD") == {"RJ"}


def test_right_bower_beats_the_left_and_the_joker_beats_both(referee: Referee) -> None:
    """Example 4."""
    assert taken_by(referee, "7H", "AH JD JH QH") == "JH"
    assert taken_by(referee, "7H", "AH JD JH RJ") == "RJ"


def test_small_trump_takes_a_plain_suit(referee: Referee) -> None:
    """Example 6."""
    assert taken_by(referee, "7H", "AC 5H KC AD") == "5H"


def test_joker_may_ruff_only_without_the_suit_led(referee: Referee) -> None:
    """Example 7."""
    assert may_follow(referee, "7H", led="6C", hand="RJ 9C 8S") == {"9C"}
    assert may_follow(referee, "7H", led="6C", hand="RJ 8S") == {"RJ", "8S"}


def test_jack_is_an_ordinary_card_at_no_trumps(referee: Referee) -> None:
    """Example 8."""
    assert taken_by(referee, "7NT", "QH JH KH AS") == "KH"


def test_joker_beats_the_ace_at_no_trumps(referee: Referee) -> None:
    """Example 9."""
    assert taken_by(referee, "7NT", "AS RJ KS 5S") == "RJ"


def test_joker_does_not_follow_at_no_trumps_while_its_holder_can(referee: Referee) -> None:
    """Example 10."""
    assert may_follow(referee, "7NT", led="9S", hand="RJ KS") == {"KS"}


def test_joker_is_forced_in_misere_on_a_holder_who_is_void(referee: Referee) -> None:
    """Example 12."""
    assert may_follow(referee, "M", led="9S", hand="RJ 4D") == {"RJ"}


def test_joker_is_not_forced_in_misere_where_the_rules_do_not_force_it(referee: Referee) -> None:
    """Example 13."""
    assert may_follow(referee, "M", led="9S", hand="RJ 4D", rules=CLOTH) == {"RJ", "4D"}


# -- leading the joker without trumps -----------------------------------------------------------

LEADER = "AS AD KD RJ 4H 5H 6H 7H 8H 9H"
OTHERS = {1: "5S 5D 6D", 2: "6S 7D 8D", 3: "7S 9D TD"}
LEADER_OF_THREE_SUITS = "AS AD AC RJ 4H 5H 6H 7H 8H 9H"
OTHERS_OF_THREE_SUITS = {1: "5S 5D 5C TH", 2: "6S 7D 6C JH", 3: "7S 9D 7C QH"}


def after_spades_and_diamonds(referee: Referee, rules: Rules) -> Position:
    position = referee.position(rules, "8NT", {0: LEADER, **OTHERS}, contractor=0)
    put_all(position, "AS 5S 6S 7S AD 5D 7D 9D KD 6D 8D TD")
    return position


def after_all_but_hearts(referee: Referee, rules: Rules) -> Position:
    hands = {0: LEADER_OF_THREE_SUITS, **OTHERS_OF_THREE_SUITS}
    position = referee.position(rules, "8NT", hands, contractor=0)
    put_all(position, "AS 5S 6S 7S AD 5D 7D 9D AC 5C 6C 7C")
    return position


def test_led_joker_names_a_suit_that_was_not_led_yet(referee: Referee) -> None:
    """Example 15."""
    position = after_spades_and_diamonds(referee, AUS)
    assert "RJ" in position.legal()
    assert position.nameable("RJ") == {"C", "H"}


def test_led_joker_names_the_one_suit_left_and_then_all_four_count_as_led(
    referee: Referee,
) -> None:
    """Example 16."""
    position = after_all_but_hearts(referee, AUS)
    assert position.nameable("RJ") == {"H"}
    position.put("RJ", "H")
    put_all(position, "TH JH QH")
    assert position.winners() == [0, 0, 0, 0]
    assert position.suits_led() == {"S", "C", "D", "H"}


def test_joker_is_not_led_again_before_the_last_trick_once_all_suits_were_led(
    referee: Referee,
) -> None:
    """What example 16 leads to."""
    hands = {0: "AS AD AC AH RJ 8H", 1: "5S 5D 5C 5H", 2: "6S 6D 6C 6H", 3: "7S 7D 7C 7H"}
    position = referee.position(AUS, "8NT", hands, contractor=0)
    put_all(position, "AS 5S 6S 7S AD 5D 6D 7D AC 5C 6C 7C AH 5H 6H 7H")
    assert position.legal() == {"8H"}


def test_led_joker_names_any_suit_where_the_rules_let_it(referee: Referee) -> None:
    """Example 18."""
    assert after_spades_and_diamonds(referee, CLOTH).nameable("RJ") == {"S", "C", "D", "H"}
    assert after_all_but_hearts(referee, CLOTH).nameable("RJ") == {"S", "C", "D", "H"}


def test_others_follow_the_suit_named_and_the_joker_takes_the_trick(referee: Referee) -> None:
    """Example 19."""
    hands = {0: "RJ", 1: "5C AH", 2: "AC", 3: "KC"}
    position = referee.position(AUS, "8NT", hands, contractor=0)
    position.put("RJ", "C")
    assert position.legal() == {"5C"}
    put_all(position, "5C AC KC")
    assert position.winners() == [0]


def test_joker_that_is_led_only_to_the_last_trick(referee: Referee) -> None:
    """Example 21."""
    rules = AUS.replace({"joker.lead": "last_trick"})
    position = referee.position(rules, "8NT", {0: "RJ 5S 6H", 1: "9S"}, contractor=0)
    assert position.legal() == {"5S", "6H"}


def test_joker_led_to_the_last_trick_names_nothing_and_takes_it(referee: Referee) -> None:
    """What example 21 allows: after nine tricks the joker is led."""
    rules = AUS.replace({"joker.lead": "last_trick"})
    spades, clubs = "AS KS QS JS TS 9S 8S 7S 6S RJ", "AC KC QC JC TC 9C 8C 7C 6C 5C"
    reds = "AD KD QD JD TD 9D 8D 7D 6D 5D", "AH KH QH JH TH 9H 8H 7H 6H 5H"
    hands = {0: spades, 1: clubs, 2: reds[0], 3: reds[1]}
    position = referee.position(rules, "10NT", hands, contractor=0)
    for trick in range(9):
        assert "RJ" not in position.legal()
        for seat in range(4):
            position.put(hands[seat].split()[trick])
    assert position.legal() == {"RJ"}
    assert position.nameable("RJ") == set()
    for seat in range(4):
        position.put(hands[seat].split()[9])
    assert position.winners() == [0] * 10


# -- nominated joker ----------------------------------------------------------------------------


def test_nominated_joker_is_the_highest_card_of_its_suit(referee: Referee) -> None:
    """Example 22."""
    hands = {0: "RJ 5D AS", 1: "KD", 2: "9D", 3: "AD"}
    position = referee.position(AUS, "7NT", hands, contractor=0, nominated="D", leader=2)
    position.put("9D")
    position.put("AD")
    assert position.legal() == {"RJ", "5D"}
    position.put("RJ")
    position.put("KD")
    assert position.winners() == [0]


def test_nominated_joker_has_to_follow_and_loses_off_its_suit(referee: Referee) -> None:
    """Example 23."""
    hands = {0: "RJ AS", 1: "9S", 2: "6S", 3: "5D 7S"}
    position = referee.position(AUS, "7NT", hands, contractor=0, nominated="D", leader=3)
    position.put("5D")
    assert position.legal() == {"RJ"}
    hands = {0: "RJ AH", 1: "9S", 2: "6S", 3: "7S"}
    position = referee.position(AUS, "7NT", hands, contractor=0, nominated="D", leader=3)
    put_all(position, "7S RJ 9S 6S")
    assert position.winners() == [1]


def test_misere_contractor_with_a_free_joker_has_to_win_with_it(referee: Referee) -> None:
    """Example 24."""
    hands = {0: "RJ 4D", 1: "TC", 3: "9C"}
    position = referee.position(AUS, "M", hands, contractor=0, leader=3)
    position.put("9C")
    assert position.legal() == {"RJ"}
    position.put("RJ")
    position.put("TC")
    assert position.winners() == [0]
    assert position.over()
    assert referee.points(AUS, "M", contractor=0, tricks=1, played=1) == [-250, 0]


def test_misere_contractor_with_a_nominated_joker_may_throw_it(referee: Referee) -> None:
    """Example 24, had it been nominated."""
    hands = {0: "RJ 4D", 1: "TC", 3: "9C"}
    position = referee.position(AUS, "M", hands, contractor=0, leader=3, nominated="H")
    position.put("9C")
    assert position.legal() == {"RJ", "4D"}
    position.put("RJ")
    position.put("TC")
    assert position.winners() == [1]
    assert not position.over()


# -- two jokers ---------------------------------------------------------------------------------


def test_black_joker_beats_the_red(referee: Referee) -> None:
    """Example 26."""
    assert taken_by(referee, "7NT", "AC RJ BJ KC", rules=BOTH_JOKERS) == "BJ"
    assert taken_by(referee, "7H", "RJ BJ JH AH", rules=BOTH_JOKERS) == "BJ"
    assert taken_by(referee, "7NT", "RJ BJ KC AC", rules=BOTH_JOKERS, named="C") == "BJ"
    assert may_follow(referee, "7H", led="9H", hand="BJ 9S", rules=BOTH_JOKERS) == {"BJ"}


# -- open hand ----------------------------------------------------------------------------------


def test_open_hand_is_seen_from_the_second_trick_by_everybody(referee: Referee) -> None:
    """Example 50."""
    hands = {0: "4D 5S", 1: "9D 6S", 2: "AH KH", 3: "TD 7S"}
    position = referee.position(AUS, "OM", hands, contractor=0)
    assert position.open_hand() is None
    for card in ("4D", "9D", "TD"):
        assert position.open_hand() is None
        position.put(card)
    assert position.open_hand() == {"5S"}
    position.put("7S")
    position.put("5S")
    assert position.open_hand() == set()


def test_open_hand_is_seen_before_the_first_lead_where_the_rules_say_so(referee: Referee) -> None:
    """Example 50, the other rule."""
    hands = {0: "4D 5S", 1: "9D 6S", 2: "AH KH", 3: "TD 7S"}
    assert referee.position(CLOTH, "OM", hands, contractor=0).open_hand() == {"4D", "5S"}


def test_variation_that_forbids_naming_a_suit_one_has_shown_void_in(referee: Referee) -> None:
    """Example 20."""
    rules = AUS.replace({"joker.lead": "any_suit", "joker.shown_void": "not_named"})
    hands = {0: "AD 5S 5H", 1: "RJ AS 9C", 2: "4D 6S 6H", 3: "5D 7S 7H"}
    position = referee.position(rules, "7NT", hands, contractor=0)
    put_all(position, "AD 9C 4D 5D")  # seat 1 discards on a diamond
    put_all(position, "5S AS 6S 7S")
    assert position.nameable("RJ") == {"S", "C", "H"}


def test_low_joker_takes_no_trick_but_one_that_nobody_follows(referee: Referee) -> None:
    """Section 4.4: led it is the lowest card of the suit that is named."""
    rules = AUS.replace({"joker.low_in_misere": True, "misere.allowed": "any_time"})
    hands = {0: "RJ 9C", 1: "4D 5C", 2: "", 3: "6D 6C"}
    position = referee.position(rules, "M", hands, contractor=0)
    position.put("RJ", "D")
    put_all(position, "4D 6D")
    assert position.winners() == [3]
