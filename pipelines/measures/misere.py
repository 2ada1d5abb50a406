"""Misère: how often it is made, how often it has to be, and what it would have to be worth.

As bid in the auction, and as forced on every hand whatever the cards. Forced hands are set against
what an ordinary auction brought the same side on the same deal, so the luck of the deal drops out.
Net points are those of the contractor's team minus the mean of the others, so a set misère costs its
value net, whether its side loses that or every opponent gains it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.stats import (
    Bounds,
    Mean,
    batch_mean,
    break_even_rate,
    break_even_value,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = "What a misère has to be worth"
QUESTION: Final = "How often is misère made, and how often must it be to be worth bidding?"
WHO: Final = ("variant", "line_up", "players")
KEYS: Final = (*WHO, "source", "kind", "holding", "value")
HOLDINGS: Final = ("any hand", "no joker", "no joker, no ace")
MAX_PANELS: Final = 8  # the others are in the table only
SOURCES: Final = ("games", "hands", "forced")
KINDS: Final = ("M", "Msk", "BN", "DN", "OM", "BM")
ESTIMATES: Final = (
    "made_rate",  # share made, 0..1
    "net_points",  # mean points of the contractor's side minus the others'
    "needed_rate",  # share that must be made to be worth as much as nothing at all
    "auction_points",  # what an ordinary auction brought this side on the same deals
    "needed_rate_auction",  # share that must be made to be worth as much as that
    "gain",  # points a hand by which misère does better than the auction on the same deals
    "break_even_value",  # value that equals the auction, if made more than half the time
)


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, players, source, kind and holding, with ``n``, ``n_paired``.

    ``players`` are the contractor's strategy and, if it is another, that of the opponents. Each of
    ``ESTIMATES`` comes with ``_low`` and ``_high``; those that need the auction on the same
    deals are null where the run has none.
    """
    sums = pl.DataFrame(con.sql("FROM misere_batches")).sort(*KEYS, "batch")
    order = pl.DataFrame(
        con.sql("SELECT variant, min(cell) AS variant_no FROM cells GROUP BY variant")
    )
    rows = [keys | _estimates(keys["value"], column) for keys, column in batches.groups(sums, KEYS)]
    frame = pl.DataFrame(rows, schema=_schema()).join(order, on="variant", how="left")
    return frame.sort(
        "variant_no",
        "line_up",
        "players",
        pl.col("kind").cast(pl.Enum(KINDS)),
        pl.col("source").cast(pl.Enum(SOURCES)),
        pl.col("holding").cast(pl.Enum(HOLDINGS)),
    ).drop("variant_no")


def _schema() -> dict[str, Any]:
    bounds = {f"{name}{end}": pl.Float64 for name in ESTIMATES for end in ("", "_low", "_high")}
    keys = {name: pl.Int64 if name == "value" else pl.String for name in KEYS}
    return keys | {"n": pl.Int64, "n_paired": pl.Int64} | bounds


def _estimates(value: int, column: batches.Column) -> dict[str, float | int | None]:
    n, made, net = column("n"), column("n_made"), column("net_points")
    given_away = batch_mean(value * (2 * made - n) - net, n)
    found: dict[str, Bounds | None] = dict.fromkeys(ESTIMATES)
    success = batches.rate(made, n)
    found["made_rate"] = success
    found["net_points"] = _net(batch_mean(net, n), success, given_away, value)
    found["needed_rate"] = _needed(Mean(0.0, np.zeros_like(n)), given_away, value)
    n_paired = column("n_paired")
    if n_paired.sum() > 0:
        found |= _against_auction(value, column, n_paired)
    out: dict[str, float | int | None] = {"n": int(n.sum()), "n_paired": int(n_paired.sum())}
    return out | batches.spelled(found)


def _against_auction(
    value: int, column: batches.Column, n: np.ndarray[Any, np.dtype[np.float64]]
) -> dict[str, Bounds | None]:
    made, net = column("paired_made"), column("paired_net")
    auction = batch_mean(column("auction_net"), n)
    given_away = batch_mean(value * (2 * made - n) - net, n)
    success = batch_mean(made, n)
    likely = success.value > 0.5  # else a higher value only makes it dearer
    return {
        "auction_points": auction.bounds(),
        "needed_rate_auction": _needed(auction, given_away, value),
        "gain": batch_mean(net - column("auction_net"), n).bounds(),
        "break_even_value": break_even_value(auction, given_away, success) if likely else None,
    }


