"""Answers for the optional questions that a strategy file leaves out."""

from __future__ import annotations

from sim.bits import popcount
from strategies.api import View


def name_suit(view: View) -> int:
    """Name the longest of the own suits that may be named."""
    best = -1
    longest = -1
    for suit in range(4):
        if (view.legal_suits >> suit) & 1 and popcount(view.hand[suit]) > longest:
            best = suit
            longest = popcount(view.hand[suit])
    return best


def nominate(view: View) -> int:
    """Leave the joker without a suit."""
    return -1


def raise_bid(view: View) -> int:
    """Keep the bid."""
    return 0
