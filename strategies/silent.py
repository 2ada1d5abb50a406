"""Never bids and plays its lowest card: a control. ``silent+club`` shows what passing is worth."""

from __future__ import annotations

from strategies.api import View
from strategies.toolkit import lowest_legal


def bid(view: View) -> int:
    """Pass."""
    return 0


def discard(view: View) -> int:
    """Put the lowest card away."""
    return lowest_legal(view)


def play(view: View) -> int:
    """Play the lowest card that may be played."""
    return lowest_legal(view)
