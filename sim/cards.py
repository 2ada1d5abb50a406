"""Cards, suits and calls: their codes, and their text.

A card is one small integer, ``32 * suit + power``. Printed cards (as dealt and as logged) have their
rank as power; once a contract is known, bowers and jokers move to the top of the trump suit and only
their power and suit change (see ``play.group``). A call is one small integer too; its meaning under
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
TEN: Final = 8
JACK: Final = 12
QUEEN: Final = 13
KING: Final = 14
ACE: Final = 15
# Powers that exist only inside a trump suit, or for a joker nominated into a suit.
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
FIRST_INKLE: Final = 31  # 31..35: six-level indications iS..iNT of the American game
N_CALLS: Final = 64

# What kind of contract a call is.
KIND_NONE: Final = 0
KIND_NATURAL: Final = 1
KIND_MISERE: Final = 2
KIND_OPEN_MISERE: Final = 3
KIND_INKLE: Final = 4


def card(suit: int, rank: int) -> int:
    """Return the code of a printed card, rank 0 (a two) to 15 (an ace)."""
    return suit * STRIDE + rank


def natural_bid(level: int, strain: int) -> int:
    """Return the call code of ``level`` 6..10 in ``strain`` 0..4 (spades to no trumps)."""
    return FIRST_NATURAL + (level - 6) * 5 + strain


def _call_names() -> tuple[str, ...]:
    names = [f"?{code}" for code in range(N_CALLS)]
    names[PASS] = "Pass"
    for level in range(6, 11):
        for strain, name in enumerate(STRAIN_NAMES):
            names[natural_bid(level, strain)] = f"{level}{name}"
    names[MISERE] = "M"
    names[OPEN_MISERE] = "OM"
    for strain, name in enumerate(STRAIN_NAMES):
        names[FIRST_INKLE + strain] = f"i{name}"
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


def printed(code: int, strain: int, nominated: int = -1) -> int:
    """Return the printed card behind a card as it stands under a contract.

    ``strain`` is the trump suit or 4 for no trumps; the inverse of the regrouping in ``play.group``.
    """
    suit, power = divmod(int(code), STRIDE)
    if power < LEFT_BOWER:
        return int(code)
    if power == LEFT_BOWER:
        return card(suit ^ 1, JACK)
    if power == RIGHT_BOWER:
        return card(suit, JACK)
    return RED_JOKER if power == RED_JOKER_TRUMP else BLACK_JOKER
