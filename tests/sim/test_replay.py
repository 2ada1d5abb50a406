"""Stories of hands can be read and hold the hand; their records pass the referee unchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from random_player import RandomPlayer
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.notation import read_record
from sim.notation_write import write_record
from sim.referee import check_record
from sim.replay import card_text, trace_to_record
from sim.rules import Rules, load_rules, preset_names
from sim.seats import SEAT_NAMES, team_names
from sim.story import story
from strategies.api import parse_player

RANDOM = RandomPlayer()
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
LOST_IN_A_RECORD = {"game", "hand_no"}  # a record holds one hand
AUS = load_rules("australian")


def traces_of(rules: Rules, player: Any, count: int) -> Any:
    """Hands of a table at which all play alike, at scores near the ends of a game."""
    scores = (470, -30, 480, -40, 0, 0)[: int(rules.record()["n_teams"][0])]
    line_up = [player] * rules.table.players
    return play_hands(
        rules, line_up, seed=11, first=0, count=count, scores=scores, trace=True
    ).traces


def check_round_trip(rules: Rules, trace: Any) -> None:
    """Write a hand as text, read it, check it: nothing refused, assumed or changed on the way."""
    record = trace_to_record(rules, trace, NAMES[: rules.table.players], seed=11)
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
    seated = RANDOM if player == "random" else parse_player(player)
    for trace in traces_of(rules, seated, count=60):
        check_round_trip(rules, trace)


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_of_every_option_pass_the_referee(variant: str) -> None:
    for trace in traces_of(VARIANTS[variant], RANDOM, count=10):
        check_round_trip(VARIANTS[variant], trace)


EVERYTHING = {  # all contracts there are, so that a record of them is by the rules
    **{f"{name}.allowed": "any_time" for name in ("misere", "open_misere", "bar_nullo", "hi_lo")},
    "double_nullo.allowed": "any_time",
    "blind_misere.allowed": "first_call",
    "auction.sans_kitty": True,
    "scoring.slam_call": "best_card",
    "table.deck": "D46",
}


@pytest.mark.parametrize("way", ["contractor", "pass_on", "swap_five"])
@pytest.mark.parametrize("plays", ["own_hand", "both_hands"])
@pytest.mark.parametrize("call", ["6S", "8NT", "M", "OM", "BM", "DN", "BN", "HL", "7Dsk", "Msk"])
def test_records_of_forced_contracts_pass_the_referee(call: str, plays: str, way: str) -> None:
    code = cards.call_code(call)
    rules = AUS.replace(EVERYTHING | {"misere.plays": plays, "double_nullo.exchange": way})
    traces = play_forced(
        *(rules, [RANDOM] * 4), seed=12, first=0, count=4, seat=2, call=code, trace=True
    ).traces
    for trace in traces:
        assert trace_to_record(rules, trace).forced is not None
        check_round_trip(rules, trace)
        assert max(map(len, story(rules, trace).splitlines())) <= 80


def test_record_of_a_change_that_no_preset_has_names_the_nearest_and_the_change() -> None:
    rules = load_rules("trickster-american").replace({"misere.value": 230, "game.target": 600})
    record = trace_to_record(rules, traces_of(rules, RANDOM, count=1)[0])
    preset, *changes = record.rules.split("; ")
    assert preset == "trickster-american"
    assert sorted(changes) == ["game.target=600", "misere.value=230"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_story_holds_the_whole_hand_in_eighty_columns(variant: str) -> None:
    rules = VARIANTS[variant]
    n_jokers = int(rules.record()["pack"][0][cards.JOKERS]).bit_count()
    for trace in traces_of(rules, RANDOM, count=15):
        text = story(rules, trace, NAMES[: rules.table.players])
        lines = text.splitlines()
        assert max(map(len, lines)) <= 80, text
        assert all(line == line.rstrip() for line in lines)
        seats = SEAT_NAMES[rules.table.players]
        named = ", ".join(f"{seat} {name}" for seat, name in zip(seats, NAMES, strict=False))
        assert f"Players: {named}" in " ".join(lines).replace("   ", " ")
        check_tricks(rules, trace, lines, n_jokers)
        for team, side in enumerate(team_names(rules)):
            before, points = int(trace["score_before"][team]), int(trace["points"][team])
            row = next(line for line in lines if line.split()[:1] == [side] and "=" in line)
            assert row.split()[1:] == [str(before), f"{points:+}", "=", str(before + points)]


def check_tricks(rules: Rules, trace: Any, lines: list[str], n_jokers: int) -> None:
    """Each trick has a row with its cards, the leader marked ``>`` and the winner ``*``."""
    for n in range(int(trace["n_tricks"])):
        row = next(line for line in lines if line.startswith(f"  {n + 1:2}  "))
        width = 10 if rules.table.players <= 4 else 7
        for seat in range(rules.table.players):
            code = int(trace["cards"][n][seat])
            cell = row[6 + width * seat :][:width].strip()
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
