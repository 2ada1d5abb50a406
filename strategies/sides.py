"""Who plays with whom in the tricks, whatever the number of players and sides.

The rules say who scores together (``view.allies``, as far as a seat can know). In the tricks it is
not the same: against a contractor everybody else pulls together, also where each keeps a score of
his own, or where there are three sides.
"""

from __future__ import annotations

from sim.cards import KIND_DOUBLE_NULLO
from sim.compile import kernel
from strategies.api import View


@kernel
def contract_side(view: View) -> int:
    """Return the bit set of the seats that are known to play for the contract; 0 without one.

    A called partner knows of himself; the others learn of him when his card is played.
    """
    if view.contractor < 0:
        return 0
    side: int = view.rules.allies[view.contractor]
    if view.rules.calls_partner:
        if view.called_seat >= 0:
            side |= 1 << view.called_seat
        if (view.allies >> view.contractor) & 1:
            side |= view.allies
    return side


@kernel(inline=True)
def friends(view: View) -> int:
    """Return the bit set of the seats that pull with me in the tricks, my own too."""
    if view.rules.n_teams == 2:
        return view.allies
    side = contract_side(view)
    if side == 0 or (side >> view.seat) & 1:
        return view.allies
    return ((1 << view.rules.n_players) - 1) & ~side


@kernel(inline=True)
def is_friend(view: View, seat: int) -> int:
    """Return 1 if another seat pulls with me in the tricks; 0 for -1, nobody."""
    if seat < 0 or seat == view.seat:
        return 0
    return (friends(view) >> seat) & 1


@kernel
def friend_to_come(view: View) -> int:
    """Return 1 if a friend plays to this trick after me."""
    mates = friends(view) & ~view.sitting_out & ~(1 << view.seat)
    for seat in range(view.rules.n_players):
        if (mates >> seat) & 1 and view.on_table[seat] < 0:
            return 1
    return 0


@kernel
def duckers(view: View) -> int:
    """Return the bit set of the seats that must take no trick in a misère.

    That is the contractor, and his partner if he plays too: in double nullo, and with his hand open.
    """
    if view.kind == KIND_DOUBLE_NULLO or view.dummy >= 0:
        return view.rules.allies[view.contractor]
    return 1 << view.contractor
