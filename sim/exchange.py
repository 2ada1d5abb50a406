"""Between auction and play: the contract takes effect, cards are exchanged, the joker nominated.

Cards are regrouped once, when the contract is known: bowers and jokers move to the top of the trump
suit. From then on following suit is one index and the better card is the higher bit (RULES 4, 6).
"""

from __future__ import annotations

import numpy as np

from sim.bits import highest_bit, popcount
from sim.cards import (
    FOUR,
    JACK,
    JOKERS,
    KIND_DOUBLE_NULLO,
    KIND_HI_LO,
    KIND_NATURAL,
    KIND_NONE,
    LEFT_BOWER,
    N_SUITS,
    NO_TRUMPS,
    ODD_FOUR,
    PASS,
    RED_JOKER,
    RED_JOKER_TRUMP,
    RIGHT_BOWER,
    STRIDE,
)
from sim.compile import kernel
from sim.records import DOUBLE_PASS_ON, DOUBLE_SWAP_FIVE, JOKER_FORCED_IN_MISERE, JOKER_FORCED_NEVER

_BOTH_JOKERS = 0b11
_SWAPPED = 5  # cards that the partners of a double nullo give each other


# The order of the cards


@kernel(inline=True)
def group(v: np.record, masks: np.ndarray) -> None:
    """Regroup printed cards, int32[5] in place, as they stand under the contract (RULES 4.1, 4.5).

    The jacks of the trump suit and of its colour mate become right and left bower, the jokers top
    trumps. Without trumps nothing moves but, where the rules say so, jacks above their aces.
    """
    strain = v.strain
    if strain == NO_TRUMPS:
        if v.rules.jack_high and not v.misere:
            for suit in range(JOKERS):
                jack = (masks[suit] >> JACK) & 1
                masks[suit] = (masks[suit] & ~(1 << JACK)) | jack << LEFT_BOWER
        return
    mate = strain ^ 1
    trumps, others = masks[strain], masks[mate]
    right = ((trumps >> JACK) & 1) << RIGHT_BOWER
    left = ((others >> JACK) & 1) << LEFT_BOWER
    jokers = masks[JOKERS] << RED_JOKER_TRUMP
    masks[strain] = (trumps & ~(1 << JACK)) | right | left | jokers
    masks[mate] = others & ~(1 << JACK)
    masks[JOKERS] = 0
    if v.rules.odd_four and not (v.rules.pack[strain] >> FOUR) & 1:
        four = (masks[mate] >> FOUR) & 1
        masks[strain] |= four << ODD_FOUR
        masks[mate] &= ~(1 << FOUR)


@kernel
def printed_card(v: np.record, card: int) -> int:
    """Return the printed card behind a card as it stands under the contract, as ``cards.printed``."""
    suit, power = card >> 5, card & 31
    if v.rules.odd_four and power == ODD_FOUR:
        return (suit ^ 1) * STRIDE + FOUR
    if power < LEFT_BOWER:
        return card
    if power == LEFT_BOWER:
        return (suit if v.strain == NO_TRUMPS else suit ^ 1) * STRIDE + JACK
    if power == RIGHT_BOWER:
        return suit * STRIDE + JACK
    return RED_JOKER + power - RED_JOKER_TRUMP


# The contract


@kernel
def set_contract(v: np.record, st: np.record, contract: int, contractor: int) -> None:
    """Write the contract into view and state: what is played, by whom, and who sits out (RULES 7.6).

    Contract 0 with contractor -1 is a passed-out hand, played at no trumps if it is played at all;
    the side whose tricks are counted is the first caller's then.
    """
    r = v.rules
    v.contract = contract
    v.contractor = contractor
    v.strain = r.strain[contract]
    v.level = r.level[contract]
    v.kind = r.kind[contract] if contract != PASS else KIND_NONE
    v.misere = r.misere[contract]
    v.legal_calls = 0
    first = v.dealer + 1 if v.dealer + 1 < r.n_players else 0
    side: int = r.allies[contractor if contractor >= 0 else first]
    st.side = side
    st.discarder = contractor
    alone: bool = v.kind == KIND_HI_LO or (v.misere == 1 and v.kind != KIND_DOUBLE_NULLO)
    if alone and not (r.both_hands and v.misere):
        v.sitting_out = side & ~(1 << contractor)
    st.joker_low = r.joker_low if v.misere else 0
    freely = JOKER_FORCED_NEVER if v.misere else JOKER_FORCED_IN_MISERE
    st.joker_way = (r.joker_forced > freely) | (r.joker_follow != 0) | (r.joker_void != 0)


