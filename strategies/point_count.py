"""Bids by adding up points for trumps, as a book teaches it; plays its cards like a club player.

Suits. A joker is worth five points, the right bower four, the left bower three, the ace of trumps two,
the king one, and every trump beyond four another two. With four trumps at least, seven points are a
bid of six, nine of seven, eleven of eight, fourteen of nine and sixteen of ten. Partner's suit is five
points better, an opponent's four worse. Aces of other suits count nothing in the book; a player who
misses them sets ``side_ace``.

No trumps. Ace four, king three, queen two, jack one, the joker five, and at least two points in every
suit. Nine points are a bid of six, every four more one of a higher level.

Misère. A suit is safe when its lowest card is the lowest there is, the next no higher than the third
lowest, the next than the fifth, and so on. With no more than one card that breaks this rule, a joker
included, he bids misère as soon as he may; with none, open misère.

He says what his points are worth at once where everybody has one call; where the bidding goes round he
bids no more than he must, up to what they are worth. A six that cannot be the contract he bids with
five points. He does not look at the score, nor think about what a pass tells.

Source: the points and what they are worth for a bid are those of the program
https://github.com/en4bz/FiveHundred and the safe suits those of Parlett's Penguin Book of Card Games.

Parameters: ``side_ace`` points for the ace of a suit that is not trumps; ``caution`` points more that
a bid of any level takes, below 0 for a bold player.
"""

from __future__ import annotations

import numpy as np

from sim.cards import FIRST_INKLE, MISERE, OPEN_MISERE
from strategies.api import View
from strategies.card_play import follow
from strategies.discards import put_away
from strategies.joker import joker_suit, suit_to_name
from strategies.leading import lead
from strategies.misere_play import play_misere
from strategies.toolkit import (
    ACE,
    JACK,
    KING,
    NO_TRUMPS,
    PASS,
    QUEEN,
    below,
    called,
    cheapest_bid,
    count,
    dearest_bid,
    is_legal_call,
    is_partner,
    level_of,
    lowest,
    on_side,
    strain_of,
)

PARAMETERS = {"side_ace": 0.0, "caution": 0.0}
SIDE_ACE, CAUTION = 0, 1

JOKER = 5
PARTNERS_SUIT = 5
THEIR_SUIT = 4
LENGTH = 4  # trumps that a bid takes; each one more is worth two points
LEVELS = np.array([7, 9, 11, 14, 16], np.int64)  # points for a bid of six to ten
NO_TRUMP_LEVELS = np.array([9, 13, 17, 21, 25], np.int64)
INKLE = 5


# The auction


def bid(view: View) -> int:
    """Misère on low cards; else the strain with most to spare, as high as its points bear."""
    low = low_call(view)
    if low != PASS:
        return low
    best = PASS
    most = 0
    for strain in range(5):
        level = level_worth(view, strain)
        call = cheapest_bid(view, strain)
        if call != PASS and level >= level_of(view, call) and 10 * level + strain > most:
            most = 10 * level + strain
            best = call
    if best == PASS:
        return inkle(view)
    return bid_or_leave(view, best, level_worth(view, strain_of(view, best)))


def bid_or_leave(view: View, call: int, level: int) -> int:
    """Leave partner's bid but for a level more; bid all at once where there is one call each."""
    if is_partner(view, view.standing_seat) and level <= level_of(view, view.standing):
        return PASS
    if view.rules.one_round:
        return dearest_bid(view, strain_of(view, call), level)
    return call


def level_worth(view: View, strain: int) -> int:
    """The level that the points in a strain bear, 0 for none."""
    if strain == NO_TRUMPS:
        points = no_trump_points(view)
        table = NO_TRUMP_LEVELS
    else:
        points = suit_points(view, strain)
        table = LEVELS
    level = 0
    for step in range(5):
        if points >= table[step] + view.params[CAUTION]:
            level = 6 + step
    return level


def suit_points(view: View, trump: int) -> float:
    """Points of the hand with a suit as trumps; none on fewer than four, unless partner has it."""
    suit = view.hand[trump]
    left_bower = (view.hand[trump ^ 1] >> JACK) & 1
    length = count(suit) + left_bower + count(view.hand[4])
    shift = heard(view, trump)
    if length < LENGTH and shift <= 0:
        return 0.0
    points = JOKER * count(view.hand[4]) + 4 * ((suit >> JACK) & 1) + 3 * left_bower
    points += 2 * ((suit >> ACE) & 1) + ((suit >> KING) & 1) + 2 * max(length - LENGTH, 0)
    aces = 0
    for side in range(4):
        if side != trump:
            aces += (view.hand[side] >> ACE) & 1
    return points + shift + aces * view.params[SIDE_ACE]


def no_trump_points(view: View) -> float:
    """Points of the hand at no trumps; none without two of them in every suit."""
    points = JOKER * count(view.hand[4])
    for suit in range(4):
        mask = view.hand[suit]
        inside = 4 * ((mask >> ACE) & 1) + 3 * ((mask >> KING) & 1)
        inside += 2 * ((mask >> QUEEN) & 1) + ((mask >> JACK) & 1)
        if inside < 2:
            return 0.0
        points += inside
    return points + heard(view, NO_TRUMPS)


def heard(view: View, strain: int) -> int:
    """What the others' calls make a strain better or worse by."""
    shift = 0
    for seat in range(view.rules.n_players):
        if seat != view.seat and called(view, seat, strain):
            shift += PARTNERS_SUIT if on_side(view, seat, view.seat) else -THEIR_SUIT
    return shift


def inkle(view: View) -> int:
    """Pass, or a six that is only a signal: the best suit from five points on."""
    best = PASS
    most = INKLE + view.params[CAUTION]
    for suit in range(4):
        if is_legal_call(view, FIRST_INKLE + suit):
            points = suit_points(view, suit)
            if points >= most:
                most = points
                best = FIRST_INKLE + suit
    return best


def low_call(view: View) -> int:
    """Open misère or misère where the hand is made for it and the rules let one bid it, else Pass."""
    if view.rules.both_hands:
        return PASS  # partner's hand would have to be low too
    bad = bad_cards(view)
    if bad == 0 and is_legal_call(view, OPEN_MISERE):
        return OPEN_MISERE
    return MISERE if bad <= 1 and is_legal_call(view, MISERE) else PASS


def bad_cards(view: View) -> int:
    """How many cards stand too high in their suit to be safe in a misère, jokers included."""
    bad = 0 if view.rules.joker_low else count(view.hand[4])
    for suit in range(4):
        mask = view.hand[suit] & -1
        place = 0  # of a card in the hand's suit, from below
        while mask:
            power = lowest(mask)
            if count(view.rules.pack[suit] & below(power)) > 2 * place:
                bad += 1
            mask = mask & (mask - 1)
            place += 1
    return bad


# The cards


def discard(view: View) -> int:
    """Clear one weak suit, keep trumps, aces and guarded kings."""
    return put_away(view)


def nominate(view: View) -> int:
    """In misère hide the joker on top of the longest low suit; at no trumps keep it free."""
    return joker_suit(view)


def name_suit(view: View) -> int:
    """Name the suit in which the cards behind the joker win most."""
    return suit_to_name(view)


def play(view: View) -> int:
    """Misère has its own play; else lead or follow."""
    if view.misere:
        return play_misere(view)
    return lead(view) if view.n_in_trick == 0 else follow(view)
