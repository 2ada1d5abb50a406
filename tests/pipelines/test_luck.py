"""Luck against skill: what the deal decides, and how long skill takes to show, from known truths."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, variant

from pipelines.measures import luck


def duel(skill: float, deal_spread: float, play_spread: float, deals: int = 20_000) -> MadeUpRun:
    """Return a duel in which the points of team 0 are those of the deal, the players, and chance."""
    rng = np.random.default_rng(9)
    run = MadeUpRun(variants=[variant("first")])
    luck_of_the_deal = rng.normal(0, deal_spread, deals)
    for moved in (0, 1):
        names = {f"seat_{seat}": ("club", "novice")[(seat + moved) % 2] for seat in range(4)}
        cell = run.cell("hands", line_up="duel", moved=moved, **names)
        chance = rng.normal(0, play_spread, deals)
        points = luck_of_the_deal + chance + skill * (1 - 2 * moved)
        run.add_hands(cell, deal=np.arange(deals), points_0=np.round(points))
    return run


def figures(run: MadeUpRun, folder: Path) -> dict[str, dict[str, object]]:
    frame = luck.estimate(run.connect(folder))
    return {row["figure"]: row for row in frame.iter_rows(named=True)}


def test_what_the_deal_decides_is_found(tmp_path: Path) -> None:
    found = figures(duel(skill=20, deal_spread=60, play_spread=80), tmp_path)
    assert found["deal_share"]["low"] < 0.36 < found["deal_share"]["high"]
    assert found["spread"]["low"] < 100 < found["spread"]["high"]
    assert found["hand_won"]["low"] < 0.5793 < found["hand_won"]["high"]  # Phi(20 / 100)
    assert (
        found["deal_won"]["low"] < 0.6382 < found["deal_won"]["high"]
    )  # Phi(20 / (80 / 2 ** 0.5))
    assert found["hands_needed"]["low"] < (1.645 * 5) ** 2 < found["hands_needed"]["high"]
    assert found["deals_needed"]["low"] < (1.645 * 80) ** 2 / 800 < found["deals_needed"]["high"]
    assert {row["better"] for row in found.values()} == {"club"}


def test_better_strategy_may_be_the_second(tmp_path: Path) -> None:
    found = figures(duel(skill=-20, deal_spread=60, play_spread=80), tmp_path)
    assert {row["better"] for row in found.values()} == {"novice"}
    assert found["hand_won"]["low"] < 0.5793 < found["hand_won"]["high"]


def test_no_number_of_hands_is_named_where_nobody_is_surely_better(tmp_path: Path) -> None:
    frame = luck.estimate(
        duel(skill=0, deal_spread=60, play_spread=80, deals=500).connect(tmp_path)
    )
    needed = frame.filter(pl.col("figure").str.ends_with("needed"))
    assert needed["value"].to_list() == [None, None]
    assert "cannot be told" in luck.finding(frame)[0]
    assert luck.warnings(frame)


@pytest.mark.parametrize("play_spread", [0, 1000])
def test_intervals_cover_what_the_deal_decides(tmp_path: Path, play_spread: int) -> None:
    found = figures(duel(skill=5, deal_spread=100, play_spread=play_spread), tmp_path)
    truth = 100**2 / (100**2 + play_spread**2)
    assert found["deal_share"]["low"] - 0.001 <= truth <= found["deal_share"]["high"] + 0.001
