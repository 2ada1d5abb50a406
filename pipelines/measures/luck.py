"""Luck against skill: how often the better strategy wins, and how much of a hand the deal decides.

From deals that two strategies played from both sides. What a team gains on a deal with the one
strategy at its seats and again with the other has two causes, the cards and the players; the
correlation of the two is the part that the cards decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.measures.balance_figures import Estimated, rate
from pipelines.measures.comparison_estimate import CONTROL, SPLIT
from pipelines.stats import Bounds, Mean, batch_mean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.figure import Figure

TITLE: Final = "How much is luck, how much skill"
QUESTION: Final = "How often does the better player win, and how long until that shows?"
OPTIONAL: Final = True
WHO: Final = ("variant", "line_up", "first", "second")
ONE_SIDED: Final = 1.645  # standard errors that a normal figure exceeds 1 time in 20
FIGURES: Final = {
    "hand_won": ("hands in which the better strategy gains more, of 100", "rate"),
    "deal_won": ("deals on which it gains more over both sides, of 100", "rate"),
    "game_won": ("games that it wins, of 100", "rate"),
    "deal_share": ("part of a hand’s points that the deal decides, of 100", "rate"),
    "spread": ("points a hand, standard deviation", "number"),
    "hands_needed": ("hands until it is ahead 19 times in 20", "number"),
    "deals_needed": ("deals, each from both sides, until it is ahead 19 times in 20", "number"),
}
SHARES: Final = ("deal_share", "hand_won", "deal_won", "game_won")
MAX_ROWS: Final = 12


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, duel and figure, with ``value``, ``low`` and ``high``.

    ``better`` and ``worse`` are the strategies, named by their points a hand (by games where no
    hands were played one by one). Figures are those of ``FIGURES``; rates are 0..1. Hands needed
    take a normal sum; they are null, and so are their bounds, where it is not sure who is better.
    """
    deals = pl.DataFrame(con.sql("FROM luck_batches")).sort(*WHO, "batch")
    games = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, first, second, batch, n, n_first + n_nobody / n_teams AS won"
            " FROM duel_games JOIN (SELECT DISTINCT variant, n_teams FROM duels) USING (variant)"
        )
    ).sort(*WHO, "batch")
    found: dict[tuple[str, ...], dict[str, tuple[Estimated, bool]]] = {}
    turned: dict[tuple[str, ...], bool] = {}
    for keys, column in batches.groups(_rated(deals), WHO):
        figures, first_is_better = _of_deals(column)
        turned[tuple(keys.values())] = not first_is_better
        found[tuple(keys.values())] = figures
    for keys, column in batches.groups(_rated(games), WHO):
        key = tuple(keys.values())
        won, n = column("won"), column("n")
        worse_first = turned.setdefault(key, bool(won.sum() < n.sum() / 2))
        found.setdefault(key, {})["game_won"] = (rate(n - won if worse_first else won, n), True)
    rows = [
        _row(key, turned[key], figure, *figures[figure])
        for key, figures in found.items()
        for figure in FIGURES
        if figure in figures
    ]
    return _in_order(con, pl.DataFrame(rows, schema=_schema()))


def _rated(sums: pl.DataFrame) -> pl.DataFrame:
    """Return the sums of duels of different strategies, controls and halves left out."""
    aside = [pl.col("line_up").str.starts_with(start) for start in (CONTROL, SPLIT)]
    return sums.filter(pl.col("first") != pl.col("second"), ~aside[0], ~aside[1])


def _of_deals(column: batches.Column) -> tuple[dict[str, tuple[Estimated, bool]], bool]:
    """Return the figures of a duel, each with whether it can be told, and whether first is better."""
    n = column("n")
    gain = batch_mean(column("sum_p"), n)
    first = gain.value >= 0
    ahead, better = column("n_ahead"), column("n_better")
    by_hand, by_deal = _variances(column)
    spread = _root(by_hand)
    low, high = gain.bounds()[1:]
    sure = bool(low > 0 or high < 0)
    return {
        "hand_won": (rate(ahead if first else 2 * n - ahead, 2 * n), True),
        "deal_won": (rate(better if first else n - better, n), True),
        "deal_share": (_estimated(column, _correlation(column)), True),
        "spread": (_estimated(column, spread), True),
        "hands_needed": (_estimated(column, _needed(by_hand, gain)), sure),
        "deals_needed": (_estimated(column, _needed(by_deal, gain)), sure),
    }, first


