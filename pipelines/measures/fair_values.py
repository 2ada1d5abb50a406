"""Fair values: what each contract would have to be worth for all of them to bring the same.

Taken from contracts as they were bid: the share made and the tricks given away stay as they are, only
the value changes, until a contract of this kind brings on average what one of any kind brings now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.played import rules_of
from pipelines.stats import Bounds, Mean, batch_mean, break_even_value
from sim.cards import CALL_NAMES
from sim.rules import Rules, load_rules

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = "What each contract ought to be worth"
QUESTION: Final = "At which values would every contract be equally worth bidding?"
OPTIONAL: Final = True
KEYS: Final = ("variant", "line_up", "mode", "contract")
ESTIMATES: Final = ("made_rate", "net_points", "fair_value")
TABLE_1904: Final = "original-1904"
MAX_PANELS: Final = 2


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, mode and contract bid, in the order of the ladder.

    ``value`` is what the rules pay, ``value_1904`` the oldest table (null for its missing bids),
    ``net_points`` what the contract brings (own side minus the mean of the others), ``mean_points``
    what contracts of all kinds bring, ``fair_value`` the value at which this one would bring that;
    null where it is made no more than half the time, for then no value is fair. Estimates come with
    ``_low`` and ``_high``.
    """
    values = {
        row["variant"]: paid_values(rules_of(row))
        for row in pl.DataFrame(con.sql("FROM variants")).iter_rows(named=True)
    }
    sums = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, mode, contract, batch, sum(n)::BIGINT AS n,"
            " sum(n_made)::BIGINT AS n_made,"
            " sum(contractor_points - defender_points)::DOUBLE AS net"
            " FROM contract_batches WHERE contract <> 'Pass' GROUP BY ALL"
        )
    ).sort(*KEYS, "batch")
    whole = {
        (keys["variant"], keys["line_up"], keys["mode"]): column
        for keys, column in batches.groups(sums, KEYS[:-1])
    }
    rows = []
    for keys, column in batches.groups(sums, KEYS):
        every = whole[keys["variant"], keys["line_up"], keys["mode"]]
        value = values[keys["variant"]].get(keys["contract"], 0)
        rows.append(keys | {"value": value} | _estimates(value, column, every))
    order = pl.DataFrame(
        con.sql(
            "SELECT variant, contract, rank, min(cell) AS variant_no FROM ladder"
            " JOIN cells USING (variant) GROUP BY ALL"
        )
    )
    oldest = paid_values(load_rules(TABLE_1904))
    frame = pl.DataFrame(rows, schema=_schema()).join(order, on=["variant", "contract"], how="left")
    old = pl.col("contract").replace_strict(oldest, default=None, return_dtype=pl.Int64)
    return (
        frame.with_columns(value_1904=old)
        .sort("variant_no", "line_up", "mode", "rank")
        .drop("variant_no")
    )


def _schema() -> dict[str, Any]:
    bounds = {f"{name}{end}": pl.Float64 for name in ESTIMATES for end in ("", "_low", "_high")}
    texts = dict.fromkeys(KEYS, pl.String)
    return texts | {"value": pl.Int64, "n": pl.Int64, "mean_points": pl.Float64} | bounds


def paid_values(rules: Rules) -> dict[str, int]:
    """Return what each contract of these rules pays, by its text."""
    paid = rules.record()[0]["value"]
    return {CALL_NAMES[call]: int(paid[call]) for call in rules.ladder()}


def _estimates(
    value: int, column: batches.Column, every: batches.Column
) -> dict[str, float | int | None]:
    n, made, net = column("n"), column("n_made"), column("net")
    mean = batch_mean(every("net"), every("n"))
    given_away = batch_mean(value * (2 * made - n) - net, n)
    rate = batches.rate(made, n)
    found: dict[str, Bounds | None] = {
        "made_rate": rate,
        "net_points": batch_mean(net, n).bounds(),
        "fair_value": _fair(mean, given_away, batch_mean(made, n), rate),
    }
    out: dict[str, float | int | None] = {"n": int(n.sum()), "mean_points": mean.value}
    return out | batches.spelled(found)


