"""Duels estimated: points, games, where they come from, ratings, each with its interval.

A duel is a line-up of two strategies that was played with the sides exchanged (``mirror = true``), so
that each deal is met from both sides. How much one is better on a deal is the mean over these
playings of its side's points minus the mean of the other sides.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches
from pipelines.measures.balance_figures import Estimated, mean, rate
from pipelines.ratings import bradley_terry, points_above_field
from pipelines.stats import Floats, Mean, batch_mean

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CONTROL: Final = "control: "  # line-ups of that name show that the method is sound
SPLIT: Final = "split: "  # and these divide a duel into bidding and play
TABLE: Final = "table: "  # tables of one strategy, at which it is watched
KINDS: Final = ("6", "7", "8", "9", "10", "misere", "hi-lo", "pass")
PLACES: Final = {kind: place for place, kind in enumerate(("0", "1", "2", "3", "4", "5", *KINDS))}
KEYS: Final = ("variant", "line_up", "mode", "first", "second")
Pair = tuple[str, str]


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a duel and figure, with ``value``, ``low`` and ``high`` seen from ``first``.

    ``figure`` is 'net' (points a hand), 'games' won, 'bid_rate' (contracts that were its own),
    'made_rate' and 'misere_rate' of these, 'part' and 'seat' (points by kind of contract and by the
    contractor's turn to call), 'rating_points' or 'rating_games'; ``caller`` whose contracts it is
    about ('first', 'second' or 'nobody'), ``kind`` which ones, '' for all. The parts of a duel add
    up to its net points.
    ``narrowing`` tells how many times narrower the interval is than that of as many hands on deals
    of their own. Ratings have no ``second``. ``n`` counts deals, games or contracts.
    """
    found: list[dict[str, Any]] = []
    nets: dict[str, dict[Pair, Mean]] = {}
    sums = pl.DataFrame(con.sql("FROM duel_batches")).sort(*KEYS, "first_team", "batch")
    for keys, part in sums.group_by(KEYS, maintain_order=True):
        duel = dict(zip(KEYS, map(str, keys), strict=True))
        rows, net = _of_hands(part)
        found += [duel | row for row in rows if _is_rated(duel) or row["figure"] == "net"]
        if duel["mode"] == "hands" and _is_rated(duel):
            nets.setdefault(duel["variant"], {})[duel["first"], duel["second"]] = net
    games: dict[str, dict[Pair, tuple[Floats, Floats]]] = {}
    played = pl.DataFrame(con.sql("FROM duel_games"))
    sides = dict(con.sql("SELECT DISTINCT variant, n_teams FROM duels").fetchall())
    keys_of_games = [key for key in KEYS if key != "mode"]
    for keys, part in played.sort(*keys_of_games, "batch").group_by(
        keys_of_games, maintain_order=True
    ):
        duel = dict(zip(keys_of_games, map(str, keys), strict=True)) | {"mode": "games"}
        column = batches.column(part)
        n = column("n")
        # a game that nobody wins is shared
        won = column("n_first") + column("n_nobody") / sides[duel["variant"]]
        found.append(duel | _row("games", rate(won, n), "rate"))
        if _is_rated(duel):
            games.setdefault(duel["variant"], {})[duel["first"], duel["second"]] = (won, n)
    found += _ratings(nets, games)
    return _in_order(con, pl.DataFrame(found, schema=_schema()))