def _net(net: Mean, made: Bounds, given_away: Mean, value: int) -> Bounds:
    """Return net points; where they are ± the value only, with the better interval of the rate."""
    if given_away.influence.any():
        return net.bounds()
    return Bounds(*(value * (2 * rate - 1) - given_away.value for rate in made))


def _needed(alternative: Mean, given_away: Mean, value: int) -> Bounds:
    mean = break_even_rate(alternative, given_away, value)
    if not mean.influence.any():  # nothing given away and nothing foregone: one half exactly
        return Bounds(mean.value, mean.value, mean.value)
    return mean.bounds()


def who(row: dict[str, Any]) -> str:
    """Return how a row came about in a few words."""
    if row["source"] != "forced":
        return f"bid, in {words.MODES[row['source']]}"
    return "forced, " + str(row["holding"]).replace("no joker, no ace", "no joker or ace")


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: bid ones over all hands, forced ones by holding."""
    return frame.filter((pl.col("source") == "forced") | (pl.col("holding") == "any hand"))


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the share made and the share needed, one panel a variant and kind."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No misère was played in this run.")
    panels = list(rows.group_by(*WHO, "kind", "value", maintain_order=True))
    panels = panels[:MAX_PANELS]
    name = words.naming(rows, WHO)
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.8 + sum(0.62 + 0.24 * part.height for _, part in panels),
            nrows=len(panels), sharex=True, squeeze=False,
            height_ratios=[1.2 + part.height for _, part in panels],
        )  # fmt: skip
        for place, (_, part) in zip(axes[:, 0], panels, strict=True):
            first = part.row(0, named=True)
            kind = words.contract_label(first["kind"])
            drawing.heading(place, f"{kind} for {first['value']} · {name(first)}")
            _panel(place, part)
        axes[-1, 0].set_xlim(0, 100)
        axes[-1, 0].set_xlabel("% of misères")
        handles, labels = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper left", ncols=3, columnspacing=1.2)
    return figure


def _panel(axes: Axes, rows: pl.DataFrame) -> None:
    at = list(range(rows.height))
    few = (rows["n"] < words.FEW_HANDS).to_list()
    made = [(100 * rows[f"made_rate{end}"]).to_list() for end in ("", "_low", "_high")]
    need = [(100 * rows[f"needed_rate_auction{end}"]).to_list() for end in ("", "_low", "_high")]
    drawing.dots(axes, at, made, few)
    drawing.dots(axes, at, need, few, colour=drawing.COLOURS[1], marker="D")
    axes.axvline(50, color=drawing.GUIDE, linewidth=0.9, zorder=0, label="even chance")
    axes.plot([], [], "o", color=drawing.COLOURS[0], markersize=4.5, label="made")
    axes.plot([], [], "D", color=drawing.COLOURS[1], markersize=4.5, label="needed")
    drawing.rows(axes, [who(row) for row in rows.iter_rows(named=True)])


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many hands."""
    rows = shown(frame)
    if rows.is_empty():
        return "Misère is not allowed in these rules, or nobody bid it and none was forced."
    bid = rows.filter(pl.col("source") != "forced")["n"].sum()
    forced = rows.filter((pl.col("source") == "forced") & (pl.col("holding") == "any hand"))["n"]
    return (
        "Dots: how many of 100 misères are made. Diamonds: how many of 100 would have to be made to"
        " bring as much as an ordinary auction brought the same side on the same deals. The upright"
        " line is an even chance, which is what misère needs if passing were worth nothing. Lines"
        f" are 95 % intervals; hollow marks stand for fewer than {words.FEW_HANDS} hands."
        f" n = {words.count(bid)} misères bid and {words.count(forced.sum())} forced. A forced"
        " misère is played on every hand, good or bad; a bid one only on hands its bidder thought"
        " good."
        " The two rates answer different questions, and neither stands for the other. The auction of"
        " the comparison has misères in it too, so that for the safest hands a little more seems to"
        " be needed than against a game without misère."
    )


