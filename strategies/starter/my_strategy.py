"""Bids its longest suit by its length, draws trumps, plays high when it can win.

Say here in a player's words how it plays; the first line is shown in lists.
"""

from __future__ import annotations

from strategies.toolkit import count, highest, lowest

# Numbers that a study can set without compiling anew, as my_strategy(eager=1). They are read by their
# place: view.params[0] is eager.
PARAMETERS = {"eager": 0.0}
EAGER = 0


def bid(view):
    """Return a call: 0 passes, 1 to 25 are 6S 6C 6D 6H 6NT 7S ... 10NT, 26 is misère."""
    best = 0
    for suit in range(4):  # 0 spades, 1 clubs, 2 diamonds, 3 hearts; 4 holds the joker
        if count(view.hand[suit]) > count(view.hand[best]):
            best = suit
    strength = count(view.hand[best]) + 2 * count(view.hand[4]) + view.params[EAGER]
    level = 6 + int(strength) - 5  # five cards, or three and the joker, are worth a bid of six
    call = 1 + 5 * (min(level, 8) - 6) + best
    if level < 6 or not view.legal_calls >> call & 1:
        return 0
    return call


def discard(view):
    """Return one card to put away; asked once for each card of the kitty."""
    return cheapest(view)


def play(view):
    """Return a card of view.legal. view.led_suit is -1 when it is my lead."""
    if view.led_suit < 0:
        return dearest(view) if view.seat == view.contractor else cheapest(view)
    partner_wins = view.allies >> view.best_seat & 1
    card = dearest(view)
    wins = card > view.best_card if card >> 5 == view.best_card >> 5 else card >> 5 == view.strain
    if view.misere or partner_wins or not wins:
        return cheapest(view)
    return card


def dearest(view):
    """Return the highest legal card, a trump if there is one."""
    if view.strain >= 0 and view.legal[view.strain]:
        return 32 * view.strain + highest(view.legal[view.strain])
    best = -1
    for suit in range(5):
        if view.legal[suit] and (best < 0 or highest(view.legal[suit]) > best & 31):
            best = 32 * suit + highest(view.legal[suit])
    return best


def cheapest(view):
    """Return the lowest legal card, a trump only if there is nothing else."""
    best = -1
    for suit in range(5):
        if view.legal[suit] and suit != view.strain:
            card = 32 * suit + lowest(view.legal[suit])
            if best < 0 or card & 31 < best & 31:
                best = card
    if best < 0:
        best = 32 * view.strain + lowest(view.legal[view.strain])
    return best
