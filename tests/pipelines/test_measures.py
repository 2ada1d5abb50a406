"""The measures: what they find in made-up runs whose truth is known."""

from __future__ import annotations

import doctest
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, played_run, variant

from pipelines import measures
from pipelines.measures import balance, bid_success, misere, words
from pipelines.measures.balance_figures import FIGURES, quantile


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    return played_run(deals=3000).connect(tmp_path_factory.mktemp("run"))


def test_unknown_measure_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'trumps' is no measure: there are comparison"):
        measures.load("trumps")


@pytest.mark.parametrize("name", measures.NAMES)
def test_every_estimate_lies_in_its_interval(con: duckdb.DuckDBPyConnection, name: str) -> None:
    frame = measures.load(name).estimate(con)
    assert frame.height > 0
    assert frame["n"].min() > 0
    lows = [column for column in frame.columns if column.endswith("low")]
    assert lows
    for low in lows:
        stem = low.removesuffix("low")
        value = next(c for c in (f"{stem}rate", stem.rstrip("_"), "value") if c in frame.columns)
        inside = frame.filter(pl.col(low).is_not_null() & pl.col(value).is_not_null()).select(
            (pl.col(low) <= pl.col(value) + 1e-12)
            & (pl.col(value) <= pl.col(f"{stem}high") + 1e-12)
        )
        assert inside.to_series().all(), low


@pytest.mark.parametrize("name", measures.NAMES)
def test_measure_says_everything_a_report_needs(con: duckdb.DuckDBPyConnection, name: str) -> None:
    measure = measures.load(name)
    frame = measure.estimate(con)
    caption = measure.caption(frame)
    assert "n = " in caption
    assert "95 %" in caption
    assert measure.finding(frame)
    table = measure.table(frame)
    assert table.height == frame.height
    assert not any(
        "nan" in str(cell) or "None" in str(cell) for row in table.rows() for cell in row
    )


@pytest.mark.parametrize("name", measures.NAMES)
def test_measure_of_an_empty_run_says_so(tmp_path: Path, name: str) -> None:
    measure = measures.load(name)
    frame = measure.estimate(MadeUpRun().connect(tmp_path))
    assert frame.height == 0
    assert measure.chart(frame).axes
    assert measure.caption(frame)
    assert measure.finding(frame) == []
    assert measure.warnings(frame) == []
    assert measure.table(frame).height == 0


def test_bid_success_finds_the_chances_it_was_made_from(con: duckdb.DuckDBPyConnection) -> None:
    frame = bid_success.estimate(con).filter(pl.col("contract") == "7H")
    share = frame.group_by("variant", "line_up", "mode").agg(pl.col("share").sum())["share"]
    assert share.to_list() == pytest.approx([0.22] * 4, abs=0.03)
    inside = frame.filter((pl.col("made_low") <= 0.65) & (pl.col("made_high") >= 0.65))
    assert inside.height >= frame.height - 1
    assert set(frame["strategy"]) == {"club", "novice"}


def test_contracts_stand_in_ladder_order(con: duckdb.DuckDBPyConnection) -> None:
    figure = bid_success.chart(bid_success.estimate(con))
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["6♠", "6NT", "7♠", "7♥", "7NT", "Misère", "8♣", "8♦", "8♥", "9♥",
                      "Open misère"]  # fmt: skip


def test_hands_of_a_game_make_the_interval_wider(tmp_path: Path) -> None:
    # in a game either every contract is made or none: 400 games tell no more than 400 hands
    run = MadeUpRun()
    games = np.repeat(np.arange(400), 10)
    run.add_hands(
        run.cell("games"), deal=games * 256 + np.tile(np.arange(10), 400), game=games,
        hand_no=np.tile(np.arange(10), 400), made=games % 2 == 0,
    )  # fmt: skip
    row = bid_success.estimate(run.connect(tmp_path)).row(0, named=True)
    assert row["n"] == 4000
    width = row["made_high"] - row["made_low"]
    assert width == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(400), rel=0.2)


def test_one_hand_is_not_certainty(tmp_path: Path) -> None:
    run = MadeUpRun()
    run.add_hands(run.cell("hands"), deal=[5], points_0=[200])
    frame = bid_success.estimate(run.connect(tmp_path))
    row = frame.row(0, named=True)
    assert row["made_rate"] == 1
    assert row["made_low"] < 0.25
    assert row["contractor_points_low"] is None
    assert "7♥" in bid_success.warnings(frame)[0]


