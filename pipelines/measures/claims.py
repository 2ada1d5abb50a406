"""Claims that players make, each set against what was measured.

A claim is tested where the run has something to test it on: some need a second variant, or two ways of
playing. What is claimed is a bound; a claim holds if the whole interval lies on its side of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import polars as pl

from pipelines.measures import balance, batches, comparison_estimate, drawing, fair_values, words
from pipelines.measures.balance_figures import FIGURES
from pipelines.stats import Bounds

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = "What players claim"
QUESTION: Final = "Which of the common claims about the game hold among these players?"
OPTIONAL: Final = True
MAX_PANELS: Final = 12
LITTLE: Final = {"rate": 0.01, "points": 5.0, "number": 0.5}  # smaller changes hardly matter
SAYERS: Final = {"rate": words.percent, "points": words.points, "number": words.number}
TINT: Final = "#f6e3da"
Side = Literal["above", "below", "apart"]  # "apart": farther from 0 than the bound


class Claim(NamedTuple):
    """What is said, the figure that tests it, and on which side of which bound it would hold."""

    said: str
    figure: str
    unit: str
    side: Side
    bound: float


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a claim, variant and line-up that can be tested.

    ``value`` of the ``figure`` with ``low`` and ``high``, ``n`` hands or contracts or deals; the claim
    is that it lies ``side`` ('above', 'below', 'apart' from 0 by more than) of ``bound``; ``verdict``
    is 'holds', 'does not hold' or 'not clear'.
    """
    figures = balance.estimate(con)
    rows = [*_of_contracts(con), *_of_seats(figures), *_of_misere(con), *_of_signal(con)]
    rows += _of_changes(con, figures)
    schema = dict.fromkeys(("claim", "variant", "line_up", "figure", "unit", "side"), pl.String)
    numbers = dict.fromkeys(("bound", "value", "low", "high"), pl.Float64)
    frame = pl.DataFrame(rows, schema=schema | numbers | {"n": pl.Int64, "verdict": pl.String})
    places = pl.DataFrame(
        con.sql("SELECT variant, line_up, min(cell) AS place FROM cells GROUP BY ALL")
    )
    claims = frame.unique("claim", maintain_order=True)["claim"]
    return (
        frame.join(places, on=["variant", "line_up"], maintain_order="left")
        .sort(pl.col("claim").cast(pl.Enum(claims)), "place", maintain_order=True)
        .drop("place")
    )


def _row(claim: Claim, variant: str, line_up: str, n: int, found: Bounds) -> dict[str, Any]:
    return {
        "claim": claim.said, "variant": variant, "line_up": line_up, "figure": claim.figure,
        "unit": claim.unit, "side": claim.side, "bound": claim.bound,
        **batches.spelled({"value": found}), "low": found.low, "high": found.high, "n": n,
        "verdict": verdict(claim.side, claim.bound, found),
    }  # fmt: skip


def verdict(side: Side, bound: float, found: Bounds) -> str:
    """Return whether a claim holds, does not hold, or is not clear.

    >>> verdict("above", 0.9, Bounds(0.2, 0.1, 0.3)), verdict("apart", 1.0, Bounds(-3, -4, -2))
    ('does not hold', 'holds')
    """
    low, high = found.low, found.high
    if side == "below":
        low, high, bound = -high, -low, -bound
    if side == "apart":
        low, high = max(low, -high, 0.0), max(abs(low), abs(high))
    if low > bound:
        return "holds"
    return "does not hold" if high < bound else "not clear"


def _of_contracts(con: DuckDBPyConnection) -> Iterator[dict[str, Any]]:
    """Yield what is claimed of no trumps."""
    fail = Claim(
        "Nine in ten no-trump calls fail.", "no-trump contracts set", "rate", "above", 0.85
    )
    end = Claim("Half of all auctions end at 7NT.", "hands played in 7NT", "rate", "above", 0.45)
    sums = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, batch, sum(n)::BIGINT AS n,"
            " coalesce(sum(n) FILTER (contract = '7NT'), 0)::BIGINT AS n_7nt,"
            " coalesce(sum(n) FILTER (contract LIKE '%NT'), 0)::BIGINT AS n_nt,"
            " coalesce(sum(n - n_made) FILTER (contract LIKE '%NT'), 0)::BIGINT AS n_set"
            " FROM contract_batches GROUP BY ALL"
        )
    ).sort("variant", "line_up", "batch")
    for keys, column in batches.groups(sums, ("variant", "line_up")):
        for claim, part, whole in ((fail, "n_set", "n_nt"), (end, "n_7nt", "n")):
            n = column(whole)
            if n.sum() >= words.FEW_HANDS:
                yield _row(claim, **keys, n=int(n.sum()), found=batches.rate(column(part), n))


