"""Playing a study: into a new run folder, or on with one that was broken off."""

from __future__ import annotations

import json
import operator
import platform
import shlex
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import polars as pl

from pipelines import schema, store
from pipelines.backends import WorkerLost, run_all, worker_count
from pipelines.batch import play, play_part
from pipelines.cells import Cell, Plan, make_plan
from pipelines.slowness import notices, slow_strategies
from pipelines.store import Run, RunError
from pipelines.study import Study
from pipelines.watchdog import watched
from sim.cards import CALL_NAMES
from sim.records import MAX_SEATS

_PACKAGES: Final = ("numpy", "numba", "polars", "duckdb", "joblib")


class Interrupted(RunError):
    """The user stopped a run; what is finished is kept."""


class Progress:
    """What is told while a study is played; this one keeps silent."""

    def preparing(self) -> None:
        """Kernels are about to be compiled or loaded."""

    def notice(self, text: str) -> None:
        """Something to know before play begins, as that a strategy is slow."""

    def damaged(self, files: list[Path]) -> None:
        """Some files of finished parts are missing or changed; these parts are played again."""

    def began(self, hands_to_play: int, hands_done: int, workers: int) -> None:
        """Play begins; so many hands are expected, so many were there already."""

    def played(self, expected_hands: int, hands: int) -> None:
        """A part is finished that was expected to have so many hands, and has so many."""


