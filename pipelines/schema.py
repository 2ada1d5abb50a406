"""The tables of a run: every column with its type and its meaning, once for all.

``fivehundred schema``, the README and the writers read this; the columns of a log row are those of
the dtypes in ``sim.records``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from sim.cards import CALL_NAMES, CARD_NAMES, SUIT_LETTERS
from sim.records import ENDINGS, MAX_SEATS, MAX_TEAMS

SCHEMA_VERSION: Final = 5

CALLS: Final = pl.Enum([name for name in CALL_NAMES if not name.startswith("?")])
CARDS: Final = pl.Enum(list(CARD_NAMES.values()))
SUITS: Final = pl.Enum(list(SUIT_LETTERS))
ENDED_BY: Final = pl.Enum(list(ENDINGS))
_BIDS: Final = (
    "6S to 10NT, M misère, OM open, BM blind, BN bar nullo, DN double nullo, HL hi-lo,"
    " sk after a bid made without the kitty"
)
MODES: Final = ("hands", "games", "forced")


@dataclass(frozen=True)
class Column:
    """One column of a table: name, type in Parquet, and what it says."""

    name: str
    dtype: Any
    meaning: str


def _by_team(name: str, dtype: Any, meaning: str) -> list[Column]:
    return [Column(f"{name}_{team}", dtype, meaning.format(team)) for team in range(MAX_TEAMS)]


_CELL: Final = Column(
    "cell", pl.Int16, "number of the cell: which variant, line-up and way of play"
)
_DEAL: Final = Column("deal", pl.Int64, "number of the deal; the same number is the same shuffle")

HANDS: Final = [
    _DEAL,
    Column("game", pl.Int32, "number of the game, -1 outside of games"),
    Column("hand_no", pl.Int16, "place of the hand in its game, from 0"),
    Column("dealer", pl.Int8, "seat that dealt, 0 to 5"),
    Column("n_calls", pl.UInt8, "calls made, passes too; 0 for a forced contract"),
    Column("contract", CALLS, f"the contract: {_BIDS}; Pass if nobody bid"),
    Column("contractor", pl.Int8, "seat of the contractor, -1 if nobody bid"),
    Column("partner", pl.Int8, "seat that held the card the contractor called, -1 if none"),
    Column("slam_called", pl.Int8, "1 if the contractor declared a slam, else 0"),
    Column("redealt", pl.Int8, "1 if the hand was thrown in because a player asked for a redeal"),
    Column(
        "tricks", pl.Int8, "tricks of the contractor's side; if nobody bid, of the first caller's"
    ),
    Column("made", pl.Boolean, "whether the contract was made; false if nobody bid"),
    Column("trumps", pl.Int8, "trumps in the contractor's ten dealt cards, bowers and jokers too"),
    Column("jokers", pl.Int8, "jokers in them"),
    Column("bowers", pl.Int8, "bowers of the trump suit in them"),
    Column("side_aces", pl.Int8, "aces outside the trump suit in them"),
    Column("voids", pl.Int8, "plain suits of which they hold no card"),
    *_by_team("points", pl.Int16, "points of team {} in this hand"),
    *_by_team("score", pl.Int32, "score of team {} before this hand"),
]

GAMES: Final = [
    Column("game", pl.Int32, "number of the game; its first deal is 256 times that"),
    Column("first_dealer", pl.Int8, "seat that dealt its first hand"),
    Column("n_hands", pl.Int16, "hands played, passed-out ones too"),
    Column(
        "n_passed_out",
        pl.Int16,
        "hands in which nobody bid, thrown in (for a redeal too) or played at no trumps",
    ),
    Column("winner", pl.Int8, "team that won, -1 if nobody did"),
    Column("ended_by", ENDED_BY, f"how it ended: {', '.join(ENDINGS)}"),
    *_by_team("score", pl.Int32, "final score of team {}"),
]

CALLS_TABLE: Final = [
    _DEAL,
    Column("n", pl.UInt8, "place of the call in the auction, from 0"),
    Column("seat", pl.Int8, "who called"),
    Column("call", CALLS, f"the call: Pass, {_BIDS}, inkles iS to iNT"),
]

PLAYS: Final = [
    _DEAL,
    Column("trick", pl.Int8, "trick, 1 to 10"),
    Column("position", pl.Int8, "place in the trick, 0 leads"),
    Column("seat", pl.Int8, "who played"),
    Column("card", CARDS, "the printed card: 4S to AH, T for a ten, RJ and BJ"),
    Column("named", SUITS, "suit named for a led joker, null otherwise"),
    Column("won", pl.Boolean, "whether this card took the trick"),
]

DISCARDS: Final = [
    _DEAL,
    Column("n", pl.UInt8, "place among the cards put away in this hand, from 0"),
    Column("seat", pl.Int8, "who put it away: the contractor; in a double nullo his partner too"),
    Column("card", CARDS, "the printed card; in a double nullo also one that a partner was given"),
    Column(
        "from_kitty",
        pl.Boolean,
        "whether it was in the kitty, else dealt to a hand (partner's, if he gave it for a slam)",
    ),
]

CELLS: Final = [
    _CELL,
    Column("variant", pl.String, "name of the rules"),
    Column("line_up", pl.String, "name of the line-up"),
    Column("mode", pl.String, f"way of play: {', '.join(MODES)}"),
    Column("forced_call", pl.String, "contract that is played on every deal, null otherwise"),
    Column("forced_seat", pl.Int8, "who plays it: 0 is the first caller; null otherwise"),
    Column("moved", pl.Int8, "seats that everybody has moved on: 0 as in the study"),
    *(
        Column(f"seat_{seat}", pl.String, f"strategy at seat {seat}, empty if nobody sits there")
        for seat in range(MAX_SEATS)
    ),
]

SETTINGS: Final = [
    _CELL,
    Column("sweep", pl.String, "which grid: its variant and line-up as the study has them"),
    Column("axis", pl.Int8, "place of the key in its grid, from 0"),
    Column("key", pl.String, "rule or parameter that the grid changes"),
    Column("value", pl.String, "what it is in this cell"),
    Column("number", pl.Float64, "the same as a number, null for a word"),
]

STRATEGIES: Final = [
    Column("strategy", pl.String, "strategy with the parameters that were set, as in the study"),
    Column("name", pl.String, "name or path of the strategy"),
    Column("summary", pl.String, "what it says of itself"),
    Column("parameters", pl.String, "all its parameters, as JSON"),
    Column("digest", pl.String, "changes with its source and all that it is compiled from"),
]

VARIANTS: Final = [
    Column("variant", pl.String, "name of the rules in the study"),
    Column("title", pl.String, "their title"),
    Column("digest", pl.String, "changes with any rule"),
]  # and one column a rule, table_players to game_back_door

# Tables that are written part by part, each row with its cell.
TRACED: Final = {"calls": CALLS_TABLE, "plays": PLAYS, "discards": DISCARDS}  # where asked for
LOGS: Final = {"hands": HANDS, "games": GAMES, **TRACED}
TABLES: Final = {
    **{name: [_CELL, *columns] for name, columns in LOGS.items()},
    "cells": CELLS,
    "settings": SETTINGS,
    "variants": VARIANTS,
    "strategies": STRATEGIES,
}


def polars_schema(columns: list[Column]) -> dict[str, Any]:
    """Return names and types of columns for a data frame."""
    return {column.name: column.dtype for column in columns}
