"""The packs of the game: which cards each holds (RULES 2)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sim import cards

HAND_SIZE: Final = 10  # cards dealt to every player, whatever the pack
FREE: Final = "free"  # the deck whose cards a rule file gives one by one


class Pack(NamedTuple):
    """A pack: the lowest rank of each suit (aces are high), what stands below the jack, jokers.

    ``thirteens`` is ``none``, ``red`` or ``all``. With ``odd_four`` the pack has one four of each
    colour, and where the trump suit has none, that of the same colour is its lowest card.
    """

    spades: int
    clubs: int
    diamonds: int
    hearts: int
    elevens: bool = False
    twelves: bool = False
    thirteens: str = "none"
    jokers: int = 1
    odd_four: bool = False

    def cards(self) -> list[int]:
        """Return the printed codes of the pack, ascending; a single joker is the red one."""
        suited = [cards.card(suit, rank) for suit in range(4) for rank in self._ranks(suit)]
        return suited + [cards.RED_JOKER, cards.BLACK_JOKER][: self.jokers]

    def _ranks(self, suit: int) -> list[int]:
        lowest = (self.spades, self.clubs, self.diamonds, self.hearts)[suit]
        ranks = list(range(lowest - 2, cards.TEN + 1))  # a two has rank 0
        red = suit in (cards.DIAMONDS, cards.HEARTS)
        between = (
            self.elevens,
            self.twelves,
            self.thirteens == "all" or (red and self.thirteens == "red"),
        )
        ranks += [cards.TEN + 1 + n for n, there in enumerate(between) if there]
        return ranks + list(range(cards.JACK, cards.ACE + 1))


def _all_from(lowest: int, **more: Any) -> Pack:
    return Pack(lowest, lowest, lowest, lowest, **more)


_SIX_HANDED: Final[dict[str, Any]] = {"elevens": True, "twelves": True}
DECKS: Final = {
    "D24": _all_from(9, jokers=0),
    "D25": _all_from(9),
    "D32": _all_from(7, jokers=0),
    "D33": _all_from(7),
    "D42": Pack(5, 5, 4, 4, jokers=0),
    "D43": Pack(5, 5, 4, 4),
    "D43X": Pack(spades=5, clubs=4, diamonds=5, hearts=4, odd_four=True),
    "D44": Pack(5, 5, 4, 4, jokers=2),
    "D45": _all_from(4),
    "D46": _all_from(4, jokers=2),
    "D53": _all_from(2),
    "D62": _all_from(2, **_SIX_HANDED, thirteens="red", jokers=0),
    "D63": _all_from(2, **_SIX_HANDED, thirteens="red"),
    "D65": _all_from(2, **_SIX_HANDED, thirteens="all"),
    "D66": _all_from(2, **_SIX_HANDED, thirteens="all", jokers=2),
}
DECK_SIZES: Final = {deck: len(pack.cards()) for deck, pack in DECKS.items()}
