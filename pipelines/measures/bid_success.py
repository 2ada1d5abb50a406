"""Bid success: how often each contract is reached, how often it is made, what it brings.

For each variant, line-up and contractor's strategy; every rate and mean with a 95 % interval that
allows for hands of one game, and one deal played twice, being alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import drawing, words
from pipelines.stats import Interval, Sums, mean_interval, rate_interval

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.figure import Figure

TITLE: Final = "How often each bid succeeds"
QUESTION: Final = "Which contracts are reached, how often are they made, and what do they bring?"
KEYS: Final = ("variant", "line_up", "mode", "strategy", "contract")
MAX_SERIES: Final = 4


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, mode, strategy and contract, in the order of the ladder.

    Rates (``share``, ``made_rate``) are 0..1, points are means a hand; each with ``_low`` and
    ``_high``. ``n`` counts hands with this contract, ``n_hands`` all those of variant, line-up and
    mode.
    """
    sums = pl.DataFrame(con.sql("FROM bid_success"))
    sums = sums.sort("variant_no", "line_up", "mode", "strategy", "rank")
    column = {name: sums[name].cast(pl.Float64).to_numpy() for name in sums.columns if name[:2] in
              ("n", "n_", "s_")}  # fmt: skip
    n, batches = column["n"], column["n_batches"]
    share = rate_interval(
        Sums(column["n_all_batches"], column["n_hands"], n, column["s_hh"], column["s_nh"],
             column["s_nn"])
    )  # fmt: skip
    made = rate_interval(
        Sums(batches, n, column["s_made"], column["s_nn"], column["s_nm"], column["s_mm"])
    )
    own = mean_interval(
        Sums(batches, n, column["s_contractor"], column["s_nn"], column["s_nc"], column["s_cc"])
    )
    others = mean_interval(
        Sums(batches, n, column["s_defender"], column["s_nn"], column["s_nd"], column["s_dd"])
    )
    frame = sums.select(*KEYS, "rank", "variant_no", "n", "n_hands")
    bid = (sums["contract"] != "Pass").to_numpy()
    for name, interval, known in (
        ("share", share, np.ones_like(bid)),
        ("made", made, bid),
        ("contractor_points", own, bid),
        ("defender_points", others, bid),
    ):
        frame = frame.with_columns(_columns(name, interval, known))
    return frame


def _columns(name: str, interval: Interval, known: np.ndarray) -> list[pl.Series]:
    names = (f"{name}_rate" if name == "made" else name, f"{name}_low", f"{name}_high")
    return [
        pl.Series(title, np.where(known, column, np.nan), dtype=pl.Float64, nan_to_null=True)
        for title, column in zip(names, interval, strict=True)
    ]


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: the richest mode, at most four series."""
    bids = frame.filter(pl.col("contract") != "Pass")
    if bids.is_empty():
        return bids.with_columns(series=pl.lit(0))
    by_mode = bids.group_by("mode").agg(pl.col("n").sum()).sort("n", "mode", descending=True)
    bids = bids.filter(pl.col("mode") == by_mode["mode"][0])
    series = (
        bids.group_by("variant_no", "variant", "line_up", "strategy")
        .agg(pl.col("n").sum())
        .sort("variant_no", "n", "line_up", "strategy", descending=[False, True, False, False])
        .with_columns(place=pl.int_range(pl.len()).over("variant"))
        .sort("place", "variant_no")
        .head(MAX_SERIES)
        .with_row_index("series")
        .drop("n", "place", "variant_no")
    )
    return bids.join(series, on=["variant", "line_up", "strategy"]).sort("series", "rank")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw share, made rate and points of each contract, lowest rung of the ladder on top."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No hand of this run had a contract.")
    contracts = _ladder(rows)
    name = words.naming(rows, ("variant", "line_up", "strategy"))
    n_series = int(rows["series"].max()) + 1  # type: ignore[arg-type]
    with drawing.style():
        height = 1.1 + 0.2 * n_series + len(contracts) * (0.2 + 0.05 * (n_series - 1))
        figure, axes = drawing.new_figure(
            height, ncols=3, sharey=True, width_ratios=[0.8, 1.1, 1.0]
        )
        for number in range(n_series):
            one = rows.filter(pl.col("series") == number)
            colour = drawing.COLOURS[number]
            shift = (number - (n_series - 1) / 2) * 0.7 / n_series
            at = [contracts.index(contract) + shift for contract in one["contract"]]
            few = (one["n"] < words.FEW_HANDS).to_list()
            label = name(one.row(0, named=True)) if n_series > 1 else None
            axes[0].barh(at, 100 * one["share"], 0.7 / n_series, color=colour, label=label)
            _dots(axes[1], at, one, ("made_rate", "made_low", "made_high"), 100, few, colour)
            _dots(
                axes[2], at, one,
                ("contractor_points", "contractor_points_low", "contractor_points_high"),
                1, few, colour,
            )  # fmt: skip
        axes[2].set_xlim(_points_shown(rows))
        _finish(axes, [words.contract_label(contract) for contract in contracts])
        if n_series > 1:
            figure.legend(loc="outside upper left", ncols=1)
    return figure


def _dots(axes: Any, at: list[float], rows: pl.DataFrame, names: tuple[str, str, str],
          factor: float, few: list[bool], colour: str) -> None:  # fmt: skip
    value, low, high = ((rows[name] * factor).to_list() for name in names)
    drawing.dots(axes, at, (value, low, high), few, colour=colour)


def _finish(axes: Any, labels: list[str]) -> None:
    drawing.rows(axes[0], labels)
    axes[0].set_title("Reached")
    axes[0].set_xlabel("% of hands")
    axes[1].set_title("Made")
    axes[1].set_xlabel("% of these")
    axes[1].set_xlim(0, 100)
    axes[1].set_xticks((0, 50, 100))
    axes[1].axvline(50, color=drawing.GUIDE, linewidth=0.8, zorder=0)
    axes[2].set_title("Points")
    axes[2].set_xlabel("a hand")
    axes[2].axvline(0, color=drawing.GUIDE, linewidth=0.8, zorder=0)


def _points_shown(rows: pl.DataFrame) -> tuple[float, float]:
    """Return bounds that hold every dot, and the intervals of all but the rarest contracts."""
    often = rows.filter(pl.col("n") >= words.FEW_HANDS)
    low = [0.0, *rows["contractor_points"], *often["contractor_points_low"].drop_nulls()]
    high = [0.0, *rows["contractor_points"], *often["contractor_points_high"].drop_nulls()]
    margin = 0.06 * (max(high) - min(low)) or 1.0
    return min(low) - margin, max(high) + margin


def _ladder(rows: pl.DataFrame) -> list[str]:
    """Return the contracts in ladder order of the first variant that has them."""
    first = rows.sort("variant_no", "rank").unique("contract", keep="first", maintain_order=True)
    return first.sort("rank", "contract")["contract"].to_list()


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many hands."""
    rows = shown(frame)
    if rows.is_empty():
        return "Nobody bid in this run, or it has no hands outside forced contracts."
    groups = rows.unique(["variant", "line_up"])
    n = int(groups["n_hands"].sum())
    text = (
        "One row a contract, in ladder order. Left: how many of 100 hands end in it. Middle: how"
        " many of 100 such contracts are made. Right: mean points a hand to the contractor’s side,"
        " losses included. Lines are 95 % intervals; a dot without a line is surer than its own"
        f" size; hollow dots stand for fewer than {words.FEW_HANDS} hands."
        f" n = {words.count(n)} hands"
        f" ({words.MODES[rows['mode'][0]]})."
    )
    every = frame.filter(pl.col("contract") != "Pass")
    left_out = every.n_unique(["variant", "line_up", "mode", "strategy"]) - rows.n_unique("series")
    if left_out:
        text += f" {left_out} more series are in the table only."
    return text


