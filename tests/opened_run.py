"""A made-up run as the report opens it, and its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
from made_up_run import played_run

from pipelines.report import write_report

INFO = {
    "study": {"title": "Two ways <with> bids & tricks", "description": "Made up.", "seed": 4711},
    "versions": {"duckdb": "2.0.1", "polars": "2.1.0"},
}


class OpenedRun:
    """What the report needs of a run."""

    def __init__(self, path: Path, con: duckdb.DuckDBPyConnection) -> None:
        self.path = path
        self.info: dict[str, Any] = INFO
        self._con = con

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return another connection to the same tables, which closes itself after use."""
        return self._con.cursor()

    def report(self, folder: Path | None = None) -> Path:
        """Write the report and return its page."""
        return write_report(self, folder)  # type: ignore[arg-type]


def opened_run(folder: Path) -> OpenedRun:
    """Return a small run with every kind of cell, in a folder that is made."""
    folder.mkdir()
    return OpenedRun(folder, played_run(deals=1500).connect(folder))
