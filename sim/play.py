"""Ten tricks: which cards are legal, who takes a trick, when the play is over (RULES 7).

Cards are as regrouped under the contract (``exchange.group``). Suit 4 holds suitless jokers and is
the strain of no trumps, so one rule says who wins: a card of the strain beats all others, else the
highest of the suit that leads the trick.
"""

from __future__ import annotations

import numpy as np

from sim.auction import next_seat
from sim.bits import highest_bit, popcount
from sim.cards import (
    JOKERS,
    KIND_DOUBLE_NULLO,
    KIND_OPEN_MISERE,
    N_SUITS,
    RED_JOKER_TRUMP,
    STRIDE,
)
from sim.compile import kernel
from sim.exchange import give_all_jokers
from sim.masks import keep_masks
from sim.records import (
    JOKER_FOLLOW_EVERY_SUIT,
    JOKER_FOLLOW_FIRST_OR_LAST,
    JOKER_FOLLOW_WHEN_VOID,
    JOKER_FORCED_ALWAYS,
    JOKER_FORCED_IN_MISERE,
    JOKER_LEAD_ANY_SUIT,
    JOKER_LEAD_UNLED_SUIT,
    JOKER_VOID_ANYTHING,
    JOKER_VOID_WORTHLESS,
    MAX_SEATS,
    MISERE_DEFENDERS_NOTHING,
    N_TRICKS,
)

_ALL_SUITS = 0b1111


@kernel
def begin_play(v: np.record, st: np.record) -> int:
    """Begin the first trick and return who leads it (RULES 7.1, A-18, A-30, A-33).

    The contractor leads, or the seat left of the dealer; of a passed-out hand that is played always
    that seat. An open hand is shown now or after the first trick, partner's in any case now.
    """
    r = v.rules
    leader: int = v.contractor
    if leader < 0 or r.left_leads:
        leader = _next_seat(v, v.dealer)
    v.leader = leader
    if v.kind == KIND_OPEN_MISERE and r.open_at_once:
        _expose(v, st)
    if r.both_hands and v.misere and v.kind != KIND_DOUBLE_NULLO:
        _lay_open_partner(v, st)
    return leader


@kernel
def _expose(v: np.record, st: np.record) -> None:
    v.exposed_seat = v.contractor
    for suit in range(N_SUITS):
        v.exposed[suit] = st.hands[v.contractor, suit]


@kernel
def _lay_open_partner(v: np.record, st: np.record) -> None:
    """Let the contractor play his partner's hand, which everybody sees from now on."""
    v.dummy = v.rules.partner[v.contractor]
    st.plays_of[v.dummy] = st.hooks_of[v.contractor]
    for suit in range(N_SUITS):
        st.unplayed[suit] &= ~st.hands[v.dummy, suit]


@kernel(inline=True)
def legal_cards(v: np.record, st: np.record, seat: int) -> int:
    """Write the legal cards of a seat into ``v.legal`` (RULES 7.1 to 7.4); return how many."""
    hand, led = st.hands[seat], v.led_suit
    if led < 0:
        return _legal_leads(v, st, hand, seat)
    if st.joker_way and hand[JOKERS] != 0 and led != JOKERS:
        return _legal_with_joker(v, st, hand, seat)
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
def _legal_leads(v: np.record, st: np.record, hand: np.ndarray, seat: int) -> int:
    n = _any(v, hand)
    n_jokers = popcount(hand[JOKERS])
    if n_jokers and n > n_jokers and not _may_lead_joker(v, seat):
        v.legal[JOKERS] = 0
        n -= n_jokers
    return n


@kernel
def _legal_with_joker(v: np.record, st: np.record, hand: np.ndarray, seat: int) -> int:
    """Write what may follow where a suitless joker is held that does more, or less, than usual."""
    way, led = v.rules.joker_follow, v.led_suit
    if hand[led] != 0:
        n = _legal_follows(v, hand, led)
        if _might_follow(v, st):
            v.legal[JOKERS] = hand[JOKERS]
            n += popcount(hand[JOKERS])
        return n
    n = _any(v, hand)
    n_jokers = popcount(hand[JOKERS])
    if way == JOKER_FOLLOW_FIRST_OR_LAST and (v.shown_void[seat] >> led) & 1:
        if n > n_jokers:
            v.legal[JOKERS] = 0
            n -= n_jokers
    elif v.rules.joker_forced >= (JOKER_FORCED_IN_MISERE if v.misere else JOKER_FORCED_ALWAYS):
        for suit in range(JOKERS):
            v.legal[suit] = 0
        n = n_jokers
    return n


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
def _may_lead_joker(v: np.record, seat: int) -> bool:
    """Return whether a suitless joker may be led while there is another card to lead (RULES 7.4)."""
    return v.trick == N_TRICKS - 1 or _free_to_name(v, seat) != 0


