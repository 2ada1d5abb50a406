"""Comparing strategies: a study of duels made from their names, played at once or until it is clear.

Every pair meets on the same deals with the sides exchanged, hands one by one and whole games. Two
kinds of control come with it: each strategy against itself, which must come to nothing, and against
``random_legal``, which it should beat. For two strategies the halves are played too: the bidding of
the one with the other's play of the cards. And each sits at a few tables of its own, all that it
does written down, with contracts forced on the same deals: how it behaves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import polars as pl

from pipelines.measures import batches
from pipelines.measures.comparison_estimate import CONTROL, SPLIT, TABLE
from pipelines.sequential import SequentialTest, Verdict
from pipelines.simulate import Progress, simulate
from pipelines.stats import batch_mean
from pipelines.store import RUN_FILE, Run, runs_dir
from pipelines.study import Study, StudyError, make_study
from sim.cards import CALL_NAMES, FIRST_NATURAL, LAST_NATURAL, MISERE, level_of
from sim.rules import load_rules
from strategies.api import parse_player

RANDOM: Final = "random_legal"
CONTROL_SHARE: Final = 10  # a control is played on a tenth of the deals
WATCHED: Final = 3_000  # deals at most at the tables where a strategy is watched
FORCED_LEVELS: Final = range(7, 10)  # bids that are forced there, to find the contracts missed
FIRST_LOOK: Final = 4_000  # deals before a sequential test looks for the first time
GROWTH: Final = 1.5  # from one look to the next
PART_SIZE: Final = 20_000


@dataclass(frozen=True)
class Comparison:
    """What is asked: who meets under which rules, on how many deals and in how many games.

    ``players`` are texts as in a study. With 0 ``games`` only hands are played.
    """

    players: tuple[str, ...]
    rules: str = "australian"
    deals: int = 100_000
    games: int = 5_000
    seed: int = 500

    def study(self) -> Study:
        """Return the study that this comes to. Raises StudyError or StrategyError."""
        names = self._names()
        pairs = list(combinations(names, 2))
        duels = {f"{a} v {b}": (a, b) for a, b in pairs}
        splits = {}
        if len(names) == 2 and not any(parse_player(name).cards for name in names):
            a, b = names
            splits = {f"{SPLIT}{c}+{d} v {b}": (f"{c}+{d}", b) for c, d in ((a, b), (b, a))}
        controls = {f"{CONTROL}{name} v {name}": (name, name) for name in names}
        if RANDOM not in names:
            controls |= {f"{CONTROL}{name} v {RANDOM}": (name, RANDOM) for name in names}
        tables = {f"{TABLE}{name}": (name,) for name in names}
        few = max(1, self.deals // CONTROL_SHARE)
        play: list[dict[str, Any]] = [
            {"mode": "hands", "deals": self.deals, "line_ups": [*duels, *splits]},
            {"mode": "hands", "deals": few, "line_ups": [*controls]},
        ]
        if self.games:
            play.append({"mode": "games", "games": self.games, "line_ups": [*duels]})
        play += self._watched([*tables])
        data = {
            "title": _shortened(" v ".join(names) + f", {Path(self.rules).stem}"),
            "description": "Every two strategies met on the same deals with the sides exchanged.",
            "seed": self.seed,
            "part_size": PART_SIZE,
            "variants": [{"rules": self.rules}],
            "line_ups": [
                {"name": name, "teams": teams, "mirror": True}
                for name, teams in (duels | splits | controls).items()
            ]
            + [{"name": name, "teams": teams} for name, teams in tables.items()],
            "play": play,
        }
        return make_study(data, f"{self.name}.toml")

    def _watched(self, tables: list[str]) -> list[dict[str, Any]]:
        """Return how the tables are played at which each strategy is watched."""
        few = max(1, min(self.deals // CONTROL_SHARE, WATCHED))
        ladder = load_rules(self.rules).ladder()
        forced = [
            CALL_NAMES[call]
            for call in ladder
            if call == MISERE
            or (FIRST_NATURAL <= call <= LAST_NATURAL and level_of(call) in FORCED_LEVELS)
        ]
        logs = ["calls", "plays", "discards"]
        play = [{"mode": "hands", "deals": few, "line_ups": tables, "logs": logs}]
        if forced:
            play.append({"mode": "forced", "deals": few, "calls": forced, "line_ups": tables})
        return play

    def _names(self) -> list[str]:
        """Return the players' texts in their shortest form. Raises StudyError for too few."""
        names = [parse_player(text).name for text in self.players]
        if len(names) < 2:
            raise StudyError("compare: give two strategies or more")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise StudyError(f"compare: {twice} is named twice; give different strategies")
        return names

    @property
    def name(self) -> str:
        """A name for the run, made from rules and players."""
        words = re.findall(r"[\w.=-]+", " ".join([*self.players, Path(self.rules).stem]))
        return "compare-" + "-".join(word.removesuffix(".py") for word in words)[:100]

    @property
    def folder(self) -> Path:
        """Where its run is kept unless another folder is asked for."""
        return runs_dir() / self.name


