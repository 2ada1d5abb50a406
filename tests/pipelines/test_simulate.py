"""Playing a study: the same rows however the work is split, stopped, killed and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from small_study import TEXT, digests, rows, same_rows, small_study

from pipelines import backends, schema, store
from pipelines.simulate import Interrupted, Progress, simulate
from pipelines.store import Run, RunError, open_run
from pipelines.study import load_study

ONE_ROOM = pytest.mark.xdist_group("workers")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The small study, played in one go by this process."""
    return simulate(small_study(), tmp_path_factory.mktemp("whole") / "run", workers=1)


def test_every_deal_is_played_once(whole: Run) -> None:
    hands = rows(whole)["hands"]
    cells = pl.read_parquet(whole.path / "cells.parquet")
    assert cells["mode"].to_list() == ["hands", "games", "forced"] * 4
    for cell, mode in cells.select("cell", "mode").iter_rows():
        deals = hands.filter(pl.col("cell") == cell)["deal"].to_list()
        assert len(set(deals)) == len(deals)
        if mode != "games":
            assert deals == list(range(700 if mode == "hands" else 350))


def test_columns_are_those_of_the_schema(whole: Run) -> None:
    for table, columns in schema.LOGS.items():
        file = next((whole.path / table).rglob("*.parquet"))
        assert pl.read_parquet_schema(file) == schema.polars_schema(columns)
        assert pl.read_parquet_metadata(file)["schema_version"] == str(schema.SCHEMA_VERSION)


def test_calls_and_plays_tell_what_the_hands_say(whole: Run) -> None:
    found = rows(whole)
    key = ["cell", "deal"]
    calls = found["calls"].group_by(key).agg(pl.len().alias("seen"))
    joined = found["hands"].join(calls, on=key, how="left").fill_null(0)
    assert joined.filter(pl.col("seen") != pl.col("n_calls")).height == 0
    bids = found["calls"].filter(pl.col("call").cast(pl.String) != "Pass").group_by(key)
    last = bids.agg(pl.col("call").sort_by("n").last().alias("last").cast(pl.String))
    made = found["hands"].filter(pl.col("contract").cast(pl.String) != "Pass").join(last, on=key)
    assert made.filter(pl.col("contract").cast(pl.String) != pl.col("last")).height == 0
    won = found["plays"].filter(pl.col("won")).with_columns(side=pl.col("seat") % 2)
    tricks = won.group_by(*key, "side").agg(pl.len().alias("won_tricks"))
    contracts = found["hands"].filter(pl.col("contractor") >= 0)
    contracts = contracts.with_columns(side=pl.col("contractor") % 2)
    joined = contracts.join(tricks, on=[*key, "side"], how="left").fill_null(0)
    assert joined.height > 1000
    assert joined.filter(pl.col("won_tricks") != pl.col("tricks")).height == 0


def test_leader_is_first_and_every_trick_has_one_winner(whole: Run) -> None:
    plays = rows(whole)["plays"]
    tricks = plays.group_by("cell", "deal", "trick").agg(
        pl.col("won").sum().alias("winners"),
        pl.col("position").min(),
        pl.col("seat").n_unique().alias("seats"),
        pl.len().alias("n"),
    )
    assert tricks["winners"].unique().to_list() == [1]
    assert tricks["position"].unique().to_list() == [0]
    assert tricks.filter(pl.col("seats") != pl.col("n")).height == 0
    assert sorted(tricks["n"].unique().to_list()) == [3, 4]  # three when a misère is played


def test_scores_of_a_game_run_through_its_hands(whole: Run) -> None:
    found = rows(whole)
    games = found["games"]
    hands = found["hands"].filter(pl.col("game") >= 0)
    sums = hands.group_by("cell", "game").agg(
        pl.len().cast(pl.Int16).alias("n"), pl.col("points_0").sum(), pl.col("points_1").sum()
    )
    joined = games.join(sums, on=["cell", "game"])
    assert joined.height == games.height == 160
    wrong = joined.filter(
        (pl.col("n") != pl.col("n_hands"))
        | (pl.col("points_0") != pl.col("score_0"))
        | (pl.col("points_1") != pl.col("score_1"))
    )
    assert wrong.height == 0


@pytest.mark.parametrize("part_size", [97, 1_000_000])
def test_rows_do_not_depend_on_the_size_of_parts(
    whole: Run, tmp_path: Path, part_size: int
) -> None:
    other = simulate(small_study(part_size=part_size), tmp_path / "run", workers=1)
    assert len(other.manifest()) != len(whole.manifest())
    assert same_rows(whole, other)


