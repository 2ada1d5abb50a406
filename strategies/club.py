"""A good club player: values his hand, listens to partner, draws trumps, ducks in misère.

Bidding. He counts the tricks of every strain with an average kitty and partner, and corrects the
count by what the others have called: partner in the same suit, partner with the joker, passes on
either side. He opens six of his best strain, or 6NT to show the joker before partner has spoken;
outbids opponents while the level is more likely made than not; raises partner by the whole tricks
he brings beyond an average hand; and looks at the score: no bid beyond what wins the game, none
that could lose it by the back door, a sacrifice when the game is otherwise lost. With low cards
he keeps the bidding alive at six and bids misère when somebody has made it possible. Where
everybody has one call he bids his full worth at once, and inkles his best suit, or no trumps for
the joker, when he cannot.

Exchange. He clears one weak suit, keeps trumps, aces and guarded kings (``discards.py``).

Play. See ``card_play.py`` for contracts with tricks to make and ``misere_play.py`` for misère.

Parameters: ``boldness`` tricks added to every count; ``misere_risk`` the chance of failing that a
misère may have; ``joker_call`` 1 to open 6NT on the joker, 0 not to.
"""

from __future__ import annotations

import numpy as np

from sim.cards import (
    FIRST_INKLE,
    FIRST_NATURAL,
    KIND_INKLE,
    NO_TRUMPS,
    PASS,
)
from strategies.api import View
from strategies.card_play import follow, lead
from strategies.discards import put_away
from strategies.joker import joker_suit, suit_to_name
from strategies.low_bids import low_call
from strategies.misere_play import play_misere
from strategies.toolkit import (
    cheapest_bid,
    count,
    dearest_bid,
    has_passed,
    is_legal_call,
    is_partner,
    level_of,
    on_side,
    strain_of,
    value_of,
)
from strategies.valuation import (
    TABLE,
    court_cards,
    estimate,
    no_trump_estimate,
    raise_estimate,
)

PARAMETERS = {"boldness": 0.0, "misere_risk": 0.4, "joker_call": 1.0}
BOLDNESS, MISERE_RISK, JOKER_CALL = 0, 1, 2

JOKER_BID = FIRST_NATURAL + NO_TRUMPS  # 6NT
SEVEN_NO_TRUMPS = JOKER_BID + 5

ALL_SUITS = 0b1111

# Hundredths of a trick
DEARER = 5  # what a strain is preferred by to the next lower one for its points
THEIR_SUIT = 200  # what a suit is worse for that an opponent has bid
OPENS = 615
OPENS_LAST = 570  # when all the others have passed
INKLES = 520
COMPETES = -30  # room needed to outbid opponents; room is the count less what the bid wants
RAISES = 50  # room needed to raise partner unasked
PARTNER_PASSED = 70  # less than an average partner's share
PARTNER_PASSED_OVER = 60  # the same where there was a bid that he could not outbid
JOKER_SHOWN = 90  # what partner's joker adds
JUMPS = 30  # room needed for a level more than has to be bid, where one may bid again
JOKER_BID_WANTS = 600  # count at no trumps below which the joker alone is no 6NT
# What a bid of a level wants beyond its tricks: the last ones depend on luck in both hands.
CAUTION = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 120], np.int64)
NOTHING = -10_000


# The auction


def bid(view: View) -> int:
    """Misère if the hand is made for it, else what it is worth in its best strain."""
    if court_cards(view.hand) <= 3:
        low = low_call(view, view.params[MISERE_RISK], they_are_winning(view))
        if low != PASS:
            return low
    call, worth = best_bid(view)
    if call == PASS:
        return inkle(view)
    room = room_for(view, call, worth)
    if view.standing == PASS or view.rules.kind[view.standing] == KIND_INKLE:
        return open_bidding(view, call, worth, room)
    if is_partner(view, view.standing_seat):
        return over_partner(view, call, worth, room)
    if room < COMPETES:
        return PASS
    return full_worth(view, call, worth) if speaks_once(view, worth, call) else call


