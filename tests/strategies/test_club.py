"""The club player: positions with a known answer, legality under all rules, plausible figures.

Positions are asked of the plain functions; a whole run compares them with the compiled ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from club_asked import call as asked_call
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_choices import any_rules
from seat_view import Position
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.rules import Rules, load_rules
from strategies.api import load_functions, load_strategy

AUS = load_rules("australian")
AMERICAN_45 = load_rules("trickster-american").replace({"table.deck": "D45"})
CLUB = load_strategy("club")
ASK = load_functions("club")
FIRST, LAST = 0, 3  # seats with dealer 3: the first to call, the dealer


def position(hand: str, seat: int = FIRST, rules: Rules = AUS) -> Position:
    return Position(rules, hand, seat, dealer=3).parameters(CLUB.parameters)


def bid(hand: str, calls: str = "", ours: int = 0, theirs: int = 0, rules: Rules = AUS) -> str:
    """What a hand calls after these calls; its seat is the one whose turn it is."""
    one_round = rules.auction.rounds == "one"
    n = len(calls.split())
    seat = n if one_round or n < 4 else FIRST
    view = position(hand, seat, rules).scores(ours, theirs).calls(calls).to_bid()
    return cards.CALL_NAMES[ASK["bid"](view)]


POOR_DIAMONDS = "4D 5D 6D 8D 9C KC 5H 8H QH AH"
TEN_DIAMONDS = "RJ JD JH AD KD QD 10D 9D 7D 4D"
SOLID = "AS KS QS AH KH QH AC KC AD KD"
BEHIND_SEVEN = "Pass Pass 7S"


# -- bidding ------------------------------------------------------------------------------------


def test_opens_the_longer_poor_suit_at_six() -> None:
    assert bid(POOR_DIAMONDS) == "6D"


def test_the_same_hand_passes_when_partner_has_passed_and_an_opponent_has_bid() -> None:
    assert bid(POOR_DIAMONDS, "Pass Pass 6S") == "Pass"


def test_right_bower_and_king_queen_beat_ace_king() -> None:
    assert bid("AH KH 10H 7H KS QS JS 8S KC 10C") == "6S"


def test_opens_six_no_trumps_to_show_the_joker() -> None:
    assert bid("RJ AS 5S 5H 4H KD 4D 6C 5C 7C") == "6NT"


def test_without_the_joker_no_trumps_are_opened_higher() -> None:
    assert bid(SOLID) == "9NT"  # nine top tricks, only the joker beats them


@pytest.mark.parametrize(
    ("ours", "call"),
    [(0, "10D"), (120, "9D"), (480, "Pass")],  # as high as the game needs
)
def test_raises_partner_to_what_the_score_needs(ours: int, call: str) -> None:
    assert bid(TEN_DIAMONDS, "6NT Pass 7D Pass", ours) == call


def test_raises_partner_with_a_fit_and_an_ace() -> None:
    assert bid("RJ AS JS 7S QH KD QD 9D 7D 4D", "6NT Pass 7D Pass") in ("8D", "9D")


def test_two_rags_and_nothing_else_are_no_raise() -> None:
    assert bid("6H 4H QS JS 8S 9D 8D 8C 7C 6C", "6H Pass") == "Pass"


def test_stays_away_from_the_back_door() -> None:
    assert bid(POOR_DIAMONDS, "Pass Pass 7H", ours=-420, theirs=200) == "Pass"


# -- misère in the auction ----------------------------------------------------------------------


def test_keeps_the_bidding_alive_for_misere() -> None:
    assert bid("4H 5H 6H 8H 4D 6D 7D 5C 7C 6S") == "6S"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("4H 6H 8H 4D 5D 9D 5C 7C QC 5S", "M"),  # one danger card
        ("RJ 4H 5H 6H 4D 5D 7D 5C 6C 7C", "M"),  # the joker is a discard, not a bar
        ("5H 9H QH 4D 8D KD 6C 8C 5S 10S", "Pass"),  # six danger cards
    ],
)
def test_misere_by_its_danger_cards(hand: str, call: str) -> None:
    assert bid(hand, BEHIND_SEVEN) == call


def test_a_doubtful_misere_is_a_sacrifice_when_the_game_is_lost_otherwise() -> None:
    doubtful = "4H 7H QH 4D 6D KD 5C 8C 6S JS"
    assert bid(doubtful, BEHIND_SEVEN, theirs=440) == "M"
    assert bid(doubtful, BEHIND_SEVEN, theirs=0) == "Pass"


def test_open_misere_when_misere_is_outbid_and_every_suit_is_bottomed() -> None:
    assert bid("5C 6C 7C 4D 5D 6D 4H 5H 6H 7H", "Pass Pass 8H") == "OM"


# -- the American auction -----------------------------------------------------------------------


def test_inkles_no_trumps_for_the_joker() -> None:
    rags = "RJ 5S 4S 5H 4H 5D 4D 6C 5C 4C"
    no_misere = AMERICAN_45.replace({"misere.allowed": "never", "open_misere.allowed": "never"})
    assert bid(rags, rules=no_misere) == "iNT"


def test_inkles_the_best_suit_of_a_hand_too_weak_for_seven() -> None:
    assert bid("KH QH 10H 7H AS 6S 9C 7C 5D 4D", rules=AMERICAN_45) == "iH"


def test_bids_the_full_worth_at_once_when_everybody_calls_once() -> None:
    assert bid("RJ JH JD AH KH 4H AS 6S KC 5C", rules=AMERICAN_45) in ("8H", "9H", "10H")


# -- the exchange -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "hand", "kitty", "thrown"),
    [
        # the weak suit goes, A-x and K-x stay
        ("7H", "RJ JH AH KH 9H 7H AS 5S KC 6C", "QD 8D 4D", "QD 8D 4D"),
        ("8S", "RJ JS AS QS 9S 7S KH 6H AD 9D", "8C 7C 5C", "8C 7C 5C"),
        # the long suit, entries and a stopper stay
        ("8NT", "RJ AH KH QH 9H 7H AS 6S KD 8D", "5D 9C 6C", "9C 6C 5D"),
        # the joker and the unsafe short suit go, the ten hides behind 5-6-7
        ("M", "5C 6C 7C RJ 5D 6D 4H 5H 6H 7H", "8S 10C 9S", "RJ 8S 9S"),
    ],
)
def test_puts_away(call: str, hand: str, kitty: str, thrown: str) -> None:
    table = position(hand).contract(call, FIRST, kitty)
    put = []
    for _ in range(3):
        card = table.name(ASK["discard"](table.to_discard()))
        put.append(card)
        table.put_away([card])
    assert set(put) == {cards.card_name(cards.card_code(name)) for name in thrown.split()}


def test_never_throws_trumps_while_there_is_anything_else() -> None:
    hand = "RJ JH AH KH 9H 7H 6H 5H 4H QH"
    table = position(hand).contract("10H", FIRST, "KD AS KC")
    for card in ("KC", "KD", "AS"):
        view = table.to_discard()
        assert table.name(ASK["discard"](view)) in ("KC", "KD", "AS")
        table.put_away([card])


# -- play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "hand", "put_away", "card"),
    [
        ("8H", "RJ JD AH KH QH 4H AS 6S KC 5C", "9D 7D 5S", "RJ"),  # from the top
        ("7S", "JS AS 9S 8S 6S AD KH 7H QC 5C", "9D 7D 6C", "AD"),  # thin trumps: the bare ace
        ("7NT", "RJ KH QH JH 9H 7H AS 6S KD 8D", "9C 7C 5S", "KH"),  # drives the ace out
        ("M", "4D 5D 6D 7D 5S 8S 9S KS 5C 6C", "JC QH 5H", "5C"),  # keeps the guard of spades
    ],
)
def test_first_lead_of_the_contractor(call: str, hand: str, put_away: str, card: str) -> None:
    table = position(hand).contract(call, FIRST, put_away).put_away(put_away.split()).start()
    assert table.name(ASK["play"](table.to_play())) == card


@pytest.mark.parametrize(
    ("contractor", "call", "seat", "hand", "played", "card"),
    [
        # no joker on partner's winning bower
        (0, "8H", 2, "RJ 6H AS 9S 7S KC 6C 10D 5D 8D", "JH 4H", "6H"),
        # no ruff of partner's ace
        (1, "7D", 0, "RJ 8D 4D AH 7H 6H KS 10S 9S QS", "5C AC 6C", "6H"),
        # misère: the bidder is under, so the high card goes
        (1, "M", 0, "AC KD 4D 10H 9H 8H 7S 6S 5S 5C", "8D 10D", "KD"),
        # second hand low, third hand high, fourth hand the cheapest winner
        (0, "7S", 1, "KC 9C 6C QD 8D 6D 9H 7H 5S 10S", "7C", "6C"),
        (0, "7S", 2, "KC 9C 6C QD 8D 6D 9H 7H 5S 10S", "7C 8C", "KC"),
        (0, "7H", 3, "KC JC 6C QD 8D 6D 9H 7H 5S 10S", "7C 8C TC", "JC"),
        # fourth hand ruffs with the lowest trump, and not over partner
        (0, "7S", 3, "JS 5S 10S QD 8D 6D 9H 7H 6H 5H", "7C 8C TC", "5S"),
        (0, "7S", 3, "JS 5S 10S QD 8D 6D 9H 7H 6H 5H", "7C KC TC", "5H"),
    ],
)
def test_follows(contractor: int, call: str, seat: int, hand: str, played: str, card: str) -> None:
    table = Position(AUS, hand, seat, dealer=(contractor - 1) % 4).parameters(CLUB.parameters)
    table.contract(call, contractor).start().tricks(played)
    assert table.turn == seat
    assert table.name(ASK["play"](table.to_play())) == card


def test_a_misere_contractor_ducks_with_the_highest_card_that_stays_under() -> None:
    table = position("4D 5D 9D QD 5S 7S 5C 7C 4H 6H").contract("M", FIRST).start()
    table.tricks("4H 9H KH").tricks("10D 6D")
    assert table.name(ASK["play"](table.to_play())) == "9D"


def test_partner_returns_trumps_and_a_defender_leads_a_short_ace() -> None:
    partner = Position(AUS, "QH 6H KS 9S 7S KC 6C 10D 5D 8D", 2, dealer=3).parameters(
        CLUB.parameters
    )
    partner.contract("8H", 0).start().tricks("5H 4H QH 7H")
    assert partner.name(ASK["play"](partner.to_play())) == "6H"
    defender = Position(AUS, "JH AS KC 8C 6C 10D 5D 8D 9S 4H", 1, dealer=3).parameters(
        CLUB.parameters
    )
    defender.contract("8H", 0).start().tricks("5H JH 6H 7H")
    assert defender.name(ASK["play"](defender.to_play())) == "AS"


# -- legality, agreement, figures ---------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_answers_are_legal_in_every_variant(name: str) -> None:
    """The engine stops at the first illegal answer."""
    rules = VARIANTS[name]
    line_up = [CLUB.player()] * rules.table.players
    assert len(play_games(rules, line_up, seed=1, first=0, count=20).games) == 20
    for call in ("M", "OM", "9NT", "8S"):
        code = cards.call_code(call)
        if rules.record()["rank"][0, code] >= 0:
            play_forced(rules, line_up, seed=2, first=0, count=100, seat=1, call=code)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=any_rules(), seed=st.integers(0, 1_000), boldness=st.sampled_from([-1.0, 0.0, 2.0]))
def test_answers_are_legal_under_any_rules(rules: Rules, seed: int, boldness: float) -> None:
    bold = CLUB.player(boldness=boldness, misere_risk=0.9)
    seats = [bold, CLUB.player(joker_call=0)] * 3
    play_games(rules, seats[: rules.table.players], seed=seed, first=0, count=3)


PLAIN = """
import sys, numpy as np
from sim.engine import play_hands
from sim.rules import load_rules
from strategies.api import parse_player
players = [parse_player(name) for name in ("club", "novice", "club", "club(boldness=0.5)")]
rows = play_hands(load_rules("australian"), players, seed=77, first=0, count=8).hands
sys.stdout.buffer.write(rows.tobytes())
"""


def test_uncompiled_and_compiled_players_play_the_same_hands() -> None:
    root = Path(__file__).resolve().parents[2]
    results = [
        subprocess.run(
            [sys.executable, "-c", PLAIN],
            cwd=root,
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert results[0] == results[1]
    assert len(results[0]) > 0


def test_figures_are_those_of_a_club_table() -> None:
    rows = play_hands(AUS, [CLUB.player()] * 4, seed=4, first=0, count=8_000).hands
    bids = rows[rows["contract"] != cards.PASS]
    low = np.isin(rows["contract"], (cards.MISERE, cards.OPEN_MISERE))
    assert len(bids) / len(rows) > 0.95
    assert 0.5 < bids["made"].mean() < 0.8
    assert 0.01 < low.mean() < 0.03


# -- parameters ---------------------------------------------------------------------------------


def test_a_taste_for_no_trumps_moves_the_strain() -> None:
    hand = "AH KH 10H 7H AS QS 8S KD QD AC"
    calls = [asked_call(hand, "Pass Pass 7C", no_trump_taste=taste) for taste in (-1.0, 0.0, 1.0)]
    assert not calls[0].endswith("NT")
    assert calls[2].endswith("NT")


@pytest.mark.parametrize(
    ("hand", "calls"),  # by inkle_style 0, 1, 2
    [
        ("KH QH 10H 7H AS 6S 9C 7C 5D 4D", ["Pass", "Pass", "iH"]),
        ("RJ 10H 8H QS 6S 9C 7C 10D 5D 4D", ["Pass", "iNT", "iNT"]),
    ],
)
def test_inkles_by_style(hand: str, calls: list[str]) -> None:
    styles = (0.0, 1.0, 2.0)
    assert [asked_call(hand, "", rules=AMERICAN_45, inkle_style=x) for x in styles] == calls
