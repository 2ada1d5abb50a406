"""Stories of hands can be read and hold the hand; their records pass the referee unchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from random_player import RandomPlayer
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.notation import read_record, write_record
from sim.referee import check_record
from sim.replay import card_text, story, trace_to_record
from sim.rules import Rules, load_rules, preset_names
from strategies.api import parse_player

RANDOM = [RandomPlayer()] * 4
NAMES = ("Ada", "Ben", "Cleo", "Dan")
LOST_IN_A_RECORD = {"game", "hand_no"}  # a record holds one hand
AUS = load_rules("australian")


def traces_of(rules: Rules, line_up: Any, count: int, scores: Any = (470, -30)) -> Any:
    return play_hands(
        rules, line_up, seed=11, first=0, count=count, scores=scores, trace=True
    ).traces


def check_round_trip(rules: Rules, trace: Any) -> None:
    """Write a hand as text, read it, check it: nothing refused, assumed or changed on the way."""
    record = trace_to_record(rules, trace, NAMES, seed=11)
    again = read_record(write_record(record))
    assert again == record
    verdict = check_record(again)
    assert verdict.passed, str(verdict)
    assert not verdict.notes
    assert not verdict.ending
    assert verdict.scores_known
    assert verdict.rules.digest() == rules.digest()
    for name in set(trace.dtype.names) - LOST_IN_A_RECORD:
        assert np.array_equal(verdict.trace[name], trace[name]), name


@pytest.mark.parametrize("player", ["random", "random_legal", "club"])
@pytest.mark.parametrize("preset", preset_names())
def test_records_of_every_preset_pass_the_referee(preset: str, player: str) -> None:
    rules = load_rules(preset)
    line_up = RANDOM if player == "random" else [parse_player(player)] * 4
    for trace in traces_of(rules, line_up, count=60):
        check_round_trip(rules, trace)


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_of_every_option_pass_the_referee(variant: str) -> None:
    for trace in traces_of(VARIANTS[variant], RANDOM, count=10):
        check_round_trip(VARIANTS[variant], trace)


@pytest.mark.parametrize("call", ["6S", "8NT", "M", "OM"])
def test_records_of_forced_contracts_pass_the_referee(call: str) -> None:
    code = cards.call_code(call)
    traces = play_forced(
        *(AUS, RANDOM), seed=12, first=0, count=8, seat=2, call=code, trace=True
    ).traces
    for trace in traces:
        assert trace_to_record(AUS, trace).forced is not None
        check_round_trip(AUS, trace)


def test_record_of_a_change_that_no_preset_has_names_the_nearest_and_the_change() -> None:
    rules = load_rules("trickster-american").replace({"misere.value": 230, "table.deck": "D46"})
    record = trace_to_record(rules, traces_of(rules, RANDOM, count=1)[0])
    preset, *changes = record.rules.split("; ")
    assert preset == "trickster-american"
    assert sorted(changes) == ["misere.value=230", "table.deck=D46"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_story_holds_the_whole_hand_in_eighty_columns(variant: str) -> None:
    rules = VARIANTS[variant]
    n_jokers = int(rules.record()["pack"][0][cards.JOKERS]).bit_count()
    for trace in traces_of(rules, RANDOM, count=15):
        text = story(rules, trace, NAMES)
        lines = text.splitlines()
        assert max(map(len, lines)) <= 80, text
        assert all(line == line.rstrip() for line in lines)
        assert "Players: South Ada, West Ben, North Cleo, East Dan" in lines
        check_tricks(trace, lines, n_jokers)
        for team, side in enumerate(("North-South", "East-West")):
            before, points = int(trace["score_before"][team]), int(trace["points"][team])
            row = next(line for line in lines if line.split()[:1] == [side] and "=" in line)
            assert row.split()[1:] == [str(before), f"{points:+}", "=", str(before + points)]


def check_tricks(trace: Any, lines: list[str], n_jokers: int) -> None:
    """Each trick has a row with its cards, the leader marked ``>`` and the winner ``*``."""
    for n in range(int(trace["n_tricks"])):
        row = next(line for line in lines if line.startswith(f"  {n + 1:2}  "))
        for seat in range(4):
            code = int(trace["cards"][n][seat])
            cell = row[6 + 10 * seat :][:10].strip()
            text = "" if code == cards.NO_CARD else card_text(code, n_jokers)
            lead = ">" if trace["leaders"][n] == seat else ""
            take = "*" if trace["winners"][n] == seat else ""
            assert cell == lead + text + take


def test_story_deals_every_card_of_the_pack_once() -> None:
    rules = AUS.replace({"table.deck": "D46"})
    for trace in traces_of(rules, RANDOM, count=10):
        deal = story(rules, trace).split("\n\n")[1]
        ranks = [word for word in deal.replace("Kitty", "").split() if word not in "♠♣♦♥-"]
        names = {"South", "West", "North", "East"}
        assert len([word for word in ranks if word not in names]) == 46
        assert deal.count("RJ") == deal.count("BJ") == 1


def test_story_of_a_game_says_which_hand_it_is_and_who_has_won() -> None:
    batch = play_games(
        AUS, [parse_player("random_legal")] * 4, seed=3, first=5, count=3, trace=True
    )
    ends = dict(zip(np.cumsum(batch.games["n_hands"]) - 1, batch.games, strict=True))
    for n, trace in enumerate(batch.traces):
        told = story(AUS, trace)
        game, number = int(trace["game"]), int(trace["hand_no"]) + 1
        assert told.startswith(f"Game {game}, hand {number}, deal {trace['deal']}: ")
        assert ("win the game" in told) == (n in ends)
        if n in ends:
            winner = ("North-South", "East-West")[ends[n]["winner"]]
            assert f"{winner} win the game" in told.splitlines()[-1]


def test_story_of_a_record_that_stops_tells_no_result() -> None:
    trace = traces_of(AUS, RANDOM, count=3)[2]
    told = story(AUS, trace, ending="The record stops here.")
    assert told.endswith("\n\nThe record stops here.\n")
    assert "East-West   " not in told


def test_card_and_joker_texts() -> None:
    texts = [card_text(cards.card_code(name)) for name in ("TD", "JS", "RJ")]
    assert texts == ["10♦", "J♠", "Joker"]
    assert [card_text(cards.card_code(name), jokers=2) for name in ("RJ", "BJ")] == ["RJ", "BJ"]
