"""Questions put to a run, one a module.

A measure module has ``TITLE`` and ``QUESTION`` (text), ``estimate(con)`` (a frame in which every
estimate has its n, low and high), ``chart(frame)`` (a Figure), ``caption(frame)``,
``finding(frame)`` (sentences in a player's words), ``table(frame)`` (the figures as text, for
reading) and ``warnings(frame)``. ``con`` is the connection that ``pipelines.store`` opens, with all
views. A measure with ``OPTIONAL = True`` is left out of a report when its frame is empty.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

__all__ = ["NAMES", "load"]

NAMES: Final = (
    "comparison",
    "behaviour",
    "bid_success",
    "luck",
    "sweep",
    "rungs",
    "situations",
    "forced",
    "misere",
    "balance",
    "changes",
    "fair_values",
    "claims",
)  # in the order of the report


def load(name: str) -> ModuleType:
    """Return the measure of that name. Raises ValueError for an unknown one."""
    if name not in NAMES:
        raise ValueError(f"{name!r} is no measure: there are {', '.join(NAMES)}")
    return import_module(f"pipelines.measures.{name}")