def paired_run(deals: int = 4000, success: float = 0.6, worth: int = 20) -> MadeUpRun:
    """Return misère for 250 made at ``success``, where the auction brings ``worth`` on average."""
    rng = np.random.default_rng(3)
    run = MadeUpRun()
    deal = np.arange(deals)
    luck = rng.normal(0, 100, deals)
    side = (deal + 1) % 4 % 2
    net = np.round(worth + luck).astype(int)
    run.add_hands(run.cell("hands"), deal=deal, points_0=np.where(side == 0, net, -net) // 2,
                  points_1=-(np.where(side == 0, net, -net) // 2))  # fmt: skip
    made = rng.random(deals) < success
    own = np.where(made, 250, -250)
    run.add_hands(
        run.cell("forced", forced_call="M", forced_seat=0), deal=deal, contract=["M"] * deals,
        contractor=(deal + 1) % 4, made=made,
        points_0=np.where(side == 0, own, 0), points_1=np.where(side == 1, own, 0),
    )  # fmt: skip
    return run


def test_misere_needs_what_the_auction_on_the_same_deals_brings(tmp_path: Path) -> None:
    frame = misere.estimate(paired_run().connect(tmp_path))
    row = frame.filter(pl.col("holding") == "any hand").row(0, named=True)
    assert row["needed_rate"] == 0.5
    assert row["n_paired"] == row["n"] == 4000
    assert row["auction_points"] == pytest.approx(20, abs=6)
    assert row["needed_rate_auction"] == pytest.approx((row["auction_points"] + 250) / 500)
    assert row["gain"] == pytest.approx(row["net_points"] - row["auction_points"])
    assert row["gain_low"] < 500 * 0.6 - 250 - 20 < row["gain_high"]
    assert row["break_even_value_low"] < 20 / 0.2 < row["break_even_value_high"]


def test_misere_at_its_break_even_value_gains_nothing(tmp_path: Path) -> None:
    frame = misere.estimate(paired_run().connect(tmp_path))
    row = frame.filter(pl.col("holding") == "any hand").row(0, named=True)
    at_value = row["break_even_value"] * (2 * row["made_rate"] - 1)
    assert at_value == pytest.approx(row["auction_points"])


def test_misere_without_ordinary_hands_is_only_set_against_nothing(tmp_path: Path) -> None:
    run = paired_run(200)
    run.cells[0]["line_up"] = "others"
    frame = misere.estimate(run.connect(tmp_path))
    assert frame["gain"].is_null().all()
    assert any("ordinary auction" in text for text in misere.warnings(frame))


def test_misere_made_every_time_is_still_not_certain(tmp_path: Path) -> None:
    run = MadeUpRun()
    run.add_hands(run.cell("hands"), deal=range(10), contract=["M"] * 10, points_0=[250] * 10)
    row = misere.estimate(run.connect(tmp_path)).row(0, named=True)
    assert row["net_points"] == row["net_points_high"] == 250
    assert row["net_points_low"] == pytest.approx(250 * (2 * row["made_rate_low"] - 1))


def test_seldom_made_misere_has_no_value_that_breaks_even(tmp_path: Path) -> None:
    frame = misere.estimate(paired_run(success=0.3).connect(tmp_path))
    assert frame["break_even_value"].is_null().all()
    assert "none" in misere.table(frame)["value that breaks even"].to_list()


def balanced_run() -> MadeUpRun:
    """Return two variants on the same deals; in the second the first caller has 5 points more."""
    rng = np.random.default_rng(4)
    bigger = variant("bigger", table_deck="D45", table_kitty=5)
    run = MadeUpRun(variants=[variant("base"), variant("change"), bigger])
    deal = np.arange(4000)
    first_side = (deal + 1) % 4 % 2
    luck = np.round(rng.normal(3, 150, 4000)).astype(int)
    for name, more in (("base", 0), ("change", 5), ("bigger", 0)):
        net = luck + more + np.round(rng.normal(0, 10, 4000)).astype(int)
        if name == "bigger":
            net = rng.permutation(net)
        run.add_hands(
            run.cell("hands", variant=name), deal=deal, contractor=(deal + 1) % 4,
            points_0=np.where(first_side == 0, net, 0), points_1=np.where(first_side == 1, net, 0),
        )  # fmt: skip
    return run


def test_balance_compares_on_the_same_deals(tmp_path: Path) -> None:
    frame = balance.estimate(balanced_run().connect(tmp_path))
    edge = {r["variant"]: r for r in frame.filter(pl.col("figure") == "first_net").rows(named=True)}
    assert edge["base"]["difference"] is None
    change = edge["change"]
    assert change["difference_low"] < 5 < change["difference_high"]
    assert change["difference_low"] > 4, "unpaired the interval would hold zero"
    assert change["narrowing"] > 8
    assert not edge["bigger"]["same_pack"]
    assert edge["bigger"]["narrowing"] == pytest.approx(1.0, abs=0.2)
    assert any("another pack" in text for text in balance.warnings(frame))


def test_balance_counts_what_happened(con: duckdb.DuckDBPyConnection) -> None:
    frame = balance.estimate(con).filter(
        (pl.col("variant") == "australian") & (pl.col("mode") == "games")
    )
    value = dict(zip(frame["figure"], frame["value"], strict=True))
    assert set(value) == set(FIGURES) - {"position_4_rate", "position_5_rate"}  # of four players
    assert sum(value[f"position_{place}_rate"] for place in range(4)) == pytest.approx(1)
    endings = ("by_contract_rate", "by_points_rate", "by_back_door_rate", "unfinished_rate")
    assert sum(value[name] for name in endings) == pytest.approx(1)
    lengths = con.sql(
        "SELECT avg(n_hands), stddev_pop(n_hands), quantile_disc(n_hands, 0.9) FROM games"
        " JOIN cells USING (cell) WHERE variant = 'australian'"
    ).fetchall()[0]
    found = (value["game_hands"], value["game_hands_spread"], value["game_hands_90"])
    assert found == pytest.approx(lengths)


def test_quantile_of_lengths_is_the_shortest_that_is_long_enough() -> None:
    lengths = pl.DataFrame({"batch": [3, 3, 5, 6], "n_hands": [4, 6, 6, 9], "n": [10, 40, 40, 10]})
    assert [quantile(lengths, share).value for share in (0.1, 0.5, 0.9, 1.0)] == [4, 6, 6, 9]


def test_words_are_as_documented() -> None:
    assert doctest.testmod(words).failed == 0
