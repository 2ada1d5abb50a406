"""Rows of the log: ``records.HAND`` and ``records.TRACE`` of a hand, ``records.GAME`` of a game."""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import ACE, FOUR, JACK, JOKERS, N_SUITS, NO_CARD, NO_TRUMPS
from sim.compile import kernel
from sim.endings import NOBODY
from sim.exchange import printed_card
from sim.records import MAX_KITTY, MAX_SEATS, MAX_TEAMS, N_TRICKS


@kernel
def write_hand(v: np.record, st: np.record, row: np.record, game: int, hand_no: int) -> None:
    """Write the row of the hand that has just been scored; ``v.score`` is still that before it."""
    row.deal = st.deal
    row.game = game
    row.hand_no = hand_no
    row.dealer = v.dealer
    row.n_calls = v.n_calls
    row.contract = v.contract
    row.contractor = v.contractor
    row.partner = st.partner
    row.slam_called = v.slam_called
    row.redealt = st.redealt
    row.tricks = st.tricks
    row.made = st.made
    for team in range(MAX_TEAMS):
        row.points[team] = st.points[team]
        row.score_before[team] = v.score[team]
    row.trumps = 0
    row.jokers = 0
    row.bowers = 0
    row.side_aces = 0
    row.voids = 0
    if v.contractor >= 0:
        _write_features(v, st.dealt[v.contractor], row)


@kernel
def _write_features(v: np.record, dealt: np.ndarray, row: np.record) -> None:
    """Count what the contractor was dealt, seen under the contract, before the kitty."""
    strain = v.strain
    row.jokers = popcount(dealt[JOKERS])
    mate = -1
    moved = 0  # cards of the mate that are trumps: the left bower, an odd four
    if strain != NO_TRUMPS:
        mate = strain ^ 1
        moved = 1 << JACK
        if v.rules.odd_four and not (v.rules.pack[strain] >> FOUR) & 1:
            moved |= 1 << FOUR
        row.bowers = ((dealt[strain] >> JACK) & 1) + ((dealt[mate] >> JACK) & 1)
        borrowed = popcount(dealt[mate] & moved)
        row.trumps = popcount(dealt[strain]) + borrowed + popcount(dealt[JOKERS])
    aces = 0
    voids = 0
    for suit in range(JOKERS):
        if suit != strain:
            plain = dealt[suit] & ~moved if suit == mate else dealt[suit] & -1
            aces += (plain >> ACE) & 1
            voids += plain == 0
    row.side_aces = aces
    row.voids = voids


@kernel
def write_trace(v: np.record, st: np.record, row: np.record, game: int, hand_no: int) -> None:
    """Write the whole story of the hand that has just been scored, in printed cards."""
    row.deal = st.deal
    row.game = game
    row.hand_no = hand_no
    row.dealer = v.dealer
    row.contract = v.contract
    row.contractor = v.contractor
    row.redeal_by = st.redeal_by
    row.redealt = st.redealt
    row.barred = v.barred
    row.slam_called = v.slam_called
    row.given = _printed_or_none(v, st.given)
    row.called = _printed_or_none(v, v.called)
    row.partner = st.partner
    row.nominated = v.nominated
    for suit in range(N_SUITS):
        row.kitty[suit] = st.dealt_kitty[suit]
        for seat in range(MAX_SEATS):
            row.dealt[seat, suit] = st.dealt[seat, suit]
    row.n_calls = v.n_calls
    for n in range(v.n_calls):
        row.call_seat[n] = v.call_seat[n]
        row.call[n] = v.call[n]
    for team in range(MAX_TEAMS):
        row.points[team] = st.points[team]
        row.score_before[team] = v.score[team]
    for n in range(MAX_KITTY):
        put = v.contractor >= 0 and n < st.n_discards
        row.discards[n] = printed_card(v, st.discard_order[n]) if put else NO_CARD
        row.partner_discards[n] = _printed_or_none(v, st.partner_order[n])
    _write_tricks(v, st, row)


@kernel
def _write_tricks(v: np.record, st: np.record, row: np.record) -> None:
    row.n_tricks = v.trick
    for seat in range(MAX_SEATS):
        row.tricks_won[seat] = v.tricks_won[seat]
    for trick in range(N_TRICKS):
        row.leaders[trick] = v.leaders[trick]
        row.winners[trick] = st.winners[trick]
        row.named[trick] = st.named[trick]
        for seat in range(MAX_SEATS):
            row.cards[trick, seat] = _printed_or_none(v, v.cards[trick, seat])


@kernel
def _printed_or_none(v: np.record, card: int) -> int:
    """Return a printed card for one as it stands under the contract, ``NO_CARD`` for -1."""
    return NO_CARD if card < 0 else printed_card(v, card)


@kernel
def write_game(
    v: np.record, row: np.record, game: int, n_hands: int, n_passed_out: int, result: int
) -> None:
    """Write the row of a finished game; a result below 0 is a game broken off."""
    row.game = game
    row.first_dealer = game % v.rules.n_players
    row.n_hands = n_hands
    row.n_passed_out = n_passed_out
    winner = result & 63
    row.winner = winner if result >= 0 and winner != NOBODY else -1
    row.ended_by = result >> 6 if result >= 0 else 0
    for team in range(MAX_TEAMS):
        row.score[team] = v.score[team]
