"""What each variant changes against the first: every figure of the balance, by size, paired.

Same figures as the balance; here only the differences, those that are surely not zero first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines.measures import balance, drawing, words
from pipelines.measures.balance_figures import FIGURES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.figure import Figure

TITLE: Final = "What changes against the first variant"
QUESTION: Final = "Which figures does a change of rules move, and by how much?"
OPTIONAL: Final = True
UNITS: Final = {"rate": "percentage points", "points": "points", "number": "as they are"}
PER_PANEL: Final = 8  # figures that move most
MAX_SERIES: Final = 4


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return the differences that ``balance.estimate`` finds, largest first within each unit.

    One row a variant but the first, line-up, mode and figure: ``difference`` with ``_low`` and
    ``_high`` (rates in parts of one), ``sure`` where the interval holds no zero. Sorted by line-up,
    mode, variant, surely changed or not, unit, size.
    """
    frame = balance.estimate(con).filter(pl.col("difference").is_not_null())
    frame = frame.with_columns(
        sure=((pl.col("difference_low") > 0) | (pl.col("difference_high") < 0)).fill_null(False),
        size=pl.col("difference").abs(),
    ).with_row_index("place")
    variants = frame.group_by("variant").agg(variant_no=pl.col("place").min())
    return (
        frame.join(variants, on="variant")
        .sort(
            "line_up", "mode", "variant_no", "sure",
            pl.col("unit").cast(pl.Enum(list(UNITS))), "size",
            descending=[False, False, False, True, False, True],
        )
        .drop("place", "size", "variant_no", "narrowing")
    )  # fmt: skip


def surest(frame: pl.DataFrame) -> pl.DataFrame:
    """Return each figure in the way of play that tells most of it, with the number of its series."""
    most = pl.col("n") == pl.col("n").max().over("variant", "line_up", "figure")
    rows = frame.filter(most).unique(["variant", "line_up", "figure"], maintain_order=True)
    series = rows.select("variant", "line_up").unique(maintain_order=True).with_row_index("series")
    return rows.join(series, on=["variant", "line_up"], maintain_order="left")


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: at most four series."""
    return surest(frame).filter(pl.col("series") < MAX_SERIES)


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the differences by unit, those figures first that move most in any variant."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("This run has one variant only.")
    panels = [(unit, _largest(rows.filter(pl.col("unit") == unit))) for unit in UNITS]
    panels = [(unit, figures) for unit, figures in panels if figures]
    if not panels:
        return drawing.empty_figure("Nothing changes in any variant.")
    name = words.naming(rows, ("variant", "line_up"))
    n_series = rows.n_unique("series")
    with drawing.style():
        heights = [1.5 + len(figures) for _, figures in panels]
        figure, axes = drawing.new_figure(
            0.7 + 0.2 * n_series + (0.22 + 0.05 * n_series) * sum(heights),
            nrows=len(panels), squeeze=False, height_ratios=heights,
        )  # fmt: skip
        for place, (unit, figures) in zip(axes[:, 0], panels, strict=True):
            factor = 100 if unit == "rate" else 1
            for (number,), one in rows.filter(pl.col("figure").is_in(figures)).group_by(
                "series", maintain_order=True
            ):
                series = int(str(number))
                at = [
                    figures.index(each) + 0.6 * (series - (n_series - 1) / 2) / n_series
                    for each in one["figure"]
                ]
                columns = [
                    (factor * one[f"difference{end}"]).to_list() for end in ("", "_low", "_high")
                ]
                hollow = [not sure for sure in one["sure"]]
                drawing.dots(place, at, columns, hollow, colour=drawing.COLOURS[series])
            place.axvline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
            drawing.heading(place, f"Differences, {UNITS[unit]}")
            drawing.rows(place, [FIGURES[each].short for each in figures])
        for (number,), one in rows.group_by("series", maintain_order=True):
            axes[0, 0].plot(
                [], [], "o", color=drawing.COLOURS[int(str(number))], markersize=4.5,
                label=name(one.row(0, named=True)),
            )  # fmt: skip
        figure.legend(loc="outside upper left", ncols=1)
    return figure


def _largest(rows: pl.DataFrame) -> list[str]:
    """Return the figures that move most in any series, quantiles of lengths left out."""
    largest = rows.group_by("figure", maintain_order=True).agg(pl.col("difference").abs().max())
    largest = largest.filter(pl.col("difference") > 0)
    return largest.sort("difference", descending=True)["figure"].head(PER_PANEL).to_list()


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows and from how many hands."""
    rows = shown(frame)
    if rows.is_empty():
        return "This run has one variant only, so nothing can be compared."
    n = rows.filter(pl.col("figure") == "first_net")["n"].sum()
    left_out = surest(frame).n_unique("series") - rows.n_unique("series")
    return (
        f"Each variant minus {rows['base'][0]}, the first of the study, with the same line-up; the"
        f" {PER_PANEL} figures of each unit that move most. Lines are 95 % intervals, on the same"
        " deals where the packs are the same; hollow dots cannot be told from no change."
        f" n = {words.count(n)} hands."
        + (f" {left_out} more variants or line-ups are in the table only." if left_out else "")
    )


def finding(frame: pl.DataFrame) -> list[str]:
    """Return for each variant how much surely changes, and what most."""
    rows = surest(frame)
    name = words.naming(rows, ("variant", "line_up"))
    sentences = []
    for _, part in rows.group_by("series", maintain_order=True):
        sure = part.filter("sure")
        first = part.row(0, named=True)
        if sure.is_empty():
            sentences.append(f"{name(first)}: nothing surely changes against {first['base']}.")
            continue
        largest = sure.group_by("unit", maintain_order=True).head(2)
        said = [
            f"{FIGURES[row['figure']].label} {balance.difference_words(row)}"
            for row in largest.iter_rows(named=True)
        ]
        sentences.append(
            f"{name(first)}: {sure.height} of {part.height} figures surely change against"
            f" {first['base']}. Most: {'; '.join(said)}."
        )
    return sentences


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the differences as text, for reading."""
    return pl.DataFrame([_row(row) for row in frame.iter_rows(named=True)])


def _row(row: dict[str, Any]) -> dict[str, str]:
    return {
        "variant": row["variant"],
        "against": row["base"],
        "line-up": row["line_up"],
        "played as": words.MODES[row["mode"]],
        "figure": FIGURES[row["figure"]].label,
        "n": words.count(row["n"]),
        "difference": balance.difference_words(row),
        "surely changed": "yes" if row["sure"] else "no",
        "dealt": "same deals" if row["same_pack"] else "other pack",
    }


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    sure, every = frame.filter("sure").height, frame.height
    if not every or sure > 0.2 * every:
        return []
    return [
        f"{words.count(sure)} of {words.count(every)} differences are surely not zero; with no"
        f" change at all about {max(round(0.05 * every), 1)} would look so by chance."
    ]
