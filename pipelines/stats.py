"""Intervals from sums: rates, means, differences on the same deals, break-even rates and values.

Hands of one game, and the same deal played by two line-ups, are not independent. So the SQL views
add hands up in *batches*: every hand of a game, and every playing of a deal, falls into the same
one of 1,024 batches by its number. Batches are independent of each other, and their spread carries
all that goes on inside them. Everything here works from sums by batch, so ten million hands cost no
more than ten thousand. Pure functions; all rates are 0..1, all intervals two-sided.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
LEVEL: Final = 0.95
FEW: Final = 30  # with fewer batches of successes or failures a design effect below 1 is noise


class Interval(NamedTuple):
    """Estimates with their bounds; NaN where there is nothing to estimate from."""

    value: Floats
    low: Floats
    high: Floats


class Bounds(NamedTuple):
    """One estimate with its bounds; a bound may be infinite, NaN means none can be given."""

    value: float
    low: float
    high: float


NOTHING: Final = Bounds(np.nan, np.nan, np.nan)


def critical(degrees: npt.ArrayLike = np.inf, level: float = LEVEL) -> Floats:
    """Return how many standard errors reach to either side, by degrees of freedom (NaN below 1)."""
    df = np.asarray(degrees, dtype=float)
    if np.isinf(df).all():
        return np.full(df.shape, NormalDist().inv_cdf(0.5 + level / 2))
    from scipy.special import stdtrit

    return np.asarray(stdtrit(np.where(df >= 1, df, np.nan), 0.5 + level / 2), dtype=float)


def wilson(
    successes: npt.ArrayLike,
    n: npt.ArrayLike,
    level: float = LEVEL,
    reach: npt.ArrayLike | None = None,
) -> Interval:
    """Return rates with Wilson's score interval; ``n`` may be a fraction (an effective number).

    ``reach`` is the number of standard errors, by default the normal one for ``level``.
    """
    k, size = np.asarray(successes, dtype=float), np.asarray(n, dtype=float)
    z2 = (critical(level=level) if reach is None else np.asarray(reach, dtype=float)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = k / size
        middle = (rate + z2 / (2 * size)) / (1 + z2 / size)
        half = np.sqrt(z2 * (rate * (1 - rate) / size + z2 / (4 * size**2))) / (1 + z2 / size)
        low = np.where(k > 0, middle - half, 0.0)
        high = np.where(k < size, middle + half, 1.0)
    empty = ~(size > 0)
    return Interval(*(np.where(empty, np.nan, column) for column in (rate, low, high)))


@dataclass(frozen=True)
class Sums:
    """Totals over batches of ``x`` (hands counted) and ``y`` (what is averaged), column by column.

    ``batches`` counts the batches with any ``x``; ``xx``, ``xy``, ``yy`` add up products of batch
    sums.
    """

    batches: Floats
    x: Floats
    y: Floats
    xx: Floats
    xy: Floats
    yy: Floats

    @classmethod
    def of(cls, y: npt.ArrayLike, x: npt.ArrayLike) -> Sums:
        """Return the sums of one column given by batch: shape (batches,), in any order."""
        ys, xs = np.asarray(y, dtype=float), np.asarray(x, dtype=float)
        batches = np.asarray(np.count_nonzero(xs), dtype=float)
        return cls(batches, xs.sum(), ys.sum(), (xs * xs).sum(), (xs * ys).sum(), (ys * ys).sum())


def ratio_error(sums: Sums) -> Floats:
    """Return the standard error of the mean y / x over independent batches of unequal size.

    The linearised ("sandwich") error of a ratio; NaN with fewer than two batches.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sums.y / sums.x
        spread = np.maximum(sums.yy - 2 * mean * sums.xy + mean**2 * sums.xx, 0.0)
        error = np.sqrt(spread * sums.batches / (sums.batches - 1)) / sums.x
    return np.where(sums.batches >= 2, error, np.nan)


def mean_interval(sums: Sums, level: float = LEVEL) -> Interval:
    """Return means y / x with Student's interval over batches."""
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.asarray(sums.y / sums.x, dtype=float)
    half = critical(sums.batches - 1, level) * ratio_error(sums)
    return Interval(mean, mean - half, mean + half)


