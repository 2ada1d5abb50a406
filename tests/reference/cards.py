"""Packs, suits and the order of cards (rule book, sections 2 and 4).

A card is its text. What suit it belongs to and how high it is depend on the contract, so both are
questions to a ``Contract``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ["S", "C", "D", "H"]  # low to high
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
RANKS = ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
JOKERS = ["RJ", "BJ"]  # the black one is the higher

RED_FROM_FOUR = [rank + suit for suit in ["D", "H"] for rank in RANKS]
BLACK_FROM_FIVE = [rank + suit for suit in ["S", "C"] for rank in RANKS[1:]]
BLACK_FOURS = ["4S", "4C"]

PACKS = {
    "D43": [*RED_FROM_FOUR, *BLACK_FROM_FIVE, "RJ"],
    "D44": [*RED_FROM_FOUR, *BLACK_FROM_FIVE, "RJ", "BJ"],
    "D45": [*RED_FROM_FOUR, *BLACK_FROM_FIVE, *BLACK_FOURS, "RJ"],
    "D46": [*RED_FROM_FOUR, *BLACK_FROM_FIVE, *BLACK_FOURS, "RJ", "BJ"],
}


def is_joker(card: str) -> bool:
    return card in JOKERS


@dataclass
class Contract:
    """What is played: a call, and the seat that made it (None when all passed and it is played)."""

    call: str  # "7NT", "10H", "M", "OM"; "Pass" for a hand that is played after four passes
    seat: int | None = None
    nominated: dict[str, str] = field(default_factory=dict)  # joker -> the suit it was given

    @property
    def is_misere(self) -> bool:
        return self.call in ("M", "OM")

    @property
    def trumps(self) -> str | None:
        """The trump suit; None at no trumps and in misère."""
        if self.call in ("M", "OM", "Pass") or self.call.endswith("NT"):
            return None
        return self.call[-1]

    @property
    def level(self) -> int:
        """How many tricks were named; 0 in misère."""
        return 0 if self.call in ("M", "OM", "Pass") else int(self.call.rstrip("SCDHNT"))

    def suit(self, card: str) -> str | None:
        """The suit a card belongs to under this contract; None is a joker without a suit (7.2)."""
        if is_joker(card):
            return self.trumps if self.trumps else self.nominated.get(card)
        rank, suit = card[0], card[1]
        if rank == "J" and self.trumps and suit == SAME_COLOUR[self.trumps]:
            return self.trumps
        return suit

    def height(self, card: str) -> int:
        """How high a card stands inside its suit: only to be compared within one suit (4.1)."""
        if is_joker(card):
            return 100 + JOKERS.index(card)
        if card[0] == "J" and self.suit(card) == self.trumps:
            return 51 if card[1] == self.trumps else 50  # right and left bower
        return RANKS.index(card[0])

    def winner(self, trick: list[tuple[int, str]], led_suit: str | None) -> int:
        """The seat that takes a trick of (seat, card), in the order played (7.1, 4.3, 7.5)."""
        suitless = [play for play in trick if self.suit(play[1]) is None]
        trumps = [play for play in trick if self.trumps and self.suit(play[1]) == self.trumps]
        followers = [play for play in trick if self.suit(play[1]) == led_suit]
        contenders = suitless or trumps or followers
        return max(contenders, key=lambda play: self.height(play[1]))[0]
