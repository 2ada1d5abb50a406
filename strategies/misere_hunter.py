"""Bids misère whenever it is half-way plausible, and otherwise plays like a club player.

A deliberate oddity, to see what many misères do to a game. He bids misère with up to three chances in
four of failing, whoever's bid stands and whatever the score is, and with two suits that may be caught.
Where somebody must make misère possible first, he bids six on such a hand to stay in the bidding.
All else, the other bids, the exchange and the play of the cards, he has from ``club.py``.

Parameters: those of ``club.py``; ``misere_risk``, the chance of failing that a misère may have, is 0.75
here.
"""

from __future__ import annotations

import math

from sim.cards import MISERE, PASS
from strategies.api import View
from strategies.club import bid as club_bid
from strategies.club import discard, name_suit, nominate, play, raise_bid
from strategies.low_bids import SIX_LEVEL, hand_risk, partner_is_low, waits
from strategies.toolkit import has_passed, is_legal_call, lowest

__all__ = ["bid", "discard", "name_suit", "nominate", "play", "raise_bid"]

# In the order of club.py, whose functions read them by their place
PARAMETERS = {
    "boldness": 0.0,
    "misere_risk": 0.75,
    "joker_call": 1.0,
    "no_trump_taste": 0.0,
    "inkle_style": 2.0,
}
MISERE_RISK = 1


def bid(view: View) -> int:
    """Misère on any hand that may make it, a six that leads there, else what club bids."""
    call = hunt(view)
    return call if call != PASS else club_bid(view)


def hunt(view: View) -> int:
    """Misère, a six to reach one, or Pass."""
    if view.rules.both_hands and not partner_is_low(view):
        return PASS
    legal = is_legal_call(view, MISERE)
    if not legal and not waits(view, MISERE):
        return PASS
    chance = max(1 - view.params[MISERE_RISK], 0.01)
    if hand_risk(view, MISERE) > -100 * math.log(chance):  # costs are logarithms, see valuation.py
        return PASS
    if legal:
        return MISERE
    sixes = view.legal_calls & SIX_LEVEL
    return lowest(sixes) if sixes and not has_passed(view, view.seat) else PASS
