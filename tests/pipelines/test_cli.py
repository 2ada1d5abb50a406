"""The command: what it prints, and one clear line with a code that is not 0 for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from small_study import TEXT

from pipelines import cli, schema
from pipelines.store import open_run, view_descriptions
from sim.rules import preset_names
from strategies.api import strategy_names

ROOT = Path(__file__).parents[2]
COMMANDS = (
    "study",
    "simulate",
    "report",
    "rules",
    "sweep",
    "strategies",
    "show",
    "replay",
    "sql",
    "schema",
    "verify",
    "bench",
)


class Said:
    """What a command printed and what it ended with."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Run the command in this process: ``command("rules", "australian")``."""

    def run(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["fivehundred", *arguments])
        capfd.readouterr()
        code: object = 0
        try:
            cli.main()
        except SystemExit as ended:
            code = ended.code
        out, err = capfd.readouterr()
        return Said(code if isinstance(code, int) else int(code is not None), out, err)

    return run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    (folder / "small.toml").write_text(TEXT, encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "pipelines.cli", "simulate", str(folder / "small.toml"),
         "--out", str(folder / "run")],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    return folder / "run"


def test_help_lists_every_command_and_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom typer.testing import CliRunner\nfrom pipelines.cli import app\n"
        "print(CliRunner().invoke(app, ['--help']).output)\n"
        "print('loaded', *(name for name in ('numba', 'numpy', 'polars', 'duckdb', 'pydantic',"
        " 'matplotlib', 'joblib') if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in COMMANDS:
        assert f" {name} " in done.stdout
    assert done.stdout.splitlines()[-1].split() == ["loaded"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(command: Any, name: str) -> None:
    said = command(name, "--help")
    assert said.code == 0
    assert "Usage" in said.out


def test_version(command: Any) -> None:
    said = command("--version")
    assert said.code == 0
    assert said.out.startswith("fivehundred ")


def test_rules_are_listed_shown_and_compared(command: Any) -> None:
    said = command("rules")
    assert all(name in said.out for name in preset_names())
    said = command("rules", "australian")
    assert "mis" in said.out
    said = command("rules", "australian", "trickster-american")
    assert "auction.rounds" in said.out
    data = json.loads(command("rules", "australian", "--json").out)
    assert data["misere.value"] == 250


def test_strategies_are_listed(command: Any) -> None:
    found = json.loads(command("strategies", "--json").out)
    assert [each["name"] for each in found] == strategy_names()
    assert all(each["summary"] for each in found)
    assert "pass_rate" in command("strategies").out


def test_schema_describes_every_column(command: Any) -> None:
    found = json.loads(command("schema", "--json").out)
    assert set(found["tables"]) >= {"hands", "games", "calls", "plays", "cells", "variants"}
    assert all(column["meaning"] for table in found["tables"].values() for column in table)
    assert "bid_success" in found["views"]


def test_sql_as_table_json_and_csv(command: Any, run: Path) -> None:
    query = "SELECT cell, count(*) AS n FROM hands GROUP BY cell ORDER BY cell LIMIT 1"
    assert "700" in command("sql", str(run), query).out
    assert json.loads(command("sql", str(run), query, "--json").out) == [{"cell": 0, "n": 700}]
    assert command("sql", str(run), query, "--csv").out == "cell,n\n0,700\n"


def test_script_opens_the_run_in_any_duckdb(
    command: Any, run: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(run.parent)
    script = command("sql", run.name, "--script").out
    monkeypatch.chdir(tmp_path)
    with duckdb.connect(tmp_path / "kept.db") as con, open_run(run).connect() as known:
        for _ in range(2):  # may be run again
            con.execute(script)
        names = [*schema.TABLES, *view_descriptions()]
        for name in names:
            count = f"SELECT count(*) FROM {name}"
            assert con.sql(count).fetchall() == known.sql(count).fetchall(), name
        assert con.sql("FROM balance ORDER BY ALL").fetchall() == (
            known.sql("FROM balance ORDER BY ALL").fetchall()
        )


def test_sql_wants_a_query_or_the_script(command: Any, run: Path) -> None:
    for arguments in ([], ["FROM hands", "--script"]):
        said = command("sql", str(run), *arguments)
        assert said.code == 1
        assert said.err == "fivehundred: sql: give a query or --script, one of them\n"


def test_show_tells_hands_of_every_way_to_play(command: Any, run: Path) -> None:
    for cell, deal in (("0", "12"), ("1", "256"), ("2", "12")):
        said = command("show", str(run), deal, "--cell", cell)
        assert said.code == 0, said.err
        assert f"{deal}" in said.out
        assert "random_legal" in said.out


def test_shown_hand_is_the_hand_of_the_log(command: Any, run: Path) -> None:
    query = "FROM hands WHERE cell = 1 AND contractor >= 0 AND hand_no = 1 LIMIT 1"
    row = json.loads(command("sql", str(run), query, "--json").out)[0]
    shown = json.loads(command("show", str(run), str(row["deal"]), "--cell", "1", "--json").out)
    assert shown["contractor"] == row["contractor"]
    assert shown["points"][:2] == [row["points_0"], row["points_1"]]
    assert shown["score_before"][:2] == [row["score_0"], row["score_1"]]


def test_exported_hand_passes_the_check(command: Any, run: Path, tmp_path: Path) -> None:
    query = "SELECT deal FROM hands WHERE cell = 0 AND contractor >= 0 LIMIT 1"
    deal = json.loads(command("sql", str(run), query, "--json").out)[0]["deal"]
    record = tmp_path / "hand.pbn"
    record.write_text(command("show", str(run), str(deal), "--pbn").out, encoding="utf-8")
    assert command("replay", str(record)).code == 0


def test_verify_proves_a_run_and_finds_what_is_broken(command: Any, run: Path) -> None:
    assert command("verify", str(run)).code == 0
    part = run / "hands" / "cell=000" / "part-00000.parquet"
    whole = part.read_bytes()
    part.write_bytes(whole[:-50])
    try:
        said = command("verify", str(run), "--json")
        assert said.code == 1
        found = json.loads(said.out)
        assert not found["whole"]
        assert "part-00000.parquet" in str(found["problems"])
        asked = command("sql", str(run), "SELECT sum(points_0) FROM hands")
        assert asked.code == 1
        assert "part-00000.parquet" in asked.err
    finally:
        part.write_bytes(whole)


def test_report_is_written_and_printed(command: Any, run: Path) -> None:
    said = command("report", str(run))
    assert said.code == 0, said.err
    assert (run / "report" / "report.html").is_file()
    assert (run / "report" / "tables" / "bid_success.parquet").is_file()
    assert command("verify", str(run)).code == 0, "a report makes no run broken"
    assert set(json.loads(command("report", str(run), "--json").out)) >= {"bid_success", "misere"}


BROKEN = '"""Broken."""\ndef bid(view):\n    return 0\ndef discard(view)\n    return 0\n'
ILLEGAL = (
    '"""Illegal."""\ndef bid(view):\n    return 63\ndef discard(view):\n    return 0\n'
    "def play(view):\n    return 0\n"
)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "austrlian"], "did you mean australian"),
        (["simulate", "defualt"], "did you mean default"),
        (["simulate", "none.toml"], "none.toml"),
        (["report", "nowhere"], "nowhere"),
        (["verify", "nowhere"], "nowhere"),
        (["show", "nowhere", "1"], "nowhere"),
        (["replay", "none.pbn"], "none.pbn"),
    ],
)
def test_mistake_is_one_line(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = command(*arguments)
    assert said.code != 0
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.out == ""


@pytest.mark.parametrize(
    ("query", "says"),
    [("SELECT nonsense FROM hands", "nonsense"), ("SELEC 1", "syntax"), ("FROM hand", "hand")],
)
def test_wrong_query_is_one_line(command: Any, run: Path, query: str, says: str) -> None:
    said = command("sql", str(run), query)
    assert said.code == 1
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_deal_that_was_not_played_is_one_line(command: Any, run: Path) -> None:
    for arguments in (["700"], ["1", "--cell", "99"], ["250", "--cell", "1"]):
        said = command("show", str(run), *arguments)
        assert said.code == 1
        assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (BROKEN, "mine.py, line 4: not valid Python"),
        (ILLEGAL, "bid, deal 0, seat 1: answered 63"),
        ("", "no function bid"),
    ],
)
def test_strategy_that_cannot_play_is_one_line(
    command: Any, tmp_path: Path, source: str, says: str
) -> None:
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    text = TEXT.replace('"random_legal"', '"mine.py"').replace(
        '"random_legal(pass_rate=0.8)"', '"mine.py"'
    )
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    said = command("simulate", str(tmp_path / "study.toml"), "--out", str(tmp_path / "run"))
    assert said.code == 1
    assert says in said.err.splitlines()[-1]
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("deals = 700", "deals = 0", "deals = 0; allowed"),
        ("seed = 7", "sede = 7", "did you mean seed"),
        ('"random_legal"', '"random"', "random_legal"),
    ],
)
def test_wrong_study_is_one_line(
    command: Any, tmp_path: Path, old: str, new: str, says: str
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    said = command("simulate", str(path), "--out", str(tmp_path / "run"))
    assert said.code == 1
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()
