"""Rungs of the ladder: which crowd out others, which are hardly used, which are never right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from made_up_run import MadeUpRun

from pipelines.measures import rungs


def crowded() -> MadeUpRun:
    """Return a run in which 7H takes a third of contracts, and 8H and 9H are forced too.

    8H gains with six trumps or more, 9H loses with any hand.
    """
    rng = np.random.default_rng(5)
    run = MadeUpRun()
    deal = np.arange(20_000)
    bids = ["7H", "6S", "6D", "7D", "8H", "10NT", "Pass"]
    contract = rng.choice(bids, len(deal), p=[0.3, 0.15, 0.15, 0.15, 0.14998, 0.00002, 0.1])
    run.add_hands(
        run.cell("hands"), deal=deal, contract=contract, points_0=rng.integers(-9, 9, 20_000)
    )
    trumps = rng.integers(3, 8, len(deal))
    for forced, gains in (("8H", trumps >= 6), ("9H", trumps > 9)):
        cell = run.cell("forced", forced_call=forced, forced_seat=0)
        points = np.where(gains, 100, -100) + rng.integers(-9, 9, len(deal))
        run.add_hands(cell, deal=deal, contract=np.full(len(deal), forced), trumps=trumps,
                      points_0=points)  # fmt: skip
    return run


def test_rungs_stand_where_they_were_put(tmp_path: Path) -> None:
    frame = rungs.estimate(crowded().connect(tmp_path))
    standing = dict(frame.select("contract", "standing").iter_rows())
    assert standing["7H"] == "crowding"
    assert standing["8H"] == "in use"
    assert {standing[rung] for rung in ("9S", "M", "OM", "10H")} == {"never"}
    assert standing["10NT"] in ("rare", "never")
    assert "DN" not in standing  # the rules do not have it
    assert frame["value"].sum() == 1.0 or abs(frame["value"].sum() - 1) < 1e-9
    assert frame["rank"].is_sorted()


def test_bids_that_are_never_right_are_named(tmp_path: Path) -> None:
    frame = rungs.estimate(crowded().connect(tmp_path))
    right = {row["contract"]: row for row in frame.iter_rows(named=True)}
    assert right["8H"]["right"] == "somewhere"
    assert abs(right["8H"]["right_share"] - 0.4) < 0.02
    assert right["9H"]["right"] == "nowhere"
    assert right["7H"]["right"] is None
    (text,) = rungs.finding(frame)
    assert "More than a fifth of all: 7♥." in text
    assert "surely wrong with every class of hands: 9♥." in text


def test_few_contracts_are_warned_about(tmp_path: Path) -> None:
    run = MadeUpRun()
    run.add_hands(run.cell("hands"), deal=np.arange(50))
    frame = rungs.estimate(run.connect(tmp_path))
    assert frame.filter(pl.col("standing") == "rare").is_empty()
    assert rungs.warnings(frame)
