"""Kernels on disk: none is ever used that was built from other sources than those that are there."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from small_study import small_study

from pipelines.simulate import simulate
from pipelines.study import Study
from sim.compile import kernel_sources

ROOT = Path(__file__).parents[1]
ASK = """\
import numpy as np
from strategies.toolkit import card, total
masks = np.array([3, 0, 0, 1, 0], np.int32)
print(int(total(masks)), int(card(1, 8)), total.stats.cache_hits.total())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages that compile, to be edited."""
    for package in ("sim", "strategies"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / "tree" / package, ignore=ignore)
    return tmp_path / "tree"


def ask(tree: Path) -> list[int]:
    """Return what two kernels of a tree answer in a process of their own, and the cache hits."""
    environment = os.environ | {
        "FIVEHUNDRED_CACHE": str(tree.parent / "cache"),
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tree, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


def edit(path: Path, old: str, new: str) -> None:
    """Change a file but not its size nor its time, which is all that Numba looks at."""
    before = path.stat()
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path, text.count(old))
    assert len(old) == len(new)
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_no_stale_kernel_when_a_file_changes_that_others_call(copy: Path) -> None:
    assert ask(copy)[:2] == [3, 40]
    again = ask(copy)
    assert again[:2] == [3, 40]
    assert again[2] == 1, (
        "the second process found nothing in the cache, so this test shows nothing"
    )
    edit(copy / "sim" / "bits.py", "return _count(mask)", "return mask * 2 + 1")
    assert ask(copy)[:2] == [7 + 1 + 1 + 3 + 1, 40]


def test_no_stale_kernel_when_a_constant_changes_elsewhere(copy: Path) -> None:
    assert ask(copy)[1] == 40
    edit(copy / "sim" / "cards.py", "STRIDE: Final = 32", "STRIDE: Final = 64")
    assert ask(copy)[1] == 72


def test_kernels_are_built_from_nothing_but_what_the_digest_covers() -> None:
    covered = {f"sim.{path.stem}" for path in kernel_sources()}
    assert {"sim.cards", "sim.records", "sim.play", "sim.scoring", "sim.compile"} <= covered
    for path in kernel_sources():
        if path.name in ("compile.py", "engine.py"):
            continue  # Python that calls kernels or makes them
        assert _of_the_project(path) <= covered, path
    # strategies may also use what stands beside them: the digest of theirs covers that folder
    for path in (ROOT / "strategies").glob("*.py"):
        if path.name not in ("api.py", "compiling.py", "checking.py", "slow.py", "trial.py"):
            ours = {name for name in _of_the_project(path) if not name.startswith("strategies.")}
            assert ours <= covered, path


def _of_the_project(path: Path) -> set[str]:
    """Return what a file imports of the project, other than for a type checker."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module == "sim":
            found |= {f"sim.{name.name}" for name in node.names}
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(
            ("sim.", "strategies.")
        ):
            found.add(str(node.module))
    return found


def my_study(path: Path) -> Study:
    """Return a study of four parts in which a strategy file plays."""
    return small_study(
        variants=[{"rules": "australian"}],
        line_ups=[{"name": "mine", "teams": [str(path), str(path)]}],
        play=[{"mode": "hands", "deals": 40}],
        part_size=10,
        logs=[],
    )


@pytest.mark.xdist_group("workers")
@pytest.mark.parametrize("workers", [1, 2])
def test_edited_strategy_is_noticed_here_and_in_workers_that_live_on(
    tmp_path: Path, workers: int
) -> None:
    path = tmp_path / "mine.py"
    text = (ROOT / "strategies" / "random_legal.py").read_text(encoding="utf-8")
    timid = text.replace('{"pass_rate": 0.5}', '{"pass_rate": 2.0}')
    assert timid != text
    all_pass = []
    for content in (timid, text, timid):
        path.write_text(content, encoding="utf-8")
        run = simulate(my_study(path), tmp_path / str(len(all_pass)), workers=workers)
        hands = pl.read_parquet(run.path / "hands")
        all_pass.append(set(hands["contract"].cast(pl.String).to_list()) == {"Pass"})
    assert all_pass == [True, False, True]