@kernel
def _free_to_name(v: np.record, seat: int) -> int:
    """Return the suits that a leader who has other cards may name, as a bit set."""
    way = v.rules.joker_lead
    suits = 0
    if way == JOKER_LEAD_ANY_SUIT:
        suits = _ALL_SUITS
    elif way == JOKER_LEAD_UNLED_SUIT:
        suits = _ALL_SUITS & ~v.suits_led
    return suits if v.rules.joker_void == JOKER_VOID_ANYTHING else suits & ~v.shown_void[seat]


@kernel
def nameable_suits(v: np.record, st: np.record, seat: int) -> int:
    """Return the suits that the leader of a suitless joker may name, as a bit set; 0: names none.

    None is named with the last card, unless jokers are low (RULES A-37, A-19). A joker led because
    nothing else is left may name any suit.
    """
    if v.trick == N_TRICKS - 1 and not st.joker_low:
        return 0
    suits = _free_to_name(v, seat)
    return suits if suits else _ALL_SUITS


@kernel(inline=True)
def apply_card(v: np.record, st: np.record, seat: int, card: int, named: int) -> int:
    """Play a legal card of a seat; return who plays next, -1 when the play is over.

    ``named`` is the suit that the leader of a suitless joker names, else -1.
    """
    if named >= 0 and v.rules.joker_shared and not st.joker_low:
        give_all_jokers(v, st, named)
        card = named * STRIDE + RED_JOKER_TRUMP + (card & 31)
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[seat, suit] &= ~bit
    st.unplayed[suit] &= ~bit
    v.played[suit] |= bit
    v.on_table[seat] = card
    v.cards[v.trick, seat] = card
    if v.exposed_seat == seat:
        v.exposed[suit] &= ~bit
    if card == v.called:
        v.called_seat = seat
    if v.n_in_trick == 0:
        _lead(v, st, seat, card, named)
    else:
        _follow(v, st, seat, card)
    v.n_in_trick += 1
    if v.n_in_trick == st.n_active:
        return _end_trick(v, st)
    return _next_seat(v, seat)


@kernel(inline=True)
def _lead(v: np.record, st: np.record, seat: int, card: int, named: int) -> None:
    led = named if named >= 0 else card >> 5
    v.led_suit = led
    st.first_round = ~(v.suits_led >> led) & 1
    v.suits_led |= 1 << led
    v.best_card = card
    v.best_seat = seat
    v.leaders[v.trick] = seat
    st.named[v.trick] = named
    st.top = led if st.joker_low else v.strain


@kernel(inline=True)
def _follow(v: np.record, st: np.record, seat: int, card: int) -> None:
    suit, led, best = card >> 5, v.led_suit, v.best_card
    better = card > best if suit == best >> 5 else suit == st.top
    shows_void = suit != led and led != JOKERS
    if st.joker_way and suit == JOKERS:
        better &= _joker_wins(v, seat)
        shows_void &= not _might_follow(v, st)
    v.shown_void[seat] |= np.int64(shows_void) << led
    v.best_card = card if better else best
    v.best_seat = seat if better else v.best_seat


@kernel
def _joker_wins(v: np.record, seat: int) -> bool:
    """Return whether a joker counts for anything in the suit led, after its player showed void."""
    shown = (v.shown_void[seat] >> v.led_suit) & 1
    return v.rules.joker_void != JOKER_VOID_WORTHLESS or not shown


@kernel
def _might_follow(v: np.record, st: np.record) -> bool:
    """Return whether a joker may be played to this trick by a player who is able to follow."""
    way = v.rules.joker_follow
    first: bool = way != JOKER_FOLLOW_WHEN_VOID and st.first_round == 1
    return first or way == JOKER_FOLLOW_EVERY_SUIT


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
    if v.trick == N_TRICKS or _is_broken(v, st, winner):
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
def _is_broken(v: np.record, st: np.record, winner: int) -> bool:
    """Return whether a misère is lost and the rest of it could change nothing (RULES A-29)."""
    if not v.misere or not (st.side >> winner) & 1:
        return False
    return v.rules.misere_defenders == MISERE_DEFENDERS_NOTHING


@kernel
def only_card(v: np.record) -> int:
    """Return the single card of ``v.legal``."""
    for suit in range(N_SUITS):
        if v.legal[suit]:
            return suit * STRIDE + highest_bit(v.legal[suit])
    return -1
