"""From the functions of a strategy file to compiled callbacks, with messages an author understands.

A file is run as a module of its own, every function it defines is compiled, and the hooks it leaves
out come from ``defaults.py``. Files outside this folder are compiled with bounds checks: a wrong
index is an error there and not a wrong answer.
"""

from __future__ import annotations

import ast
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
    options = {"boundscheck": True} if path.parent != _FOLDER else {}
    for each in (module, defaults):
        _compile_functions(each, digest, options)
    hooks = []
    for name in records.HOOKS:
        hook = _hook(module, defaults, name)
        hooks.append(hook if jit_disabled() else _as_callback(path, digest, name, hook, options))
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
    try:
        hook.compile((VIEW_TYPE,))
    except Exception as error:  # the compiler is not choosy in how it says no
        raise StrategyError(_explain(path, name, error)) from error
    found = hook.overloads[(VIEW_TYPE,)].signature.return_type
    if found == types.int64:
        return hook
    if not isinstance(found, types.Integer | types.Boolean):
        returned = "nothing on some way through it" if _may_be_none(found) else f"a {found}"
        where = f"{path}, line {hook.py_func.__code__.co_firstlineno}"
        raise StrategyError(f"{where}: {name}(view) returns {returned}; it must return an int")
    return compile_function(hook.py_func, digest, HOOK_SIGNATURE, **options)


def _may_be_none(found: Any) -> bool:
    return found == types.none or isinstance(found, types.Optional)


def _explain(path: Path, name: str, error: Exception) -> str:
    """Return one line for what the compiler says about a function of a strategy."""
    text = str(error)
    field = re.fullmatch(r"'(\w+)'", text.strip()) if isinstance(error, KeyError) else None
    field = field or re.search(r"KeyError[^\w]*(\w+)", text)
    if field:
        where = _where(path, _line_of(path, field[1]))
        return f"{where}{name}: the view has no field {field[1]!r}{nearest_field(field[1])}"
    unknown = re.search(r"(?:name|NameError:.*?) '(\w+)' is not defined", text)
    if unknown:
        return f"{_where(path, _line_of(path, unknown[1]))}{name}: {unknown[1]!r} is not defined"
    found = [match for match in _LINE.finditer(text) if Path(match["file"]).resolve() == path]
    where = _where(path, int(found[-1]["line"]) if found else None)
    reasons = [line.strip() for line in text.splitlines() if line.strip()]
    reason = next((line for line in reasons if not line.startswith("Failed in")), "not compiled")
    return f"{where}{name} cannot be compiled: {reason}"


def _where(path: Path, line: int | None) -> str:
    return f"{path}, line {line}: " if line else f"{path}: "


def _line_of(path: Path, word: str) -> int | None:
    """Return the first line in which a file uses a name or a field that the compiler stumbles over."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if word in (getattr(node, "attr", None), getattr(node, "id", None)):
            return int(getattr(node, "lineno", 0)) or None
    return None


def nearest_field(word: str) -> str:
    """Return `` (did you mean X?)`` for the field most like a word, or nothing."""
    close = get_close_matches(
        word, [*(records.VIEW.names or ()), *(records.RULES.names or ())], n=1
    )
    return f" (did you mean {close[0]}?)" if close else ""
