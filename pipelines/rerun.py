"""Playing hands of a run again from their numbers: for reading one, and for proving a run."""

from __future__ import annotations

from typing import Any

import polars as pl

from pipelines import schema
from pipelines.batch import play
from pipelines.cells import Cell
from pipelines.store import Run, RunError
from sim.cards import PASS, call_code
from sim.engine import DEALS_PER_GAME
from sim.rules import make_rules
from strategies.api import StrategyError, parse_player


def run_cells(run: Run) -> list[Cell]:
    """Return the cells of a run as they were played; ``count`` is what is finished."""
    counts: dict[int, int] = {}
    for entry in run.manifest():
        counts[entry["cell"]] = counts.get(entry["cell"], 0) + entry["count"]
    path = run.path / "cells.parquet"
    if not path.is_file():
        raise RunError(f"{path}: is missing; is this the folder of a run?")
    return [_cell(run, row, counts.get(row["cell"], 0)) for row in pl.read_parquet(path).to_dicts()]


def seed(run: Run) -> int:
    """Return the seed of a run."""
    return int(run.info["study"]["seed"])


def changed_strategies(run: Run) -> list[str]:
    """Return which strategies of a run are no longer what they were when it was played."""
    changed = []
    for text, then in run.info["strategies"].items():
        try:
            same = parse_player(text).digest == then["digest"]
        except StrategyError:
            same = False
        if not same:
            changed.append(text)
    return changed


def trace_of(run: Run, cell: Cell, deal: int) -> Any:
    """Return the trace of one hand of a cell, a record of dtype ``sim.records.TRACE``.

    Raises RunError when the cell has no such deal.
    """
    unit = deal // DEALS_PER_GAME if cell.mode == "games" else deal
    if not 0 <= unit < cell.count:
        raise RunError(f"{run.path}: cell {cell.number} has no deal {deal}; {_deals(cell)}")
    traces = play(seed(run), cell, unit, 1, trace=True).traces
    found = [trace for trace in traces if trace["deal"] == deal]
    if not found:
        last = int(traces[-1]["deal"])
        raise RunError(
            f"{run.path}: cell {cell.number} has no deal {deal}; game {unit} was over with deal {last}"
        )
    return found[0]


def _deals(cell: Cell) -> str:
    if cell.mode == "games":
        return f"it has games 0 to {cell.count - 1}; the deals of game g begin at {DEALS_PER_GAME} times g"
    return f"it has deals 0 to {cell.count - 1}"


def _cell(run: Run, row: dict[str, Any], count: int) -> Cell:
    said = run.info["rules"][row["variant"]]
    data: dict[str, Any] = {"title": said["title"]}
    for key, value in said["rules"].items():
        section, _, name = key.partition(".")
        data.setdefault(section, {})[name] = value
    forced = row["mode"] == "forced"
    return Cell(
        number=row["cell"],
        variant=row["variant"],
        rules=make_rules(data, f"{run.path / 'run.json'}: variant {row['variant']}"),
        line_up=row["line_up"],
        moved=row["moved"],
        players=tuple(row[f"seat_{seat}"] for seat in range(6) if row[f"seat_{seat}"]),
        mode=row["mode"],
        count=count,
        scores=_scores(run, row),
        forced_call=call_code(row["forced_call"]) if forced else PASS,
        forced_seat=row["forced_seat"] if forced else 0,
        logs=tuple(name for name in run.info["tables"][row["cell"]] if name in schema.TRACED),
    )


def _scores(run: Run, row: dict[str, Any]) -> tuple[int, ...]:
    return tuple(run.info["scores"][row["cell"]])
