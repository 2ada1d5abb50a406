"""Trials on numbers made up from a known truth: how often do the intervals hold it?

The common estimators (rates, means, paired differences, what breaks even) are tried so in
``tests/pipelines/test_stats.py``; here are those with something odd about them: few events, bunched;
lengths of games, their spread and quantiles; the variety of contracts; ratings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import numpy as np
import polars as pl
from found import Found, covered

from pipelines import stats
from pipelines.measures.balance_figures import quantile
from pipelines.ratings import bradley_terry, points_above_field

N_BATCHES: Final = 1024
STRENGTHS: Final = {"a": 150.0, "b": 0.0, "c": -150.0, "d": 60.0}
# shares of contracts as they are in play: a few common ones and many rare ones
SHARES: Final = np.array(
    [40, 50, 50, 120, 200, 100, 100, 100, 80, 50, 20, 20, 15, 10, 10, 10, 5, 5, 4, 3, 2, 2, 1, 1]
) / 998  # fmt: skip


def trials(runs: int, seed: int = 1) -> Iterator[Found]:
    """Yield what comes of so many trials of every kind."""
    rng = np.random.default_rng(seed)
    for alike, effect in ((np.inf, "alone"), (30.0, "1.5"), (8.0, "3")):
        what = f"15 events in games of 15 hands, design effect {effect}"
        yield covered(what, few_events(rng, 2 * runs, alike), 0.935, 0.965)
    yield covered("8 events, each on both playings of a deal", twice(rng, 2 * runs), 0.935, 0.975)
    for games in (100, 1000):
        yield covered(
            f"spread of the length of {games} games", spreads(rng, runs, games), 0.94, 0.965
        )
    for share in (0.1, 0.5, 0.9):
        for n, times, how in ((300, 1, ""), (150, 2, ", each played twice")):
            what = f"quantile {share:g} of the length of {n} games{how}"
            yield covered(what, quantiles(rng, runs, share, n, times), 0.94, 1.0)
    for hands in (500, 2000):
        what = f"variety of the contracts of {hands} hands"
        yield covered(what, varieties(rng, runs, hands), 0.93, 0.96)
    for games in (50, 400):
        held = ratings(rng, runs // 2, games)
        yield covered(f"ratings of four players from {games} games each, from both sides", held)
    yield covered("points above the field of four players, 500 deals", above_field(rng, runs))


def few_events(rng: np.random.Generator, runs: int, alike: float) -> np.ndarray:
    """Events that some 15 hands of 1,550 show; ``alike`` is small where games differ much."""
    rate = 0.01 * rng.uniform(0.7, 1.3, runs)
    hands = rng.integers(6, 25, (runs, 100))
    if np.isfinite(alike):
        chance = rng.beta(rate[:, None] * alike, (1 - rate[:, None]) * alike, hands.shape)
    else:
        chance = np.broadcast_to(rate[:, None], hands.shape)
    return _rates_hold(rng.binomial(hands, chance), hands, rate)


def twice(rng: np.random.Generator, runs: int) -> np.ndarray:
    """Events that come on both playings of a deal or on none."""
    rate = 0.008 * rng.uniform(0.7, 1.3, runs)
    events = 2 * (rng.random((runs, 1000)) < rate[:, None])
    return _rates_hold(events, np.full(events.shape, 2), rate)


def _rates_hold(events: np.ndarray, hands: np.ndarray, truth: np.ndarray) -> np.ndarray:
    y, x = events.astype(float), hands.astype(float)
    squares = ((x * x).sum(1), (x * y).sum(1), (y * y).sum(1))
    sums = stats.Sums(np.count_nonzero(x, axis=1).astype(float), x.sum(1), y.sum(1), *squares)
    found = stats.rate_interval(sums)
    return (found.low <= truth) & (truth <= found.high)


def _lengths(rng: np.random.Generator, n: int) -> np.ndarray:
    """Lengths of games: skewed, as real ones are; mean 12 and standard deviation 6.6."""
    return 2 + rng.negative_binomial(3, 3 / 13, n)


def spreads(rng: np.random.Generator, runs: int, games: int) -> Iterator[bool]:
    """Intervals of the standard deviation of lengths."""
    truth = np.sqrt(10 + 100 / 3)
    for _ in range(runs):
        batch, length = rng.integers(0, N_BATCHES, games), _lengths(rng, games).astype(float)
        n = _by_batch(batch)
        squares = stats.batch_mean(_by_batch(batch, length**2), n)
        found = stats.spread(squares, stats.batch_mean(_by_batch(batch, length), n))
        yield _holds(found.cautious_bounds(), float(truth))


def _by_batch(batch: np.ndarray, values: np.ndarray | None = None) -> np.ndarray:
    return np.bincount(batch, values, N_BATCHES).astype(float)


def _holds(bounds: stats.Bounds, truth: float) -> bool:
    return bool(bounds.low <= truth <= bounds.high)


def quantiles(
    rng: np.random.Generator, runs: int, share: float, games: int, times: int
) -> Iterator[bool]:
    """Intervals of a quantile of lengths, each game played so many times with the same length."""
    every = np.sort(_lengths(rng, 2_000_000))
    truth = float(every[int(np.ceil(share * len(every))) - 1])
    for _ in range(runs):
        frame = pl.DataFrame(
            {
                "batch": rng.integers(0, N_BATCHES, games),
                "n_hands": _lengths(rng, games),
                "n": np.full(games, times),
            }
        )
        yield _holds(quantile(frame, share), truth)


def varieties(rng: np.random.Generator, runs: int, hands: int) -> Iterator[bool]:
    """Intervals of the entropy of contracts."""
    truth = -float(SHARES @ np.log(SHARES))
    for _ in range(runs):
        batch = rng.integers(0, N_BATCHES, hands)
        contract = rng.choice(len(SHARES), hands, p=SHARES)
        cells = np.bincount(batch * len(SHARES) + contract, minlength=N_BATCHES * len(SHARES))
        yield _holds(stats.variety(cells.reshape(N_BATCHES, -1)).bounds(), truth)


def ratings(rng: np.random.Generator, runs: int, games: int) -> Iterator[bool]:
    """Intervals of ratings from games whose chances follow from the strengths."""
    mean = float(np.mean(list(STRENGTHS.values())))
    for _ in range(runs):
        batch = rng.integers(0, N_BATCHES, games)
        won, n = {}, {}
        for pair in combinations(STRENGTHS, 2):
            better = STRENGTHS[pair[0]] - STRENGTHS[pair[1]]
            luck = rng.random((2, games)) < 1 / (1 + 10 ** (-better / 400))
            n[pair] = 2 * _by_batch(batch)
            won[pair] = _by_batch(batch, luck.sum(axis=0).astype(float))
        found = bradley_terry(list(STRENGTHS), won, n)
        for strength, each in zip(STRENGTHS.values(), found, strict=True):
            yield _holds(each.bounds(), strength - mean)


def above_field(rng: np.random.Generator, runs: int) -> Iterator[bool]:
    """Intervals of points above the field, when all duels are on the same deals."""
    mean = float(np.mean(list(STRENGTHS.values())))
    for _ in range(runs):
        batch = rng.integers(0, N_BATCHES, 500)
        n = _by_batch(batch)
        luck = {player: rng.normal(strength, 300, 500) for player, strength in STRENGTHS.items()}
        duels = {
            (a, b): stats.batch_mean(_by_batch(batch, luck[a] - luck[b]), n)
            for a, b in combinations(STRENGTHS, 2)
        }
        found = points_above_field(list(STRENGTHS), duels)
        for strength, each in zip(STRENGTHS.values(), found, strict=True):
            yield _holds(each.bounds(), strength - mean)