def finding(frame: pl.DataFrame) -> list[str]:
    """Return what the figure says, in a sentence or two for each series shown."""
    rows = shown(frame)
    name = words.naming(rows, ("variant", "line_up", "strategy"))
    sentences = []
    for _, one in rows.group_by("series", maintain_order=True):
        top = one.sort("share", descending=True).row(0, named=True)
        n = int(one["n"].sum())
        made = float((one["made_rate"] * one["n"]).sum()) / n
        sentence = (
            f"{name(top)}: {words.percent(made)} of {words.count(n)} contracts were made. The most"
            f" common one is {words.contract_label(top['contract'])}, in"
            f" {words.percent(top['share'])} of hands, made {_said(top, 'made', words.percent)}."
        )
        sure = one.filter(pl.col("n") >= words.FEW_HANDS).sort("made_rate")
        if sure.height > 1:
            low, high = sure.row(0, named=True), sure.row(-1, named=True)
            sentence += (
                f" Safest: {words.contract_label(high['contract'])},"
                f" {words.percent(high['made_rate'])}; riskiest:"
                f" {words.contract_label(low['contract'])}, {words.percent(low['made_rate'])}."
            )
        sentences.append(sentence)
    return sentences


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, one row a contract, for reading."""
    said: list[dict[str, str]] = []
    for row in frame.iter_rows(named=True):
        said.append(
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "played as": words.MODES[row["mode"]],
                "contractor’s strategy": row["strategy"] or words.NONE,
                "contract": words.contract_label(row["contract"]),
                "hands": words.count(row["n"]),
                "share of hands": _said(row, "share", words.percent),
                "made": _said(row, "made", words.percent),
                "points of contractor’s side": _said(row, "contractor_points", words.points),
                "points of defenders": _said(row, "defender_points", words.points),
            }
        )
    return pl.DataFrame(said)


def _said(row: dict[str, Any], name: str, say: Any) -> str:
    value = row["made_rate"] if name == "made" else row[name]
    return words.with_span(value, row[f"{name}_low"], row[f"{name}_high"], say)


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about: contracts seen too seldom to judge."""
    few = shown(frame).filter(pl.col("n") < words.FEW_HANDS)
    if few.is_empty():
        return []
    contracts = words.listed(words.contract_label(c) for c in _ladder(few))
    return [
        f"Fewer than {words.FEW_HANDS} hands in at least one series for {contracts}:"
        " look at the intervals before believing those rates."
    ]
