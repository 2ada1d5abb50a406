"""Asking a strategy: what is put into the view for one seat, and which answers are legal.

The public part of the view is kept up to date as the hand goes on; here the asked seat's own cards
and its question are added. A strategy is asked only when there is a choice.
"""

from __future__ import annotations

import numpy as np

from sim.cards import JOKERS, N_CALLS, N_SUITS
from sim.compile import kernel
from sim.masks import keep_masks, without_masks
from sim.records import CARD_HOOKS, MAX_SEATS, N_PARAMS
from sim.rng import noise

_NOISE_PER_HOOK = 256


@kernel(inline=True)
def seat_view(v: np.record, st: np.record, seat: int, hook: int, n: int) -> None:
    """Fill in the asked seat, its cards, what it has not seen, its noise and its parameters.

    ``n`` is the number of the decision within the hand, so that noise depends on nothing else.
    """
    v.seat = seat
    v.partner = v.rules.partner[seat]
    v.allies = v.rules.allies[seat]
    v.noise = noise(st.noise_key, _NOISE_PER_HOOK * hook + n)
    st.hook = hook
    _show_cards(v, st, seat)
    player = seat
    if st.partner >= 0:
        _show_partner(v, st, seat)
    if v.dummy >= 0:
        _show_both_hands(v, st, seat)
        player = v.contractor if seat == v.dummy else seat
    if (CARD_HOOKS >> hook) & 1:
        player += MAX_SEATS
    if st.params_now != st.params_of[player]:
        st.params_now = st.params_of[player]
        for i in range(N_PARAMS):
            v.params[i] = st.params[player, i]


@kernel(inline=True)
def _show_cards(v: np.record, st: np.record, seat: int) -> None:
    """Fill in the masks of one seat's view: hand, unseen, and to the contractor kitty and discards."""
    own: int = -1 if seat == v.contractor else 0
    put: int = -1 if seat == st.discarder else 0
    keep_masks(v.hand, st.hands[seat], -1)
    keep_masks(v.kitty, st.kitty, own)
    keep_masks(v.discarded, st.discards, put)
    without_masks(v.unseen, st.unplayed, st.hands[seat], v.exposed, v.discarded)


@kernel
def _show_partner(v: np.record, st: np.record, seat: int) -> None:
    """Fill in who plays with a seat where the contractor has called a partner (RULES A-27).

    The holder of the called card knows; the others do when it has been played.
    """
    pair = (1 << v.contractor) | (1 << st.partner)
    if (pair >> seat) & 1 and (seat == st.partner or v.called_seat >= 0):
        v.allies = pair
        v.partner = v.contractor if seat == st.partner else st.partner


@kernel
def _show_both_hands(v: np.record, st: np.record, seat: int) -> None:
    """Fill in what is known where the contractor plays his partner's open hand too (RULES A-30).

    He knows his own hand, what he took up and what he put away when he plays for partner, too.
    """
    other = v.contractor if seat == v.dummy else v.dummy
    keep_masks(v.mate, st.hands[other], -1)
    if seat == v.dummy:
        keep_masks(v.kitty, st.kitty, -1)
        keep_masks(v.discarded, st.discards, -1)
    without_masks(v.unseen, st.unplayed, st.hands[seat], v.mate, v.exposed)
    without_masks(v.unseen, v.unseen, v.discarded, v.discarded, v.discarded)


@kernel
def hide_hand(v: np.record) -> None:
    """Take the own cards out of a view, for a question that comes before one looks (RULES 5.7)."""
    for suit in range(N_SUITS):
        v.hand[suit] = 0
        v.unseen[suit] = v.rules.pack[suit]


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


@kernel
def is_yes_or_no(answer: int) -> bool:
    """Return whether an answer is 0 or 1."""
    return 0 <= answer <= 1
