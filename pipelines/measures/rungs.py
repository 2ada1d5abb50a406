"""Which rungs of the ladder matter: bids that crowd out others, and bids that are never right.

From the auction: what share of contracts each rung takes. From contracts forced on every hand, where
the run has them: whether there is a class of hands with which the bid brings more than the auction.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches, drawing, forced, words
from pipelines.measures.balance_figures import rate
from pipelines.measures.fair_values import paid_values
from pipelines.played import rules_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.figure import Figure

TITLE: Final = "Which bids matter"
QUESTION: Final = (
    "Which rungs of the ladder crowd out others, and which might as well not be there?"
)
OPTIONAL: Final = True
KEYS: Final = ("variant", "line_up", "mode")
CROWDING: Final = 0.2  # a rung that takes a fifth of all contracts
RARE: Final = 0.001  # one that takes less than one in a thousand
STANDINGS: Final = {
    "crowding": "crowds out others",
    "in use": "in use",
    "rare": "hardly ever reached",
    "never": "never reached",
}
RIGHT: Final = {
    "somewhere": "surely right with some hands",
    "unsure": "not surely right with any hand",
    "nowhere": "surely wrong with every hand",
}
SHADES: Final = {"crowding": 1, "in use": 0, "rare": 3, "never": 3}  # places in drawing.COLOURS
MAX_PANELS: Final = 2


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, mode and rung of the ladder, lowest first.

    ``value`` with ``low`` and ``high`` is the share of contracts, ``n`` counts all contracts, ``n_rung``
    those on this rung. ``standing`` is a key of ``STANDINGS``: 'crowding' or 'rare' where the interval
    says so. ``right`` is a key of ``RIGHT`` for rungs that were forced too, null for others: whether
    some class of hands gains on the auction; ``right_share`` is the part of hands in such classes.
    """
    sums = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, mode, contract, batch, sum(n)::BIGINT AS n"
            " FROM contract_batches WHERE contract <> 'Pass' GROUP BY ALL"
        )
    ).sort(*KEYS, "contract", "batch")
    ladders = _ladders(con)
    right = _right(forced.estimate(con))
    rows = []
    for keys, part in _parts(sums):
        total = batches.column(part)("n")
        for rung in ladders[keys["variant"]]:
            found = rate(
                batches.column(part.filter(pl.col("contract") == rung["contract"]))("n"), total
            )
            value, low, high = found.bounds
            n_rung = round(value * found.n)
            place = keys["variant"], keys["line_up"], rung["contract"]
            rows.append(
                keys
                | {
                    "contract": rung["contract"],
                    "rank": rung["rank"],
                    "n": found.n,
                    "n_rung": n_rung,
                }
                | {"value": value, "low": low, "high": high}
                | {"standing": _standing(n_rung, low, high)}
                | right.get(place, {"right": None, "right_share": None})
            )
    return _in_order(con, pl.DataFrame(rows, schema=_schema()))


def _ladders(con: DuckDBPyConnection) -> dict[str, list[dict[str, Any]]]:
    """Return the rungs that each variant allows, with contract and rank, lowest first."""
    paid = {
        row["variant"]: paid_values(rules_of(row))
        for row in pl.DataFrame(con.sql("FROM variants")).iter_rows(named=True)
    }
    ladders: dict[str, list[dict[str, Any]]] = {variant: [] for variant in paid}
    for rung in pl.DataFrame(con.sql("FROM ladder ORDER BY rank")).iter_rows(named=True):
        if rung["contract"] in paid[rung["variant"]]:
            ladders[rung["variant"]].append(rung)
    return ladders


def _parts(sums: pl.DataFrame) -> list[tuple[dict[str, str], pl.DataFrame]]:
    return [
        (dict(zip(KEYS, map(str, values), strict=True)), part)
        for values, part in sums.group_by(KEYS, maintain_order=True)
    ]


def _standing(n_rung: int, low: float, high: float) -> str:
    if n_rung == 0:
        return "never"
    if low > CROWDING:
        return "crowding"
    return "rare" if high < RARE else "in use"


