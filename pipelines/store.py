"""A run on disk: a folder that cannot be half right, and how DuckDB sees it.

``run.json`` says what is played, ``manifest.jsonl`` which parts are finished; a table is one folder
of Parquet files, ``hands/cell=000/part-00000.parquet``. A part counts once its line is in the
manifest; its files were renamed into place before that.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines import schema
from pipelines.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RUN_FILE: Final = "run.json"
MANIFEST: Final = "manifest.jsonl"
LOCK: Final = ".lock"
TEMPORARY: Final = ".tmp"
REPORT: Final = "report"  # folder of the report in that of its run
SQL: Final = Path(__file__).resolve().parent / "sql"


class RunError(RuntimeError):
    """A run that is missing, broken, in use or made by something else; one line."""


@dataclass(frozen=True)
class Run:
    """A run folder."""

    path: Path

    @cached_property
    def info(self) -> dict[str, Any]:
        """The content of ``run.json``. Raises RunError."""
        return _read_json(self.path / RUN_FILE)

    def manifest(self) -> list[dict[str, Any]]:
        """Return the finished parts, one dict each, in the order of cell and part.

        A last line that was cut off does not count; of two lines for one part the later holds.
        Raises RunError for any other broken line.
        """
        path = self.path / MANIFEST
        if not path.exists():
            return []
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        entries: dict[tuple[int, int], dict[str, Any]] = {}
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                entries[entry["cell"], entry["part"]] = entry
            except (ValueError, TypeError, KeyError):
                if number == len(lines) and not line.endswith("\n"):
                    break
                raise RunError(f"{path}, line {number}: does not describe a part") from None
        return [entries[place] for place in sorted(entries)]

    def part_path(self, table: str, cell: int, part: int) -> Path:
        """Return where the file of a part of a table is."""
        return self.path / table / f"cell={cell:03d}" / f"part-{part:05d}.parquet"

    @contextmanager
    def connect(self, threads: int | None = None) -> Iterator[DuckDBPyConnection]:
        """Open the run in DuckDB, in memory, with all tables and views. Raises RunError."""
        con = _new_connection(threads)
        try:
            for statement in self._statements():
                con.execute(statement)
            yield con
        finally:
            con.close()

    def script(self) -> str:
        """Return SQL that opens the run in any DuckDB, from any folder. Raises RunError."""
        first = "-- A run of Five Hundred: its tables and views. Save it and say: duckdb -init FILE"
        statements = Run(self.path.resolve())._statements()
        return "\n\n".join([first, *(f"{statement.strip()};" for statement in statements)]) + "\n"

    def _statements(self) -> Iterator[str]:
        for name in schema.TABLES:
            yield _create(name, self._table_query(name))
        yield from view_statements().values()

    def _table_query(self, table: str) -> str:
        columns = ", ".join(column.name for column in schema.TABLES[table])
        if table not in schema.LOGS:
            path = self.path / f"{table}.parquet"
            if not path.is_file():
                raise RunError(f"{path}: is missing; is this the folder of a run?")
            return f"SELECT * FROM read_parquet({_quoted(path)})"
        entries = [entry for entry in self.manifest() if table in entry["rows"]]
        files = [self.part_path(table, entry["cell"], entry["part"]) for entry in entries]
        missing = next((file for file in files if not file.is_file()), None)
        if missing is not None:
            raise RunError(f"{missing}: is missing though the manifest lists it")
        if not files:
            return _empty(table)
        listed = ", ".join(map(_quoted, files))
        return (
            f"SELECT {columns} FROM read_parquet([{listed}], hive_partitioning = true,"
            " hive_types = {'cell': SMALLINT})"
        )


def open_run(path: str | Path) -> Run:
    """Return a run by its folder, or by its name in ``data/runs``. Raises RunError."""
    for folder in (Path(path), runs_dir() / path):
        if (folder / RUN_FILE).is_file():
            run = Run(folder)
            version = run.info.get("schema_version")
            if version != SCHEMA_VERSION:
                raise RunError(
                    f"{folder / RUN_FILE}: schema_version {version}, this program reads"
                    f" {SCHEMA_VERSION}; simulate the study again"
                )
            return run
    folder = runs_dir()
    names = sorted(p.parent.name for p in folder.glob(f"*/{RUN_FILE}")) if folder.is_dir() else []
    there = f"; in {folder} there are {', '.join(names[-8:])}" if names else ""
    raise RunError(f"{path}: is not the folder of a run (no {RUN_FILE} in it){there}")


def runs_dir() -> Path:
    """Return the folder of runs: ``data/runs`` in the working directory."""
    return Path("data") / "runs"


def write_frame(frame: pl.DataFrame, path: Path) -> dict[str, Any]:
    """Write a frame as Parquet under its name only when it is complete; return bytes and sha256.

    The same frame gives the same bytes. Raises RunError if the file cannot be written.
    """
    memory = io.BytesIO()
    frame.write_parquet(
        memory,
        compression="zstd",
        statistics=True,
        metadata={"schema_version": str(SCHEMA_VERSION)},
    )
    content = memory.getvalue()
    write_whole(content, path)
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def write_json(data: Any, path: Path) -> None:
    """Write JSON under its name only when it is complete."""
    write_whole((json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode(), path)


def write_whole(content: bytes, path: Path) -> None:
    """Write a file that appears under its name only when it is complete. Raises RunError.

    The temporary name is this process's own: a worker that outlived its parent may still write.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None


