"""Hand valuation: the order of hands, what honours and voids add, the safety of suits in misère."""

from __future__ import annotations

import numpy as np
import pytest
from seat_view import masks

from sim.cards import CLUBS, DIAMONDS, HEARTS, NO_TRUMPS, SPADES
from sim.rules import load_rules
from strategies.valuation import (
    CAUGHT,
    court_cards,
    estimate,
    misere_cost,
    misere_costs,
    misere_hand_risk,
    raise_estimate,
    trump_count,
)

PACK = load_rules("australian").record()[0]["pack"]


def hand(text: str) -> np.ndarray:
    return np.array(masks(text), np.int32)


def best_strain(text: str) -> int:
    return max(range(5), key=lambda strain: (estimate(hand(text), strain, 3), strain))


@pytest.mark.parametrize(
    ("text", "strain"),
    [
        ("4D 5D 6D 8D 9C KC 5H 8H QH AH", DIAMONDS),  # five poor ones beat four hearts
        ("AH KH 10H 7H KS QS JS 8S KC 10C", SPADES),  # the right bower beats ace and king
        ("AS KS QS AH KH QH AC KC AD KD", NO_TRUMPS),
        ("RJ JH JD AH KH 4H 5S 6S 7C 8C", HEARTS),
    ],
)
def test_best_strain(text: str, strain: int) -> None:
    assert best_strain(text) == strain


def test_ten_sure_tricks_are_worth_ten() -> None:
    assert estimate(hand("RJ JD JH AD KD QD 10D 9D 7D 4D"), DIAMONDS, 3) >= 1000


def test_bowers_and_jokers_count_as_trumps() -> None:
    held = hand("RJ JH JD AH 5S")
    assert [trump_count(held, trump) for trump in (HEARTS, DIAMONDS, SPADES)] == [4, 3, 2]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("RJ JH AH 8H AS 9S 6C 5C 7D 4D", "QH JH AH 8H AS 9S 6C 5C 7D 4D"),  # the joker
        ("9H JH AH 8H AS 9S 6C 5C 7D 4D", "9H JD AH 8H AS 9S 6C 5C 7D 4D"),  # right over left bower
        ("9H JH AH 8H AS 9S 6C 5C 7D 4D", "9H JH AH 8H KS 9S 6C 5C 7D 4D"),  # a side ace
        ("9H JH AH 8H AS 9S 6C 5C 7C 8C", "9H JH AH 8H AS 9S 6C 5C 7D 4D"),  # a void
        ("9H JH AH 8H 7H 9S 6C 5C 7D 4D", "9H JH AH 8H 7S 9S 6C 5C 7D 4D"),  # a fifth trump
    ],
)
def test_a_better_hand_counts_more(better: str, worse: str) -> None:
    assert estimate(hand(better), HEARTS, 3) > estimate(hand(worse), HEARTS, 3)
    assert raise_estimate(hand(better), HEARTS) >= raise_estimate(hand(worse), HEARTS)


def test_a_larger_kitty_counts_more() -> None:
    held = hand("9H JH AH 8H AS 9S 6C 5C 7D 4D")
    by_kitty = [estimate(held, HEARTS, n) for n in (3, 4, 5, 6)]
    assert by_kitty == sorted(set(by_kitty))


def test_a_raise_needs_more_than_an_average_hand() -> None:
    assert raise_estimate(hand("RJ JH QH 4H 6S 9D 8D 8C 7C 6C"), HEARTS) >= 100
    assert raise_estimate(hand("6H 4H QS JS 8S 9D 8D 8C 7C 6C"), HEARTS) < 0  # two rags


@pytest.mark.parametrize(
    ("text", "suit"), [("4H 6H 8H 10H QH", HEARTS), ("5C 7C 9C JC", CLUBS), ("4D 5D 6D", DIAMONDS)]
)
def test_a_suit_with_a_low_card_for_every_lead_is_safe(text: str, suit: int) -> None:
    assert misere_cost(hand(text)[suit], PACK[suit]) == 0


@pytest.mark.parametrize(
    ("text", "per_cent"),
    [("4H 8H", 15), ("4H 10H", 52), ("4H 6H QH", 48), ("6H", 24), ("8H", 67), ("5H 7H 9H", 36)],
)
def test_risk_of_a_suit(text: str, per_cent: int) -> None:
    """Against the solved chances that best defence catches these holdings."""
    risk = 1 - np.exp(-misere_cost(hand(text)[HEARTS], PACK[HEARTS]) / 100)
    assert risk == pytest.approx(per_cent / 100, abs=0.04)


def test_a_black_suit_starts_at_the_five() -> None:
    assert misere_cost(hand("5C")[CLUBS], PACK[CLUBS]) == 0
    assert misere_cost(hand("5H 6H")[HEARTS], PACK[HEARTS]) > 0


def test_danger_cards_of_a_misere_hand() -> None:
    one_queen = hand("4H 6H 8H 4D 5D 9D 5C 7C QC 5S")
    none, one, two = misere_costs(one_queen, PACK, 0)
    assert none > one >= two
    assert misere_hand_risk(one_queen, PACK, 3, 0) < 20
    assert misere_hand_risk(hand("5H 9H QH 4D 8D KD 6C 8C 5S 10S"), PACK, 3, 0) > 100
    assert (
        misere_hand_risk(hand("6H 7H 8H 9H 6D 7D 8D 6C 7C 6S"), PACK, 3, 0) > 80
    )  # no bottom cards


def test_a_joker_is_thrown_first_but_only_once() -> None:
    joker = hand("RJ 4H 5H 6H 4D 5D 7D 5C 6C 7C")
    assert misere_costs(joker, PACK, 1)[0] == CAUGHT
    assert misere_hand_risk(joker, PACK, 3, 1) == 10
    assert court_cards(joker) == 1
