"""Seats, cards, hands and calls as the game-record format writes them, read with tolerance.

The format is suit-first (``C8``, ``ST``; ``JH`` and ``JL`` are the red and the black joker, ``HJ``
is the jack of hearts); a hand is ``spades.hearts.diamonds.clubs[.jokers]``. Reading accepts
suit symbols, small letters and ``10`` for ``T``; every ValueError says what was found and what is
allowed, and the caller adds file and line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from sim import cards
from sim.seats import SEAT_LETTERS, SEAT_NAMES

SUIT_SYMBOLS: Final = ("♠", "♣", "♦", "♥")
STRAIN_SYMBOLS: Final = (*SUIT_SYMBOLS, "NT")
DEAL_SUITS: Final = (cards.SPADES, cards.HEARTS, cards.DIAMONDS, cards.CLUBS)
UNKNOWN: Final = "-"

_SUITS: Final = {letter: suit for suit, letter in enumerate(cards.SUIT_LETTERS)}
_RANKS: Final = {name: rank for rank, name in enumerate(cards.RANK_NAMES)}
_RANK: Final = re.compile(r"1[0-3]|[2-9TJQKA]|\S")
_JOKERS: Final = {"H": cards.RED_JOKER, "L": cards.BLACK_JOKER}
_SYMBOL_LETTERS: Final = str.maketrans("♠♣♦♥♤♧♢♡", "SCDHSCDH", "\ufe0e\ufe0f")  # and emoji marks
_CARD: Final = re.compile(r"(J[HL]|RJ|BJ|[SCDH](?:1[0-3]|[2-9TJQKA]))")
_MISERE_WORDS: Final = {"M", "MIS", "MISERE", "NULLO", "NULO", "NELLO"}
_OPEN_WORDS: Final = {"OM", "OMISERE", "ONULLO"} | {f"OPEN{word}" for word in _MISERE_WORDS}
_HIGHEST_SCORE: Final = 30_000  # what the columns of the log hold
_HOW_TO_CALL: Final = (
    "write Pass, a bid such as 7NT or 10♥, M or OM for misère, an inkle such as i♠"
)


def plain(text: str) -> str:
    """Return ``text`` in capitals, without spaces and accents, suit symbols as letters."""
    text = unicodedata.normalize("NFKD", text.translate(_SYMBOL_LETTERS))
    return "".join(c for c in text if not unicodedata.combining(c) and not c.isspace()).upper()


def seat_code(text: str, players: int = 4) -> int:
    """Return the seat (clockwise from South, 0) of a letter or a name of the compass."""
    wanted = plain(text)
    names = SEAT_NAMES[players]
    for seat, name in enumerate(names):
        if wanted in (SEAT_LETTERS[players][seat], plain(name), plain(name).replace("-", "")):
            return seat
    *others, last = SEAT_LETTERS[players]
    game = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[players]
    raise ValueError(
        f"{text!r} is not a seat of the {game}-handed game: {', '.join(others)} or {last}"
    )


def card_code(text: str) -> int:
    """Return the code of one suit-first card: ``C8``, ``♣8``, ``H10``, ``JH`` (the red joker)."""
    wanted = plain(text)
    if not _CARD.fullmatch(wanted):
        raise ValueError(f"{text!r} is not a card: suit first, as in C8 or HT, JH for the joker")
    return _one_card(wanted)


def card_list(text: str) -> list[int]:
    """Return the codes of suit-first cards written one after the other, ``C8HQS5``."""
    wanted = re.sub(r"[,;]", "", plain(text))
    parts = _CARD.findall(wanted)
    if "".join(parts) != wanted:
        raise ValueError(
            f"{text!r} is not a row of cards: suit first, as in C8HQS5, JH and JL for the jokers"
        )
    return [_one_card(part) for part in parts]


def _one_card(text: str) -> int:
    if text in ("RJ", "BJ"):
        return cards.card_code(text)
    if text[0] == "J":
        return _JOKERS[text[1]]
    return cards.card(_SUITS[text[0]], _RANKS[text[1:].replace("10", "T")])


def card_text(code: int) -> str:
    """Return a printed card suit first, as the format writes it."""
    if code == cards.RED_JOKER:
        return "JH"
    if code == cards.BLACK_JOKER:
        return "JL"
    suit, rank = divmod(int(code), cards.STRIDE)
    return cards.SUIT_LETTERS[suit] + cards.RANK_NAMES[rank]


def hand_cards(text: str) -> tuple[int, ...] | None:
    """Return the cards of ``spades.hearts.diamonds.clubs[.jokers]``, None for an unknown hand."""
    if text == UNKNOWN:
        return None
    parts = text.upper().split(".")
    if len(parts) not in (4, 5):
        raise ValueError(
            f"{text!r} is not a hand: spades.hearts.diamonds.clubs and, for jokers, a part H or L"
        )
    hand: list[int] = []
    for suit, ranks in zip(DEAL_SUITS, parts, strict=False):
        for found in _RANK.findall(ranks.replace(UNKNOWN, "")):
            rank = found.replace("10", "T")
            if rank not in _RANKS:
                raise ValueError(f"{rank!r} in the hand {text!r} is not a rank: A K Q J T 9 .. 2")
            hand.append(cards.card(suit, _RANKS[rank]))
    for joker in parts[4] if len(parts) == 5 else "":
        if joker not in _JOKERS:
            raise ValueError(
                f"{joker!r} in the hand {text!r} is no joker: H is the red, L the black"
            )
        hand.append(_JOKERS[joker])
    return tuple(in_deal_order(hand))


def hand_text(hand: Iterable[int] | None) -> str:
    """Return a hand in the order of the format, ranks high to low."""
    if hand is None:
        return UNKNOWN
    held = set(hand)
    parts = [
        "".join(
            cards.RANK_NAMES[rank]
            for rank in range(cards.ACE, -1, -1)
            if cards.card(suit, rank) in held
        )
        for suit in DEAL_SUITS
    ]
    jokers = "".join(letter for letter, code in _JOKERS.items() if code in held)
    return ".".join([*parts, jokers] if jokers else parts)


def in_deal_order(codes: Iterable[int]) -> list[int]:
    """Return cards in the order in which a deal lists them: by suit, ranks high to low, jokers."""
    place = {suit: n for n, suit in enumerate((*DEAL_SUITS, cards.JOKERS))}

    def key(code: int) -> tuple[int, int]:
        suit, rank = divmod(code, cards.STRIDE)
        return place[suit], rank if suit == cards.JOKERS else -rank

    return sorted(codes, key=key)


def call_code(text: str) -> int:
    """Return the call written as ``Pass``, ``6♣``, ``7NT``, ``i♠``, ``M``, ``Open Misère``."""
    wanted = re.sub(r"[^A-Z0-9]", "", plain(text))
    if wanted in ("P", "PASS"):
        return cards.PASS
    words = re.sub(r"[0-9]", "", wanted)
    if words in _MISERE_WORDS:
        return cards.MISERE
    if words in _OPEN_WORDS:
        return cards.OPEN_MISERE
    if re.fullmatch(r"(I|6|7|8|9|10)N", wanted):
        wanted += "T"
    try:
        return cards.call_code(wanted)
    except ValueError:
        raise ValueError(f"{text!r} is not a call: {_HOW_TO_CALL}") from None


def call_text(call: int) -> str:
    """Return a call as the format writes it: ``Pass``, ``6♣``, ``i♠``, ``M``, ``7NTsk``."""
    twin = cards.plain_call(call)
    name, sans = cards.CALL_NAMES[twin], "" if twin == call else "sk"
    if name[0] in "i16789" and name[-1] in _SUITS:
        name = name[:-1] + SUIT_SYMBOLS[_SUITS[name[-1]]]
    return name + sans


def call_row(text: str) -> list[str]:
    """Return the calls of one line; ``Open Misère`` in two words is one call, notes are dropped."""
    words = [w for w in text.split() if not re.fullmatch(r"=\d+=|\$\d+|[!?]+", w)]
    row: list[str] = []
    for word in words:
        if row and plain(row[-1]) == "OPEN":
            row[-1] += " " + word
        else:
            row.append(word)
    return row


def suit_code(text: str) -> int:
    """Return the suit 0..3 of a letter, a symbol or a word: ``H``, ``♥``, ``hearts``."""
    wanted = plain(text)
    names = ("SPADES", "CLUBS", "DIAMONDS", "HEARTS")
    for suit, name in enumerate(names):
        if wanted and wanted in (name[0], name[:-1], name):
            return suit
    raise ValueError(f"{text!r} is not a suit: S, C, D or H")


def number(text: str) -> int:
    """Return a whole number of at most 18 digits."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def scores(text: str, players: int = 4) -> tuple[int, ...]:
    """Return the scores by seat from ``S:340 510 340 510``, clockwise from the seat named."""
    start, _, numbers = text.partition(":")
    found = numbers.replace("\N{MINUS SIGN}", "-").split()
    if len(found) != players or not all(re.fullmatch(r"[+-]?[0-9]{1,9}", n) for n in found):
        example = "S:" + " ".join(("340", "510", "340", "510", "80", "0")[:players])
        count = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[players]
        raise ValueError(f"{text!r} is not {count} scores: as in {example}, clockwise")
    values = [int(n) for n in found]
    if max(map(abs, values)) > _HIGHEST_SCORE:
        raise ValueError(f"{text!r}: a score has {_HIGHEST_SCORE} points at most")
    return rotate(values, seat_code(start, players))


def rotate(values: Sequence[int], first: int) -> tuple[int, ...]:
    """Return values given clockwise from seat ``first`` as values by seat."""
    return tuple(values[(seat - first) % len(values)] for seat in range(len(values)))
