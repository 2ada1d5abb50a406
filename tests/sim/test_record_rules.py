"""Which rules a game record was played by, and what is worked out where it tells too little."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from random_player import RandomPlayer
from rule_choices import any_rules
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.notation import CallMade, GameRecord, RecordError, read_record
from sim.notation_write import write_record
from sim.record_rules import record_rules, rules_from_text, rules_text
from sim.referee import check_record
from sim.replay import trace_to_record
from sim.rules import Rules, load_rules
from sim.story import story

RECORDED = Path(__file__).parents[2] / "data" / "deals" / "tb-298-a.pbn"
LINE_UP = [RandomPlayer()] * 4


def seated(rules: Rules) -> list[RandomPlayer]:
    return [RandomPlayer()] * rules.table.players


AUS = load_rules("australian")
AMERICAN = load_rules("trickster-american")
OTHER = load_rules("trickster-australian")


def codes(names: str) -> tuple[int, ...]:
    return tuple(cards.card_code(name) for name in names.split())


# -- the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_text_of_rules_gives_the_same_rules(variant: str) -> None:
    rules = VARIANTS[variant]
    assert rules_from_text(rules_text(rules)).flat() == rules.flat()
    # No more is written than differs from the nearest preset; the kitty goes with the deck.
    assert rules_text(rules).count(";") <= variant.count(";") + ("deck" in variant)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(any_rules())
def test_text_of_any_rules_gives_the_same_rules(rules: Rules) -> None:
    assert rules_from_text(rules_text(rules)).flat() == rules.flat()


OPTIONS: list[tuple[dict[str, Any], str, Rules]] = [
    ({}, "", AMERICAN),
    ({"variation": 1, "mustBidToWin": True, "whenNullo": 1, "S8Overbid250Nullo": False}, "", OTHER),
    ({"deckSize": 45}, "", AMERICAN.replace({"table.deck": "D45"})),
    ({"deckSize": 46}, "", AMERICAN.replace({"table.deck": "D46"})),
    ({"S8Overbid250Nullo": False}, "", AMERICAN.replace({"misere.above": "8S"})),
    (
        {"whenNullo": 2},
        "",
        AMERICAN.replace({"misere.allowed": "never", "open_misere.allowed": "never"}),
    ),
    (
        {"whenNullo": 1, "openNulloAfter8": True},
        "",
        AMERICAN.replace({"misere.allowed": "after_seven", "open_misere.allowed": "after_eight"}),
    ),
    (
        {},
        "500, American, nullo ±210, open nullo ±330",
        AMERICAN.replace(
            {
                **{"misere.value": 210, "misere.above": "7H"},
                **{"open_misere.value": 330, "open_misere.above": "8NT"},
            }
        ),
    ),
    (
        {"gameOverScore": 1000},
        "",
        AMERICAN.replace({"game.target": 1000, "game.back_door": -1000}),
    ),
]


@pytest.mark.parametrize(("options", "event", "expected"), OPTIONS)
def test_options_of_a_record_are_rules(
    options: dict[str, Any], event: str, expected: Rules
) -> None:
    rules, notes = record_rules(GameRecord(options=options, event=event))
    found, wanted = rules.flat(), expected.flat()
    assert {key: found[key] for key in found if found[key] != wanted[key]} == {}
    assert notes == []


def test_options_of_the_room_are_left_out_and_unknown_ones_told() -> None:
    _, notes = record_rules(GameRecord(options={"noWatching": True, "jokerLow": True}))
    assert len(notes) == 1
    assert "jokerLow" in notes[0]


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ({"bidAfterPass": 2}, {"auction.bid_after_pass": "strain_changed"}),
        ({"bidAfterPass": 1}, {"auction.bid_after_pass": "always"}),
        ({"players": 6}, {"table.deck": "D63", "table.sides": "two"}),
        ({"players": 6, "deckSize": 46}, {"table.deck": "D66", "table.kitty": 6}),
        ({"players": 6, "isTwoTeams": False}, {"table.deck": "D63", "table.sides": "three"}),
        ({"players": 3, "deckSize": 33}, {"table.deck": "D33", "table.sides": "alone"}),
    ],
)
def test_options_of_other_tables_are_read(options: dict[str, Any], changes: dict[str, Any]) -> None:
    unknown = (None,) * int(options.get("players", 4))
    rules, notes = record_rules(GameRecord(hands=unknown, options={"variation": 1} | options))
    assert notes == []
    assert {key: rules.flat()[key] for key in changes} == changes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players 5: that game has 3, 4 or 6"),
        ({"isPartnership": False}, "isPartnership: four players have partners"),
        (
            {"players": 6, "deckSize": 44},
            "deckSize 44: a six-handed pack has 43, 45, 46, 63, 65 or 66",
        ),
        ({"deckSize": 50}, "deckSize 50: .*43, 44, 45 or 46"),
        ({"deckSize": "big"}, "decksize: 'big' is no number"),
        ({"gameOverScore": [500]}, r"gameoverscore: \[500\] is no number"),
        ({"gameOverScore": -3}, "game.target"),
    ],
)
def test_options_of_another_game_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        record_rules(GameRecord(options=options))


def test_rules_of_a_record_without_any_are_guessed_and_told() -> None:
    rules, notes = record_rules(GameRecord())
    assert (rules.digest(), len(notes)) == (AUS.digest(), 1)
    inkle = GameRecord(calls=(CallMade(0, cards.call_code("iS")),))
    assert record_rules(inkle)[0].digest() == AMERICAN.digest()
    trace = play_hands(
        AUS.replace({"table.deck": "D45"}), LINE_UP, seed=1, first=0, count=1, trace=True
    )
    record = dataclasses.replace(trace_to_record(AUS, trace.traces[0]), rules="")
    assert record_rules(record)[0].table.deck == "D45"


# -- own records ----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True, phases=[Phase.generate])
@given(any_rules(), st.integers(0, 2**62), st.integers(-40, 60), st.integers(-40, 60))
def test_own_records_of_any_rules_hold_the_hand(
    rules: Rules, seed: int, ours: int, theirs: int
) -> None:
    n_teams = int(rules.record()["n_teams"][0])
    scores = ([10 * ours, 10 * theirs] * 3)[:n_teams]
    hands = play_hands(rules, seated(rules), seed=seed, first=0, count=4, scores=scores, trace=True)
    games = play_games(rules, seated(rules), seed=seed, first=1, count=1, trace=True)
    forced = play_forced(
        *(rules, seated(rules)), seed=seed, first=2, count=1, seat=1, call=cards.MISERE, trace=True
    )
    for trace in [*hands.traces, *games.traces[:4], *forced.traces]:
        names = ("a", "b", 'c "d"', "club(boldness=0.5)", "e", "f")[: rules.table.players]
        record = trace_to_record(rules, trace, names, seed=seed)
        again = read_record(write_record(record))
        assert again == record
        verdict = check_record(again)
        assert verdict.passed, str(verdict)
        assert (verdict.notes, verdict.ending) == ((), "")
        for name in set(trace.dtype.names) - {"game", "hand_no"}:
            assert np.array_equal(verdict.trace[name], trace[name]), name
        assert max(map(len, story(rules, trace).splitlines())) <= 80


def test_forced_contract_is_told_in_the_story() -> None:
    batch = play_forced(
        *(AUS, LINE_UP), seed=3, first=0, count=1, seat=2, call=cards.OPEN_MISERE, trace=True
    )
    told = story(AUS, batch.traces[0])
    assert "Auction" not in told
    assert "Contract: Open misère by East, worth 500 points" in told


# -- what a record leaves out -----------------------------------------------------------------------


def named_hands(rules: Rules) -> list[GameRecord]:
    """Records in which a suit is named, or the joker nominated."""
    batch = play_hands(rules, LINE_UP, seed=31, first=0, count=400, trace=True)
    found = [trace_to_record(rules, trace) for trace in batch.traces]
    return [record for record in found if record.named or (record.nominated or 0) > 0]


def test_suits_that_were_named_are_worked_out_from_the_cards_that_follow() -> None:
    """Trickster's table remembers no suits, so any that fits does; a follower's is tried first."""
    right = total = 0
    for record in named_hands(OTHER):
        verdict = check_record(dataclasses.replace(record, named={}))
        assert verdict.passed, str(verdict)
        assert len(verdict.notes) == len([n for n in record.named if n < 9])
        total += len(record.named)
        right += sum(int(verdict.trace["named"][n]) == suit for n, suit in record.named.items())
    assert total > 20
    assert right / total > 0.7


def test_suit_given_to_a_joker_is_worked_out_from_the_play() -> None:
    records = [record for record in named_hands(AUS) if (record.nominated or 0) > 0]
    told = 0
    for record in records:
        verdict = check_record(dataclasses.replace(record, nominated=None, named={}))
        assert verdict.passed, str(verdict)
        told += any("contractor's joker" in note for note in verdict.notes)
    assert 0 < told < len(records)  # often the play fits a joker without a suit too


def test_cards_of_two_unknown_hands_are_those_they_play() -> None:
    record = read_record(RECORDED)
    _, west, _, east = record.hands
    verdict = check_record(dataclasses.replace(record, hands=(None, west, None, east)))
    assert verdict.passed
    assert [note.split("'")[0] for note in verdict.notes] == ["South", "North"]
    assert not any(verdict.trace["dealt"][0])
    # A card that somebody else was dealt is still refused, and so is a revoke.
    for old, new, reason in [
        ("CT CJ C6 C9", "CT CJ C6 S8", "which East holds"),
        ("CT CJ C6 C9\nDA D4 D6 DJ", "CT CJ C6 DJ\nDA D4 D6 C9", "but has to follow clubs"),
    ]:
        text = RECORDED.read_text(encoding="utf-8")
        assert text.count(old) == 1
        changed = read_record(text.replace(old, new))
        verdict = check_record(dataclasses.replace(changed, hands=(None, west, None, east)))
        assert "trick 3: South" in str(verdict.fault)
        assert reason in str(verdict.fault)


def test_last_passes_may_be_left_out_of_a_record_that_goes_on() -> None:
    record = read_record(RECORDED)
    verdict = check_record(dataclasses.replace(record, calls=record.calls[:2]))
    assert verdict.passed
    assert verdict.notes == ("the last passes are not recorded",)


def test_auction_may_be_left_out() -> None:
    record = dataclasses.replace(read_record(RECORDED), calls=(), first_caller=None)
    verdict = check_record(record)
    assert verdict.passed
    assert verdict.notes == ("the auction is not recorded",)
    inkle = dataclasses.replace(record, contract=cards.call_code("iS"))
    assert "i♠ cannot be a contract" in str(check_record(inkle).fault)


def test_player_who_is_asked_after_his_pass_may_pass_again() -> None:
    """The option is not in the rules here; what it asks of a record that uses it is only this."""
    text = '[Dealer "E"]\n[Deal "S:- - - -"]\n[Auction "S"]\nPass 6NT 7♦ Pass\nPass 8NT Pass\n'
    options = {"variation": 1, "mustBidToWin": True, "whenNullo": 1, "bidAfterPass": 2}
    record = dataclasses.replace(read_record(text), options=options)
    verdict = check_record(record)
    assert verdict.passed, str(verdict)
    assert (verdict.trace["contract"], verdict.trace["contractor"]) == (cards.call_code("8NT"), 1)
    assert "West has the contract, 8NT" in verdict.ending
    never = dataclasses.replace(record, options=options | {"bidAfterPass": 0})
    assert "call 5: South's Pass is out of turn" in str(check_record(never).fault)


# -- the card to blame ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "replaced", "message"),
    [
        # East leads a club instead of the heart that South and North follow.
        ("C8 H4 H5 HA", "C8 H4 C6 HA", "trick 2: East plays 6♣ (C6), and again in trick 3"),
        ("C8 H4 H5 HA", "DA H4 H5 HA", "trick 4: West plays A♦ (DA), which West played to trick 2"),
        ("C8 H4 H5 HA", "C8 HK H5 HA", "trick 2: North plays K♥ (HK), which South holds"),
        ("C8 H4 H5 HA", "H7 H4 H5 HA", "trick 2: West plays 7♥ (H7), which was put away"),
        ("C8 H4 H5 HA", "H2 H4 H5 HA", "trick 2: West plays 2♥ (H2), which is in nobody's hand"),
    ],
)
def test_card_in_the_wrong_place_is_blamed_and_not_those_that_follow(
    found: str, replaced: str, message: str
) -> None:
    text = RECORDED.read_text(encoding="utf-8")
    assert text.count(found) == 1
    assert message in str(check_record(read_record(text.replace(found, replaced))).fault)
