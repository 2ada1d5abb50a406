"""The fields of a view as a table: name, shape, value, meaning, as ``records.py`` has them.

Their meaning stands in the comments of ``records.VIEW``, so that it is written once and beside the
field; the value is what a comment has in brackets at its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sim import records

# What the words in the column of values stand for.
VALUES: Final = {
    "seat": "0 to players - 1, clockwise round the table",
    "seats": "a set of seats, as teams, suits, calls: bit n is set for seat n",
    "suit": "0 spades, 1 clubs, 2 diamonds, 3 hearts, 4 a joker's own",
    "card": "32 * suit + power: 2 a four, 8 a ten, 12 jack, 13 queen, 14 king, 15 ace, 16, 17 the bowers,"
    " 18, 19 the jokers among trumps",
    "call": "0 a pass, 1 to 25 are 6S 6C 6D 6H 6NT 7S ... 10NT, 26 misere, 27 open misere, 31 to 35 inkles",
    "masks": "one a suit, bit n is set for the card of power n",
    "points": "any number, below 0 too",
}
_FIELD: Final = re.compile(r'\s+(?:_masks)?\("(\w+)".*?\),  # (.+) \[(.+)\]')
_HEADING: Final = re.compile(r"\s+# (.+)")


@dataclass(frozen=True)
class ViewField:
    """One field: ``group`` is the part of the view it stands in, ``shape`` is empty for a number."""

    name: str
    shape: tuple[int, ...]
    value: str
    meaning: str
    group: str

    @property
    def label(self) -> str:
        """The name with its shape, as ``on_table[6]``."""
        return self.name + "".join(f"[{size}]" for size in self.shape)


def view_fields() -> list[ViewField]:
    """Return every field of a view in its order."""
    text = Path(str(records.__file__)).read_text(encoding="utf-8")
    block = text.partition("\nVIEW: Final")[2].partition("\n)")[0]
    found, group = [], ""
    for line in block.splitlines():
        if match := _FIELD.fullmatch(line):
            name, meaning, value = match.groups()
            found.append(ViewField(name, records.VIEW[name].shape, value, meaning, group))
        elif match := _HEADING.fullmatch(line):
            group = match[1]
    return found
