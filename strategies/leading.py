"""What the club player leads in a suit or no-trump contract.

The contractor draws trumps and then runs his winners, his partner returns trumps and cashes aces, the
defenders lead short aces, sequences, partner's suit and singletons.
"""

from __future__ import annotations

from typing import Final

from sim.bits import highest_bit, lowest_bit, nth_bit, popcount
from sim.cards import JACK, KING, LEFT_BOWER, NO_TRUMPS, QUEEN, TEN
from sim.compile import kernel
from sim.records import JOKER_LEAD_LAST_TRICK, JOKER_LEAD_UNLED_SUIT, JOKER_VOID_ANYTHING
from strategies.api import View
from strategies.card_play import throw
from strategies.sides import is_friend
from strategies.toolkit import (
    above,
    below,
    called,
    card,
    first_suit_led,
    has_led,
    is_partner,
    is_void,
    left_of,
    opponents_void,
    sure_winners,
    trumps_against,
)

NO_LEAD: Final = -1
POOR: Final = -1000
PARTNERS_SUIT: Final = 25  # what a lead is better for when partner led the suit first


@kernel
def lead(view: View) -> int:
    """Return the card to lead."""
    trumps = trumps_against(view)
    if view.strain < NO_TRUMPS and trumps > 0 and view.hand[view.strain]:
        if view.seat == view.contractor:
            drawn = draw_trumps(view, trumps)
        elif is_partner(view, view.contractor):
            drawn = return_trumps(view)
        else:
            drawn = NO_LEAD
        if drawn != NO_LEAD:
            return drawn
    best = -1
    most = POOR
    partners = led_by_friends(view) & ~friends_void(view)
    once, twice, ours = ruffing(view)
    for suit in range(4):
        if suit != view.strain and view.legal[suit]:
            worth = lead_worth(view, suit, trumps)
            if (partners >> suit) & 1:
                worth += PARTNERS_SUIT
            if trumps > 0:
                if (once >> suit) & 1:
                    worth -= 100 if (twice >> suit) & 1 else 50
                elif (ours >> suit) & 1:
                    worth += 30
            if worth > most:
                most = worth
                best = suit
    if best < 0 or (most < 0 and view.strain < NO_TRUMPS and view.hand[view.strain]):
        return lead_last_suit(view)
    if view.legal[4] and view.strain == NO_TRUMPS and leads_joker(view, best):
        return card(4, highest_bit(view.legal[4]))
    return card(best, lead_power(view, best))


