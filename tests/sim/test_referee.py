"""The referee passes recorded hands and names what is wrong with doctored ones."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from doctoring import CHANGES, is_legal
from random_player import RandomPlayer
from typer.testing import CliRunner
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_hands
from sim.notation import GameRecord, RecordError, read_record
from sim.notation_write import write_record
from sim.referee import check_file, check_record
from sim.replay import trace_to_record
from sim.rules import Rules, load_rules

DEALS = Path(__file__).parents[2] / "data" / "deals"
RECORDED = (DEALS / "tb-298-a.pbn").read_text(encoding="utf-8")
AUS = load_rules("australian")


def check_text(text: str, rules: Rules | None = None) -> Any:
    return check_record(read_record(text), rules)


def doctored(found: str, replaced: str) -> str:
    assert RECORDED.count(found) == 1
    return RECORDED.replace(found, replaced)


def random_records(rules: Rules, count: int, seed: int = 21) -> list[GameRecord]:
    line_up = [RandomPlayer()] * 4
    batch = play_hands(rules, line_up, seed=seed, first=0, count=count, trace=True)
    return [trace_to_record(rules, trace) for trace in batch.traces]


# -- what passes --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DEALS.glob("*.pbn")), ids=lambda path: path.stem)
def test_stored_deals_pass(path: Path) -> None:
    verdict = check_file(path)
    assert verdict.passed, str(verdict)


def test_recorded_hand_is_checked_to_its_end() -> None:
    verdict = check_file(DEALS / "tb-298-a.pbn")
    (hand,) = verdict.hands
    assert hand.rules.digest() == load_rules("trickster-australian").digest()
    assert (hand.trace["n_tricks"], list(hand.trace["points"][:2])) == (10, [30, 60])
    assert list(hand.trace["score_before"][:2]) == [310, 450]  # from the scores after it
    assert not hand.notes
    told = str(verdict)
    assert "West needed 6 tricks and the side took 7: 6♣ is made." in told
    assert "East-West win the game by their contract." in told
    assert max(map(len, told.splitlines())) <= 100


def test_file_of_several_hands_is_checked_hand_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(f"{RECORDED}\n{doctored('C8 H4 H5 HA', 'C8 H4 H5 SQ')}", encoding="utf-8")
    verdict = check_file(path)
    assert [hand.passed for hand in verdict.hands] == [True, False]
    assert not verdict.passed
    assert "two.pbn" in str(verdict)


def test_rules_given_go_before_those_of_the_record() -> None:
    assert not check_text(RECORDED, AUS.replace({"auction.lowest_bid": 7})).passed
    assert not check_text(RECORDED, AUS.replace({"table.deck": "D45"})).passed


# -- what is missing ----------------------------------------------------------------------------


def test_record_may_stop_after_any_card() -> None:
    record = read_record(RECORDED)
    order = [1, 2, 3, 0]  # West's columns: who led is told by the tricks before
    for n in range(10):
        row = record.tricks[n]
        leader = check_record(dataclasses.replace(record, tricks=record.tricks[:n])).trace
        first = order[0] if n == 0 else int(leader["winners"][n - 1])
        for played in range(4):
            seats = {(first + step) % 4 for step in range(played)}
            part = tuple(row.cards[seat] if seat in seats else None for seat in range(4))
            last = [dataclasses.replace(row, cards=part)] if seats else []
            verdict = check_record(
                dataclasses.replace(record, tricks=(*record.tricks[:n], *last), result=None)
            )
            assert verdict.passed, str(verdict)
            to_play = ("South", "West", "North", "East")[(first + played) % 4]
            assert to_play in verdict.ending
            assert verdict.ending in str(verdict)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_record_may_stop_in_the_auction(n: int) -> None:
    record = read_record(RECORDED)
    calls = record.calls[:n]
    after = ("contract", "declarer", "added", "removed", "first_leader", "tricks", "result")
    verdict = check_record(without(dataclasses.replace(record, calls=calls), *after))
    assert verdict.passed
    assert ("South", "West", "North", "East")[n] in verdict.ending


def without(record: GameRecord, *fields: str) -> GameRecord:
    empty = GameRecord()
    return dataclasses.replace(record, **{name: getattr(empty, name) for name in fields})


@pytest.mark.parametrize(
    "missing",
    [
        ("kitty",),
        ("removed",),
        ("named",),
        ("nominated",),
        ("scores_before",),
        ("kitty", "added", "removed"),
        ("contract", "declarer", "added", "result", "scores", "scores_before"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("preset", ["australian", "trickster-american"])
def test_legal_hands_pass_whatever_their_records_leave_out(
    preset: str, missing: tuple[str, ...]
) -> None:
    for record in random_records(load_rules(preset), count=40):
        verdict = check_record(without(record, *missing))
        assert verdict.passed, str(verdict)


def test_one_unknown_hand_is_the_rest_of_the_pack() -> None:
    record = read_record(RECORDED)
    for seat in range(4):
        hands = tuple(None if s == seat else hand for s, hand in enumerate(record.hands))
        verdict = check_record(dataclasses.replace(record, hands=hands))
        assert verdict.passed
        dealt = cards.mask_cards(verdict.trace["dealt"][seat])
        assert sorted(dealt) == sorted(record.hands[seat] or ())


# -- what is refused ----------------------------------------------------------------------------

DOCTORED = [
    # tricks: the number of the trick, the player, the card, and what was to be played
    ("C7 CQ JH C5", "C7 CQ H5 C5", r"trick 1: East .*5♥.*follow clubs.*6♣"),
    ("CT CJ C6 C9", "CT CJ C6 S9", r"line 22: trick 3: South .*9♠.*follow clubs.*9♣"),
    ("DA D4 D6 DJ", "DA D4 D6 HK", r"line 23: trick 4: South .*K♥.*follow diamonds.*J♦ Q♦"),
    ("DA D4 D6 DJ", "DA D4 D6 H7", r"trick 4: South .*7♥"),  # put away by West
    ("SA H8 S6 ST", "SA H8 S6 C7", r"trick 8: South .*7♣.*West played to trick 1"),
    ("S5 D9 SQ HK", "S5 D9 SQ HQ", r"trick 10: South .*Q♥"),
    ("S5 D9 SQ HK", "S5 - SQ HK", r"trick 10: North plays no card"),
    ("S5 D9 SQ HK", "S5 D9 SQ HK\nS5 D9 SQ HK", r"trick 11: "),
    ('[Play "W"]', '[Play "N"]', r"West leads to the first trick"),
    # auction
    ("Pass 6♣ Pass Pass", "Pass 6♣ 6♠ Pass", r"call 3: North's 6♠ is not above 6♣"),
    ("Pass 6♣ Pass Pass", "Pass 6♣ M Pass", r"call 3: North's Misère .*seven"),
    ("Pass 6♣ Pass Pass", "Pass 6♣ i♥ Pass", r"call 3: North's i♥ is no bid of these rules"),
    ("Pass 6♣ Pass Pass", "Pass 6♣ Pass Pass 7♣", r"call 5: South's 7♣ .*end of the auction"),
    ("Pass 6♣ Pass Pass", "Pass 6♣ Pass - Pass", r"call 4: South's Pass is out of turn.*East"),
    ('[Dealer "E"]', '[Dealer "N"]', r"call 1: South's Pass is out of turn.*East"),
    ('[Contract "6♣"]', '[Contract "6♦"]', r"line 13: Contract is 6♦.*6♣"),
    ('[Declarer "W"]', '[Declarer "N"]', r"line 12: Declarer is North.*West"),
    # exchange and joker
    ("W:H7H9HQ", "W:H7H9HA", r"line 18: West puts away A♥"),
    ("W:H7H9HQ", "W:H7H9H9", r"line 18: West puts away 9♥"),
    ("W:H7H9HQ", "W:H7H9", r"line 18: 2 cards put away, not 3"),
    ("W:H7H9HQ", "N:H7H9HQ", r"line 18: .*West"),
    ("W:S5HQC8", "W:S5HQC9", r"line 17: the kitty is 5♠ 8♣ Q♥"),
    ("W:S5HQC8", "N:S5HQC8", r"line 17: .*West"),
    ('[Play "W"]', '[JokerNominated "H"]\n[Play "W"]', r"line 19: a suit given to the joker"),
    ('[Play "W"]', '[JokerNamed "3:H"]\n[Play "W"]', r"trick 3: a suit is named"),
    # cards and scores
    ("Q86.T5", "Q86.T4", r"line 10: 4♥ .*North's hand and in East's"),
    ("C8HQS5", "C8HQS4", r"line 11: 4♠ .*not in this pack of 43 cards"),
    ("T5.876.6.H", "T5.876.6", r"line 10: East's hand has 9 cards, not 10"),
    ('[Result "7"]', '[Result "8"]', r"line 14: Result is 8, .*took 7 tricks"),
    ('"S:340 510 340 510"', '"S:340 510 350 510"', r"line 8: partners have the same score"),
    (
        "[GameScores",
        '[ScoresBefore "S:310 440 310 440"]\n[GameScores',
        r"510 for East-West, by the rules they stand at 340 and 500",
    ),
]


@pytest.mark.parametrize(("found", "replaced", "message"), DOCTORED)
def test_doctored_record_is_refused_with_place_and_reason(
    found: str, replaced: str, message: str
) -> None:
    verdict = check_text(doctored(found, replaced))
    assert not verdict.passed
    assert re.search(message, str(verdict.fault)), verdict.fault
    assert str(verdict.fault) in str(verdict)


def test_play_after_a_lost_misere_is_checked_like_any_other() -> None:
    """Tables that play on record more tricks than these rules ask for."""
    rules = AUS.replace({"scoring.misere_defenders": "own_tricks"})
    line_up = [RandomPlayer()] * 4
    batch = play_forced(
        *(rules, line_up), seed=23, first=0, count=40, seat=1, call=cards.MISERE, trace=True
    )
    for trace in batch.traces[batch.hands["made"] == 0]:
        record = trace_to_record(rules, trace)
        played_on = without(record, "scores", "scores_before", "result")
        verdict = check_record(played_on, AUS)
        assert verdict.passed, str(verdict)
        assert sorted(verdict.trace["points"][:2]) == [-250, 0]
        seat = next(seat for seat, code in enumerate(record.tricks[9].cards) if code is not None)
        row = list(record.tricks[9].cards)
        row[seat] = record.tricks[8].cards[seat]
        last = dataclasses.replace(record.tricks[9], cards=tuple(row))
        repeated = dataclasses.replace(played_on, tricks=(*record.tricks[:9], last))
        assert not check_record(repeated, AUS).passed


COMPARED = [
    "australian",
    "australian; joker.lead=last_trick",
    "australian; auction.raise_own_bid=once",
    "australian; auction.all_pass=play_no_trumps",
    "trickster-australian; table.deck=D46",
    "trickster-american",
]


def test_doctored_hands_are_judged_as_the_reference_judges_them() -> None:
    judged: Counter[tuple[str, bool]] = Counter()
    for variant in COMPARED:
        rules = VARIANTS[variant]
        for n, record in enumerate(random_records(rules, count=30, seed=22)):
            bare = without(record, "contract", "declarer", "added", "scores", "result")
            if not bare.tricks:
                continue
            assert is_legal(rules, bare)
            for name, change in CHANGES.items():
                changed = change(bare, random.Random(n))
                if changed == bare:
                    continue
                verdict = check_record(changed, rules)
                whole = verdict.passed and not verdict.ending and not verdict.notes
                assert whole == is_legal(rules, changed), f"{name}: {verdict}"
                judged[name, whole] += 1
    assert {name for name, _ in judged} == set(CHANGES)
    assert min(sum(n for (_, whole), n in judged.items() if whole == w) for w in (0, 1)) > 40


# -- broken files and the command ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "replaced", "message"),
    [
        ("C8 H4 H5 HA", "C8 H4 H5 8C", r"hand\.pbn, line 21: trick 2: '8C' is not a card"),
        (
            '\\"variation\\": 1',
            '\\"players\\": 6',
            r"hand\.pbn, line 7: players 6, but the deal has 4 hands",
        ),
        ('\\"variation\\": 1', '\\"deckSize\\": 50', r"hand\.pbn, line 7: deckSize 50: .*43, 44"),
        ('[Dealer "E"]', '[Rules "austrian"]', r"hand\.pbn, line 9: .*austrian.*australian"),
    ],
)
def test_broken_record_is_an_error_with_file_and_line(
    found: str, replaced: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "hand.pbn"
    path.write_text(doctored(found, replaced), encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        check_file(path)


def test_command_passes_and_refuses(tmp_path: Path) -> None:
    from pipelines.cli import app

    passed = CliRunner().invoke(app, ["replay", str(DEALS / "tb-298-a.pbn")])
    assert passed.exit_code == 0
    assert "6♣ is made" in passed.output
    path = tmp_path / "hand.pbn"
    path.write_text(doctored("CT CJ C6 C9", "CT CJ C6 S9"), encoding="utf-8")
    refused = CliRunner().invoke(app, ["replay", str(path)])
    assert refused.exit_code == 1
    assert re.search(r"trick 3: South .*9♠", refused.output)


def test_own_records_pass_by_the_command(tmp_path: Path) -> None:
    from pipelines.cli import app

    path = tmp_path / "hands.pbn"
    records = random_records(VARIANTS["australian; table.deck=D46"], count=12)
    path.write_text("\n".join(write_record(record) for record in records), encoding="utf-8")
    found = CliRunner().invoke(app, ["replay", str(path)])
    assert found.exit_code == 0, found.output


def test_options_of_a_shorter_game_are_understood() -> None:
    options = '\\"gameOverScore\\": 300, \\"noWatching\\": true'
    text = doctored('\\"noWatching\\": true', options).replace("340 510 340 510", "140 310 140 310")
    verdict = check_text(text)
    assert verdict.passed
    game = verdict.rules.game
    assert (game.target, game.back_door, game.must_bid_to_win) == (300, -300, True)
    assert "East-West win the game by their contract." in str(verdict)
