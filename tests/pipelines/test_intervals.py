"""Intervals of odd estimators and of hands played hold the truth; ``make coverage`` is the long version."""

from __future__ import annotations

from pathlib import Path

import break_even_played
import equal_players
import made_up_trials
import played_trials
import pytest
from check_intervals import parts
from found import Found, at_most, covered


def faults(found: list[Found]) -> list[str]:
    """Return the lines that are not as expected."""
    return [one.line() for one in found if not one.ok]


def test_a_check_tells_chance_from_a_fault() -> None:
    assert covered("", [True] * 93 + [False] * 7).ok
    assert not covered("", [True] * 800 + [False] * 200).ok
    assert not covered("", [True] * 5000).ok
    assert covered("", [True] * 5000, most=1.0).ok
    assert not covered("", []).ok
    # ten figures of each run, all wrong or all right: as little as a tenth of them says
    alike = [run >= 40 for run in range(300) for _ in range(10)]
    assert not covered("", alike).ok
    assert covered("", alike, pieces=[run for run in range(300) for _ in range(10)]).ok
    assert at_most("", 30, 400, 0.05).ok
    assert not at_most("", 60, 400, 0.05).ok


def test_made_up_numbers() -> None:
    found = list(made_up_trials.trials(150))
    assert len(found) > 10
    assert faults(found) == []


def test_small_runs_hold_what_a_big_one_finds(tmp_path: Path) -> None:
    size = played_trials.Size(deals=60_000, games=3_000, pieces=16)
    found = list(played_trials.trials(tmp_path, size))
    assert len(found) > 20
    assert faults(found) == []


def test_equal_players_are_not_told_apart(tmp_path: Path) -> None:
    assert faults(list(equal_players.trials(tmp_path, 15, 20_000))) == []


def test_misere_at_the_value_that_breaks_even_gains_nothing(tmp_path: Path) -> None:
    found = list(break_even_played.trials(tmp_path, 8_000))
    assert len(found) == 6
    assert faults(found) == []


@pytest.mark.parametrize("quick", [True, False])
def test_long_version_names_its_parts(tmp_path: Path, quick: bool) -> None:
    assert len(dict(parts(tmp_path, quick))) == 4
