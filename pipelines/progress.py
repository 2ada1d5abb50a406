"""What a user sees while a study is played: a bar in a terminal, a few lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from pipelines.simulate import Progress

_LINE_EVERY: Final = 10.0  # seconds between two lines where there is no terminal


class Lines(Progress):
    """Progress as plain lines, for output that goes into a file."""

    def damaged(self, files: list[Path]) -> None:
        """Name the damaged files."""
        _say(_damaged(files))

    def preparing(self) -> None:
        """Say that kernels are compiled or loaded."""
        _say("preparing (the first time, compiling takes about half a minute)")

    def notice(self, text: str) -> None:
        """Say it."""
        _say(text)

    def began(self, hands_to_play: int, hands_done: int, workers: int) -> None:
        """Say how much there is to play."""
        self._start = self._last = time.perf_counter()
        self._expected, self._to_play, self._hands = 0, hands_to_play, 0
        there = f", {hands_done:,} were there" if hands_done else ""
        _say(f"playing about {hands_to_play:,} hands with {workers} worker(s){there}")

    def played(self, expected_hands: int, hands: int) -> None:
        """Say now and then how far it is."""
        self._expected += expected_hands
        self._hands += hands
        now = time.perf_counter()
        over = self._expected >= self._to_play
        if over or now - self._last >= _LINE_EVERY:
            self._last = now
            spent = now - self._start
            left = spent * (self._to_play - self._expected) / self._expected
            rate = f"{self._hands / spent:,.0f} hands/s"
            when = f"done in {spent:.0f} s" if over else f"{left:.0f} s left"
            _say(f"{self._hands:,} hands, {rate}, {when}")


class Bar(Progress):
    """Progress as a bar with hands a second and the time that is left."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task = bar.add_task("preparing", total=None, rate="")
        self._start = 0.0
        self._hands = 0

    def damaged(self, files: list[Path]) -> None:
        """Name the damaged files."""
        self._bar.console.print(_damaged(files), markup=False, highlight=False)

    def preparing(self) -> None:
        """Show that kernels are compiled or loaded."""
        self._bar.update(self._task, description="compiling")

    def notice(self, text: str) -> None:
        """Print it above the bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    def began(self, hands_to_play: int, hands_done: int, workers: int) -> None:
        """Show the bar."""
        self._start = time.perf_counter()
        self._bar.update(
            self._task, description="playing", total=max(hands_to_play, 1), completed=0
        )

    def played(self, expected_hands: int, hands: int) -> None:
        """Move the bar."""
        self._hands += hands
        rate = self._hands / (time.perf_counter() - self._start)
        self._bar.update(self._task, advance=expected_hands, rate=f"{rate:,.0f} hands/s")


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give progress that fits where standard error goes."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with RichProgress(*columns, console=Console(stderr=True)) as bar:
        yield Bar(bar)


def _damaged(files: list[Path]) -> str:
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"damaged or missing: {files[0]}{more}; played again"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
