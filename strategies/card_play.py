"""How the club player follows in the tricks of a suit or no-trump contract.

Everybody plays second hand low, third hand high, fourth hand the cheapest winner, and never over
partner. Void, he ruffs what opponents would win with the lowest trump that holds, and otherwise
throws what he needs least. What he leads is in ``leading.py``.
"""

from __future__ import annotations

from sim.bits import highest_bit, lowest_bit, popcount
from sim.cards import ACE, JACK, NO_TRUMPS, QUEEN, RED_JOKER_TRUMP
from sim.compile import kernel
from strategies.api import View
from strategies.sides import friend_to_come, is_friend
from strategies.toolkit import (
    above,
    below,
    card,
    cheapest_equal,
    is_void,
    left_of,
    seats_to_come,
    sure_winners,
    trumps_against,
)

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
