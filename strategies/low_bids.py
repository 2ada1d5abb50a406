"""When the club player bids a misère of some kind.

Plain and open misère by the danger of the own hand, with the kitty to come where there is one. A bar
nullo, which never has it, only on a hand that needs no exchange. A double nullo only where partner
has bid a misère himself, and in the same way a misère in which partner's hand must take nothing
either. A blind one never: not one hand in ten would make it.
"""

from __future__ import annotations

import math
from typing import Final

from sim.bits import lowest_bit, popcount
from sim.cards import BAR_NULLO, DOUBLE_NULLO, MISERE, OPEN_MISERE, PASS
from sim.compile import kernel
from sim.records import DOUBLE_CONTRACTOR, DOUBLE_SWAP_FIVE
from strategies.api import View
from strategies.toolkit import has_passed, is_legal_call, is_partner, value_of
from strategies.valuation import misere_costs, misere_hand_risk

SIX_LEVEL: Final = 0b111110  # the bit set of 6S to 6NT

# Costs, ``-100 * ln`` of the chance to make it
WORST_RISK: Final = 125  # of a misère that is never bid, see ``risk_borne``
SAFE_AT_SIX: Final = 30  # of one for which the bidding is kept alive
SAFE_BARE: Final = 30  # of one without the kitty at all
SAFE_FOR_TWO: Final = 20  # of one hand, where two must be safe
# Per cent of the danger of four players that is left with five or six: where more hands follow, one
# of them will have to go above a middling card.
MANY_PLAYERS: Final = 60


@kernel
def low_call(view: View, chance_taken: float, losing: bool) -> int:
    """Return a misère that is safe enough, a six to reach one, or Pass.

    ``chance_taken`` is the chance of failing that a misère may have; ``losing`` says that opponents'
    bid would win the game.
    """
    if view.rules.both_hands and not partner_is_low(view):
        return PASS
    call = rare_call(view)
    if call != PASS:
        return call
    if not is_legal_call(view, MISERE) and not waits(view, MISERE):
        open_hand = is_legal_call(view, OPEN_MISERE) and safe_in_the_open(view)
        return OPEN_MISERE if open_hand else PASS
    risk = hand_risk(view, MISERE)
    if risk > WORST_RISK or risk > risk_borne(view, chance_taken, losing):
        return PASS
    if is_legal_call(view, MISERE):
        return MISERE
    sixes = view.legal_calls & SIX_LEVEL
    alive = sixes and risk < SAFE_AT_SIX and not has_passed(view, view.seat)
    return lowest_bit(sixes) if alive else PASS


@kernel
def rare_call(view: View) -> int:
    """Return a double nullo or a bar nullo that is clearly right, else Pass."""
    if is_legal_call(view, DOUBLE_NULLO) and partner_is_low(view):
        # without a share in the kitty partner's hand is worse than he has said
        leave = view.standing_seat == view.partner
        leave = leave and view.rules.double_exchange == DOUBLE_CONTRACTOR
        if not leave and hand_risk(view, DOUBLE_NULLO) <= SAFE_FOR_TWO:
            return DOUBLE_NULLO
    if is_legal_call(view, BAR_NULLO) and hand_risk(view, BAR_NULLO) <= SAFE_BARE:
        dear = value_of(view, BAR_NULLO) > value_of(view, MISERE)
        if dear or not is_legal_call(view, MISERE):
            return BAR_NULLO
    return PASS


@kernel
def partner_is_low(view: View) -> int:
    """Return 1 if partner has bid a misère of some kind."""
    return (view.bid_misere >> view.partner) & 1 if view.partner >= 0 else 0


@kernel
def high_jokers(view: View) -> int:
    """Return how many jokers in the hand would take a trick in a misère."""
    return 0 if view.rules.joker_low else popcount(view.hand[4])


@kernel
def hand_risk(view: View, call: int) -> int:
    """Return the cost of my hand in a misère, with the kitty still to come where there is one."""
    bare = (view.rules.no_kitty >> call) & 1
    if call == DOUBLE_NULLO and view.rules.double_exchange == DOUBLE_SWAP_FIVE:
        bare = 1  # partner's cards are no better
    n_kitty = 0 if bare else view.rules.n_kitty
    risk = misere_hand_risk(view.hand, view.rules.pack, n_kitty, high_jokers(view))
    return risk if view.rules.n_players <= 4 else risk * MANY_PLAYERS // 100


@kernel
def waits(view: View, call: int) -> bool:
    """Return whether a misère needs a higher bid first that somebody may still make."""
    waiting = view.rules.after_seven | view.rules.after_eight
    return (
        (waiting >> call) & 1 == 1
        and not view.rules.one_round
        and view.rules.rank[view.standing] < view.rules.rank[call]
        and popcount(view.passed) < view.rules.n_players - 1
    )


@kernel
def risk_borne(view: View, chance_taken: float, losing: bool) -> int:
    """Return the greatest cost at which a misère is still bid."""
    risk = chance_taken
    mine = view.score[view.rules.team[view.seat]]
    if losing:
        risk = max(risk, 0.7)
    elif (
        is_partner(view, view.standing_seat)
        or mine - value_of(view, MISERE) <= view.rules.back_door < 0
    ):
        risk = 0.5 * risk
    return int(-100 * math.log(max(1 - risk, 0.01)))


@kernel
def safe_in_the_open(view: View) -> bool:
    """Return whether every suit is safe against defenders who see it, with one card to lose at most."""
    none, one, _ = misere_costs(view.hand, view.rules.pack, high_jokers(view))
    bare = (view.rules.no_kitty >> OPEN_MISERE) & 1
    return (none if bare else one) <= 4