@kernel
def draw_trumps(view: View, against: int) -> int:
    """Return the contractor's trump lead, -1 when trumps should wait."""
    trump = view.strain
    mine = view.hand[trump]
    unseen = view.unseen[trump]
    n = popcount(mine)
    top = highest_bit(mine)
    higher = popcount(unseen & above(top))
    if higher == 0:
        return card(trump, top) if n > 1 or against <= 2 else NO_LEAD
    if higher >= against or n < 3:
        return NO_LEAD  # the last high trumps may come by themselves
    if view.partner >= 0 and called(view, view.partner, trump):
        return card(trump, lowest_bit(mine))  # towards his strength
    rest = mine & below(top)
    if n >= 4 and unseen & above(highest_bit(rest)) & below(top) == 0:
        return card(trump, top)  # touching: drives the higher one out
    for suit in range(4):
        plain = view.hand[suit]
        if suit != trump and popcount(plain) == 1 and sure_winners(plain, view.unseen[suit]):
            return card(suit, lowest_bit(plain))  # a bare ace before thin trumps
    return card(trump, nth_bit(mine, (n - 1) // 2))  # a middle one: the top and the low ones stay


@kernel
def return_trumps(view: View) -> int:
    """Return the trump that partner of the contractor leads back if trumps were begun, else -1."""
    trump = view.strain
    if not has_led(view, view.contractor, trump) or is_void(view, view.contractor, trump):
        return NO_LEAD
    mine = view.hand[trump]
    top = highest_bit(mine)
    if popcount(mine) == 1 and top >= LEFT_BOWER:
        return NO_LEAD
    return card(trump, top)


@kernel
def lead_last_suit(view: View) -> int:
    """Return a lead from trumps or jokers: the top if nothing beats it, else the lowest."""
    suit = view.strain if view.legal[view.strain] else 4
    mask = view.legal[suit]
    if mask == 0:
        return throw(view)
    masters = sure_winners(mask, view.unseen[suit])
    return card(suit, highest_bit(mask) if masters else lowest_bit(mask))


@kernel
def leads_joker(view: View, suit: int) -> int:
    """Return 1 if a joker should be led now.

    That is to take the only card above a suit, or with one other card left, which may then be good.
    """
    mask = view.hand[suit]
    out = view.unseen[suit]
    if not may_name(view, suit):
        return 0
    if view.trick == 8:
        return 1
    return 1 if sure_winners(mask, out) == 0 and popcount(mask) > 1 and popcount(out) <= 1 else 0


@kernel
def may_name(view: View, suit: int) -> int:
    """Return 1 if the leader of a joker could name a suit; before the last trick some rules limit it."""
    way = view.rules.joker_lead
    if way == JOKER_LEAD_LAST_TRICK or (
        way == JOKER_LEAD_UNLED_SUIT and view.suits_led >> suit & 1
    ):
        return 0
    void = is_void(view, view.seat, suit)
    return 0 if void and view.rules.joker_void != JOKER_VOID_ANYTHING else 1


@kernel
def lead_power(view: View, suit: int) -> int:
    """Return which card of a suit to lead: a winner, the top of touching honours, or low."""
    mask = view.legal[suit]
    top = highest_bit(mask)
    unseen = view.unseen[suit]
    if unseen & above(top) == 0:
        return top
    rest = mask & below(top)
    if rest == 0:
        return top
    second = highest_bit(rest)
    if top >= TEN and unseen & above(second) & below(top) == 0:
        return top
    if popcount(mask) == 2 and (led_by_friends(view) >> suit) & 1:
        return top  # the higher of two in partner's suit
    return lowest_bit(mask)


@kernel
def lead_worth(view: View, suit: int, trumps: int) -> int:
    """Return how good it is to lead a plain suit; below zero is worse than a trump."""
    mask = view.legal[suit]
    n = popcount(mask)
    unseen = view.unseen[suit]
    winners = popcount(sure_winners(mask, unseen))
    if trumps == 0 and winners < n and view.trick > 0 and opponents_void(view, suit):
        winners = n  # only partner can beat them
    if winners:
        return winners_worth(view, suit, n, winners, trumps)
    worth = 10 + holding_worth(mask, unseen, view.strain)
    if view.strain == NO_TRUMPS:
        worth += 6 * n
    elif n == 1 and view.hand[view.strain] and view.seat != view.contractor:
        worth += 25 if highest_bit(mask) < KING else 5
    elif view.seat == view.contractor and trumps == 0:
        worth += 5 * n
    return worth


@kernel
def winners_worth(view: View, suit: int, n: int, winners: int, trumps: int) -> int:
    """Return how good it is to cash a suit that has sure winners."""
    if view.strain == NO_TRUMPS:
        if winners >= 3 or winners + 1 >= n > 2 or view.trick >= 5:
            return 40 + 12 * winners + 4 * n
        return 15 + 6 * winners + 4 * n  # a lone ace is kept while there is a suit to set up
    if trumps == 0:
        return 60 + 5 * winners + n
    # a short ace is ruffed less often than a long one
    return 60 + 5 * winners - 5 * n - (20 if popcount(view.unseen[suit]) < 4 else 0)


@kernel
def holding_worth(mask: int, unseen: int, strain: int) -> int:
    """Return how good a suit without winners is to lead from: sequences yes, under a king no."""
    top = highest_bit(mask)
    rest = mask & below(top)
    if rest and top >= JACK and unseen & above(highest_bit(rest)) & below(top) == 0:
        return 20
    if top == KING and rest and strain < NO_TRUMPS:
        return -12
    return -6 if top == QUEEN and popcount(mask) == 2 else 0


@kernel
def ruffing(view: View) -> tuple[int, int, int]:
    """Return the suits, as bit sets, that one opponent, that two, and that a friend may ruff."""
    if view.rules.n_players == 4:
        left = left_of(view, view.seat)
        partner = left_of(view, left)
        one, other = ruffed_by(view, left), ruffed_by(view, left_of(view, partner))
        return one | other, one & other, ruffed_by(view, partner)
    once = 0
    twice = 0
    ours = 0
    seat = left_of(view, view.seat)
    while seat != view.seat:
        suits = ruffed_by(view, seat)
        if is_friend(view, seat):
            ours |= suits
        else:
            twice |= once & suits
            once |= suits
        seat = left_of(view, seat)
    return once, twice, ours


@kernel
def ruffed_by(view: View, seat: int) -> int:
    """Return the suits, as a bit set, that a seat may ruff: known voids while it may have trumps."""
    return (
        0 if view.strain == NO_TRUMPS or is_void(view, seat, view.strain) else view.shown_void[seat]
    )


@kernel
def friends_void(view: View) -> int:
    """Return the suits, as a bit set, of which a friend has shown that he has no more."""
    if view.partner >= 0 and view.rules.n_players == 4:
        return view.shown_void[view.partner]
    suits = 0
    for seat in range(view.rules.n_players):
        if is_friend(view, seat):
            suits |= view.shown_void[seat]
    return suits


@kernel
def led_by_friends(view: View) -> int:
    """Return the suits, as a bit set, that friends began with when they were first on lead."""
    if view.trick == 0:
        return 0
    if view.rules.n_players == 4:
        suit = first_suit_led(view, view.partner)
        return 1 << suit if suit >= 0 else 0
    suits = 0
    for seat in range(view.rules.n_players):
        if is_friend(view, seat):
            suit = first_suit_led(view, seat)
            suits |= 1 << suit if suit >= 0 else 0
    return suits
