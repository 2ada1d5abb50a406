"""The beginner: the habits he is made of, legality under all rules, better than chance."""

from __future__ import annotations

import numpy as np
import pytest
from seat_view import Position
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games
from sim.rules import load_rules
from strategies.api import load_functions, load_strategy

AUS = load_rules("australian")
NOVICE = load_strategy("novice")
ASK = load_functions("novice")


def position(hand: str, seat: int = 0) -> Position:
    table = Position(AUS, hand, seat, dealer=3).parameters({"carelessness": 0.0})
    return table


def bid(hand: str, calls: str = "") -> str:
    seat = len(calls.split())
    return cards.CALL_NAMES[ASK["bid"](position(hand, seat).calls(calls).to_bid())]


def test_bids_his_longest_suit_on_aces_and_length() -> None:
    assert bid("AH KH 10H 7H 6H AS 8S 5S KC 10C") == "6H"
    assert bid("KH QH 10H 7H 6H KS 8S 5S KC 10C") == "Pass"


def test_bids_no_trumps_on_three_aces() -> None:
    assert bid("AH KH 10H 7H 6H AS 8S 5S AC 10C") == "6NT"


def test_bids_misere_without_court_cards_bottom_cards_or_not() -> None:
    assert bid("8H 9H TH 8D 9D TD 8C 9C TC 9S", "Pass Pass 7S") == "M"


def test_does_not_look_at_the_score() -> None:
    hand = "RJ JH AH KH 9H 7H AS 5S KC 6C"
    table = position(hand, 2).scores(480, 0).calls("6H Pass")
    assert cards.CALL_NAMES[ASK["bid"](table.to_bid())] == "7H"


def test_throws_the_lowest_cards_of_different_suits() -> None:
    table = position("RJ JH AH KH 9H 7H AS 5S KC 6C").contract("7H", 0, "QD 8D 4D")
    thrown = []
    for _ in range(3):
        card = table.name(ASK["discard"](table.to_discard()))
        thrown.append(card)
        table.put_away([card])
    assert thrown == ["4D", "5S", "6C"]


def test_leads_his_aces_and_draws_trumps_afterwards() -> None:
    table = position("RJ JH AH KH 9H 7H AS 5S KC 6C").contract("7H", 0).start()
    assert table.name(ASK["play"](table.to_play())) == "AS"
    table = position("RJ JH AH KH 9H 7H KS 5S KC 6C").contract("7H", 0).start()
    assert table.name(ASK["play"](table.to_play())) == "RJ"


@pytest.mark.parametrize("name", VARIANTS)
def test_answers_are_legal_in_every_variant(name: str) -> None:
    """The engine stops at the first illegal answer."""
    rules = VARIANTS[name]
    line_up = ([NOVICE.player(), NOVICE.player(carelessness=3)] * 3)[: rules.table.players]
    assert len(play_games(rules, line_up, seed=1, first=0, count=20).games) == 20
    for call in ("M", "OM", "9NT", "8S"):
        code = cards.call_code(call)
        if rules.record()["rank"][0, code] >= 0:
            play_forced(rules, line_up, seed=2, first=0, count=100, seat=1, call=code)


def test_novice_beats_random_play() -> None:
    """Paired games: each is also played with the sides exchanged."""
    novice, chance = NOVICE.player(), load_strategy("random_legal").player()
    won = [
        play_games(AUS, sides, seed=6, first=0, count=200).games["winner"] == team
        for team, sides in enumerate(([novice, chance] * 2, [chance, novice] * 2))
    ]
    share = (won[0].astype(float) + won[1]) / 2
    assert share.mean() - 4 * share.std() / np.sqrt(len(share)) > 0.9
