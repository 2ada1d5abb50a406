"""Ten tricks: which cards are legal, who takes a trick, when the play is over (RULES 7).

Cards are as regrouped under the contract (``exchange.group``). Suit 4 holds suitless jokers and is
the strain of no trumps, so one rule says who wins: a card of the strain beats all others, else the
highest of the suit that leads the trick.
"""

from __future__ import annotations

import numpy as np

from sim.auction import next_seat
from sim.bits import highest_bit, popcount
from sim.cards import JOKERS, KIND_OPEN_MISERE, N_SUITS, STRIDE
from sim.compile import kernel
from sim.exchange import is_misere
from sim.masks import keep_masks
from sim.records import (
    JOKER_LEAD_ANY_SUIT,
    JOKER_LEAD_UNLED_SUIT,
    MAX_SEATS,
    MISERE_DEFENDERS_NOTHING,
    N_TRICKS,
)

_ALL_SUITS = 0b1111


@kernel
def begin_play(v: np.record, st: np.record) -> int:
    """Begin the first trick and return who leads it (RULES 7.1, A-18, A-33).

    The contractor leads; of a passed-out hand that is played, the seat left of the dealer. An open
    hand is shown now or after the first trick.
    """
    leader: int = v.contractor if v.contractor >= 0 else next_seat(v, v.dealer)
    v.leader = leader
    if v.kind == KIND_OPEN_MISERE and v.rules.open_at_once:
        _expose(v, st)
    return leader


@kernel
def _expose(v: np.record, st: np.record) -> None:
    v.exposed_seat = v.contractor
    for suit in range(N_SUITS):
        v.exposed[suit] = st.hands[v.contractor, suit]


@kernel(inline=True)
def legal_cards(v: np.record, st: np.record, seat: int) -> int:
    """Write the legal cards of a seat into ``v.legal`` (RULES 7.1 to 7.4); return how many."""
    hand, led = st.hands[seat], v.led_suit
    if led < 0:
        return _legal_leads(v, hand)
    if v.rules.misere_forced and is_misere(v) and hand[led] == 0 and hand[JOKERS] != 0:
        return _only_jokers(v, hand)
    return _legal_follows(v, hand, led)


@kernel(inline=True)
def _legal_follows(v: np.record, hand: np.ndarray, led: int) -> int:
    """Follow suit if able, else any card; without branches, which nobody could foretell."""
    follow = hand[led]
    void = -int(follow == 0)
    keep_masks(v.legal, hand, void)
    v.legal[led] = follow
    return (count_cards(hand) & void) | popcount(follow)


@kernel(inline=True)
def _legal_leads(v: np.record, hand: np.ndarray) -> int:
    n = _any(v, hand)
    n_jokers = popcount(hand[JOKERS])
    if n_jokers and not _may_lead_joker(v) and n > n_jokers:
        v.legal[JOKERS] = 0
        n -= n_jokers
    return n


@kernel
def _only_jokers(v: np.record, hand: np.ndarray) -> int:
    for suit in range(JOKERS):
        v.legal[suit] = 0
    v.legal[JOKERS] = hand[JOKERS]
    return popcount(hand[JOKERS])


@kernel
def _any(v: np.record, hand: np.ndarray) -> int:
    keep_masks(v.legal, hand, -1)
    return count_cards(hand)


@kernel
def count_cards(masks: np.ndarray) -> int:
    """Return how many cards are in five suit masks."""
    n = popcount(masks[0]) + popcount(masks[1]) + popcount(masks[2])
    return n + popcount(masks[3]) + popcount(masks[4])


@kernel
def _may_lead_joker(v: np.record) -> bool:
    """Return whether a suitless joker may be led while there is another card to lead (RULES 7.4)."""
    way = v.rules.joker_lead
    if way == JOKER_LEAD_ANY_SUIT or v.trick == N_TRICKS - 1:
        return True
    return way == JOKER_LEAD_UNLED_SUIT and (v.suits_led & _ALL_SUITS) != _ALL_SUITS


@kernel(inline=True)
def nameable_suits(v: np.record) -> int:
    """Return the suits that the leader of a suitless joker may name, as a bit set; 0: names none.

    None is named with the last card (RULES A-37). A joker led because nothing else is left may name
    any suit.
    """
    if v.trick == N_TRICKS - 1:
        return 0
    unled = _ALL_SUITS & ~v.suits_led
    if v.rules.joker_lead == JOKER_LEAD_UNLED_SUIT and unled:
        return unled
    return _ALL_SUITS


@kernel(inline=True)
def apply_card(v: np.record, st: np.record, seat: int, card: int, named: int) -> int:
    """Play a legal card of a seat; return who plays next, -1 when the play is over.

    ``named`` is the suit that the leader of a suitless joker names, else -1.
    """
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[seat, suit] &= ~bit
    st.unplayed[suit] &= ~bit
    v.played[suit] |= bit
    v.on_table[seat] = card
    v.cards[v.trick, seat] = card
    if v.exposed_seat == seat:
        v.exposed[suit] &= ~bit
    if v.n_in_trick == 0:
        _lead(v, st, seat, card, named)
    else:
        _follow(v, seat, card)
    v.n_in_trick += 1
    if v.n_in_trick == st.n_active:
        return _end_trick(v, st)
    return _next_seat(v, seat)


@kernel(inline=True)
def _lead(v: np.record, st: np.record, seat: int, card: int, named: int) -> None:
    v.led_suit = named if named >= 0 else card >> 5
    v.suits_led |= 1 << v.led_suit
    v.best_card = card
    v.best_seat = seat
    v.leaders[v.trick] = seat
    st.named[v.trick] = named


@kernel(inline=True)
def _follow(v: np.record, seat: int, card: int) -> None:
    suit, led, best = card >> 5, v.led_suit, v.best_card
    discards = np.int64(suit != led and led != JOKERS)
    v.shown_void[seat] |= discards << led
    better = card > best if suit == best >> 5 else suit == v.strain
    v.best_card = card if better else best
    v.best_seat = seat if better else v.best_seat


@kernel(inline=True)
def _next_seat(v: np.record, seat: int) -> int:
    seat = next_seat(v, seat)
    while (v.sitting_out >> seat) & 1:
        seat = next_seat(v, seat)
    return seat


@kernel(inline=True)
def _end_trick(v: np.record, st: np.record) -> int:
    winner = v.best_seat
    v.tricks_won[winner] += 1
    st.winners[v.trick] = winner
    v.trick += 1
    if v.trick == N_TRICKS or _is_broken(v, winner):
        return -1
    for seat in range(MAX_SEATS):
        v.on_table[seat] = -1
    if v.trick == 1 and v.kind == KIND_OPEN_MISERE:
        _expose(v, st)
    v.leader = winner
    v.n_in_trick = 0
    v.led_suit = -1
    v.best_card = -1
    v.best_seat = -1
    return winner


@kernel
def _is_broken(v: np.record, winner: int) -> bool:
    """Return whether a misère is lost and the rest of it could change nothing (RULES A-29)."""
    if winner != v.contractor or not is_misere(v):
        return False
    return v.rules.misere_defenders == MISERE_DEFENDERS_NOTHING


@kernel
def only_card(v: np.record) -> int:
    """Return the single card of ``v.legal``."""
    for suit in range(N_SUITS):
        if v.legal[suit]:
            return suit * STRIDE + highest_bit(v.legal[suit])
    return -1
