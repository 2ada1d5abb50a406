"""Rows of the log: ``records.HAND`` and ``records.TRACE`` of a hand, ``records.GAME`` of a game."""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import ACE, JACK, JOKERS, N_SUITS, NO_CARD, NO_TRUMPS
from sim.compile import kernel
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
        _write_features(st.dealt[v.contractor], v.strain, row)


@kernel
def _write_features(dealt: np.ndarray, strain: int, row: np.record) -> None:
    """Count what the contractor was dealt, seen under the contract, before the kitty."""
    row.jokers = popcount(dealt[JOKERS])
    mate = -1
    if strain != NO_TRUMPS:
        mate = strain ^ 1
        right, left = (dealt[strain] >> JACK) & 1, (dealt[mate] >> JACK) & 1
        row.bowers = right + left
        row.trumps = popcount(dealt[strain]) + left + popcount(dealt[JOKERS])
    aces = 0
    voids = 0
    for suit in range(JOKERS):
        if suit != strain:
            plain = dealt[suit] & ~(1 << JACK) if suit == mate else dealt[suit]
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
        put = v.contractor >= 0 and n < v.rules.n_kitty
        row.discards[n] = printed_card(st.discard_order[n], v.strain) if put else NO_CARD
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
            card = v.cards[trick, seat]
            row.cards[trick, seat] = NO_CARD if card < 0 else printed_card(card, v.strain)


@kernel
def write_game(
    v: np.record, row: np.record, game: int, n_hands: int, n_passed_out: int, result: int
) -> None:
    """Write the row of a finished game; a result below 0 is a game broken off."""
    row.game = game
    row.first_dealer = game % v.rules.n_players
    row.n_hands = n_hands
    row.n_passed_out = n_passed_out
    row.winner = result & 63 if result >= 0 else -1
    row.ended_by = result >> 6 if result >= 0 else 0
    for team in range(MAX_TEAMS):
        row.score[team] = v.score[team]