def _estimated(column: batches.Column, found: Mean) -> Estimated:
    return Estimated(int(column("n").sum()), found.bounds(), found)


def _correlation(column: batches.Column) -> Mean:
    """Return the correlation of a team's points in the two playings of a deal."""
    n = column("n")
    a, b, aa, bb, ab = (
        batch_mean(column(f"sum_{name}"), n) for name in ("a", "b", "aa", "bb", "ab")
    )
    cross = _product(ab, a, b)
    one, other = _product(aa, a, a), _product(bb, b, b)
    if min(one.value, other.value) <= 0:
        return Mean(np.nan, 0 * n)
    value = cross.value / np.sqrt(one.value * other.value)
    change = cross.influence / np.sqrt(one.value * other.value)
    change = change - value / 2 * (one.influence / one.value + other.influence / other.value)
    return Mean(float(value), change)


def _product(xy: Mean, x: Mean, y: Mean) -> Mean:
    """Return the covariance E xy - E x E y."""
    change = xy.influence - x.value * y.influence - y.value * x.influence
    return Mean(xy.value - x.value * y.value, change)


def _variances(column: batches.Column) -> tuple[Mean, Mean]:
    """Return the variance of a hand's points, and of what one is better by on a deal from both sides."""
    n = column("n")
    a, b, aa, bb = (batch_mean(column(f"sum_{name}"), n) for name in ("a", "b", "aa", "bb"))
    by_hand = (_product(aa, a, a) + _product(bb, b, b)).scaled(0.5)
    p, pp = (batch_mean(column(f"sum_{name}"), n) for name in ("p", "pp"))
    return by_hand, _product(pp, p, p)


def _root(variance: Mean) -> Mean:
    value = float(np.sqrt(max(variance.value, 0.0)))
    return Mean(value, variance.influence / (2 * value) if value else 0 * variance.influence)


def _needed(variance: Mean, gain: Mean) -> Mean:
    """Return how many hands it takes until a sum of gains is above 0 with 95 %."""
    if not gain.value or not variance.value:
        return Mean(np.nan, 0 * gain.influence)
    value = ONE_SIDED**2 * variance.value / gain.value**2
    change = variance.influence / variance.value - 2 * gain.influence / gain.value
    return Mean(float(value), value * change)


def _row(
    key: tuple[str, ...], turned: bool, figure: str, found: Estimated, known: bool
) -> dict[str, Any]:
    variant, line_up, *players = key
    worse, better = sorted(players, key=lambda player: (player == players[0]) != turned)
    value, low, high = (
        end if known and np.isfinite(end) else None for end in _above_zero(figure, found.bounds)
    )
    return {
        "variant": variant, "line_up": line_up, "better": better, "worse": worse,
        "figure": figure, "unit": FIGURES[figure][1], "n": found.n,
        "value": value, "low": low, "high": high,
    }  # fmt: skip


def _above_zero(figure: str, bounds: Bounds) -> Bounds:
    """Return bounds of a number of hands that do not go below one."""
    if not figure.endswith("needed"):
        return bounds
    return Bounds(*(max(end, 1.0) for end in bounds))


def _schema() -> dict[str, Any]:
    texts = ("variant", "line_up", "better", "worse", "figure", "unit")
    numbers = ("value", "low", "high")
    return dict.fromkeys(texts, pl.String) | {"n": pl.Int64} | dict.fromkeys(numbers, pl.Float64)


