"""How strategies behave, beside what it brings: calls, contracts, play of the cards, discards.

Missed contracts are found with hindsight. On each deal some contracts were played by one seat as if
nobody had outbid it. If its side had no contract in the auction, the best of these after the fact
was made, and that brought the side more than the auction did, the seat is said to have missed it;
nobody at the table could have known which one it would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl

from pipelines.measures import drawing, words
from pipelines.measures.behaviour_figures import (
    BIDDING,
    CONTRACTS,
    DISCARDS,
    FIGURES,
    PLAY,
    SERIES,
    estimate,
)
from pipelines.measures.comparison_estimate import TABLE
from pipelines.stats import critical

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "OPTIONAL", "QUESTION", "TITLE", "caption", "chart", "estimate", "finding", "table", "warnings",
]  # fmt: skip

TITLE: Final = "How the strategies behave"
QUESTION: Final = "What do they bid, play and put away, and which contracts do they miss?"
OPTIONAL: Final = True
MAX_SERIES: Final = 4
SURE: Final = 3.0  # standard errors of a difference that a finding names
MOST_SAID: Final = 4
ALONE: Final = ("open_high", "raise", "made", "missed", "joker_trick", "misere_call", "spare")
MEANS: Final = "In numbers"
MISSED: Final = ("set_better", "missed")


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the first variant that are drawn and told, one line-up a strategy.

    Tables of one strategy that a comparison has for this come first, else the line-up in which most
    is known of two or more; a column ``series`` numbers the strategies.
    """
    if frame.is_empty():
        return frame.with_columns(series=pl.lit(0, pl.Int64))
    rows = frame.filter(pl.col("variant") == frame["variant"][0])
    tables = rows.filter(pl.col("line_up").str.starts_with(TABLE))
    if not tables.is_empty():
        rows = tables
    else:
        size = rows.group_by("line_up", maintain_order=True).agg(
            players=pl.col("strategy").n_unique().clip(1, 2), figures=pl.len()
        )
        best = size.sort("players", "figures", descending=True, maintain_order=True)
        if best["players"][0] > 1:
            rows = rows.filter(pl.col("line_up") == best["line_up"][0])
    first = rows.group_by(SERIES, maintain_order=True).len()
    first = first.sort("len", descending=True, maintain_order=True).unique(
        "strategy", keep="first", maintain_order=True
    )
    kept = rows.join(first.drop("len"), on=SERIES, how="semi", maintain_order="left")
    names = kept["strategy"].unique(maintain_order=True).head(MAX_SERIES)
    number = {name: place for place, name in enumerate(names)}
    kept = kept.filter(pl.col("strategy").is_in(names.implode()))
    return kept.with_columns(
        series=pl.col("strategy").replace_strict(number, return_dtype=pl.Int64)
    )


def chart(frame: pl.DataFrame) -> Figure:
    """Draw a row a figure with a dot a strategy, a panel a subject; means have a panel of their own."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("This run has one strategy and no logs of what it did.")
    panel_of = {
        name: info.subject if info.unit == "rate" else MEANS for name, info in FIGURES.items()
    }
    rows = rows.with_columns(panel=pl.col("figure").replace_strict(panel_of))
    panels = [name for name in (BIDDING, CONTRACTS, PLAY, DISCARDS, MEANS) if name in rows["panel"]]
    sizes = [rows.filter(pl.col("panel") == name).n_unique("figure") for name in panels]
    n_series = rows.n_unique("series")
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.6 + 0.2 * n_series + sum(0.65 + (0.16 + 0.03 * n_series) * size for size in sizes),
            nrows=len(panels), squeeze=False, height_ratios=[2.5 + size for size in sizes],
        )  # fmt: skip
        for place, name in zip(axes[:, 0], panels, strict=True):
            _panel(place, name, rows.filter(pl.col("panel") == name), n_series)
        for number, strategy in enumerate(rows.unique("series", maintain_order=True)["strategy"]):
            axes[0, 0].plot(
                [], [], "o", color=drawing.COLOURS[number], markersize=4.5, label=strategy
            )
        figure.legend(loc="outside upper left", ncols=1)
    return figure


def _panel(axes: Axes, name: str, rows: pl.DataFrame, n_series: int) -> None:
    figures = [figure for figure in FIGURES if figure in rows["figure"]]
    factor = 1 if name == MEANS else 100
    for (series,), one in rows.group_by("series", maintain_order=True):
        number = int(str(series))
        shift = 0.5 * (number - (n_series - 1) / 2) / n_series
        at = [figures.index(figure) + shift for figure in one["figure"]]
        columns = [(factor * one[end]).to_list() for end in ("value", "low", "high")]
        few = (one["n"] < words.FEW_HANDS).to_list()
        drawing.dots(axes, at, columns, few, colour=drawing.COLOURS[number])
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, -0.03 * high), high)  # from nothing, lest small differences look large
    drawing.rows(axes, [FIGURES[figure].label for figure in figures])
    drawing.heading(axes, name if name == MEANS else f"{name}, %")


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, from how many hands, and what hindsight is in it."""
    rows = shown(frame)
    if rows.is_empty():
        return "This run has one strategy and no logs of what it did."
    line_ups = rows["line_up"].unique(maintain_order=True).to_list()
    if all(name.startswith(TABLE) for name in line_ups):
        where = "Each strategy sat at every seat of tables of its own."
    elif len(line_ups) == 1:
        where = f"As played in the line-up {line_ups[0]}."
    else:
        where = "Each strategy as it played in a line-up of its own."
    if frame.n_unique("variant") > 1:
        where += f" Under the rules {rows['variant'][0]}."
    text = (
        f"{where} Lines are 95 % intervals; a hollow dot rests on fewer than {words.FEW_HANDS} cases."
        f" Findings name differences of more than {SURE:g} standard errors."
    )
    if rows["figure"].is_in(MISSED).any():
        text += (
            " A missed contract is one that was made when it was forced on the same deal and brought"
            " more than the auction, in which that side had no contract: the best of several after"
            " the fact, which no player can know, and nobody outbids a forced one."
        )
    text += f" n = {words.count(rows['n'].max())} hands or calls at most; the table has each."
    left_out = frame.select("variant", "strategy").n_unique() - rows.n_unique("series")
    return text + (f" {left_out} more series are in the table only." if left_out else "")


