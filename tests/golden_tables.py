"""What the golden hands of other tables and rarer contracts are there to show.

Each function looks at a TRACE row, as those in ``golden_hands`` do.
"""

from __future__ import annotations

from typing import Any

from sim import cards


def _made(trace: Any) -> bool:
    return int(trace["points"][:6].max()) > 100


def _played(trace: Any) -> set[int]:
    return {int(code) for trick in trace["cards"] for code in trick}


def thirteen_takes_a_trick(trace: Any) -> bool:
    """A thirteen takes a trick, and the contract is made."""
    thirteens = {cards.card(suit, cards.TEN + 3) for suit in range(4)}
    taken = {int(trace["cards"][n][trace["winners"][n]]) for n in range(int(trace["n_tricks"]))}
    return bool(thirteens & taken) and _made(trace) and trace["contract"] <= cards.LAST_NATURAL


def three_sides(trace: Any) -> bool:
    """Three sides score: the contractor's makes it, both others take tricks."""
    points = [int(p) for p in trace["points"][:3]]
    return min(points) > 0 and max(points) >= 100


def partner_called(trace: Any) -> bool:
    """A card is called, its holder helps to make the contract."""
    return trace["partner"] >= 0 and _made(trace) and trace["tricks_won"][trace["partner"]] > 1


def alone_against_two(trace: Any) -> bool:
    """The contractor makes it against two, who both take tricks."""
    return _made(trace) and min(trace["tricks_won"][:3]) > 0


def two_players(trace: Any) -> bool:
    """Two players, most cards out of play, the contract is made."""
    return _made(trace) and trace["n_calls"] >= 4


def blind_misere(trace: Any) -> bool:
    """Misère bid before the cards are seen, and lost."""
    return trace["contract"] == cards.BLIND_MISERE and trace["n_tricks"] >= 3


def sans_kitty(trace: Any) -> bool:
    """A bid made without the kitty, and kept."""
    return trace["contract"] > cards.SANS_KITTY and _made(trace)


def double_nullo(trace: Any) -> bool:
    """Both partners try to take nothing, partner having got the contractor's discards."""
    return trace["contract"] == cards.DOUBLE_NULLO and trace["n_tricks"] >= 5


def slam_declared(trace: Any) -> bool:
    """The contractor declares a slam with his partner's best card."""
    return trace["slam_called"] == 1 and trace["given"] == cards.RED_JOKER


def hi_lo(trace: Any) -> bool:
    """Exactly five tricks alone."""
    return trace["contract"] == cards.HI_LO and trace["tricks_won"][trace["contractor"]] == 5


def opponents_gain(trace: Any) -> bool:
    """A set bid costs its side nothing, its value goes to the others."""
    return sorted(int(p) for p in trace["points"][:2]) == [0, 200]


def thrown_in(trace: Any) -> bool:
    """A player without ace and face card asks for a redeal, and partner agrees."""
    return trace["redealt"] == 1 and trace["n_calls"] >= 2