def rate_interval(sums: Sums, level: float = LEVEL) -> Interval:
    """Return rates y / x with Wilson's interval, widened or narrowed by the design effect.

    The design effect is the variance between batches over that of independent hands. With few
    batches of successes or failures it is only allowed to widen, and the more it does, the more the
    reach is Student's for so few batches: they tell little about how alike hands of a batch are.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = sums.y / sums.x
        effect = ratio_error(sums) ** 2 / (rate * (1 - rate) / sums.x)
    batches = _deciding_batches(sums)
    few = batches < FEW
    effect = np.where(few, np.maximum(effect, 1.0), effect)
    known = np.isfinite(effect) & (effect > 0)
    effect = np.where(known, effect, 1.0)
    normal = critical(level=level)
    doubt = np.clip((effect - 1) / 2, 0.0, 1.0)
    unsure = normal + doubt * (critical(np.maximum(batches - 1, 3), level) - normal)
    reach = np.where(known & ~few, critical(sums.batches - 1, level), unsure)
    with np.errstate(invalid="ignore"):
        return wilson(sums.y / effect, sums.x / effect, level, reach)


def _deciding_batches(sums: Sums) -> Floats:
    """Return how many batches of equal size would hold the successes, or the failures if fewer."""
    failures = sums.x - sums.y
    squares = sums.xx - 2 * sums.xy + sums.yy
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.minimum(sums.y**2 / sums.yy, failures**2 / squares)
    return np.where((sums.y > 0) & (failures > 0), found, 0.0)


@dataclass(frozen=True)
class Mean:
    """One estimate that remembers what each batch did to it.

    ``influence`` has one entry a batch, in a fixed order, 0 for a batch without hands. Estimates
    over the same batches may be added, subtracted and scaled; because deals keep their batch, the
    error of a difference between two variants on the same deals is the paired one.
    """

    value: float
    influence: Floats

    def __add__(self, other: Mean) -> Mean:
        return Mean(self.value + other.value, self.influence + other.influence)

    def __sub__(self, other: Mean) -> Mean:
        return Mean(self.value - other.value, self.influence - other.influence)

    def scaled(self, factor: float, shift: float = 0.0) -> Mean:
        """Return ``factor * self + shift``."""
        return Mean(self.value * factor + shift, self.influence * factor)

    @property
    def batches(self) -> int:
        """How many batches have a say in it."""
        return int(np.count_nonzero(self.influence))

    def covariance(self, other: Mean) -> float:
        """Return the covariance of two estimates over the same batches."""
        count = np.count_nonzero((self.influence != 0) | (other.influence != 0))
        if count < 2:
            return 0.0
        return float(self.influence @ other.influence) * count / (count - 1)

    @property
    def error(self) -> float:
        """Its standard error."""
        return float(np.sqrt(self.covariance(self)))

    def bounds(self, level: float = LEVEL) -> Bounds:
        """Return it with Student's interval; infinite with fewer than two batches that differ."""
        return self._bounds(self.batches - 1, level)

    def cautious_bounds(self, level: float = LEVEL) -> Bounds:
        """Return it with an interval that is wider the fewer batches decide how wide it is.

        For estimates in which squares are added up, such as a spread: the few batches that are far
        off tell most of its error, and where none has turned up yet the error looks too small.
        """
        squares = self.influence**2
        deciding = squares.sum() ** 2 / (squares**2).sum() if squares.any() else 0.0
        return self._bounds(min(self.batches, max(deciding, 4.0)) - 1, level)

    def _bounds(self, degrees: float, level: float) -> Bounds:
        if not np.isfinite(self.value):
            return NOTHING
        if self.batches < 2:
            return Bounds(self.value, -np.inf, np.inf)
        half = float(critical(degrees, level)) * self.error
        return Bounds(self.value, self.value - half, self.value + half)