@kernel
def group_all(v: np.record, st: np.record) -> None:
    """Regroup every hand and the pack under the contract; the contractor takes up the kitty."""
    r = v.rules
    for seat in range(r.n_players):
        group(v, st.hands[seat])
    for suit in range(N_SUITS):
        st.unplayed[suit] = r.pack[suit]
    group(v, st.unplayed)
    st.n_active = r.n_players - popcount(v.sitting_out)
    st.n_discards = 0
    if v.contractor >= 0 and not (r.no_kitty >> v.contract) & 1:
        for suit in range(N_SUITS):
            st.kitty[suit] = st.dealt_kitty[suit]
        group(v, st.kitty)
        for suit in range(N_SUITS):
            st.hands[v.contractor, suit] |= st.kitty[suit]
        st.n_discards = r.n_kitty
    elif v.kind == KIND_DOUBLE_NULLO and r.double_exchange == DOUBLE_SWAP_FIVE:
        st.n_discards = _SWAPPED


@kernel
def begin_contract(v: np.record, st: np.record, contract: int, contractor: int) -> None:
    """Let a contract take effect; after this ``st.n_discards`` discards follow, and what else there is.

    That is in the order of the game: a declared slam before the discards, an exchange with partner
    after them, then the call for a partner, then the joker's nomination.
    """
    set_contract(v, st, contract, contractor)
    group_all(v, st)


@kernel(inline=True)
def put_away(v: np.record, st: np.record, n: int, card: int) -> None:
    """Move the n-th discard of the contractor, a card as regrouped, out of his hand (RULES 6)."""
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[v.contractor, suit] &= ~bit
    st.discards[suit] |= bit
    st.discard_order[n] = card


# A declared slam


@kernel
def may_declare_slam(v: np.record) -> bool:
    """Return whether the contractor may declare a slam before he discards (RULES 8.7)."""
    takes_kitty: bool = (v.rules.no_kitty >> v.contract) & 1 == 0
    return v.rules.slam_call == 1 and v.kind == KIND_NATURAL and takes_kitty


@kernel
def declare_slam(v: np.record, st: np.record) -> None:
    """Give the contractor his partner's best card; partner sits out, one card more is put away."""
    partner = v.rules.partner[v.contractor]
    card = best_card(v, st.hands[partner])
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[partner, suit] &= ~bit
    st.hands[v.contractor, suit] |= bit
    st.given = card
    st.n_discards += 1
    st.n_active -= 1
    v.slam_called = 1
    v.sitting_out |= 1 << partner


@kernel
def best_card(v: np.record, hand: np.ndarray) -> int:
    """Return the best card of a hand: the highest trump or joker, else the highest card.

    Of equal ones that of the higher suit, hearts first.
    """
    if hand[v.strain] != 0:
        return v.strain * STRIDE + highest_bit(hand[v.strain])
    best = -1
    for suit in range(JOKERS):
        top = highest_bit(hand[suit])
        if top >= 0 and (best < 0 or top >= best & 31):
            best = suit * STRIDE + top
    return best


# Partners in a double nullo


@kernel
def partner_discards(v: np.record, st: np.record) -> int:
    """Return how many cards partner gives or puts away in a double nullo, 0 if he takes no part.

    Where the contractor passes his discards on, partner takes them up now.
    """
    if v.kind != KIND_DOUBLE_NULLO:
        return 0
    way = v.rules.double_exchange
    if way == DOUBLE_PASS_ON:
        _take_up_discards(v, st)
        st.discarder = v.rules.partner[v.contractor]
        return st.n_discards
    return _SWAPPED if way == DOUBLE_SWAP_FIVE else 0


