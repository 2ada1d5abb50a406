"""What a check of intervals found, beside what was expected of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]
SURE = 4.0  # standard errors beyond which chance is no excuse: once in some 16,000 checks


@dataclass(frozen=True)
class Found:
    """One line: what was checked, what was expected and what came, and whether that will do."""

    what: str
    expected: str
    found: str
    ok: bool

    def line(self) -> str:
        """Return the line for a table."""
        return f"{'ok ' if self.ok else 'BAD'} {self.what:<70} {self.expected:<18} {self.found}"


def covered(
    what: str,
    held: Iterable[bool] | Flags,
    least: float = 0.94,
    most: float = 0.96,
    pieces: npt.ArrayLike | None = None,
) -> Found:
    """Return how often intervals held the truth, given as one flag each.

    It may be off by what chance does to so many trials. ``pieces`` says which run each flag comes
    from: what one run says of several figures is not independent. ``most`` is 1 where an interval
    has to be cautious: lengths of games are whole numbers.
    """
    flags = np.asarray(held if isinstance(held, np.ndarray) else list(held), dtype=bool)
    n, share = flags.size, float(flags.mean()) if flags.size else 0.0
    alike = 0.0
    if pieces is not None and n:
        _, places = np.unique(np.asarray(pieces), return_inverse=True)
        alike = float(np.sqrt(np.square(np.bincount(places, flags - share)).sum())) / n
    low, high = (
        end + side * SURE * max(math.sqrt(end * (1 - end) / max(n, 1)), alike)
        for end, side in ((least, -1), (most, 1))
    )
    expected = f"{100 * least:g} to {100 * most:g} %" if most < 1 else f"{100 * least:g} % or more"
    return Found(what, expected, f"{100 * share:.1f} % of {n:,}", n > 0 and low <= share <= high)


def at_most(what: str, wrong: int, n: int, most: float) -> Found:
    """Return how often something went wrong that may do so no more often than ``most``."""
    limit = most * n + SURE * math.sqrt(most * (1 - most) * n)
    return Found(
        what, f"{100 * most:g} % or fewer", f"{100 * wrong / n:.1f} % of {n}", wrong <= limit
    )
