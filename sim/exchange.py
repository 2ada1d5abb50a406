"""Between auction and play: the contract takes effect, the kitty is exchanged, the joker nominated.

Cards are regrouped once, when the contract is known: bowers and jokers move to the top of the trump
suit. From then on following suit is one index and the better card is the higher bit (RULES 4, 6).
"""

from __future__ import annotations

import numpy as np

from sim.bits import popcount
from sim.cards import (
    JACK,
    JOKERS,
    KIND_MISERE,
    KIND_NONE,
    KIND_OPEN_MISERE,
    LEFT_BOWER,
    N_SUITS,
    NO_TRUMPS,
    PASS,
    RED_JOKER,
    RED_JOKER_TRUMP,
    RIGHT_BOWER,
    STRIDE,
)
from sim.compile import kernel


@kernel(inline=True)
def group(masks: np.ndarray, strain: int) -> None:
    """Regroup printed cards, int32[5] in place, as they stand with a strain as trumps (RULES 4.1).

    The jacks of the trump suit and of its colour mate become right and left bower, the jokers top
    trumps; without trumps nothing moves.
    """
    if strain == NO_TRUMPS:
        return
    mate = strain ^ 1
    trumps, others = masks[strain], masks[mate]
    right = ((trumps >> JACK) & 1) << RIGHT_BOWER
    left = ((others >> JACK) & 1) << LEFT_BOWER
    jokers = masks[JOKERS] << RED_JOKER_TRUMP
    masks[strain] = (trumps & ~(1 << JACK)) | right | left | jokers
    masks[mate] = others & ~(1 << JACK)
    masks[JOKERS] = 0


@kernel
def printed_card(card: int, strain: int) -> int:
    """Return the printed card behind a card as it stands under a contract, as ``cards.printed``."""
    suit, power = card >> 5, card & 31
    if power < LEFT_BOWER:
        return card
    if power == LEFT_BOWER:
        return (suit ^ 1) * STRIDE + JACK
    if power == RIGHT_BOWER:
        return suit * STRIDE + JACK
    return RED_JOKER + power - RED_JOKER_TRUMP


@kernel
def set_contract(v: np.record, contract: int, contractor: int) -> None:
    """Write the contract into the view: what is played, by whom, and who sits out (RULES 7.6).

    Contract 0 with contractor -1 is a passed-out hand, played at no trumps if it is played at all.
    """
    r = v.rules
    v.contract = contract
    v.contractor = contractor
    v.strain = r.strain[contract]
    v.level = r.level[contract]
    v.kind = r.kind[contract] if contract != PASS else KIND_NONE
    v.legal_calls = 0
    if is_misere(v):
        for seat in range(r.n_players):
            if seat != contractor and r.team[seat] == r.team[contractor]:
                v.sitting_out |= 1 << seat


@kernel
def is_misere(v: np.record) -> bool:
    """Return whether the contract is a misère, open or not."""
    return (v.kind == KIND_MISERE) | (v.kind == KIND_OPEN_MISERE)


@kernel
def group_all(v: np.record, st: np.record) -> None:
    """Regroup every hand and the pack under the contract; the contractor takes up the kitty."""
    r, strain = v.rules, v.strain
    for seat in range(r.n_players):
        group(st.hands[seat], strain)
    for suit in range(N_SUITS):
        st.unplayed[suit] = r.pack[suit]
    group(st.unplayed, strain)
    st.n_active = r.n_players - popcount(v.sitting_out)
    if v.contractor >= 0:
        for suit in range(N_SUITS):
            st.kitty[suit] = st.dealt_kitty[suit]
        group(st.kitty, strain)
        for suit in range(N_SUITS):
            st.hands[v.contractor, suit] |= st.kitty[suit]


@kernel
def begin_contract(v: np.record, st: np.record, contract: int, contractor: int) -> None:
    """Let a contract take effect: after this ``n_kitty`` discards and perhaps a nomination follow."""
    set_contract(v, contract, contractor)
    group_all(v, st)


@kernel(inline=True)
def put_away(v: np.record, st: np.record, n: int, card: int) -> None:
    """Move the n-th discard of the contractor, a card as regrouped, out of his hand (RULES 6)."""
    suit, bit = card >> 5, 1 << (card & 31)
    st.hands[v.contractor, suit] &= ~bit
    st.discards[suit] |= bit
    st.discard_order[n] = card


@kernel
def may_nominate(v: np.record, st: np.record) -> bool:
    """Return whether the contractor may give his joker a suit before play (RULES 7.4)."""
    if v.contractor < 0 or v.strain != NO_TRUMPS or not v.rules.nominate:
        return False
    return st.hands[v.contractor, JOKERS] != 0


@kernel
def nominate(v: np.record, st: np.record, suit: int) -> None:
    """Put the contractor's jokers at the top of a suit, -1 for none (RULES 4.3).

    A joker that he does not hold stays without a suit.
    """
    v.nominated = suit
    if suit < 0:
        return
    jokers = st.hands[v.contractor, JOKERS]
    st.hands[v.contractor, suit] |= jokers << RED_JOKER_TRUMP
    st.hands[v.contractor, JOKERS] = 0
    st.unplayed[suit] |= jokers << RED_JOKER_TRUMP
    st.unplayed[JOKERS] &= ~jokers
