"""Circumstances of a contract: how seat, level, cards held and the score go with its success.

Only contracts that were bid: a player who holds more bids more, so these rates say how well bids go,
not what the cards alone would bring; for that see forced bids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.stats import batch_mean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.figure import Figure

TITLE: Final = "What goes with success"
QUESTION: Final = "From which seat, with which cards and at which score are contracts made?"
OPTIONAL: Final = True
KEYS: Final = ("variant", "line_up", "mode", "factor", "degree")
MAX_SERIES: Final = 3
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
STRAINS: Final = ("♠", "♣", "♦", "♥", "no trumps", "misères")


class Factor(NamedTuple):
    """What hands are told apart by: its heading, and what all of it is about."""

    title: str
    of: str


FACTORS: Final = {
    "seat": Factor("Turn to call", "all contracts"),
    "level": Factor("Tricks bid", "bids of tricks"),
    "strain": Factor("Kind of contract", "all contracts"),
    "trumps": Factor("Trumps held", "suit bids"),
    "tops": Factor("Joker and bowers held", "suit bids"),
    "aces": Factor("Aces held outside trumps", "suit bids"),
    "nt_tops": Factor("Joker and aces held", "no trumps"),
    "lead": Factor("Lead before the hand, points", "games"),
}


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, mode, factor and degree, with ``n``, the contracts.

    ``made_rate`` (0..1) and ``net_points`` (a contract, own side minus the mean of the others) each
    come with ``_low`` and ``_high``; ``share`` is the part of the factor's contracts.
    """
    sums = pl.DataFrame(con.sql("FROM situation_batches")).sort(*KEYS, "batch")
    order = pl.DataFrame(
        con.sql("SELECT variant, min(cell) AS variant_no FROM cells GROUP BY variant")
    )
    rows = [keys | _estimates(column) for keys, column in batches.groups(sums, KEYS)]
    bounds = {
        f"{name}{end}": pl.Float64
        for name in ("made_rate", "net_points")
        for end in ("", "_low", "_high")
    }
    schema = dict.fromkeys(KEYS, pl.String) | {"degree": pl.Int64, "n": pl.Int64} | bounds
    frame = pl.DataFrame(rows, schema=schema).join(order, on="variant", how="left")
    frame = frame.with_columns(share=pl.col("n") / pl.col("n").sum().over(*KEYS[:-1]))
    return frame.sort(
        "variant_no", "line_up", "mode", pl.col("factor").cast(pl.Enum(list(FACTORS))), "degree"
    ).drop("variant_no")


def _estimates(column: batches.Column) -> dict[str, float | int | None]:
    n = column("n")
    found = {
        "made_rate": batches.rate(column("n_made"), n),
        "net_points": batch_mean(column("net_points"), n).bounds(),
    }
    return {"n": int(n.sum())} | batches.spelled(found)