def _in_order(con: DuckDBPyConnection, frame: pl.DataFrame) -> pl.DataFrame:
    places = pl.DataFrame(
        con.sql("SELECT variant, line_up, min(cell) AS place FROM cells GROUP BY ALL")
    )
    found = frame.join(places, on=["variant", "line_up"], maintain_order="left")
    return found.sort("place", maintain_order=True).drop("place")


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: shares of a hundred, a panel for each."""
    rows = frame.filter(pl.col("figure").is_in(SHARES))
    duels = rows.unique(["variant", "line_up"], maintain_order=True).head(MAX_ROWS)
    duels = duels.select("variant", "line_up").with_row_index("series")
    return rows.join(duels, on=["variant", "line_up"], maintain_order="left")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw how much the deal decides, and how often the better strategy wins."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No two strategies met from both sides in this run.")
    first = rows.unique("series", maintain_order=True)
    name = words.naming(rows, ("variant", "line_up"))
    labels = [name(row) for row in first.iter_rows(named=True)]
    panels = [figure for figure in SHARES if figure in rows["figure"]]
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.3 + len(panels) * (0.55 + 0.2 * len(labels)),
            nrows=len(panels), sharex=True, sharey=True, squeeze=False,
        )  # fmt: skip
        for place, share in zip(axes[:, 0], panels, strict=True):
            one = rows.filter(pl.col("figure") == share)
            columns = [(100 * one[end]).to_list() for end in ("value", "low", "high")]
            few = (one["n"] < words.FEW_HANDS).to_list()
            drawing.dots(place, one["series"].cast(pl.Float64).to_list(), columns, few)
            title = FIGURES[share][0].removesuffix(", of 100")
            drawing.heading(place, title[:1].upper() + title[1:])
            if share != "deal_share":
                place.axvline(50, color=drawing.GUIDE, linewidth=0.9, zorder=0)
        axes[0, 0].set_xlim(min(0.0, axes[0, 0].get_xlim()[0]), 100)
        axes[-1, 0].set_xlabel("of 100")
        drawing.rows(axes[0, 0], labels)
    return figure


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many deals and games."""
    rows = shown(frame)
    if rows.is_empty():
        return "No two strategies met from both sides in this run."
    text = (
        "What the deal decides is how far a team’s points with the one strategy at its seats go"
        " along with those that the other strategy makes of the very same cards. A hand or a deal"
        " that ends level counts half for either. The upright line is an even chance. Lines are 95 %"
        " intervals."
    )
    counted = []
    for figure, what in (("deal_share", "deals from both sides"), ("game_won", "games")):
        n = int(rows.filter(pl.col("figure") == figure)["n"].sum())
        counted += [f"{words.count(n)} {what}"] if n else []
    return f"{text} n = {' and '.join(counted)}."


def finding(frame: pl.DataFrame) -> list[str]:
    """Return for each duel how often the better wins, and how long it takes to show."""
    rows = shown(frame)
    told = []
    for _, one in rows.group_by("series", maintain_order=True):
        first = one.row(0, named=True)
        keys = [pl.col(key) == first[key] for key in ("variant", "line_up")]
        said = {row["figure"]: row for row in frame.filter(*keys).iter_rows(named=True)}
        start = f"{first['better']} against {first['worse']}"
        start += f" ({first['variant']})" if frame.n_unique("variant") > 1 else ""
        wins = [
            f"{_said(said[name])} of {what}"
            for name, what in (
                ("hand_won", "hands"), ("deal_won", "deals played from both sides"),
                ("game_won", "games"),
            )
            if name in said
        ]  # fmt: skip
        text = f"{start}: the better strategy wins {words.listed(wins)}."
        if "deal_share" in said:
            text += f" The deal decides {_said(said['deal_share'])} of a hand’s points."
        told.append(text + _needed_words(said))
    return told


def _needed_words(said: dict[str, dict[str, Any]]) -> str:
    if "hands_needed" not in said:
        return ""
    if said["hands_needed"]["value"] is None:
        return " Who is better cannot be told from these deals."
    return (
        f" To be ahead 19 times in 20 it takes about {_hands(said['hands_needed'])} hands, or"
        f" {_hands(said['deals_needed'])} deals played from both sides."
    )


def _hands(row: dict[str, Any]) -> str:
    return words.with_span(row["value"], row["low"], row["high"], _whole)


def _whole(value: float | None) -> str:
    return words.NONE if value is None else f"{value:,.0f}"


def _said(row: dict[str, Any]) -> str:
    say = words.percent if row["unit"] == "rate" else words.number
    return words.with_span(row["value"], row["low"], row["high"], say)


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "better": row["better"],
                "worse": row["worse"],
                "figure": FIGURES[row["figure"]][0].removesuffix(", of 100"),
                "n": words.count(row["n"]),
                "value": _hands(row) if row["figure"].endswith("needed") else _said(row),
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    few = frame.filter(pl.col("n") < 10 * words.FEW_HANDS)
    if few.is_empty():
        return []
    return [f"Some figures rest on {words.count(few['n'].min())} deals or games: they are rough."]
