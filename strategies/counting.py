"""How many tricks the club player counts on, once the others have called, and how the score weighs.

Partner in the same suit, partner with the joker, a pass on either side, opponents who are all weak:
each moves the count of the own hand (``valuation.py``). The amounts began as those of an exact solver
for random deals and were then set by playing club players against each other.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.bits import popcount
from sim.cards import FIRST_INKLE, FIRST_NATURAL, KIND_INKLE, NO_TRUMPS, PASS
from sim.compile import kernel
from strategies.api import View
from strategies.toolkit import (
    count,
    has_passed,
    is_partner,
    level_of,
    on_side,
    strain_of,
    value_of,
)
from strategies.valuation import TABLE, estimate, raise_estimate, sure_tricks

# Where the parameters of the club player stand
BOLDNESS: Final = 0
JOKER_CALL: Final = 2
NO_TRUMP_TASTE: Final = 3

JOKER_BID: Final = FIRST_NATURAL + NO_TRUMPS  # 6NT
ALL_SUITS: Final = 0b1111

# Hundredths of a trick
THEIR_SUIT: Final = 200  # what a suit is worse for that an opponent has bid
PARTNER_PASSED: Final = 70  # less than an average partner's share
PARTNER_PASSED_OVER: Final = 60  # the same where there was a bid that he could not outbid
JOKER_SHOWN: Final = 90  # what partner's joker adds
JUMPS: Final = 30  # room needed for a level more than has to be bid, where one may bid again
TWO_JOKERS: Final = 620  # count that is right also where there are two jokers
SURE_FROM: Final = 850  # count from which on the tricks from the top are counted too
# What a bid of a level wants beyond its tricks: the last ones depend on luck in both hands.
CAUTION: Final = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 120], np.int64)


@kernel
def count_tricks(view: View, strain: int) -> int:
    """Return the tricks to expect of our side in a strain, in hundredths, after all calls so far."""
    theirs, shift = opponents(view)
    return with_sure_tricks(view, strain, count_in(view, strain, theirs) + shift)


@kernel
def count_in(view: View, strain: int, theirs: int) -> int:
    """Return the tricks in a strain without what holds in every strain alike.

    ``theirs`` are the suits that opponents have bid, as a bit set.
    """
    own: int = estimate(view.hand, strain, view.rules.n_kitty)
    if popcount(view.rules.pack[4]) > 1:
        # the top is more often out, and a weak hand more often helped
        own -= (own - TWO_JOKERS) // 6
    if strain == NO_TRUMPS:
        own += int(100 * view.params[NO_TRUMP_TASTE])
    own += partner_shift(view, strain, own) - THEIR_SUIT * ((theirs >> strain) & 1)
    return with_sure_tricks(view, strain, own)


@kernel
def with_sure_tricks(view: View, strain: int, worth: int) -> int:
    """Return the count in a strain, but no less than what the tricks from the top bear out."""
    if worth < SURE_FROM or strain < 0:
        return worth
    sure = sure_tricks(view.hand, view.rules.pack, strain)
    if strain == NO_TRUMPS and view.hand[4] == 0 and joker_is_ours(view):
        sure += 1
    return max(worth, 100 * sure + CAUTION[min(sure, 10)] + JUMPS)


@kernel
def partner_shift(view: View, strain: int, own: int) -> int:
    """Return what partner's calls add to the count in a strain; of several the one that says most."""
    if view.partner >= 0:
        return shift_by(view, view.partner, strain, own)
    most = 0
    for seat in range(view.rules.n_players):
        if is_partner(view, seat) and view.first_bid[seat] != PASS:
            most = max(most, shift_by(view, seat, strain, own))
    return most


