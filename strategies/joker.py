"""Which suit the club player gives to a joker, where there are no trumps."""

from __future__ import annotations

from typing import Final

from sim.bits import highest_bit, popcount
from sim.compile import kernel
from strategies.api import View
from strategies.toolkit import above, is_void, sure_winners
from strategies.valuation import CAUGHT, misere_cost

POOR: Final = -1000


@kernel
def joker_suit(view: View) -> int:
    """Return the suit to nominate for a joker: in misère the longest low one, else none (-1)."""
    if not view.misere:
        return -1
    best = -1
    least = 2 * CAUGHT
    for suit in range(4):
        if (view.legal_suits >> suit) & 1:
            mask = view.hand[suit]
            cost = misere_cost(mask, view.rules.pack[suit]) - 40 * popcount(mask)
            if cost < least:
                least = cost
                best = suit
    return best


@kernel
def suit_to_name(view: View) -> int:
    """Return the suit to name for a led joker: where the cards behind it win most."""
    best = -1
    most = POOR
    for suit in range(4):
        if (view.legal_suits >> suit) & 1:
            mask = view.hand[suit]
            unseen = view.unseen[suit]
            worth = 10 * popcount(sure_winners(mask, unseen)) + 3 * popcount(mask)
            if mask and popcount(unseen & above(highest_bit(mask))) == 1:
                worth += 15
            if view.misere:
                worth = popcount(unseen) - 20 * is_void(view, view.contractor, suit)
            if worth > most:
                most = worth
                best = suit
    return best
