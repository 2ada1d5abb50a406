"""What a hand is worth: expected tricks in each strain, and how safe a misère is.

Tricks are counted in hundredths and include what an average partner and an average kitty bring.
The weights are a least-squares fit to the tricks that four club players took in 30,000 forced
contracts a strain. They rank hands well, but one hand says little: tricks scatter by 1.7 around the
estimate. Misère safety is the chance that best defence does not catch a suit, as a cost of
``-100 * ln(chance)``, so that costs add up.

All masks here are printed ones: jacks stand between ten and queen, jokers in the fifth mask.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from sim.bits import highest_bit, lowest_bit, popcount
from sim.cards import (
    ACE,
    JACK,
    KING,
    LEFT_BOWER,
    NO_TRUMPS,
    QUEEN,
    RED_JOKER_TRUMP,
    RIGHT_BOWER,
)
from sim.compile import kernel
from strategies.toolkit import run

START: Final = 315  # what a hand without trumps and honours takes in a suit contract
START_NO_TRUMPS: Final = 415
RAISE_START: Final = -285  # an average hand in support of partner's suit adds nothing

# A side suit by its king (1) and ace (2), then by its length 0, 1, 2, 3 or more.
SIDE: Final = np.array(
    [[21, 11, 2, 0], [21, 23, 27, 25], [21, 61, 52, 50], [21, 61, 94, 92]], np.int64
)
# The same for partner of the one who named trumps.
RAISE_SIDE: Final = np.array(
    [[6, 0, 0, 0], [6, 8, 37, 37], [6, 63, 63, 63], [6, 63, 85, 85]], np.int64
)
# What a kitty of 0 to 8 cards brings more than one of three.
KITTY: Final = np.array([-100, -60, -25, 0, 20, 40, 60, 70, 80], np.int64)
KITTY_NO_TRUMPS: Final = np.array([-60, -40, -15, 0, 15, 30, 45, 55, 60], np.int64)

# What a seat takes more or less than at a table of four in two sides, by players and by how many of
# them play together: the contractor alone meets fewer hands; of six, more hands share the tricks.
TABLE: Final = np.zeros((7, 4), np.int64)
TABLE[2, 1] = 100
TABLE[6, 2] = -70
TABLE[6, 3] = -40


# Suits and no trumps


@kernel
def side_points(mask: int) -> int:
    """Return what a side suit adds in hundredths of a trick to the hand that names trumps."""
    return SIDE[(mask >> KING) & 3, min(popcount(mask), 3)]


@kernel
def raise_points(mask: int) -> int:
    """Return what a side suit adds in hundredths of a trick to the hand that supports trumps."""
    return RAISE_SIDE[(mask >> KING) & 3, min(popcount(mask), 3)]


@kernel
def trump_count(hand: np.ndarray, trump: int) -> int:
    """Return how many trumps a printed hand holds, bowers and jokers included."""
    left_bower = (hand[trump ^ 1] >> JACK) & 1
    return popcount(hand[trump]) + popcount(hand[4]) + left_bower


@kernel
def suit_estimate(hand: np.ndarray, trump: int, n_kitty: int) -> int:
    """Return expected tricks in hundredths with a suit as trumps; partner is average."""
    suit = hand[trump] & -1
    partner_suit = hand[trump ^ 1] & -1
    left_bower = (partner_suit >> JACK) & 1
    n_jokers = popcount(hand[4])
    n_trumps = popcount(suit) + left_bower + n_jokers
    points = START + KITTY[n_kitty] + 52 * n_trumps + 73 * n_jokers + 45 * left_bower
    points += 61 * ((suit >> JACK) & 1) + 24 * ((suit >> ACE) & 1)
    points += 11 * ((suit >> KING) & 1) + 2 * ((suit >> QUEEN) & 1)
    if n_trumps < 4:
        points -= 20 * (4 - n_trumps)
    points += side_points(partner_suit & ~(1 << JACK))
    other = (trump ^ 2) & 2
    return points + side_points(hand[other] & -1) + side_points(hand[other + 1] & -1)


@kernel
def raise_estimate(hand: np.ndarray, trump: int) -> int:
    """Return how many hundredths of a trick more than an average hand supports partner's suit."""
    suit = hand[trump] & -1
    same_colour = hand[trump ^ 1] & -1
    left_bower = (same_colour >> JACK) & 1
    n_jokers = popcount(hand[4])
    n_trumps = popcount(suit) + left_bower + n_jokers
    points = RAISE_START + 55 * n_trumps + 97 * n_jokers + 50 * left_bower
    points += 74 * ((suit >> JACK) & 1) + 25 * ((suit >> ACE) & 1)
    points += 11 * ((suit >> KING) & 1) + 3 * ((suit >> QUEEN) & 1)
    points += raise_points(same_colour & ~(1 << JACK))
    other = (trump ^ 2) & 2
    points += raise_points(hand[other] & -1) + raise_points(hand[other + 1] & -1)
    return points


