"""Asking a strategy: what is put into the view for one seat, and which answers are legal.

The public part of the view is kept up to date as the hand goes on; here the asked seat's own cards
and its question are added. A strategy is asked only when there is a choice.
"""

from __future__ import annotations

import numpy as np

from sim.cards import JOKERS, N_CALLS
from sim.compile import kernel
from sim.records import (
    N_PARAMS,
)
from sim.rng import noise

_NOISE_PER_HOOK = 256


@kernel
def seat_view(v: np.record, st: np.record, seat: int, hook: int, n: int) -> None:
    """Fill in the asked seat, its cards, what it has not seen, its noise and its parameters.

    ``n`` is the number of the decision within the hand, so that noise depends on nothing else.
    """
    v.seat = seat
    v.partner = v.rules.partner[seat]
    v.noise = noise(st.noise_key, _NOISE_PER_HOOK * hook + n)
    st.hook = hook
    _show_cards(v, st, seat)
    if st.params_now != st.params_of[seat]:
        st.params_now = st.params_of[seat]
        for i in range(N_PARAMS):
            v.params[i] = st.params[seat, i]


@kernel
def _show_cards(v: np.record, st: np.record, seat: int) -> None:
    """Fill in the masks of one seat's view: hand, unseen, and to the contractor kitty and discards.

    All values are read before any is written, so that the five masks move as one vector.
    """
    own = -1 if seat == v.contractor else 0
    hand, kitty, gone = st.hands[seat], st.kitty, st.discards
    h0, h1, h2, h3, h4 = hand[0], hand[1], hand[2], hand[3], hand[4]
    k0, k1, k2, k3, k4 = kitty[0], kitty[1], kitty[2], kitty[3], kitty[4]
    d0, d1, d2, d3, d4 = gone[0] & own, gone[1] & own, gone[2] & own, gone[3] & own, gone[4] & own
    left, shown = st.unplayed, v.exposed
    u0 = left[0] & ~(h0 | shown[0] | d0)
    u1 = left[1] & ~(h1 | shown[1] | d1)
    u2 = left[2] & ~(h2 | shown[2] | d2)
    u3 = left[3] & ~(h3 | shown[3] | d3)
    u4 = left[4] & ~(h4 | shown[4] | d4)
    _write(v.hand, h0, h1, h2, h3, h4)
    _write(v.unseen, u0, u1, u2, u3, u4)
    _write(v.kitty, k0 & own, k1 & own, k2 & own, k3 & own, k4 & own)
    _write(v.discarded, d0, d1, d2, d3, d4)


@kernel
def _write(masks: np.ndarray, m0: int, m1: int, m2: int, m3: int, m4: int) -> None:
    masks[0] = m0
    masks[1] = m1
    masks[2] = m2
    masks[3] = m3
    masks[4] = m4


@kernel
def is_card(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the cards in ``v.legal``."""
    suit = answer >> 5
    return 0 <= suit <= JOKERS and (v.legal[suit] >> (answer & 31)) & 1 == 1


@kernel
def is_call(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the calls in ``v.legal_calls``."""
    return 0 <= answer < N_CALLS - 1 and (v.legal_calls >> answer) & 1 == 1


@kernel
def is_suit(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the suits in ``v.legal_suits``."""
    return 0 <= answer < JOKERS and (v.legal_suits >> answer) & 1 == 1
