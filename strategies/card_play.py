"""How the club player plays the tricks of a suit or no-trump contract.

Leading, the contractor draws trumps and then runs his winners, his partner returns trumps and
cashes aces, the defenders lead short aces, sequences, partner's suit and singletons. Following,
everybody plays second hand low, third hand high, fourth hand the cheapest winner, and never over
partner. Void, he ruffs what opponents would win with the lowest trump that holds, and otherwise
throws what he needs least.
"""

from __future__ import annotations

from typing import Final

from sim.bits import highest_bit, lowest_bit, nth_bit, popcount
from sim.cards import ACE, JACK, KING, LEFT_BOWER, NO_TRUMPS, QUEEN, RED_JOKER_TRUMP, TEN
from sim.compile import kernel
from strategies.api import View
from strategies.sides import friend_to_come, is_friend
from strategies.toolkit import (
    above,
    below,
    called,
    card,
    cheapest_equal,
    first_suit_led,
    has_led,
    is_partner,
    is_void,
    left_of,
    seats_to_come,
    sure_winners,
    trumps_against,
)

NO_LEAD: Final = -1
POOR: Final = -1000
PARTNERS_SUIT: Final = 25  # what a lead is better for when partner led the suit first


# Following


@kernel
def follow(view: View) -> int:
    """Return the card to play to a trick that somebody else has led."""
    if view.legal[view.led_suit]:
        return follow_suit(view)
    if view.legal[view.strain]:
        trump = ruff(view)
        if trump >= 0:
            return trump
    return throw(view)


@kernel
def follow_suit(view: View) -> int:
    """Return the card to play when holding the suit led."""
    led = view.led_suit
    mine = view.legal[led]
    low = card(led, lowest_bit(mine))
    best = view.best_card
    if best >> 5 != led:
        return low  # ruffed already, or a joker has been led
    better = mine & above(best & 31)
    if better == 0:
        return low
    left = seats_to_come(view)
    partner_wins = is_friend(view, view.best_seat)
    if left == 0:
        return low if partner_wins else card(led, lowest_bit(better))
    if led != view.strain and is_void(view, left_of(view, view.seat), led):
        if trumps_against(view) > 0:
            # the next player will ruff: nothing high on this trick
            return low if partner_wins or left > 1 else card(led, lowest_bit(better))
    if left == 1:
        return third_hand(view, better)
    return second_hand(view, better)


@kernel
def third_hand(view: View, better: int) -> int:
    """Return the card of the third player: high, the cheapest of equals, no waste over partner."""
    led = view.led_suit
    power = view.best_card & 31
    top = highest_bit(better)
    unseen = view.unseen[led]
    if is_friend(view, view.best_seat):
        if unseen & above(power) & below(top) == 0:
            return card(led, lowest_bit(view.legal[led]))  # as good as mine
        if led == view.strain and power >= ACE and top >= RED_JOKER_TRUMP:
            return card(led, lowest_bit(view.legal[led]))  # no joker on partner's high trump
    return card(led, cheapest_equal(better, unseen, top))


@kernel
def second_hand(view: View, better: int) -> int:
    """Return the card of the second player: low, but the master when it would catch something."""
    led = view.led_suit
    unseen = view.unseen[led]
    power = view.best_card & 31
    low = card(led, lowest_bit(view.legal[led]))
    masters = sure_winners(better, unseen)
    if masters == 0 or (is_friend(view, view.best_seat) and unseen & above(power) == 0):
        return low
    if led == view.strain:
        take = power >= ACE or popcount(masters) > 1
    elif view.strain < NO_TRUMPS:
        take = True  # aces do not keep while there are trumps
    else:
        take = power >= JACK or view.trick >= 5 or popcount(masters) > 1
    return card(led, lowest_bit(masters)) if take else low


# Void in the suit led


@kernel
def ruff(view: View) -> int:
    """Return the trump (at no trumps the joker) to win with, -1 to throw a card instead."""
    strain = view.strain
    trumps = view.legal[strain]
    best = view.best_card
    better = trumps & above(best & 31) if best >> 5 == strain else trumps
    if better == 0:
        return -1
    left = seats_to_come(view)
    low = lowest_bit(better)
    if left == 0:
        return -1 if is_friend(view, view.best_seat) else card(strain, low)
    led = view.led_suit
    next_void = is_void(view, left_of(view, view.seat), led)
    beatable = best >> 5 != strain and view.unseen[led] & above(best & 31) != 0
    if is_friend(view, view.best_seat):
        # partner may still be beaten: worth a small trump, not a big one
        worth = beatable and not next_void and best & 31 < QUEEN and low < QUEEN
        return card(strain, low) if worth and strain < NO_TRUMPS else -1
    if left >= 2 and beatable and (next_void or low >= ACE) and friend_to_come(view):
        return -1  # partner may win it by himself
    if next_void and view.unseen[strain] & above(low):
        masters = sure_winners(better, view.unseen[strain])
        if masters:
            return card(strain, lowest_bit(masters))
    return card(strain, low)


@kernel
def throw(view: View) -> int:
    """Return the card that will be missed least."""
    strain = view.strain
    best = -1
    least = 10_000
    for suit in range(4):
        mask = view.legal[suit]
        if mask and suit != strain:
            cost = throwing_cost(view, suit, mask)
            if cost < least:
                least = cost
                best = suit
    if best < 0:
        best = strain if view.legal[strain] else 4
    return card(best, lowest_bit(view.legal[best]))


@kernel
def throwing_cost(view: View, suit: int, mask: int) -> int:
    """Return what it costs to throw the lowest card of a plain suit: guards, winners, length."""
    n = popcount(mask)
    low = lowest_bit(mask)
    unseen = view.unseen[suit]
    top = highest_bit(mask)
    higher = popcount(unseen & above(top))
    cost = 2 * low
    if higher == 0:
        cost += 60 if n == 1 or unseen & above(low) == 0 else 6
    elif top >= QUEEN and n == higher + 1:
        cost += 25  # the last guard of a king or queen
    elif n > 1 and top >= JACK:
        cost += 4
    if n == 1 and view.strain < NO_TRUMPS and view.hand[view.strain]:
        cost -= 12
    if view.strain == NO_TRUMPS and n >= 4:
        cost += 4 * n if higher <= 1 else 0
    return cost


# Leading


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
    partners = led_by_friends(view)
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
    """Return 1 if a joker should be led now: late, to take the last card above a suit."""
    mask = view.hand[suit]
    out = view.unseen[suit]
    if view.trick < 6:
        return 0
    return 1 if sure_winners(mask, out) == 0 and popcount(mask) > 1 and popcount(out) <= 1 else 0


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
