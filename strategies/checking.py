"""Whether a strategy keeps to the contract: legal everywhere, the same compiled and uncompiled.

Each step plays in a process of its own that is stopped when it takes too long, so that an endless loop
is found and told like any other mistake.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim import cards
from sim.notation_text import call_text
from sim.records import HOOKS
from sim.rules import preset_names
from strategies.api import Strategy, StrategyError, answers, load_strategy
from strategies.trial import FAILED

BASE: Final = "australian"
_UNCOMPILED_HANDS: Final = 30
_HANDS: Final = 400
_SPEED_HANDS: Final = 20_000
_SLOW_HANDS: Final = 60  # of one that cannot be compiled
_SECONDS: Final = 30.0


def check_strategy(name_or_path: str | Path, *, seconds: float = _SECONDS) -> Iterator[str]:
    """Yield a sentence for every step that a strategy passes.

    ``seconds`` is what one step may take. Raises StrategyError with one line that says what is wrong
    and where, as soon as a step fails.
    """
    strategy = load_strategy(name_or_path)
    yield _answers(strategy)
    plain = _trial(strategy, BASE, _UNCOMPILED_HANDS, seconds, compiled=False)
    yield f"as plain Python it plays {_UNCOMPILED_HANDS} hands by the rules"
    why = strategy.why_slow
    hands, speed_hands = (_SLOW_HANDS, 5 * _SLOW_HANDS) if why else (_HANDS, _SPEED_HANDS)
    yield f"it cannot be compiled ({why}): it plays slowly" if why else "it can be compiled"
    compiled = _trial(strategy, BASE, _UNCOMPILED_HANDS, seconds)
    _compare(strategy, plain["traces"], compiled["traces"])
    yield "compiled and uncompiled it plays the same" if not why else "it plays the same every time"
    for game in preset_names():
        _trial(strategy, game, hands, seconds)
    yield f"it is legal in {hands} hands of each of {len(preset_names())} games, two to six players"
    fast = _trial(strategy, BASE, speed_hands, seconds)
    yield f"{speed_hands / float(fast['seconds']):,.0f} hands a second with four of it at the table"


def _answers(strategy: Strategy) -> str:
    own = answers(ast.parse(strategy.path.read_text(encoding="utf-8")))
    left = [name for name in HOOKS if name not in own]
    rest = f"; for {', '.join(left)} there are simple answers" if left else ""
    return f"it answers {', '.join(own)}{rest}"


def _trial(
    strategy: Strategy, game: str, count: int, seconds: float, *, compiled: bool = True
) -> dict[str, np.ndarray]:
    """Play hands in another process; return what was kept. Raises StrategyError."""
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    if not compiled:
        environment["NUMBA_DISABLE_JIT"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trial.npz"
        name = str(strategy.path) if strategy.name.endswith(".py") else strategy.name
        command = [sys.executable, "-m", "strategies.trial", name, game]
        done = subprocess.run(
            [*command, str(count), str(seconds), str(out)],
            capture_output=True, text=True, env=environment, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            with np.load(out) as kept:
                return dict(kept)
    raise StrategyError(_what_failed(strategy, game, done, seconds))


def _what_failed(
    strategy: Strategy, game: str, done: subprocess.CompletedProcess[str], seconds: float
) -> str:
    """Return in one line why a trial came to no end, or to a bad one."""
    where = f"{game}: " if game != BASE else ""
    if done.returncode == FAILED:
        return f"{where}{done.stdout.strip()}"
    if "Timeout" in done.stderr:  # in compiled code, which cannot say where
        return f"{strategy.path}: {where}a hand comes to no end (stopped after {seconds:g} seconds)"
    last = done.stderr.strip().splitlines()[-1:] or ["the process was killed"]
    return f"{where}{last[0].partition('Error: ')[2] or last[0]}"


def _compare(strategy: Strategy, plain: np.ndarray, compiled: np.ndarray) -> None:
    """Raise StrategyError at the first decision in which compiled and plain play differ."""
    for one, other in zip(plain, compiled, strict=True):
        if not all(np.array_equal(one[name], other[name]) for name in one.dtype.names):
            raise StrategyError(
                f"{strategy.path}: deal {int(one['deal'])}: {_difference(one, other)};"
                f" {_hint(strategy)}"
            )


def _hint(strategy: Strategy) -> str:
    """Return what may be behind a difference between two trials of the same deals."""
    text = strategy.path.read_text(encoding="utf-8")
    if re.search(r"\brandom\b", text):
        return "take chance from view.noise, as toolkit.chance does: it is the same every time"
    if strategy.why_slow:
        return "a strategy must not remember anything from one question to the next"
    return "numbers in compiled code have 64 bits and a division by zero gives no error"


def _difference(plain: Any, compiled: Any) -> str:
    """Return where two tellings of one deal part."""
    for n in range(int(plain["n_calls"])):
        if plain["call"][n] != compiled["call"][n]:
            calls = [call_text(int(row["call"][n])) for row in (plain, compiled)]
            seat = int(plain["call_seat"][n])
            return f"seat {seat} calls {calls[0]} as plain Python and {calls[1]} compiled"
    if (plain["discards"] != compiled["discards"]).any():
        return "other cards are put away as plain Python and compiled"
    for trick, (row, other) in enumerate(zip(plain["cards"], compiled["cards"], strict=True), 1):
        for seat in range(len(row)):
            if row[seat] != other[seat]:
                names = [_name(int(code)) for code in (row[seat], other[seat])]
                return (
                    f"seat {seat} plays {names[0]} to trick {trick} as plain Python and"
                    f" {names[1]} compiled"
                )
    return "the answers to a rarer question differ as plain Python and compiled"


def _name(code: int) -> str:
    return "nothing" if code == cards.NO_CARD else cards.card_name(code)
