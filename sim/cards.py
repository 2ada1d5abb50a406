"""Cards, suits and calls: their codes, and their text.

A card is one small integer, ``32 * suit + power``. Printed cards (as dealt and as logged) have their
rank as power; once a contract is known, bowers and jokers move to the top of the trump suit and only
their power and suit change (see ``exchange.group``). A call is one small integer too; its meaning under
a rule set (rank on the ladder, value, strain) stands in the rules record.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# Suits, low to high as denominations. Suit 4 holds suitless jokers and is the strain "no trumps".
SPADES: Final = 0
CLUBS: Final = 1
DIAMONDS: Final = 2
HEARTS: Final = 3
NO_TRUMPS: Final = 4
JOKERS: Final = 4
N_SUITS: Final = 5
STRIDE: Final = 32

SUIT_LETTERS: Final = "SCDH"
STRAIN_NAMES: Final = ("S", "C", "D", "H", "NT")
RANK_NAMES: Final = (
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "T",
    "11",
    "12",
    "13",
    "J",
    "Q",
    "K",
    "A",
)

# Powers of printed cards.
FOUR: Final = 2
TEN: Final = 8
JACK: Final = 12
QUEEN: Final = 13
KING: Final = 14
ACE: Final = 15
# Powers that exist only inside a trump suit, for a joker nominated into a suit, or (16) for a jack
# that beats its ace at no trumps.
ODD_FOUR: Final = 1  # the four of the other suit of the colour, in packs without twos and threes
LEFT_BOWER: Final = 16
RIGHT_BOWER: Final = 17
RED_JOKER_TRUMP: Final = 18
BLACK_JOKER_TRUMP: Final = 19

RED_JOKER: Final = JOKERS * STRIDE
BLACK_JOKER: Final = JOKERS * STRIDE + 1
NO_CARD: Final = 255

# Calls. 1..25 are the natural bids 6S..10NT in printed order.
PASS: Final = 0
FIRST_NATURAL: Final = 1
LAST_NATURAL: Final = 25
MISERE: Final = 26
OPEN_MISERE: Final = 27
BLIND_MISERE: Final = 28
DOUBLE_NULLO: Final = 29
BAR_NULLO: Final = 30  # misere without the kitty, as a bid of its own
FIRST_INKLE: Final = 31  # 31..35: six-level indications iS..iNT of the American game
LAST_INKLE: Final = 35
HI_LO: Final = 36
SANS_KITTY: Final = 36  # 37..62: what a bid of 1..26 adds to its code when it is made sans kitty
N_CALLS: Final = 64

# What kind of contract a call is.
KIND_NONE: Final = 0
KIND_NATURAL: Final = 1
KIND_MISERE: Final = 2
KIND_OPEN_MISERE: Final = 3
KIND_INKLE: Final = 4
KIND_BLIND_MISERE: Final = 5
KIND_DOUBLE_NULLO: Final = 6
KIND_BAR_NULLO: Final = 7
KIND_HI_LO: Final = 8


def card(suit: int, rank: int) -> int:
    """Return the code of a printed card, rank 0 (a two) to 15 (an ace)."""
    return suit * STRIDE + rank


def plain_call(call: int) -> int:
    """Return a bid without its sans kitty; any other call as it is."""
    return call - SANS_KITTY if call > SANS_KITTY else call


def natural_bid(level: int, strain: int) -> int:
    """Return the call code of ``level`` 6..10 in ``strain`` 0..4 (spades to no trumps)."""
    return FIRST_NATURAL + (level - 6) * 5 + strain


def level_of(call: int) -> int:
    """Return the level 6..10 of a natural bid."""
    return 6 + (plain_call(call) - FIRST_NATURAL) // 5


def strain_of(call: int) -> int:
    """Return the strain 0..4 of a natural bid."""
    return (plain_call(call) - FIRST_NATURAL) % 5


def _call_names() -> tuple[str, ...]:
    names = [f"?{code}" for code in range(N_CALLS)]
    names[PASS] = "Pass"
    for level in range(6, 11):
        for strain, name in enumerate(STRAIN_NAMES):
            names[natural_bid(level, strain)] = f"{level}{name}"
    names[MISERE] = "M"
    names[OPEN_MISERE] = "OM"
    names[BLIND_MISERE] = "BM"
    names[DOUBLE_NULLO] = "DN"
    names[BAR_NULLO] = "BN"
    names[HI_LO] = "HL"
    for strain, name in enumerate(STRAIN_NAMES):
        names[FIRST_INKLE + strain] = f"i{name}"
    for code in range(FIRST_NATURAL, MISERE + 1):
        names[code + SANS_KITTY] = names[code] + "sk"
    return tuple(names)


CALL_NAMES: Final = _call_names()

_CARD_CODES: Final = (
    {
        rank + suit: card(s, r)
        for s, suit in enumerate(SUIT_LETTERS)
        for r, rank in enumerate(RANK_NAMES)
    }
    | {"10" + suit: card(s, TEN) for s, suit in enumerate(SUIT_LETTERS)}
    | {
        "RJ": RED_JOKER,
        "BJ": BLACK_JOKER,
    }
)
CARD_NAMES: Final = {code: name for name, code in _CARD_CODES.items() if not name.startswith("10")}
_CALL_CODES: Final = {name.upper(): code for code, name in enumerate(CALL_NAMES) if name[0] != "?"}


def card_name(code: int) -> str:
    """Return the text of a printed card: ``TS``, ``JH``, ``RJ``.

    >>> card_name(card(HEARTS, JACK)), card_name(RED_JOKER)
    ('JH', 'RJ')
    """
    try:
        return CARD_NAMES[int(code)]
    except KeyError:
        raise ValueError(f"{code} is not the code of a card") from None


def card_code(text: str) -> int:
    """Return the code of a card written rank then suit: ``TS`` or ``10S``, ``JH``, ``RJ``, ``BJ``.

    Raises ValueError when the text is no card.
    """
    try:
        return _CARD_CODES[text.strip().upper()]
    except KeyError:
        raise ValueError(
            f"{text!r} is not a card: write rank then suit, as in TS, JH, 4D, or RJ and BJ for jokers"
        ) from None


def call_code(text: str) -> int:
    """Return the code of a call written as ``Pass``, ``7NT``, ``10H``, ``M``, ``OM``, ``iS``.

    Raises ValueError when the text is no call.
    """
    try:
        return _CALL_CODES[text.strip().upper()]
    except KeyError:
        raise ValueError(
            f"{text!r} is not a call: write Pass, a bid such as 7NT or 10H, M, OM, or an inkle such as iS"
        ) from None


def mask_cards(masks: Iterable[int]) -> list[int]:
    """Return the codes of the cards in five suit masks, lowest first inside each suit."""
    return [
        suit * STRIDE + power
        for suit, mask in enumerate(masks)
        for power in range(STRIDE)
        if int(mask) >> power & 1
    ]


def card_masks(cards: Iterable[int]) -> list[int]:
    """Return five suit masks that hold the given cards."""
    masks = [0] * N_SUITS
    for code in cards:
        masks[code // STRIDE] |= 1 << code % STRIDE
    return masks


def printed(code: int, strain: int, odd_four: bool = False) -> int:
    """Return the printed card behind a card as it stands under a contract.

    ``strain`` is the trump suit or 4 for no trumps; ``odd_four`` says that the pack is one in which
    the trump suit may borrow the four of its colour. The inverse of ``exchange.group``.
    """
    suit, power = divmod(int(code), STRIDE)
    if odd_four and power == ODD_FOUR:
        return card(suit ^ 1, FOUR)
    if power < LEFT_BOWER:
        return int(code)
    if power == LEFT_BOWER:  # at no trumps a jack above its own ace
        return card(suit if strain == NO_TRUMPS else suit ^ 1, JACK)
    if power == RIGHT_BOWER:
        return card(suit, JACK)
    return RED_JOKER if power == RED_JOKER_TRUMP else BLACK_JOKER
