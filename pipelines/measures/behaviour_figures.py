"""The figures of how a strategy behaves: what they are called, and how they come from sums by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np
import polars as pl

from pipelines.measures import batches
from pipelines.measures.comparison_estimate import CONTROL, SPLIT
from pipelines.stats import Bounds, batch_mean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Unit = Literal["rate", "number"]
SERIES: Final = ("variant", "line_up", "strategy")
BIDDING: Final = "Bidding"
CONTRACTS: Final = "Contracts"
PLAY: Final = "Play of the cards"
DISCARDS: Final = "Discards"
TRICKS: Final = {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
SUITS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "NT": "no trumps"}


class FigureInfo(NamedTuple):
    """A figure: its subject, its name, its unit (a rate is 0..1), and how it is said and counted.

    ``family`` are figures of which a finding names only one, None those that it never names;
    ``said`` are the words around the value, as in ``opens | with | of hands``. It is the sum of the
    column ``top`` of a view over that of ``bottom``, where ``where`` holds.
    """

    subject: str
    label: str
    unit: Unit
    view: str
    top: str
    bottom: str
    family: str | None = None
    said: tuple[str, str, str] = ("", "", "")
    where: tuple[str, str] | None = None


def _of_calls() -> dict[str, FigureInfo]:
    def rate(label: str, top: str, bottom: str, family: str, *said: str) -> FigureInfo:
        words = (said[0], said[1], said[2])
        return FigureInfo(BIDDING, label, "rate", "call_batches", top, bottom, family, words)

    first = {
        "pass": ("passes", "a pass"), "inkle": ("calls an inkle", "an inkle"),
        "six": ("bids six", "a bid of six"), "seven": ("bids seven", "a bid of seven"),
        "eight": ("bids eight", "a bid of eight"),
        "nine": ("bids nine or ten", "a bid of nine or ten"),
    }  # fmt: skip
    return (
        {
            f"first_{name}": rate(
                f"first call: {what}", f"n_{name}", "n", "open",
                f"{does} at its first turn", "with", "of hands",
            )
            for name, (does, what) in first.items()
        }
        | {
            "open": rate("opens, of hands nobody has opened", "n_open", "n_free", "open",
                         "opens the bidding", "with", "of the hands it could open"),
            "open_high": rate("opens at seven or more, of these", "n_open_high", "n_free", "open",
                              "opens at seven or more", "with", "of the hands it could open"),
        }
        | {
            f"open_{suit}": rate(f"openings in {name}", f"n_open_{suit}", "n_open_tricks",
                                 "open in", f"opens in {name}", "with", "of its openings")
            for suit, name in SUITS.items()
        }
        | {
            "raise": rate("raises partner’s suit, of its turns", "n_raise", "n_partner", "raise",
                          "raises partner’s suit", "at", "of its turns"),
            "overcall": rate("overcalls, of its turns", "n_overcall", "n_against", "overcall",
                             "bids over opponents", "at", "of its turns"),
            "jump": rate("jumps, of bids of tricks", "n_jump", "n_tricks", "jump",
                         "bids more tricks than it needs to", "with", "of its bids"),
            "misere_call": rate("calls a misère, of all hands", "n_misere", "n", "misère",
                                "calls a misère", "with", "of hands"),
        }
    )  # fmt: skip


def _of_contracts() -> dict[str, FigureInfo]:
    def of(
        label: str, top: str, bottom: str, family: str | None, *said: str, unit: Unit = "rate",
        view: str = "caller_batches",
    ) -> FigureInfo:  # fmt: skip
        words = (said[0], said[1], said[2]) if said else ("", "", "")
        return FigureInfo(CONTRACTS, label, unit, view, top, bottom, family, words)

    return (
        {
            f"level_{level}": of(f"contracts of {level} tricks", f"n_{level}", "n", "level",
                                 f"plays at {TRICKS[level]} tricks", "in", "of its contracts")
            for level in range(6, 11)
        }
        | {
            f"strain_{suit}": of(f"contracts in {name}", f"n_{suit}", "n", "strain",
                                 f"plays in {name}", "with", "of its contracts")
            for suit, name in SUITS.items()
        }
        | {
            "misere": of("misères among contracts", "n_misere", "n", "misère",
                         "plays a misère", "in", "of its contracts"),
            "made": of("contracts made", "n_made", "n", "made",
                       "makes", "", "of its contracts"),
            "set": of("bids of tricks that were set", "n_set", "n_tricks", "made",
                      "is set", "in", "of its bids of tricks"),
            "set_better": of("own contract set, a forced one made", "n_set_better", "n_own",
                             "overbid", "is set where another bid was there to be made", "in",
                             "of its contracts", view="missed_batches"),
            "missed": of("missed contracts, of all hands", "n_missed", "n", "missed",
                         "misses a contract that would have paid", "on", "of hands",
                         view="missed_batches"),
            "spare": of("tricks to spare in a bid that is made", "n_spare", "n_kept", "spare",
                        "has", "", "tricks to spare when it makes a bid", unit="number"),
        }
    )  # fmt: skip


def _of_cards() -> dict[str, FigureInfo]:
    caller, other = ("role", "contractor"), ("role", "defender")
    tricks, low = ("kind", "tricks"), ("kind", "misere")
    plays, away = "play_batches", "discard_batches"
    return {
        "trump_lead": FigureInfo(
            PLAY, "contractor leads trumps first", "rate", plays, "n_trump_leads", "n_leads",
            "lead", ("leads trumps to the first trick", "in", "of its suit contracts"), caller),
        "joker_first": FigureInfo(
            PLAY, "contractor’s joker falls in trick one", "rate", plays, "n_joker_first",
            "n_jokers", "joker", ("plays its joker to the first trick", "in",
                                  "of the contracts it holds it in"), caller),
        "joker_led": FigureInfo(
            PLAY, "contractor leads the joker", "rate", plays, "n_joker_led", "n_jokers", "joker",
            ("leads the joker", "in", "of the contracts it holds it in"), caller),
        "joker_trick": FigureInfo(
            PLAY, "contractor’s joker: in which trick", "number", plays, "joker_tricks",
            "n_jokers", "joker", ("plays its joker as contractor", "to trick", "on average"),
            caller),
        "defender_joker_trick": FigureInfo(
            PLAY, "defender’s joker: in which trick", "number", plays, "joker_tricks", "n_jokers",
            "defender’s joker", ("plays its joker as defender", "to trick", "on average"), other),
        "kept": FigureInfo(
            DISCARDS, "cards of the kitty kept", "rate", away, "n_kept", "n_kitty", "kept",
            ("keeps", "", "of the kitty’s cards"), tricks),
        "misere_kept": FigureInfo(
            DISCARDS, "cards of the kitty kept in misère", "rate", away, "n_kept", "n_kitty",
            None, ("", "", ""), low),
        "voids": FigureInfo(
            DISCARDS, "suits made void by discarding", "number", away, "n_voids", "n_told",
            "voids", ("makes", "", "suits void when it discards"), tricks),
        "aces": FigureInfo(
            DISCARDS, "aces put away", "number", away, "n_aces", "n", "aces",
            ("puts away", "", "aces a contract"), tricks),
        "misere_aces": FigureInfo(
            DISCARDS, "aces put away in misère", "number", away, "n_aces", "n", None,
            ("", "", ""), low),
        "misere_jokers": FigureInfo(
            DISCARDS, "jokers put away in misère", "number", away, "n_jokers", "n", None,
            ("", "", ""), low),
    }  # fmt: skip


FIGURES: Final[dict[str, FigureInfo]] = _of_calls() | _of_contracts() | _of_cards()
LOGGED: Final = ("call_batches", "play_batches", "discard_batches")


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, strategy and figure, with ``n``, ``value``, ``low``, ``high``.

    ``unit`` is 'rate' (0..1) or 'number'. Of a line-up that played hands one by one these count,
    else those of its games. Nothing is told of a run with a single strategy and no logs, of controls
    and halves of strategies in a comparison, and of rates that are all 0, or all 1, in a variant.
    """
    schema: dict[str, Any] = dict.fromkeys((*SERIES, "figure", "unit"), pl.String)
    schema |= {"n": pl.Int64}
    schema |= dict.fromkeys(("value", "low", "high"), pl.Float64)
    cells = _told_cells(con)
    sums = {
        view: _sums(con, view, cells) for view in dict.fromkeys(i.view for i in FIGURES.values())
    }
    several = cells["strategy"].n_unique() > 1
    if not several and all(sums[view].is_empty() for view in LOGGED):
        return pl.DataFrame(schema=schema)
    rows: list[dict[str, Any]] = []
    for view, frame in sums.items():
        for keys, part in frame.group_by(SERIES, maintain_order=True):
            rows += [dict(zip(SERIES, keys, strict=True)) | row for row in _figures(view, part)]
    frame = pl.DataFrame(rows, schema=schema)
    ends = [
        pl.col("value").max().over("variant", "figure"),
        pl.col("value").min().over("variant", "figure"),
    ]
    frame = frame.filter((pl.col("unit") == "number") | ((ends[0] > 0) & (ends[1] < 1)))
    places = cells.group_by(SERIES).agg(place=pl.col("place").min())
    order = pl.col("figure").cast(pl.Enum(list(FIGURES)))
    return frame.join(places, on=SERIES).sort("place", order).drop("place")