@kernel
def shift_by(view: View, partner: int, strain: int, own: int) -> int:
    """Return what the calls of one partner add to the count in a strain."""
    first = view.first_bid[partner]
    if first == PASS:
        if not has_passed(view, partner) or balanced_by_a_pass(view):
            return 0
        return -PARTNER_PASSED if view.standing == PASS else -PARTNER_PASSED_OVER
    last = view.last_bid[partner]
    mine = view.first_bid[view.seat]
    if showed_joker(view, partner, view.seat):
        shift = JOKER_SHOWN if view.hand[4] == 0 else 0
        if strain == NO_TRUMPS or strain_of(view, last) != strain or last == first:
            return shift
        return shift + 60
    if strain_of(view, first) == strain and strain < NO_TRUMPS:
        # he named it: what he promised, and what I bring beyond an average hand
        promised = 100 * level_of(view, first) + (50 if level_of(view, first) == 6 else 20)
        if showed_joker(view, view.seat, partner):
            promised -= JOKER_SHOWN  # he has counted my joker
        elif view.rules.kind[first] == KIND_INKLE:
            promised -= 20
        return promised + raise_estimate(view.hand, strain) - own
    if strain_of(view, last) == strain:
        return 130 if strain_of(view, mine) == strain else 100
    return 30


@kernel
def balanced_by_a_pass(view: View) -> bool:
    """Return whether partner's pass says no more than that of the opponent before or after him.

    That is so while nobody has bid, where each has one call and one opponent has still to make his.
    """
    n_passed = count(view.passed)
    return view.rules.one_round and view.standing == PASS and n_passed < view.rules.n_players - 1


@kernel
def opponents(view: View) -> tuple[int, int]:
    """Return the suits of opponents' latest bids as a bit set, and what holds in every strain.

    The latter is boldness, and what is to be expected of opponents who are all weak, or strong.
    """
    named = 0
    shift = int(100 * view.params[BOLDNESS])
    weak = True
    for seat in range(view.rules.n_players):
        if not on_side(view, seat, view.seat):
            last = view.last_bid[seat]
            if last != PASS:
                weak = False
                named |= 1 << strain_of(view, last)
                if level_of(view, last) >= 8:
                    shift -= 40
            elif not has_passed(view, seat):
                weak = False
    if weak:
        shift += 50 if view.partner >= 0 and view.first_bid[view.partner] != PASS else 100
    shift += TABLE[view.rules.n_players, count(view.allies)]
    return named & ALL_SUITS, shift


# The joker


@kernel
def promises_joker(view: View) -> bool:
    """Return whether a bid of 6NT would tell partner about the joker now: a first call, before his."""
    return (
        view.params[JOKER_CALL] > 0
        and view.partner >= 0
        and view.first_bid[view.partner] == PASS
        and not has_passed(view, view.partner)
        and view.first_bid[view.seat] == PASS
    )


@kernel
def showed_joker(view: View, seat: int, other: int) -> bool:
    """Return whether a seat has shown the joker to ``other``, its partner, by 6NT before it called."""
    first = view.first_bid[seat]
    if first == FIRST_INKLE + NO_TRUMPS:
        return True
    answer = view.first_bid[other]
    return first == JOKER_BID and view.params[JOKER_CALL] > 0 and (answer == PASS or answer > first)


@kernel
def joker_is_ours(view: View) -> bool:
    """Return whether I hold a joker or partner has shown one; without it nobody should count on ten."""
    return view.hand[4] != 0 or (view.partner >= 0 and showed_joker(view, view.partner, view.seat))


# The score


@kernel
def score_room(view: View, call: int) -> int:
    """Return what the score adds to the room for a bid: desperate, or close to the back door."""
    mine = view.score[view.rules.team[view.seat]]
    shift = 0
    if they_are_winning(view):
        shift += 90
    elif view.rules.back_door < 0 and mine - value_of(view, call) <= view.rules.back_door:
        shift -= 80
    if mine < view.rules.target and mine + value_of(view, call) >= view.rules.target:
        shift += 20
    return shift


@kernel
def they_are_winning(view: View) -> bool:
    """Return whether the bid that stands is an opponent's and would win the game."""
    if view.standing == PASS or on_side(view, view.standing_seat, view.seat):
        return False
    theirs = view.score[view.rules.team[view.standing_seat]]
    return theirs + value_of(view, view.standing) >= view.rules.target
