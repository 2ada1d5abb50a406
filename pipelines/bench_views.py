"""How long the views that sum up hands take over ten million of them.

Some hundred thousand hands are played by a small study; their parts are written again and again with
other deal numbers, so that the figures, and the files, are those of a long run.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines import store
from pipelines.simulate import simulate
from pipelines.store import Run
from pipelines.study import Study, make_study
from sim.engine import DEALS_PER_GAME

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HANDS: Final = 10_000_000
THREADS: Final = 2
_PLAYED: Final = 500_000  # hands that are really played
_ROUNDS: Final = 3
_HANDS_IN_A_GAME: Final = 7
_LOGS: Final = {"hands", "games"}


def view_seconds(hands: int = HANDS, played: int = _PLAYED) -> dict[str, float]:
    """Return the median seconds that each summing view takes over about that many hands.

    ``played`` of them are dealt and played, the others are these again under other numbers.
    """
    with tempfile.TemporaryDirectory() as folder:
        run = many_hands(Path(folder) / "run", hands, played)
        with run.connect(THREADS) as con:
            return {name: round(_median(con, name), 2) for name in summing_views()}


def as_text(seconds: dict[str, float], hands: int) -> str:
    """Return the seconds as lines to read."""
    lines = [f"seconds to add up {hands:,} hands, on {THREADS} threads"]
    return "\n".join(lines + [f"  {name:18} {took:>10.2f}" for name, took in seconds.items()])


def summing_views() -> list[str]:
    """Return the views that add up hands or games, by name: no row of theirs is about a single one."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in store.SQL.glob("*.sql")}

    def reads_logs(name: str) -> bool:
        return name in _LOGS or any(map(reads_logs, store.view_needs(texts.get(name, ""))))

    return sorted(
        name
        for name, text in texts.items()
        if reads_logs(name) and not {"deal", "game"} & set(store.view_grain(text))
    )


def many_hands(folder: Path, hands: int, played: int) -> Run:
    """Make a run of at least that many hands out of ``played`` ones. Raises RunError."""
    study = _study(played)
    run = simulate(study, folder, workers=THREADS)
    entries = run.manifest()
    copies = -(-hands // sum(entry["rows"]["hands"] for entry in entries))
    games = max(play.games or 0 for play in study.play)
    step = max(games, played // DEALS_PER_GAME + 1)  # games, or as many deals as these take up
    parts = max(entry["part"] for entry in entries) + 1
    for entry in entries:
        for table in entry["rows"]:
            frame = pl.read_parquet(run.part_path(table, entry["cell"], entry["part"]))
            for copy in range(1, copies):
                path = run.part_path(table, entry["cell"], entry["part"] + copy * parts)
                store.write_frame(_renumbered(frame, copy * step), path)
        for copy in range(1, copies):
            store.append_manifest(run, entry | {"part": entry["part"] + copy * parts})
    return run


def _study(hands: int) -> Study:
    """Return a study of all ways of play, mirrored, with about that many hands."""
    each = max(hands // 10, 100)
    return make_study(
        {
            "title": "Benchmark",
            "seed": 500,
            "variants": [{"rules": "australian"}],
            "line_ups": [{"teams": ["club", "novice"], "mirror": True}],
            "play": [
                {"mode": "hands", "deals": 2 * each},
                {"mode": "games", "games": max(each // _HANDS_IN_A_GAME, 10)},
                {"mode": "forced", "deals": each, "calls": ["M", "8H"], "seat": 0},
            ],
        }
    )


def _renumbered(frame: pl.DataFrame, step: int) -> pl.DataFrame:
    """Return rows as if played that many games later."""
    changes: list[Any] = []
    if "game" in frame.columns:
        later = pl.when(pl.col("game") >= 0).then(pl.col("game") + step).otherwise(pl.col("game"))
        changes.append(later.cast(frame.schema["game"]).alias("game"))
    if "deal" in frame.columns:
        changes.append(pl.col("deal") + step * DEALS_PER_GAME)
    return frame.with_columns(changes)


def _median(con: DuckDBPyConnection, view: str) -> float:
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        pl.DataFrame(con.sql(f"FROM {view}"))
        times.append(time.perf_counter() - start)
    return statistics.median(times)
