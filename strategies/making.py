"""A strategy made of plain functions, as a notebook defines them, without writing a file by hand.

The functions are written to a file with all that they use. So the strategy is checked, compiled and
sent to worker processes like any other, and a study names it by that file.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from strategies.api import Strategy, StrategyError, View, load_strategy

__all__ = ["make_strategy"]

_MADE: Final = '"""Made of the functions '  # how a file begins that may be written anew


def make_strategy(
    name: str,
    *functions: Callable[[View], int],
    parameters: dict[str, float] | None = None,
    folder: str | Path = ".",
) -> Strategy:
    """Return the strategy that ``bid``, ``discard``, ``play`` and perhaps more functions make.

    They go into ``name.py`` in the folder, with the functions, numbers and imports that they use.
    ``parameters`` are read as ``view.params[0]`` and so on. Raises StrategyError, also rather than
    writing over a file that was not made so.
    """
    path = Path(folder) / f"{name}.py"
    if not name.isidentifier():
        raise StrategyError(f"make_strategy: the name {name!r} must be letters, digits and _")
    if path.exists() and not path.read_text(encoding="utf-8", errors="replace").startswith(_MADE):
        raise StrategyError(f"{path}: is there, and not made of functions; take another name")
    used: dict[str, Any] = {function.__name__: function for function in functions}
    texts = [f'{_MADE}{", ".join(used)}."""', f"PARAMETERS = {parameters or {}!r}"]
    for function in functions:
        _gather(function, used, texts)
    try:
        path.write_text("\n\n\n".join(texts), encoding="utf-8")
    except OSError as error:
        raise StrategyError(f"{path}: cannot be written: {error.strerror}") from None
    return load_strategy(str(path))


def _gather(function: Callable[..., Any], used: dict[str, Any], texts: list[str]) -> None:
    """Add the text of a function to ``texts``, after that of all it uses that is not there yet."""
    try:
        source = textwrap.dedent(inspect.getsource(function))
        nodes = list(ast.walk(ast.parse(source)))
    except (OSError, TypeError, SyntaxError):
        raise StrategyError(
            f"make_strategy: the text of {function!r} cannot be had; write a file"
        ) from None
    names = [node for node in nodes if isinstance(node, ast.Name)]
    local = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    local |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    known: dict[str, Any] = getattr(function, "__globals__", {})
    for word in dict.fromkeys(node.id for node in names if node.id not in local):
        if word not in known:
            continue  # built in, or not defined: the compiler tells
        value = known[word]
        if word not in used:
            used[word] = value
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                _gather(value, used, texts)
            else:
                texts.append(_definition(word, value, function.__name__))
        elif used[word] is not value:
            raise StrategyError(f"make_strategy: two different things are called {word}")
    texts.append(source)


def _definition(word: str, value: Any, user: str) -> str:
    """Return the line of a file that makes a word mean what it means to the ``user``."""
    if isinstance(value, ModuleType):
        return f"import {value.__name__} as {word}"
    home, name = getattr(value, "__module__", None), getattr(value, "__name__", "")
    if home != "__main__" and getattr(sys.modules.get(str(home)), name, None) is value:
        return f"from {home} import {name} as {word}"
    try:
        if ast.literal_eval(repr(value)) == value:
            return f"{word} = {value!r}"
    except (ValueError, SyntaxError):
        pass
    raise StrategyError(
        f"make_strategy: {user} uses {word}, a {type(value).__name__}; functions of a strategy use"
        " numbers, modules, and functions that are plain or imported"
    )