class Difference(NamedTuple):
    """The rows of one figure, and how many standard errors the farthest two of them are apart."""

    family: str
    errors: float
    rows: list[dict[str, Any]]


def _differences(rows: pl.DataFrame) -> Iterator[Difference]:
    """Yield each figure that two strategies or more have."""
    for (name,), part in rows.group_by("figure", maintain_order=True):
        family = FIGURES[str(name)].family
        each = list(part.sort("series").iter_rows(named=True))
        apart = [_errors_apart(one, other) for one, other in combinations(each, 2)]
        if family is not None and apart:
            yield Difference(family, max(apart), each)


def _errors_apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Return a difference in standard errors, as if the deals were not the same: that is careful."""
    spread = sum(_error(row) ** 2 for row in (one, other)) ** 0.5
    return abs(one["value"] - other["value"]) / spread if spread > 0 else 0.0


def _error(row: dict[str, Any]) -> float:
    if row["low"] is None or row["n"] < words.FEW_HANDS:
        return float("inf")
    return float((row["high"] - row["low"]) / 2 / critical())


def finding(frame: pl.DataFrame) -> list[str]:
    """Return what tells the strategies apart, the surest first; of one alone, how it behaves."""
    rows = shown(frame)
    if rows.is_empty():
        return []
    if rows.n_unique("series") == 1:
        of = {row["figure"]: row for row in rows.iter_rows(named=True)}
        return [_sentence([of[name]]) for name in ALONE if name in of][:MOST_SAID]
    ranked = sorted(_differences(rows), key=lambda found: -found.errors)
    sure = [found for found in ranked if found.errors >= SURE]
    told = {found.family: found for found in reversed(sure)}  # the surest of each family stays
    best = sorted(told.values(), key=lambda found: -found.errors)[:MOST_SAID]
    if not best:
        names = words.listed(rows["strategy"].unique(maintain_order=True))
        return [f"{names} are not seen to behave differently in these hands."]
    return [_sentence(found.rows) for found in best]


def _sentence(rows: list[dict[str, Any]]) -> str:
    verb, before, after = FIGURES[rows[0]["figure"]].said
    first = " ".join(
        part for part in (rows[0]["strategy"], verb, before, _value(rows[0]), after) if part
    )
    others = [
        " ".join(part for part in (row["strategy"], before, _value(row)) if part)
        for row in rows[1:]
    ]
    return ", ".join([first, *others]) + "."


def _value(row: dict[str, Any]) -> str:
    return words.percent(row["value"]) if row["unit"] == "rate" else _plain(row["value"])


def _plain(value: float | None) -> str:
    return words.NONE if value is None else f"{value:.2f}"


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "strategy": row["strategy"],
                "about": FIGURES[row["figure"]].subject.lower(),
                "figure": FIGURES[row["figure"]].label,
                "n": words.count(row["n"]),
                "value": words.with_span(
                    row["value"], row["low"], row["high"],
                    words.percent if row["unit"] == "rate" else _plain,
                ),
            }
            for row in frame.iter_rows(named=True)
        ]
    )  # fmt: skip


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    told = []
    rows = shown(frame)
    met = rows.n_unique("line_up") == 1 and rows.n_unique("series") > 1
    if met:
        told.append(
            "These strategies met at the same tables: what one of them does depends on the others."
        )
    few = frame.filter(pl.col("n") < words.FEW_HANDS).height
    if few:
        told.append(f"{few} rows of the table rest on fewer than {words.FEW_HANDS} cases.")
    return told