def raise_bid(view: View) -> int:
    """After all have passed: as high as the hand is worth in the strain that stands."""
    strain = strain_of(view, view.standing)
    if level_of(view, view.standing) == 0:
        return PASS
    call = cheapest_bid(view, strain)
    worth = count_tricks(view, strain)
    if call == PASS or room_for(view, call, worth) < RAISES:
        return PASS
    return full_worth(view, call, worth)


def room_for(view: View, call: int, worth: int) -> int:
    """What the count leaves over for a bid, after what its level and the score ask for."""
    level = level_of(view, call)
    if level == 10 and not joker_is_ours(view):
        return NOTHING
    return worth - 100 * level - CAUTION[level] + score_room(view, call)


def joker_is_ours(view: View) -> bool:
    """Whether I hold a joker or partner has shown one; without it nobody should count on ten."""
    return view.hand[4] != 0 or (view.partner >= 0 and showed_joker(view, view.partner, view.seat))


def best_bid(view: View) -> tuple[int, int]:
    """The cheapest legal bid in the best strain, and the tricks it is worth; Pass if there is none.

    Best is what has most tricks, a little less at a higher level; the dearer of two like ones.
    """
    best = PASS
    worth = 0
    most = NOTHING
    theirs, shift = opponents(view)
    for strain in range(5):
        call = cheapest_bid(view, strain)
        if call == PASS:
            continue
        own = estimate(view.hand, strain, view.rules.n_kitty)
        own += partner_shift(view, strain, own) - THEIR_SUIT * ((theirs >> strain) & 1)
        if call == JOKER_BID and view.hand[4] == 0 and promises_joker(view):
            if own < 700:
                continue
            call = SEVEN_NO_TRUMPS  # six would promise the joker
        merit = own - 30 * level_of(view, call) + DEARER * strain
        if merit > most:
            most = merit
            worth = own
            best = call
    return best, worth + shift


def open_bidding(view: View, call: int, worth: int, room: int) -> int:
    """The first bid: six of the best strain, 6NT with the joker, more if it must be said now."""
    others_passed = count(view.passed) == view.rules.n_players - 1
    if view.rules.one_round:
        return full_worth(view, call, worth) if room >= COMPETES else inkle(view)
    if worth + score_room(view, call) < (OPENS_LAST if others_passed else OPENS):
        return PASS
    if others_passed:
        return full_worth(view, call, worth)
    if shows_joker(view) and worth < 900:
        return JOKER_BID
    return full_worth(view, call, worth) if speaks_once(view, worth, call) else call


def over_partner(view: View, call: int, worth: int, room: int) -> int:
    """Partner's bid stands: leave it but for a whole trick more or a clearly better strain."""
    if view.score[view.rules.team[view.seat]] + value_of(view, view.standing) >= view.rules.target:
        return PASS
    strain = strain_of(view, call)
    standing = strain_of(view, view.standing)
    if room < RAISES:
        return PASS
    shown_joker = showed_joker(view, view.standing_seat, view.seat)
    if strain != standing and not (shown_joker and standing == NO_TRUMPS):
        if worth < count_tricks(view, standing) + 50:
            return PASS
    return full_worth(view, call, worth)


def speaks_once(view: View, worth: int, call: int) -> bool:
    """Whether to bid the full worth at once: nobody to signal to, or strength at seven."""
    if view.rules.one_round or not waiting_partner(view) or worth >= 900:
        return True
    return worth >= 800 and level_of(view, call) >= 7


def shows_joker(view: View) -> bool:
    """Whether to open 6NT to tell partner, who has not called yet, about the joker.

    Not on rags: partner may have to leave it.
    """
    if view.hand[4] == 0 or not promises_joker(view) or not is_legal_call(view, JOKER_BID):
        return False
    return no_trump_estimate(view.hand, view.rules.n_kitty) >= JOKER_BID_WANTS


def promises_joker(view: View) -> bool:
    """Whether a bid of 6NT would tell partner about the joker now: a first call, before his."""
    return (
        view.params[JOKER_CALL] > 0
        and view.partner >= 0
        and view.first_bid[view.partner] == PASS
        and not has_passed(view, view.partner)
        and view.first_bid[view.seat] == PASS
    )


