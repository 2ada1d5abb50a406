"""What the club player puts away: the plan for the whole exchange, remade before each card.

For every suit there is a price list: what the suit is worth whole, without its lowest card,
without two, and so on (in misère: without its highest). The plan is the division of the cards
still to throw among the suits that keeps most; the first card of it goes. So one weak suit is
cleared rather than two trimmed, a king keeps its companion, a misère loses the suit that would be
caught.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.bits import highest_bit, lowest_bit, popcount
from sim.cards import ACE, KING, NO_TRUMPS, QUEEN
from sim.compile import kernel
from strategies.api import View
from strategies.toolkit import card, longest_suit, lowest_legal, total
from strategies.valuation import CAUGHT, misere_cost, without_top

HAND_SIZE: Final = 10
NEVER: Final = -10_000

# What a side suit is worth beside trumps in hundredths of a trick: by queen (1), king (2) and
# ace (4), then by length 0, 1, 2, 3, 4 or more. An empty suit can be ruffed at once.
KEEP: Final = np.array(
    [
        [90, 35, 10, 0, 0],
        [90, 35, 12, 15, 15],  # queen
        [90, 45, 65, 55, 55],  # king: alone it falls to the ace
        [90, 45, 70, 75, 75],
        [90, 155, 110, 100, 100],  # ace
        [90, 155, 125, 135, 135],
        [90, 155, 185, 175, 175],
        [90, 155, 185, 225, 225],
    ],
    np.int64,
)


@kernel
def keep_beside_trumps(mask: int) -> int:
    """Return the worth of a side suit in a suit contract."""
    return KEEP[(mask >> QUEEN) & 7, min(popcount(mask), 4)]


@kernel
def keep_at_no_trumps(mask: int) -> int:
    """Return the worth of a suit at no trumps: tops, stoppers, and length behind tops."""
    n = popcount(mask)
    ace = (mask >> ACE) & 1
    king = (mask >> KING) & 1
    queen = (mask >> QUEEN) & 1
    worth = 100 * ace
    if king:
        worth += 75 if ace else (55 if n >= 2 else 15)
    if queen:
        worth += 45 if ace + king else (25 if n >= 3 else 5)
    if ace + king:
        worth += 8 * min(n - 1, 2)
    if n >= 4:
        worth += (n - 3) * (25 + 15 * (ace + king + queen))
    return worth


@kernel
def keep_low(mask: int, pack: int) -> int:
    """Return the worth of a suit in misère: safety, and a little for an empty suit."""
    if mask == 0:
        return 6
    return -misere_cost(mask, pack)


@kernel
def worth_without(view: View, suit: int, n: int) -> int:
    """Return what a suit is worth when ``n`` of its cards are put away; NEVER if that cannot be."""
    mask = view.hand[suit]
    if popcount(mask) < n:
        return NEVER
    if view.level == 0:
        for _ in range(n):
            mask = without_top(mask)
        return keep_low(mask, view.rules.pack[suit])
    if suit == view.strain:
        return -300 * n
    spent = 0
    for _ in range(n):
        spent += lowest_bit(mask)
        mask = mask & (mask - 1)
    # of equal plans the one that throws lower cards
    if view.strain == NO_TRUMPS:
        return keep_at_no_trumps(mask) - spent
    return keep_beside_trumps(mask) - spent


@kernel
def plan(view: View, n: int) -> tuple[int, int]:
    """Return the most that ``n`` discards can keep, and a suit to throw from; -1 if none."""
    best = 2 * NEVER
    suit = -1
    for first in range(n + 1):
        worth_0 = worth_without(view, 0, first)
        if worth_0 == NEVER:
            break
        for second in range(n + 1 - first):
            worth_1 = worth_without(view, 1, second)
            if worth_1 == NEVER:
                break
            for third in range(n + 1 - first - second):
                fourth = n - first - second - third
                worth = worth_0 + worth_1 + worth_without(view, 2, third)
                worth += worth_without(view, 3, fourth)
                if worth > best:
                    best = worth
                    suit = 0 if first else 1 if second else 2 if third else 3
    return best, suit


@kernel
def put_away(view: View) -> int:
    """Return the card to put away now."""
    n = total(view.hand) - HAND_SIZE
    worth, suit = plan(view, n)
    if view.level == 0 and view.hand[4]:
        without_joker, _ = plan(view, n - 1)
        if suit < 0 or without_joker >= worth - hidden_joker_cost(view):
            return card(4, highest_bit(view.hand[4]))
    if suit < 0:
        return lowest_legal(view)
    mask = view.hand[suit]
    return card(suit, highest_bit(mask) if view.level == 0 else lowest_bit(mask))


@kernel
def hidden_joker_cost(view: View) -> int:
    """Return what a joker costs a misère as the top of its longest suit; lost if it has no suit."""
    if not view.rules.nominate or popcount(view.hand[4]) > 1:
        return CAUGHT
    suit = longest_suit(view.hand)
    return misere_cost(view.hand[suit] | 1 << (ACE + 1), view.rules.pack[suit])


@kernel
def joker_suit(view: View) -> int:
    """Return the suit to nominate for a joker: in misère the longest low one, else none (-1)."""
    if view.level > 0:
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
