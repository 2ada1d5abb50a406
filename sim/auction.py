"""The auction: which calls are legal, who calls next, when it is over (RULES 5).

What was called stands in the view, for everybody may know it. The ladder is data: the rules record
holds for each call the bit set of calls that outrank it.
"""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import ACE, JACK, JOKERS, KIND_NATURAL, PASS
from sim.compile import kernel
from sim.records import (
    AFTER_PASS_ALWAYS,
    AFTER_PASS_STRAIN_CHANGED,
    RAISE_NEVER,
    RAISE_ONCE,
    RAISE_REOPENING,
    REDEAL_NEVER,
    REDEAL_NO_PICTURE,
    REDEAL_PARTNER_OR_NO_MISERE,
)

_COURT = 0b111 << JACK  # jack, queen, king


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
    if r.rare_bids:
        bids &= _rare_bids(v, seat)
    return bids | (1 << PASS)


@kernel
def _rare_bids(v: np.record, seat: int) -> int:
    """Return the bids that are not ruled out by who bids them and what he has done (RULES 5.7, 11).

    A blind misère is one's first call; a double nullo may wait for partner's misère; a seat may be
    barred from bidding at all, or from every misère.
    """
    r = v.rules
    bids = -1
    if v.n_calls >= r.n_players:
        bids &= ~r.blind
    partner = r.partner[seat]
    if partner < 0 or not (v.bid_misere >> partner) & 1:
        bids &= ~r.after_partner
    if (v.no_misere >> seat) & 1:
        bids &= ~r.miseres
    return 0 if (v.barred >> seat) & 1 else bids


@kernel(inline=True)
def apply_call(v: np.record, seat: int, call: int) -> None:
    """Record a legal call of a seat."""
    r = v.rules
    if r.raise_own_bid and may_raise(v, seat):
        v.raise_asked += 1
    v.call_seat[v.n_calls] = seat
    v.call[v.n_calls] = call
    v.n_calls += 1
    if call == PASS:
        v.passed |= 1 << seat
        return
    if r.bid_after_pass or r.raise_own_bid == RAISE_REOPENING:
        _let_in_again(v, seat, call)
    v.standing = call
    v.standing_seat = seat
    if v.first_bid[seat] == PASS:
        v.first_bid[seat] = call
    v.last_bid[seat] = call
    if r.kind[call] == KIND_NATURAL:
        v.highest_level = max(v.highest_level, r.level[call])
    v.bid_misere |= r.misere[call] << seat


@kernel
def _let_in_again(v: np.record, seat: int, call: int) -> None:
    """Let those who have passed bid again, where a bid does that (RULES A-8, A-9)."""
    r, own = v.rules, v.last_bid[seat]
    again: bool = r.bid_after_pass == AFTER_PASS_ALWAYS
    if own != PASS and (r.strain[own] != r.strain[call] or r.kind[own] != r.kind[call]):
        raised: bool = r.raise_own_bid == RAISE_REOPENING and may_raise(v, seat)
        again = again or raised or r.bid_after_pass == AFTER_PASS_STRAIN_CHANGED
    if again:
        v.passed = 0


@kernel(inline=True)
def next_caller(v: np.record) -> int:
    """Return the seat that calls next, -1 when the auction is over (RULES 5.2, 5.3).

    Where the high bidder may raise his own bid, he is asked when all others have passed: once, or
    until he passes.
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
        way = r.raise_own_bid
        over: bool = way == RAISE_NEVER or (way == RAISE_ONCE and v.raise_asked > 0)
        return -1 if over else v.standing_seat
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


# Redeals


@kernel
def may_ask_redeal(v: np.record, st: np.record, seat: int) -> bool:
    """Return whether a seat may ask for a redeal now: its first turn, a poor hand (RULES 5.10)."""
    way = v.rules.redeal
    if way == REDEAL_NEVER or v.n_calls >= v.rules.n_players or st.redeal_by >= 0:
        return False
    high = _COURT if way == REDEAL_NO_PICTURE else _COURT | (1 << ACE)
    hand = st.dealt[seat]
    poor: bool = ((hand[0] | hand[1] | hand[2] | hand[3]) & high) == 0
    return poor and (way == REDEAL_NO_PICTURE or hand[JOKERS] == 0)


@kernel
def refuse_redeal(v: np.record, seat: int) -> None:
    """Let the auction go on though a seat had asked for a redeal."""
    if v.rules.redeal_partner == REDEAL_PARTNER_OR_NO_MISERE:
        v.no_misere |= v.rules.allies[seat]
