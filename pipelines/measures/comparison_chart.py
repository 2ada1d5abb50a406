"""How duels are drawn: points and games of each, the field rated, where the points come from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines.measures import drawing, words
from pipelines.measures.comparison_estimate import duels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_DUELS: Final = 15
PARTS: Final = ("6", "7", "8", "9", "10", "misere", "hi-lo")
PART_LABELS: Final = {"misere": "Misère", "hi-lo": "Hi-lo"}


def chart(frame: pl.DataFrame) -> Figure:
    """Draw every duel, the ratings where there are some, and the sources of a single duel."""
    nets, games = duels(frame), duels(frame, "games")
    rating = frame.filter(pl.col("figure") == "rating_points")
    if rating.n_unique("variant") > 1:
        rating = rating.filter(pl.col("variant") == rating["variant"][0])
    one = nets.height == 1
    parts = frame.filter(pl.col("figure") == "part", pl.col("mode") == "hands") if one else None
    if one and parts is not None:
        parts = parts.filter(pl.col("line_up") == nets["line_up"][0], pl.col("kind").is_in(PARTS))
    panels: list[tuple[float, Callable[[Axes], None]]] = []
    if not rating.is_empty():
        panels += [
            (0.6 + 0.24 * rating.height, lambda axes: _ratings(axes, rating)),
            (0.9 + 0.34 * rating.height, lambda axes: _head_to_head(axes, nets, rating)),
        ]
    for rows, title, factor in ((nets, "Points a hand", 1), (games, "Games won, %", 100)):
        if not rows.is_empty() and rating.is_empty():
            height = 0.75 + 0.24 * min(rows.height, MAX_DUELS)
            panels.append((height, partial(_duels, rows=rows, title=title, factor=factor)))
    if parts is not None and not parts.is_empty():
        kinds = [kind for kind in PARTS if kind in parts["kind"]]
        panels.append((0.9 + 0.34 * len(kinds), lambda axes: _parts(axes, parts, kinds)))
    if not panels:
        return drawing.empty_figure("No two strategies met with the sides exchanged in this run.")
    with drawing.style():
        heights = [height for height, _ in panels]
        figure, axes = drawing.new_figure(
            sum(heights), nrows=len(panels), squeeze=False, height_ratios=heights
        )
        for place, (_, draw) in zip(axes[:, 0], panels, strict=True):
            draw(place)
    return figure


def _duels(axes: Axes, rows: pl.DataFrame, title: str, factor: int) -> None:
    """Draw one row a duel: how much the first is better, or how many games it wins."""
    rows = rows.head(MAX_DUELS)
    name = words.naming(rows, ("variant", "line_up"))
    middle = 0 if factor == 1 else 50
    _dots(axes, rows, factor)
    axes.axvline(middle, color=drawing.GUIDE, linewidth=0.9, zorder=0)
    drawing.rows(axes, [name(row) for row in rows.iter_rows(named=True)])
    one = (
        f" of {rows['first'][0]} over {rows['second'][0]}"
        if rows.height == 1
        else ", first over second"
    )
    drawing.heading(axes, f"{title}{one if factor == 1 else ''}")
    axes.margins(x=0.15)
    if rows.height == 1:
        axes.set_yticks([])


def _dots(axes: Axes, rows: pl.DataFrame, factor: int = 1) -> None:
    columns: list[list[Any]] = [
        (factor * rows[column]).to_list() for column in ("value", "low", "high")
    ]
    few = (rows["n"] < words.FEW_HANDS).to_list() if factor == 100 else [False] * rows.height
    drawing.dots(axes, list(map(float, range(rows.height))), columns, few)


def _ratings(axes: Axes, rows: pl.DataFrame) -> None:
    rows = rows.sort("value", descending=True)
    _dots(axes, rows)
    axes.axvline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
    drawing.rows(axes, rows["first"].to_list())
    drawing.heading(axes, "Points a hand above the field")
    axes.margins(x=0.15)


def _head_to_head(axes: Axes, nets: pl.DataFrame, rating: pl.DataFrame) -> None:
    """Draw what each player of a row wins a hand from each player of a column."""
    import numpy as np

    players = rating.sort("value", descending=True)["first"].to_list()
    place = {player: number for number, player in enumerate(players)}
    won = np.full((len(players), len(players)), np.nan)
    nets = nets.filter(pl.col("variant") == rating["variant"][0])
    for row in nets.iter_rows(named=True):
        if row["first"] in place and row["second"] in place:
            won[place[row["first"]], place[row["second"]]] = row["value"]
            won[place[row["second"]], place[row["first"]]] = -row["value"]
    most = float(np.nanmax(np.abs(won))) or 1.0
    axes.imshow(won, cmap="RdBu", vmin=-1.6 * most, vmax=1.6 * most, aspect="auto")
    for row_place, column in np.argwhere(np.isfinite(won)):
        text = words.points(float(won[row_place, column]))
        axes.text(column, row_place, text, ha="center", va="center", size=8)
    axes.set_xticks(range(len(players)), players, rotation=30, ha="right")
    axes.set_yticks(range(len(players)), players)
    axes.grid(visible=False)
    drawing.heading(axes, "Head to head, points a hand of the row over the column")


def _parts(axes: Axes, parts: pl.DataFrame, kinds: list[str]) -> None:
    """Draw what the contracts of either side bring the first, level by level."""
    for number, caller in enumerate(("first", "second")):
        rows = parts.filter(pl.col("caller") == caller)
        if rows.is_empty():
            continue
        at = [kinds.index(kind) + 0.36 * number - 0.18 for kind in rows["kind"]]
        colour = drawing.COLOURS[number]
        name = f"contracts of {rows[caller][0]}"
        axes.barh(at, rows["value"].to_list(), 0.34, color=colour, label=name)
        for y, low, high in zip(at, rows["low"], rows["high"], strict=True):
            if low is not None:
                axes.plot([low, high], [y, y], color="#333333", linewidth=1)
    axes.axvline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
    drawing.rows(axes, [PART_LABELS.get(kind, f"level {kind}") for kind in kinds])
    drawing.heading(axes, f"What contracts bring {parts['first'][0]}, points a hand of all hands")
    axes.legend(loc="best", fontsize=8)
