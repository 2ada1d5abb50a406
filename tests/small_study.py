"""A study that is played in a second: every way of play, all logs, two rule sets."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import polars as pl

from pipelines import schema
from pipelines.store import Run
from pipelines.study import Study, make_study

TEXT = """\
title = "Small"
seed = 7
part_size = 300
logs = ["calls", "plays", "discards"]

[[variants]]
rules = "australian"

[[variants]]
rules = "trickster-american"

[[line_ups]]
teams = ["random_legal", "random_legal(pass_rate=0.8)"]
mirror = true

[[play]]
mode = "hands"
deals = 700

[[play]]
mode = "games"
games = 40

[[play]]
mode = "forced"
deals = 350
calls = ["M"]
seat = 1
"""


def small_study(**changes: Any) -> Study:
    """Return the study, with some keys changed."""
    import tomllib

    return make_study(tomllib.loads(TEXT) | changes, "small.toml")


def rows(run: Run) -> dict[str, pl.DataFrame]:
    """Return every table of a run as it lies on disk, in the order of its parts."""
    found = {}
    for table in schema.LOGS:
        parts = [
            pl.read_parquet(file, hive_partitioning=True, hive_schema={"cell": pl.Int16})
            for file in sorted((run.path / table).rglob("*.parquet"))
        ]
        found[table] = pl.concat(parts)
    for table in ("cells", "variants", "strategies"):
        found[table] = pl.read_parquet(run.path / f"{table}.parquet")
    return found


def same_rows(one: Run, other: Run) -> bool:
    """Return whether two runs hold the same rows in the same order."""
    first, second = rows(one), rows(other)
    return all(first[table].equals(second[table]) for table in first)


def digests(run: Run) -> dict[Path, str]:
    """Return a digest of every Parquet file of a run."""
    return {
        path.relative_to(run.path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(run.path.rglob("*.parquet"))
    }
