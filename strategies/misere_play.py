"""How the club player plays a misère, and plays against one.

The contractor leads what cannot be caught, follows with the highest card that stays under, and
throws what endangers him most. The defenders keep out of his void suits, lead middle cards from
short suits and return each other's low ones, duck under him when he is winning, and unload high
cards when he is safe.
"""

from __future__ import annotations

from typing import Final

from sim.bits import highest_bit, lowest_bit, popcount
from sim.cards import TEN
from sim.compile import kernel
from strategies.api import View
from strategies.leading import led_by_friends
from strategies.sides import duckers
from strategies.toolkit import above, below, card, first_suit_led, is_void, seats_to_come

POOR: Final = -1000
SHORTER: Final = 10  # what a lead against a misère loses for each card of the suit
RETURNED: Final = 24  # what it gains in the suit that a friend began
LAST_MIDDLE_LEAD: Final = 3  # trick up to which low cards are kept back for the kill


@kernel
def play_misere(view: View) -> int:
    """Return the card to play in a misère."""
    if (duckers(view) >> view.seat) & 1:
        return duck_lead(view) if view.n_in_trick == 0 else duck(view)
    return attack_lead(view) if view.n_in_trick == 0 else attack(view)


# The contractor


@kernel
def danger(mask: int, unseen: int) -> int:
    """Return by how much the worst card of a holding stands above safety; 0 or less is safe.

    The i-th card upwards (from 0) is safe while no more than i unseen cards of the suit are lower:
    opponents have then run out of lower ones when it must be played.
    """
    worst = -20
    i = 0
    while mask:
        power = lowest_bit(mask)
        lower = popcount(unseen & below(power))
        if unseen & above(power) or lower:
            worst = max(worst, lower - i)
        mask = mask & (mask - 1)
        i += 1
    return worst


@kernel
def duck_lead(view: View) -> int:
    """Return the contractor's lead: low, from the suit in which opponents can least stay under."""
    best = -1
    most = 10 * POOR
    for suit in range(4):
        mask = view.legal[suit]
        if mask:
            unseen = view.unseen[suit]
            power = lowest_bit(mask)
            lower = popcount(unseen & below(power))
            higher = popcount(unseen & above(power))
            worth = 4 * min(higher, 6) - 12 * lower - (100 if higher == 0 else 0)
            worth -= 10 * max(danger(mask & (mask - 1), unseen), 0)
            if popcount(mask) == 1:
                worth += 6
            if worth > most:
                most = worth
                best = suit
    if best < 0 or (most < 0 and view.rules.joker_low and view.legal[4]):
        return card(4, lowest_bit(view.legal[4]))
    return card(best, lowest_bit(view.legal[best]))


@kernel
def duck(view: View) -> int:
    """Return the contractor's card to a trick that a defender has led."""
    led = view.led_suit
    mine = view.legal[led]
    if mine == 0:
        return throw_danger(view)
    best = view.best_card
    if best >> 5 != led:
        return card(led, highest_bit(mine))
    under = mine & below(best & 31)
    if under:
        return card(led, highest_bit(under))
    if seats_to_come(view) == 0:
        return card(led, highest_bit(mine))
    return card(led, lowest_bit(mine))


@kernel
def throw_danger(view: View) -> int:
    """Return the contractor's discard: the top card of the suit that endangers him most."""
    best = -1
    most = 10 * POOR
    for suit in range(4):
        mask = view.legal[suit]
        if mask:
            unseen = view.unseen[suit]
            top = highest_bit(mask)
            worth = 10 * danger(mask, unseen) + popcount(unseen & below(top)) - popcount(mask)
            if unseen == 0:
                worth -= 50
            if worth > most:
                most = worth
                best = suit
    if best < 0 or (view.legal[4] and not view.rules.joker_forced and not view.rules.joker_low):
        return card(4, lowest_bit(view.legal[4]))
    return card(best, highest_bit(view.legal[best]))


# The defenders


@kernel
def attack(view: View) -> int:
    """Return a defender's card to a trick that somebody else has led."""
    led = view.led_suit
    mine = view.legal[led]
    if mine == 0:
        return unload(view)
    under = mine & below(view.best_card & 31)
    if ducker_wins(view):
        # stay under him; if that cannot be, take it with the highest
        return card(led, highest_bit(under if under else mine))
    if not ducker_may_follow(view):
        return card(led, highest_bit(mine))  # he is under, or has none: be rid of the high ones
    if view.exposed_seat == view.contractor:
        return card(led, highest_no_help(mine, view.exposed[led], view.best_card & 31))
    # what stays under helps him no more than the lowest, and the lowest is kept
    return card(led, highest_bit(under) if under else lowest_bit(mine))


@kernel
def highest_no_help(mine: int, his: int, best: int) -> int:
    """Return the highest of my cards that lets him get rid of no higher one than my lowest does.

    He will play his highest card below the best of the trick; below none of his he is caught.
    """
    answer = highest_bit(his & below(max(best, lowest_bit(mine))))
    fit = mine & (below(lowest_bit(his & above(answer))) if his & above(answer) else -1)
    return highest_bit(fit) if fit else lowest_bit(mine)


