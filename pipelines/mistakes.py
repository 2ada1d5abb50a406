"""Which errors are a user's to mend: they are told in one line, all others keep their traceback."""

from __future__ import annotations

from typing import Final

_STOPPED: Final = 130  # what a shell gives after Ctrl-C


def is_mistake(error: BaseException) -> bool:
    """Return whether an error's text is meant for the user."""
    from pipelines.store import RunError
    from pipelines.study import StudyError
    from sim.engine import StrategyFailure
    from sim.notation import RecordError
    from sim.rules import RulesError
    from strategies.api import StrategyError

    kinds = (RulesError, StudyError, StrategyError, RunError, StrategyFailure, RecordError)
    return isinstance(error, (*kinds, OSError))


def exit_code(error: BaseException) -> int:
    """Return what the process ends with: 130 when the user stopped it, else 1."""
    from pipelines.simulate import Interrupted

    return _STOPPED if isinstance(error, Interrupted) else 1
