"""Answers for the optional questions that a strategy file leaves out."""

from __future__ import annotations

from sim.bits import highest_bit, popcount
from sim.cards import NO_TRUMPS, STRIDE
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


def bid_blind(view: View) -> int:
    """Look at the cards first."""
    return 0


def redeal(view: View) -> int:
    """Ask for a redeal with a hand that allows it, and agree when partner asks."""
    return 1


def declare_slam(view: View) -> int:
    """Keep to the contract."""
    return 0


def call_partner(view: View) -> int:
    """Call the best card that is missing in trumps; without trumps, the highest one of all."""
    if view.strain < NO_TRUMPS:
        best = highest_bit(view.legal[view.strain] & ~view.discarded[view.strain])
        return STRIDE * view.strain + best if best >= 0 else -1
    found = -1
    most = -1
    for suit in range(4):
        power = highest_bit(view.legal[suit] & ~view.discarded[suit])
        worth = 16 * power + popcount(view.hand[suit])  # of equal ones that of my longest suit
        if power >= 0 and worth > most:
            most = worth
            found = STRIDE * suit + power
    return found