def waiting_partner(view: View) -> bool:
    """Whether some partner has not passed."""
    return (view.allies & ~view.passed & ~(1 << view.seat)) != 0


def showed_joker(view: View, seat: int, other: int) -> bool:
    """Whether a seat has shown the joker to ``other``, its partner, by 6NT before it called."""
    first = view.first_bid[seat]
    if first == FIRST_INKLE + NO_TRUMPS:
        return True
    answer = view.first_bid[other]
    return first == JOKER_BID and view.params[JOKER_CALL] > 0 and (answer == PASS or answer > first)


def full_worth(view: View, call: int, worth: int) -> int:
    """The highest bid in the strain of ``call`` that the count bears and the game needs."""
    strain = strain_of(view, call)
    ours = joker_is_ours(view)
    need = view.rules.target - view.score[view.rules.team[view.seat]]
    best = call
    for wanted in range(level_of(view, call) + 1, 11 if ours else 10):
        higher = dearest_bid(view, strain, wanted)
        if higher == PASS or value_of(view, best) >= need:
            break
        if worth < 100 * wanted + CAUTION[wanted] + (0 if view.rules.one_round else JUMPS):
            break
        best = higher
    return best


def inkle(view: View) -> int:
    """Pass, or the six-level signal of the American game: best suit, no trumps for the joker."""
    if not view.legal_calls & view.rules.inkles:
        return PASS
    if view.hand[4] and is_legal_call(view, FIRST_INKLE + NO_TRUMPS):
        return FIRST_INKLE + NO_TRUMPS
    best = PASS
    most = INKLES
    for suit in range(4):
        if is_legal_call(view, FIRST_INKLE + suit):
            worth = estimate(view.hand, suit, view.rules.n_kitty)
            if worth >= most:
                most = worth
                best = FIRST_INKLE + suit
    return best


# What the calls so far say


def count_tricks(view: View, strain: int) -> int:
    """Expected tricks of our side in a strain, in hundredths, after all calls so far."""
    own = estimate(view.hand, strain, view.rules.n_kitty)
    theirs, shift = opponents(view)
    own += partner_shift(view, strain, own) - THEIR_SUIT * ((theirs >> strain) & 1)
    return own + shift


def partner_shift(view: View, strain: int, own: int) -> int:
    """What partner's calls add to the count in a strain; of several the one that says most."""
    if view.partner >= 0:
        return shift_by(view, view.partner, strain, own)
    most = 0
    for seat in range(view.rules.n_players):
        if is_partner(view, seat) and view.first_bid[seat] != PASS:
            most = max(most, shift_by(view, seat, strain, own))
    return most


def shift_by(view: View, partner: int, strain: int, own: int) -> int:
    """What the calls of one partner add to the count in a strain."""
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


def balanced_by_a_pass(view: View) -> bool:
    """Whether partner's pass says no more than that of the opponent before or after him.

    That is so while nobody has bid, where each has one call and one opponent has still to make his.
    """
    n_passed = count(view.passed)
    return view.rules.one_round and view.standing == PASS and n_passed < view.rules.n_players - 1


def opponents(view: View) -> tuple[int, int]:
    """The suits of opponents' latest bids as a bit set, and what holds in every strain.

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


def score_room(view: View, call: int) -> int:
    """What the score adds to the room for a bid: desperate, or close to the back door."""
    mine = view.score[view.rules.team[view.seat]]
    shift = 0
    if they_are_winning(view):
        shift += 90
    elif view.rules.back_door < 0 and mine - value_of(view, call) <= view.rules.back_door:
        shift -= 80
    if mine < view.rules.target and mine + value_of(view, call) >= view.rules.target:
        shift += 20
    return shift


def they_are_winning(view: View) -> bool:
    """Whether the bid that stands is an opponent's and would win the game."""
    if view.standing == PASS or on_side(view, view.standing_seat, view.seat):
        return False
    theirs = view.score[view.rules.team[view.standing_seat]]
    return theirs + value_of(view, view.standing) >= view.rules.target


# The exchange and the play


def discard(view: View) -> int:
    """Follow the plan that keeps most."""
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
