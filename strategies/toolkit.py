"""Compiled helpers for authors of strategies: small questions about masks, tricks, seats and calls.

A suit mask has one bit for each card of a suit, a higher bit beats a lower one; a card is ``32 *
suit + power``. Five masks (``view.hand``, ``view.legal``, ``view.unseen``) hold the four suits
and, at 4, the suitless jokers. Seats are 0 to 3, calls are the codes of ``sim.cards``. Everything
is an int; yes and no are 1 and 0. Nothing is written to.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.bits import highest_bit, lowest_bit, popcount
from sim.cards import (
    ACE,
    FIRST_NATURAL,
    HEARTS,
    JACK,
    KIND_NATURAL,
    KING,
    NO_TRUMPS,
    PASS,
    QUEEN,
    STRIDE,
)
from sim.compile import kernel
from strategies.api import View
from strategies.sides import friends

__all__ = [
    "ACE",
    "HEARTS",
    "JACK",
    "KING",
    "NO_TRUMPS",
    "PASS",
    "QUEEN",
    "above",
    "below",
    "called",
    "card",
    "chance",
    "cheapest_bid",
    "cheapest_equal",
    "cheapest_winner",
    "count",
    "dearest_bid",
    "first_suit_led",
    "has_led",
    "has_passed",
    "highest",
    "holds",
    "is_legal_call",
    "is_partner",
    "is_void",
    "last_to_play",
    "left_of",
    "level_of",
    "longest_suit",
    "lowest",
    "lowest_legal",
    "nth_legal",
    "on_side",
    "opponents_void",
    "partner_is_winning",
    "power_of",
    "run",
    "seats_to_come",
    "strain_of",
    "suit_of",
    "sure_winners",
    "total",
    "trumps_against",
    "value_of",
    "winners",
]

EVERY_FIFTH: Final = 0b100001000010000100001  # the bids of one strain, level by level

count = popcount
lowest = lowest_bit
highest = highest_bit


# Cards and masks


@kernel
def card(suit: int, power: int) -> int:
    """Return the code of a card."""
    return STRIDE * suit + power


@kernel
def suit_of(card: int) -> int:
    """Return the suit of a card, 0 to 4."""
    return card >> 5


@kernel
def power_of(card: int) -> int:
    """Return the power of a card inside its suit, 0 to 19."""
    return card & 31


@kernel
def above(power: int) -> int:
    """Return the mask of all powers above ``power`` (-1 for all there are)."""
    return -1 << (power + 1)


@kernel
def below(power: int) -> int:
    """Return the mask of all powers below ``power``."""
    return (1 << power) - 1


@kernel
def holds(masks: np.ndarray, card: int) -> int:
    """Return 1 if the five masks hold a card."""
    return (masks[card >> 5] >> (card & 31)) & 1


@kernel
def total(masks: np.ndarray) -> int:
    """Return how many cards the five masks hold."""
    return (
        popcount(masks[0])
        + popcount(masks[1])
        + popcount(masks[2])
        + popcount(masks[3])
        + popcount(masks[4])
    )


@kernel
def nth_legal(view: View, n: int) -> int:
    """Return the n-th legal card from 0, suit by suit and upwards; -1 if there are fewer."""
    for suit in range(5):
        mask = view.legal[suit] & -1
        for _ in range(popcount(mask)):
            if n == 0:
                return STRIDE * suit + lowest_bit(mask)
            mask = mask & (mask - 1)
            n -= 1
    return -1


@kernel
def lowest_legal(view: View) -> int:
    """Return the legal card of least power, trumps and jokers only when there is nothing else."""
    found = -1
    least = 99
    for suit in range(5):
        mask = view.legal[suit]
        if mask:
            power = lowest_bit(mask) + (40 if suit == view.strain else 0)
            if power < least:
                least = power
                found = STRIDE * suit + lowest_bit(mask)
    return found


@kernel
def longest_suit(masks: np.ndarray) -> int:
    """Return the suit 0 to 3 with most cards, the dearer of two equal ones."""
    best = 0
    for suit in range(1, 4):
        if popcount(masks[suit]) >= popcount(masks[best]):
            best = suit
    return best


@kernel
def sure_winners(mask: int, unseen: int) -> int:
    """Return the cards of a suit that no unseen card of the suit can beat."""
    return mask & above(highest_bit(unseen))


@kernel
def run(mask: int, unseen: int) -> int:
    """Return how many tricks a suit takes from the top before an unseen card beats one."""
    return popcount(sure_winners(mask, unseen))


@kernel
def cheapest_equal(mask: int, unseen: int, power: int) -> int:
    """Return the lowest power in ``mask`` as good as ``power``: no unseen card between."""
    return lowest_bit(mask & above(highest_bit(unseen & below(power))))


# The trick on the table


@kernel
def winners(view: View, suit: int) -> int:
    """Return the legal cards of a suit that beat the best card of the trick so far.

    When leading that is every legal card of the suit.
    """
    mask = view.legal[suit] & -1
    best = view.best_card
    if best < 0:
        return mask
    best_suit = best >> 5
    if best_suit == suit:
        return mask & above(best & 31)
    return mask if suit == view.strain else 0


@kernel
def cheapest_winner(view: View) -> int:
    """Return the cheapest legal card that beats the trick so far, plain suits first; -1 if none."""
    for suit in range(5):
        if suit != view.strain:
            mask = winners(view, suit)
            if mask and view.best_card >= 0:
                return STRIDE * suit + lowest_bit(mask)
    mask = winners(view, view.strain)
    return STRIDE * view.strain + lowest_bit(mask) if mask else -1


@kernel
def seats_to_come(view: View) -> int:
    """Return how many players follow me in this trick."""
    return view.rules.n_players - popcount(view.sitting_out) - view.n_in_trick - 1


@kernel
def last_to_play(view: View) -> int:
    """Return 1 if nobody follows me in this trick."""
    return 1 if seats_to_come(view) == 0 else 0


@kernel
def partner_is_winning(view: View) -> int:
    """Return 1 if my partner's card is the best of the trick so far."""
    return 1 if view.n_in_trick > 0 and is_partner(view, view.best_seat) else 0


