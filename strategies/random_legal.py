"""Answers at random: the control that every other strategy has to beat.

Passes half of the time (``pass_rate``) and otherwise makes any legal bid; discards, plays and names
any legal card or suit with equal chance.
"""

from __future__ import annotations

from sim.bits import nth_bit, popcount
from strategies.api import View

PARAMETERS = {"pass_rate": 0.5}
PASS_RATE = 0
NOISE_RANGE = 2.0**63


def bid(view: View) -> int:
    """Pass at the rate of the parameter, else make any bid."""
    if view.noise < view.params[PASS_RATE] * NOISE_RANGE:
        return 0
    bids = view.legal_calls & ~1
    return nth_bit(bids, (view.noise & 0xFFFFFFFF) * popcount(bids) >> 32)


def discard(view: View) -> int:
    """Put any card away."""
    return any_card(view)


def play(view: View) -> int:
    """Play any legal card."""
    return any_card(view)


def name_suit(view: View) -> int:
    """Name any suit that may be named."""
    return nth_bit(view.legal_suits, view.noise % popcount(view.legal_suits))


def nominate(view: View) -> int:
    """Nominate any suit or none."""
    suit = view.noise % 5
    return suit if suit < 4 else -1


def raise_bid(view: View) -> int:
    """Keep the bid or raise it as in the auction before."""
    return bid(view)


def any_card(view: View) -> int:
    """Return any legal card, each with equal chance."""
    n = 0
    for suit in range(5):
        n += popcount(view.legal[suit])
    n = view.noise % n
    for suit in range(5):
        held = popcount(view.legal[suit])
        if n < held:
            return suit * 32 + nth_bit(view.legal[suit], n)
        n -= held
    return -1
