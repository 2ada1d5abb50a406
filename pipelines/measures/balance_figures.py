"""The figures that describe a variant: their names, units, and how they come from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
import polars as pl

from pipelines.measures.batches import Column
from pipelines.stats import Bounds, Floats, Mean, Sums, batch_mean, critical, rate_interval, variety

Unit = Literal["rate", "points", "number"]


class FigureInfo(NamedTuple):
    """What a figure is called in tables, and its unit: a rate 0..1, points, or a plain number."""

    label: str
    unit: Unit


FIGURES: Final = {
    "first_net": FigureInfo(
        "first caller’s side over the mean of the other sides, points a hand", "points"
    ),
    "dealer_net": FigureInfo(
        "dealer’s side over the mean of the other sides, points a hand", "points"
    ),
    "contract_net": FigureInfo("contractor’s side over defenders, points a contract", "points"),
    "won_rate": FigureInfo(
        "contracts that bring the contractor’s side more than the defenders", "rate"
    ),
    "made_rate": FigureInfo("contracts made", "rate"),
    "passed_out_rate": FigureInfo("hands passed out", "rate"),
    "misere_rate": FigureInfo("misères among contracts", "rate"),
    "position_0_rate": FigureInfo("contracts of the first caller", "rate"),
    "position_1_rate": FigureInfo("contracts of the second caller", "rate"),
    "position_2_rate": FigureInfo("contracts of the third caller", "rate"),
    "position_3_rate": FigureInfo("contracts of the fourth caller", "rate"),
    "position_4_rate": FigureInfo("contracts of the fifth caller", "rate"),
    "position_5_rate": FigureInfo("contracts of the sixth caller", "rate"),
    "variety": FigureInfo("variety of contracts, as a number of equally common ones", "number"),
    "game_hands": FigureInfo("hands in a game, mean", "number"),
    "game_hands_spread": FigureInfo("hands in a game, standard deviation", "number"),
    "game_hands_10": FigureInfo("hands in a game, one in ten is shorter or as long", "number"),
    "game_hands_50": FigureInfo("hands in a game, half are shorter or as long", "number"),
    "game_hands_90": FigureInfo("hands in a game, nine in ten are shorter or as long", "number"),
    "by_contract_rate": FigureInfo("games won by making a contract", "rate"),
    "by_points_rate": FigureInfo("games won on points otherwise", "rate"),
    "by_back_door_rate": FigureInfo("games lost at the back door", "rate"),
    "by_spread_rate": FigureInfo("games won by a great lead", "rate"),
    "by_hands_rate": FigureInfo("games over after the agreed number of hands", "rate"),
    "no_winner_rate": FigureInfo("games over without a winner", "rate"),
    "unfinished_rate": FigureInfo("games not finished", "rate"),
    "first_won_rate": FigureInfo("games won by the side that called first", "rate"),
}


@dataclass(frozen=True)
class Estimated:
    """One figure: how many hands, contracts or games it rests on, its interval, and its batches."""

    n: int
    bounds: Bounds
    mean: Mean | None  # None for quantiles, which have no paired difference


def rate(successes: Floats, n: Floats) -> Estimated:
    """Return a rate with Wilson's interval, from sums by batch."""
    interval = rate_interval(Sums.of(successes, n))
    bounds = Bounds(float(interval.value), float(interval.low), float(interval.high))
    return Estimated(int(n.sum()), bounds, batch_mean(successes, n))


def mean(total: Floats, n: Floats) -> Estimated:
    """Return a mean with Student's interval, from sums by batch."""
    found = batch_mean(total, n)
    return Estimated(int(n.sum()), found.bounds(), found)


def figures_of_hands(column: Column, contracts: Floats) -> dict[str, Estimated]:
    """Return the figures of one variant, line-up and mode from ``balance_batches``.

    ``contracts`` counts hands by batch and contract: shape (batches, contracts).
    """
    n, bid = column("n"), column("n_contracts")
    found = {
        "first_net": mean(column("first_net"), n),
        "dealer_net": mean(column("dealer_net"), n),
        "contract_net": mean(column("contract_net"), bid),
        "won_rate": rate(column("n_won"), bid),
        "made_rate": rate(column("n_made"), bid),
        "passed_out_rate": rate(column("n_passed_out"), n),
        "misere_rate": rate(column("n_miseres"), bid),
    }
    for position in range(int(column("n_players").max())):
        found[f"position_{position}_rate"] = rate(column(f"n_position_{position}"), bid)
    entropy = variety(contracts)
    kinds = entropy.scaled(float(np.exp(entropy.value)))
    kinds = Mean(float(np.exp(entropy.value)), kinds.influence)
    found["variety"] = Estimated(int(bid.sum()), kinds.bounds(), kinds)
    return found


def figures_of_games(column: Column, lengths: pl.DataFrame) -> dict[str, Estimated]:
    """Return the figures of one variant and line-up from ``game_batches`` and ``game_lengths``."""
    n = column("n")
    length = batch_mean(column("n_hands"), n)
    square = batch_mean(column("n_hands_squared"), n)
    variance = square.value - length.value**2
    spread_value = float(np.sqrt(max(variance, 0.0)))
    change = square.influence - 2 * length.value * length.influence
    spread = Mean(spread_value, change / (2 * spread_value) if spread_value else 0 * change)
    games = int(n.sum())
    found = {
        "game_hands": Estimated(games, length.bounds(), length),
        "game_hands_spread": Estimated(games, spread.bounds(), spread),
    }
    for share in (10, 50, 90):
        bounds = quantile(lengths, share / 100)
        found[f"game_hands_{share}"] = Estimated(games, bounds, None)
    for name, counted in (
        ("by_contract_rate", "n_by_contract"),
        ("by_points_rate", "n_by_points"),
        ("by_back_door_rate", "n_by_back_door"),
        ("by_spread_rate", "n_by_spread"),
        ("by_hands_rate", "n_by_hands"),
        ("no_winner_rate", "n_no_winner"),
        ("unfinished_rate", "n_unfinished"),
    ):
        found[name] = rate(column(counted), n)
    found["first_won_rate"] = rate(column("n_first_won"), column("n_won"))
    return found


def quantile(lengths: pl.DataFrame, share: float) -> Bounds:
    """Return the shortest length that so large a ``share`` of games does not exceed.

    ``lengths`` has columns n_hands and n. The interval turns the binomial one of the share around.
    """
    ordered = lengths.sort("n_hands")
    n = int(ordered["n"].sum())
    reached = np.cumsum(ordered["n"].to_numpy()) / n
    half = float(critical()) * np.sqrt(share * (1 - share) / n)
    last = len(reached) - 1
    at = [
        int(ordered["n_hands"][min(int(np.searchsorted(reached, level - 1e-12)), last)])
        for level in (share, max(share - half, 0.0), min(share + half, 1.0))
    ]
    return Bounds(float(at[0]), float(at[1]), float(at[2]))
