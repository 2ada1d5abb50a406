"""Asking a strategy: what is put into the view for one seat, and which answers are legal.

The public part of the view is kept up to date as the hand goes on; here the asked seat's own cards
and its question are added. A strategy is asked only when there is a choice.
"""

from __future__ import annotations

import numpy as np

from sim.cards import JOKERS, N_CALLS
from sim.compile import kernel
from sim.masks import keep_masks, without_masks
from sim.records import (
    N_PARAMS,
)
from sim.rng import noise

_NOISE_PER_HOOK = 256


@kernel(inline=True)
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


@kernel(inline=True)
def _show_cards(v: np.record, st: np.record, seat: int) -> None:
    """Fill in the masks of one seat's view: hand, unseen, and to the contractor kitty and discards."""
    own: int = -1 if seat == v.contractor else 0
    keep_masks(v.hand, st.hands[seat], -1)
    keep_masks(v.kitty, st.kitty, own)
    keep_masks(v.discarded, st.discards, own)
    without_masks(v.unseen, st.unplayed, st.hands[seat], v.exposed, v.discarded)


@kernel(inline=True)
def is_card(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the cards in ``v.legal``."""
    suit = answer >> 5
    return 0 <= suit <= JOKERS and (v.legal[suit] >> (answer & 31)) & 1 == 1


@kernel(inline=True)
def is_call(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the calls in ``v.legal_calls``."""
    return 0 <= answer < N_CALLS - 1 and (v.legal_calls >> answer) & 1 == 1


@kernel
def is_suit(v: np.record, answer: int) -> bool:
    """Return whether an answer is one of the suits in ``v.legal_suits``."""
    return 0 <= answer < JOKERS and (v.legal_suits >> answer) & 1 == 1