@kernel
def _take_up_discards(v: np.record, st: np.record) -> None:
    partner = v.rules.partner[v.contractor]
    for suit in range(N_SUITS):
        st.hands[partner, suit] |= st.discards[suit]
        st.discards[suit] = 0


@kernel
def partner_puts(v: np.record, st: np.record, n: int, card: int) -> None:
    """Move the n-th card of partner out of his hand: put away, or laid ready for the contractor."""
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[v.rules.partner[v.contractor], suit] &= ~bit
    st.partner_order[n] = card
    if v.rules.double_exchange == DOUBLE_PASS_ON:
        st.discards[suit] |= bit


@kernel
def end_swap(v: np.record, st: np.record) -> None:
    """Let the partners take up what they gave each other, where the rules have them swap."""
    if v.rules.double_exchange != DOUBLE_SWAP_FIVE:
        return
    _take_up_discards(v, st)
    for n in range(_SWAPPED):
        card = st.partner_order[n]
        st.hands[v.contractor, card >> 5] |= 1 << (card & 31)


# The called partner


@kernel
def may_call_partner(v: np.record) -> bool:
    """Return whether the contractor may name a card whose holder is his partner (RULES A-27)."""
    return v.rules.calls_partner == 1 and v.contractor >= 0 and v.kind == KIND_NATURAL


@kernel
def callable_cards(v: np.record, st: np.record) -> None:
    """Write into ``v.legal`` the cards that the contractor may name: not his own, and no joker."""
    for suit in range(N_SUITS):
        v.legal[suit] = v.rules.pack[suit]
    group(v, v.legal)
    for suit in range(JOKERS):
        v.legal[suit] &= ~st.hands[v.contractor, suit] & ((1 << RED_JOKER_TRUMP) - 1)
    v.legal[JOKERS] = 0


@kernel
def call_partner(v: np.record, st: np.record, card: int) -> None:
    """Make the holder of a card the contractor's partner; -1, or a card put away: he is alone."""
    v.called = card
    if card < 0:
        return
    for seat in range(v.rules.n_players):
        if (st.hands[seat, card >> 5] >> (card & 31)) & 1:
            st.partner = seat
            st.side |= 1 << seat


# The joker's suit


@kernel
def may_nominate(v: np.record, st: np.record) -> bool:
    """Return whether the contractor may give his joker a suit before play (RULES 7.4)."""
    if v.contractor < 0 or v.strain != NO_TRUMPS or not v.rules.nominate or st.joker_low:
        return False
    return st.hands[v.contractor, JOKERS] != 0


@kernel
def nominate(v: np.record, st: np.record, suit: int) -> None:
    """Put the contractor's jokers at the top of a suit, -1 for none (RULES 4.3).

    A joker that he does not hold stays without a suit, unless they share it (RULES A-17).
    """
    v.nominated = suit
    if suit < 0:
        return
    if v.rules.joker_shared:
        give_all_jokers(v, st, suit)
        return
    jokers = st.hands[v.contractor, JOKERS]
    move_jokers(st.hands[v.contractor], suit, jokers)
    move_jokers(st.unplayed, suit, jokers)


@kernel
def give_all_jokers(v: np.record, st: np.record, suit: int) -> None:
    """Put every joker that is still to be played at the top of a suit, wherever it is."""
    for seat in range(v.rules.n_players):
        move_jokers(st.hands[seat], suit, _BOTH_JOKERS)
    move_jokers(st.unplayed, suit, _BOTH_JOKERS)
    move_jokers(st.discards, suit, _BOTH_JOKERS)
    move_jokers(v.exposed, suit, _BOTH_JOKERS)


@kernel
def move_jokers(masks: np.ndarray, suit: int, jokers: int) -> None:
    """Move those of some jokers (bits of mask 4) that are among the cards to the top of a suit."""
    here = masks[JOKERS] & jokers
    masks[suit] |= here << RED_JOKER_TRUMP
    masks[JOKERS] &= ~here
