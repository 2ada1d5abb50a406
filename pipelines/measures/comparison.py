"""Strategies against each other: who is better, by how much, how sure, and where it comes from."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from pipelines.measures import words
from pipelines.measures.comparison_chart import chart
from pipelines.measures.comparison_estimate import (
    CONTROL,
    KEYS,
    SPLIT,
    duels,
    estimate,
)

__all__ = [
    "OPTIONAL", "QUESTION", "TITLE", "caption", "chart", "estimate", "finding", "table", "warnings",
]  # fmt: skip

TITLE: Final = "Which strategy is better"
QUESTION: Final = "Who wins, by how much, how sure is it, and where does it come from?"
OPTIONAL: Final = True  # left out of a report when no strategies met
RATINGS: Final = {
    "rating_points": "Points a hand above the field",
    "rating_games": "Rating from games (400 more wins ten games for one lost)",
}
CALLERS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many deals and games."""
    nets, games = duels(frame), duels(frame, "games")
    text = (
        "Each deal was played once with either strategy on every side, so that the luck of the cards"
        " cancels. Points are those of a strategy’s own side minus the mean of the other sides, a"
        " hand. Lines are 95 % intervals; a dot without a line is surer than its own size."
    )
    if not nets.is_empty():
        text += f" n = {words.count(nets['n'].sum())} deals"
    if not games.is_empty():
        text += f"{' and' if not nets.is_empty() else ' n ='} {words.count(games['n'].sum())} games"
    return text + "."


def finding(frame: pl.DataFrame) -> list[str]:
    """Return what is known, a sentence a duel, then where it comes from, ratings and controls."""
    told = []
    names = words.naming(frame, ("variant",)) if frame.n_unique("variant") > 1 else None
    for row in duels(frame).iter_rows(named=True):
        start = f"{names(row)}: " if names else ""
        told.append(start + verdict(row) + _games_said(frame, row))
        told += _sources(frame, row) if duels(frame).height == 1 else []
    if duels(frame).is_empty():
        told += [
            f"{row['first']} wins {_said(row)} of games against {row['second']}."
            for row in duels(frame, "games").iter_rows(named=True)
        ]
    return _ranking(frame) + told + _split_said(frame) + _controls(frame)


def verdict(row: dict[str, Any]) -> str:
    """Return in one sentence what a duel has shown."""
    first, second = row["first"], row["second"]
    played = f"over {words.count(row['n'])} deals, each played from both sides"
    if row["low"] is None:
        return (
            f"{first} and {second} came to the same on every one of {words.count(row['n'])} deals."
        )
    if row["low"] <= 0 <= row["high"]:
        most = max(abs(row["low"]), abs(row["high"]))
        return (
            f"No difference is to be seen between {first} and {second}: {_said(row)} points a hand"
            f" {played}; more than {most:.1f} either way is unlikely."
        )
    better, worse = (first, second) if row["value"] > 0 else (second, first)
    sign = 1 if row["value"] > 0 else -1
    low, high = sorted((sign * row["low"], sign * row["high"]))
    span = words.with_span(abs(row["value"]), low, high, words.points)
    return f"{better} is better than {worse} by {span} points a hand, {played}."


def _games_said(frame: pl.DataFrame, row: dict[str, Any]) -> str:
    games = duels(frame, "games").filter(
        *(pl.col(key) == row[key] for key in ("variant", "line_up"))
    )
    if games.is_empty():
        return ""
    return f" {row['first']} wins {_said(games.row(0, named=True))} of games between the two."


def _sources(frame: pl.DataFrame, row: dict[str, Any]) -> list[str]:
    """Return where the points of a duel come from: whose contracts, and the largest parts."""
    own = frame.filter(*(pl.col(key) == row[key] for key in KEYS))
    parts = own.filter(pl.col("figure") == "part")
    if row["low"] is None or parts.is_empty():
        return []
    made = {
        each["caller"]: each
        for each in own.filter(pl.col("figure") == "made_rate").iter_rows(named=True)
    }
    whose = []
    for caller in ("first", "second"):
        total = parts.filter(pl.col("caller") == caller)["value"].sum()
        whose.append(
            f"contracts of {row[caller]} bring {row['first']} {words.points(float(total))}"
            f" ({words.percent(made[caller]['value'])} made)"
        )
    largest = parts.sort(pl.col("value").abs(), descending=True).head(3)
    named = [
        f"{label(each)} {words.points(each['value'])}" for each in largest.iter_rows(named=True)
    ]
    return [f"Of these points, {whose[0]} and {whose[1]}. Largest parts: {'; '.join(named)}."]


