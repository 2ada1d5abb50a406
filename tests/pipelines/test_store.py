"""A run opened in DuckDB: its tables and views, and what an unfinished or broken run says."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from small_study import rows, small_study

from pipelines import schema, store
from pipelines.simulate import simulate
from pipelines.store import Run, RunError, open_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The small study in a folder with a quote and a space in its name."""
    folder = tmp_path_factory.mktemp("runs") / "one's own"
    return simulate(small_study(), folder, workers=1)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Hands only: no games, no logs."""
    study = small_study(logs=[], play=[{"mode": "hands", "deals": 20}])
    return simulate(study, tmp_path_factory.mktemp("runs") / "bare", workers=1)


def test_tables_hold_the_rows_on_disk(run: Run) -> None:
    with run.connect() as con:
        for table, frame in rows(run).items():
            found = con.sql(f"SELECT count(*) FROM {table}").fetchall()[0][0]
            assert found == frame.height > 0
        total = con.sql("SELECT sum(points_0), sum(deal) FROM hands").fetchall()[0]
    hands = rows(run)["hands"]
    assert total == (hands["points_0"].cast(pl.Int64).sum(), hands["deal"].sum())


@pytest.mark.parametrize("table", list(schema.TABLES))
def test_columns_are_those_that_are_documented(run: Run, bare: Run, table: str) -> None:
    documented = [column.name for column in schema.TABLES[table]]
    with run.connect() as con, bare.connect() as other:
        full, empty = con.sql(f"FROM {table}"), other.sql(f"FROM {table}")
        assert full.columns[: len(documented)] == documented
        assert full.columns == empty.columns
        assert full.types == empty.types


def test_tables_without_files_are_empty(bare: Run) -> None:
    with bare.connect() as con:
        for table in ("games", "calls", "plays"):
            assert con.sql(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]


def test_every_view_can_be_asked(run: Run, bare: Run) -> None:
    names = list(store.view_descriptions())
    assert len(names) >= 5
    for each in (run, bare):
        with each.connect() as con:
            for name in names:
                con.sql(f"FROM {name}").fetchall()


def test_a_python_variable_is_never_a_table(run: Run) -> None:
    mine = np.zeros(3)
    with run.connect() as con, pytest.raises(duckdb.Error, match="mine"):
        con.sql("FROM mine")
    assert len(mine) == 3


def test_part_that_is_not_in_the_manifest_is_not_read(bare: Run, tmp_path: Path) -> None:
    source = bare.part_path("hands", 0, 0)
    stray = bare.part_path("hands", 0, 7)
    stray.write_bytes(source.read_bytes())
    try:
        with bare.connect() as con:
            assert con.sql("SELECT count(*) FROM hands WHERE cell = 0").fetchall() == [(20,)]
    finally:
        stray.unlink()


def test_of_two_lines_for_a_part_the_later_holds(tmp_path: Path) -> None:
    run = Run(tmp_path)
    for size in (1, 2):
        store.append_manifest(run, {"cell": 0, "part": 0, "size": size})
    assert run.manifest() == [{"cell": 0, "part": 0, "size": 2}]


def test_line_that_was_cut_off_goes_before_the_next_is_added(tmp_path: Path) -> None:
    run = Run(tmp_path)
    store.append_manifest(run, {"cell": 0, "part": 0})
    with (tmp_path / store.MANIFEST).open("ab") as file:
        file.write(b'{"cell": 0, "pa')
    assert len(run.manifest()) == 1
    store.append_manifest(run, {"cell": 0, "part": 1})
    assert [entry["part"] for entry in run.manifest()] == [0, 1]


def test_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    run = Run(tmp_path)
    store.append_manifest(run, {"cell": 0, "part": 0})
    path = tmp_path / store.MANIFEST
    path.write_bytes(b"{}\n" + path.read_bytes())
    with pytest.raises(RunError, match=r"manifest\.jsonl, line 1"):
        run.manifest()


def test_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"no run\.json"):
        open_run(tmp_path)


def test_run_of_another_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / store.RUN_FILE).write_text(json.dumps({"schema_version": 99}))
    with pytest.raises(RunError, match="schema_version 99"):
        open_run(tmp_path)


def test_missing_part_is_named(bare: Run) -> None:
    part = bare.part_path("hands", 0, 0)
    away = part.with_suffix(".away")
    part.rename(away)
    try:
        with pytest.raises(RunError, match="part-00000"), bare.connect():
            pass
    finally:
        away.rename(part)


def test_a_file_appears_under_its_name_only_when_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.os, "replace", full)
    with pytest.raises(RunError, match=r"a\.parquet: cannot be written: No space left"):
        store.write_frame(pl.DataFrame({"a": [1]}), tmp_path / "a.parquet")
    assert list(tmp_path.iterdir()) == []
