"""Rule files: where the presets are, reading TOML, and resolving ``extends``."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, Final

from sim.decks import DECKS, FREE
from sim.rules_check import RulesError, nearest, one_line, shown

_HERE: Final = Path(__file__).resolve().parent
_UTF_16_32: Final = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")

Data = dict[str, Any]


def preset_dir() -> Path:
    """Return the folder of the presets: beside this file in an installed wheel, else data/rules."""
    installed = _HERE / "_presets"
    return installed if installed.is_dir() else _HERE.parent / "data" / "rules"


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    return sorted(path.stem for path in preset_dir().glob("*.toml"))


def read_toml(path: Path, error: type[ValueError] = RulesError) -> Data:
    """Return a TOML file as a dict; a mark of UTF-8 at its beginning is skipped.

    Raises ``error`` with one line when the file cannot be read, is not UTF-8 or is no TOML.
    """
    try:
        raw = path.read_bytes()
    except (OSError, ValueError) as reason:
        cause = getattr(reason, "strerror", None) or reason
        raise error(one_line(f"{path}: cannot be read: {cause}")) from None
    if raw.startswith(_UTF_16_32):
        raise error(one_line(f"{path}: is written in UTF-16 or UTF-32; save it as UTF-8"))
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as reason:
        line = raw.count(b"\n", 0, reason.start) + 1
        what = f"line {line} is not UTF-8 (byte {raw[reason.start]:#04x}); save the file as UTF-8"
        raise error(one_line(f"{path}: {what}")) from None
    except (tomllib.TOMLDecodeError, RecursionError) as reason:
        raise error(one_line(f"{path}: is no TOML: {reason}")) from None


def read_rules(name_or_path: str | os.PathLike[str]) -> tuple[Data, dict[str, str], str]:
    """Return the content of a rule file with everything it extends.

    The second value tells for every dotted key the file it was written in; the third names the file
    itself. Title and description are not inherited. A file that gives a deck and no kitty takes the
    kitty that this deck leaves. Raises RulesError.
    """
    path = _locate(name_or_path)
    chain: list[tuple[Path, Data]] = []
    seen: list[Path] = []
    following: Path | None = path
    while following is not None:
        here = following.resolve()
        if here in seen:
            circle = " -> ".join(p.name for p in [*seen[seen.index(here) :], here])
            raise RulesError(one_line(f"{chain[-1][0]}: extends goes in a circle: {circle}"))
        seen.append(here)
        chain.append((following, read_toml(following)))
        following = _extended(*chain[-1])
    data: Data = {}
    origins: dict[str, str] = {}
    for file, content in reversed(chain):
        data = {key: value for key, value in data.items() if key not in ("title", "description")}
        merge(data, content, origins, str(file))
    data.setdefault("title", path.stem)
    return data, origins, str(path)


def merge(data: Data, changes: Data, origins: dict[str, str], source: str) -> None:
    """Lay a rule file over another in place: sections key by key, everything else as a whole."""
    for key in sorted(changes, key=lambda name: name != "table"):  # the pack is laid over its deck
        value = changes[key]
        origins[key] = source
        if not isinstance(value, dict):
            data[key] = value
            continue
        below = data.get(key)
        section = dict(below) if isinstance(below, dict) else {}
        if key == "table":
            _forget(data, section, value)
        data[key] = section | value
        origins.update({f"{key}.{name}": source for name in value})


def _forget(data: Data, table: Data, changes: Data) -> None:
    """Drop from the rules below what follows from keys of the table that change (``Rules`` knows)."""
    if changes.keys() & {"deck", "players", "dead"}:
        table.pop("kitty", None)
    if "players" in changes:
        table.pop("sides", None)
    if changes.get("deck", FREE) != FREE:
        data.pop("pack", None)
    elif "deck" in changes and table.get("deck") in DECKS:
        data["pack"] = DECKS[table["deck"]]._asdict()


def _locate(name_or_path: str | os.PathLike[str]) -> Path:
    text = os.fspath(name_or_path)
    if not isinstance(name_or_path, str) or _is_path(text):
        return Path(text)
    preset = _preset(text)
    if preset is not None:
        return preset
    if text and os.path.isfile(text):
        return Path(text)
    raise RulesError(_no_preset(text))


def _extended(file: Path, content: Data) -> Path | None:
    """Return the file that a rule file extends; takes the key out of its content."""
    name = content.pop("extends", None)
    if name is None:
        return None
    if not isinstance(name, str):
        what = f"extends = {shown(name)}; allowed: the name or the path of one rule file, in quotes"
        raise RulesError(one_line(f"{file}: {what}"))
    beside = file.parent / name
    if _is_path(name):
        if not beside.is_file():
            raise RulesError(one_line(f"{file}: extends = {shown(name)}: no such file as {beside}"))
        return beside
    preset = _preset(name)
    if preset is not None:
        return preset
    beside = file.parent / f"{name}.toml"
    if name and beside.is_file():
        return beside
    raise RulesError(one_line(f"{file}: extends = {shown(name)}: {_no_preset(name)}"))


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or os.sep in text


def _preset(name: str) -> Path | None:
    return preset_dir() / f"{name}.toml" if name in preset_names() else None


def _no_preset(name: str) -> str:
    names = preset_names()
    listed = ", ".join(names)
    return one_line(
        f"{shown(name)} is no preset; allowed: {listed}, or a path ending in .toml"
        f"{nearest(name, names)}"
    )
