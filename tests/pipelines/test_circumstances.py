"""Measures by circumstance: forced bids by hand, what goes with success, what variants change."""

from __future__ import annotations

import doctest
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, played_run, variant

from pipelines.measures import changes, forced, misere, situations


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    return played_run(deals=3000).connect(tmp_path_factory.mktemp("run"))


def test_words_are_as_documented() -> None:
    assert doctest.testmod(forced).failed == doctest.testmod(situations).failed == 0


def test_forced_bid_is_made_as_often_as_its_hands_allow(con: duckdb.DuckDBPyConnection) -> None:
    frame = forced.estimate(con).filter(
        (pl.col("side_aces") == forced.ANY) & (pl.col("length") != forced.ANY)
    )
    truth = 0.1 * frame["length"] + 0.1 * frame["tops"] - 0.2
    inside = (frame["made_rate_low"] <= truth) & (truth <= frame["made_rate_high"])
    assert frame.height == 2 * 2 * 5 * 4
    assert inside.mean() >= 0.85
    assert frame.group_by("variant", "players").agg(pl.col("share").sum())["share"].to_list() == (
        pytest.approx([1.0] * 4)
    )


def forced_run(gain: dict[int, int]) -> MadeUpRun:
    """Return 8H forced on hands of 3 to 7 trumps; it brings ``gain[trumps]`` over the auction."""
    rng = np.random.default_rng(11)
    run = MadeUpRun()
    deal = np.arange(6000)
    trumps = rng.integers(3, 8, 6000)
    side = (deal + 1) % 4 % 2
    ordinary = rng.integers(-20, 20, 6000) * 10
    better = ordinary + np.array([gain[n] for n in trumps]) + rng.integers(-3, 4, 6000) * 10
    for mode, net, more in (
        ("hands", ordinary, {}),
        ("forced", better, {"contract": ["8H"] * 6000, "contractor": (deal + 1) % 4}),
    ):
        cell = run.cell(mode, **({"forced_call": "8H", "forced_seat": 0} if more else {}))
        run.add_hands(
            cell, deal=deal, trumps=trumps, bowers=np.ones(6000, int), made=net > 0,
            points_0=np.where(side == 0, net, 0), points_1=np.where(side == 1, net, 0), **more,
        )  # fmt: skip
    return run


def test_forced_bid_is_compared_with_the_auction_on_the_same_deals(tmp_path: Path) -> None:
    gain = {3: -80, 4: -40, 5: 2, 6: 30, 7: 60}
    frame = forced.estimate(forced_run(gain).connect(tmp_path))
    rows = frame.filter((pl.col("tops") == 1) & (pl.col("side_aces") == forced.ANY))
    for row in rows.iter_rows(named=True):
        assert row["n_paired"] == row["n"]
        assert row["gain"] == pytest.approx(gain[row["length"]], abs=3)
        assert row["gain_high"] - row["gain_low"] < 5, "unpaired it would be ten times as wide"
    assert list(forced.paying(frame)) in ([(1, 5)], [(1, 6)])
    assert "trumps with 1 top on" in forced.finding(frame)[0]


def test_forced_bid_without_an_auction_is_not_called_better(tmp_path: Path) -> None:
    run = forced_run(dict.fromkeys(range(3, 8), 50))
    run.cells[0]["line_up"] = "others"
    frame = forced.estimate(run.connect(tmp_path))
    assert frame["gain"].is_null().all()
    assert not list(forced.paying(frame))
    assert any("ordinary auction" in text for text in forced.warnings(frame))


def test_each_circumstance_counts_the_contracts_it_is_about(
    con: duckdb.DuckDBPyConnection,
) -> None:
    frame = situations.estimate(con)
    keys = ("variant", "line_up", "mode")
    of = {"seat": "contract <> 'Pass'", "trumps": "contract SIMILAR TO '[678910]+[SCDH]'",
          "nt_tops": "contract LIKE '%NT'"}  # fmt: skip
    for factor, condition in of.items():
        counted = frame.filter(pl.col("factor") == factor).group_by(keys).agg(pl.col("n").sum())
        truth = con.sql(
            f"SELECT variant, line_up, mode, count(*) AS n FROM hands JOIN cells USING (cell)"
            f" WHERE mode <> 'forced' AND {condition} GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        assert counted.sort(keys).rows() == truth
    assert set(frame.filter(pl.col("factor") == "lead")["mode"]) == {"games"}
    shares = frame.group_by(*keys, "factor").agg(pl.col("share").sum())["share"]
    assert shares.to_list() == pytest.approx([1.0] * len(shares))


def test_lead_is_that_of_the_contractors_side(tmp_path: Path) -> None:
    run = MadeUpRun()
    run.add_hands(
        run.cell("games"), deal=[0, 1, 2], contractor=[0, 1, 3], made=[True, False, False],
        score_0=[300, 300, 0], score_1=[-110, -110, 0],
    )  # fmt: skip
    frame = situations.estimate(run.connect(tmp_path)).filter(pl.col("factor") == "lead")
    found = dict(zip(frame["degree"], frame["made_rate"], strict=True))
    assert found == {-4: 0.0, 0: 0.0, 4: 1.0}


def test_changes_are_those_of_the_balance_and_no_others(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    run = MadeUpRun(variants=[variant("base"), variant("dearer")])
    luck = rng.integers(-30, 30, 4000) * 10
    for name, more in (("base", 0), ("dearer", 30)):
        run.add_hands(
            run.cell("hands", variant=name), deal=np.arange(4000), points_0=luck + more,
            contractor=np.zeros(4000, int),
        )  # fmt: skip
    frame = changes.estimate(run.connect(tmp_path))
    assert set(frame["variant"]) == {"dearer"}
    edge = frame.filter(pl.col("figure") == "contract_net").row(0, named=True)
    assert edge["difference"] == pytest.approx(30)
    sure = frame.filter("sure")["figure"].to_list()
    assert set(sure) == {"contract_net", "won_rate"}
    made = frame.filter(pl.col("figure") == "made_rate").row(0, named=True)
    assert made["difference"] == 0
    assert not made["sure"]


def test_course_of_a_game(tmp_path: Path) -> None:
    # side 0 leads, then side 1, then they are level, then side 1 again; side 0 wins at last
    run = MadeUpRun()
    run.add_hands(
        run.cell("games"), deal=range(5), hand_no=range(5), score_0=[0, 100, 100, 300, 250],
        score_1=[0, 0, 350, 300, 400],
    )  # fmt: skip
    run.add_games(0, game=[0], winner=[0])
    row = run.connect(tmp_path).sql("FROM game_courses").fetchall()[0]
    assert row[2:] == (2, 250)


def test_forced_contracts_of_two_strategies_are_told_apart(tmp_path: Path) -> None:
    run = MadeUpRun()
    cell = run.cell("forced", line_up="both", forced_call="M", seat_1="novice", seat_3="novice")
    deal = np.arange(400)
    contractor = (deal + 1) % 4
    made = contractor % 2 == 0  # the club player makes every misère, the novice none
    run.add_hands(
        cell, deal=deal, contract=np.full(400, "M"), contractor=contractor, made=made,
        points_0=np.where(made, 250, 0), points_1=np.where(made, 0, -250),
    )  # fmt: skip
    frame = misere.estimate(run.connect(tmp_path)).filter(pl.col("holding") == "any hand")
    assert dict(frame.select("players", "made_rate").iter_rows()) == {
        "club against novice": 1.0,
        "novice against club": 0.0,
    }
