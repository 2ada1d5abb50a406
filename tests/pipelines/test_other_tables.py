"""Studies at tables of two to six players: they play, log, and prove whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipelines.cells import make_plan
from pipelines.simulate import simulate
from pipelines.study import StudyError, make_study
from pipelines.verify import verify

SIX = {"rules": "australian", "set": {"table.players": 6, "table.deck": "D63"}}
FIVE = {"rules": "australian", "set": {"table.players": 5, "table.deck": "D53"}}
THREES = {"rules": "australian", "set": SIX["set"] | {"table.sides": "three"}}  # type: ignore[operator]


def study(**changes: Any) -> Any:
    """Return a small study of tables of several sizes."""
    base = {
        "title": "Tables",
        "logs": ["calls", "plays", "discards"],
        "variants": [{"name": "five"} | FIVE, {"name": "six"} | SIX, {"name": "threes"} | THREES],
        "line_ups": [{"teams": ["random_legal"]}],
        "play": [{"mode": "hands", "deals": 60}, {"mode": "games", "games": 4},
                 {"mode": "forced", "deals": 60, "calls": ["7H"], "seat": 4}],
    }  # fmt: skip
    return make_study(base | changes, "tables.toml")


def test_a_study_of_several_tables_proves_whole(tmp_path: Path) -> None:
    assert verify(simulate(study(), tmp_path / "run", workers=1)) == []


def test_teams_change_places_until_each_has_sat_everywhere() -> None:
    a, b, c = (f"random_legal(pass_rate=0.{n})" for n in (6, 7, 8))
    plan = make_plan(study(
        variants=[THREES], line_ups=[{"teams": [a, b, c], "mirror": True}],
        play=[{"mode": "hands", "deals": 1}],
    ))  # fmt: skip
    assert [cell.players for cell in plan.cells] == [
        (a, b, c, a, b, c), (b, c, a, b, c, a), (c, a, b, c, a, b),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line_up", "message"),
    [
        (
            {"teams": ["club", "novice", "club"]},
            "teams names 3 strategies; allowed: one for each of 5",
        ),
        ({"seats": ["club"] * 4}, "seats names 4 strategies; allowed: one for each of 5 seats"),
        ({"teams": ["club"], "variants": ["nine"]}, "variants names 'nine'"),
    ],
)
def test_a_line_up_that_does_not_fit_is_told(line_up: dict[str, Any], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        make_plan(study(line_ups=[line_up]))