def batch_mean(y: npt.ArrayLike, x: npt.ArrayLike) -> Mean:
    """Return the mean y / x from sums by batch, both of shape (batches,)."""
    ys, xs = np.asarray(y, dtype=float), np.asarray(x, dtype=float)
    total = xs.sum()
    if not total > 0:
        return Mean(np.nan, np.zeros_like(xs))
    mean = ys.sum() / total
    return Mean(float(mean), (ys - mean * xs) / total)


def narrowing(first: Mean, second: Mean) -> float:
    """Return how many times narrower the paired interval of a difference is than an unpaired one.

    1 when pairing brings nothing, NaN when either has no error.
    """
    paired = (first - second).error
    unpaired = float(np.hypot(first.error, second.error))
    return unpaired / paired if paired > 0 and unpaired > 0 else float("nan")


def break_even_rate(alternative: Mean, given_away: Mean, stake: float) -> Mean:
    """Return the success rate at which a contract worth ±``stake`` equals the ``alternative``.

    ``alternative`` is what the hand brings otherwise, ``given_away`` what the other side collects
    on top of the stake whatever happens, both points a hand (own side minus the other). Then
    stake * p - stake * (1 - p) - given_away = alternative at p = (alternative + given_away + stake)
    / (2 * stake); with nothing on either side that is one half.
    """
    return (alternative + given_away).scaled(1 / (2 * stake), 0.5)


def break_even_value(
    alternative: Mean, given_away: Mean, success: Mean, level: float = LEVEL
) -> Bounds:
    """Return the stake at which a contract with this ``success`` rate equals the ``alternative``.

    The stake is (alternative + given_away) / (2 * success - 1), with Fieller's interval: no end is
    given on a side where success cannot be told from one half.
    """
    return fieller(alternative + given_away, success.scaled(2.0, -1.0), level)


def fieller(top: Mean, bottom: Mean, level: float = LEVEL) -> Bounds:
    """Return the quotient of two estimates over the same batches with Fieller's interval.

    When the bottom cannot be told from zero the set of quotients has no ends: infinite bounds.
    """
    if not (np.isfinite(top.value) and np.isfinite(bottom.value)) or bottom.value == 0:
        return NOTHING
    quotient = top.value / bottom.value
    degrees = max(top.batches, bottom.batches) - 1
    if degrees < 1:
        return Bounds(quotient, -np.inf, np.inf)
    reach2 = float(critical(degrees, level)) ** 2
    a = bottom.value**2 - reach2 * bottom.covariance(bottom)
    b = top.value * bottom.value - reach2 * top.covariance(bottom)
    c = top.value**2 - reach2 * top.covariance(top)
    inside = b * b - a * c
    if a <= 0 or inside < 0:
        return Bounds(quotient, -np.inf, np.inf)
    half = float(np.sqrt(inside))
    return Bounds(quotient, (b - half) / a, (b + half) / a)


def spread(squares: Mean, values: Mean) -> Mean:
    """Return a standard deviation from the mean of the squares and that of the values."""
    found = float(np.sqrt(max(squares.value - values.value**2, 0.0)))
    change = squares.influence - 2 * values.value * values.influence
    return Mean(found, change / (2 * found) if found else 0 * change)


def variety(counts: npt.ArrayLike) -> Mean:
    """Return the entropy, in nats, of categories counted by batch: shape (batches, categories).

    ``exp`` of it is the number of equally common categories that would be as varied. Shares that are
    known roughly look less even than they are; what that takes off is put back (Miller and Madow's
    correction, with the variance of each share between batches).
    """
    table = np.asarray(counts, dtype=float)
    table = table[:, table.sum(axis=0) > 0]
    hands, n = table.sum(axis=1), table.sum()
    if not n > 0:
        return Mean(np.nan, np.zeros(len(table)))
    shares = table.sum(axis=0) / n
    surprise = -np.log(shares)
    entropy = float(shares @ surprise)
    batches = int(np.count_nonzero(hands))
    variances = np.square(table / n - np.outer(hands / n, shares)).sum(axis=0)
    variances *= batches / max(batches - 1, 1)
    missing = float((variances / shares).sum() / 2)
    return Mean(entropy + missing, (table @ surprise - entropy * hands) / n)
