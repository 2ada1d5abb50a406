"""Packs, suits and the order of cards (rule book, sections 2 and 4).

A card is its text. What suit it belongs to and how high it is depend on the contract, so both are
questions to a ``Contract``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

SUITS = ["S", "C", "D", "H"]  # low to high
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A"]
JOKERS = ["RJ", "BJ"]  # the black one is the higher
MISERES = ["M", "OM", "BM", "DN", "BN"]


def is_joker(card: str) -> bool:
    return card in JOKERS


def printed_rank(card: str) -> str:
    return card[:-1]


def pack_of(rules: Any) -> list[str]:
    """Every card of the pack that the rules describe."""
    pack = rules.pack
    lowest = {"S": pack.spades, "C": pack.clubs, "D": pack.diamonds, "H": pack.hearts}
    cards = []
    for suit in SUITS:
        for rank in RANKS:
            if rank in ("11", "12", "13"):
                there = {
                    "11": pack.elevens,
                    "12": pack.twelves,
                    "13": pack.thirteens == "all" or (pack.thirteens == "red" and suit in "DH"),
                }[rank]
            else:
                there = rank in "TJQKA" or int(rank) >= lowest[suit]
            if there:
                cards.append(rank + suit)
    return cards + JOKERS[: pack.jokers]


def base(call: str) -> str:
    """A bid without its sans kitty."""
    return call.removesuffix("sk")


@dataclass
class Contract:
    """What is played: a call, and the seat that made it (None when all passed and it is played)."""

    call: str  # "7NT", "10H", "M", "OM"; "Pass" for a hand that is played after all have passed
    seat: int | None = None
    rules: Any = None
    nominated: dict[str, str] = field(default_factory=dict)  # joker -> the suit it was given

    @property
    def is_misere(self) -> bool:
        return base(self.call) in MISERES

    @property
    def is_natural(self) -> bool:
        return self.call[0].isdigit()

    @property
    def trumps(self) -> str | None:
        """The trump suit; None at no trumps, in misère and in hi-lo."""
        call = base(self.call)
        return None if not self.is_natural or call.endswith("NT") else call[-1]

    @property
    def level(self) -> int:
        """How many tricks were named; 0 in misère."""
        if self.call == "HL":
            return 5
        return int(base(self.call).rstrip("SCDHNT")) if self.is_natural else 0

    @property
    def low_jokers(self) -> bool:
        return bool(self.is_misere and self.rules.joker.low_in_misere)

    def suit(self, card: str) -> str | None:
        """The suit a card belongs to under this contract; None is a joker without a suit (7.2)."""
        if is_joker(card):
            return self.trumps if self.trumps else self.nominated.get(card)
        suit = card[-1]
        moves = printed_rank(card) == "J" or self._is_odd_four(card)
        if moves and self.trumps and suit == SAME_COLOUR[self.trumps]:
            return self.trumps
        return suit

    def _is_odd_four(self, card: str) -> bool:
        """The four that a trump suit without one takes from the other suit of its colour (4.5)."""
        if printed_rank(card) != "4" or not self.trumps or self.rules is None:
            return False
        other = card[-1] == SAME_COLOUR[self.trumps]
        return self.rules.pack.odd_four and other and f"4{self.trumps}" not in pack_of(self.rules)

    def height(self, card: str) -> int:
        """How high a card stands inside its suit: only to be compared within one suit (4.1)."""
        if is_joker(card):
            return 100 + JOKERS.index(card)
        if printed_rank(card) == "J":
            if self.trumps and self.suit(card) == self.trumps:
                return 51 if card[-1] == self.trumps else 50  # right and left bower
            no_trumps = not self.trumps and not self.is_misere
            if no_trumps and self.rules is not None and self.rules.play.jack_above_ace:
                return 49
        return -1 if self._is_odd_four(card) else RANKS.index(printed_rank(card))

    def winner(
        self, trick: list[tuple[int, str]], led_suit: str | None, worthless: set[str] | None = None
    ) -> int:
        """The seat that takes a trick of (seat, card), in the order played (7.1, 4.3, 7.5)."""
        suitless = [play for play in trick if self.suit(play[1]) is None]
        trumps = [play for play in trick if self.trumps and self.suit(play[1]) == self.trumps]
        followers = [play for play in trick if self.suit(play[1]) == led_suit]
        if self.rules is not None and self.low_jokers:
            contenders = followers or suitless  # nobody follows a low joker: it keeps the trick
        else:
            good = [play for play in suitless if play[1] not in (worthless or set())]
            contenders = good or trumps or followers
        return max(contenders, key=lambda play: self.height(play[1]))[0]
