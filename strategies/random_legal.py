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
    return nth_bit(bids, below(view, popcount(bids)))


def discard(view: View) -> int:
    """Put any card away."""
    return play(view)


def play(view: View) -> int:
    """Play any legal card, each with equal chance; counts up the suits, without a branch."""
    legal = view.legal
    spades = popcount(legal[0])
    clubs = spades + popcount(legal[1])
    diamonds = clubs + popcount(legal[2])
    hearts = diamonds + popcount(legal[3])
    n = below(view, hearts + popcount(legal[4]))
    suit = int(n >= spades) + int(n >= clubs) + int(n >= diamonds) + int(n >= hearts)
    before = max(
        spades * int(n >= spades),
        clubs * int(n >= clubs),
        diamonds * int(n >= diamonds),
        hearts * int(n >= hearts),
    )
    return suit * 32 + nth_bit(legal[suit], n - before)


def name_suit(view: View) -> int:
    """Name any suit that may be named."""
    return nth_bit(view.legal_suits, below(view, popcount(view.legal_suits)))


def nominate(view: View) -> int:
    """Nominate any suit or none."""
    suit = below(view, 5)
    return suit if suit < 4 else -1


def raise_bid(view: View) -> int:
    """Keep the bid or raise it as in the auction before."""
    return bid(view)


def below(view: View, n: int) -> int:
    """Return a random number from 0 to n - 1; a product and a shift, faster than a division."""
    return (view.noise & 0xFFFFFFFF) * n >> 32