def _fair(mean: Mean, given_away: Mean, success: Mean, rate: Bounds) -> Bounds | None:
    """Return the value that brings the ``mean``, no surer than the ``rate`` made is known."""
    if success.value <= 0.5:
        return None
    fair = break_even_value(mean, given_away, success)
    # a contract made every time so far tells nothing by its spread: Wilson's bounds do
    worth = mean.value + given_away.value
    ends = [worth / (2 * end - 1) if end > 0.5 else np.inf for end in (rate.high, rate.low)]
    return Bounds(fair.value, min(fair.low, *ends), max(fair.high, *ends))


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: common contracts of the richest mode, two panels."""
    if frame.is_empty():
        return frame.with_columns(panel=pl.lit(0))
    modes = frame.group_by("mode").agg(pl.col("n").sum()).sort("n", "mode")
    rows = frame.filter(
        pl.col("mode") == modes["mode"][-1],
        pl.col("n") >= words.FEW_HANDS,
        pl.col("fair_value_high").is_finite(),
    )
    panels = rows.unique(["variant", "line_up"], maintain_order=True).head(MAX_PANELS)
    panels = panels.select("variant", "line_up").with_row_index("panel")
    return rows.join(panels, on=["variant", "line_up"], maintain_order="left")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the fair value of each contract beside what the rules and the oldest table pay."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No contract was bid often enough to say what it is worth.")
    panels = list(rows.group_by("panel", maintain_order=True))
    name = words.naming(rows, ("variant", "line_up"))
    with drawing.style():
        heights = [1.5 + part.height for _, part in panels]
        figure, axes = drawing.new_figure(
            0.9 + 0.19 * sum(heights), nrows=len(panels), squeeze=False, sharex=True,
            height_ratios=heights,
        )  # fmt: skip
        for place, (_, part) in zip(axes[:, 0], panels, strict=True):
            _panel(place, part)
            drawing.heading(place, name(part.row(0, named=True)))
        axes[-1, 0].set_xlim(0, _reach(rows))
        axes[-1, 0].set_xlabel("points")
        handles, labels = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper left", ncols=3, columnspacing=1.2)
    return figure


def _panel(axes: Axes, rows: pl.DataFrame) -> None:
    at = list(range(rows.height))
    columns = [rows[f"fair_value{end}"].to_list() for end in ("", "_low", "_high")]
    drawing.dots(axes, at, columns, [False] * rows.height)
    axes.plot([], [], "o", color=drawing.COLOURS[0], markersize=4.5, label="fair")
    axes.plot(rows["value"], at, "|", color=drawing.COLOURS[1], markersize=9, markeredgewidth=2,
              label="these rules")  # fmt: skip
    old = rows["value_1904"].cast(pl.Float64).fill_null(np.nan)
    axes.plot(old, at, "x", color=drawing.GUIDE, markersize=4, label="table of 1904")
    drawing.rows(axes, [words.contract_label(contract) for contract in rows["contract"]])


def _reach(rows: pl.DataFrame) -> float:
    """Return the right end of the axis: past every value paid and all but absurd fair ones."""
    paid = float(rows["value"].max())  # type: ignore[arg-type]
    return 1.05 * min(max(paid, float(rows["fair_value_high"].max())), 2 * paid)  # type: ignore[arg-type]


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, what is assumed, from how many contracts."""
    rows = shown(frame)
    if rows.is_empty():
        return "No contract was bid often enough to say what it is worth."
    text = (
        "Dots: the value at which a contract of this kind would bring on average what contracts of"
        " all kinds bring now, with 95 % intervals. Bars: what these rules pay. Crosses: the first"
        " table, of 1904. It is assumed that the same hands go on being bid and are made as often,"
        " and that the others’ trick points stay: other values would tempt to other bids. A high"
        " contract is bid on strong hands, so a fair value below the table does not mean that it is"
        " bid too seldom: it means that strong hands are paid more than others."
        f" n = {words.count(rows['n'].sum())} contracts."
    )
    left_out = frame.n_unique(["variant", "line_up"]) - rows.n_unique("panel")
    return text + (f" {left_out} more are in the table only." if left_out else "")


def finding(frame: pl.DataFrame) -> list[str]:
    """Return which contracts pay most above and most below what would be fair."""
    rows = shown(frame).with_columns(surplus=pl.col("value") - pl.col("fair_value"))
    name = words.naming(rows, ("variant", "line_up"))
    sentences = []
    for _, part in rows.group_by("panel", maintain_order=True):
        ranked = part.sort("surplus")
        low, high = ranked.row(0, named=True), ranked.row(-1, named=True)
        sentence = (
            f"{name(low)}: a contract brings {words.points(low['mean_points'])} points on average."
            f" To bring as much, {_paid(low)}"
        )
        sentence += f" and {_paid(high)}." if ranked.height > 1 else "."
        fair = part.filter(
            pl.col("value").is_between(pl.col("fair_value_low"), pl.col("fair_value_high"))
        )
        if not fair.is_empty():
            labels = [words.contract_label(contract) for contract in fair["contract"]]
            sentence += f" Paid as is fair: {words.listed(labels)}."
        sentences.append(sentence)
    return sentences


def _paid(row: dict[str, Any]) -> str:
    span = words.with_span(
        row["fair_value"], row["fair_value_low"], row["fair_value_high"], words.number
    )
    return f"{words.contract_label(row['contract'])} would have to pay {span}, not {row['value']}"


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "played as": words.MODES[row["mode"]],
                "contract": words.contract_label(row["contract"]),
                "contracts": words.count(row["n"]),
                "made": _said(row, "made_rate", words.percent),
                "net points": _said(row, "net_points", words.points),
                "pays": words.count(row["value"]),
                "fair value": _said(row, "fair_value", words.number)
                if row["fair_value"] is not None
                else "none",
                "table of 1904": words.number(row["value_1904"]).removesuffix(".0"),
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def _said(row: dict[str, Any], name: str, say: Any) -> str:
    return words.with_span(row[name], row[f"{name}_low"], row[f"{name}_high"], say)


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    wide = frame.filter(
        (pl.col("n") >= words.FEW_HANDS)
        & (pl.col("fair_value").is_null() | ~pl.col("fair_value_high").is_finite())
    )
    if wide.is_empty():
        return []
    labels = [words.contract_label(contract) for contract in wide["contract"].unique().sort()]
    return [
        f"Made too seldom for any value to be fair, in one series at least: {words.listed(labels)}."
    ]
