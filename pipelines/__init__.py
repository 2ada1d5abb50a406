"""From a question to an answer: studies are played, stored, asked and reported.

The names here are loaded when they are first used, so that the command's help need not wait for
them. To play a study: ``pipelines.simulate.simulate``; to prove a run: ``pipelines.verify.verify``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pipelines.report import write_report
    from pipelines.store import Run, RunError, open_run
    from pipelines.study import Study, StudyError, load_study, make_study

__all__ = [
    "Run",
    "RunError",
    "Study",
    "StudyError",
    "load_study",
    "make_study",
    "open_run",
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
