"""One hand, compiled: from the first call through exchange and tricks to the score.

Strategies come in as one tuple of tables, a table a hook in the order of ``records.HOOKS`` and in
it one function pointer a seat. Seats with the same strategy use the entry of the first of them: then
the processor foretells where a call goes. Every step returns False as soon as an answer is illegal;
view and state then show the hand, the seat, the question and the answer.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sim.asking import hide_hand, is_call, is_card, is_suit, is_yes_or_no, seat_view
from sim.auction import (
    apply_call,
    final_contract,
    legal_calls,
    may_ask_redeal,
    may_raise,
    next_caller,
    refuse_redeal,
)
from sim.bits import highest_bit, popcount
from sim.cards import JOKERS, N_SUITS, PASS, STRIDE
from sim.compile import kernel
from sim.exchange import (
    begin_contract,
    call_partner,
    callable_cards,
    declare_slam,
    end_swap,
    may_call_partner,
    may_declare_slam,
    may_nominate,
    nominate,
    partner_discards,
    partner_puts,
    put_away,
)
from sim.play import apply_card, begin_play, legal_cards, nameable_suits, only_card
from sim.records import (
    ALL_PASS_NO_TRUMPS,
    HOOK_BID,
    HOOK_BID_BLIND,
    HOOK_CALL_PARTNER,
    HOOK_DECLARE_SLAM,
    HOOK_DISCARD,
    HOOK_NAME_SUIT,
    HOOK_NOMINATE,
    HOOK_PLAY,
    HOOK_RAISE_BID,
    HOOK_REDEAL,
    MAX_KITTY,
    REDEAL_PARTNER_NOT_ASKED,
)
from sim.scoring import score_hand

_ILLEGAL: Final = -1  # what a yes-or-no question returns for any other answer


# The auction


@kernel(inline=True)
def call_round(v: np.record, st: np.record, hooks: Any) -> bool:
    """Hold the auction; False if a strategy answered illegally. A redeal ends it at once."""
    seat = next_caller(v)
    while seat >= 0:
        if v.rules.redeal:
            if not ask_redeal(v, st, seat, hooks):
                return False
            if st.redealt:
                return True
        legal, call = legal_calls(v, seat), PASS
        if v.rules.rare_bids and legal & v.rules.blind:
            blind = ask_blind(v, st, seat, hooks)
            if blind == _ILLEGAL:
                return False
            legal = v.rules.blind if blind else legal & ~v.rules.blind
        if legal & (legal - 1) == 0:  # only one call is left
            call = highest_bit(legal)
        else:
            v.legal_calls = legal
            raising = may_raise(v, seat)
            seat_view(v, st, seat, HOOK_RAISE_BID if raising else HOOK_BID, v.n_calls)
            if raising:
                call = hooks[HOOK_RAISE_BID][seat](v)
            else:
                call = hooks[HOOK_BID][seat](v)
            st.answer = call
            if not is_call(v, call):
                return False
        apply_call(v, seat, call)
        seat = next_caller(v)
    return True


@kernel
def ask_redeal(v: np.record, st: np.record, seat: int, hooks: Any) -> bool:
    """Ask a seat with a poor hand, and then its partner, for a redeal; False if illegal."""
    if not may_ask_redeal(v, st, seat):
        return True
    v.redeal_asked_by = -1
    wish = _yes_or_no(v, st, seat, HOOK_REDEAL, 2 * seat, hooks[HOOK_REDEAL])
    if wish == _ILLEGAL:
        return False
    if wish == 0:
        return True
    st.redeal_by = seat
    if v.rules.redeal_partner != REDEAL_PARTNER_NOT_ASKED:
        v.redeal_asked_by = seat
        partner = v.rules.partner[seat]
        agrees = _yes_or_no(v, st, partner, HOOK_REDEAL, 2 * partner + 1, hooks[HOOK_REDEAL])
        v.redeal_asked_by = -1
        if agrees == _ILLEGAL:
            return False
        if agrees == 0:
            refuse_redeal(v, seat)
            return True
    st.redealt = 1
    return True


@kernel
def ask_blind(v: np.record, st: np.record, seat: int, hooks: Any) -> int:
    """Ask a seat that has not looked at its cards whether it bids blind misère: 1, 0 or illegal."""
    seat_view(v, st, seat, HOOK_BID_BLIND, v.n_calls)
    hide_hand(v)
    answer = hooks[HOOK_BID_BLIND][seat](v)
    st.answer = answer
    return answer if is_yes_or_no(answer) else _ILLEGAL


@kernel
def _yes_or_no(v: np.record, st: np.record, seat: int, hook: int, n: int, table: Any) -> int:
    """Ask a seat a question that is answered by 1 or 0; return that, or ``_ILLEGAL``."""
    seat_view(v, st, seat, hook, n)
    answer = table[seat](v)
    st.answer = answer
    return answer if is_yes_or_no(answer) else _ILLEGAL


# The exchange


@kernel(inline=True)
def exchange_cards(v: np.record, st: np.record, hooks: Any) -> bool:
    """Let the contractor, and whoever else exchanges cards, do so; False at an illegal answer."""
    seat = v.contractor
    if may_declare_slam(v):
        declares = _yes_or_no(v, st, seat, HOOK_DECLARE_SLAM, 0, hooks[HOOK_DECLARE_SLAM])
        if declares == _ILLEGAL:
            return False
        if declares:
            declare_slam(v, st)
    for n in range(st.n_discards):
        card = _card_to_put(v, st, seat, n, hooks)
        if card < 0:
            return False
        put_away(v, st, n, card)
    return exchange_with_partner(v, st, hooks) if v.misere else True


@kernel(inline=True)
def _card_to_put(v: np.record, st: np.record, seat: int, n: int, hooks: Any) -> int:
    """Return the n-th card that a seat gives out of its hand, -1 if the answer was illegal."""
    for suit in range(N_SUITS):
        v.legal[suit] = st.hands[seat, suit]
    seat_view(v, st, seat, HOOK_DISCARD, n)
    card = hooks[HOOK_DISCARD][seat](v)
    st.answer = card
    return card if is_card(v, card) else -1


@kernel
def exchange_with_partner(v: np.record, st: np.record, hooks: Any) -> bool:
    """Let the partner in a double nullo do his part of the exchange; False if illegal."""
    n_cards = partner_discards(v, st)
    for n in range(n_cards):
        card = _card_to_put(v, st, v.rules.partner[v.contractor], MAX_KITTY + n, hooks)
        if card < 0:
            return False
        partner_puts(v, st, n, card)
    if n_cards:
        end_swap(v, st)
    return True


@kernel
def ask_partner_card(v: np.record, st: np.record, hooks: Any) -> bool:
    """Let a contractor who may call a partner name a card, -1 to play alone; False if illegal."""
    if not may_call_partner(v):
        return True
    callable_cards(v, st)
    seat_view(v, st, v.contractor, HOOK_CALL_PARTNER, 0)
    card = hooks[HOOK_CALL_PARTNER][v.contractor](v)
    st.answer = card
    if card != -1 and not is_card(v, card):
        return False
    call_partner(v, st, card)
    return True


@kernel
def nominate_joker(v: np.record, st: np.record, hooks: Any) -> bool:
    """Ask a contractor who may for the suit of his joker; False at an illegal answer."""
    if not may_nominate(v, st):
        return True
    seat = v.contractor
    v.legal_suits = 0b1111
    seat_view(v, st, seat, HOOK_NOMINATE, 0)
    suit = hooks[HOOK_NOMINATE][seat](v)
    st.answer = suit
    if suit != -1 and not is_suit(v, suit):
        return False
    nominate(v, st, suit)
    v.legal_suits = 0
    return True


# The tricks


@kernel(inline=True)
def play_tricks(v: np.record, st: np.record, hooks: Any) -> bool:
    """Play the hand out; False at an illegal answer."""
    seat = begin_play(v, st)
    while seat >= 0:
        if legal_cards(v, st, seat) == 1:
            card = only_card(v)
        else:
            seat_view(v, st, seat, HOOK_PLAY, STRIDE * seat + v.trick)
            card = hooks[HOOK_PLAY][st.plays_of[seat]](v)
            if not is_card(v, card):
                st.answer = card
                return False
        named = -1
        if v.led_suit < 0 and card >> 5 == JOKERS:
            named = name_suit(v, st, seat, hooks)
            if named < -1:
                return False
        seat = apply_card(v, st, seat, card, named)
    return True


@kernel
def name_suit(v: np.record, st: np.record, seat: int, hooks: Any) -> int:
    """Return the suit that the leader of a suitless joker names, -1 for none, -2 if illegal."""
    suits = nameable_suits(v, st, seat)
    if popcount(suits) < 2:
        return -1 if suits == 0 else highest_bit(suits)
    v.legal_suits = suits
    seat_view(v, st, seat, HOOK_NAME_SUIT, STRIDE * seat + v.trick)
    suit = hooks[HOOK_NAME_SUIT][st.plays_of[seat]](v)
    st.answer = suit
    legal = is_suit(v, suit)
    v.legal_suits = 0
    return suit if legal else -2


# The hand


@kernel(inline=True)
def play_contract(v: np.record, st: np.record, hooks: Any) -> bool:
    """Play a contract that has begun, from the kitty to the score; False at an illegal answer."""
    if v.contractor >= 0 and not (
        exchange_cards(v, st, hooks)
        and ask_partner_card(v, st, hooks)
        and nominate_joker(v, st, hooks)
    ):
        return False
    if not play_tricks(v, st, hooks):
        return False
    score_hand(v, st)
    return True


@kernel(inline=True)
def play_hand(v: np.record, st: np.record, hooks: Any) -> bool:
    """Play a dealt hand from the first call to the score; False at an illegal answer."""
    if not call_round(v, st, hooks):
        return False
    contract = PASS if st.redealt else final_contract(v)
    if contract == PASS and (v.rules.all_pass != ALL_PASS_NO_TRUMPS or st.redealt):
        score_hand(v, st)
        return True
    begin_contract(v, st, contract, -1 if contract == PASS else v.standing_seat)
    return play_contract(v, st, hooks)


@kernel
def force_contract(v: np.record, st: np.record, seat: int, call: int) -> None:
    """Let a seat have a contract without an auction; it looks as if it had been the one bid."""
    v.standing = call
    v.standing_seat = seat
    v.first_bid[seat] = call
    v.last_bid[seat] = call
    v.highest_level = v.rules.level[call]
    begin_contract(v, st, call, seat)
