"""A test that is looked at while hands are still played, and stops as soon as enough is known.

Two one-sided sequential probability ratio tests run side by side, one for each side being better
by a difference that matters. If the two players are equal, the chance to name one of them better is
at most ``error``, however often one looks; if one is better by the difference or more, the chance
not to find it is at most ``error`` too. Between the two either answer is fair.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final, Literal

Verdict = Literal["first", "second", "neither", "open"]
ERROR: Final = 0.05


@dataclass(frozen=True)
class SequentialTest:
    """A test of a mean against 0 with the ``difference`` that matters, in the unit of the mean."""

    difference: float
    error: float = ERROR

    @property
    def upper(self) -> float:
        """Log likelihood ratio from which one side is called better; half the error each."""
        return log((1 - self.error) / (self.error / 2))

    @property
    def lower(self) -> float:
        """Log likelihood ratio from which one side is held not to be better by the difference."""
        return log(self.error / (1 - self.error / 2))

    def ratios(self, mean: float, standard_error: float) -> tuple[float, float]:
        """Return the log likelihood ratios of the first and of the second being better."""
        weight = self.difference / standard_error**2
        return weight * (mean - self.difference / 2), weight * (-mean - self.difference / 2)

    def verdict(self, mean: float, standard_error: float) -> Verdict:
        """Return what is known: who is better, that neither is by the difference, or not enough.

        ``mean`` is how much the first is better so far, with its standard error.
        """
        if not standard_error > 0:
            return "open"
        first, second = self.ratios(mean, standard_error)
        if first >= self.upper:
            return "first"
        if second >= self.upper:
            return "second"
        return "neither" if max(first, second) <= self.lower else "open"
