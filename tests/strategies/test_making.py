"""Strategies made of plain functions: as good as the file they are written to, and nothing lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim.bits as bits
from sim.engine import play_hands
from sim.rules import load_rules
from strategies.api import StrategyError, parse_player
from strategies.making import make_strategy
from strategies.toolkit import count
from strategies.toolkit import lowest_legal as cheapest

SIX = 1
TABLE = np.arange(3)


def longest(view: Any) -> int:
    best = 0
    for suit in range(4):
        if count(view.hand[suit]) > count(view.hand[best]):
            best = suit
    return best


def bid(view: Any) -> int:
    call = SIX + longest(view)
    long = count(view.hand[longest(view)]) >= view.params[0]
    return call if long and view.legal_calls >> call & 1 else 0


def discard(view: Any) -> int:
    return cheapest(view)


def play(view: Any) -> int:
    for suit in range(5):
        if view.legal[suit]:
            return suit * 32 + bits.highest_bit(view.legal[suit])
    return -1


FUNCTIONS = (bid, discard, play)


def test_functions_make_a_strategy_that_plays(tmp_path: Path) -> None:
    made = make_strategy("mine", *FUNCTIONS, parameters={"length": 4}, folder=tmp_path)
    assert made.parameters == {"length": 4.0}
    assert made.summary == "Made of the functions bid, discard, play."
    rules = load_rules("australian")
    line_up = [made.player(), parse_player("novice")] * 2
    batch = play_hands(rules, line_up, seed=1, first=0, count=200)
    assert 0 < (batch.hands["contractor"] % 2 == 0).sum() < 200
    by_file = [parse_player(f"{tmp_path / 'mine.py'}(length=4)"), parse_player("novice")] * 2
    again = play_hands(rules, by_file, seed=1, first=0, count=200)
    assert np.array_equal(batch.hands, again.hands)


def test_the_file_holds_all_that_the_functions_use_once(tmp_path: Path) -> None:
    text = make_strategy("mine", *FUNCTIONS, folder=tmp_path).path.read_text(encoding="utf-8")
    for line in (
        "SIX = 1",
        "def longest(view: Any) -> int:",
        "from sim.bits import popcount as count",
        "from strategies.toolkit import lowest_legal as cheapest",
        "import sim.bits as bits",
    ):
        assert text.count(line) == 1, line


def test_it_may_be_made_anew_but_writes_over_nothing_else(tmp_path: Path) -> None:
    first = make_strategy("mine", *FUNCTIONS, folder=tmp_path)
    second = make_strategy("mine", *FUNCTIONS, parameters={"length": 5}, folder=tmp_path)
    assert first.digest != second.digest
    (tmp_path / "other.py").write_text("# my own\n", encoding="utf-8")
    with pytest.raises(StrategyError, match="is there, and not made of functions"):
        make_strategy("other", *FUNCTIONS, folder=tmp_path)
    assert (tmp_path / "other.py").read_text(encoding="utf-8") == "# my own\n"


def test_functions_of_the_projects_strategies_can_be_taken(tmp_path: Path) -> None:
    from strategies import club

    made = make_strategy("careful", bid, club.discard, club.play, folder=tmp_path)
    batch = play_hands(load_rules("australian"), [made.player()] * 4, seed=1, first=0, count=100)
    assert len(batch.hands) == 100


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    def looks_up(view: Any) -> int:
        return int(TABLE[0])

    looks_up.__name__ = "bid"
    without_text: dict[str, Any] = {}
    exec("def bid(view):\n    return 0", without_text)
    with pytest.raises(StrategyError, match="a ndarray"):
        make_strategy("mine", looks_up, discard, play, folder=tmp_path)
    with pytest.raises(StrategyError, match="cannot be had"):
        make_strategy("mine", without_text["bid"], discard, play, folder=tmp_path)
    with pytest.raises(StrategyError, match="no function play"):
        make_strategy("mine", bid, discard, folder=tmp_path)
    with pytest.raises(StrategyError, match="must be letters"):
        make_strategy("my own", *FUNCTIONS, folder=tmp_path)
    with pytest.raises(StrategyError, match="no-folder"):
        make_strategy("mine", *FUNCTIONS, folder=tmp_path / "no-folder")
