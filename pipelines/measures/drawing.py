"""How every figure looks: size, fonts, colours, dots with intervals, an empty figure."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.transforms import blended_transform_factory

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH: Final = 5.0  # inches: one column, so that it can be read on a phone
HEADING: Final = 56  # letters of a title that fit beside each other
LABEL: Final = 30  # letters of a row's label that leave room for the row
COLOURS: Final = ("#0b5fa5", "#c8501e", "#3a7d34", "#7a4fa3")  # told apart without colour vision
GUIDE: Final = "#888888"
STYLE: Final[dict[Any, Any]] = {
    "font.family": "sans-serif",  # measured in DejaVu Sans; a page without it takes the next best
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "ytick.left": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text: it can be searched and read aloud
    "svg.hashsalt": "five hundred",
    "figure.dpi": 100,
}


class NotebookFigure(Figure):
    """A figure that a notebook shows when it is the value of a cell."""

    def _repr_svg_(self) -> str:
        return svg(self)


@contextmanager
def style() -> Iterator[None]:
    """Draw in the project's style; leaves other figures of the session alone."""
    with mpl.rc_context(STYLE):
        yield


def new_figure(height: float, **grid: Any) -> tuple[Figure, Any]:
    """Return a figure one column wide with its axes; not known to pyplot, so nothing to close."""
    figure = NotebookFigure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(**grid)


def empty_figure(message: str) -> Figure:
    """Return a figure that says why there is nothing to see."""
    with style():
        figure, axes = new_figure(1.0)
        axes.axis("off")
        axes.text(0.5, 0.5, message, ha="center", va="center", color="#555555")
    return figure


def dots(
    axes: Axes,
    at: Sequence[float],
    spans: Sequence[Sequence[float | None]],
    hollow: Sequence[bool],
    *,
    colour: str = COLOURS[0],
    marker: str = "o",
) -> None:
    """Draw estimates as dots on rows ``at`` with their intervals; hollow where hands are few.

    ``spans`` holds three columns: values, lower bounds, upper bounds.
    """
    for y, value, low, high, few in zip(at, *spans, hollow, strict=True):
        if value is None or value != value:
            continue
        if low is not None and high is not None and abs(low) + abs(high) < float("inf"):
            axes.plot([low, high], [y, y], color=colour, linewidth=1.3, solid_capstyle="butt")
        axes.plot(
            [value], [y], marker, color=colour, markersize=4.5, markeredgewidth=1.1,
            markerfacecolor="white" if few else colour, clip_on=False, zorder=3,
        )  # fmt: skip


def rows(axes: Axes, labels: Sequence[str]) -> None:
    """Label the rows 0, 1, ... from the top; long labels in small letters and two lines."""
    size = 7.0 if max(map(len, labels), default=0) > LABEL else 9.0
    texts = ["\n".join(textwrap.wrap(label, LABEL, max_lines=2)) for label in labels]
    axes.set_yticks(range(len(labels)), texts)
    for panel in axes.get_shared_y_axes().get_siblings(axes):
        panel.tick_params(axis="y", labelsize=size)
    axes.set_ylim(len(labels) - 0.5, -0.5)


def heading(axes: Axes, text: str, lift: float = 0) -> None:
    """Write a panel's title from the left edge of the figure, in two lines if need be.

    ``lift`` raises it so many points, above a number that stands at the end of the axis.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    place = blended_transform_factory(figure.transFigure, axes.transAxes)
    text = textwrap.shorten(text, 2 * HEADING, placeholder=" …")
    text = "\n".join(textwrap.wrap(text, HEADING))
    axes.annotate(
        text, (0.01, 1.02), xycoords=place, xytext=(0, lift), textcoords="offset points",
        weight="bold", size=9.5, va="bottom",
    )  # fmt: skip


def svg(figure: Figure) -> str:
    """Return the figure as SVG text, the same bytes every time."""
    buffer = StringIO()
    with style():
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", buffer.getvalue(), flags=re.DOTALL)
    return _steady(text[text.index("<svg") :])


def _steady(text: str) -> str:
    """Return an SVG without what differs from one drawing of the same figure to the next.

    The layout is solved in an order that varies, which shows in the last bits of coordinates and in
    the ids made from them.
    """
    ids = dict.fromkeys(re.findall(r'\bid="([a-z][0-9a-f]{10})"', text))
    for place, found in enumerate(ids):
        text = text.replace(found, f"{found[0]}{place}")
    return re.sub(
        r"<[^>]+>",
        lambda tag: re.sub(r"\d+\.\d{3,}", lambda at: f"{float(at[0]):.2f}", tag[0]),
        text,
    )
