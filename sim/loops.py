"""The compiled loops: a hand from the first call to its score, runs of hands, whole games.

Strategies come in as tables of function pointers, one table a hook and one entry a seat, so these
loops are compiled once for all of them. Seats with the same strategy use the entry of the first of
them: then the processor foretells where a call goes. An illegal answer stops a loop at once; view
and state then show the hand, the seat, the question and the answer.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types

from sim import records
from sim.asking import is_call, is_card, is_suit, seat_view
from sim.auction import apply_call, final_contract, legal_calls, may_raise, next_caller, next_seat
from sim.bits import highest_bit, popcount
from sim.cards import JOKERS, N_SUITS, PASS, STRIDE
from sim.compile import HOOK_TABLE, STATE_TYPE, VIEW_TYPE, kernel
from sim.dealing import begin_hand
from sim.exchange import begin_contract, may_nominate, nominate, put_away
from sim.play import apply_card, begin_play, legal_cards, nameable_suits, only_card
from sim.records import (
    ALL_PASS_NO_TRUMPS,
    ALL_PASS_SAME_DEALER,
    HOOK_BID,
    HOOK_DISCARD,
    HOOK_NAME_SUIT,
    HOOK_NOMINATE,
    HOOK_PLAY,
    HOOK_RAISE_BID,
    MAX_GAME_HANDS,
)
from sim.rows import write_game, write_hand, write_trace
from sim.scoring import game_winner, score_hand

# A game's hands have deal numbers of their own: 256 to a game, of which 200 at most are played.
DEALS_PER_GAME: Final = 256
_NO_CHOICE: Final = 1 << PASS

_HOOKS: Final = (HOOK_TABLE,) * len(records.HOOKS)
_ROWS: Final = numba.from_dtype(records.HAND)[::1]
_GAMES: Final = numba.from_dtype(records.GAME)[::1]
_TRACES: Final = numba.from_dtype(records.TRACE)[::1]
_DONE: Final = types.int64[::1]
_INT: Final = types.int64


@kernel(inline=True)
def call_round(v: np.record, st: np.record, bids: Any, raises: Any) -> bool:
    """Hold the auction; False if a strategy answered an illegal call."""
    seat = next_caller(v)
    while seat >= 0:
        legal, call = legal_calls(v, seat), PASS
        if legal != _NO_CHOICE:
            v.legal_calls = legal
            raising = may_raise(v, seat)
            seat_view(v, st, seat, HOOK_RAISE_BID if raising else HOOK_BID, v.n_calls)
            call = raises[seat](v) if raising else bids[seat](v)
            st.answer = call
            if not is_call(v, call):
                return False
        apply_call(v, seat, call)
        seat = next_caller(v)
    return True


@kernel(inline=True)
def exchange_kitty(v: np.record, st: np.record, discards: Any) -> bool:
    """Let the contractor put away as many cards as the kitty has; False at an illegal answer."""
    seat = v.contractor
    for n in range(v.rules.n_kitty):
        for suit in range(N_SUITS):
            v.legal[suit] = st.hands[seat, suit]
        seat_view(v, st, seat, HOOK_DISCARD, n)
        card = discards[seat](v)
        st.answer = card
        if not is_card(v, card):
            return False
        put_away(v, st, n, card)
    return True


@kernel
def nominate_joker(v: np.record, st: np.record, nominates: Any) -> bool:
    """Ask a contractor who may for the suit of his joker; False at an illegal answer."""
    if not may_nominate(v, st):
        return True
    seat = v.contractor
    v.legal_suits = 0b1111
    seat_view(v, st, seat, HOOK_NOMINATE, 0)
    suit = nominates[seat](v)
    st.answer = suit
    if suit != -1 and not is_suit(v, suit):
        return False
    nominate(v, st, suit)
    v.legal_suits = 0
    return True


@kernel(inline=True)
def play_tricks(v: np.record, st: np.record, plays: Any, names: Any) -> bool:
    """Play the hand out; False at an illegal answer."""
    seat = begin_play(v, st)
    while seat >= 0:
        if legal_cards(v, st, seat) == 1:
            card = only_card(v)
        else:
            seat_view(v, st, seat, HOOK_PLAY, STRIDE * seat + v.trick)
            card = plays[st.hooks_of[seat]](v)
            if not is_card(v, card):
                st.answer = card
                return False
        named = -1
        if v.led_suit < 0 and card >> 5 == JOKERS:
            named = name_suit(v, st, seat, names)
            if named < -1:
                return False
        seat = apply_card(v, st, seat, card, named)
    return True


@kernel
def name_suit(v: np.record, st: np.record, seat: int, names: Any) -> int:
    """Return the suit that the leader of a suitless joker names, -1 for none, -2 if illegal."""
    suits = nameable_suits(v)
    if popcount(suits) < 2:
        return -1 if suits == 0 else highest_bit(suits)
    v.legal_suits = suits
    seat_view(v, st, seat, HOOK_NAME_SUIT, STRIDE * seat + v.trick)
    suit = names[seat](v)
    st.answer = suit
    legal = is_suit(v, suit)
    v.legal_suits = 0
    return suit if legal else -2


@kernel(inline=True)
def play_contract(
    v: np.record, st: np.record, discards: Any, plays: Any, names: Any, nominates: Any
) -> bool:
    """Play a contract that has begun, from the kitty to the score; False at an illegal answer."""
    if v.contractor >= 0 and not (
        exchange_kitty(v, st, discards) and nominate_joker(v, st, nominates)
    ):
        return False
    if not play_tricks(v, st, plays, names):
        return False
    score_hand(v, st)
    return True


@kernel(inline=True)
def play_hand(
    v: np.record,
    st: np.record,
    bids: Any,
    discards: Any,
    plays: Any,
    names: Any,
    nominates: Any,
    raises: Any,
) -> bool:
    """Play a dealt hand from the first call to the score; False at an illegal answer."""
    if not call_round(v, st, bids, raises):
        return False
    contract = final_contract(v)
    if contract == PASS and v.rules.all_pass != ALL_PASS_NO_TRUMPS:
        score_hand(v, st)
        return True
    begin_contract(v, st, contract, -1 if contract == PASS else v.standing_seat)
    return play_contract(v, st, discards, plays, names, nominates)


@kernel
def force_contract(v: np.record, st: np.record, seat: int, call: int) -> None:
    """Let a seat have a contract without an auction; it looks as if it had been the one bid."""
    v.standing = call
    v.standing_seat = seat
    v.first_bid[seat] = call
    v.last_bid[seat] = call
    v.highest_level = v.rules.level[call]
    begin_contract(v, st, call, seat)


@kernel(signature=types.void(VIEW_TYPE, STATE_TYPE, *[_INT] * 5, _ROWS, _TRACES, _DONE, *_HOOKS))
def run_hands(
    v: np.record,
    st: np.record,
    seed: int,
    first: int,
    count: int,
    forced_seat: int,
    forced_call: int,
    rows: np.ndarray,
    traces: np.ndarray,
    done: np.ndarray,
    bids: Any,
    discards: Any,
    plays: Any,
    names: Any,
    nominates: Any,
    raises: Any,
) -> None:
    """Play deals ``first`` to ``first + count - 1`` at the scores in the view, one row each.

    With ``forced_call`` above 0 there is no auction: the seat ``forced_seat`` places after the first
    caller has that contract. ``traces`` is empty or as long as ``rows``. ``done[0]`` counts the
    hands that were finished; fewer than ``count`` means an illegal answer.
    """
    n = v.rules.n_players
    done[0] = 0
    for i in range(count):
        deal = first + i
        begin_hand(v, st, seed, deal, deal % n)
        if forced_call:
            force_contract(v, st, (v.dealer + 1 + forced_seat) % n, forced_call)
            legal = play_contract(v, st, discards, plays, names, nominates)
        else:
            legal = play_hand(v, st, bids, discards, plays, names, nominates, raises)
        if not legal:
            return
        write_hand(v, st, rows[i], -1, 0)
        if traces.size:
            write_trace(v, st, traces[i], -1, 0)
        done[0] = i + 1


@kernel(
    signature=types.void(VIEW_TYPE, STATE_TYPE, *[_INT] * 3, _ROWS, _GAMES, _TRACES, _DONE, *_HOOKS)
)
def run_games(
    v: np.record,
    st: np.record,
    seed: int,
    first: int,
    count: int,
    rows: np.ndarray,
    games: np.ndarray,
    traces: np.ndarray,
    done: np.ndarray,
    bids: Any,
    discards: Any,
    plays: Any,
    names: Any,
    nominates: Any,
    raises: Any,
) -> None:
    """Play games ``first`` to ``first + count - 1`` as long as ``rows`` has room for one more.

    ``done`` counts finished games, rows written, and whether an answer was illegal (0 or 1).
    """
    done[0] = 0
    done[1] = 0
    done[2] = 0
    n = v.rules.n_players
    while done[0] < count and rows.size - done[1] >= MAX_GAME_HANDS:
        game = first + done[0]
        dealer = game % n
        for team in range(v.rules.n_teams):
            v.score[team] = 0
        result = -1
        n_hands = 0
        n_passed_out = 0
        while result < 0 and n_hands < MAX_GAME_HANDS:
            begin_hand(v, st, seed, game * DEALS_PER_GAME + n_hands, dealer)
            if not play_hand(v, st, bids, discards, plays, names, nominates, raises):
                done[2] = 1
                return
            at = done[1] + n_hands
            write_hand(v, st, rows[at], game, n_hands)
            if traces.size:
                write_trace(v, st, traces[at], game, n_hands)
            for team in range(v.rules.n_teams):
                v.score[team] += st.points[team]
            n_hands += 1
            n_passed_out += v.contract == PASS
            result = game_winner(v, st)
            if v.contract != PASS or v.rules.all_pass != ALL_PASS_SAME_DEALER:
                dealer = next_seat(v, dealer)
        write_game(v, games[done[0]], game, n_hands, n_passed_out, result)
        done[0] += 1
        done[1] += n_hands
