"""A player for tests: any legal card, and calls that make all contracts come up.

Who picks calls evenly ends almost always at the top of the ladder; this one passes half the time
and prefers the next few bids.
"""

from __future__ import annotations

from typing import Any

from sim.bits import nth_bit, popcount
from sim.cards import N_SUITS, PASS, STRIDE
from sim.compile import HOOK_SIGNATURE, kernel


@kernel(signature=HOOK_SIGNATURE)
def _call(v: Any) -> int:
    bids = v.legal_calls & ~(1 << PASS)
    n = popcount(bids)
    if v.noise % 2 == 0 or n == 0:
        return PASS
    few = 6 if (v.noise >> 1) % 8 else n
    return nth_bit(bids, (v.noise >> 4) % min(n, few))


@kernel(signature=HOOK_SIGNATURE)
def _card(v: Any) -> int:
    n = 0
    for suit in range(N_SUITS):
        n += popcount(v.legal[suit])
    at = v.noise % n
    for suit in range(N_SUITS):
        here = popcount(v.legal[suit])
        if at < here:
            return STRIDE * suit + nth_bit(v.legal[suit], at)
        at -= here
    return -1


@kernel(signature=HOOK_SIGNATURE)
def _suit(v: Any) -> int:
    return nth_bit(v.legal_suits, v.noise % popcount(v.legal_suits))


@kernel(signature=HOOK_SIGNATURE)
def _suit_or_none(v: Any) -> int:
    return -1 if v.noise % 3 == 0 else nth_bit(v.legal_suits, (v.noise >> 8) % 4)


@kernel(signature=HOOK_SIGNATURE)
def _yes_or_no(v: Any) -> int:
    return v.noise & 1


class RandomPlayer:
    """Sits down at the engine as a strategy does."""

    name = "random"
    values: tuple[float, ...] = ()
    card_values: tuple[float, ...] = ()
    hooks = (
        *(_call, _card, _card, _suit, _suit_or_none, _call),
        *(_yes_or_no, _yes_or_no, _yes_or_no, _card),
    )
