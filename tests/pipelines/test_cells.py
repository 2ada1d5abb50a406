"""Cells and parts of a played study: what they share, and what they cost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from small_study import small_study

from pipelines.batch import play
from pipelines.cells import make_plan

ROOT = Path(__file__).parents[2]
PEAK = """\
import resource, sys
from pathlib import Path
from pipelines.simulate import simulate
from pipelines.study import make_study
from pipelines.verify import verify

def study(deals):
    return make_study({
        "title": "Memory", "part_size": 10_000, "variants": [{"rules": "australian"}],
        "line_ups": [{"teams": ["random_legal", "random_legal"]}],
        "play": [{"mode": "hands", "deals": deals}, {"mode": "games", "games": deals // 50}],
    })

for name, deals in (("warm", 30_000), ("long", 450_000)):
    run = simulate(study(deals), Path(sys.argv[1]) / name, workers=1)
    assert verify(run) == []
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_mirrored_line_ups_variants_and_forced_contracts_meet_the_same_deals() -> None:
    plan = make_plan(small_study(logs=[]))
    traces = [
        play(plan.study.seed, cell, 0, 20, trace=True).traces
        for cell in plan.cells
        if cell.mode != "games"
    ]
    assert len(traces) == 8
    for other in traces[1:]:  # both variants have the same pack
        for field in ("deal", "dealer", "dealt", "kitty"):
            assert np.array_equal(other[field], traces[0][field]), field


def test_mirror_image_seats_the_sides_the_other_way() -> None:
    plan = make_plan(small_study())
    straight = next(cell for cell in plan.cells if not cell.moved)
    mirrored = next(cell for cell in plan.cells if cell.moved)
    assert straight.players[0::2] == mirrored.players[1::2]
    assert straight.players[1::2] == mirrored.players[0::2]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units there")
def test_memory_does_not_grow_with_the_number_of_hands(tmp_path: Path) -> None:
    environment = os.environ | {"POLARS_MAX_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(tmp_path)],
        cwd=ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    warm, long = (int(line) for line in done.stdout.split())
    # 420,000 hands and 8,400 games more are some 60 MB of rows, if they were kept
    assert long - warm < 30, done.stdout
