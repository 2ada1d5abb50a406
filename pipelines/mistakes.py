"""Which errors are a user's to mend: they are told in one line, all others keep their traceback."""

from __future__ import annotations

import sys
from typing import Final

_STOPPED: Final = 130  # what a shell gives after Ctrl-C

# Error classes by module. A module that was not imported cannot have raised anything, and is not
# imported only to find that out.
_MISTAKES: Final = {
    "sim.rules_check": ("RulesError",),
    "sim.notation_lines": ("RecordError",),
    "sim.engine": ("StrategyFailure",),
    "strategies.api": ("StrategyError",),
    "pipelines.holding": ("HandError",),
    "pipelines.study_check": ("StudyError",),
    "pipelines.store": ("RunError",),
    "duckdb": ("Error",),
    "polars.exceptions": ("PolarsError",),
}


def is_mistake(error: BaseException) -> bool:
    """Return whether an error's text is meant for the user."""
    kinds = tuple(
        getattr(sys.modules[module], name)
        for module, names in _MISTAKES.items()
        if module in sys.modules
        for name in names
    )
    return isinstance(error, (*kinds, OSError))


def in_one_line(error: BaseException) -> str:
    """Return what an error says, without line breaks and without an error number."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def exit_code(error: BaseException) -> int:
    """Return what the process ends with: 130 when the user stopped it, else 1."""
    simulate = sys.modules.get("pipelines.simulate")
    return _STOPPED if simulate and isinstance(error, simulate.Interrupted) else 1
