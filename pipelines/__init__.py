"""From a question to an answer: studies are played, stored, asked and reported.

>>> from pipelines import load_study, open_run, simulate, write_report

The names are loaded when they are first used, so that the command's help need not wait for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pipelines.report import write_report
    from pipelines.simulate import simulate
    from pipelines.store import Run, RunError, open_run
    from pipelines.study import Study, StudyError, load_study, make_study
    from pipelines.verify import verify

__all__ = [
    "Run",
    "RunError",
    "Study",
    "StudyError",
    "load_study",
    "make_study",
    "open_run",
    "simulate",
    "verify",
    "write_report",
]

_HOMES: Final = {
    "Run": "store",
    "RunError": "store",
    "Study": "study",
    "StudyError": "study",
    "load_study": "study",
    "make_study": "study",
    "open_run": "store",
    "write_report": "report",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"pipelines.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'pipelines' has no attribute {name!r}")
