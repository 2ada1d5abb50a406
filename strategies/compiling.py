"""From the functions of a strategy file to compiled callbacks, with messages an author understands.

A file is run as a module of its own, every function it defines is compiled, and the hooks it leaves
out come from ``defaults.py``. Files outside this folder are compiled with bounds checks: a wrong
index is an error there and not a wrong answer.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

from numba import types
from numba.core.errors import NumbaError

from sim import records
from sim.compile import (
    HOOK_SIGNATURE,
    VIEW_TYPE,
    compile_function,
    jit_disabled,
)
from strategies.api import StrategyError

if TYPE_CHECKING:
    from strategies.api import Strategy

_FOLDER: Final = Path(__file__).resolve().parent
_DEFAULTS: Final = _FOLDER / "defaults.py"
_LINE: Final = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')


def compile_hooks(strategy: Strategy) -> tuple[Any, ...]:
    """Return the callbacks of a strategy in the order of ``records.HOOKS``. Raises StrategyError."""
    return _compiled(strategy.path, strategy.digest)


def plain_hooks(strategy: Strategy) -> tuple[Callable[[Any], int], ...]:
    """Return the hooks as the functions they are written as, for debuggers and for checks."""
    module, defaults = _run(strategy.path, strategy.digest), _run(_DEFAULTS, strategy.digest)
    return tuple(_hook(module, defaults, name) for name in records.HOOKS)


@cache
def _compiled(path: Path, digest: str) -> tuple[Any, ...]:
    module, defaults = _run(path, digest), _run(_DEFAULTS, digest)
    for each in (module, defaults):
        _compile_functions(each, digest, checked=path.parent != _FOLDER)
    hooks = []
    for name in records.HOOKS:
        hook = _hook(module, defaults, name)
        hooks.append(hook if jit_disabled() else _as_callback(path, digest, name, hook))
    return tuple(hooks)


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
    except Exception as error:  # whatever an author's module does when it is run
        what = f"{type(error).__name__}: {error}"
        raise StrategyError(f"{path}: cannot be imported: {what}") from error
    return module


def _compile_functions(module: ModuleType, digest: str, checked: bool) -> None:
    """Replace every function that a module defines by its compiled form."""
    for name, function in list(vars(module).items()):
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            options = {"boundscheck": True} if checked else {}
            setattr(module, name, compile_function(function, digest, **options))


def _as_callback(path: Path, digest: str, name: str, hook: Any) -> Any:
    """Compile a hook for a view and see to it that it returns an int64."""
    try:
        hook.compile((VIEW_TYPE,))
    except (NumbaError, KeyError, AttributeError, NotImplementedError) as error:
        raise StrategyError(_explain(path, name, error)) from error
    found = hook.overloads[(VIEW_TYPE,)].signature.return_type
    if found == types.int64:
        return hook
    if not isinstance(found, types.Integer | types.Boolean):
        returned = "nothing on some way through it" if _may_be_none(found) else f"a {found}"
        raise StrategyError(f"{path}: {name}(view) returns {returned}; it must return an int")
    return compile_function(hook.py_func, digest, HOOK_SIGNATURE)


def _may_be_none(found: Any) -> bool:
    return found == types.none or isinstance(found, types.Optional)


def _explain(path: Path, name: str, error: Exception) -> str:
    """Return one line for what the compiler says about a function of a strategy."""
    text = str(error)
    lines = [match["line"] for match in _LINE.finditer(text) if Path(match["file"]) == path]
    where = f"{path}, line {lines[-1]}: " if lines else f"{path}: "
    field = re.fullmatch(r"'(\w+)'", text.strip()) if isinstance(error, KeyError) else None
    field = field or re.search(r"KeyError[^\w]*(\w+)", text)
    if field:
        return f"{where}{name}: the view has no field {field[1]!r}{_nearest_field(field[1])}"
    unknown = re.search(r"(?:name|NameError:.*?) '(\w+)' is not defined", text)
    if unknown:
        return f"{where}{name}: {unknown[1]!r} is not defined"
    reasons = [line.strip() for line in text.splitlines() if line.strip()]
    reason = next((line for line in reasons if not line.startswith("Failed in")), "not compiled")
    return f"{where}{name} cannot be compiled: {reason}"


def _nearest_field(word: str) -> str:
    close = get_close_matches(
        word, [*(records.VIEW.names or ()), *(records.RULES.names or ())], n=1
    )
    return f" (did you mean {close[0]}?)" if close else ""
