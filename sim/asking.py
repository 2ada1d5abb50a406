"""Asking a strategy: what is put into the view for one seat, and which answers are legal.

The public part of the view is kept up to date as the hand goes on; here the asked seat's own cards
and its question are added. A strategy is asked only when there is a choice.
"""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import JOKERS, N_CALLS, N_SUITS
from sim.compile import kernel
from sim.records import (
    HOOK_BID,
    HOOK_DISCARD,
    HOOK_NAME_SUIT,
    HOOK_NOMINATE,
    HOOK_PLAY,
    HOOK_RAISE_BID,
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
    hand = st.hands[seat]
    hides = seat == v.contractor
    h0, h1, h2, h3, h4 = hand[0], hand[1], hand[2], hand[3], hand[4]
    v.hand[0] = h0
    v.hand[1] = h1
    v.hand[2] = h2
    v.hand[3] = h3
    v.hand[4] = h4
    for suit in range(N_SUITS):
        known = hand[suit] | v.exposed[suit]
        if hides:
            known |= st.discards[suit]
            v.discarded[suit] = st.discards[suit]
            v.kitty[suit] = st.kitty[suit]
        else:
            v.discarded[suit] = 0
            v.kitty[suit] = 0
        v.unseen[suit] = st.unplayed[suit] & ~known
    if st.params_now != st.params_of[seat]:
        st.params_now = st.params_of[seat]
        for i in range(N_PARAMS):
            v.params[i] = st.params[seat, i]


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
