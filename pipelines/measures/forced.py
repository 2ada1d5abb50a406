"""Forced bids: how often a bid of tricks is made with a class of hands, and what it gains.

The bid is played on every deal by the same seat, whatever the cards. So its success by what was held
is free of the bidder's judgement, and on the same deals it can be set against the auction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.stats import Bounds, batch_mean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = "What each bid would bring, by the hand"
QUESTION: Final = "With which hands is a bid made, and when does it bring more than the auction?"
OPTIONAL: Final = True
WHO: Final = ("variant", "line_up", "players")
KEYS: Final = (*WHO, "contract")
CLASS: Final = ("length", "tops", "side_aces")
MOST_TOPS: Final = 3  # and more, with two jokers
LENGTHS: Final = (3, 7)  # trumps; shorter and longer holdings are counted with these
ANY: Final = -1
MAX_PANELS: Final = 12
ESTIMATES: Final = (
    "made_rate",  # share made, 0..1
    "net_points",  # mean points of the contractor's side minus the others'
    "auction_points",  # what an ordinary auction brought this side on the same deals
    "gain",  # points a hand by which the forced bid does better than that auction
    "better_rate",  # share of these deals on which it does better
)


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, players, contract and class of hands, with ``n`` and ``n_paired``.

    ``players`` are the contractor's strategy and, if it is another, that of the opponents. A class
    is ``length`` (trumps held; at no trumps aces), ``tops`` (jokers and bowers; at no trumps
    jokers) and ``side_aces``; -1 stands for any. Classes with the aces told apart are left out where
    fewer than 100 hands were played. ``share`` is the part of all hands that falls into the class.
    Each of ``ESTIMATES`` comes with ``_low`` and ``_high``; those that need the auction on the same
    deals are null where the run has none.
    """
    sums = _in_classes(pl.DataFrame(con.sql("FROM forced_batches")))
    order = pl.DataFrame(
        con.sql(
            "SELECT variant, contract, rank, min(cell) AS variant_no FROM ladder"
            " JOIN cells USING (variant) GROUP BY ALL"
        )
    )
    rows = [keys | _estimates(column) for keys, column in batches.groups(sums, (*KEYS, *CLASS))]
    frame = pl.DataFrame(rows, schema=_schema())
    every = (pl.col("length") == ANY) & (pl.col("side_aces") == ANY)
    frame = frame.with_columns(
        share=pl.col("n") / pl.col("n").filter(every).first().over(KEYS)
    ).filter((pl.col("side_aces") == ANY) | (pl.col("n") >= words.FEW_HANDS))
    return (
        frame.join(order, on=["variant", "contract"], how="left")
        .sort("variant_no", "line_up", "players", "rank", "side_aces", "tops", "length")
        .drop("variant_no")
    )


def _schema() -> dict[str, Any]:
    bounds = {f"{name}{end}": pl.Float64 for name in ESTIMATES for end in ("", "_low", "_high")}
    keys = dict.fromkeys(KEYS, pl.String) | dict.fromkeys(CLASS, pl.Int64)
    return keys | {"n": pl.Int64, "n_paired": pl.Int64} | bounds


def _in_classes(sums: pl.DataFrame) -> pl.DataFrame:
    """Return sums by batch for every class: all hands, by length and tops, by aces too."""
    suited = ~pl.col("contract").str.contains("NT")
    known = sums.drop("seat").with_columns(
        length=pl.when(suited).then(pl.col("length").clip(*LENGTHS)).otherwise(pl.col("length")),
        tops=pl.col("tops").clip(0, MOST_TOPS),
    )
    any_aces = known.with_columns(side_aces=ANY)
    any_hand = any_aces.with_columns(length=ANY, tops=ANY)
    whole = pl.concat(
        [part.cast(dict.fromkeys(CLASS, pl.Int64)) for part in (any_hand, any_aces)]
        + [known.filter(suited).cast(dict.fromkeys(CLASS, pl.Int64))]
    )
    by = [*KEYS, *CLASS, "batch"]
    return whole.group_by(by).agg(pl.all().sum()).sort(by)