def finding(frame: pl.DataFrame) -> list[str]:
    """Return what the figure says, a paragraph a panel."""
    rows = shown(frame)
    name = words.naming(rows, WHO)
    paragraphs = []
    for _, part in rows.group_by(*WHO, "kind", "value", maintain_order=True):
        first = part.row(0, named=True)
        start = f"{words.contract_label(first['kind'])} for {first['value']} ({name(first)})."
        bid = part.filter(pl.col("source") != "forced").sort("n", descending=True).head(1)
        forced = part.filter(pl.col("holding").is_in([HOLDINGS[0], HOLDINGS[-1]]))
        told = [_bid_words(row) for row in bid.iter_rows(named=True)]
        told += [
            _forced_words(row)
            for row in forced.filter(pl.col("source") == "forced").iter_rows(named=True)
        ]
        paragraphs.append(" ".join([start, *told]))
    return paragraphs


def _bid_words(row: dict[str, Any]) -> str:
    return (
        f"Bid in {words.MODES[row['source']]}, {_said(row, 'made_rate', words.percent)} of"
        f" {words.count(row['n'])} were made and brought {_said(row, 'net_points', words.points)}"
        " points each."
    )


def _forced_words(row: dict[str, Any]) -> str:
    hands = "every hand" if row["holding"] == HOLDINGS[0] else "hands with neither joker nor ace"
    start = f"Forced on {hands}: {_said(row, 'made_rate', words.percent)} made,"
    if row["gain"] is None:
        return f"{start} {words.percent(row['needed_rate'])} needed if passing were worth nothing."
    start += f" {words.percent(row['needed_rate_auction'])} needed;"
    gain = _said(row, "gain", words.points)
    if row["gain_low"] <= 0 <= row["gain_high"]:
        return f"{start} no clear difference from the auction, {gain} points a hand."
    verdict = "better" if row["gain"] > 0 else "worse"
    return f"{start} {verdict} than the auction by {gain} points a hand.{_value_words(row)}"


def _value_words(row: dict[str, Any]) -> str:
    if row["break_even_value"] is None or not math.isfinite(row["break_even_value_low"]):
        return ""
    if row["break_even_value_high"] <= 0:
        return " At this rate any value pays."
    return f" At this rate a value of {_said(row, 'break_even_value', words.number)} breaks even."


def _said(row: dict[str, Any], name: str, say: Any) -> str:
    return words.with_span(row[name], row[f"{name}_low"], row[f"{name}_high"], say)


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    said = [
        {
            "variant": row["variant"],
            "line-up": row["line_up"],
            "players": row["players"],
            "contract": words.contract_label(row["kind"]),
            "value": words.count(row["value"]),
            "how": "bid" if row["source"] != "forced" else "forced",
            "played as": words.MODES[row["source"]],
            "ten cards held": row["holding"],
            "hands": words.count(row["n"]),
            "made": _said(row, "made_rate", words.percent),
            "net points": _said(row, "net_points", words.points),
            "needed, against nothing": words.percent(row["needed_rate"]),
            "needed, against the auction": _said(row, "needed_rate_auction", words.percent),
            "auction’s net points": _said(row, "auction_points", words.points),
            "gain on the auction": _said(row, "gain", words.points),
            "value that breaks even": _value_cell(row),
        }
        for row in frame.iter_rows(named=True)
    ]
    return pl.DataFrame(said)


def _value_cell(row: dict[str, Any]) -> str:
    if row["break_even_value"] is None:
        return words.NONE if row["gain"] is None else "none"
    return _said(row, "break_even_value", words.number)


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    rows = shown(frame)
    told = []
    if (few := rows.filter(pl.col("n") < words.FEW_HANDS).height) > 0:
        told.append(
            f"{few} {'row rests' if few == 1 else 'rows rest'} on fewer than {words.FEW_HANDS}"
            " misères; they are drawn hollow."
        )
    forced = rows.filter(pl.col("source") == "forced")
    if not forced.is_empty() and forced["n_paired"].sum() == 0:
        told.append(
            "This study did not play the forced deals with an ordinary auction too, so misère is"
            " only set against nothing. Add a play with mode “hands” over the same deals."
        )
    return told
