"""A fresh table for a hand: cards shuffled and dealt, view and state as before the first call."""

from __future__ import annotations

import numpy as np

from sim.cards import N_SUITS
from sim.compile import kernel
from sim.records import HAND_SIZE, MAX_KITTY, MAX_SEATS, N_TRICKS
from sim.rng import CARDS, NOISE, shuffle, stream_key


@kernel
def begin_hand(v: np.record, st: np.record, seed: int, deal: int, dealer: int) -> None:
    """Deal the cards of a deal number and clear the view; scores, rules and parameters stay.

    A seat that is to hold certain cards gets these; all others are dealt from what is left.
    """
    st.deal = deal
    st.noise_key = stream_key(seed, deal, NOISE)
    r = v.rules
    for i in range(r.n_deck):
        st.deck[i] = r.deck[i]
    n_drawn = HAND_SIZE * r.n_players + (r.n_kitty if r.n_dead else 0)  # else it is the rest
    if st.n_held:
        take_out_held(st, r.n_deck)
    shuffle(st.deck, r.n_deck - st.n_held, n_drawn - st.n_held, stream_key(seed, deal, CARDS))
    if st.n_held:
        put_in_held(st, r.n_deck)
    lay_out(st, r.n_players, r.n_kitty)
    clear(v, st, dealer)


@kernel
def take_out_held(st: np.record, n_deck: int) -> None:
    """Close up ``st.deck`` over the cards that one seat is to hold."""
    n = 0
    for i in range(n_deck):
        is_held = False
        for k in range(st.n_held):
            is_held = is_held or st.held[k] == st.deck[i]
        if not is_held:
            st.deck[n] = st.deck[i]
            n += 1


@kernel
def put_in_held(st: np.record, n_deck: int) -> None:
    """Put the held cards into ``st.deck`` where their seat is dealt its own."""
    at = HAND_SIZE * st.held_seat
    for i in range(n_deck - 1, at + st.n_held - 1, -1):
        st.deck[i] = st.deck[i - st.n_held]
    for k in range(st.n_held):
        st.deck[at + k] = st.held[k]


@kernel
def lay_out(st: np.record, n_players: int, n_kitty: int) -> None:
    """Deal ``st.deck`` in its order: ten cards to each seat from seat 0, then the kitty."""
    n = 0
    for seat in range(n_players):
        for suit in range(N_SUITS):
            st.dealt[seat, suit] = 0
        for _ in range(HAND_SIZE):
            st.dealt[seat, st.deck[n] >> 5] |= 1 << (st.deck[n] & 31)
            n += 1
    for suit in range(N_SUITS):
        st.dealt_kitty[suit] = 0
    for _ in range(n_kitty):
        st.dealt_kitty[st.deck[n] >> 5] |= 1 << (st.deck[n] & 31)
        n += 1


@kernel
def clear(v: np.record, st: np.record, dealer: int) -> None:
    """Set view and state to the moment before the first call of a hand that is dealt."""
    _clear_cards(v, st)
    _clear_auction(v, dealer)
    _clear_exchange(st)
    _clear_play(v, st)


@kernel
def _clear_cards(v: np.record, st: np.record) -> None:
    for seat in range(v.rules.n_players):
        for suit in range(N_SUITS):
            st.hands[seat, suit] = st.dealt[seat, suit]
    for suit in range(N_SUITS):
        st.kitty[suit] = 0
        st.discards[suit] = 0
        st.unplayed[suit] = v.rules.pack[suit]
        v.legal[suit] = 0
        v.kitty[suit] = 0
        v.discarded[suit] = 0
        v.exposed[suit] = 0
        v.mate[suit] = 0
        v.played[suit] = 0


@kernel
def _clear_auction(v: np.record, dealer: int) -> None:
    v.dealer = dealer
    for n in range(v.n_calls):
        v.call[n] = 0
        v.call_seat[n] = 0
    v.n_calls = 0
    v.standing = 0
    v.standing_seat = -1
    v.passed = 0
    v.highest_level = 0
    v.bid_misere = 0
    v.no_misere = 0
    v.raise_asked = 0
    v.redeal_asked_by = -1
    v.contract = 0
    v.contractor = -1
    v.strain = -1
    v.level = 0
    v.kind = 0
    v.misere = 0
    v.sitting_out = 0
    v.slam_called = 0
    v.called = -1
    v.called_seat = -1
    v.nominated = -1
    v.exposed_seat = -1
    v.dummy = -1
    v.legal_suits = 0
    for seat in range(MAX_SEATS):
        v.first_bid[seat] = 0
        v.last_bid[seat] = 0


@kernel
def _clear_exchange(st: np.record) -> None:
    st.redeal_by = -1
    st.redealt = 0
    st.n_discards = 0
    st.discarder = -1
    st.given = -1
    st.partner = -1
    st.side = 0
    st.joker_way = 0
    st.joker_low = 0
    for seat in range(MAX_SEATS):
        st.plays_of[seat] = st.hooks_of[seat]
    for n in range(MAX_KITTY):
        st.partner_order[n] = -1


@kernel
def _clear_play(v: np.record, st: np.record) -> None:
    v.trick = 0
    v.leader = -1
    v.n_in_trick = 0
    v.led_suit = -1
    v.best_card = -1
    v.best_seat = -1
    v.suits_led = 0
    for seat in range(MAX_SEATS):
        v.on_table[seat] = -1
        v.tricks_won[seat] = 0
        v.shown_void[seat] = 0
    for trick in range(N_TRICKS):
        v.leaders[trick] = -1
        st.named[trick] = -1
        st.winners[trick] = -1
        for seat in range(MAX_SEATS):
            v.cards[trick, seat] = -1