def _estimates(column: batches.Column) -> dict[str, float | int | None]:
    n, paired = column("n"), column("n_paired")
    found: dict[str, Bounds | None] = dict.fromkeys(ESTIMATES)
    found["made_rate"] = batches.rate(column("n_made"), n)
    found["net_points"] = batch_mean(column("net_points"), n).bounds()
    if paired.sum() > 0:
        auction = column("auction_net")
        found["auction_points"] = batch_mean(auction, paired).bounds()
        found["gain"] = batch_mean(column("paired_net") - auction, paired).bounds()
        found["better_rate"] = batches.rate(column("n_better"), paired)
    out: dict[str, float | int | None] = {"n": int(n.sum()), "n_paired": int(paired.sum())}
    return out | batches.spelled(found)


def hand_words(row: dict[str, Any]) -> str:
    """Return a class of hands in a player's words.

    >>> hand_words({"contract": "8H", "length": 6, "tops": 2, "side_aces": 1})
    '6 trumps, 2 tops, 1 side ace'
    >>> hand_words({"contract": "7NT", "length": 3, "tops": 1, "side_aces": -1})
    '3 aces and the joker'
    """
    length, tops, aces = row["length"], row["tops"], row["side_aces"]
    if length == ANY:
        return "any hand"
    if "NT" in row["contract"]:
        joker = ("no joker", "the joker", "both jokers")[min(tops, 2)]
        return f"{_some(length, 'ace')} and {joker}"
    more = {LENGTHS[0]: " or fewer", LENGTHS[1]: " or more"}.get(length, "")
    parts = [f"{length}{more} trumps", _some(tops, "top")]
    return ", ".join(parts + ([_some(aces, "side ace")] if aces != ANY else []))


