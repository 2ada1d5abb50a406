"""Sweeps: points of a grid, the best of them, and what is surely worse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, variant
from typer.testing import CliRunner

from pipelines.cli import app
from pipelines.measures import sweep
from pipelines.simulate import simulate
from pipelines.study import StudyError, make_study
from pipelines.sweeping import Sweep

RISKS = (0.0, 0.25, 0.5, 0.75)
NETS = {0.0: -4.0, 0.25: 3.0, 0.5: 2.9, 0.75: -8.0}  # points a hand of the first over the second


def duels(
    seed: int, values: tuple[int, ...] = (250,), nets: dict[float, float] = NETS, deals: int = 2000
) -> MadeUpRun:
    """Return a run of duels whose first strategy is better by known points on every deal."""
    rng = np.random.default_rng(seed)
    run = MadeUpRun(variants=[variant(f"at {value}", misere_value=value) for value in values])
    for value in values:
        luck = rng.normal(0, 40, deals)
        for risk, net in nets.items():
            own = rng.normal(0, 10, deals)
            for moved in (0, 1):
                names = {f"seat_{seat}": ("first", "club")[(seat + moved) % 2] for seat in range(4)}
                cell = run.cell(
                    "hands", variant=f"at {value}", line_up=f"risk {risk}", moved=moved, **names
                )
                run.settings += [
                    {"cell": cell, "sweep": "at, risk", "axis": axis, "key": key}
                    | {"value": str(number), "number": float(number)}
                    for axis, (key, number) in enumerate((("misere.value", value), ("risk", risk)))
                    if axis == 1 or len(values) > 1
                ]
                points = np.round(luck / 2 + (net * value / 250 + own) * (1 - 2 * moved))
                run.add_hands(cell, deal=np.arange(deals), points_0=points)
    return run


def test_best_point_is_found_and_what_may_be_as_good(tmp_path: Path) -> None:
    frame = sweep.estimate(duels(3).connect(tmp_path))
    nets = frame.filter(pl.col("figure") == "net")
    assert nets["x"].to_list() == [str(risk) for risk in RISKS]
    truth = np.array(list(NETS.values()))
    assert (nets["low"] <= truth).all()
    assert (nets["high"] >= truth).all()
    assert nets["base"].n_unique() == 1
    (text,) = [line for line in sweep.finding(frame) if "best at" in line]
    assert "risk 0.25" in text
    assert "risk 0.5" in text
    assert text.endswith("may be as good, all others are surely worse.")


def test_best_point_is_looked_for_under_each_setting_of_the_rules(tmp_path: Path) -> None:
    frame = sweep.estimate(duels(4, values=(100, 250)).connect(tmp_path))
    nets = frame.filter(pl.col("figure") == "net")
    assert set(nets["x_key"]) == {"misere.value"}
    assert set(nets["y_key"]) == {"risk"}
    bases = nets.group_by("x").agg(pl.col("base").unique())
    assert all(len(found) == 1 for found in bases["base"])
    assert {row["x"] in row["base"][0] for row in bases.to_dicts()} == {True}
    assert sweep.chart(frame).axes
    assert sweep.by_point(frame).height == 8


def small(**changes: Any) -> Any:
    return make_study(
        {
            "title": "Small",
            "variants": [{"rules": "australian"}],
            "line_ups": [
                {
                    "teams": ["novice(carelessness={c})", "novice"],
                    "mirror": True,
                    "grid": {"c": [0.5, 1.0]},
                }
            ],
            "play": [{"mode": "hands", "deals": 300}, {"mode": "games", "games": 10}],
        }
        | changes
    )


def test_sweep_of_a_real_run_meets_itself_with_nothing_between_them(tmp_path: Path) -> None:
    run = simulate(small(), tmp_path / "run", workers=1)
    with run.connect() as con:
        assert con.sql(
            "SELECT DISTINCT key, value, number FROM settings ORDER BY ALL"
        ).fetchall() == [
            ("c", "0.5", 0.5),
            ("c", "1.0", 1.0),
        ]
        frame = sweep.estimate(con)
    same = frame.filter(pl.col("figure") == "net", pl.col("x") == "1.0", pl.col("mode") == "hands")
    assert same["value"].to_list() == [0.0]
    assert {"net", "games", "made_rate", "game_hands"} <= set(frame["figure"])


def test_sweep_from_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = [
        "sweep",
        "misere.value=210:250:20",
        "--player",
        "novice",
        "--deals",
        "200",
        "--games",
        "0",
    ]
    found = CliRunner().invoke(app, command)
    assert found.exit_code == 0, found.output
    assert "misere.value 230" in found.output
    page = next((tmp_path / "data" / "runs").glob("sweep-*/report/report.html"))
    assert 'id="sweep"' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("over", "message"),
    [
        (("boldnes=1,2",), "club has no parameter boldnes; allowed: boldness"),
        (("boldness",), "allowed: key=values"),
        (("boldness=0:1",), "a list 1,2,3 or from:to:step"),
        (("boldness=0:1:-1",), "does not lead from 0 to 1"),
        (("boldness=1", "boldness=2"), "boldness is given twice"),
        (("a.b=1", "c.d=1", "e.f=1"), "3 keys are given; allowed: one or two"),
    ],
)
def test_what_cannot_be_swept_is_named(over: tuple[str, ...], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        Sweep(over).study()


def test_player_keeps_the_parameters_that_are_not_swept() -> None:
    study = Sweep(("boldness=0,1",), player="club(boldness=0.5, misere_risk=0.3)").study()
    assert study.line_ups[0].teams[0] == "club(misere_risk=0.3, boldness={boldness})"
