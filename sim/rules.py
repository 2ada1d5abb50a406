"""The rules of a game as validated, immutable data: what may be chosen, and what fits together.

Every key of a rule file is a field of one of the sections in ``rule_sections.py``; a preset in
data/rules gives all of them or extends another. The values become numbers for the compiled game in
``ladder.py``.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pydantic import Field, ValidationError, model_validator

from sim import rule_sections as sections
from sim.decks import DECKS, FREE, HAND_SIZE, Pack
from sim.presets import merge, preset_dir, preset_names, read_rules
from sim.rules_check import RulesError, complaint, nearest, one_line
from sim.rules_conflicts import conflicts

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Rules", "RulesError", "load_rules", "make_rules", "preset_dir", "preset_names"]

_PRINTABLE: Final = r"^[^\x00-\x1f\x7f]*$"  # titles stand in one-line headings and tags
_SIDES: Final = {2: "alone", 3: "alone", 4: "two", 5: "called", 6: "two"}


class Rules(sections.Section):
    """The rules of one variant: compared, hashed and pickled by content, replaced but not changed."""

    title: str = Field(min_length=1, max_length=80, pattern=_PRINTABLE)
    description: str = Field(default="", max_length=400, pattern=_PRINTABLE)
    table: sections.Table
    pack: sections.PackKeys
    auction: sections.Auction
    misere: sections.Misere
    open_misere: sections.OpenMisere
    blind_misere: sections.BlindMisere
    double_nullo: sections.DoubleNullo
    bar_nullo: sections.BarNullo
    hi_lo: sections.HiLo
    joker: sections.Joker
    play: sections.Play
    scoring: sections.Scoring
    game: sections.Game

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        """Fill in what follows from other keys: the pack of a deck, the sides, the kitty."""
        table = data.get("table") if isinstance(data, dict) else None
        if not isinstance(table, dict):
            return data
        name, pack = str(table.get("deck")), data.get("pack")
        if pack is None and name != FREE:
            pack = DECKS.get(name, DECKS["D43"])._asdict()  # an unknown deck is told by itself
        table = {"sides": _SIDES.get(table.get("players", 0), "two")} | table
        if "kitty" not in table:
            table = table | _kitty(table, pack)
        return data | {"table": table} | ({} if pack is None else {"pack": pack})

    @model_validator(mode="after")
    def _fits_together(self) -> Rules:
        found = conflicts(self)
        if found:
            raise ValueError("; ".join(found))
        return self

    def cards(self) -> list[int]:
        """Return the printed codes of the pack, ascending."""
        return Pack(**self.pack.model_dump()).cards()

    def flat(self) -> dict[str, str | int | bool]:
        """Return every rule by its dotted key, in the order of a rule file; no title."""
        values = self.model_dump(exclude={"title", "description"})
        return {
            f"{section}.{key}": value
            for section, keys in values.items()
            for key, value in keys.items()
        }

    def replace(self, changes: Mapping[str, Any], source: str = "change") -> Rules:
        """Return these rules with other values for some dotted keys, as in ``misere.value``.

        A change of players or deck takes along what follows from it (sides, pack, kitty), unless
        that is given too. ``source`` stands for the file in messages. Raises RulesError.
        """
        known = [*self.flat(), "title", "description"]
        nested: dict[str, Any] = {}
        for key, value in changes.items():
            section, dot, name = str(key).partition(".")
            if not dot and key not in known:
                raise RulesError(_not_dotted(str(key), known, source))
            plain = value.item() if hasattr(value, "item") else value
            if dot:
                nested.setdefault(section, {})[name] = plain
            else:
                nested[section] = plain
        data = self.model_dump()
        merge(data, nested, {}, source)
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
        from sim.rules_record import record

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


def _kitty(table: Mapping[str, Any], pack: Any) -> dict[str, int]:
    """Return the kitty that a pack leaves over, nothing where that cannot be told."""
    try:
        size = len(Pack(**pack).cards())
        left = size - HAND_SIZE * table["players"] - table.get("dead", 0)
    except (TypeError, KeyError, IndexError):
        return {}
    return {"kitty": min(max(left, 0), sections.MAX_KITTY)}  # what does not add up is told later