def degree_words(factor: str, degree: int) -> str:
    """Return a degree of a factor in a player's words.

    >>> [degree_words("seat", 0), degree_words("strain", 3), degree_words("lead", -5)]
    ['first', '♥', '−500 or worse']
    """
    if factor == "seat":
        return ORDINALS[degree]
    if factor == "strain":
        return STRAINS[degree]
    if factor == "lead":
        more = {-5: " or worse", 5: " or better"}.get(degree, "")
        return (f"{100 * degree:+d}".replace("-", "−") if degree else "about 0") + more
    return str(degree)


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: the richest mode, three series, common degrees."""
    if frame.is_empty():
        return frame.with_columns(series=pl.lit(0))
    seats = frame.filter(pl.col("factor") == "seat")
    mode = seats.group_by("mode").agg(pl.col("n").sum()).sort("n", "mode")["mode"][-1]
    # the score tells only in games
    told = (pl.col("mode") == mode) | (pl.col("factor") == "lead")
    rows = frame.filter(told, pl.col("n") >= words.FEW_HANDS)
    series = rows.unique(["variant", "line_up"], maintain_order=True).head(MAX_SERIES)
    series = series.select("variant", "line_up").with_row_index("series")
    return rows.join(series, on=["variant", "line_up"], maintain_order="left")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the share made and the net points, a panel a factor, a row a degree."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No contract was bid in this run.")
    panels = [name for name in FACTORS if name in rows["factor"]]
    degrees = {
        name: sorted(rows.filter(pl.col("factor") == name)["degree"].unique()) for name in panels
    }
    heights = [1.6 + len(degrees[name]) for name in panels]
    name_of = words.naming(rows, ("variant", "line_up"))
    n_series = rows.n_unique("series")
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.7 + 0.2 * n_series + 0.2 * sum(heights), nrows=len(panels), ncols=2, squeeze=False,
            sharex="col", height_ratios=heights,
        )  # fmt: skip
        for place, factor in zip(axes, panels, strict=True):
            mine = rows.filter(pl.col("factor") == factor)
            for (number,), one in mine.group_by("series", maintain_order=True):
                shift = 0.5 * (int(str(number)) - (n_series - 1) / 2) / n_series
                at = [degrees[factor].index(degree) + shift for degree in one["degree"]]
                label = name_of(one.row(0, named=True)) if factor == panels[0] else None
                _dots(place, at, one, int(str(number)), label)
            drawing.heading(place[0], f"{FACTORS[factor].title} ({FACTORS[factor].of})")
            drawing.rows(place[0], [degree_words(factor, degree) for degree in degrees[factor]])
            drawing.rows(place[1], [""] * len(degrees[factor]))
        axes[-1, 0].set_xlabel("% made")
        axes[-1, 1].set_xlabel("net points a contract")
        if n_series > 1:
            figure.legend(loc="outside upper left", ncols=1)
    return figure


def _dots(axes: Any, at: list[float], rows: pl.DataFrame, number: int, label: str | None) -> None:
    colour = drawing.COLOURS[number]
    for place, name, factor in ((axes[0], "made_rate", 100), (axes[1], "net_points", 1)):
        columns = [(factor * rows[f"{name}{end}"]).to_list() for end in ("", "_low", "_high")]
        drawing.dots(place, at, columns, [False] * rows.height, colour=colour)
    axes[0].plot([], [], "o", color=colour, markersize=4.5, label=label)
    axes[1].axvline(0, color=drawing.GUIDE, linewidth=0.8, zorder=0)


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many contracts."""
    rows = shown(frame)
    if rows.is_empty():
        return "No contract was bid in this run."
    n = rows.filter(pl.col("factor") == "seat")["n"].sum()
    text = (
        "Contracts told apart by one circumstance at a time. Left: how many of 100 were made. Right:"
        " mean points of the contractor’s side minus the mean of the others. Cards held are those"
        " among the contractor’s ten dealt cards, before the kitty. Lines are 95 % intervals; what"
        f" happened fewer than {words.FEW_HANDS} times is not drawn. n = {words.count(n)} contracts."
        " Circumstances go together: a player who holds more bids more."
    )
    left_out = frame.n_unique(["variant", "line_up"]) - rows.n_unique("series")
    return text + (f" {left_out} more series are in the table only." if left_out else "")


def finding(frame: pl.DataFrame) -> list[str]:
    """Return for each factor of the first series its best and worst degree."""
    rows = shown(frame)
    sentences = []
    first = rows.filter(pl.col("series") == 0)
    for (factor,), part in first.group_by("factor", maintain_order=True):
        ranked = part.sort("made_rate")
        if ranked.height < 2:
            continue
        low, high = ranked.row(0, named=True), ranked.row(-1, named=True)
        sentences.append(
            f"{FACTORS[str(factor)].title} ({FACTORS[str(factor)].of}): most often made at"
            f" {_degree(high)}, {_said(high)}; least often at {_degree(low)}, {_said(low)}."
        )
    return sentences


def _degree(row: dict[str, Any]) -> str:
    return degree_words(row["factor"], row["degree"])


def _said(row: dict[str, Any], name: str = "made_rate", say: Any = words.percent) -> str:
    return words.with_span(row[name], row[f"{name}_low"], row[f"{name}_high"], say)


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "played as": words.MODES[row["mode"]],
                "circumstance": FACTORS[row["factor"]].title,
                "of": FACTORS[row["factor"]].of,
                "which": _degree(row),
                "contracts": words.count(row["n"]),
                "share": words.percent(row["share"]),
                "made": _said(row),
                "net points": _said(row, "net_points", words.points),
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    few = frame.filter(pl.col("n") < words.FEW_HANDS).height
    if not few:
        return []
    return [f"{few} rows of the table rest on fewer than {words.FEW_HANDS} contracts."]
