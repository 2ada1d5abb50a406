"""Hands, forced contracts and games of the engine, each played again on the reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_player import RandomPlayer
from reference.seats import teams_of
from replaying import replay, replay_game
from rule_choices import any_rules
from variants import VARIANTS

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.rules import Rules, load_rules, preset_names
from strategies.api import parse_player

AUS = load_rules("australian")


def line_up(rules: Rules, player: Any = None) -> list[Any]:
    """Return the same player at every seat, one that does anything if none is given."""
    return [player or RandomPlayer()] * rules.table.players


def all_teams(rules: Rules, scores: Any) -> list[int]:
    """Return scores for all teams, the given ones by turns."""
    return [scores[team % len(scores)] for team in range(max(teams_of(rules)) + 1)]


def check_hands(rules: Rules, players: list[Any], seed: int, count: int, scores: Any) -> Any:
    scores = all_teams(rules, scores)
    batch = play_hands(rules, players, seed=seed, first=3, count=count, scores=scores, trace=True)
    assert len(batch.hands) == len(batch.traces) == count
    assert len(batch.games) == 0
    assert list(batch.hands["deal"]) == list(range(3, 3 + count))
    assert list(batch.hands["dealer"]) == [
        deal % rules.table.players for deal in range(3, 3 + count)
    ]
    assert {tuple(before[: len(scores)]) for before in batch.hands["score_before"]} == {
        tuple(scores)
    }
    for trace, row in zip(batch.traces, batch.hands, strict=True):
        replay(rules, trace, row)
    return batch


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_of_every_variant_are_played_by_the_rules(variant: str) -> None:
    count = 2000 if variant in preset_names() else 100
    rules = VARIANTS[variant]
    check_hands(rules, line_up(rules), seed=1, count=count, scores=(470, -30))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(any_rules(), st.integers(0, 2**62), st.integers(-50, 64), st.integers(-50, 64))
def test_hands_of_any_rules_are_played_by_the_rules(
    rules: Rules, seed: int, ours: int, theirs: int
) -> None:
    check_hands(rules, line_up(rules), seed=seed, count=12, scores=(10 * ours, 10 * theirs))


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("strategy", ["random_legal", "club"])
def test_hands_of_strategies_are_played_by_the_rules(preset: str, strategy: str) -> None:
    rules = load_rules(preset)
    players = line_up(rules, parse_player(strategy))
    check_hands(rules, players, seed=2, count=200, scores=(0, 0))


def test_hands_without_a_trace_are_the_same() -> None:
    traced = play_hands(AUS, line_up(AUS), seed=4, first=0, count=50, trace=True)
    plain = play_hands(AUS, line_up(AUS), seed=4, first=0, count=50)
    assert (plain.hands == traced.hands).all()
    assert len(plain.traces) == 0


CONTRACTS = ["6S", "7C", "8D", "9H", "10NT", "6NT", "M", "OM"]


@pytest.mark.parametrize("deck", ["D43", "D46"])
@pytest.mark.parametrize("call", CONTRACTS)
def test_forced_contracts_are_played_by_the_rules(deck: str, call: str) -> None:
    rules = AUS.replace({"table.deck": deck, "scoring.misere_defenders": "own_tricks"})
    for seat in range(4):
        batch = play_forced(
            *(rules, line_up(rules)),
            **{"seed": 5, "first": 2, "count": 30, "seat": seat},
            call=cards.call_code(call),
            trace=True,
        )
        assert set(batch.hands["contract"]) == {cards.call_code(call)}
        assert (batch.hands["contractor"] == (batch.hands["dealer"] + 1 + seat) % 4).all()
        for trace, row in zip(batch.traces, batch.hands, strict=True):
            assert trace["n_calls"] == 0
            replay(rules, trace, row, forced=True)


def test_forced_contracts_have_the_deals_of_free_hands() -> None:
    free = play_hands(AUS, line_up(AUS), seed=6, first=0, count=40, trace=True)
    forced = play_forced(
        *(AUS, line_up(AUS)), seed=6, first=0, count=40, seat=1, call=cards.MISERE, trace=True
    )
    assert (free.traces["dealt"] == forced.traces["dealt"]).all()
    assert (free.traces["kitty"] == forced.traces["kitty"]).all()


def check_games(rules: Rules, players: list[Any], seed: int, first: int, count: int) -> Any:
    batch = play_games(rules, players, seed=seed, first=first, count=count, trace=True)
    assert list(batch.games["game"]) == list(range(first, first + count))
    assert len(batch.hands) == len(batch.traces) == batch.games["n_hands"].sum()
    at = 0
    for game in batch.games:
        hands = slice(at, at + int(game["n_hands"]))
        assert set(batch.hands["game"][hands]) == {game["game"]}
        replay_game(rules, game, batch.hands[hands], batch.traces[hands])
        at = hands.stop
    return batch


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_every_variant_are_played_by_the_rules(variant: str) -> None:
    rules = VARIANTS[variant]
    check_games(rules, line_up(rules), seed=7, first=2, count=4)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(any_rules(), st.integers(0, 2**62))
def test_games_of_any_rules_are_played_by_the_rules(rules: Rules, seed: int) -> None:
    check_games(rules, line_up(rules), seed=seed, first=1, count=2)


@pytest.mark.parametrize("preset", preset_names())
def test_games_of_a_club_player_are_played_by_the_rules(preset: str) -> None:
    rules = load_rules(preset)
    check_games(rules, line_up(rules, parse_player("club")), seed=8, first=0, count=12)


def test_random_games_end_in_every_way() -> None:
    """The comparisons above would say little if all games ended alike."""
    rules = AUS.replace({"game.must_bid_to_win": False})
    batch = play_games(rules, line_up(rules), seed=9, first=0, count=400)
    assert set(Counter(batch.games["ended_by"])) == {1, 2, 3}
    assert set(Counter(batch.games["winner"])) == {0, 1}
