"""What is wrong with a study, in one line: the file, the key, what is allowed, what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from sim.rules_check import allowed, nearest, one_line, shown

_SHOWN = 3  # complaints in one line; the others are counted


class StudyError(ValueError):
    """A study that cannot be played. Its text is one line, meant for the person who wrote it."""


def complaint(error: ValidationError, model: type[BaseModel], source: str) -> str:
    """Return a pydantic error about a study as one line that begins with its source."""
    texts = list(dict.fromkeys(_entry(entry, model) for entry in error.errors(include_url=False)))
    more = len(texts) - _SHOWN
    return one_line(
        f"{source}: {'; '.join(texts[:_SHOWN])}" + (f"; and {more} more" if more > 0 else "")
    )


def no_study(name: str, names: Sequence[str], hint: str) -> str:
    """Return the message for a study that is not there."""
    listed = ", ".join(names) or "none"
    return one_line(
        f"{shown(name)} is no study; there are {listed}, or give the path of a .toml file{hint}"
    )


def _entry(entry: Any, model: type[BaseModel]) -> str:
    steps, kind = list(entry["loc"]), entry["type"]
    owner, field, depth = _find(steps, model)
    where = _where(steps[:depth] if depth else steps)
    if kind == "value_error":
        return f"{where}: {entry['ctx']['error']}" if where else str(entry["ctx"]["error"])
    if kind == "extra_forbidden":
        names = list(owner.model_fields)
        return (
            f"{where} is no key here; allowed: {', '.join(names)}{nearest(str(steps[-1]), names)}"
        )
    if kind == "missing":
        about = f" ({field.description})" if field is not None and field.description else ""
        return f"{where} is missing{about}"
    value = entry["input"]
    hint = nearest(value, _names(field)) if isinstance(value, str) else ""
    return f"{where} = {shown(value)}; allowed: {_allowed(field)}{hint}"


def _find(
    steps: Sequence[Any], model: type[BaseModel]
) -> tuple[type[BaseModel], FieldInfo | None, int]:
    """Return the model and the field that a path leads to, and how many of its steps that takes."""
    field: FieldInfo | None = None
    for depth, step in enumerate(steps):
        if isinstance(step, int):
            continue
        if step not in model.model_fields:
            return model, field, len(steps)
        field = model.model_fields[step]
        inner = [kind for kind in get_args(field.annotation) if _is_model(kind)]
        if not inner:
            return model, field, depth + 1
        model = inner[0]
    return model, field, 0


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _where(steps: Sequence[Any]) -> str:
    """Return a path as a reader counts: ``play 2: deals``."""
    text = ""
    for n, step in enumerate(steps):
        if isinstance(step, int):
            text += f" {step + 1}" + (": " if n + 1 < len(steps) else "")
        else:
            text += str(step) if not text or text.endswith(": ") else f".{step}"
    return text


def _names(field: FieldInfo | None) -> list[str]:
    found: list[str] = []
    kinds = [field.annotation] if field is not None else []
    while kinds:
        kind = kinds.pop()
        found += [value for value in get_args(kind) if isinstance(value, str)]
        kinds += [inner for inner in get_args(kind) if get_args(inner)]
    return found


def _allowed(field: FieldInfo | None) -> str:
    if field is None:
        return "something else"
    if field.description and field.annotation is not bool:
        return field.description
    if field.annotation == int | None:
        bounds = {name: getattr(rule, name) for rule in field.metadata for name in ("ge", "le")
                  if hasattr(rule, name)}  # fmt: skip
        return f"a whole number from {bounds['ge']} to {bounds['le']}"
    return allowed(field)
