"""Strategies that cannot be compiled: compiled code stops at each question and asks plain Python.

Everything else at the table stays compiled, so the hands are those of an equal strategy that can be
compiled. The functions get a copy of the view.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba import objmode

from sim.compile import HOOK_SIGNATURE
from sim.engine import StrategyFailure
from strategies.explaining import nearest_field


class _Asked(NamedTuple):
    function: Callable[[Any], Any]
    path: Path


_ASKED: Final[list[_Asked]] = []  # compiled code knows a function by its place here


def slow_hook(function: Callable[[Any], Any], path: Path) -> Any:
    """Return a callback for the engine that runs a function of a strategy file as plain Python."""
    number = len(_ASKED)
    _ASKED.append(_Asked(function, path))

    @numba.njit(HOOK_SIGNATURE)
    def hook(view: Any) -> int:
        with objmode(answer="int64"):
            answer = _ask(number, view)
        return answer

    return hook


def _ask(number: int, view: Any) -> int:
    """Return a function's answer. Raises StrategyFailure for whatever goes wrong in it."""
    function, path = _ASKED[number]
    try:
        answer = function(view)
    except Exception as error:  # whatever an author's function does when it is run
        raise StrategyFailure(f"{_told(error)}{_at(error, path)}") from error
    return _as_int(answer, function)


def plain_hook(function: Callable[[Any], Any]) -> Callable[[Any], int]:
    """Return a function for an engine that is not compiled: it sees to it that the answer is an int."""

    @wraps(function)
    def hook(view: Any) -> int:
        return _as_int(function(view), function)

    return hook


def _as_int(answer: Any, function: Callable[[Any], Any]) -> int:
    """Return an answer as an int. Raises StrategyFailure for anything else."""
    if isinstance(answer, np.bool_):
        return int(answer)
    try:
        return operator.index(answer)
    except TypeError:
        what = "nothing" if answer is None else f"{answer!r}, a {type(answer).__name__}"
        begins = function.__code__.co_firstlineno
        raise StrategyFailure(
            f"returned {what}; it must return an int (the function in line {begins})"
        ) from None


def _told(error: Exception) -> str:
    """Return what went wrong in a function as a hobby programmer understands it."""
    if isinstance(error, AttributeError) and isinstance(error.obj, np.record):
        return f"the view has no field {error.name!r}{nearest_field(str(error.name))}"
    return f"{type(error).__name__}: {error}"


def _at(error: Exception, path: Path) -> str:
    """Return the line of the strategy's own file where an error came up."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    return f" (line {lines[-1]})" if lines else ""
