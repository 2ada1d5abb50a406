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

Play. See ``leading.py`` and ``card_play.py`` for contracts with tricks to make, and
``misere_play.py`` for misère.

Parameters: ``boldness`` tricks added to every count; ``misere_risk`` the chance of failing that a
misère may have; ``joker_call`` 1 to open 6NT on the joker, 0 not to; ``no_trump_taste`` tricks added
to the count of no trumps, below 0 by one who does not like them; ``inkle_style`` 0 never to inkle, 1
to inkle only no trumps for the joker, 2 suits too.
"""

from __future__ import annotations

from sim.cards import (
    FIRST_INKLE,
    KIND_INKLE,
    NO_TRUMPS,
    PASS,
)
from strategies.api import View
from strategies.card_play import follow
from strategies.counting import (
    CAUTION,
    JOKER_BID,
    JUMPS,
    count_in,
    count_tricks,
    joker_is_ours,
    opponents,
    promises_joker,
    score_room,
    showed_joker,
    they_are_winning,
    with_sure_tricks,
)
from strategies.discards import put_away
from strategies.joker import joker_suit, suit_to_name
from strategies.leading import lead
from strategies.low_bids import low_call
from strategies.misere_play import play_misere
from strategies.toolkit import (
    cheapest_bid,
    count,
    dearest_bid,
    is_legal_call,
    is_partner,
    level_of,
    strain_of,
    value_of,
)
from strategies.valuation import (
    court_cards,
    estimate,
    no_trump_estimate,
)

PARAMETERS = {
    "boldness": 0.0,
    "misere_risk": 0.5,
    "joker_call": 1.0,
    "no_trump_taste": 0.0,
    "inkle_style": 2.0,
}
MISERE_RISK, INKLE_STYLE = 1, 4  # the others are read where the tricks are counted
NO_INKLES, JOKER_INKLES = 0, 1  # of inkle_style; 2 is every kind

SEVEN_NO_TRUMPS = JOKER_BID + 5

# Hundredths of a trick
DEARER = 5  # what a strain is preferred by to the next lower one for its points
OPENS = 615
OPENS_LAST = 570  # when all the others have passed
INKLES = 520
COMPETES = -30  # room needed to outbid opponents; room is the count less what the bid wants
RAISES = 50  # room needed to raise partner unasked
JOKER_BID_WANTS = 600  # count at no trumps below which the joker alone is no 6NT
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
        own = count_in(view, strain, theirs)
        if call == JOKER_BID and view.hand[4] == 0 and promises_joker(view):
            if own < 700:
                continue
            call = SEVEN_NO_TRUMPS  # six would promise the joker
        merit = own - 30 * level_of(view, call) + DEARER * strain
        if merit > most:
            most = merit
            worth = own
            best = call
    return best, with_sure_tricks(view, strain_of(view, best), worth + shift)


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


def waiting_partner(view: View) -> bool:
    """Whether some partner has not passed."""
    return (view.allies & ~view.passed & ~(1 << view.seat)) != 0


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
    style = view.params[INKLE_STYLE]
    if not view.legal_calls & view.rules.inkles or style <= NO_INKLES:
        return PASS
    if view.hand[4] and is_legal_call(view, FIRST_INKLE + NO_TRUMPS):
        return FIRST_INKLE + NO_TRUMPS
    if style <= JOKER_INKLES:
        return PASS
    best = PASS
    most = INKLES
    for suit in range(4):
        if is_legal_call(view, FIRST_INKLE + suit):
            worth = estimate(view.hand, suit, view.rules.n_kitty)
            if worth >= most:
                most = worth
                best = FIRST_INKLE + suit
    return best


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
