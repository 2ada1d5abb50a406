"""How often the intervals hold the truth: on made-up numbers and on millions of hands played.

``python tests/check_intervals.py`` prints a table and ends with exit code 1 when something is further off
than chance allows; ``--quick`` plays a tenth. (Not ``coverage.py``: tools for tests have that name.)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import break_even_played
import equal_players
import made_up_trials
import played_trials
from found import Found

from pipelines.progress import Lines


def parts(folder: Path, quick: bool) -> Iterator[tuple[str, Iterator[Found]]]:
    """Yield what is checked in turn, with what it finds."""
    size = played_trials.Size(200_000, 10_000, 40) if quick else played_trials.Size()
    yield "Made-up numbers with a known truth", made_up_trials.trials(400 if quick else 4000)
    yield (
        f"{size.pieces} small runs against a big one of another seed",
        played_trials.trials(folder / "played", size, Lines()),
    )
    yield (
        "Players who are equally good, and nearly so",
        equal_players.trials(folder / "equal", 40 if quick else 400, 20_000, Lines()),
    )
    yield (
        "Misère played at the value that breaks even",
        break_even_played.trials(folder / "even", 20_000 if quick else 200_000, Lines()),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check how often intervals hold the truth.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    chosen = parser.parse_args()
    begin, bad, n = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory(prefix="fivehundred-intervals-") as folder:
        for title, found in parts(Path(folder), chosen.quick):
            print(f"\n{title} ({time.monotonic() - begin:.0f} s)", flush=True)
            print(f"    {'what was checked':<70} {'expected':<18} found", flush=True)
            for one in found:
                print(one.line(), flush=True)
                bad, n = bad + (not one.ok), n + 1
    seconds = time.monotonic() - begin
    print(f"\n{n - bad} of {n} as expected, in {seconds / 60:.1f} minutes")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