def _some(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: classes by length and tops, numbered by panel."""
    rows = frame.filter((pl.col("side_aces") == ANY) & (pl.col("length") != ANY))
    panels = rows.unique(KEYS, keep="first", maintain_order=True).head(MAX_PANELS)
    panels = panels.select(KEYS).with_row_index("panel")
    return rows.join(panels, on=list(KEYS), maintain_order="left")


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the share made and the gain by length, a line for each number of tops."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("No bid of tricks was forced in this run.")
    panels = list(rows.group_by("panel", maintain_order=True))
    name = words.naming(rows, WHO)
    with drawing.style():
        figure, axes = drawing.new_figure(
            0.8 + 1.45 * len(panels), nrows=len(panels), ncols=2, squeeze=False
        )
        for (left, right), (_, part) in zip(axes, panels, strict=True):
            first = part.row(0, named=True)
            several = rows.n_unique(WHO) > 1
            label = words.contract_label(first["contract"])
            drawing.heading(left, f"{label} · {name(first)}" if several else label)
            for tops, line in part.group_by("tops", maintain_order=True):
                _line(left, line, "made_rate", 100, int(str(tops[0])))
                _line(right, line, "gain", 1, int(str(tops[0])))
            left.set_ylim(0, 112)  # so that no label is as high as the heading
            left.set_yticks((0, 50, 100))
            right.axhline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
            _axis(left, right, "NT" in first["contract"])
        for place, title in ((axes[0, 0], "Made, %"), (axes[0, 1], "Points more than the auction")):
            # above the heading of the first panel, which may be long
            place.set_title(title, loc="right", fontweight="normal", pad=18)
        handles = [
            axes[0, 0].plot([], [], "o-", color=drawing.COLOURS[tops], markersize=4, label=text)[0]
            for tops, text in enumerate(("no top", "1 top", "2 tops", "3 tops or more"))
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=4, columnspacing=1.2)
    return figure


def _axis(left: Axes, right: Axes, no_trumps: bool) -> None:
    for place in (left, right):
        place.grid(True, axis="y")
        place.set_xlabel("aces held" if no_trumps else "trumps held")
        if not no_trumps:
            ticks = range(LENGTHS[0], LENGTHS[1] + 1)
            place.set_xticks(ticks, [f"≤{LENGTHS[0]}", *map(str, ticks[1:-1]), f"{LENGTHS[1]}+"])
        else:
            place.set_xticks(range(5))


def _line(axes: Axes, rows: pl.DataFrame, name: str, factor: float, tops: int) -> None:
    sure = rows.filter(pl.col("n") >= words.FEW_HANDS).drop_nulls(name).sort("length")
    if sure.is_empty():
        return
    value, low, high = (factor * sure[f"{name}{end}"].to_numpy() for end in ("", "_low", "_high"))
    axes.errorbar(
        sure["length"], value, yerr=[value - low, high - value], fmt="o-",
        color=drawing.COLOURS[tops], markersize=3.5, linewidth=1.1,
    )  # fmt: skip


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many hands."""
    every = frame.filter(pl.col("length") == ANY)
    if every.is_empty():
        return "No bid of tricks was forced in this run."
    return (
        "Each bid is played by the same seat on every deal, good hand or bad, nobody outbidding it."
        " Left: how many of 100 are made with so many trumps (at no trumps: aces) among the ten"
        " cards dealt. Right: points by which it does better than what an ordinary auction brought"
        " the same side on the same deals. Tops are the joker and the two bowers, at no trumps the"
        f" joker. Bars are 95 % intervals; holdings with fewer than {words.FEW_HANDS} hands are not"
        f" drawn. n = {words.count(every['n'].sum())} hands."
    )


def finding(frame: pl.DataFrame) -> list[str]:
    """Return for each bid how it goes on any hand, and from which hands on it pays."""
    name = words.naming(frame, WHO)
    several = frame.n_unique(WHO) > 1
    sentences = []
    for _, part in frame.group_by(KEYS, maintain_order=True):
        every = part.filter(pl.col("length") == ANY).row(0, named=True)
        start = words.contract_label(every["contract"])
        start += f" ({name(every)})" if several else ""
        text = f"{start}, forced on any hand: {_said(every, 'made_rate', words.percent)} made"
        if every["gain"] is None:
            sentences.append(f"{text}, {_said(every, 'net_points', words.points)} points a hand.")
            continue
        text += f", {_said(every, 'gain', words.points)} points a hand against the auction."
        sentences.append(f"{text} {_pays(part)}")
    return sentences


def paying(part: pl.DataFrame) -> Iterator[tuple[int, int]]:
    """Yield for each number of tops the shortest holding from which on a bid surely pays.

    ``part`` holds the classes of one contract. A holding pays if its gain is above 0 with its whole
    interval, and so is that of every longer one seen at least 100 times.
    """
    classes = part.filter(
        (pl.col("side_aces") == ANY) & (pl.col("length") != ANY) & (pl.col("n") >= words.FEW_HANDS)
    )
    for tops, line in classes.sort("tops", "length").group_by("tops", maintain_order=True):
        shortest = None
        for row in line.sort("length", descending=True).iter_rows(named=True):
            if row["gain_low"] is None or row["gain_low"] <= 0:
                break
            shortest = row["length"]
        if shortest is not None:
            yield int(str(tops[0])), shortest


def _pays(part: pl.DataFrame) -> str:
    found = list(paying(part))
    if not found:
        return "With no holding it surely beats the auction."
    no_trumps = "NT" in part["contract"][0]
    if no_trumps:
        said = [f"{_some(n, 'ace')} {'with' if tops else 'without'} the joker" for tops, n in found]
    else:
        said = [f"{length} trumps with {_some(tops, 'top')}" for tops, length in found]
    mine = part.filter(
        pl.any_horizontal(
            (pl.col("side_aces") == ANY) & (pl.col("tops") == tops) & (pl.col("length") >= length)
            for tops, length in found
        )
    )
    return (
        f"It surely beats the auction from {words.listed(said)} on, which is"
        f" {words.percent(float(mine['share'].sum()))} of hands."
    )


def _said(row: dict[str, Any], name: str, say: Any) -> str:
    return words.with_span(row[name], row[f"{name}_low"], row[f"{name}_high"], say)


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    return pl.DataFrame(
        [
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "players": row["players"],
                "contract": words.contract_label(row["contract"]),
                "ten cards held": hand_words(row),
                "hands": words.count(row["n"]),
                "share of hands": words.percent(row["share"]),
                "made": _said(row, "made_rate", words.percent),
                "net points": _said(row, "net_points", words.points),
                "auction’s net points": _said(row, "auction_points", words.points),
                "gain on the auction": _said(row, "gain", words.points),
                "better than the auction": _said(row, "better_rate", words.percent),
            }
            for row in frame.iter_rows(named=True)
        ]
    )


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about."""
    told = []
    if not frame.is_empty():
        told.append(
            "A forced bid is never outbid and tells the others nothing, so its success is that of a"
            " bid that ends the auction; “better than the auction” is known only afterwards."
        )
        if frame["n_paired"].sum() == 0:
            told.append(
                "This study did not play the forced deals with an ordinary auction too. Add a play"
                " with mode “hands” over the same deals."
            )
    return told
