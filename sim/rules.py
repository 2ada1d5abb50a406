"""The rules of a game as validated, immutable data: what may be chosen, and what fits together.

Every key of a rule file is a field of one of the sections below; a preset in data/rules gives all
of them or extends another. The values become numbers for the compiled game in ``ladder.py``.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sim.decks import DECK_SIZES, HAND_SIZE
from sim.presets import merge, preset_dir, preset_names, read_rules
from sim.rules_check import RulesError, complaint, nearest, one_line
from sim.rules_conflicts import conflicts

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Rules", "RulesError", "load_rules", "make_rules", "preset_dir", "preset_names"]

_PRINTABLE: Final = r"^[^\x00-\x1f\x7f]*$"  # titles stand in one-line headings and tags

# fmt: off
Bid = Literal[
    "6S", "6C", "6D", "6H", "6NT", "7S", "7C", "7D", "7H", "7NT", "8S", "8C", "8D", "8H", "8NT",
    "9S", "9C", "9D", "9H", "9NT", "10S", "10C", "10D", "10H", "10NT",
]
# fmt: on


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Table(_Section):
    """Who plays with which cards (RULES 2)."""

    players: Literal[4] = Field(description="seats; two against two")
    deck: Literal["D43", "D44", "D45", "D46"] = Field(description="the pack")
    kitty: int = Field(ge=3, le=6, description="cards left after the deal; may be left out")

    @model_validator(mode="before")
    @classmethod
    def _kitty_of_the_deck(cls, data: Any) -> Any:
        """Fill in the kitty that the deck leaves over."""
        if isinstance(data, dict) and "kitty" not in data:
            size = DECK_SIZES.get(str(data.get("deck")), DECK_SIZES["D43"])
            return data | {"kitty": size - 4 * HAND_SIZE}
        return data


class Auction(_Section):
    """How a contract is found (RULES 5.1 to 5.3, 5.9)."""

    rounds: Literal["many", "one"] = Field(description="until all others passed, or one call each")
    lowest_bid: Literal[6, 7] = Field(description="lowest level of a bid that can be the contract")
    inkle_callers: int = Field(ge=0, le=4, description="so many first callers may inkle")
    raise_own_bid: Literal["never", "once"] = Field(description="after all others passed")
    all_pass: Literal["next_dealer", "same_dealer", "play_no_trumps"] = Field(
        description="what follows when nobody bids"
    )


class Misere(_Section):
    """The contract to take no trick (RULES 5.5, 5.6)."""

    allowed: Literal["never", "after_seven", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description="points won or lost")
    above: Bid = Field(description="the natural bid it stands directly above")


class OpenMisere(_Section):
    """Misère with the hand shown (RULES 5.5, 5.6)."""

    allowed: Literal["never", "after_eight", "any_time"] = Field(description="when it may be bid")
    value: int = Field(ge=10, le=2000, description="points won or lost")
    above: Bid = Field(description="the natural bid it stands directly above")
    exposed: Literal["after_first_trick", "at_once"] = Field(description="when the hand is shown")


class Joker(_Section):
    """The joker where there are no trumps (RULES 7.4)."""

    nominate: bool = Field(description="the contractor may give it a suit before play")
    lead: Literal["unled_suit", "any_suit", "last_trick"] = Field(
        description="which suit its leader may name"
    )
    misere_forced: bool = Field(description="in misère it must be played by a player who is void")


class Scoring(_Section):
    """What a hand is worth (RULES 8)."""

    slam: int = Field(ge=0, le=2000, description="least value of a contract made with all tricks")
    trick_points: int = Field(ge=0, le=100, description="defenders' points for a trick")
    defenders: Literal["always", "if_set", "never"] = Field(description="when they score tricks")
    misere_defenders: Literal["nothing", "forced_tricks", "own_tricks"] = Field(
        description="what they score against a misère"
    )
    defenders_cap: int = Field(ge=0, le=10_000, description="tricks lift a score no higher; 0: any")


class Game(_Section):
    """When a game ends, and who has won it (RULES 9)."""

    target: int = Field(ge=10, le=10_000, description="score that wins")
    must_bid_to_win: bool = Field(description="only a made contract wins")
    both_over: Literal["higher_score", "bidders"] = Field(description="if both reach the target")
    back_door: int = Field(ge=-10_000, le=0, description="score that loses; 0: none")


class Rules(_Section):
    """The rules of one variant: compared, hashed and pickled by content, replaced but not changed."""

    title: str = Field(min_length=1, max_length=80, pattern=_PRINTABLE)
    description: str = Field(default="", max_length=400, pattern=_PRINTABLE)
    table: Table
    auction: Auction
    misere: Misere
    open_misere: OpenMisere
    joker: Joker
    scoring: Scoring
    game: Game

    @model_validator(mode="after")
    def _fits_together(self) -> Rules:
        found = conflicts(self)
        if found:
            raise ValueError("; ".join(found))
        return self

    def flat(self) -> dict[str, str | int | bool]:
        """Return every rule by its dotted key, in the order of a rule file; no title."""
        sections = self.model_dump(exclude={"title", "description"})
        return {
            f"{section}.{key}": value
            for section, values in sections.items()
            for key, value in values.items()
        }

    def replace(self, changes: Mapping[str, Any], source: str = "change") -> Rules:
        """Return these rules with other values for some dotted keys, as in ``misere.value``.

        A change of the deck takes along the kitty, unless that is given too. ``source`` stands for
        the file in messages. Raises RulesError.
        """
        data = self.model_dump()
        known = [*self.flat(), "title", "description"]
        for key, value in changes.items():
            section, dot, name = str(key).partition(".")
            if not dot and key not in known:
                raise RulesError(_not_dotted(str(key), known, source))
            plain = value.item() if hasattr(value, "item") else value
            merge(data, {section: {name: plain} if dot else plain}, {}, source)
        if "table.kitty" in changes:  # whatever the order of the changes
            merge(data, {"table": {"kitty": changes["table.kitty"]}}, {}, source)
        return make_rules(data, source)

    def digest(self) -> str:
        """Return 12 hex digits that are the same for the same rules, whatever their title."""
        text = json.dumps(self.flat(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def ladder(self) -> list[int]:
        """Return the call codes of all bids of this game, low to high (RULES 5.5)."""
        from sim.ladder import ladder

        return ladder(self)

    def record(self) -> np.ndarray:
        """Return the rules as numbers for compiled code: shape (1,), dtype ``records.RULES``."""
        from sim.ladder import record

        return record(self)

    def describe(self) -> list[str]:
        """Return the rules in a player's words, one line a subject."""
        from sim.rules_words import describe

        return describe(self)


def load_rules(name_or_path: str | os.PathLike[str]) -> Rules:
    """Return the rules of a preset, or of a TOML file with everything it extends.

    Raises RulesError: one line that names the file, the key, what was found and what is allowed.
    """
    data, origins, source = read_rules(name_or_path)
    return make_rules(data, source, origins)


def make_rules(
    data: Mapping[str, Any], source: str, origins: Mapping[str, str] | None = None
) -> Rules:
    """Return the rules given by sections, as a rule file has them. Raises RulesError.

    ``source`` names in messages where they come from; ``origins`` may name it for a dotted key.
    """
    try:
        return Rules.model_validate(dict(data))
    except ValidationError as error:
        raise RulesError(complaint(error, Rules, origins or {}, source)) from None


def _not_dotted(key: str, known: list[str], source: str) -> str:
    homes = [dotted for dotted in known if dotted.partition(".")[2] == key]
    hint = f"; did you mean {homes[0]}?" if homes else nearest(key, known)
    return one_line(f"{source}: {key} is no rule: write section.key as in misere.value{hint}")
