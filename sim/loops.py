"""The compiled loops over many hands: independent ones, and whole games.

The hooks come in as values (see ``hand_loop``), so these loops are compiled once for all strategies.
An illegal answer stops a loop at once.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types

from sim import records
from sim.auction import next_seat
from sim.cards import PASS
from sim.compile import HOOK_TABLE, STATE_TYPE, VIEW_TYPE, kernel
from sim.dealing import begin_hand
from sim.endings import game_winner, note_fallen
from sim.hand_loop import force_contract, play_contract, play_hand
from sim.records import ALL_PASS_SAME_DEALER, MAX_GAME_HANDS
from sim.rows import write_game, write_hand, write_trace
from sim.scoring import barred_next

# A game's hands have deal numbers of their own: 256 to a game, of which 200 at most are played.
DEALS_PER_GAME: Final = 256

_HOOKS: Final = types.UniTuple(HOOK_TABLE, len(records.HOOKS))
_ROWS: Final = numba.from_dtype(records.HAND)[::1]
_GAMES: Final = numba.from_dtype(records.GAME)[::1]
_TRACES: Final = numba.from_dtype(records.TRACE)[::1]
_DONE: Final = types.int64[::1]
_INT: Final = types.int64


@kernel
def begin_game(v: np.record) -> None:
    """Set the scores to nothing, and what one hand of a game leaves behind for the next."""
    for team in range(v.rules.n_teams):
        v.score[team] = 0
    v.fallen = 0
    v.barred = 0


@kernel
def end_hand(v: np.record, st: np.record, n_played: int) -> int:
    """Add the points of a hand to the scores; return the result of the game, -1 if it goes on.

    ``n_played`` counts the hands of the game, this one too, without those that were thrown in.
    """
    for team in range(v.rules.n_teams):
        v.score[team] += st.points[team]
    v.barred = barred_next(v, st)
    note_fallen(v)
    return game_winner(v, st, n_played)


@kernel
def deal_passes_on(v: np.record, st: np.record) -> bool:
    """Return whether the next player deals; after a redeal, or where the rules say so, the same."""
    if st.redealt:
        return False
    return v.contract != PASS or v.rules.all_pass != ALL_PASS_SAME_DEALER


@kernel(signature=types.void(VIEW_TYPE, STATE_TYPE, *[_INT] * 6, _ROWS, _TRACES, _DONE, _HOOKS))
def run_hands(
    v: np.record,
    st: np.record,
    seed: int,
    first: int,
    count: int,
    dealer: int,
    forced_seat: int,
    forced_call: int,
    rows: np.ndarray,
    traces: np.ndarray,
    done: np.ndarray,
    hooks: Any,
) -> None:
    """Play deals ``first`` to ``first + count - 1`` at the scores in the view, one row each.

    ``dealer`` deals every time; below 0 the seat ``deal % players`` does. With ``forced_call`` above
    0 there is no auction: the seat ``forced_seat`` places after the first caller has that contract.
    ``traces`` is empty or as long as ``rows``. ``done[0]`` counts the
    hands that were finished; fewer than ``count`` means an illegal answer.
    """
    n = v.rules.n_players
    done[0] = 0
    for i in range(count):
        deal = first + i
        begin_hand(v, st, seed, deal, deal % n if dealer < 0 else dealer)
        if forced_call:
            force_contract(v, st, (v.dealer + 1 + forced_seat) % n, forced_call)
            legal = play_contract(v, st, hooks)
        else:
            legal = play_hand(v, st, hooks)
        if not legal:
            return
        write_hand(v, st, rows[i], -1, 0)
        if traces.size:
            write_trace(v, st, traces[i], -1, 0)
        done[0] = i + 1


@kernel(
    signature=types.void(VIEW_TYPE, STATE_TYPE, *[_INT] * 3, _ROWS, _GAMES, _TRACES, _DONE, _HOOKS)
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
    hooks: Any,
) -> None:
    """Play games ``first`` to ``first + count - 1`` as long as ``rows`` has room for one more.

    ``done`` counts finished games, rows written, and whether an answer was illegal (0 or 1).
    """
    done[:] = 0
    while done[0] < count and rows.size - done[1] >= MAX_GAME_HANDS:
        game = first + done[0]
        dealer = game % v.rules.n_players
        begin_game(v)
        result = -1
        n_hands = 0
        n_passed_out = 0
        n_thrown_in = 0
        while result < 0 and n_hands < MAX_GAME_HANDS:
            begin_hand(v, st, seed, game * DEALS_PER_GAME + n_hands, dealer)
            if not play_hand(v, st, hooks):
                done[2] = 1
                return
            at = done[1] + n_hands
            write_hand(v, st, rows[at], game, n_hands)
            if traces.size:
                write_trace(v, st, traces[at], game, n_hands)
            n_hands += 1
            n_passed_out += v.contract == PASS
            n_thrown_in += v.trick == 0
            result = end_hand(v, st, n_hands - n_thrown_in)
            if deal_passes_on(v, st):
                dealer = next_seat(v, dealer)
        write_game(v, games[done[0]], game, n_hands, n_passed_out, result)
        done[0] += 1
        done[1] += n_hands
