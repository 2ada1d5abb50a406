"""In which order the cells of a report's table sort: figures as numbers, contracts up the ladder.

The page's script only compares the places that are worked out here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pipelines.measures import words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Ladder = Mapping[str, float]  # place of each contract, named as players write it

_NUMBER: Final = re.compile(r"([+−]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?)")
_NOTHING: Final = frozenset({"", "none", words.NONE})  # never first, whichever way it sorts
_Key = tuple[tuple[bool, float, str], ...]


def ladder_of(con: DuckDBPyConnection) -> dict[str, float]:
    """Return the place of every contract; where the variants of a run differ, between theirs.

    A bid made without the kitty stands beside its twin, all pass below every bid.
    """
    places = con.sql("SELECT contract, avg(rank) FROM ladder GROUP BY contract").fetchall()
    ranks = {contract: rank for contract, rank in places if not contract.endswith("sk")}
    ranks |= {f"{contract}sk": rank + 0.1 for contract, rank in ranks.items()}
    return {
        words.contract_label(contract): rank for contract, rank in {"Pass": 0.0, **ranks}.items()
    }


def sort_places(cells: Sequence[str], ladder: Ladder) -> list[int | None]:
    """Return the place of each cell among those of its column; the same text, the same place.

    A cell that says that there is nothing has none. A column of contracts follows the ladder; in any
    other, numbers count as such wherever they stand in the text.

    >>> sort_places(["61.3 % (60 to 62)", "–", "1,204", "−12.5", "+3"], {})
    [2, None, 3, 0, 1]
    >>> sort_places(["10NT", "6♠", "Misère"], {"6♠": 1, "Misère": 11, "10NT": 28})
    [2, 0, 1]
    """
    said = set(cells) - _NOTHING
    bids = said <= ladder.keys()
    keys = {cell: ((False, ladder[cell], ""),) if bids else _key(cell) for cell in said}
    order = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    return [order[keys[cell]] if cell in said else None for cell in cells]


def _key(cell: str) -> _Key:
    """Return text and numbers in turn; a number comes before text."""
    return tuple(
        (False, float(piece.replace("−", "-").replace(",", "")), "")
        if place % 2
        else (True, 0.0, _plain(piece))
        for place, piece in enumerate(_NUMBER.split(cell))
        if piece
    )


def _plain(text: str) -> str:
    """Return text without accents and capitals: Misère beside misere."""
    return "".join(
        c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
    ).casefold()
