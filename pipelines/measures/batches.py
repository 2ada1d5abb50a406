"""Sums by batch from a view, as dense arrays in which the same place is the same batch.

And the way back: an estimate with its bounds as three columns of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from pipelines.stats import Bounds, Floats, Sums, rate_interval

N_BATCHES: Final = 1024  # as in sql/hand_sides.sql

Column = Callable[[str], Floats]


def groups(frame: pl.DataFrame, keys: Sequence[str]) -> Iterator[tuple[dict[str, Any], Column]]:
    """Yield each group's keys and a function that gives a column by batch: shape (N_BATCHES,)."""
    for values, part in frame.group_by(keys, maintain_order=True):
        yield dict(zip(keys, values, strict=True)), column(part)


def column(part: pl.DataFrame) -> Column:
    """Return a function that gives a column of a frame added up by batch: shape (N_BATCHES,)."""
    places = part["batch"].to_numpy()

    def dense(name: str) -> Floats:
        filled = np.zeros(N_BATCHES)
        np.add.at(filled, places, part[name].cast(pl.Float64).to_numpy())
        return filled

    return dense


def rate(successes: Floats, n: Floats) -> Bounds:
    """Return a rate from sums by batch, with Wilson's interval."""
    interval = rate_interval(Sums.of(successes, n))
    return Bounds(float(interval.value), float(interval.low), float(interval.high))


def spelled(found: Mapping[str, Bounds | None]) -> dict[str, float | None]:
    """Return each estimate as ``name``, ``name_low`` and ``name_high``; None and NaN as null."""
    return {
        name + end: None if part is None or part != part else part
        for name, bounds in found.items()
        for end, part in zip(("", "_low", "_high"), bounds or (None,) * 3, strict=True)
    }