def _ranking(frame: pl.DataFrame) -> list[str]:
    told = []
    for figure, text in RATINGS.items():
        rows = frame.filter(pl.col("figure") == figure)
        for _, one in rows.group_by("variant", maintain_order=True):
            ranked = one.sort("value", descending=True).iter_rows(named=True)
            listed = "; ".join(f"{row['first']} {_said(row)}" for row in ranked)
            told.append(f"{text}: {listed}.")
    return told


def _split_said(frame: pl.DataFrame) -> list[str]:
    rows = frame.filter(pl.col("figure") == "net", pl.col("line_up").str.starts_with(SPLIT))
    return [
        f"{row['first'].partition('+')[0]}’s bidding with {row['first'].partition('+')[2]}’s play of"
        f" the cards is {_said(row)} points a hand over {row['second']}."
        for row in rows.iter_rows(named=True)
    ]


def _controls(frame: pl.DataFrame) -> list[str]:
    rows = frame.filter(pl.col("figure") == "net", pl.col("line_up").str.starts_with(CONTROL))
    said = []
    for row in rows.iter_rows(named=True):
        if row["first"] == row["second"]:
            zero = row["value"] == 0
            said.append(
                f"{row['first']} against itself {'0, as it must be' if zero else _said(row)}"
            )
        else:
            said.append(f"{row['first']} against {row['second']} {_said(row)}")
    return [f"For control, points a hand: {'; '.join(said)}."] if said else []


def label(row: dict[str, Any]) -> str:
    """Return what a row of the estimates is called in a table."""
    whose = row.get(row["caller"], "") if row["caller"] else ""
    figure = row["figure"]
    if figure == "net":
        return f"{row['first']} over {row['second']}, points a hand"
    if figure == "games":
        return f"games won by {row['first']} against {row['second']}"
    if figure == "bid_rate":
        return f"contracts that were {whose}’s"
    if figure == "made_rate":
        return f"{whose}’s contracts made"
    if figure == "misere_rate":
        return f"misères among {whose}’s contracts"
    if figure == "part":
        return f"{whose}’s {_kind(row['kind'])}" if whose else _kind(row["kind"])
    if figure == "seat":
        return f"{whose}’s contracts as {CALLERS[int(row['kind'])]} caller"
    return {"rating_points": "points a hand above the field", "rating_games": "rating from games"}[
        figure
    ]


def _kind(kind: str) -> str:
    named = {"misere": "misères", "pass": "hands passed out", "hi-lo": "hi-lo"}
    return named.get(kind, f"contracts at {kind}")


def _said(row: dict[str, Any]) -> str:
    say = words.percent if row["unit"] == "rate" else words.points
    return words.with_span(row["value"], row["low"], row["high"], say)


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, for reading."""
    said = []
    for row in frame.iter_rows(named=True):
        rated = row["figure"].startswith("rating")
        shared = row["figure"] in ("part", "seat")
        said.append(
            {
                "variant": row["variant"],
                "line-up": row["line_up"] or "all",
                "played as": words.MODES[row["mode"]],
                "figure": (f"{row['first']}: " if rated else "")
                + ("of these points, from " if shared else "")
                + label(row),
                "n": words.count(row["n"]),
                "value": _said(row) if row["low"] is not None else words.points(row["value"]),
                "both sides": f"{row['narrowing']:.1f} times narrower"
                if row["narrowing"]
                else words.NONE,
            }
        )
    return pl.DataFrame(said)


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about: few deals, wide intervals."""
    told = []
    few = duels(frame).filter(pl.col("n") < 1000)
    if not few.is_empty():
        told.append(f"Only {words.count(few['n'].min())} deals of one duel: look at the intervals.")
    wrong = frame.filter(
        pl.col("figure") == "net", pl.col("first") == pl.col("second"), pl.col("value") != 0
    )
    if not wrong.is_empty():
        told.append(
            f"{wrong['first'][0]} against itself does not come to 0: it answers differently when"
            " asked the same twice, so its deals are not truly paired."
        )
    return told
