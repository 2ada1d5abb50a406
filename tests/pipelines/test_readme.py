"""What the README says of reports and tables: every view and section listed, every query runs."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest
from made_up_run import played_run

from pipelines import measures
from pipelines.schema import TABLES
from pipelines.store import SQL

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| `([^`|]+)` \|$", re.MULTILINE)
VIEWS = {name: (one_row, query) for name, one_row, query in ROW.findall(README)}
TOUR = re.findall(r'fivehundred sql \w+ "((?:SELECT|FROM) [^"]+)"', README)
PYTHON = re.findall(r'con\.sql\("([^"]+)"\)', README)
QUERIES = {
    **{name: query for name, (_, query) in VIEWS.items()},
    **{f"tour {number}": query for number, query in enumerate(TOUR)},
    **{f"Python {number}": query for number, query in enumerate(PYTHON)},
}


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    run = played_run(deals=1200)
    for moved in (0, 1):
        cell = run.cell("games", line_up="duel", moved=moved, seat_1="novice", seat_3="novice")
        run.add_games(cell, game=range(5))
    return run.connect(tmp_path_factory.mktemp("readme"))


def test_every_view_is_listed_with_one_row_and_a_query_of_its_own() -> None:
    assert set(VIEWS) == {path.stem for path in SQL.glob("*.sql")}
    for name, (one_row, query) in VIEWS.items():
        assert one_row.strip()
        assert re.search(rf"FROM {name}\b", query), name


@pytest.mark.parametrize("name", QUERIES)
def test_query_runs_and_finds_something(con: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = con.sql(QUERIES[name]).fetchall()
    assert rows
    assert any(value is not None for row in rows for value in row)


def test_queries_of_the_tour_and_of_python_are_among_them() -> None:
    assert {"tour 0", "Python 0"} <= set(QUERIES)


def test_every_table_is_listed() -> None:
    for name in TABLES:
        assert re.search(rf"^\| .*`{name}`", README, re.MULTILINE), name


def test_every_section_of_the_report_is_listed_in_order_as_it_calls_itself() -> None:
    lines = [
        f"| {measure.TITLE} | `{name}` | {measure.QUESTION} |"
        for name, measure in ((name, measures.load(name)) for name in measures.NAMES)
    ]
    assert "\n".join(lines) in README, "the table under “The report” in README.md"