def _right(frame: pl.DataFrame) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return for each forced bid whether some class of hands gains by it, and how many hands these are.

    Where several kinds of players had it forced on them, any of them will do.
    """
    classes = frame.filter(
        (pl.col("side_aces") == forced.ANY) & (pl.col("length") != forced.ANY),
        pl.col("n") >= words.FEW_HANDS,
        pl.col("gain").is_not_null(),
    )
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for values, part in classes.group_by("variant", "line_up", "contract", maintain_order=True):
        gains = part.filter(pl.col("gain_low") > 0)
        right = "somewhere" if gains.height else "unsure"
        if (part["gain_high"] < 0).all():
            right = "nowhere"
        share = float(gains["n"].sum()) / float(part["n"].sum())
        variant, line_up, contract = map(str, values)
        found[variant, line_up, contract] = {"right": right, "right_share": share}
    return found


def _schema() -> dict[str, Any]:
    numbers = {"value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return (
        dict.fromkeys((*KEYS, "contract"), pl.String)
        | {"rank": pl.Int64, "n": pl.Int64, "n_rung": pl.Int64}
        | numbers
        | {"standing": pl.String, "right": pl.String, "right_share": pl.Float64}
    )


def _in_order(con: DuckDBPyConnection, frame: pl.DataFrame) -> pl.DataFrame:
    order = pl.DataFrame(
        con.sql("SELECT variant, min(cell) AS variant_no FROM cells GROUP BY variant")
    )
    found = frame.join(order, on="variant", maintain_order="left")
    return found.sort("variant_no", "line_up", "mode", "rank").drop("variant_no")


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: two variants or line-ups, each by its richest mode."""
    most = pl.col("n") == pl.col("n").max().over("variant", "line_up")
    rows = frame.filter(most).unique(["variant", "line_up", "contract"], maintain_order=True)
    panels = rows.select("variant", "line_up").unique(maintain_order=True)
    turn = pl.int_range(pl.len()).over("variant")  # the first line-up of every variant comes first
    panels = panels.sort(turn, maintain_order=True).head(MAX_PANELS).with_row_index("panel")
    return rows.join(panels, on=["variant", "line_up"]).sort("panel", "rank")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the share of contracts of each rung, a panel a variant, coloured by how it stands."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No hand of this run had a contract.")
    panels = list(rows.group_by("panel", maintain_order=True))
    name = words.naming(rows, ("variant", "line_up"))
    tallest = max(part.height for _, part in panels)
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.9 + 0.17 * tallest, ncols=len(panels), squeeze=False, sharex=True
        )
        for place, (_, part) in zip(axes[0], panels, strict=True):
            at = np.arange(part.height)
            colours = [drawing.COLOURS[SHADES[standing]] for standing in part["standing"]]
            place.barh(at, 100 * part["value"], 0.7, color=colours)
            place.hlines(at, 100 * part["low"], 100 * part["high"], color="black", linewidth=0.8)
            drawing.rows(place, [words.contract_label(rung) for rung in part["contract"]])
            place.axvline(100 * CROWDING, color=drawing.GUIDE, linewidth=0.9, zorder=0)
            place.set_title("\n".join(textwrap.wrap(name(part.row(0, named=True)), 20)))
            place.set_xlabel("% of contracts")
    return figure


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows and from how many contracts."""
    rows = shown(frame)
    if rows.is_empty():
        return "Nobody bid in this run, or it has no hands outside forced contracts."
    n = int(rows.unique("panel")["n"].sum())
    left_out = frame.n_unique(["variant", "line_up"]) - rows.n_unique("panel")
    return (
        "How many of 100 contracts are on each rung of the ladder, lowest on top; thin lines are 95 %"
        " intervals. The upright line is a fifth of all contracts: a bar that surely passes it crowds"
        f" out others. n = {words.count(n)} contracts."
        + (f" {left_out} more variants or line-ups are in the table only." if left_out else "")
    )


def finding(frame: pl.DataFrame) -> list[str]:
    """Return for each panel how concentrated the contracts are, and which rungs do nothing."""
    rows = shown(frame)
    name = words.naming(rows, ("variant", "line_up"))
    told = []
    for _, part in rows.group_by("panel", maintain_order=True):
        ordered = part.sort("value", descending=True)
        half = int((ordered["value"].cum_sum() < 0.5).sum()) + 1
        text = f"{name(part.row(0, named=True))}: half of all contracts are on {_rungs(half)} of"
        text += f" {part.height}, {_listed(ordered.head(half).sort('rank'))}."
        for standing, start in (
            ("crowding", "More than a fifth of all: "),
            ("rare", "Surely fewer than 1 in 1,000: "),
            ("never", "Never reached: "),
        ):
            there = part.filter(pl.col("standing") == standing)
            text += f" {start}{_listed(there)}." if there.height else ""
        told.append(text + _dead(part))
    return told


def _dead(part: pl.DataFrame) -> str:
    text = ""
    for right, start in (
        ("nowhere", "Forced on every hand, surely wrong with every class of hands: "),
        ("unsure", "Forced on every hand, not surely right with any class of hands: "),
    ):
        there = part.filter(pl.col("right") == right)
        text += f" {start}{_listed(there)}." if there.height else ""
    return text


def _rungs(number: int) -> str:
    return "1 rung" if number == 1 else f"{number} rungs"


def _listed(rows: pl.DataFrame) -> str:
    return words.listed(words.contract_label(contract) for contract in rows["contract"])


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the shares as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "played as": words.MODES[row["mode"]],
                "contract": words.contract_label(row["contract"]),
                "contracts": words.count(row["n_rung"]),
                "share of contracts": words.with_span(
                    row["value"], row["low"], row["high"], words.percent
                ),
                "on the ladder": STANDINGS[row["standing"]],
                "forced on every hand": RIGHT.get(row["right"], words.NONE),
                "hands with which it gains": words.percent(row["right_share"]),
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about: too few contracts to call a rung rare."""
    rows = shown(frame)
    few = rows.filter(pl.col("n") < 3.84 / RARE)
    if few.is_empty():
        return []
    return [
        f"Of {words.count(few['n'].min())} contracts no rung can be called rare; some may be missing"
        " by chance."
    ]
