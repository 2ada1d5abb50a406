"""The player by the book: points as they stand there, and better than a beginner."""

from __future__ import annotations

import numpy as np
import pytest
from seat_view import Position

from sim import cards
from sim.engine import play_hands
from sim.rules import load_rules
from strategies.api import load_functions, load_strategy

AUS = load_rules("australian")
ASK = load_functions("point_count")


def bid(hand: str, calls: str = "", rules: str = "australian", **values: float) -> str:
    seat = len(calls.split())
    table = Position(load_rules(rules), hand, seat, dealer=3)
    table.parameters(load_strategy("point_count").parameters | values)
    return cards.CALL_NAMES[ASK["bid"](table.calls(calls).to_bid())]


@pytest.mark.parametrize(
    ("hand", "calls", "call"),
    [
        # 4 for the right bower, 2 for the ace, 1 for the king: seven points and four trumps
        ("JH AH KH 5H 8S 6S KC 10C 9D 5D", "", "6H"),
        ("JH AH 7H 5H 8S 6S KC 10C 9D 5D", "", "Pass"),
        # joker, right bower and ace are eleven points, but only three trumps
        ("RJ JH AH 8S 7S 6S 10C 8C 9C 5D", "", "Pass"),
        # two points for the fifth trump; partner's suit takes no fourth
        ("JH KH 9H 7H 5H 8S 6S KC 10C 9D", "", "6H"),
        ("JH KH 9H 8S 7S 6S KC 10C 9D 5D", "6H Pass", "7H"),
        ("AS KS AH KH QC KC 8C QD 7D 6D", "", "6NT"),
        ("AS KS AH KH QC KC 8C 9D 7D 6D", "", "Pass"),  # no diamond honour
    ],
)
def test_bids_what_the_points_are_worth(hand: str, calls: str, call: str) -> None:
    assert bid(hand, calls) == call


def test_says_all_at_once_where_there_is_one_call_each() -> None:
    hand = "RJ JH AH 9H 5H 8S 6S KC 10C 9D"  # 5 + 4 + 2, and 2 for length
    assert bid(hand) == "6H"
    assert bid(hand, "Pass Pass", rules="trickster-american") == "8H"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("RJ 4H 5H 6H 4D 5D 7D 5C 6C 7C", "M"),  # one card to throw
        ("RJ 4H 5H 6H 4D 5D 7D 5C 6C QC", "Pass"),  # two
    ],
)
def test_misere_has_one_bad_card_at_most(hand: str, call: str) -> None:
    assert bid(hand, "Pass Pass 7S") == call


def test_parameters_add_points() -> None:
    hand = "JH AH 7H 5H AS 6S KC 10C 9D 5D"  # six points, and an ace beside them
    assert bid(hand) == "Pass"
    assert bid(hand, side_ace=1) == "6H"
    assert bid(hand, caution=-1) == "6H"
    assert bid(hand, side_ace=1, caution=1) == "Pass"


@pytest.mark.parametrize(("name", "least"), [("australian", 25), ("trickster-american", 3)])
def test_better_than_a_novice(name: str, least: float) -> None:
    """Each deal is played twice, the second time with the sides exchanged."""
    book, novice = (load_strategy(each).player() for each in ("point_count", "novice"))
    margins = []
    for team, line_up in enumerate(([book, novice] * 2, [novice, book] * 2)):
        points = play_hands(load_rules(name), line_up, seed=9, first=0, count=6_000).hands["points"]
        margins.append(points[:, team].astype(float) - points[:, 1 - team])
    margin = (margins[0] + margins[1]) / 2
    assert margin.mean() - 1.96 * margin.std() / np.sqrt(len(margin)) > least
