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
from sim.cards import ACE, KIND_DOUBLE_NULLO, KING, NO_TRUMPS, QUEEN
from sim.compile import kernel
from sim.records import DOUBLE_SWAP_FIVE
from strategies.api import View
from strategies.toolkit import card, longest_suit, lowest_legal, total
from strategies.valuation import CAUGHT, misere_cost, without_top

HAND_SIZE: Final = 10
SWAPPED: Final = 5  # cards that partners in a double nullo may have to give each other
MOST_PLANNED: Final = 6  # cards to throw that a plan looks at; of more, the first ones
BITS: Final = 9  # of a price in a list; seven fit into a word, for a kitty of six
PRICE: Final = (1 << BITS) - 1
BASE: Final = 100  # keeps prices above 0
BASE_LOW: Final = 410

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
def worth(view: View, suit: int, mask: int) -> int:
    """Return what it is worth to keep just these cards of a suit, 1 to 511 with the base in it."""
    if view.misere:
        return BASE_LOW + keep_low(mask, view.rules.pack[suit])
    if view.strain == NO_TRUMPS:
        return BASE + min(5 * keep_at_no_trumps(mask) // 8, 400)
    return BASE + keep_beside_trumps(mask)


@kernel
def price_list(view: View, suit: int, n: int) -> int:
    """Return what is kept of a suit when 0, 1, ... ``n`` cards of it go: nine bits each, upwards.

    Nothing (0) stands where the suit has not so many cards; trumps are not for sale.
    """
    mask = view.hand[suit]
    if not view.misere and suit == view.strain:
        return BASE
    prices = 0
    spent = 0
    for gone in range(min(n, popcount(mask)) + 1):
        # a plain int: masks are int32, also where kernels run uncompiled
        prices |= (int(worth(view, suit, mask)) - spent) << (BITS * gone)
        if view.misere:
            mask = without_top(mask)
        else:
            spent += int(lowest_bit(mask))  # of equal plans the one that throws lower cards
            mask = mask & (mask - 1)
    return prices


@kernel
def plan(view: View, n: int) -> tuple[int, int]:
    """Return the most that ``n`` discards can keep, and a suit to throw from; -1 if none."""
    best = -1
    suit = -1
    spades = price_list(view, 0, n)
    clubs = price_list(view, 1, n)
    diamonds = price_list(view, 2, n)
    hearts = price_list(view, 3, n)
    for first in range(n + 1):
        kept_0 = (spades >> (BITS * first)) & PRICE
        if kept_0 == 0:
            break
        for second in range(n + 1 - first):
            kept_1 = (clubs >> (BITS * second)) & PRICE
            if kept_1 == 0:
                break
            for third in range(n + 1 - first - second):
                kept_2 = (diamonds >> (BITS * third)) & PRICE
                if kept_2 == 0:
                    break
                kept_3 = (hearts >> (BITS * (n - first - second - third))) & PRICE
                kept = kept_0 + kept_1 + kept_2 + kept_3
                if kept_3 and kept > best:
                    best = kept
                    suit = 0 if first else 1 if second else 2 if third else 3
    return best, suit


@kernel
def put_away(view: View) -> int:
    """Return the card to put away now."""
    left = HAND_SIZE
    if view.kind == KIND_DOUBLE_NULLO and view.rules.double_exchange == DOUBLE_SWAP_FIVE:
        left -= SWAPPED
    n = min(total(view.hand) - left, MOST_PLANNED)
    kept, suit = plan(view, n)
    if view.misere and view.hand[4] and not view.rules.joker_low:
        without_joker, _ = plan(view, n - 1)
        if suit < 0 or without_joker >= kept - hidden_joker_cost(view):
            return card(4, highest_bit(view.hand[4]))
    if suit < 0:
        return lowest_legal(view)
    mask = view.hand[suit]
    return card(suit, highest_bit(mask) if view.misere else lowest_bit(mask))


@kernel
def hidden_joker_cost(view: View) -> int:
    """Return what a joker costs a misère as the top of its longest suit; lost if it has no suit."""
    if not view.rules.nominate or popcount(view.hand[4]) > 1:
        return CAUGHT
    suit = longest_suit(view.hand)
    return misere_cost(view.hand[suit] | 1 << (ACE + 1), view.rules.pack[suit])
