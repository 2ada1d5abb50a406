"""The packs of the game: which cards each holds (RULES 2)."""

from __future__ import annotations

from typing import Final, NamedTuple

from sim import cards

HAND_SIZE: Final = 10  # cards dealt to every player, whatever the pack


class Deck(NamedTuple):
    """A pack: its lowest printed rank in ♠ ♣ and in ♦ ♥ (aces are high), and its jokers."""

    lowest_black: int
    lowest_red: int
    n_jokers: int


DECKS: Final = {
    "D43": Deck(lowest_black=5, lowest_red=4, n_jokers=1),
    "D44": Deck(lowest_black=5, lowest_red=4, n_jokers=2),
    "D45": Deck(lowest_black=4, lowest_red=4, n_jokers=1),
    "D46": Deck(lowest_black=4, lowest_red=4, n_jokers=2),
}


def deck_cards(deck: str) -> list[int]:
    """Return the printed codes of a pack, ascending; one joker is the red one."""
    pack = DECKS[deck]
    ranks = [*range(cards.TEN + 1), *range(cards.JACK, cards.ACE + 1)]  # no 11, 12 and 13
    suited = []
    for suit in range(4):
        red = suit in (cards.DIAMONDS, cards.HEARTS)
        lowest = (pack.lowest_red if red else pack.lowest_black) - 2  # a two has rank 0
        suited += [cards.card(suit, rank) for rank in ranks if rank >= lowest]
    return suited + [cards.RED_JOKER, cards.BLACK_JOKER][: pack.n_jokers]


DECK_SIZES: Final = {deck: len(deck_cards(deck)) for deck in DECKS}
