"""The sections of a rule file: every key, what it may be, and what it says.

Section by section in the order of a hand: table and pack, auction, the special contracts, the
joker, play, scoring, the end of the game.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

# fmt: off
Bid = Literal[
    "6S", "6C", "6D", "6H", "6NT", "7S", "7C", "7D", "7H", "7NT", "8S", "8C", "8D", "8H", "8NT",
    "9S", "9C", "9D", "9H", "9NT", "10S", "10C", "10D", "10H", "10NT",
]
Deck = Literal[
    "D24", "D25", "D32", "D33", "D42", "D43", "D43X", "D44", "D45", "D46", "D53", "D62", "D63",
    "D65", "D66", "free",
]
# fmt: on
Sides = Literal["two", "three", "alone", "called"]

MAX_KITTY: Final = 8
_VALUE: Final = "points won or lost"
_ABOVE: Final = "the natural bid it stands directly above"


class Section(BaseModel):
    """A section of a rule file: no other keys, no other types, never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Table(Section):
    """Who plays with which cards (RULES 2)."""

    players: int = Field(ge=2, le=6, description="seats")
    sides: Sides = Field(description="who plays together; may be left out")
    deck: Deck = Field(description="the pack")
    dead: int = Field(default=0, ge=0, le=46, description="cards that nobody gets to see")
    kitty: int = Field(ge=0, le=MAX_KITTY, description="cards left after the deal; may be left out")


class PackKeys(Section):
    """What the pack holds; a deck with a name fills it in (RULES 2)."""

    spades: int = Field(ge=2, le=10, description="lowest spade")
    clubs: int = Field(ge=2, le=10, description="lowest club")
    diamonds: int = Field(ge=2, le=10, description="lowest diamond")
    hearts: int = Field(ge=2, le=10, description="lowest heart")
    elevens: bool = Field(default=False, description="four elevens, between ten and jack")
    twelves: bool = Field(default=False, description="four twelves")
    thirteens: Literal["none", "red", "all"] = Field(default="none", description="thirteens")
    jokers: int = Field(default=1, ge=0, le=2, description="jokers; the second is the black one")
    odd_four: bool = Field(
        default=False, description="where trumps have no four, that of their colour is the lowest"
    )


class Auction(Section):
    """How a contract is found (RULES 5.1 to 5.4, 5.8 to 5.10)."""

    rounds: Literal["many", "one"] = Field(description="until all others passed, or one call each")
    lowest_bid: Literal[6, 7] = Field(description="lowest level of a bid that can be the contract")
    lowest_no_trumps: int = Field(ge=6, le=10, description="lowest level of a bid of no trumps")
    order: Literal["by_level", "by_value"] = Field(description="what makes a bid the higher one")
    inkle_callers: int = Field(ge=0, le=6, description="so many first callers may inkle")
    raise_own_bid: Literal["never", "once", "repeatedly", "reopening"] = Field(
        description="after all others passed"
    )
    bid_after_pass: Literal["never", "strain_changed", "always"] = Field(
        description="when those who passed may bid again"
    )
    sans_kitty: bool = Field(description="bids may be made without the kitty")
    redeal: Literal["never", "no_picture", "no_ace_no_face"] = Field(
        description="who may ask for a redeal at his first turn"
    )
    redeal_partner: Literal["not_asked", "agrees", "agrees_or_no_misere"] = Field(
        description="whether partner must agree to a redeal"
    )
    all_pass: Literal["next_dealer", "same_dealer", "play_no_trumps"] = Field(
        description="what follows when nobody bids"
    )
    ralphing: bool = Field(description="set by more than three tricks: no bid in the next hand")


class Misere(Section):
    """The contract to take no trick (RULES 5.5, 5.6)."""

    allowed: Literal["never", "after_seven", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)
    kitty: bool = Field(description="the contractor takes the kitty")
    plays: Literal["own_hand", "both_hands"] = Field(description="or partner's open hand too")


