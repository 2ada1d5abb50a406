"""From the functions of a strategy file to compiled callbacks, with messages an author understands.

A file is run as a module of its own, every function it defines is compiled, and the hooks it leaves
out come from ``defaults.py``. Files outside this folder are compiled with bounds checks: a wrong
index is an error there and not a wrong answer. What the compiler does not know, but Python does, is
played uncompiled (``slow.py``).
"""

from __future__ import annotations

import importlib.util
import re
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from numba import types

from sim import records
from sim.compile import (
    HOOK_SIGNATURE,
    VIEW_TYPE,
    compile_function,
    jit_disabled,
)
from strategies.api import StrategyError
from strategies.explaining import CannotCompile, why_not_compiled, why_not_imported
from strategies.slow import plain_hook, slow_hook

if TYPE_CHECKING:
    from strategies.api import Strategy

_FOLDER: Final = Path(__file__).resolve().parent
_DEFAULTS: Final = _FOLDER / "defaults.py"


class _Hooks(NamedTuple):
    hooks: tuple[Any, ...]
    why_slow: str


def compile_hooks(strategy: Strategy) -> tuple[Any, ...]:
    """Return the callbacks of a strategy in the order of ``records.HOOKS``. Raises StrategyError."""
    return _compiled(strategy.path, strategy.digest).hooks


def why_slow(strategy: Strategy) -> str:
    """Return why a strategy is played as plain Python, as ``line 7: ...``; nothing if it is compiled."""
    return _compiled(strategy.path, strategy.digest).why_slow


def plain_hooks(strategy: Strategy) -> tuple[Callable[[Any], int], ...]:
    """Return the hooks as the functions they are written as, for debuggers and for checks."""
    module, defaults = _run(strategy.path, strategy.digest), _run(_DEFAULTS, strategy.digest)
    return tuple(_hook(module, defaults, name) for name in records.HOOKS)


@cache
def _compiled(path: Path, digest: str) -> _Hooks:
    module, defaults = _run(path, digest), _run(_DEFAULTS, digest)
    options = {"boundscheck": True} if path.parent != _FOLDER else {}
    _compile_functions(defaults, digest, {})
    try:
        _compile_functions(module, digest, options)
        given = {
            name: _as_callback(path, digest, name, getattr(module, name), options)
            for name in records.HOOKS
            if hasattr(module, name)
        }
        reason = ""
    except CannotCompile as error:
        module, reason = _run(path, digest), str(error)  # once more, for its plain functions
        given = {
            name: slow_hook(getattr(module, name), path)
            for name in records.HOOKS
            if hasattr(module, name)
        }
    left = [name for name in records.HOOKS if name not in given]
    given |= {
        name: _as_callback(_DEFAULTS, digest, name, getattr(defaults, name), {}) for name in left
    }
    return _Hooks(tuple(given[name] for name in records.HOOKS), reason)


def _hook(module: ModuleType, defaults: ModuleType, name: str) -> Any:
    return getattr(module, name, None) or getattr(defaults, name)


def _run(path: Path, digest: str) -> ModuleType:
    """Return a fresh module made from a file, whatever else was imported under its name."""
    name = f"_strategy_{re.sub(r'[^0-9a-zA-Z]', '_', path.stem)}_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, "a .py file has a spec"
    assert spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        raise StrategyError(why_not_imported(path, error)) from error
    except Exception as error:  # whatever an author's module does when it is run
        what = f"{type(error).__name__}: {error}"
        raise StrategyError(f"{path}: cannot be imported: {what}") from error
    return module


def _compile_functions(module: ModuleType, digest: str, options: dict[str, bool]) -> None:
    """Replace every function that a module defines, or has from a strategy here, by its compiled form."""
    for name, function in list(vars(module).items()):
        if not isinstance(function, FunctionType):
            continue
        if function.__module__ == module.__name__:
            setattr(module, name, compile_function(function, digest, **options))
        elif not jit_disabled() and (path := Path(function.__code__.co_filename)).parent == _FOLDER:
            setattr(module, name, getattr(_compiled_copy(path, digest), function.__name__))


@cache
def _compiled_copy(path: Path, digest: str) -> ModuleType:
    """Return a strategy of this folder with compiled functions, for another that imports some.

    It is a copy, because the module that Python imports keeps its plain functions.
    """
    module = _run(path, digest)
    _compile_functions(module, digest, {})
    return module


def _as_callback(path: Path, digest: str, name: str, hook: Any, options: dict[str, bool]) -> Any:
    """Compile a hook for a view and see to it that it returns an int64."""
    if jit_disabled():
        return plain_hook(hook)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the compiler's doubts are not the author's
            hook.compile((VIEW_TYPE,))
    except Exception as error:  # the compiler is not choosy in how it says no
        raise why_not_compiled(path, name, error) from error
    found = hook.overloads[(VIEW_TYPE,)].signature.return_type
    if found == types.int64:
        return hook
    if not isinstance(found, types.Integer | types.Boolean):
        returned = "nothing on some way through it" if _may_be_none(found) else f"a {found}"
        hint = " (int(...) and // make one)" if isinstance(found, types.Float) else ""
        where = f"{path}, line {hook.py_func.__code__.co_firstlineno}"
        raise StrategyError(
            f"{where}: {name}(view) returns {returned}; it must return an int{hint}"
        )
    return compile_function(hook.py_func, digest, HOOK_SIGNATURE, **options)


def _may_be_none(found: Any) -> bool:
    return found == types.none or isinstance(found, types.Optional)
