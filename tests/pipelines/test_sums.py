"""Sums close: what is split into parts adds up to the whole, in every measure.

That the points of a hand follow from its row and the scores of a game from its hands is proved for each
run by ``fivehundred verify`` (see test_verify), that the parts of a duel add up in test_comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl
import pytest
from small_study import small_study

from pipelines.measures import balance, bid_success, fair_values, forced, misere, situations
from pipelines.simulate import simulate
from pipelines.verify import verify

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WHO = ["variant", "line_up", "mode"]


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    play = [
        {"mode": "hands", "deals": 1500},
        {"mode": "games", "games": 60},
        {"mode": "forced", "deals": 1500, "calls": ["M", "8H", "8NT"], "seat": 1},
    ]
    run = simulate(
        small_study(play=play, logs=[]), tmp_path_factory.mktemp("sums") / "run", workers=1
    )
    assert verify(run) == []
    with run.connect() as con:
        yield con


def wide(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return the balance with a column a figure."""
    frame = balance.estimate(con)
    return frame.pivot("figure", index=WHO, values="value")


def test_shares_of_contracts_and_passes_add_up_to_one(con: DuckDBPyConnection) -> None:
    frame = bid_success.estimate(con)
    totals = frame.group_by(WHO).agg(pl.col("share").sum(), pl.col("n").sum(), pl.first("n_hands"))
    assert totals.height == 4
    assert totals["share"].to_list() == pytest.approx([1.0] * 4)
    assert totals["n"].to_list() == totals["n_hands"].to_list()


def test_balance_is_made_of_the_contracts(con: DuckDBPyConnection) -> None:
    bids = bid_success.estimate(con).filter(pl.col("contract") != "Pass")
    n = pl.col("n")
    net = pl.col("contractor_points") - pl.col("defender_points")
    whole = bids.group_by(WHO).agg(
        made=(n * pl.col("made_rate")).sum() / n.sum(),
        net=(n * net).sum() / n.sum(),
        passed=1 - pl.col("share").sum(),
    )
    both = whole.join(wide(con), on=WHO)
    assert both.height == 4
    for ours, theirs in (
        ("made", "made_rate"),
        ("net", "contract_net"),
        ("passed", "passed_out_rate"),
    ):
        assert both[ours].to_list() == pytest.approx(both[theirs].to_list()), theirs


def test_callers_and_ends_of_games_add_up_to_one(con: DuckDBPyConnection) -> None:
    figures = wide(con)
    callers = pl.sum_horizontal(f"position_{place}_rate" for place in range(4))
    assert figures.select(callers).to_series().to_list() == pytest.approx([1.0] * 4)
    games = figures.filter(pl.col("mode") == "games")
    ends = pl.sum_horizontal(
        f"{name}_rate"
        for name in ("by_contract", "by_points", "by_back_door", "by_spread", "by_hands", "no_winner",
                     "unfinished")
    )  # fmt: skip
    assert games.select(ends).to_series().to_list() == pytest.approx([1.0] * 2)


def test_scores_of_a_game_are_the_sums_of_its_hands(con: DuckDBPyConnection) -> None:
    """Where nothing is clamped; verify knows the rules that clamp."""
    wrong = con.sql(
        "SELECT count(*), count(*) FILTER (hands_0 <> score_0 OR hands_1 <> score_1) FROM"
        " (SELECT cell, game, sum(points_0) AS hands_0, sum(points_1) AS hands_1 FROM hands"
        "  GROUP BY cell, game) JOIN games USING (cell, game) JOIN cells USING (cell)"
        " WHERE variant = 'australian'"
    ).fetchall()
    assert wrong == [(120, 0)]


def test_classes_of_forced_hands_make_up_all_of_them(con: DuckDBPyConnection) -> None:
    frame = forced.estimate(con)
    every = frame.filter(pl.col("length") == forced.ANY)
    classes = frame.filter((pl.col("length") != forced.ANY) & (pl.col("side_aces") == forced.ANY))
    n = pl.col("n")
    parts = classes.group_by(*forced.KEYS).agg(
        n.sum(),
        pl.col("share").sum(),
        **{
            name: (n * pl.col(name)).sum() / n.sum()
            for name in ("made_rate", "net_points", "auction_points", "gain", "better_rate")
        },
    )
    both = every.join(parts, on=list(forced.KEYS), suffix="_parts")
    assert both.height == every.height > 0
    assert both["share_parts"].to_list() == pytest.approx([1.0] * both.height)
    for name in ("n", "made_rate", "net_points", "auction_points", "gain", "better_rate"):
        assert both[f"{name}_parts"].to_list() == pytest.approx(both[name].to_list()), name
    gain = every["net_points"] - every["auction_points"]
    assert gain.to_list() == pytest.approx(every["gain"].to_list())


def test_circumstances_of_one_kind_make_up_all_contracts(con: DuckDBPyConnection) -> None:
    frame = situations.estimate(con)
    seats = frame.filter(pl.col("factor") == "seat")
    n = pl.col("n")
    made = seats.group_by(WHO).agg(
        made=(n * pl.col("made_rate")).sum() / n.sum(),
        net=(n * pl.col("net_points")).sum() / n.sum(),
    )
    both = made.join(wide(con), on=WHO)
    assert both["made"].to_list() == pytest.approx(both["made_rate"].to_list())
    assert both["net"].to_list() == pytest.approx(both["contract_net"].to_list())
    shares = frame.group_by(*WHO, "factor").agg(pl.col("share").sum())
    assert shares["share"].to_list() == pytest.approx([1.0] * shares.height)


def test_misere_needs_what_makes_it_worth_the_auction(con: DuckDBPyConnection) -> None:
    rows = misere.estimate(con).filter(pl.col("source") == "forced")
    assert rows.height > 0
    for row in rows.iter_rows(named=True):
        # a set misère costs its value, what the others get on top stays as it is
        given_away = row["value"] * (2 * row["made_rate"] - 1) - row["net_points"]
        worth = row["value"] * (2 * row["needed_rate_auction"] - 1) - given_away
        assert worth == pytest.approx(row["auction_points"])
        assert row["gain"] == pytest.approx(row["net_points"] - row["auction_points"])


def test_contracts_at_their_fair_values_all_bring_the_mean(con: DuckDBPyConnection) -> None:
    frame = fair_values.estimate(con)
    n = pl.col("n")
    means = frame.group_by(WHO).agg(
        mean=(n * pl.col("net_points")).sum() / n.sum(), said=pl.first("mean_points")
    )
    assert means["mean"].to_list() == pytest.approx(means["said"].to_list())
    likely = frame.drop_nulls("fair_value")
    assert likely.height > 0
    for row in likely.iter_rows(named=True):
        odds = 2 * row["made_rate"] - 1
        given_away = row["value"] * odds - row["net_points"]
        assert row["fair_value"] * odds - given_away == pytest.approx(row["mean_points"])
