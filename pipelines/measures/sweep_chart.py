"""The picture of a sweep: a curve for one rule or parameter, a heat map for two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import drawing, words
from pipelines.measures.balance_figures import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TELLING: Final = (
    "net", "games", "made_rate", "contract_net", "misere_rate", "passed_out_rate", "first_net",
    "game_hands", "by_back_door_rate", "variety", "to_spare_rate", "comeback_rate",
)  # fmt: skip
TITLES: Final = {"net": "First strategy over second, points a hand", "games": "Games won by it, %"}
MAX_CURVES: Final = 6
MAX_MAPS: Final = 4
MAX_SERIES: Final = 4
MAX_SQUARES: Final = 8  # columns in which an interval still has room


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: sweeps over the keys of the first, telling figures.

    Each figure in the way of play that has most hands; of the figures those that surely change.
    """
    if frame.is_empty():
        return frame
    first = frame.row(0, named=True)
    rows = frame.filter(pl.col("x_key") == first["x_key"], pl.col("y_key") == first["y_key"])
    sweeps = rows["sweep"].unique(maintain_order=True)[: 1 if first["y_key"] else MAX_SERIES]
    rows = rows.filter(pl.col("sweep").is_in(sweeps.implode()), pl.col("figure").is_in(TELLING))
    most = pl.col("n").sum().over("sweep", "figure", "mode")
    rows = rows.filter(most == most.max().over("sweep", "figure"))
    rows = rows.unique(["sweep", "figure", "x", "y"], maintain_order=True)
    changed = rows.filter(
        (pl.col("difference_low") > 0)
        | (pl.col("difference_high") < 0)
        | pl.col("figure").is_in(["net", "games"])
    )["figure"].unique()
    wanted = [name for name in TELLING if name in changed] or [
        name for name in TELLING if name in rows["figure"]
    ][:2]
    wanted = wanted[: MAX_MAPS if first["y_key"] else MAX_CURVES]
    place = pl.col("figure").replace_strict(
        {name: at for at, name in enumerate(wanted)}, default=-1
    )
    rows = rows.with_columns(place=place).filter(pl.col("place") >= 0)
    return rows.sort("place", maintain_order=True).drop("place")


def parameter_swept() -> pl.Expr:
    """Return whether a row's sweep turns something that a player chooses, not the rules alone."""
    rule = [pl.col(key).str.contains(".", literal=True) for key in ("x_key", "y_key")]
    return ~rule[0] | ((pl.col("y_key") != "") & ~rule[1])


