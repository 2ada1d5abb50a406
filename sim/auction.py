"""The auction: which calls are legal, who calls next, when it is over (RULES 5).

What was called stands in the view, for everybody may know it. The ladder is data: the rules record
holds for each call the bit set of calls that outrank it.
"""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import KIND_NATURAL, PASS
from sim.compile import kernel


@kernel(inline=True)
def legal_calls(v: np.record, seat: int) -> int:
    """Return the calls that a seat may make now, as a bit set by call code (RULES 5.2, 5.3, 5.6).

    A pass is always among them. Misère may wait for a natural bid of seven, open misère for one of
    eight; inkles are for the first callers of a single round.
    """
    r = v.rules
    bids = r.above[v.standing]
    if not (r.one_round and v.n_calls < r.inkle_callers):
        bids &= ~r.inkles
    if v.highest_level < 7:
        bids &= ~r.after_seven
    if v.highest_level < 8:
        bids &= ~r.after_eight
    return bids | (1 << PASS)


@kernel(inline=True)
def apply_call(v: np.record, seat: int, call: int) -> None:
    """Record a legal call of a seat."""
    v.call_seat[v.n_calls] = seat
    v.call[v.n_calls] = call
    v.n_calls += 1
    if call == PASS:
        v.passed |= 1 << seat
        return
    v.standing = call
    v.standing_seat = seat
    if v.first_bid[seat] == PASS:
        v.first_bid[seat] = call
    v.last_bid[seat] = call
    if v.rules.kind[call] == KIND_NATURAL:
        v.highest_level = max(v.highest_level, v.rules.level[call])


@kernel(inline=True)
def next_caller(v: np.record) -> int:
    """Return the seat that calls next, -1 when the auction is over (RULES 5.2, 5.3).

    Where the high bidder may raise his own bid, he is asked once, when all others have passed.
    """
    r = v.rules
    if v.n_calls == 0:
        return next_seat(v, v.dealer)
    last = v.call_seat[v.n_calls - 1]
    if r.one_round:
        return next_seat(v, last) if v.n_calls < r.n_players else -1
    out = popcount(v.passed)
    if out == r.n_players:
        return -1
    if out == r.n_players - 1 and v.standing != PASS:
        # He has been asked if he spoke last, unless that was his bid after the others' first passes.
        asked = last == v.standing_seat and v.n_calls > r.n_players
        raising = r.raise_own_bid and not asked
        return v.standing_seat if raising else -1
    seat = next_seat(v, last)
    while (v.passed >> seat) & 1:
        seat = next_seat(v, seat)
    return seat


@kernel
def next_seat(v: np.record, seat: int) -> int:
    """Return the seat to the left; compared and not divided, which is slow."""
    return seat + 1 if seat + 1 < v.rules.n_players else 0


@kernel(inline=True)
def may_raise(v: np.record, seat: int) -> bool:
    """Return whether the seat to call is the high bidder, asked if he raises his own bid."""
    return v.standing_seat == seat and v.standing != PASS


@kernel
def final_contract(v: np.record) -> int:
    """Return the call that has become the contract, 0 if the hand is passed out (RULES 5.9).

    An inkle is never the contract.
    """
    inkle = (v.rules.inkles >> v.standing) & 1
    return PASS if inkle else v.standing