class OpenMisere(Section):
    """Misère with the hand shown (RULES 5.5, 5.6)."""

    allowed: Literal["never", "after_eight", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)
    exposed: Literal["after_first_trick", "at_once"] = Field(description="when the hand is shown")


class BlindMisere(Section):
    """Misère bid before one has looked at one's cards (RULES 5.7)."""

    allowed: Literal["never", "first_call"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)


class DoubleNullo(Section):
    """Misère in which partner plays too and must take nothing either (RULES 6, 7.6, 11)."""

    allowed: Literal["never", "any_time", "after_partner"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)
    exchange: Literal["contractor", "pass_on", "swap_five"] = Field(
        description="who exchanges which cards"
    )


class BarNullo(Section):
    """Misère without the kitty, with a place and a value of its own (RULES 5.8, 11)."""

    allowed: Literal["never", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)


class HiLo(Section):
    """Exactly five tricks alone, without trumps (RULES 11)."""

    allowed: Literal["never", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description=_VALUE)
    above: Bid = Field(description=_ABOVE)


class Joker(Section):
    """The joker where there are no trumps (RULES 7.4, 7.5)."""

    nominate: bool = Field(description="the contractor may give it a suit before play")
    lead: Literal["unled_suit", "any_suit", "last_trick"] = Field(
        description="which suit its leader may name"
    )
    follow: Literal["when_void", "first_round", "first_or_last", "every_suit"] = Field(
        description="when it may be played to a suit"
    )
    forced: Literal["never", "in_misere", "always"] = Field(
        description="whether a player who is void must play it"
    )
    shown_void: Literal["anything", "not_named", "worthless"] = Field(
        description="what it may do in a suit that its holder has shown to have none of"
    )
    low_in_misere: bool = Field(description="in misère it is the lowest card")
    shared: bool = Field(description="a suit given to one joker is the other's too")


class Play(Section):
    """The tricks (RULES 4.5, 7.1)."""

    first_lead: Literal["contractor", "left_of_dealer"] = Field(description="who leads first")
    jack_above_ace: bool = Field(description="at no trumps a jack beats the ace of its suit")


class Scoring(Section):
    """What a hand is worth (RULES 8)."""

    table: Literal["avondale", "original_1904", "inverted_1904"] = Field(
        description="values of the bids"
    )
    slam: int = Field(ge=0, le=2000, description="least value of a contract made with all tricks")
    slam_call: Literal["never", "best_card"] = Field(
        description="the contractor may declare a slam and gets partner's best card for it"
    )
    slam_bonus: int = Field(ge=0, le=2000, description="what a declared slam adds to the value")
    failed: Literal["loses_value", "opponents_gain"] = Field(description="who pays for a set bid")
    trick_points: int = Field(ge=0, le=100, description="defenders' points for a trick")
    defenders: Literal["always", "if_set", "never"] = Field(description="when they score tricks")
    misere_defenders: Literal["nothing", "forced_tricks", "own_tricks"] = Field(
        description="what they score against a misère"
    )
    defenders_cap: int = Field(ge=0, le=10_000, description="tricks lift a score no higher; 0: any")


class Game(Section):
    """When a game ends, and who has won it (RULES 9)."""

    target: int = Field(ge=10, le=10_000, description="score that wins")
    must_bid_to_win: bool = Field(description="only a made contract wins")
    both_over: Literal["higher_score", "bidders", "first_to_target", "first_trick"] = Field(
        description="who wins if several reach the target"
    )
    back_door: int = Field(ge=-10_000, le=0, description="score that loses; 0: none")
    below: Literal["loses", "cannot_win"] = Field(description="what happens at that score")
    point_spread: int = Field(ge=0, le=20_000, description="lead that wins; 0: none")
    hands_limit: int = Field(ge=0, le=150, description="hands of a game; 0: to the target")