def chart(frame: pl.DataFrame) -> Figure:
    """Draw curves with intervals over one key, or heat maps over two."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No rule and no parameter was swept in this run.")
    figures = rows["figure"].unique(maintain_order=True).to_list()
    return _maps(rows, figures) if rows["y_key"][0] else _curves(rows, figures)


def _curves(rows: pl.DataFrame, figures: list[str]) -> Figure:
    sweeps = rows["sweep"].unique(maintain_order=True).to_list()
    at = _places(rows, "x")
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.5 + 1.45 * len(figures) + 0.2 * (len(sweeps) > 1) * len(sweeps),
            nrows=len(figures), sharex=True, squeeze=False,
        )  # fmt: skip
        for place, name in zip(axes[:, 0], figures, strict=True):
            for series, sweep in enumerate(sweeps):
                one = rows.filter(pl.col("figure") == name, pl.col("sweep") == sweep)
                _curve(place, one, at, drawing.COLOURS[series], sweep)
            place.grid(axis="both")
            drawing.heading(place, _title(name), lift=5)
            if name in ("net", "first_net"):
                place.axhline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
        axes[-1, 0].set_xlabel(rows["x_key"][0])
        texts = list(at)
        if not _numeric(rows, "x") or len(texts) <= 9:
            axes[-1, 0].set_xticks(list(at.values()), texts)
        if len(sweeps) > 1:
            handles, labels = axes[0, 0].get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside upper left", ncols=1)
    return figure


def _curve(axes: Axes, one: pl.DataFrame, at: dict[str, float], colour: str, label: str) -> None:
    factor = _factor(one["unit"][0])
    x = [at[text] for text in one["x"]]
    values = (factor * one["value"]).to_list()
    axes.plot(x, values, color=colour, linewidth=0.9, alpha=0.5)
    for place, value, low, high, few in zip(
        x, values, factor * one["low"], factor * one["high"], one["n"] < words.FEW_HANDS,
        strict=True,
    ):  # fmt: skip
        if low is not None and high is not None:
            axes.plot([place, place], [low, high], color=colour, linewidth=1.3)
        axes.plot(
            [place], [value], "o", color=colour, markersize=4.5,
            markerfacecolor="white" if few else colour, zorder=3,
        )  # fmt: skip
    axes.plot([], [], "o-", color=colour, markersize=4.5, label=label)


def _maps(rows: pl.DataFrame, figures: list[str]) -> Figure:
    x, y = list(_places(rows, "x")), list(_places(rows, "y"))
    with drawing.style():
        figure, axes = drawing.new_figure(
            len(figures) * (0.75 + 0.42 * len(y)), nrows=len(figures), squeeze=False
        )
        for place, name in zip(axes[:, 0], figures, strict=True):
            _map(place, rows.filter(pl.col("figure") == name), x, y)
            place.set_xticks(range(len(x)), x)
            place.set_yticks(range(len(y)), y)
            place.set_xlabel(rows["x_key"][0])
            place.set_ylabel(rows["y_key"][0])
            place.grid(visible=False)
            drawing.heading(place, _title(name))
    return figure


def _map(axes: Axes, one: pl.DataFrame, x: list[str], y: list[str]) -> None:
    factor = _factor(one["unit"][0])
    values = np.full((len(y), len(x)), np.nan)
    halves = np.full((len(y), len(x)), np.nan)
    for row in one.iter_rows(named=True):
        place = y.index(row["y"]), x.index(row["x"])
        values[place] = np.nan if row["value"] is None else factor * row["value"]
        if row["low"] is not None:
            halves[place] = factor * (row["high"] - row["low"]) / 2
    image = axes.imshow(values, cmap="Blues", aspect="auto")
    image.set_rasterized(True)
    for (row_at, column_at), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        dark = float(np.asarray(image.norm(value))) > 0.55
        text = _short(value, one["unit"][0])
        if len(x) <= MAX_SQUARES and not np.isnan(halves[row_at, column_at]):
            text += f"\n±{halves[row_at, column_at]:.2g}"
        axes.text(
            column_at, row_at, text, ha="center", va="center", fontsize=7,
            color="white" if dark else "black", linespacing=1.1,
        )  # fmt: skip
    if one["figure"][0] in TITLES and one.filter(parameter_swept()).height:
        for row in one.filter(pl.col("difference").is_null()).iter_rows(named=True):
            _frame(axes, x.index(row["x"]), y.index(row["y"]))


def _frame(axes: Axes, column: int, row: int) -> None:
    axes.plot(
        np.array([-0.46, 0.46, 0.46, -0.46, -0.46]) + column,
        np.array([-0.46, -0.46, 0.46, 0.46, -0.46]) + row,
        color=drawing.COLOURS[1], linewidth=1.6, clip_on=False,
    )  # fmt: skip


def _short(value: float, unit: str) -> str:
    return (f"{value:+.1f}" if unit == "points" else f"{value:.1f}").replace("-", "−")


def _factor(unit: str) -> int:
    return 100 if unit == "rate" else 1


def _title(name: str) -> str:
    if name in TITLES:
        return TITLES[name]
    info = FIGURES[name]
    unit = {"rate": "%", "points": "points", "number": ""}[info.unit]
    return (info.short[:1].upper() + info.short[1:]) + (f", {unit}" if unit else "")


def _numeric(rows: pl.DataFrame, axis: str) -> bool:
    return not rows[f"{axis}_number"].has_nulls()


def _places(rows: pl.DataFrame, axis: str) -> dict[str, float]:
    """Return where each value of an axis stands: numbers to scale, words one after the other."""
    points: pl.DataFrame = rows.select(axis, f"{axis}_number").unique(maintain_order=True)
    if _numeric(rows, axis):
        points = points.sort(f"{axis}_number")
        return dict(zip(points[axis], points[f"{axis}_number"], strict=True))
    found: dict[str, Any] = {text: float(place) for place, text in enumerate(points[axis])}
    return found