@kernel
def first_suit_led(view: View, seat: int) -> int:
    """Return the suit of the first card a seat has led in this hand, -1 if it never led."""
    for trick in range(view.trick):
        if view.leaders[trick] == seat:
            return view.cards[trick, seat] >> 5
    return -1


@kernel
def has_led(view: View, seat: int, suit: int) -> int:
    """Return 1 if a seat has led a suit in this hand."""
    for trick in range(view.trick):
        if view.leaders[trick] == seat and view.cards[trick, seat] >> 5 == suit:
            return 1
    return 0


# Seats


@kernel
def left_of(view: View, seat: int) -> int:
    """Return the seat that plays after ``seat``."""
    after = seat + 1
    return 0 if after >= view.rules.n_players else after


@kernel
def is_partner(view: View, seat: int) -> int:
    """Return 1 if another seat plays with me as far as I know; 0 for -1, nobody."""
    return (view.allies >> seat) & 1 if seat >= 0 and seat != view.seat else 0


@kernel
def on_side(view: View, seat: int, other: int) -> int:
    """Return 1 if two seats play together as far as I know (a seat is on its own side)."""
    mine = (view.allies >> seat) & 1
    if mine or (view.allies >> other) & 1:
        return mine & (view.allies >> other) & 1
    return 1 if view.rules.team[seat] == view.rules.team[other] else 0


@kernel
def is_void(view: View, seat: int, suit: int) -> int:
    """Return 1 if a seat has failed to follow a suit."""
    return (view.shown_void[seat] >> suit) & 1


@kernel
def opponents_void(view: View, suit: int) -> int:
    """Return 1 if every opponent in the play has failed to follow a suit."""
    mates = friends(view)
    seat = left_of(view, view.seat)
    while seat != view.seat:
        if (
            not (view.shown_void[seat] >> suit) & 1
            and not (mates >> seat) & 1
            and not (view.sitting_out >> seat) & 1
        ):
            return 0
        seat = left_of(view, seat)
    return 1


@kernel
def trumps_against(view: View) -> int:
    """Return how many trumps opponents may still hold, as far as I can know; 0 without trumps."""
    if view.strain >= NO_TRUMPS:
        return 0
    out = popcount(view.unseen[view.strain])
    return 0 if out == 0 or opponents_void(view, view.strain) else out


# Calls


@kernel
def is_legal_call(view: View, call: int) -> int:
    """Return 1 if a call may be made now."""
    return (view.legal_calls >> call) & 1


@kernel
def strain_of(view: View, call: int) -> int:
    """Return what a call names: a suit 0 to 3, or 4 for no trumps and misère; -1 for a pass."""
    return -1 if call == PASS else view.rules.strain[call]


@kernel
def level_of(view: View, call: int) -> int:
    """Return the tricks a bid names, 6 to 10; 0 for misère and a pass."""
    return 0 if call == PASS else view.rules.level[call]


@kernel
def value_of(view: View, call: int) -> int:
    """Return the points of a contract."""
    return 0 if call == PASS else view.rules.value[call]


@kernel
def called(view: View, seat: int, strain: int) -> int:
    """Return 1 if the first or the latest bid of a seat named a strain (inkles count)."""
    first = view.first_bid[seat]
    last = view.last_bid[seat]
    if first == PASS:
        return 0
    if view.rules.strain[first] == strain and view.rules.level[first] > 0:
        return 1
    return 1 if view.rules.strain[last] == strain and view.rules.level[last] > 0 else 0


@kernel
def has_passed(view: View, seat: int) -> int:
    """Return 1 if a seat has passed."""
    return (view.passed >> seat) & 1


@kernel
def cheapest_bid(view: View, strain: int) -> int:
    """Return the lowest legal natural bid in a strain, Pass if there is none."""
    legal = (view.legal_calls >> (FIRST_NATURAL + strain)) & EVERY_FIFTH
    return FIRST_NATURAL + strain + lowest_bit(legal) if legal else PASS


@kernel
def dearest_bid(view: View, strain: int, level: int) -> int:
    """Return the highest legal natural bid in a strain up to ``level``, Pass if none."""
    if level < 6:
        return PASS
    legal = (view.legal_calls >> (FIRST_NATURAL + strain)) & EVERY_FIFTH
    legal = legal & below(5 * min(level - 5, 5))
    return FIRST_NATURAL + strain + highest_bit(legal) if legal else PASS


@kernel
def is_natural(view: View, call: int) -> int:
    """Return 1 if a call is a bid of six to ten in a suit or no trumps that can be the contract."""
    return 1 if call != PASS and view.rules.kind[call] == KIND_NATURAL else 0


# Chance


@kernel
def chance(view: View, percent: int, which: int) -> int:
    """Return 1 in so many per cent of decisions; ``which`` 0 to 7 keeps several questions apart."""
    return 1 if ((view.noise >> (7 * which)) & 127) * 100 < percent * 128 else 0