def _of_seats(figures: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield what is claimed of the dealer."""
    claim = Claim(
        "The dealer’s side has an edge.", FIGURES["dealer_net"].label, "points", "above", 0.0
    )
    edges = figures.filter((pl.col("figure") == "dealer_net") & pl.col("low").is_not_null())
    for row in _surest(edges).iter_rows(named=True):
        found = Bounds(row["value"], row["low"], row["high"])
        yield _row(claim, row["variant"], row["line_up"], row["n"], found)


def _of_misere(con: DuckDBPyConnection) -> Iterator[dict[str, Any]]:
    """Yield what is claimed of misère's worth, from misères that were bid."""
    claim = Claim(
        "Misère should be worth 130, not 250.",
        "value at which the misères that are bid bring what other contracts do", "number",
        "below", 190.0,
    )  # fmt: skip
    frame = fair_values.estimate(con).filter(
        (pl.col("contract") == "M") & (pl.col("n") >= words.FEW_HANDS)
    )
    for row in _surest(frame.drop_nulls("fair_value")).iter_rows(named=True):
        found = Bounds(row["fair_value"], row["fair_value_low"], row["fair_value_high"])
        yield _row(claim, row["variant"], row["line_up"], row["n"], found)


def _surest(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the way of play that has most hands, for each variant and line-up."""
    keys = [key for key in ("variant", "line_up", "figure") if key in frame.columns]
    return frame.sort("n", descending=True, maintain_order=True).unique(keys, maintain_order=True)


def _of_signal(con: DuckDBPyConnection) -> Iterator[dict[str, Any]]:
    """Yield what is claimed of 6NT to show the joker, from duels with and without."""
    claim = Claim(
        "6NT to show the joker does more harm than good.",
        "points a hand of those who do not show it over those who do", "points", "above", 0.0,
    )  # fmt: skip
    signals = {
        strategy: (name, json.loads(parameters).get("joker_call"))
        for strategy, name, parameters in con.sql(
            "SELECT strategy, name, parameters FROM strategies"
        ).fetchall()
    }
    frame = comparison_estimate.estimate(con).filter(
        (pl.col("figure") == "net") & (pl.col("mode") == "hands") & (pl.col("caller") == "")
    )
    for row in frame.drop_nulls(["value", "low"]).iter_rows(named=True):
        first, second = signals.get(row["first"]), signals.get(row["second"])
        if not first or not second or first[0] != second[0] or first[1] == second[1]:
            continue
        if None in (first[1], second[1]) or min(first[1], second[1]) > 0:
            continue
        sign = 1 if first[1] == 0 else -1
        ends = sorted((sign * row["low"], sign * row["high"]))
        found = Bounds(sign * row["value"], *ends)
        yield _row(claim, row["variant"], row["line_up"], row["n"], found)


def _of_changes(con: DuckDBPyConnection, figures: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield what is claimed of a rule, from variants that differ in it from the first."""
    variants = pl.DataFrame(
        con.sql(
            "SELECT variants.*, min(cells.cell) AS place FROM variants JOIN cells USING (variant)"
            " GROUP BY ALL ORDER BY place"
        )
    )
    if variants.height < 2:
        return
    keys = [c for c in variants.columns if c not in ("variant", "title", "digest", "place")]
    base = variants.row(0, named=True)
    changed = {
        row["variant"]: {key for key in keys if row[key] != base[key]}
        for row in variants.iter_rows(named=True)
    }
    frame = _surest(figures.drop_nulls(["difference", "difference_low"]))
    for variant, different in changed.items():
        for said, tested in _claims_of_rules(different):
            rows = frame.filter(
                (pl.col("variant") == variant) & pl.col("figure").is_in(tested)
            ).sort("line_up", pl.col("figure").cast(pl.Enum(list(FIGURES))))
            for row in rows.iter_rows(named=True):
                claim = Claim(
                    said, f"change in {FIGURES[row['figure']].short}", row["unit"], "apart",
                    LITTLE[row["unit"]],
                )  # fmt: skip
                found = Bounds(row["difference"], row["difference_low"], row["difference_high"])
                yield _row(claim, variant, row["line_up"], row["n"], found)


def _claims_of_rules(different: set[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is claimed of the rules in which a variant differs, and by what to test it."""
    game = ("made_rate", "contract_net", "game_hands")
    if different and different <= {"misere_above", "open_misere_above"}:
        yield "It matters whether 8♠ or misère is higher.", ("misere_rate", *game)
    if different == {"misere_value"}:
        yield "It matters what misère is worth.", ("misere_rate", *game)
    if "table_kitty" in different and different <= {"table_kitty", "table_deck"}:
        yield "A larger kitty makes it a different game.", game


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that are drawn and told: of each claim the first variant and line-up."""
    first = pl.struct("variant", "line_up")
    return frame.filter(first == first.first().over("claim")).head(MAX_PANELS)


def chart(frame: pl.DataFrame) -> Figure:
    """Draw each claim's figure beside the bound that it claims."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("This run tests none of the claims.")
    with drawing.style():
        figure, axes = drawing.new_figure(0.95 * rows.height, nrows=rows.height, squeeze=False)
        told = ""
        for place, row in zip(axes[:, 0], rows.iter_rows(named=True), strict=True):
            _panel(place, row)
            if row["claim"] != told:
                drawing.heading(place, row["claim"])
            told = row["claim"]
            per_cent = ", %" if row["unit"] == "rate" else ""
            place.set_xlabel(f"{row['figure']}{per_cent}", fontsize=8)
    return figure


def _panel(axes: Axes, row: dict[str, Any]) -> None:
    factor = 100 if row["unit"] == "rate" else 1
    ends = [[factor * row[name]] for name in ("value", "low", "high")]
    bound = factor * row["bound"]
    bounds = (-bound, bound) if row["side"] == "apart" else (bound,)
    drawing.dots(axes, [0], ends, [row["verdict"] == "not clear"])
    for each in bounds:
        axes.axvline(each, color=drawing.COLOURS[1], linewidth=1.2, zorder=1)
    axes.margins(x=0.25)
    low, high = axes.get_xlim()
    if row["side"] != "below":
        axes.axvspan(bound, high, color=TINT, zorder=0)
    if row["side"] != "above":
        axes.axvspan(low, bounds[0], color=TINT, zorder=0)
    axes.set_xlim(low, high)
    axes.set_yticks([])
    axes.set_ylim(-0.5, 0.5)


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows and from how many hands."""
    if frame.is_empty():
        return "This run tests none of the claims."
    rows = shown(frame)
    name = words.naming(frame, ("variant", "line_up"))
    about = list(dict.fromkeys(name(row) for row in rows.iter_rows(named=True)))
    text = (
        "Dots: what was measured, in per cent, points or hands, with a 95 % interval; hollow where"
        " the claim is neither borne out nor refuted. Where the strip is tinted the claim would"
        " hold. That a change “matters” is taken to mean more than a percentage point, five points,"
        f" or half a hand in a game. Tested on: {words.listed(about)}."
        f" n = {words.count(rows['n'].max())} hands at most."
    )
    left_out = frame.height - rows.height
    return text + (f" {left_out} more rows are in the table only." if left_out else "")


def finding(frame: pl.DataFrame) -> list[str]:
    """Return one sentence a claim, with the first variant and line-up that tests it."""
    sentences = []
    for (claim,), part in shown(frame).group_by("claim", maintain_order=True):
        found = "; ".join(
            f"{row['figure']} {_said(row)}: {row['verdict']}" for row in part.iter_rows(named=True)
        )
        sentences.append(f"“{claim}” {found[0].upper()}{found[1:]}.")
    return sentences


def _said(row: dict[str, Any]) -> str:
    if row["side"] == "apart":
        ends = {f"difference_{end}": row[end] for end in ("low", "high")}
        return balance.difference_words({"unit": row["unit"], "difference": row["value"]} | ends)
    return words.with_span(row["value"], row["low"], row["high"], SAYERS[row["unit"]])


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the claims as text, for reading."""
    sides = {"above": "more than", "below": "less than", "apart": "a change of more than"}
    return pl.DataFrame(
        [
            {
                "claim": row["claim"],
                "variant": row["variant"],
                "line-up": row["line_up"],
                "measured": row["figure"],
                "n": words.count(row["n"]),
                "found": _said(row),
                "would hold at": f"{sides[row['side']]} {SAYERS[row['unit']](row['bound'])}",
                "verdict": row["verdict"],
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    if frame.is_empty():
        return []
    return ["A claim may hold at your table and not among these players, and the other way round."]
