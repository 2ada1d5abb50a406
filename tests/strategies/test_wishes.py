"""What people complain about in programs that play 500: here club must do better.

One small position for each complaint about bidding, misère, the joker and the play of the cards. The
numbers are those of the collection that the complaints come from: threads of players and makers in
public repositories, above all github.com/TricksterCards/TricksterBots.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from club_asked import AMERICAN, AUSTRALIAN, Play, call, card_after

from sim import cards
from sim.engine import play_hands
from sim.rules import load_rules
from strategies.api import load_strategy

NO_LOW = {"misere.allowed": "never", "open_misere.allowed": "never"}
HIGH_ONLY = AUSTRALIAN.replace(NO_LOW)


# -- bidding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "calls", "answers", "more"),
    [
        pytest.param(
            "KH QH 10H 7H KS 6S KC 7C QD 4D", "", "iH iS iC iD Pass",
            {"rules": AMERICAN.replace(NO_LOW)}, id="16-no-trump-signal-is-the-joker",
        ),
        pytest.param(
            "RJ 4H 5H 6H 4D 5D 7D 5C 6C 5S", "", "Pass", {"rules": HIGH_ONLY},
            id="17-20-joker-on-rags-is-no-six-no-trumps",
        ),
        pytest.param(
            "RJ JS JC AS KS QS 10S 9S AD AC", "", "8S 9S 10S", {}, id="17-a-solid-suit-is-said"
        ),
        pytest.param("RJ AS 7S KH 9H 6H KD 7D QC 8C", "", "6NT", {}, id="19-shows-the-joker"),
        pytest.param(
            "AH KH 10H 9H 7H AD 7D 8C 6C 5S", "7S Pass", "Pass", {}, id="23-partners-sound-bid-stays"
        ),
        pytest.param(
            "JS JC AS KS QS 10S 9S 8S AD AC", "", "8S 9S", {}, id="25-no-ten-without-the-joker"
        ),
        pytest.param(
            "RJ JS JC AS QS 10S 9S AD KD 5C", "", "8S 9S", {}, id="26-no-ten-on-a-chance"
        ),
        pytest.param(
            "RJ AS KS 7S AH 9H 6H KD 7D 8C", "Pass Pass 7H", "7NT Pass", {"scores": (-320, 100)},
            id="28-no-second-eight-into-the-back-door",
        ),
        pytest.param(
            "RJ AS KS 7S AH 9H 6H AD 7D 8C", "6NT 7S Pass Pass", "7NT", {}, id="29-skips-no-level"
        ),
        pytest.param("QS 9S 7S QH 8H 6H QD 9D QC 8C", "", "Pass", {}, id="31-34-four-queens"),
        pytest.param("QH 10H 8H 9D 7D 5D KC 8C 9S 6S", "", "Pass", {}, id="34-short-trumps"),
        pytest.param("KH QH 10H 8H 5H 9S 6S 8C 7C 4D", "Pass Pass 7C", "Pass", {}, id="34-no-ace"),
        pytest.param(
            "JH JD AH KH 9H 5H AS 8S 6C 5C", "", "6H", {}, id="32-suits-are-shown"
        ),
        pytest.param(
            "RJ QS 10S 8S QH 9H 6H QD 8D QC", "Pass Pass 7S", "Pass", {},
            id="35-one-joker-fills-one-gap",
        ),
        pytest.param(
            "AS KS 7S AH KH 9H AD 8D AC 6C", "", "7NT 8NT 9NT", {}, id="37-six-no-trumps-is-the-joker"
        ),
    ],
)  # fmt: skip
def test_calls(hand: str, calls: str, answers: str, more: Any) -> None:
    assert call(hand, calls, **more) in answers.split()


@cache
def a_club_table() -> np.ndarray:
    line_up = [load_strategy("club").player()] * 4
    return play_hands(AUSTRALIAN, line_up, seed=8, first=0, count=20_000).hands


def test_22_eights_seldom_take_four_tricks() -> None:
    rows = a_club_table()
    eights = rows[np.isin(rows["contract"], [cards.call_code(f"8{strain}") for strain in "SCDH"])]
    assert (eights["tricks"] <= 4).mean() < 0.05


def test_38_103_bids_are_made_more_often_than_not() -> None:
    rows = a_club_table()
    for level in (6, 7, 8, 9):
        for strains in (["S", "C", "D", "H"], ["NT"]):
            codes = [cards.call_code(f"{level}{strain}") for strain in strains]
            assert rows["made"][np.isin(rows["contract"], codes)].mean() > 0.5


def test_106_107_no_trumps_are_one_strain_of_five() -> None:
    contracts = a_club_table()["contract"]
    no_trumps = np.isin(contracts, [cards.call_code(f"{level}NT") for level in range(6, 11)])
    assert 0.1 < no_trumps.mean() < 0.35


# -- misère -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "by", "hand", "tricks", "card"),
    [
        # seat 0 defends with seat 2; the contractor's partner sits out
        pytest.param(
            "M", 1, "KS 6S QH 8H 4H 9D 7D KC 10C 5C", ["5S 7S"], "KS", id="40-high-when-he-is-under"
        ),
        pytest.param(
            "M", 3, "AS KS 5S 9H 8H 7H QC 9C 8D 6D", ["5H 7H 10H", "JS 6D"], "AS",
            id="40-high-when-he-is-out-of-it",
        ),
        pytest.param(
            "M", 1, "RJ AS 6S 9H 8H 4H 9D 7D KC 5C", ["4S 9S AS", "KC 6C 10C", "9D 8D 10D", "QS"],
            "6S", id="46-low-and-no-joker",
        ),
    ],
)  # fmt: skip
def test_follows_against_misere(
    contract: str, by: int, hand: str, tricks: list[str], card: str
) -> None:
    assert card_after(contract, by, hand, 0, tricks) == card


def test_47_no_joker_while_partner_draws_his_suit() -> None:
    """Where it need not be played: the contractor is still to follow and could be made to win."""
    rules = load_rules("trickster-australian")
    table = Play("M", 1, "RJ AS KS QS JS 9H 8H 4H AD QD", 0, rules=rules)
    assert table.tricks("5C 10C QD").tricks("QC").card() == "AS"


def test_41_leaves_the_suit_in_which_he_has_shown_out() -> None:
    table = Play("M", 1, "AS KS 7S 6S 9H 8H 7H QC 9C 8D", 0)
    table.tricks("4H 10H 9H").tricks("KH 8H 6H").tricks("AH 7H 5H").tricks("QS KS 6D")
    assert table.card()[1] != "S"


def test_43_keeps_the_low_card_of_the_suit_that_can_beat_him() -> None:
    # the open hand is high in spades only; hearts are led, of which I have none
    shown = "4D 5D 6D 5C 6C 7C 4H 5H 7S KS"
    table = Play("OM", 1, "6S 5S KD 10D 9D 8C 9C 10C AC KC", 0, shown=shown)
    table.tricks("4H 6H KC").tricks("8H")
    assert table.card()[1] != "S"


def test_44_leads_what_beats_an_open_hand() -> None:
    shown = "4D 5D 6D 5C 6C 7C 4H 5H 8S KS"
    table = Play("OM", 1, "6S 5S KD 10D 9D 8C 9C 10H QC KC", 0, shown=shown)
    table.tricks("4H 6H 10H")
    assert table.card() in ("5S", "6S")


def test_49_after_the_joker_the_lead_goes_where_partner_can_take_over() -> None:
    """Partner led spades low; the joker has taken a trick, a spade goes back to him."""
    table = Play("M", 1, "RJ 7S 9H 8H KD QD JD 10D KC QC", 0)
    table.tricks("4H 10H 9H").tricks("6S 7S 5S").tricks("QD 8D 7D")
    assert table.card() != "RJ"


def test_53_voids_are_read_off_the_open_hand() -> None:
    shown = "JD 9D 8D 6D 8H JS 10S 5S 4H 7H"
    hand = "AD KD QD 8C 7C 6C RJ 7S QH 5H"
    table = Play("OM", 3, hand, 0, shown=shown).tricks("4H QH 6H")
    assert table.card()[1] != "C"


# -- the joker ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "by", "seat", "hand", "tricks", "card"),
    [
        pytest.param(
            "7S", 0, 1, "RJ 8S 7S KC 9C QD 8D 6D 9H 7H", ["10S"], "7S",
            id="55-second-hand-keeps-the-joker",
        ),
        pytest.param(
            "7S", 0, 1, "RJ 8S 7S KC 9C QD 8D 6D 9H 7H", ["JS"], "RJ",
            id="55-but-catches-the-right-bower",
        ),
        pytest.param(
            "7NT", 0, 1, "RJ 8S 7S QS 9S QD 8D 6D 9H 7H", ["AC"], "RJ",
            id="56-joker-takes-when-void",
        ),
        pytest.param(
            "7NT", 0, 3, "RJ 8S 7S QS 9S QD 8D 6D 9H 7H", ["KC 6C 7C"], "RJ",
            id="56-last-hand-takes",
        ),
        pytest.param(
            "7NT", 0, 1, "RJ 8S 7S QS 9S QD 8D 6D 9H 7H",
            ["JC 6S 5C QC", "KC 10C"], "7H",
            id="56-not-over-partner",
        ),
    ],
)  # fmt: skip
def test_joker(contract: str, by: int, seat: int, hand: str, tricks: list[str], card: str) -> None:
    assert card_after(contract, by, hand, seat, tricks) == card


ANY_SUIT = load_rules("trickster-australian")  # a joker that is led may name any suit


def test_58_joker_and_one_card_left_leads_the_joker_and_names_that_suit() -> None:
    table = Play("7NT", 0, "RJ AS KS QS AH KH AD KD AC 9C", 0, rules=ANY_SUIT)
    for trick in ("AS 4H 5S 6S", "KS 7S 8S 9S", "QS 10S JS 5H", "AH 6H 7H 8H", "KH 9H 10H JH"):
        table.tricks(trick)
    table.tricks("AD 4D 5D 6D").tricks("KD 7D 8D 9D").tricks("AC 5C 6C 7C")
    assert table.card() == "RJ"
    assert table.suit() == "C"


def test_59_the_joker_draws_the_last_card_above_a_long_suit() -> None:
    table = Play("7NT", 0, "RJ KS QS JS 10S 9S 7S AH AD 6C", 0, away="5C 4D 4H", rules=ANY_SUIT)
    table.tricks("AH 5H 6H 7H").tricks("KS 5S 6S 8S")
    assert table.card() == "RJ"
    assert table.suit() == "S"


def test_59_but_not_where_only_a_suit_may_be_named_that_was_not_led() -> None:
    table = Play("7NT", 0, "RJ KS QS JS 10S 9S 7S AH AD 6C", 0, away="5C 4D 4H")
    assert table.tricks("AH 5H 6H 7H").tricks("KS 5S 6S 8S").card() == "QS"


def test_61_takes_a_boss_card_when_the_next_player_is_out_of_the_suit() -> None:
    # seat 2 has shown out of clubs; seat 1, who sits before him, holds the joker and is out too
    hand = "RJ 8S 7S QS 9S QD 8D 6D 9H 5C"
    table = Play("7NT", 0, hand, 1).tricks("KC 5C 6D 7C").tricks("AC")
    assert table.card() == "RJ"


# -- the play of the cards ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "hand", "away", "tricks", "cards_right"),
    [
        pytest.param(
            "8H", "JH JD AH KH 5H 4H AS KS 8C 7C", "5D 6D 7D", [], "JH JD AH KH",
            id="64-top-trumps-without-the-joker-are-led-from-the-top",
        ),
        pytest.param(
            "7H", "RJ JH KH 9H 5H AS KS QS 8C 7C", "5D 6D 7D",
            ["RJ 4H 5D 6H", "JH 7H 4D 8H"], "AS KS 9H KH",
            id="65-no-low-trump-again-when-partner-has-none",
        ),
        pytest.param(
            "7H", "RJ JH JD 9H 6C AS KS QS 8C 7C", "5D 6D 7D",
            ["RJ 4D 5H 4C", "JH 9D 6H 9C"], "AS",
            id="67-no-trumps-when-opponents-are-out",
        ),
        pytest.param(
            "7NT", "RJ AH KH QH JH 9H 8S 7S KD 8D", "9C 7C 5S", [], "AH",
            id="71-longest-suit-at-no-trumps",
        ),
        pytest.param(
            "7NT", "RJ AS KS 7D AH KD QD JD 10D 9D", "9C 7C 5S", [], "KD",
            id="71-longest-suit-drives-the-ace-out",
        ),
    ],
)  # fmt: skip
def test_contractor_leads(
    contract: str, hand: str, away: str, tricks: list[str], cards_right: str
) -> None:
    table = Play(contract, 0, hand, 0, away=away)
    for trick in tricks:
        table.tricks(trick)
    assert table.card() in cards_right.split()


@pytest.mark.parametrize(
    ("contract", "by", "seat", "hand", "tricks", "card"),
    [
        pytest.param(
            "7NT", 0, 2, "AH 5H KS 8S 7S QD 6D 9C 8C 6C", ["KH 4H"], "5H",
            id="68-leaves-partners-king-the-trick",
        ),
        pytest.param(
            "7H", 0, 1, "9H 5H AS 7S 6S KD 8D 6D 9S 7D", ["AC"], "5H",
            id="73-ruffs-second-in-hand-when-the-card-is-high",
        ),
        pytest.param(
            "7NT", 0, 1, "KS 8S QD 7D 6D 5D 4D 9H 8H 7H", ["AC"], "4D",
            id="74-keeps-the-guard-of-a-king",
        ),
    ],
)  # fmt: skip
def test_defenders(
    contract: str, by: int, seat: int, hand: str, tricks: list[str], card: str
) -> None:
    assert card_after(contract, by, hand, seat, tricks) == card


def test_74_cashes_the_suit_of_which_opponents_have_no_more() -> None:
    table = Play("7NT", 0, "AS KS 7S 9S 4D 9H 6H KD QC 9C", 0, away="5C 6C 7C")
    table.tricks("AS 5H 6S 4H").tricks("KS 5D 8S 7D")
    assert table.card()[1] == "S"


def test_70_leads_no_loser_of_which_partner_has_no_more() -> None:
    table = Play("7NT", 0, "KD 9D 8D AS 5S QH 7H 6H 9C 8C", 2)
    table.tricks("5D 6D KD 10D").tricks("9D 4D 5H 7D")
    assert table.card()[1] != "D"
