"""Sums by batch from a view, as dense arrays in which the same place is the same batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from pipelines.stats import Floats

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