@kernel
def no_trump_points(mask: int) -> int:
    """Return what a suit adds in hundredths of a trick at no trumps."""
    ace = (mask >> ACE) & 1
    king = (mask >> KING) & 1
    points = 75 * ace + king * (66 if ace else 41) + 28 * max(popcount(mask) - 4, 0)
    return points + (24 if (mask >> QUEEN) & 1 and ace + king else 0)


@kernel
def no_trump_estimate(hand: np.ndarray, n_kitty: int) -> int:
    """Return expected tricks in hundredths at no trumps; partner is average."""
    points = START_NO_TRUMPS + KITTY_NO_TRUMPS[n_kitty] + 150 * popcount(hand[4])
    points += no_trump_points(hand[0] & -1) + no_trump_points(hand[1] & -1)
    return points + no_trump_points(hand[2] & -1) + no_trump_points(hand[3] & -1)


@kernel
def estimate(hand: np.ndarray, strain: int, n_kitty: int) -> int:
    """Return expected tricks in hundredths in a strain 0 to 4; partner and kitty are average."""
    if strain == NO_TRUMPS:
        return no_trump_estimate(hand, n_kitty)
    return suit_estimate(hand, strain, n_kitty)


# What needs no estimate


@kernel
def top_run(mask: int, pack: int) -> int:
    """Return how many tricks a suit takes from the top, whatever is out: all once the rest is drawn."""
    out = pack & ~mask
    tricks = run(mask, out)
    return popcount(mask) if tricks >= popcount(out) else tricks


@kernel
def trumps_as_one(masks: np.ndarray, trump: int) -> int:
    """Return the trumps among printed masks in their order: suit, left and right bower, jokers."""
    suit = masks[trump] & -1
    left_bower = (masks[trump ^ 1] >> JACK) & 1
    right_bower = (suit >> JACK) & 1
    plain = suit & ~(1 << JACK)
    bowers = left_bower << LEFT_BOWER | right_bower << RIGHT_BOWER
    return plain | bowers | (masks[4] & -1) << RED_JOKER_TRUMP


@kernel
def sure_tricks(hand: np.ndarray, pack: np.ndarray, strain: int) -> int:
    """Return how many tricks a hand that leads first takes from the top, however the cards lie.

    Side suits count once the trumps that are out are sure to be drawn; at no trumps a joker in
    another hand takes one trick.
    """
    tricks = 0
    if strain < NO_TRUMPS:
        trumps = trumps_as_one(hand, strain)
        every = trumps_as_one(pack, strain)
        tricks = top_run(trumps, every)
        if tricks < popcount(every & ~trumps):
            return tricks
    else:
        tricks = popcount(hand[4]) - popcount(pack[4] & ~hand[4])
    for suit in range(4):
        if suit != strain:
            jack = 1 << JACK if strain < NO_TRUMPS and suit == strain ^ 1 else 0
            tricks += top_run(hand[suit] & ~jack, pack[suit] & ~jack)
    return max(tricks, 0)


# Misère

RANKS_KEPT: Final = 13  # most ranks that a price list holds: a suit without 11, 12 and 13
MIDDLE: Final = 0b111 << (JACK - 3)  # 11, 12 and 13
CAUGHT: Final = 400  # cost of a suit that is as good as lost
# Per cent of suits caught because of card i (counted upwards from 0) that stands e ranks higher
# than the safe place 2 * i from the bottom of its suit: RISK[i][e].
RISK: Final = (
    (0, 1, 24, 48, 67, 82, 90, 94, 97, 98, 99),
    (0, 1, 15, 33, 52, 69, 80, 88, 93, 96, 98),
    (0, 3, 13, 28, 48, 68, 88, 92, 95, 97, 98),
    (0, 1, 8, 18, 29, 45, 60, 75, 85, 90, 95),
    (0, 0, 2, 8, 15, 25, 40, 50, 60, 70, 80),
)
BOTTOMLESS: Final = (8, 18)  # risk of a later card at e = 0, 1 when the bottom is missing


