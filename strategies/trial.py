"""One trial of a strategy in a process of its own, so that it can be stopped and run uncompiled.

``python -m strategies.trial PLAYER RULES COUNT SECONDS OUT`` plays deals with the player at every
seat and keeps what happened. With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python: then an
error names its line, and so does a hand that is not over after so many seconds.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
import time
import traceback

import numpy as np

from sim.compile import jit_disabled
from sim.engine import StrategyFailure, play_hands
from sim.rules import load_rules
from strategies.api import parse_player
from strategies.explaining import nearest_field

SEED = 500
_BY_ZERO = "divide by zero"
FAILED = 3  # exit code: the strategy did something wrong; what, stands on stdout


def main(arguments: list[str]) -> int:
    """Play, write the traces to OUT (.npz) and return the exit code."""
    text, name, count, seconds, out = arguments
    rules, player = load_rules(name), parse_player(text)
    line_up = [player] * rules.table.players
    _ = player.hooks  # compiled before the clock starts
    play_hands(rules, line_up, seed=SEED, first=0, count=0)
    np.seterr(divide="raise", invalid="raise")  # as plain Python has it, not as arrays do
    _stop_after(float(seconds))
    try:
        begin = time.perf_counter()
        half = 0 if jit_disabled() else int(count) // 2
        # the later deals first, so that a strategy with a memory plays other hands than as plain Python
        late, early = (
            play_hands(rules, line_up, seed=SEED, first=first, count=n, trace=True).traces
            for first, n in ((half, int(count) - half), (0, half))
        )
    except StrategyFailure as error:
        sys.stdout.write(_with_line(error, str(player.strategy.path)))
        return FAILED
    except Exception as error:  # whatever an author's function does when it is run
        lines = _lines(error, str(player.strategy.path))
        at = f", line {lines[-1]}" if lines else ""
        sys.stdout.write(f"{player.strategy.path}{at}: {_told(error)}")
        return FAILED
    np.savez(out, traces=np.concatenate([early, late]), seconds=time.perf_counter() - begin)
    return 0


def _with_line(error: StrategyFailure, path: str) -> str:
    """Return what went wrong, with the line of the strategy's own file where that is known."""
    lines = _lines(error.__cause__ or error, path)
    text = str(error).replace(f"FloatingPointError: {_BY_ZERO}", "a division by zero")
    text = text.partition(" encountered in")[0]
    return f"{text} (line {lines[-1]})" if lines else text


def _told(error: Exception) -> str:
    """Return what went wrong as a hobby programmer understands it."""
    if isinstance(error, AttributeError) and isinstance(error.obj, np.record):
        return f"the view has no field {error.name!r}{nearest_field(str(error.name))}"
    return str(error) if isinstance(error, _TooLong) else f"{type(error).__name__}: {error}"


def _lines(error: BaseException, path: str) -> list[int | None]:
    """Return the lines of a file through which an error came, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.lineno for frame in frames if frame.filename == path]


class _TooLong(Exception):
    """A hand that should long be over."""


def _stop_after(seconds: float) -> None:
    """Break off after a time: plain Python by an exception, compiled code by ending the process."""
    faulthandler.dump_traceback_later(seconds + 1, exit=True)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _too_long(_number: int, _frame: object) -> None:
    raise _TooLong("comes to no end, and was stopped")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
