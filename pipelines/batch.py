"""One part: played, made into tables, written. This is what runs in a worker process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pipelines.cells import Cell, Part
from strategies.api import Player, parse_player

if TYPE_CHECKING:
    import polars as pl

_TRACED: Final = {"hands": 8192, "forced": 8192, "games": 512}  # deals or games at a time with logs


def play_part(folder: Path, seed: int, cell: Cell, part: Part) -> dict[str, Any]:
    """Play a part, write its tables into a run folder, return its line for the manifest.

    Raises StrategyFailure when a strategy breaks off, and RunError when the disk does.
    """
    from pipelines.store import Run, write_frame

    start = time.perf_counter()
    run = Run(folder)
    rows, written = {}, {}
    for table, frame in _frames(seed, cell, part).items():
        rows[table] = frame.height
        written[table] = write_frame(frame, run.part_path(table, part.cell, part.number))
    return {
        "cell": part.cell,
        "part": part.number,
        "first": part.first,
        "count": part.count,
        "rows": rows,
        "bytes": {table: entry["bytes"] for table, entry in written.items()},
        "sha256": {table: entry["sha256"] for table, entry in written.items()},
        "seconds": round(time.perf_counter() - start, 3),
    }


def _frames(seed: int, cell: Cell, part: Part) -> dict[str, pl.DataFrame]:
    """Return the rows of a part by table; traces, which are large, are kept for a few at a time."""
    import polars as pl

    from pipelines.columns import FRAMES

    trace = bool(cell.logs)
    frames: dict[str, list[pl.DataFrame]] = {table: [] for table in cell.tables}
    for first, count in _stretches(part, _TRACED[cell.mode] if trace else part.count):
        batch = play(seed, cell, first, count, trace=trace)
        for table in cell.tables:
            frames[table].append(FRAMES[table](batch))
    return {table: pl.concat(found, rechunk=True) for table, found in frames.items()}


def _stretches(part: Part, size: int) -> Iterator[tuple[int, int]]:
    """Yield first and count of the stretches of at most ``size`` that make up a part."""
    for first in range(part.first, part.first + part.count, size):
        yield first, min(size, part.first + part.count - first)


def play(seed: int, cell: Cell, first: int, count: int, trace: bool = False) -> Any:
    """Play some deals (or games) of a cell and return the engine's Batch."""
    from sim import engine

    seated = {text: _player(text) for text in set(cell.players)}
    line_up = [seated[text] for text in cell.players]
    numbers: dict[str, Any] = {"seed": seed, "first": first, "count": count, "trace": trace}
    if cell.mode == "games":
        return engine.play_games(cell.rules, line_up, **numbers)
    if cell.mode == "forced":
        return engine.play_forced(
            cell.rules, line_up, seat=cell.forced_seat, call=cell.forced_call, scores=cell.scores,
            **numbers,
        )  # fmt: skip
    return engine.play_hands(cell.rules, line_up, scores=cell.scores, **numbers)


def _player(text: str) -> Player:
    """Return a player, compiled anew when any file it is made from has changed."""
    found = parse_player(text)
    return _kept(text, found.digest)


@lru_cache(maxsize=256)
def _kept(text: str, digest: str) -> Player:
    return parse_player(text)