@ONE_ROOM
@pytest.mark.parametrize("workers", [2, 3])
def test_files_do_not_depend_on_the_number_of_workers(
    whole: Run, tmp_path: Path, workers: int
) -> None:
    other = simulate(small_study(), tmp_path / "run", workers=workers)
    assert digests(other) == digests(whole)


def test_logs_do_not_change_the_hands(whole: Run, tmp_path: Path) -> None:
    other = simulate(small_study(logs=[]), tmp_path / "run", workers=1)
    hands = [file for file in digests(whole) if file.parts[0] in ("hands", "games")]
    assert {file: digests(other)[file] for file in hands} == {
        file: digests(whole)[file] for file in hands
    }
    assert not (other.path / "plays").exists()


def test_another_seed_gives_other_hands(whole: Run, tmp_path: Path) -> None:
    other = simulate(small_study(seed=8, logs=[]), tmp_path / "run", workers=1)
    files = [path for path in digests(other) if path.parts[0] == "hands"]
    assert all(digests(other)[path] != digests(whole)[path] for path in files)


class StopAfter(Progress):
    """Stops as Ctrl-C does once so many parts are played."""

    def __init__(self, parts: int) -> None:
        self.left = parts

    def played(self, expected_hands: int, hands: int) -> None:
        """Count down."""
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


class Count(Progress):
    """Counts parts played and notes damaged files."""

    def __init__(self) -> None:
        self.parts = 0
        self.files: list[Path] = []

    def damaged(self, files: list[Path]) -> None:
        """Note them."""
        self.files = files

    def played(self, expected_hands: int, hands: int) -> None:
        """Count one."""
        self.parts += 1


def test_stopped_run_goes_on_to_the_same_files(whole: Run, tmp_path: Path) -> None:
    for stop in (1, 5, 2):
        with pytest.raises(Interrupted, match="--resume"):
            simulate(
                small_study(),
                tmp_path / "run",
                workers=1,
                resume=stop > 1,
                progress=StopAfter(stop),
            )
    count = Count()
    resumed = simulate(small_study(), tmp_path / "run", workers=1, resume=True, progress=count)
    assert count.parts == len(whole.manifest()) - 8
    assert digests(resumed) == digests(whole)


def test_resuming_a_finished_run_plays_nothing(whole: Run) -> None:
    before, count = digests(whole), Count()
    simulate(small_study(), whole.path, workers=1, resume=True, progress=count)
    assert count.parts == 0
    assert digests(whole) == before