@kernel
def ducker_wins(view: View) -> int:
    """Return 1 if one who must take no trick is winning this one."""
    return (duckers(view) >> view.best_seat) & 1 if view.best_seat >= 0 else 0


@kernel
def he_is_safe(view: View) -> int:
    """Return 1 if nobody who must take no trick can still be made to take this one."""
    return 0 if ducker_wins(view) or ducker_may_follow(view) else 1


@kernel
def ducker_may_follow(view: View) -> int:
    """Return 1 if one who must take no trick has still to play to this one, and may have the suit."""
    targets = duckers(view)
    for seat in range(view.rules.n_players):
        if (targets >> seat) & 1 and view.on_table[seat] < 0:
            if not known_void(view, seat, view.led_suit):
                return 1
    return 0


@kernel
def known_void(view: View, seat: int, suit: int) -> int:
    """Return 1 if a seat cannot have a suit: it has shown so, its open hand does, or all are seen."""
    if view.exposed_seat == seat:
        return 1 if view.exposed[suit] == 0 else 0
    if view.dummy == seat:
        return 1 if view.mate[suit] == 0 else 0
    return 1 if is_void(view, seat, suit) or view.unseen[suit] == 0 else 0


@kernel
def unload(view: View) -> int:
    """Return a defender's discard: high cards, first from suits where he must still follow."""
    if view.legal[4] and not view.rules.joker_low and he_is_safe(view):
        return card(4, highest_bit(view.legal[4]))
    best = -1
    most = 10 * POOR
    for suit in range(4):
        mask = view.legal[suit]
        if mask:
            top = highest_bit(mask)
            worth = 3 * top - 2 * popcount(mask) + 2 * popcount(mask & above(9))
            if view.unseen[suit] & above(top) == 0:
                worth += 3
            if all_duckers_void(view, suit):
                worth -= 8
            if worth > most:
                most = worth
                best = suit
    if best < 0:
        return card(4, lowest_bit(view.legal[4]))
    return card(best, highest_bit(view.legal[best]))


@kernel
def attack_lead(view: View) -> int:
    """Return a defender's lead against a misère."""
    best = -1
    most = 10 * POOR
    for suit in range(4):
        if view.legal[suit]:
            worth = attack_worth(view, suit)
            if worth > most:
                most = worth
                best = suit
    if best < 0:
        return card(4, lowest_bit(view.legal[4]))
    return card(best, attack_power(view, best))


@kernel
def attack_worth(view: View, suit: int) -> int:
    """Return how good a suit is to attack: his long and high holdings, our low cards."""
    mask = view.legal[suit]
    n = popcount(mask)
    low = lowest_bit(mask)
    unseen = view.unseen[suit]
    if all_duckers_void(view, suit):
        return POOR + n
    if view.exposed_seat == view.contractor:
        return attack_open(view, suit, view.exposed[suit])
    if view.dummy >= 0 and view.mate[suit]:
        return attack_open(view, suit, view.mate[suit])
    if unseen == 0:
        return POOR // 2
    worth = 4 * popcount(unseen & above(low)) - 6 * popcount(unseen & below(low)) - SHORTER * n
    if (led_by_friends(view) >> suit) & 1:
        worth += RETURNED
    if first_suit_led(view, view.contractor) == suit:
        worth -= 14
    return worth + showed_height(view, suit)


@kernel
def all_duckers_void(view: View, suit: int) -> int:
    """Return 1 if all who must take no trick have failed to follow a suit."""
    targets = duckers(view)
    for seat in range(view.rules.n_players):
        if (targets >> seat) & 1 and not is_void(view, seat, suit):
            return 0
    return 1


@kernel
def attack_open(view: View, suit: int, his: int) -> int:
    """Return how good a suit is to attack against an open hand: its distance from safety."""
    if his == 0:
        return POOR
    mine = view.legal[suit]
    lower = popcount(mine & below(highest_bit(his)))
    return 10 * danger(his, view.unseen[suit] | mine) + 5 * lower


@kernel
def showed_height(view: View, suit: int) -> int:
    """Return a bonus for a suit in which he has ducked with a card that was high already."""
    bonus = 0
    for trick in range(view.trick):
        played = view.cards[trick, view.contractor]
        if played >= 0 and played >> 5 == suit and view.leaders[trick] != view.contractor:
            bonus = max(bonus, 2 * ((played & 31) - 4))
    return bonus


@kernel
def attack_power(view: View, suit: int) -> int:
    """Return the card to attack with: early a middle one from a short suit, else the lowest."""
    mask = view.legal[suit]
    low = lowest_bit(mask)
    if view.exposed_seat == view.contractor or view.dummy >= 0:
        his = view.exposed[suit] if view.dummy < 0 else view.mate[suit]
        under = mask & below(highest_bit(his)) if his else 0
        return highest_bit(under) if under and popcount(mask) > 1 else low
    middle = mask & below(TEN)
    return highest_bit(middle) if middle and view.trick <= LAST_MIDDLE_LEAD else low