def _told_cells(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return which mode of play counts for a variant and line-up, who plays, and their order."""
    found = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, mode, strategy, min(cell * 8 + seat) AS place FROM cells"
            " JOIN seats USING (cell) WHERE mode <> 'forced' AND NOT starts_with(line_up, ?)"
            " AND NOT starts_with(line_up, ?) GROUP BY ALL",
            params=[CONTROL, SPLIT],
        )
    )
    alone = (pl.col("mode") == "hands").any().over("variant", "line_up")
    return found.filter((pl.col("mode") == "hands") | ~alone)


def _sums(con: DuckDBPyConnection, view: str, cells: pl.DataFrame) -> pl.DataFrame:
    frame = pl.DataFrame(con.sql(f"FROM {view}"))
    keys = [key for key in ("variant", "line_up", "mode") if key in frame.columns]
    return frame.join(cells.select(keys).unique(), on=keys, how="semi").sort(*SERIES, "batch")


def _figures(view: str, part: pl.DataFrame) -> list[dict[str, Any]]:
    rows = []
    for name, info in FIGURES.items():
        if info.view != view:
            continue
        mine = part if info.where is None else part.filter(pl.col(info.where[0]) == info.where[1])
        column = batches.column(mine)
        n = column(info.bottom)
        if not n.sum() > 0:
            continue
        top = column(info.top)
        bounds = batches.rate(top, n) if info.unit == "rate" else batch_mean(top, n).bounds()
        rows.append({"figure": name, "unit": info.unit, "n": int(n.sum())} | _finite(bounds))
    return rows


def _finite(bounds: Bounds) -> dict[str, float | None]:
    return {
        name: max(float(end), 0.0) if np.isfinite(end) else None  # nothing here is below 0
        for name, end in zip(("value", "low", "high"), bounds, strict=True)
    }
