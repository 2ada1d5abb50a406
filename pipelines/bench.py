"""How fast the laboratory is on this machine: a few figures, measured in one go.

Rates are medians of three timings of one process. Compare them within one run of this benchmark:
machines differ, and a busy one differs from itself.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from pipelines import bench_views
from pipelines.simulate import Progress, simulate
from pipelines.store import Run
from pipelines.study import Study, make_study
from sim.cards import NO_CARD
from sim.engine import play_hands
from sim.rules import load_rules
from strategies.api import load_strategy, strategy_names

_RULES: Final = "australian"
_STRATEGY: Final = "club"
_SEED: Final = 500
_START: Final = (
    "from sim.engine import play_hands\n"
    "from sim.rules import load_rules\n"
    "from strategies.api import load_strategy\n"
    f"seats = [load_strategy({_STRATEGY!r}).player()] * 4\n"
    f"play_hands(load_rules({_RULES!r}), seats, seed=1, first=0, count=1)\n"
)


def run_bench(seconds: float = 2.0, hands: int = bench_views.HANDS) -> dict[str, Any]:
    """Return the figures; ``seconds`` is about how long one timing takes.

    Views are timed over so many ``hands``; 0 leaves them out.

    Keys: ``hands_per_s`` (by strategy, one core, engine alone), ``cards_per_s`` (of the club
    strategy), ``pipeline_hands_per_s`` (one worker, Parquet written), ``pipeline_share`` of the
    engine's speed, ``speedup_2_workers``, ``bytes_per_hand``, ``compile_s`` (a first start with
    nothing cached), ``warm_start_s`` (any later start), ``view_s`` (by view, seconds to add up
    ``view_hands``), ``cores``.
    """
    rates = {name: hands_per_second(name, seconds) for name in strategy_names()}
    deals = max(2_000, int(rates[_STRATEGY] * seconds))
    with tempfile.TemporaryDirectory() as folder:
        alone, size = _pipeline(Path(folder) / "one", deals, 1)
        _pipeline(Path(folder) / "start", 2_000, 2)  # so that workers are there and warm
        together, _ = _pipeline(Path(folder) / "two", 2 * deals, 2)
        compiling, warm = _starts(Path(folder) / "cache")
    return {
        "hands_per_s": {name: round(rate) for name, rate in rates.items()},
        "cards_per_s": round(rates[_STRATEGY] * cards_per_hand()),
        "pipeline_hands_per_s": round(alone),
        "pipeline_share": round(alone / rates[_STRATEGY], 3),
        "speedup_2_workers": round(together / alone, 2),
        "bytes_per_hand": round(size, 1),
        "compile_s": round(compiling, 1),
        "warm_start_s": round(warm, 2),
        "view_hands": hands,
        "view_s": bench_views.view_seconds(hands) if hands else {},
        "cores": os.cpu_count(),
    }


def hands_per_second(strategy: str, seconds: float) -> float:
    """Return how many hands four players of a strategy play in a second, without writing."""
    rules, seats = load_rules(_RULES), [load_strategy(strategy).player()] * 4

    def play(count: int) -> None:
        play_hands(rules, seats, seed=_SEED, first=0, count=count)

    play(100)
    count = max(100, int(2_000 / _timed(play, 2_000) * seconds))
    return statistics.median(count / _timed(play, count) for _ in range(3))


def cards_per_hand() -> float:
    """Return how many cards are played in a hand on average, passed-out hands too."""
    seats = [load_strategy(_STRATEGY).player()] * 4
    batch = play_hands(load_rules(_RULES), seats, seed=_SEED, first=0, count=2_000, trace=True)
    return float(np.count_nonzero(batch.traces["cards"] != NO_CARD) / 2_000)


def _timed(function: Callable[[int], None], count: int) -> float:
    start = time.perf_counter()
    function(count)
    return time.perf_counter() - start


class _Clock(Progress):
    """Takes the time from the first part to the last."""

    def began(self, hands_to_play: int, hands_done: int, workers: int) -> None:
        """Start the clock."""
        self.start = time.perf_counter()


def _pipeline(folder: Path, deals: int, workers: int) -> tuple[float, float]:
    """Return hands a second and bytes a hand of a study of the club strategy."""
    clock = _Clock()
    run = simulate(_study(deals), folder, workers=workers, progress=clock)
    rate = deals / (time.perf_counter() - clock.start)
    return rate, _bytes(run) / deals


def _study(deals: int) -> Study:
    return make_study(
        {
            "title": "Benchmark",
            "seed": _SEED,
            "part_size": max(1_000, min(100_000, deals // 8)),
            "variants": [{"rules": _RULES}],
            "line_ups": [{"teams": [_STRATEGY, _STRATEGY]}],
            "play": [{"mode": "hands", "deals": deals}],
        }
    )


def _bytes(run: Run) -> int:
    return sum(entry["bytes"]["hands"] for entry in run.manifest())


def _starts(cache: Path) -> tuple[float, float]:
    """Return the seconds of a first start, with nothing compiled, and of a second one."""
    environment = os.environ | {"FIVEHUNDRED_CACHE": str(cache)}
    times = []
    for _ in range(2):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _START], env=environment, check=True)
        times.append(time.perf_counter() - start)
    return times[0], times[1]


def as_text(figures: dict[str, Any]) -> str:
    """Return the figures as lines to read."""
    lines = ["hands a second on one core, engine alone"]
    lines += [f"  {name:16} {rate:>12,}" for name, rate in figures["hands_per_s"].items()]
    lines += [
        f"cards a second     {figures['cards_per_s']:>11,}  ({_STRATEGY})",
        f"pipeline           {figures['pipeline_hands_per_s']:>11,}  hands a second, one worker,"
        f" {figures['pipeline_share']:.0%} of the engine",
        f"two workers        {figures['speedup_2_workers']:>11}  times as fast as one",
        f"on disk            {figures['bytes_per_hand']:>11}  bytes a hand",
        f"first start        {figures['compile_s']:>11}  seconds, compiling",
        f"later starts       {figures['warm_start_s']:>11}  seconds",
    ]
    if figures["view_s"]:
        lines.append(bench_views.as_text(figures["view_s"], figures["view_hands"]))
    return "\n".join(lines)