def test_what_a_killed_process_left_half_done_is_mended(whole: Run, tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        simulate(small_study(), tmp_path / "run", workers=1, progress=StopAfter(6))
    run = Run(tmp_path / "run")
    manifest = run.path / store.MANIFEST
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join(lines[:5]) + lines[5][:40])  # cut off in the middle of a line
    left = run.part_path("hands", 0, 9).with_name("part-00009.parquet.4711.tmp")
    left.write_bytes(b"half a file")
    truncated, gone = run.part_path("hands", 0, 1), run.part_path("plays", 0, 0)
    truncated.write_bytes(truncated.read_bytes()[:-100])
    gone.unlink()
    count = Count()
    resumed = simulate(small_study(), run.path, workers=1, resume=True, progress=count)
    assert sorted(count.files) == sorted([truncated, gone])
    assert not list(run.path.rglob("*.tmp"))
    assert digests(resumed) == digests(whole)
    assert len(resumed.manifest()) == len(whole.manifest())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 8}, "study.*seed"),
        ({"part_size": 301}, "study.*part_size"),
        ({"variants": [{"rules": "trickster-australian"}]}, "another study"),
    ],
)
def test_run_of_another_study_is_not_resumed(
    whole: Run, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(RunError, match=message):
        simulate(small_study(**changes), whole.path, resume=True)


def test_run_of_a_changed_strategy_is_not_resumed(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "strategies" / "random_legal.py"
    mine = tmp_path / "mine.py"
    mine.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    changes = {
        "line_ups": [{"name": "mine", "teams": [str(mine), str(mine)]}],
        "play": [{"mode": "hands", "deals": 5}],
        "variants": [{"rules": "australian"}],
    }
    simulate(small_study(**changes), tmp_path / "run", workers=1)
    mine.write_text(mine.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"another strategies.*mine"):
        simulate(small_study(**changes), tmp_path / "run", resume=True)
    again = simulate(small_study(**changes), tmp_path / "run", workers=1, again=True)
    assert len(again.manifest()) == 1


def test_run_that_is_there_is_neither_mixed_nor_overwritten(whole: Run) -> None:
    before = digests(whole)
    with pytest.raises(RunError, match=r"--resume.*--again"):
        simulate(small_study(), whole.path, workers=1)
    assert digests(whole) == before


def test_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    for again in (False, True):
        with pytest.raises(RunError, match=r"letter\.txt"):
            simulate(small_study(), tmp_path, again=again)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_unplayable_study_leaves_the_old_run_alone(whole: Run) -> None:
    before = digests(whole)
    bad = small_study(line_ups=[{"teams": ["clubb", "club"]}])
    with pytest.raises(ValueError, match="club"):
        simulate(bad, whole.path, again=True)
    assert digests(whole) == before


def test_two_processes_cannot_write_to_one_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    with store.locked(folder):
        code = (
            "import sys; from pathlib import Path; from pipelines import store\n"
            f"with store.locked(Path({str(folder)!r})): pass"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode != 0
    assert "another process is writing" in done.stderr


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be made"):
        simulate(small_study(), tmp_path / "file" / "run", workers=1)


def start(study: Path, folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pipelines.cli", "simulate", str(study), "--out", str(folder)]
    return subprocess.Popen(
        [*command, *options], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=Path(__file__).parents[2], start_new_session=True,
    )  # fmt: skip


def long_study(tmp_path: Path) -> Path:
    """Write a study of many parts, so that a signal meets it while it plays."""
    path = tmp_path / "long.toml"
    text = TEXT.replace("part_size = 300", "part_size = 4000").replace('["calls", "plays"]', "[]")
    path.write_text(text.replace("deals = 700", "deals = 60_000"), encoding="utf-8")
    return path


def wait_for_parts(folder: Path, process: subprocess.Popen[str], parts: int) -> None:
    manifest = folder / store.MANIFEST
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if manifest.exists() and manifest.read_bytes().count(b"\n") >= parts:
            return
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    raise AssertionError("no part was finished in two minutes")


@ONE_ROOM
def test_killed_at_any_moment_a_run_is_resumed_to_the_same_files(tmp_path: Path) -> None:
    study = long_study(tmp_path)
    folder = tmp_path / "run"
    parts = 3
    for options in ((), ("--resume",), ("--resume",)):
        process = start(study, folder, "--workers", "2", *options)
        wait_for_parts(folder, process, parts)
        process.kill()
        process.communicate(timeout=30)  # the workers, which hold the pipe, end too
        parts = len(Run(folder).manifest()) + 3
    resumed = simulate(load_study(study), folder, workers=2, resume=True)
    whole = simulate(load_study(study), tmp_path / "whole", workers=2)
    assert digests(resumed) == digests(whole)
    assert not list(folder.rglob("*.tmp"))


@ONE_ROOM
def test_ctrl_c_stops_with_a_line_that_says_how_to_go_on(tmp_path: Path) -> None:
    study, folder = long_study(tmp_path), tmp_path / "run"
    process = start(study, folder, "--workers", "2")
    wait_for_parts(folder, process, 3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: parent and workers get it
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert len(Run(folder).manifest()) >= 3


@ONE_ROOM
def test_killed_worker_is_told_in_one_line(tmp_path: Path) -> None:
    study, folder = long_study(tmp_path), tmp_path / "run"
    process = start(study, folder, "--workers", "2")
    wait_for_parts(folder, process, 3)
    workers = [
        pid
        for pid in _children(process.pid)
        if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    os.kill(workers[0], signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "killed" in said.splitlines()[-1]
    assert "--resume" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert open_run(folder).manifest()


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(each) for each in text.split()]


def test_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    study = long_study(tmp_path)  # with parts that are larger than the tables beside them
    study.write_text(study.read_text().replace("part_size = 4000", "part_size = 20_000"))
    code = (
        "import resource, signal, sys; from pipelines import cli\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))\n"
        f"sys.argv = ['fivehundred', 'simulate', {str(study)!r},"
        f" '--out', {str(tmp_path / 'run')!r}, '--workers', '1']\n"
        "cli.main()"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1, done.stderr
    assert "part-00000.parquet: cannot be written: File too large" in last
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "run").rglob("*.tmp"))


def test_run_json_says_how_to_play_it_again(whole: Run) -> None:
    info = json.loads((whole.path / store.RUN_FILE).read_text(encoding="utf-8"))
    assert info["study"]["seed"] == 7
    assert set(info["rules"]) == {"australian", "trickster-american"}
    assert set(info["versions"]) >= {"python", "numpy", "numba", "polars", "duckdb", "fivehundred"}
    assert all(len(said["digest"]) >= 12 for said in info["strategies"].values())


@ONE_ROOM
def test_workers_keep_polars_to_one_thread() -> None:
    found = list(backends.run_all(_polars_threads, [(), ()], 2))
    assert found == [1, 1]


def _polars_threads() -> int:
    return pl.thread_pool_size()
