"""Why a strategy cannot be imported or compiled, in one line that its author understands."""

from __future__ import annotations

import ast
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from sim import records
from strategies.api import StrategyError

_LINE: Final = re.compile(
    r'(?:File "|Raised from )(?P<file>[^"\n]+?)"?(?:, line | \()(?P<line>\d+)'
)
# What the compiler says, and what it means
_PLAIN_REASONS: Final = (
    (re.compile(r"Untyped global name '(\w+)'"), "the compiler does not know {}"),
    (re.compile(r"opcode \(IMPORT_NAME\)"), "an import inside a function"),
    (re.compile(r"opcode \(STORE_GLOBAL\)"), "a function that sets a global name"),
    (re.compile(r"Function\(<built-in function (\w+)>\)"), "{} of values of different kinds"),
)


class CannotCompile(StrategyError):
    """A function that may be right but that the compiler does not know how to compile."""


def why_not_compiled(path: Path, name: str, error: Exception) -> StrategyError:
    """Return in one line what the compiler says about a function of a strategy."""
    text = str(error)
    field = re.fullmatch(r"'(\w+)'", text.strip()) if isinstance(error, KeyError) else None
    field = field or re.search(r"KeyError[^\w]*(\w+)", text)
    if field:
        place = _where(path, _line_of(path, field[1]))
        what = f"the view has no field {field[1]!r}{nearest_field(field[1])}"
        return StrategyError(f"{place}{name}: {what}")
    unknown = re.search(r"(?:name|NameError:.*?) '(\w+)' is not defined", text)
    if unknown:
        place = _where(path, _line_of(path, unknown[1]))
        return StrategyError(f"{place}{name}: {unknown[1]!r} is not defined")
    found = [match for match in _LINE.finditer(text) if Path(match["file"]).resolve() == path]
    line = f"line {found[-1]['line']}" if found else name
    return CannotCompile(f"{line}: {_reason(text)}")


def _reason(text: str) -> str:
    """Return the compiler's reason without its own words, the commonest ones as a player says them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith("Failed in")), "not compiled")
    reason = reason.partition("Raised from")[0].rstrip(" .:")
    for pattern, plain in _PLAIN_REASONS:
        if match := pattern.search(reason):
            return plain.format(*match.groups())
    return reason


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
    return _nearest(word, [*(records.VIEW.names or ()), *(records.RULES.names or ())])


def _nearest(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def why_not_imported(path: Path, error: ImportError) -> str:
    """Return in one line which import of a file fails, and what to do."""
    name = (error.name or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and (path.parent / f"{name}.py").is_file():
        what = "a strategy is one file; copy the functions that it needs into it"
    elif isinstance(error, ModuleNotFoundError):
        what = f"there is no module {error.name!r}; a strategy may import the toolkit and what Python has"
    else:
        missing = "".join(re.findall(r"import name '(\w+)'", str(error)))
        known = dir(sys.modules.get(error.name or ""))
        what = f"{error.name} has no {missing!r}{_nearest(missing, known)}"
    return f"{_where(path, _import_line(path, error.name or ''))}import of {error.name}: {what}"


def _import_line(path: Path, name: str) -> int | None:
    """Return the line in which a file imports a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if name in names and isinstance(node, ast.stmt):
            return node.lineno
    return None