def _in_order(con: DuckDBPyConnection, frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows in the order in which the study names variants and line-ups, ratings last."""
    places = pl.DataFrame(
        con.sql("SELECT variant, line_up, min(cell) AS place FROM cells GROUP BY ALL")
    )
    variants = places.group_by("variant").agg(variant_place=pl.col("place").min())
    return (
        frame.join(places, on=["variant", "line_up"], how="left")
        .join(variants, on="variant")
        .sort(
            "variant_place",
            "place",
            pl.col("mode") == "games",
            nulls_last=True,
            maintain_order=True,
        )
        .drop("place", "variant_place")
    )


def _schema() -> dict[str, Any]:
    texts = (*KEYS, "figure", "caller", "kind", "unit")
    numbers = ("value", "low", "high", "narrowing")
    return dict.fromkeys(texts, pl.String) | {"n": pl.Int64} | dict.fromkeys(numbers, pl.Float64)


def _is_rated(duel: dict[str, str]) -> bool:
    return duel["first"] != duel["second"] and not duel["line_up"].startswith(
        (CONTROL, SPLIT, TABLE)
    )


def _row(
    figure: str, found: Estimated, unit: str, caller: str = "", kind: str = ""
) -> dict[str, Any]:
    value, low, high = (end if np.isfinite(end) else None for end in found.bounds)
    return {
        "figure": figure, "caller": caller, "kind": kind, "unit": unit, "n": found.n,
        "value": value, "low": low, "high": high, "narrowing": None,
    }  # fmt: skip


def _of_hands(part: pl.DataFrame) -> tuple[list[dict[str, Any]], Mean]:
    """Return the figures of a duel from its rows of ``duel_batches``, and its net points a hand."""
    total = batches.column(part)("n")
    n_teams = part.n_unique("first_team")
    net = mean(batches.column(part)("net"), total)
    whole = Estimated(net.n // n_teams, net.bounds, net.mean)
    rows = [_row("net", whole, "points") | {"narrowing": _narrowing(part, whole)}]
    for caller in ("first", "second"):
        own = part.filter(pl.col("caller") == caller)
        n = batches.column(own)("n")
        low = own.filter(pl.col("kind") == "misere")
        rows += [
            _row("bid_rate", rate(n, total), "rate", caller),
            _row(
                "made_rate",
                rate(batches.column(own.filter(pl.col("made") == 1))("n"), n),
                "rate",
                caller,
            ),
            _row("misere_rate", rate(batches.column(low)("n"), n), "rate", caller),
        ]
    for figure, column in (("part", "kind"), ("seat", "position")):
        ordered = part.drop_nulls(column).with_columns(
            place=pl.col(column).cast(pl.String).replace_strict(PLACES)
        )
        for (caller, kind), one in ordered.sort("caller", "place", "batch").group_by(
            ("caller", column), maintain_order=True
        ):
            share = mean(batches.column(one)("net"), total)
            counted = Estimated(int(one["n"].sum()), share.bounds, share.mean)
            rows.append(_row(figure, counted, "points", str(caller), str(kind)))
    assert whole.mean is not None
    return rows, whole.mean


def _narrowing(part: pl.DataFrame, whole: Estimated) -> float | None:
    """Return how much playing each deal from all sides narrows the interval."""
    errors = [
        batch_mean(batches.column(seating)("net"), batches.column(seating)("n")).error
        for _, seating in part.group_by("first_team", maintain_order=True)
    ]
    alone = float(np.sqrt(np.sum(np.square(errors)))) / len(errors)
    paired = whole.mean.error if whole.mean else 0.0
    return alone / paired if paired > 0 else None


def _ratings(
    nets: dict[str, dict[Pair, Mean]], games: dict[str, dict[Pair, tuple[Floats, Floats]]]
) -> list[dict[str, Any]]:
    """Return the ratings of every variant in which three strategies or more met, each with each."""
    rows = []
    for variant, duels in nets.items():
        players = _field(list(duels))
        if players:
            sided = {pair: _net_of(duels, pair) for pair in combinations(players, 2)}
            found = points_above_field(players, sided)
            rows += _rating_rows(variant, "hands", "rating_points", players, found)
    for variant, counts in games.items():
        players = _field(list(counts))
        if players:
            tally = {pair: _games_of(counts, pair) for pair in combinations(players, 2)}
            found = bradley_terry(
                players,
                {pair: won for pair, (won, _) in tally.items()},
                {pair: n for pair, (_, n) in tally.items()},
            )
            rows += _rating_rows(variant, "games", "rating_games", players, found)
    return rows


def _field(pairs: list[Pair]) -> list[str]:
    """Return the players of duels of each with each; none if there are fewer than three, or gaps."""
    players = list(dict.fromkeys(player for pair in pairs for player in pair))
    met = {frozenset(pair) for pair in pairs}
    full = len(players) > 2 and all(frozenset(pair) in met for pair in combinations(players, 2))
    return players if full else []


def _net_of(duels: dict[Pair, Mean], pair: Pair) -> Mean:
    return duels[pair] if pair in duels else duels[pair[::-1]].scaled(-1)


def _games_of(counts: dict[Pair, tuple[Floats, Floats]], pair: Pair) -> tuple[Floats, Floats]:
    if pair in counts:
        return counts[pair]
    won, n = counts[pair[::-1]]
    return n - won, n


def _rating_rows(
    variant: str, mode: str, figure: str, players: list[str], found: list[Mean]
) -> list[dict[str, Any]]:
    fixed = {"variant": variant, "line_up": "", "mode": mode, "second": ""}
    return [
        fixed
        | {"first": player}
        | _row(figure, Estimated(len(players) - 1, each.bounds(), each), "points")
        for player, each in zip(players, found, strict=True)
    ]


def duels(frame: pl.DataFrame, figure: str = "net") -> pl.DataFrame:
    """Return the rows of one figure of all duels but controls and halves of strategies.

    Of points a hand those of hands played one by one, where there are any, else those of games.
    """
    rows = frame.filter(
        pl.col("figure") == figure,
        pl.col("first") != pl.col("second"),
        ~pl.col("line_up").str.starts_with(CONTROL),
        ~pl.col("line_up").str.starts_with(SPLIT),
        ~pl.col("line_up").str.starts_with(TABLE),
    )
    alone = rows.filter(pl.col("mode") == "hands")
    return rows if alone.is_empty() else alone
