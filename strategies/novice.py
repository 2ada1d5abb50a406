"""A beginner: counts aces, jacks and long suits, likes his longest suit, and forgets a good deal.

He adds a trick for every ace, bower and joker and for each trump beyond three, trusts partner for
two and the kitty for none, bids that number in his longest suit whatever is in it, raises partner
on two rags now and then, and does not look at the score. Misère he bids on a hand without court
cards, bottom cards or not. He throws the three lowest cards of three suits, leads aces at once
and trumps from the bottom, puts the joker on partner's trick, ruffs high, and against misère
spends his low cards first.

Parameter: ``carelessness`` scales how often he makes the mistakes that are left to chance.
"""

from __future__ import annotations

from sim.cards import MISERE, PASS
from strategies.api import View
from strategies.sides import duckers
from strategies.toolkit import (
    ACE,
    JACK,
    NO_TRUMPS,
    above,
    card,
    chance,
    cheapest_bid,
    cheapest_winner,
    count,
    has_passed,
    highest,
    is_legal_call,
    is_partner,
    last_to_play,
    level_of,
    longest_suit,
    lowest,
    lowest_legal,
    partner_is_winning,
    strain_of,
)

PARAMETERS = {"carelessness": 1.0}
CARELESSNESS = 0


def bid(view: View) -> int:
    """The longest suit as high as a simple count says; no trumps with three aces."""
    if is_legal_call(view, MISERE) and court_cards(view) == 0 and not slips(view, 30, 0):
        return MISERE
    strain = longest_suit(view.hand)
    if aces(view) + count(view.hand[4]) >= 3:
        strain = NO_TRUMPS
    if is_partner(view, view.standing_seat) and strain_of(view, view.standing) < NO_TRUMPS:
        strain = strain_of(view, view.standing)
    call = cheapest_bid(view, strain)
    if call == PASS:
        return PASS
    tricks = count_tricks(view, strain)
    if is_partner(view, view.standing_seat):
        # partner has bid: a beginner leaves it, or raises on two small trumps
        tricks += 1 if slips(view, 25, 1) else 0
        return call if tricks > level_of(view, call) and not has_passed(view, view.seat) else PASS
    tricks += 1 if slips(view, 30, 2) else 0
    return call if tricks >= level_of(view, call) else PASS


def count_tricks(view: View, strain: int) -> int:
    """Aces, bowers, jokers, trumps beyond three, and two for partner."""
    tricks = 2 + aces(view) + count(view.hand[4])
    if strain == NO_TRUMPS:
        return tricks + 1
    length = count(view.hand[strain])
    return tricks + ((view.hand[strain] >> JACK) & 1) + max(length - 3, 0)


def aces(view: View) -> int:
    """How many aces I hold."""
    found = 0
    for suit in range(4):
        found += (view.hand[suit] >> ACE) & 1
    return found


def court_cards(view: View) -> int:
    """How many jacks, queens, kings, aces and jokers I hold."""
    found = count(view.hand[4])
    for suit in range(4):
        found += count(view.hand[suit] & above(JACK - 1))
    return found


def slips(view: View, percent: int, which: int) -> bool:
    """Whether a mistake that a beginner makes so often happens now."""
    return chance(view, int(percent * view.params[CARELESSNESS]), which) == 1


def discard(view: View) -> int:
    """The lowest card that is no trump; in misère the highest."""
    if not view.misere:
        return lowest_legal(view)
    if view.legal[4]:
        return card(4, highest(view.legal[4]))
    return highest_legal(view)


def highest_legal(view: View) -> int:
    """The legal card of greatest power, jokers left out while there is anything else."""
    found = lowest_legal(view)
    most = -1
    for suit in range(4):
        mask = view.legal[suit]
        if mask and highest(mask) > most:
            most = highest(mask)
            found = card(suit, most)
    return found


def play(view: View) -> int:
    """Lead what comes to mind; follow with the cheapest winner, or the lowest card."""
    if view.misere:
        return play_misere(view)
    if view.n_in_trick == 0:
        return lead(view)
    if partner_is_winning(view) and not slips(view, 25, 0):
        return lowest_legal(view)
    winner = cheapest_winner(view)
    if winner < 0 or (not last_to_play(view) and slips(view, 25, 1)):
        return lowest_legal(view)
    return winner


def lead(view: View) -> int:
    """An ace of a plain suit, else the contractor a low trump, else low from the longest suit."""
    for suit in range(4):
        if suit != view.strain and (view.legal[suit] >> ACE) & 1:
            return card(suit, ACE)
    if view.strain < NO_TRUMPS and view.seat == view.contractor and view.legal[view.strain]:
        mask = view.legal[view.strain]
        return card(view.strain, lowest(mask) if slips(view, 50, 2) else highest(mask))
    suit = longest_suit(view.legal)
    return card(suit, lowest(view.legal[suit])) if view.legal[suit] else lowest_legal(view)


def play_misere(view: View) -> int:
    """The contractor stays under when he can; the defenders lead and play low, and hope."""
    if view.n_in_trick == 0:
        return lowest_legal(view)
    mask = view.legal[view.led_suit]
    if mask == 0:
        return highest_legal(view)
    if (duckers(view) >> view.seat) & 1 and view.best_card >> 5 == view.led_suit:
        under = mask & ((1 << (view.best_card & 31)) - 1)
        if under:
            return card(view.led_suit, highest(under))
    return lowest_legal(view)