def compare(
    comparison: Comparison,
    folder: Path,
    *,
    test: SequentialTest | None = None,
    workers: int | None = None,
    again: bool = False,
    progress: Progress | None = None,
) -> tuple[Run, Verdict | None]:
    """Play a comparison into a run folder, or on with one that is there; return it.

    With a ``test`` it is played until the test of two strategies has an answer, at most to the deals
    asked for, and the answer comes too ('open' if there is none by then). Raises what ``simulate``
    raises, and StudyError for a test of more than two strategies.
    """
    comparison = _with_what_is_there(comparison, folder, again)
    if test is None:
        run = _play(comparison, folder, workers, again, progress)
        return run, None
    if len(comparison.players) != 2:
        raise StudyError("compare: the sequential test is for two strategies")
    verdict: Verdict = "open"
    for look, deals in enumerate(looks(comparison.deals)):
        games = comparison.games * deals // comparison.deals
        stage = replace(comparison, deals=deals, games=max(games, min(comparison.games, 1)))
        run = _play(stage, folder, workers, again and look == 0, progress)
        verdict = test.verdict(*net_points(run))
        if verdict != "open":
            break
    return run, verdict


def _with_what_is_there(comparison: Comparison, folder: Path, again: bool) -> Comparison:
    """Return a comparison with as many deals and games as its run has already, if that is more."""
    if again or not (folder / RUN_FILE).is_file():
        return comparison
    counts = [
        (each.get("deals") or 0, each.get("games") or 0)
        for each in Run(folder).info.get("study", {}).get("play", [])
    ]
    deals = max([comparison.deals, *(deals for deals, _ in counts)])
    games = max([comparison.games, *(games for _, games in counts)]) if comparison.games else 0
    return replace(comparison, deals=deals, games=games)


def looks(most: int) -> list[int]:
    """Return after how many deals a sequential test looks: ever more, the last time after all."""
    found, deals = [], FIRST_LOOK
    while deals < most:
        found.append(deals)
        deals = int(deals * GROWTH)
    return [*found, most]


def net_points(run: Run) -> tuple[float, float]:
    """Return how many points a hand the first of two strategies is better, and its standard error."""
    with run.connect() as con:
        sums = pl.DataFrame(
            con.sql(
                "SELECT batch, n, net FROM duel_batches"
                " WHERE mode = 'hands' AND NOT starts_with(line_up, ?)"
                " AND NOT starts_with(line_up, ?) ORDER BY ALL",
                params=[CONTROL, SPLIT],
            )
        )
    column = batches.column(sums)
    found = batch_mean(column("net"), column("n"))
    return found.value, found.error


def _play(
    comparison: Comparison,
    folder: Path,
    workers: int | None,
    again: bool,
    progress: Progress | None,
) -> Run:
    study = comparison.study()
    return simulate(
        study, folder, workers=workers, resume=not again, again=again, progress=progress
    )


def _shortened(title: str) -> str:
    return title if len(title) <= 120 else title[:119] + "…"


def said_verdict(verdict: Verdict, comparison: Comparison, test: SequentialTest) -> str:
    """Return what a sequential test has come to, in a sentence."""
    first, second = comparison.players
    size, sure = f"{test.difference:g} points a hand", f"{100 * test.error:g} %"
    if verdict == "open":
        return (
            f"The test has no answer after all deals: it needs more to tell a difference of {size}."
        )
    if verdict == "neither":
        return (
            f"The test stopped: neither {first} nor {second} is better by {size}"
            f" (wrong in at most {sure} of such tests)."
        )
    better, worse = (first, second) if verdict == "first" else (second, first)
    return f"The test stopped: {better} is better than {worse} (wrong in at most {sure} of such tests)."
