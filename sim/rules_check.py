"""What is wrong with rules, in one line: the key, the file, what is allowed, what was meant."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

_SHOWN = 3  # complaints in one line; the others are counted
_LISTED = 16  # a longer list of allowed values is given as "first to last"


class RulesError(ValueError):
    """A rule set that cannot be used. Its text is one line, meant for the person who wrote it."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean X?`` for the known word most like ``word``, or nothing."""
    spelled = {_plain(name): name for name in known}
    found = difflib.get_close_matches(_plain(word), spelled, n=1, cutoff=0.5)
    if not found:  # "cap" for "defenders_cap", "one round" for "one"
        found = [name for name in spelled if _plain(word) in name or name in _plain(word)][:1]
    return f"; did you mean {spelled[found[0]]}?" if found and word else ""


def _plain(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")


def complaint(
    error: ValidationError, model: type[BaseModel], origins: Mapping[str, str], source: str
) -> str:
    """Return a pydantic error as one line.

    ``origins`` tells the file in which a dotted key was written; ``source`` stands for all others.
    """
    by_source: dict[str, list[str]] = {}
    for entry in error.errors(include_url=False):
        path = [str(step) for step in entry["loc"]]
        origin = origins.get(".".join(path), source)
        by_source.setdefault(origin, []).append(_entry(entry, path, model))
    lines = [f"{origin}: {_joined(texts)}" for origin, texts in by_source.items()]
    return one_line(" | ".join(lines))


def one_line(text: str) -> str:
    """Return the text without line breaks or other control characters."""
    return "".join(c if c.isprintable() else " " for c in text)


def _joined(texts: Sequence[str]) -> str:
    more = len(texts) - _SHOWN
    return "; ".join(texts[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _entry(entry: Any, path: list[str], model: type[BaseModel]) -> str:
    key, kind = ".".join(path), entry["type"]
    if kind == "value_error":
        return str(entry["ctx"]["error"])
    owner = _owner(path, model)
    if kind == "extra_forbidden":
        return _unknown(path, model if owner is None else owner)
    field = owner.model_fields.get(path[-1]) if owner is not None else None
    if kind == "missing":
        return f"{key} is missing: give it, or start from a preset with extends"
    if _section(field) is not None:
        return f"{key} = {shown(entry['input'])}: this is a section, write it as [{key}]"
    value = entry["input"]
    hint = nearest(value, _names(field)) if isinstance(value, str) else ""
    about = f" ({field.description})" if field is not None and field.description else ""
    return f"{key} = {shown(value)}; allowed: {allowed(field)}{about}{hint}"


def _owner(path: Sequence[str], model: type[BaseModel]) -> type[BaseModel] | None:
    """Return the model that holds the last step of a path, None if there is none."""
    for step in path[:-1]:
        section = _section(model.model_fields.get(step))
        if section is None:
            return None
        model = section
    return model


def _section(field: FieldInfo | None) -> type[BaseModel] | None:
    kind = field.annotation if field is not None else None
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _unknown(path: list[str], owner: type[BaseModel]) -> str:
    key, name, names = ".".join(path), path[-1], list(owner.model_fields)
    if len(path) > 1:
        return f"{key} is no rule: [{path[0]}] knows {', '.join(names)}{nearest(name, names)}"
    sections = [n for n in names if _section(owner.model_fields[n]) is not None]
    homes = [s for s in sections if name in _keys(owner, s)]
    texts = [*(n for n in names if n not in sections), "extends"]
    hint = f"; did you mean {homes[0]}.{name}?" if homes else nearest(name, [*sections, *texts])
    listed = " ".join(f"[{s}]" for s in sections)
    return f"{key} is no rule; allowed: {', '.join(texts)} and the sections {listed}{hint}"


def _keys(owner: type[BaseModel], section: str) -> list[str]:
    model = _section(owner.model_fields[section])
    return list(model.model_fields) if model is not None else []


def _names(field: FieldInfo | None) -> list[str]:
    kind = field.annotation if field is not None else None
    return [v for v in get_args(kind) if isinstance(v, str)]


def allowed(field: FieldInfo | None) -> str:
    """Return in words what a field may hold."""
    if field is None:
        return "something else"
    kind = field.annotation
    values = get_args(kind) if get_origin(kind) is not None else ()
    if len(values) > _LISTED:
        return f"a bid from {shown(values[0])} to {shown(values[-1])}"
    if values:
        *others, last = map(shown, values)
        return f"{', '.join(others)} or {last}" if others else last
    if kind is bool:
        return "true or false"
    if kind is str:
        return f"a text in quotes, on one line, up to {_limit(field, 'max_length')} characters"
    return f"a whole number from {_limit(field, 'ge')} to {_limit(field, 'le')}"


def _limit(field: FieldInfo, name: str) -> int:
    return int(next(getattr(rule, name) for rule in field.metadata if hasattr(rule, name)))


def shown(value: Any) -> str:
    """Return a value as it is written in TOML, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."
