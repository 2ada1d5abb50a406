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
    """Call the best card that is missing in trumps; without trumps, in the longest suit."""
    suit = view.strain
    if suit == NO_TRUMPS:
        suit = 0
        for other in range(1, 4):
            if popcount(view.hand[other]) > popcount(view.hand[suit]):
                suit = other
    best = highest_bit(view.legal[suit] & ~view.discarded[suit])
    return STRIDE * suit + best if best >= 0 else -1