def _suit_cost(ranks: int) -> int:
    """Return the cost of one suit from its ranks, bit 0 being the lowest card of the pack."""
    survival = 1.0
    held = [rank for rank in range(RANKS_KEPT) if ranks >> rank & 1]
    for i, rank in enumerate(held):
        excess = min(rank - 2 * i, 10)
        risk = RISK[min(i, 4)][excess] if excess > 0 else 0
        if i > 0 and held[0] > 0 and 0 <= excess <= 1:
            risk = max(risk, BOTTOMLESS[excess])
        survival *= 1 - risk / 100
    return min(CAUGHT, round(-100 * math.log(max(survival, 1e-9))))


MISERE_COST: Final = np.array([_suit_cost(ranks) for ranks in range(1 << RANKS_KEPT)], np.int64)


@kernel
def ranks_of(mask: int, pack: int) -> int:
    """Return a suit as ranks without gaps: bit 0 is the lowest card that the pack has of it."""
    ranks = (mask & 0x1FF) | ((mask >> JACK) << 9)
    return ranks >> min(lowest_bit(pack), 8)


@kernel
def shrunk_ranks(mask: int, pack: int) -> int:
    """Return a suit of more ranks than a price list holds as if it had thirteen: as high in it."""
    n = popcount(pack)
    ranks = 0
    while mask:
        place = popcount(pack & ((1 << lowest_bit(mask)) - 1))
        rank = min((place * RANKS_KEPT) // n, RANKS_KEPT - 1)
        while (ranks >> rank) & 1 and rank < RANKS_KEPT - 1:
            rank += 1
        ranks |= 1 << rank
        mask = mask & (mask - 1)
    return ranks


@kernel
def misere_cost(mask: int, pack: int) -> int:
    """Return what a suit costs a misère: ``-100 * ln`` of the chance that it is not caught."""
    ranks = ranks_of(mask & -1, pack & -1)
    if (mask | pack) & MIDDLE or ranks >> RANKS_KEPT:
        ranks = shrunk_ranks(mask & -1, (mask | pack) & -1)
    return MISERE_COST[ranks & 0x1FFF]


@kernel
def without_top(mask: int) -> int:
    """Return a suit without its highest card."""
    return mask & ~(1 << highest_bit(mask)) if mask else mask


@kernel
def court_cards(hand: np.ndarray) -> int:
    """Return how many jacks, queens, kings, aces and jokers a printed hand holds."""
    courts = popcount(hand[0] >> JACK) + popcount(hand[1] >> JACK)
    return courts + popcount(hand[2] >> JACK) + popcount(hand[3] >> JACK) + popcount(hand[4])


@kernel
def misere_costs(hand: np.ndarray, pack: np.ndarray, jokers: int) -> tuple[int, int, int]:
    """Return the cost of a hand for misère with none, one, two of its worst cards put away.

    ``jokers`` is how many of the cards are high jokers. A joker is put away first; one that must stay
    makes the hand as good as lost.
    """
    cost = 0
    best = 0  # most saved by one card, by a second of another suit, by two cards of one suit
    second = 0
    pair = 0
    for suit in range(4):
        mask = hand[suit]
        full = misere_cost(mask, pack[suit])
        if full == 0:
            continue
        cost += full
        shorter = without_top(mask)
        gain = full - misere_cost(shorter, pack[suit])
        pair = max(pair, full - misere_cost(without_top(shorter), pack[suit]))
        if gain > best:
            second = best
            best = gain
        elif gain > second:
            second = gain
    one = cost - best
    two = cost - max(pair, best + second)
    if jokers == 0:
        return cost, one, two
    return CAUGHT, cost if jokers == 1 else CAUGHT, one if jokers == 1 else cost


@kernel
def misere_hand_risk(hand: np.ndarray, pack: np.ndarray, n_kitty: int, jokers: int) -> int:
    """Return the cost of a misère that still has its kitty to come; 10 is the least there is.

    Two cards can be thrown at best, for most of the kitty must be thrown too; often it is one.
    """
    none, one, two = misere_costs(hand, pack, jokers)
    if n_kitty == 0:
        return 10 + none
    return 10 + (two if n_kitty >= 5 else (one + two) // 2)