def simulate(
    study: Study,
    folder: str | Path,
    *,
    workers: int | None = None,
    resume: bool = False,
    again: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Play a study into a run folder and return the run.

    With ``resume`` a run that was broken off goes on; its rows come out as if it had not been. The
    study may ask for more deals or games than the run was begun with: these are added. With
    ``again`` a run that is in the folder is thrown away first. Raises StudyError, RulesError or
    StrategyError for what cannot be played, StrategyFailure when a strategy breaks off, RunError for
    the folder, Interrupted when the user stops it.
    """
    progress = progress or Progress()
    plan = make_plan(study)
    run = Run(Path(folder))
    description = describe_run(plan, run.path.name)
    _check_folder(run)
    try:
        with store.locked(run.path):
            _begin(run, plan, description, resume, again)
            progress.preparing()
            _warm_up(plan, progress)
            _play_missing(run, plan, workers, progress)
    except KeyboardInterrupt:
        kept = f"stopped; what is finished stays in {run.path}"
        raise Interrupted(f"{kept}; the same command with --resume goes on") from None
    except WorkerLost as error:
        raise RunError(f"{error}; the same command with --resume goes on") from None
    return Run(run.path)


def describe_run(plan: Plan, name: str) -> dict[str, Any]:
    """Return the content of ``run.json``: all that is needed to play the study again."""
    return {
        "schema_version": schema.SCHEMA_VERSION,
        "name": name,
        "study": plan.study.model_dump(mode="json"),
        "rules": {
            name: {"digest": rules.digest(), "title": rules.title, "rules": rules.flat()}
            for name, rules in plan.variants.items()
        },
        "strategies": {
            text: {"name": player.strategy.name, "digest": player.digest}
            for text, player in plan.players.items()
        },
        "scores": [list(cell.scores) for cell in plan.cells],
        "counts": [cell.count for cell in plan.cells],
        "tables": [list(cell.tables) for cell in plan.cells],
        "n_cells": len(plan.cells),
        "n_parts": len(plan.parts),
        "versions": {
            "fivehundred": version("fivehundred"),
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
            **{package: version(package) for package in _PACKAGES},
        },
        "command": shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
    }


def _check_folder(run: Run) -> None:
    """Raise RunError when a folder is in use for something else than a run; make it otherwise."""
    ours = (store.LOCK, store.MANIFEST)
    if not (run.path / store.RUN_FILE).exists() and run.path.is_dir():
        foreign = [
            path.name
            for path in sorted(run.path.iterdir())
            if path.name not in ours and path.suffix != store.TEMPORARY
        ]
        if foreign:
            raise RunError(
                f"{run.path}: holds no run but {foreign[0]}; choose another folder with --out"
            )
    try:
        run.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{run.path}: cannot be made: {error.strerror}") from None


def _begin(run: Run, plan: Plan, description: dict[str, Any], resume: bool, again: bool) -> None:
    """Make a run folder ready to be written to; what a killed process left there goes."""
    there = (run.path / store.RUN_FILE).is_file()
    if there and again:
        store.clear(run.path)
    elif there and resume:
        longer = _check_same(run, description)
        if longer:
            store.write_json(description, run.path / store.RUN_FILE)
        for leftover in run.path.rglob(f"*{store.TEMPORARY}"):
            leftover.unlink(missing_ok=True)
    elif there:
        raise RunError(
            f"{run.path}: holds a run already; --resume goes on with it, --again plays it anew,"
            " --out takes another folder"
        )
    if again or not there:
        store.write_json(description, run.path / store.RUN_FILE)
    store.write_frame(_cells_frame(plan), run.path / "cells.parquet")
    store.write_frame(_settings_frame(plan), run.path / "settings.parquet")
    store.write_frame(_variants_frame(plan), run.path / "variants.parquet")
    store.write_frame(_strategies_frame(plan), run.path / "strategies.parquet")


def _check_same(run: Run, description: dict[str, Any]) -> bool:
    """Return whether a run is to grow; raise RunError when it was made from anything else.

    That is another study but for more deals or games, other rules or other strategies.
    """
    plain = json.loads(json.dumps(description))
    info = dict(run.info)
    old, new = info.get("counts", []), plain["counts"]
    longer = old != new and len(old) == len(new) and all(map(operator.le, old, new))
    if longer and isinstance(info.get("study"), dict):
        counts = [{key: each[key] for key in ("deals", "games")} for each in plain["study"]["play"]]
        play = info["study"].get("play", [])
        info["study"] = info["study"] | {
            "play": [old | new for old, new in zip(play, counts, strict=False)]
        }
    parts = ("schema_version", "study", "rules", "strategies")
    for key, what in zip(parts, ("version of the tables", *parts[1:]), strict=True):
        found = info.get(key)
        if found != plain[key]:
            changed = _first_difference(found, plain[key])
            raise RunError(
                f"{run.path}: was begun with another {what} ({changed}); it cannot be resumed"
            )
    return longer


def _first_difference(old: Any, new: Any, path: str = "") -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                return _first_difference(
                    old.get(key), new.get(key), f"{path}.{key}" if path else key
                )
    return f"{path}: then {json.dumps(old)[:60]}, now {json.dumps(new)[:60]}"


def _warm_up(plan: Plan, progress: Progress) -> None:
    """Compile in this process all that the workers will load, and try every line-up on one deal."""
    tried: set[tuple[str, ...]] = set()
    told: set[str] = set()
    for cell in plan.cells:
        if cell.players in tried:
            continue
        tried.add(cell.players)
        players = [plan.players[text] for text in cell.players]
        with watched(players):
            play(plan.study.seed, cell, 0, 1)
        slow = {each.name for each in slow_strategies(players)}
        if slow - told:
            told |= slow
            for text in notices(
                players,
                lambda n, cell=cell: len(play(plan.study.seed, cell, 0, n).hands),  # type: ignore[misc]
            ):
                progress.notice(text)


def _play_missing(run: Run, plan: Plan, workers: int | None, progress: Progress) -> None:
    done, damaged = {}, []
    counts = {(part.cell, part.number): part.count for part in plan.parts}
    for entry in run.manifest():
        if counts.get((entry["cell"], entry["part"])) != entry["count"]:
            continue  # the run grows, and with it its last part
        broken = store.broken_files(run, entry)
        damaged += broken
        if not broken:
            done[entry["cell"], entry["part"]] = entry
    if damaged:
        progress.damaged(damaged)
    missing = [part for part in plan.parts if (part.cell, part.number) not in done]
    left = sum(part.n_hands for part in missing)
    workers = worker_count(workers, len(missing), left)
    progress.began(left, sum(entry["rows"]["hands"] for entry in done.values()), workers)
    expected = {(part.cell, part.number): part.n_hands for part in missing}
    tasks = [(run.path, plan.study.seed, plan.cells[part.cell], part) for part in missing]
    for entry in run_all(play_part, tasks, workers):
        store.append_manifest(run, entry)
        progress.played(expected[entry["cell"], entry["part"]], entry["rows"]["hands"])


def _cells_frame(plan: Plan) -> pl.DataFrame:
    return pl.DataFrame(
        [_cell_row(cell) for cell in plan.cells], schema=schema.polars_schema(schema.CELLS)
    )


def _cell_row(cell: Cell) -> dict[str, Any]:
    forced = cell.mode == "forced"
    players = [*cell.players, *[""] * (MAX_SEATS - len(cell.players))]
    return {
        "cell": cell.number,
        "variant": cell.variant,
        "line_up": cell.line_up,
        "mode": cell.mode,
        "forced_call": CALL_NAMES[cell.forced_call] if forced else None,
        "forced_seat": cell.forced_seat if forced else None,
        "moved": cell.moved,
    } | {f"seat_{seat}": text for seat, text in enumerate(players)}


def _settings_frame(plan: Plan) -> pl.DataFrame:
    rows = [
        {"cell": cell.number, "sweep": cell.sweep, "axis": axis, "key": key, "value": str(value)}
        | {"number": None if isinstance(value, str | bool) else float(value)}
        for cell in plan.cells
        for axis, (key, value) in enumerate(cell.settings)
    ]
    return pl.DataFrame(rows, schema=schema.polars_schema(schema.SETTINGS))


def _variants_frame(plan: Plan) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"variant": name, "title": rules.title, "digest": rules.digest()}
            | {key.replace(".", "_"): value for key, value in rules.flat().items()}
            for name, rules in plan.variants.items()
        ]
    )


def _strategies_frame(plan: Plan) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "strategy": text,
                "name": player.strategy.name,
                "summary": player.summary,
                "parameters": json.dumps(player.settings),
                "digest": player.digest,
            }
            for text, player in plan.players.items()
        ],
        schema=schema.polars_schema(schema.STRATEGIES),
    )