def append_manifest(run: Run, entry: dict[str, Any]) -> None:
    """Record a finished part; a line that was cut off before goes first. Raises RunError."""
    path = run.path / MANIFEST
    try:
        with path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
                if file.read(1) != b"\n":
                    _cut_last_line(file)
            file.write(json.dumps(entry, sort_keys=True).encode() + b"\n")
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None


def broken_files(run: Run, entry: dict[str, Any]) -> list[Path]:
    """Return the files of a finished part that are missing or not what was written."""
    files = {table: run.part_path(table, entry["cell"], entry["part"]) for table in entry["sha256"]}
    return [
        path
        for table, path in files.items()
        if not path.is_file() or file_digest(path) != entry["sha256"][table]
    ]


def clear(folder: Path) -> None:
    """Throw away everything in a run folder but its lock; the description of the run goes last."""
    keep = (LOCK, RUN_FILE)
    for path in [p for p in folder.iterdir() if p.name not in keep]:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    (folder / RUN_FILE).unlink(missing_ok=True)


def file_digest(path: Path) -> str:
    """Return the sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a run folder to this process. Raises RunError when another one writes to it.

    The system lets go of the lock when a process ends, however it ends.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise RunError(f"{folder}: another process is writing to this run") from None
    try:
        yield
    finally:
        lock.release()


def create_views(con: DuckDBPyConnection) -> list[str]:
    """Create every view of ``pipelines/sql``, each after those it needs; return their names."""
    statements = view_statements()
    for statement in statements.values():
        con.execute(statement)
    return list(statements)


def view_statements() -> dict[str, str]:
    """Return what creates each view of ``pipelines/sql``, by its name, after those it needs."""
    waiting = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SQL.glob("*.sql"))}
    made: dict[str, str] = {}
    while waiting:
        ready = [
            name for name, text in waiting.items() if not (set(view_needs(text)) & set(waiting))
        ]
        if not ready:
            raise AssertionError(f"views that need each other: {sorted(waiting)}")
        for name in ready:
            made[name] = _create(name, waiting.pop(name))
    return made


def view_descriptions() -> dict[str, str]:
    """Return each view with the first line of its header."""
    views = {}
    for path in sorted(SQL.glob("*.sql")):
        line = path.read_text(encoding="utf-8").partition("\n")[0]
        views[path.stem] = line.removeprefix("--").strip().removeprefix(f"{path.stem}:").strip()
    return views


def view_needs(text: str) -> list[str]:
    """Return the names after ``-- needs:`` in the header of a view."""
    return _listed_after("-- needs:", text)


def view_grain(text: str) -> list[str]:
    """Return the columns of which a view has one row each, after ``-- grain:`` in its header."""
    return _listed_after("-- grain:", text)


def _listed_after(key: str, text: str) -> list[str]:
    for line in text.splitlines():
        if line.startswith(key):
            return [name.strip() for name in line.removeprefix(key).split(",")]
    return []


def _new_connection(threads: int | None) -> DuckDBPyConnection:
    import tempfile

    import duckdb
    import joblib

    con = duckdb.connect()
    con.execute(f"SET threads = {threads or joblib.cpu_count()}")
    con.execute(
        f"SET temp_directory = {_quoted(Path(tempfile.gettempdir()) / 'fivehundred-duckdb')}"
    )
    con.execute("SET memory_limit = '60%'")
    con.execute("SET autoinstall_known_extensions = false")
    con.execute("SET python_enable_replacements = false")
    return con


def _create(view: str, query: str) -> str:
    return f"CREATE OR REPLACE VIEW {view} AS {query}"


def _empty(table: str) -> str:
    types: dict[Any, str] = {
        pl.Int8: "TINYINT",
        pl.UInt8: "UTINYINT",
        pl.Int16: "SMALLINT",
        pl.Int32: "INTEGER",
    }
    types |= {pl.Int64: "BIGINT", pl.Boolean: "BOOLEAN"}
    columns = ", ".join(
        f"CAST(NULL AS {types.get(column.dtype, 'VARCHAR')}) AS {column.name}"
        for column in schema.TABLES[table]
    )
    return f"SELECT {columns} WHERE false"


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _cut_last_line(file: Any) -> None:
    """Cut an unfinished last line off a file that is open for reading and writing."""
    file.seek(0)
    content = file.read()
    file.truncate(content.rfind(b"\n") + 1)
    file.seek(0, os.SEEK_END)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise RunError(f"{path}: is not JSON") from None
    if not isinstance(found, dict):
        raise RunError(f"{path}: is not the description of a run")
    return found
