"""Measures of worth: fair values of contracts, and the claims that players make."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, variant

from pipelines.measures import claims, fair_values


def test_words_are_as_documented() -> None:
    assert doctest.testmod(claims).failed == 0


def priced_run(n: int = 20_000) -> MadeUpRun:
    """Return 7H made 80 times in 100 and misère 90 times, nothing given away."""
    rng = np.random.default_rng(8)
    run = MadeUpRun()
    misere = np.arange(n) % 2 == 1
    made = rng.random(n) < np.where(misere, 0.9, 0.8)
    value = np.where(misere, 250, 200)
    run.add_hands(
        run.cell("hands"), deal=np.arange(n), contract=np.where(misere, "M", "7H"), made=made,
        points_0=np.where(made, value, -value),
    )  # fmt: skip
    return run


def test_fair_value_is_that_which_brings_the_mean_of_all_contracts(tmp_path: Path) -> None:
    frame = fair_values.estimate(priced_run().connect(tmp_path))
    mean = (200 * 0.6 + 250 * 0.8) / 2
    for contract, success in (("7H", 0.8), ("M", 0.9)):
        row = frame.filter(pl.col("contract") == contract).row(0, named=True)
        assert row["fair_value_low"] < mean / (2 * success - 1) < row["fair_value_high"]
        assert row["fair_value"] * (2 * row["made_rate"] - 1) == pytest.approx(row["mean_points"])
    assert frame["value"].to_list() == [200, 250]
    assert frame["value_1904"].to_list() == [200, None]


def test_fair_value_of_a_contract_seen_twice_is_hardly_known(tmp_path: Path) -> None:
    run = priced_run(4000)
    run.add_hands(
        run.cell("hands", line_up="club"), deal=[5000, 5001], contract=["10S"] * 2,
        points_0=[440, 440],
    )  # fmt: skip
    row = fair_values.estimate(run.connect(tmp_path)).filter(pl.col("contract") == "10S")
    assert row["made_rate"].item() == 1
    assert not np.isfinite(row["fair_value_high"].item())


def test_value_is_not_fair_for_what_is_seldom_made(tmp_path: Path) -> None:
    run = MadeUpRun()
    made = np.arange(300) % 3 == 0
    run.add_hands(
        run.cell("hands"), deal=np.arange(300), made=made, points_0=np.where(made, 200, -200)
    )
    frame = fair_values.estimate(run.connect(tmp_path))
    assert frame["fair_value"].is_null().all()
    assert fair_values.table(frame)["fair value"].to_list() == ["none"]
    assert "7♥" in fair_values.warnings(frame)[0]


def test_claims_are_judged_by_the_whole_interval(tmp_path: Path) -> None:
    frame = claims.estimate(priced_run().connect(tmp_path))
    judged = {row["claim"]: row["verdict"] for row in frame.iter_rows(named=True)}
    assert judged["Half of all auctions end at 7NT."] == "does not hold"
    assert judged["Misère should be worth 130, not 250."] == "does not hold"  # fair at 200
    assert "Nine in ten no-trump calls fail." not in judged, "there were none to judge by"


def test_joker_signal_is_judged_from_those_who_do_not_give_it(tmp_path: Path) -> None:
    run = MadeUpRun()
    quiet = "club(joker_call=0)"
    rng = np.random.default_rng(1)
    luck = rng.integers(-20, 20, 3000) * 10
    for moved in (0, 1):
        seats = (quiet, "club") if moved == 0 else ("club", quiet)
        cell = run.cell("hands", line_up="duel", moved=moved,
                        **{f"seat_{seat}": seats[seat % 2] for seat in range(4)})  # fmt: skip
        # ten points more for the quiet side
        more = 20 * rng.integers(0, 2, 3000)
        run.add_hands(cell, deal=np.arange(3000), points_0=luck + more * (moved == 0),
                      points_1=more * (moved == 1))  # fmt: skip
    con = run.connect(tmp_path)
    con.execute(
        "UPDATE strategies SET parameters = '{\"joker_call\": 1.0}';"
        f"INSERT INTO strategies VALUES ('{quiet}', 'club', '', '{{\"joker_call\": 0.0}}', '3')"
    )
    frame = claims.estimate(con).filter(pl.col("claim").str.contains("6NT"))
    assert frame["value"].to_list() == pytest.approx([10], abs=1)


def test_a_change_matters_only_if_it_is_surely_large(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    run = MadeUpRun(variants=[variant("base"), variant("cheap", misere_value=130)])
    luck = rng.integers(-30, 30, 4000) * 10
    for name, more in (("base", 0), ("cheap", 20)):
        run.add_hands(
            run.cell("hands", variant=name), deal=np.arange(4000), points_0=luck + more
            + rng.integers(-1, 2, 4000) * 10,
        )  # fmt: skip
    frame = claims.estimate(run.connect(tmp_path))
    told = frame.filter(pl.col("claim") == "It matters what misère is worth.")
    judged = dict(zip(told["figure"], told["verdict"], strict=True))
    assert judged["change in contractor’s edge, a contract"] == "holds"
