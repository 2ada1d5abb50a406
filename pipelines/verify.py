"""Proving a run whole: its description, its files, its sums, its rows, some hands played again.

Parts are read one after the other, so memory stays flat however many hands there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from pipelines import check_logs, check_rows, rerun, schema, store
from pipelines.batch import play
from pipelines.cells import Cell, parts_of
from pipelines.check_rows import Fault, Rows
from pipelines.columns import FRAMES
from pipelines.store import Run, RunError
from sim.engine import DEALS_PER_GAME, StrategyFailure
from sim.rules import RulesError

Entry = dict[str, Any]

_KEYS: Final = (
    ("study", dict), ("rules", dict), ("strategies", dict), ("scores", list), ("counts", list),
    ("tables", list), ("n_cells", int), ("n_parts", int),
)  # fmt: skip
_PARTS_AGAIN: Final = 3  # parts of a cell from which hands are played again
_AGAIN: Final = {"hands": 20, "forced": 20, "games": 3}  # deals or games of each of these parts


def verify(run: Run, note: Callable[[str], None] = lambda text: None) -> list[str]:
    """Return what is wrong with a run, a line each; nothing is wrong with a whole one.

    What could not be checked, and is no fault of the run, is told to ``note``.
    """
    try:
        problems = _description(run)
        if problems:
            return problems
        manifest, cells = run.manifest(), rerun.run_cells(run)
        problems = _cells(run, cells)
        if problems:
            return problems
        problems = [*_plan(run, cells, manifest), *_foreign(run, manifest)]
        problems += _tables(run, cells)
        whole = []
        for entry in manifest:
            found = list(_files(run, cells, entry))
            problems += found
            if not found:
                whole.append(entry)
        problems += _rows(run, cells, whole)
        return problems + list(_again(run, cells, whole, note))
    except (RunError, RulesError) as error:
        return [str(error)]


def _description(run: Run) -> list[str]:
    """Check that ``run.json`` has what the other checks need."""
    path, info = run.path / store.RUN_FILE, run.info
    problems = [
        f"{path}: {key} is missing or not what it should be"
        for key, kind in _KEYS
        if not isinstance(info.get(key), kind)
    ]
    if not problems:
        study = info["study"]
        problems = [
            f"{path}: study.{key} is missing or not a whole number"
            for key in ("seed", "part_size")
            if not isinstance(study.get(key), int)
        ]
    for key in ("scores", "counts", "tables"):
        if not problems and len(info[key]) != info["n_cells"]:
            problems.append(
                f"{path}: {key} has {len(info[key])} entries for {info['n_cells']} cells"
            )
    return problems


def _cells(run: Run, cells: list[Cell]) -> list[str]:
    info, path = run.info, run.path / "cells.parquet"
    if [cell.number for cell in cells] != list(range(info["n_cells"])):
        return [f"{path}: has {len(cells)} cells, {store.RUN_FILE} says {info['n_cells']}"]
    problems = []
    for name in dict.fromkeys(cell.variant for cell in cells):
        rules = next(cell.rules for cell in cells if cell.variant == name)
        said = info["rules"][name]["digest"]
        if rules.digest() != said:
            problems.append(
                f"{run.path / store.RUN_FILE}: variant {name}: its rules have the digest"
                f" {rules.digest()}, not {said}"
            )
    return problems


def _tables(run: Run, cells: list[Cell]) -> Iterator[str]:
    """Check that the small tables know every variant and strategy of the cells."""
    for name, column, known in (
        ("variants", "variant", {cell.variant for cell in cells}),
        ("settings", "cell", set()),
        ("strategies", "strategy", {text for cell in cells for text in cell.players}),
    ):
        path = run.path / f"{name}.parquet"
        try:
            found = set(pl.read_parquet(path, columns=[column])[column].to_list())
        except (OSError, pl.exceptions.PolarsError):
            yield f"{path}: is missing or cannot be read"
            continue
        lacking = sorted(known - found)
        if lacking:
            yield f"{path}: has no row for {lacking[0]}"


def _plan(run: Run, cells: list[Cell], manifest: list[Entry]) -> Iterator[str]:
    """Check the manifest against the plan: every part there, each with its own deals."""
    info = run.info
    counts, size = info["counts"], info["study"]["part_size"]
    planned = {
        (part.cell, part.number): part
        for cell in cells
        for part in parts_of(replace(cell, count=counts[cell.number]), size)
    }
    if len(planned) != info["n_parts"]:
        path = run.path / store.RUN_FILE
        yield f"{path}: n_parts = {info['n_parts']}, the study has {len(planned)}"
    found = {(entry["cell"], entry["part"]) for entry in manifest}
    missing = len(planned.keys() - found)
    if missing:
        yield (
            f"{run.path}: {missing} of {len(planned)} parts are missing;"
            f" `{_command(info)}` plays them"
        )
    for entry in manifest:
        part = planned.get((entry["cell"], entry["part"]))
        where = f"{run.path / store.MANIFEST}: {_place(entry)}"
        if part is None:
            yield f"{where} is not in the study"
        elif (entry.get("first"), entry.get("count")) != (part.first, part.count):
            yield (
                f"{where} begins at {entry.get('first')} and has {entry.get('count')}"
                f" {_units(cells[part.cell])}, it should begin at {part.first}"
                f" and have {part.count}"
            )


def _command(info: Entry) -> str:
    """Return the command that a run was begun with, made to go on with it."""
    words = [
        word for word in str(info.get("command", "")).split() if word not in ("--again", "--resume")
    ]
    return " ".join([*words, "--resume"]) if words else "fivehundred simulate STUDY --resume"


def _foreign(run: Run, manifest: list[Entry]) -> Iterator[str]:
    """Check that no Parquet file stands in the run that it has not written; a report may."""
    known = {run.path / f"{name}.parquet" for name in schema.TABLES if name not in schema.LOGS}
    known |= {run.part_path(t, e["cell"], e["part"]) for e in manifest for t in e.get("rows", {})}
    for path in sorted(run.path.rglob("*.parquet")):
        if path not in known and run.path / store.REPORT not in path.parents:
            yield f"{path}: is not in the manifest"


def _files(run: Run, cells: list[Cell], entry: Entry) -> Iterator[str]:
    """Check the files of a part: there, unchanged, with the rows and columns they should have."""
    where = f"{run.path / store.MANIFEST}: {_place(entry)}"
    if not 0 <= entry["cell"] < len(cells):
        return
    for table in cells[entry["cell"]].tables:
        path = run.part_path(table, entry["cell"], entry["part"])
        sha, rows = (entry.get(key, {}).get(table) for key in ("sha256", "rows"))
        if sha is None or rows is None:
            yield f"{where} does not say what is in {table}"
        elif not path.is_file():
            yield f"{path}: is missing"
        elif store.file_digest(path) != sha:
            yield f"{path}: is not what was written (its sha256 differs)"
        else:
            yield from _columns(path, table, rows)


def _columns(path: Path, table: str, rows: int) -> Iterator[str]:
    try:
        found = dict(pl.read_parquet_schema(path))
        height = pl.scan_parquet(path).select(pl.len()).collect().item()
    except (OSError, pl.exceptions.PolarsError) as error:
        yield f"{path}: cannot be read: {' '.join(str(error).split())[:200]}"
        return
    if found != schema.polars_schema(schema.LOGS[table]):
        yield f"{path}: has other columns or types than {table} should have"
    elif height != rows:
        yield f"{path}: has {height} rows, the manifest says {rows}"


def _rows(run: Run, cells: list[Cell], entries: Iterable[Entry]) -> Iterator[str]:
    """Check every row of every part, and the sums by cell."""
    jokers: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    for entry in entries:
        cell = cells[entry["cell"]]
        frames = {table: _read(run, table, entry) for table in cell.tables}
        yield from _part_rows(run, cell, entry, frames)
        hands[cell.number] += frames["hands"].height
        jokers[cell.number] += int(frames["hands"]["jokers"].cast(pl.Int64).sum())
    for cell in cells:
        odd = ""
        if cell.mode == "forced":
            odd = check_rows.frequency_faults(cell, hands[cell.number], jokers[cell.number])
        if odd:
            yield f"{run.path}: cell {cell.number}: {odd}"


def _part_rows(
    run: Run, cell: Cell, entry: Entry, frames: dict[str, pl.DataFrame]
) -> Iterator[str]:
    hands, part = frames["hands"], (entry["first"], entry["count"])
    path = run.part_path("hands", entry["cell"], entry["part"])
    if cell.mode != "games" and hands.height != entry["count"]:
        yield f"{path}: has {hands.height} hands for {entry['count']} deals"
        return
    rows = Rows(hands, cell)
    sound = True
    for line in _told(path, "hands", "deal", hands, check_rows.hand_faults(rows, *part)):
        sound = False
        yield line
    if "games" in frames and sound:
        path = run.part_path("games", entry["cell"], entry["part"])
        games = frames["games"]
        yield from _told(path, "games", "game", games, check_rows.games_faults(games, rows, *part))
    for table, check in (
        ("calls", lambda frame: check_logs.calls_faults(frame, hands)),
        ("plays", lambda frame: check_logs.plays_faults(frame, hands, rows)),
        ("discards", lambda frame: check_logs.discards_faults(frame, rows, frames.get("plays"))),
    ):
        if table in frames:
            path = run.part_path(table, entry["cell"], entry["part"])
            yield from _told(path, "hands", "deal", hands, check(frames[table]))


def _told(
    path: Path, what: str, key: str, frame: pl.DataFrame, faults: Iterable[Fault]
) -> Iterator[str]:
    """Yield a line for each fault that some rows have, with the first of them."""
    for fault in faults:
        places = np.flatnonzero(fault.rows)
        if len(places):
            first = frame[key][int(places[0])]
            yield f"{path}: {len(places)} {what} {fault.what}; first {key} {first}"


def _again(
    run: Run, cells: list[Cell], entries: list[Entry], note: Callable[[str], None]
) -> Iterator[str]:
    """Play some deals of each cell again and compare their rows."""
    changed = set(rerun.changed_strategies(run))
    if changed:
        note(
            f"not played again: {', '.join(sorted(changed))} changed since this run was played,"
            " or the engine did"
        )
    for cell in cells:
        mine = [entry for entry in entries if entry["cell"] == cell.number]
        if changed & set(cell.players) or not mine:
            continue
        picked = np.unique(np.linspace(0, len(mine) - 1, _PARTS_AGAIN).astype(int))
        for share, entry in zip(
            np.linspace(0, 1, len(picked)), (mine[n] for n in picked), strict=True
        ):
            count = min(_AGAIN[cell.mode], entry["count"])
            first = entry["first"] + int(share * (entry["count"] - count))
            yield from _stretch_again(run, cell, entry, range(first, first + count))


def _stretch_again(run: Run, cell: Cell, entry: Entry, units: range) -> Iterator[str]:
    """Play some deals (or games) of a part again and compare the rows of every table."""
    try:
        batch = play(rerun.seed(run), cell, units[0], len(units), trace=bool(cell.logs))
    except StrategyFailure as error:
        yield f"{run.path}: cell {cell.number}, played again: {error}"
        return
    for table in cell.tables:
        stored, played = _read(run, table, entry), FRAMES[table](batch)
        for unit in units:
            here = _is_of(unit, cell, table)
            if not stored.filter(here).equals(played.filter(here)):
                path = run.part_path(table, entry["cell"], entry["part"])
                one = "game" if cell.mode == "games" else "deal"
                yield f"{path}: {one} {unit} comes out otherwise when it is played again"
                break


def _is_of(unit: int, cell: Cell, table: str) -> pl.Expr:
    """Return whether a row is of a deal, or of a game."""
    if cell.mode != "games":
        return pl.col("deal") == unit
    if table == "games":
        return pl.col("game") == unit
    return pl.col("deal") // DEALS_PER_GAME == unit


def _read(run: Run, table: str, entry: Entry) -> pl.DataFrame:
    return pl.read_parquet(
        run.part_path(table, entry["cell"], entry["part"]), hive_partitioning=False
    )


def _place(entry: Entry) -> str:
    return f"part {entry['part']} of cell {entry['cell']}"


def _units(cell: Cell) -> str:
    return "games" if cell.mode == "games" else "deals"
