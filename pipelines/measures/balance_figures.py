"""The figures that describe a variant: their names, units, and how they come from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
import polars as pl

from pipelines.measures import batches
from pipelines.measures.batches import Column
from pipelines.stats import Bounds, Floats, Mean, batch_mean, critical, spread, variety

Unit = Literal["rate", "points", "number"]


class FigureInfo(NamedTuple):
    """What a figure is called in tables, its unit (a rate is 0..1), and its name on a chart."""

    label: str
    unit: Unit
    short: str


_INFO: Final[dict[str, tuple[str, Unit, str]]] = {
    "first_net": (
        "first caller’s side over the mean of the other sides, points a hand",
        "points",
        "first caller’s edge, a hand",
    ),
    "dealer_net": (
        "dealer’s side over the mean of the other sides, points a hand",
        "points",
        "dealer’s edge, a hand",
    ),
    "contract_net": (
        "contractor’s side over defenders, points a contract",
        "points",
        "contractor’s edge, a contract",
    ),
    "won_rate": (
        "contracts that bring the contractor’s side more than the defenders",
        "rate",
        "contracts that gain",
    ),
    "made_rate": ("contracts made", "rate", "contracts made"),
    "too_high_rate": (
        "bids of tricks that were too high: set",
        "rate",
        "bids set",
    ),
    "one_short_rate": ("bids of tricks set by one trick", "rate", "bids set by one trick"),
    "to_spare_rate": (
        "bids of tricks made with a trick or more to spare",
        "rate",
        "bids with tricks to spare",
    ),
    "passed_out_rate": ("hands passed out", "rate", "passed out"),
    "misere_rate": ("misères among contracts", "rate", "misères among contracts"),
    **{
        f"position_{place}_rate": (
            f"contracts of the {nth} caller",
            "rate",
            f"contracts of {nth} caller",
        )
        for place, nth in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"))
    },
    "variety": (
        "variety of contracts, as a number of equally common ones",
        "number",
        "variety of contracts",
    ),
    "game_hands": ("hands in a game, mean", "number", "hands in a game"),
    "game_hands_spread": (
        "hands in a game, standard deviation",
        "number",
        "spread of hands in a game",
    ),
    "game_hands_10": (
        "hands in a game, one in ten is shorter or as long",
        "number",
        "one game in ten, hands",
    ),
    "game_hands_50": (
        "hands in a game, half are shorter or as long",
        "number",
        "half of the games, hands",
    ),
    "game_hands_90": (
        "hands in a game, nine in ten are shorter or as long",
        "number",
        "nine games in ten, hands",
    ),
    "lead_changes": ("changes of the lead in a game", "number", "changes of the lead"),
    "comeback_rate": (
        "games won after being 200 points or more behind",
        "rate",
        "won from 200 behind",
    ),
    "by_contract_rate": ("games won by making a contract", "rate", "won by a contract"),
    "by_points_rate": ("games won on points otherwise", "rate", "won on points"),
    "by_back_door_rate": ("games lost at the back door", "rate", "lost at the back door"),
    "by_spread_rate": ("games won by a great lead", "rate", "won by a great lead"),
    "by_hands_rate": (
        "games over after the agreed number of hands",
        "rate",
        "over by number of hands",
    ),
    "no_winner_rate": ("games over without a winner", "rate", "no winner"),
    "unfinished_rate": ("games not finished", "rate", "not finished"),
    "first_won_rate": (
        "games won by the side that called first",
        "rate",
        "won by first caller’s side",
    ),
}

FIGURES: Final = {name: FigureInfo(*info) for name, info in _INFO.items()}


@dataclass(frozen=True)
class Estimated:
    """One figure: how many hands, contracts or games it rests on, its interval, and its batches."""

    n: int
    bounds: Bounds
    mean: Mean | None  # None for quantiles, which have no paired difference


def rate(successes: Floats, n: Floats) -> Estimated:
    """Return a rate with Wilson's interval, from sums by batch."""
    return Estimated(int(n.sum()), batches.rate(successes, n), batch_mean(successes, n))


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
        "too_high_rate": rate(column("n_too_high"), column("n_tricks_bid")),
        "one_short_rate": rate(column("n_one_short"), column("n_tricks_bid")),
        "to_spare_rate": rate(column("n_to_spare"), column("n_tricks_bid")),
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
    spread_of_length = spread(batch_mean(column("n_hands_squared"), n), length)
    games = int(n.sum())
    found = {
        "game_hands": Estimated(games, length.bounds(), length),
        "game_hands_spread": Estimated(games, spread_of_length.cautious_bounds(), spread_of_length),
    }
    for share in (10, 50, 90):
        bounds = quantile(lengths, share / 100)
        found[f"game_hands_{share}"] = Estimated(games, bounds, None)
    found["lead_changes"] = mean(column("lead_changes"), n)
    found["comeback_rate"] = rate(column("n_comebacks"), column("n_won"))
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

    ``lengths`` has columns batch, n_hands and n. The interval turns that of the share around, which
    is the binomial one, wider where games of a batch are alike: the same deals from both sides.
    """
    known = np.unique(lengths["n_hands"].to_numpy())
    places = np.searchsorted(known, lengths["n_hands"].to_numpy())
    table = np.zeros((batches.N_BATCHES, len(known)))
    np.add.at(table, (lengths["batch"].to_numpy(), places), lengths["n"].to_numpy())
    n = table.sum()
    reached = table.sum(axis=0).cumsum() / n

    def at(level: float) -> int:
        return min(int(np.searchsorted(reached, level - 1e-12)), len(known) - 1)

    within = table[:, : at(share) + 1].sum(axis=1)
    found = batch_mean(within, table.sum(axis=1))
    alone = found.value * (1 - found.value) / n
    effect = max(found.error**2 / alone, 1.0) if alone > 0 else 1.0
    half = float(critical()) * np.sqrt(effect * share * (1 - share) / n)
    levels = (share, max(share - half, 0.0), min(share + half, 1.0))
    return Bounds(*(float(known[at(level)]) for level in levels))
