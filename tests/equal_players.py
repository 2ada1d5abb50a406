"""Trials of comparisons: players who are equally good but do not answer the same, and nearly so.

Two texts of one strategy answer alike, and in mirrored play nothing at all is between them. A copy that
takes its chances from the other end (``noise`` turned round) is as good and answers differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl
from found import Found, at_most, covered

import strategies
from pipelines.comparing import Comparison, compare, looks, net_points
from pipelines.measures.batches import N_BATCHES
from pipelines.sequential import ERROR, SequentialTest, Verdict
from pipelines.simulate import Progress, simulate
from pipelines.stats import Bounds, Mean, batch_mean
from pipelines.store import Run
from pipelines.study import make_study

PLAYER: Final = "random_legal"
LITTLE_LESS: Final = "(pass_rate=0.52)"  # passes a little more often, which is better
SMALL: Final = 2_000  # deals of a small comparison


@dataclass(frozen=True)
class Duel:
    """What each deal of a long duel brought the first player, both playings together."""

    batch: np.ndarray
    net: np.ndarray

    def mean(self, first: int, deals: int) -> Mean:
        """Return the points a hand of a stretch of deals, as a comparison of them finds it."""
        part = slice(first, first + deals)
        total = np.bincount(self.batch[part], self.net[part], N_BATCHES)
        return batch_mean(total, 2.0 * np.bincount(self.batch[part], minlength=N_BATCHES))


def turned_round(folder: Path, name: str = PLAYER) -> Path:
    """Write a copy of a strategy of the project that takes its chances from the other end."""
    text = (Path(strategies.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert "view.noise" in text
    path = folder / f"{name}_turned_round.py"
    path.write_text(
        text.replace("view.noise", "(0x7FFFFFFFFFFFFFFF - view.noise)"), encoding="utf-8"
    )
    return path


def play(folder: Path, second: str, deals: int, progress: Progress | None = None) -> Duel:
    """Play a long duel against the player, from both sides."""
    data: dict[str, Any] = {
        "title": "Equal players",
        "seed": 3,
        "part_size": 100_000,
        "variants": [{"rules": "australian"}],
        "line_ups": [{"teams": [PLAYER, second], "mirror": True}],
        "play": [{"mode": "hands", "deals": deals}],
    }
    return duel_of(simulate(make_study(data, "equal.toml"), folder, again=True, progress=progress))


def duel_of(run: Run) -> Duel:
    """Return the duel that a run has."""
    with run.connect() as con:
        frame = pl.DataFrame(
            con.sql(
                "SELECT deal, any_value(batch) AS batch, sum(team_nets[first_team + 1]) AS net"
                " FROM hand_sides JOIN duels USING (cell) GROUP BY deal ORDER BY deal"
            )
        )
    return Duel(frame["batch"].to_numpy(), frame["net"].cast(pl.Float64).to_numpy())


def trials(
    folder: Path, times: int, most: int, progress: Progress | None = None
) -> Iterator[Found]:
    """Yield what comes of so many tests, each looking at ``most`` deals in the end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = turned_round(folder)
    equal = play(folder / "equal", str(path), times * most, progress)
    better = play(folder / "better", f"{path}{LITTLE_LESS}", times * most, progress)
    yield from same_as_compare(folder, path, equal)
    truth = better.mean(0, times * most)
    for name, duel, mean in (
        ("equal players", equal, 0.0),
        ("small difference", better, truth.value),
    ):
        flags = [_holds(each, mean) for each in small_ones(duel, times * most)]
        yield covered(f"compare, {name} ({mean:+.1f} points a hand)", flags)
    yield at_most_sure("equal players: points a hand of all deals", equal.mean(0, times * most))
    test = SequentialTest(abs(truth.value))
    yield from verdicts(test, equal, better, times, most)


def same_as_compare(folder: Path, path: Path, equal: Duel) -> Iterator[Found]:
    """Yield whether a stretch of the long duel is what ``compare`` plays and finds."""
    with chdir(folder):  # the names of line-ups are made of the players' and may not be long
        asked = Comparison((PLAYER, path.name), deals=SMALL, games=0, seed=3)
        found = net_points(compare(asked, folder / "compared", again=True)[0])
    stretch = equal.mean(0, SMALL)
    same = bool(np.allclose(found, (stretch.value, stretch.error)))
    yield Found("compare finds what the first deals of the long duel say", "the same",
                f"{found[0]:+.3f} ± {found[1]:.3f}", same)  # fmt: skip


def small_ones(duel: Duel, deals: int) -> Iterator[Bounds]:
    """Yield the interval of every small comparison that the duel holds."""
    for first in range(0, deals - SMALL + 1, SMALL):
        yield duel.mean(first, SMALL).bounds()


def _holds(bounds: Bounds, truth: float) -> bool:
    return bool(bounds.low <= truth <= bounds.high)


def at_most_sure(what: str, mean: Mean) -> Found:
    """Return whether a mean that ought to be 0 is so, as far as it is known."""
    return Found(what, "0", f"{mean.value:+.2f} ± {1.96 * mean.error:.2f}",
                 abs(mean.value) < 4 * mean.error)  # fmt: skip


def verdicts(
    test: SequentialTest, equal: Duel, better: Duel, times: int, most: int
) -> Iterator[Found]:
    """Yield how often the sequential test errs when there is nothing, and when there is something."""
    of_equal, of_better = (
        Counter(verdict(test, duel, first * most, most) for first in range(times))
        for duel in (equal, better)
    )
    wrong = of_equal["first"] + of_equal["second"]
    yield at_most("--sprt, equal players: one is named better", wrong, times, ERROR)
    missed = times - of_better["second"]
    yield at_most(
        f"--sprt, better by the {test.difference:.1f} that matter: not found", missed, times, ERROR
    )
    yield at_most("--sprt, the same: the worse one is named", of_better["first"], times, ERROR / 2)


def verdict(test: SequentialTest, duel: Duel, first: int, most: int) -> Verdict:
    """Return what the test comes to on a stretch of deals, looked at as ``compare`` does."""
    said: Verdict = "open"
    for deals in looks(most):
        mean = duel.mean(first, deals)
        said = test.verdict(mean.value, mean.error)
        if said != "open":
            break
    return said
