"""From the rows that the engine returns to data frames with the columns of ``schema.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

from pipelines import schema
from sim.cards import CALL_NAMES, CARD_NAMES, NO_CARD, STRIDE, SUIT_LETTERS
from sim.engine import Batch
from sim.records import ENDINGS, MAX_SEATS, MAX_TEAMS

_CALL_PLACES: Final = np.array(
    [schema.CALLS.categories.to_list().index(name) if name[0] != "?" else 0 for name in CALL_NAMES],
    np.uint8,
)
_CARD_PLACES: Final = np.zeros(256, np.uint8)
_CARD_PLACES[list(CARD_NAMES)] = np.arange(len(CARD_NAMES))


def hands_frame(batch: Batch) -> pl.DataFrame:
    """Return one row a hand, as ``schema.HANDS``."""
    rows = batch.hands
    return _frame(
        schema.HANDS,
        {name: rows[name] for name in (rows.dtype.names or ()) if rows.dtype[name].shape == ()}
        | {"contract": _calls(rows["contract"]), "made": rows["made"] == 1}
        | _by_team("points", rows["points"])
        | _by_team("score", rows["score_before"]),
    )


def games_frame(batch: Batch) -> pl.DataFrame:
    """Return one row a game, as ``schema.GAMES``."""
    rows = batch.games
    return _frame(
        schema.GAMES,
        {name: rows[name] for name in (rows.dtype.names or ()) if rows.dtype[name].shape == ()}
        | {"ended_by": pl.Series(np.array(ENDINGS)[rows["ended_by"]], dtype=schema.ENDED_BY)}
        | _by_team("score", rows["score"]),
    )


def calls_frame(batch: Batch) -> pl.DataFrame:
    """Return one row a call, as ``schema.CALLS_TABLE``."""
    rows = batch.traces
    hand, n = np.nonzero(np.arange(rows["call"].shape[1]) < rows["n_calls"][:, None])
    return _frame(
        schema.CALLS_TABLE,
        {
            "deal": rows["deal"][hand],
            "n": n,
            "seat": rows["call_seat"][hand, n],
            "call": _calls(rows["call"][hand, n]),
        },
    )


def plays_frame(batch: Batch) -> pl.DataFrame:
    """Return one row a card played, as ``schema.PLAYS``."""
    rows = batch.traces
    n_seats = rows["cards"].shape[2]
    seats = (rows["leaders"][:, :, None] + np.arange(n_seats)) % _n_players(rows)
    cards = np.take_along_axis(rows["cards"], np.minimum(seats, MAX_SEATS - 1), axis=2)
    there = (cards != NO_CARD) & (np.arange(n_seats) < _n_players(rows))
    position = np.cumsum(there, axis=2) - 1
    hand, trick, place = np.nonzero(there)
    seat = seats[hand, trick, place]
    named = np.where(position[hand, trick, place] == 0, rows["named"][hand, trick], -1)
    return _frame(
        schema.PLAYS,
        {
            "deal": rows["deal"][hand],
            "trick": trick + 1,
            "position": position[hand, trick, place],
            "seat": seat,
            "card": _cards(cards[hand, trick, place]),
            "named": pl.Series([SUIT_LETTERS[suit] if suit >= 0 else None for suit in named]),
            "won": seat == rows["winners"][hand, trick],
        },
    )


def discards_frame(batch: Batch) -> pl.DataFrame:
    """Return one row a card put away, as ``schema.DISCARDS``."""
    rows = batch.traces
    cards = np.concatenate([rows["discards"], rows["partner_discards"]], axis=1)
    there = cards != NO_CARD
    hand, place = np.nonzero(there)
    card = cards[hand, place]
    contractor = rows["contractor"][hand].astype(np.int64)
    # only a double nullo has a partner who puts cards away: he sits opposite
    opposite = (contractor + _n_players(rows) // 2) % _n_players(rows)
    return _frame(
        schema.DISCARDS,
        {
            "deal": rows["deal"][hand],
            "n": (np.cumsum(there, axis=1) - 1)[hand, place],
            "seat": np.where(place < rows["discards"].shape[1], contractor, opposite),
            "card": _cards(card),
            "from_kitty": rows["kitty"][hand, card // STRIDE] >> (card % STRIDE) & 1 == 1,
        },
    )


FRAMES: Final[dict[str, Callable[[Batch], pl.DataFrame]]] = {
    "hands": hands_frame,
    "games": games_frame,
    "calls": calls_frame,
    "plays": plays_frame,
    "discards": discards_frame,
}


def _n_players(traces: np.ndarray) -> int:
    """Return how many seats were dealt cards."""
    return int((traces["dealt"][0].any(axis=1)).sum()) if len(traces) else MAX_SEATS


def _calls(codes: np.ndarray) -> pl.Series:
    return pl.Series(_CALL_PLACES[codes]).cat.to(schema.CALLS)


def _cards(codes: np.ndarray) -> pl.Series:
    return pl.Series(_CARD_PLACES[codes]).cat.to(schema.CARDS)


def _by_team(name: str, values: np.ndarray) -> dict[str, np.ndarray]:
    return {f"{name}_{team}": values[:, team] for team in range(MAX_TEAMS)}


def _frame(columns: list[schema.Column], values: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(
        [pl.Series(column.name, values[column.name]).cast(column.dtype) for column in columns]
    )
