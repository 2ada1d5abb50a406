"""The lines of game records: loading a text, its tags and data lines, and where one record ends.

Nothing here knows what a tag means; ``notation`` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

DATA_TAGS: Final = ("auction", "play")
_SHOWN: Final = 60  # characters of a line that cannot be read
_TAG: Final = re.compile(r'\[\s*(\w+)\s*(?:"(.*)"|([^"\[\]]*?))\s*\]?\s*$')
_QUOTES: Final = str.maketrans("“”„‟", '""""')


class RecordError(ValueError):
    """A record cannot be read or breaks the rules: file, line, what was found, what is allowed."""

    def __init__(self, source: str, line: int | None, message: str) -> None:
        place = source if line is None else f"{source}, line {line}"
        super().__init__(f"{place}: {message}")
        self.source = source
        self.line = line
        self.message = message


@dataclass
class Tag:
    """One ``[Name "text"]`` line with the data lines below it."""

    name: str  # as written
    value: str
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class RawRecord:
    """The tags of one record by name in small letters, before their meaning is looked at."""

    source: str
    tags: dict[str, Tag]
    comments: tuple[str, ...]

    def value(self, tag: str, default: str = "") -> str:
        """Return the text of a tag as written."""
        return self.tags[tag].value if tag in self.tags else default

    def rows(self, tag: str) -> list[tuple[int, str]]:
        """Return the numbered data lines below a tag."""
        return self.tags[tag].rows if tag in self.tags else []

    def take(self, tag: str, read: Callable[[str], T]) -> T | None:
        """Return what ``read`` makes of a tag, None where it is missing, empty, ``-`` or ``?``."""
        value = self.value(tag).strip()
        if value in ("", "-", "?"):
            return None
        return self.read(self.tags[tag].line, read, value, f"{self.tags[tag].name}: ")

    def read(self, line: int, read: Callable[[str], T], value: str, what: str = "") -> T:
        """Return ``read(value)``; its ValueError becomes a RecordError with the place."""
        try:
            return read(value)
        except ValueError as error:
            raise RecordError(self.source, line, f"{what}{error}") from None


def load(source: str | Path) -> tuple[str, str]:
    """Return a name for messages and the text, of a file or of a text that is a record itself."""
    is_text = isinstance(source, str) and ("\n" in source or source.lstrip("\ufeff ")[:1] in "[%")
    if isinstance(source, str) and is_text:
        return "record", source.removeprefix("\ufeff")
    path = Path(source)
    raw = path.read_bytes()
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return path.name, raw.decode("utf-16", errors="replace")
    try:
        return path.name, raw.decode("utf-8-sig")
    except UnicodeDecodeError:  # older Windows exports
        return path.name, raw.decode("cp1252", errors="replace")


def split(source: str, content: str) -> Iterator[RawRecord]:
    """Yield the records of a text.

    A record begins where a tag name comes a second time. Tags in front of the repeated one that
    stand in the same paragraph begin the new record with it, because tags may come in any order.
    """
    tags: list[Tag] = []
    comments: list[str] = []
    paragraph = 0  # index in tags of the first tag after the last blank line
    for number, line in enumerate(content.splitlines(), start=1):
        line = line.strip()
        if not line:
            paragraph = len(tags)
        elif line[0] in "%;":
            comments.append(line.lstrip("%; "))
        elif line[0] != "[":
            if not tags or tags[-1].name.lower() not in DATA_TAGS:
                raise RecordError(
                    source,
                    number,
                    f'{_shown(line)} is no tag [Name "text"], nor below Auction or Play',
                )
            tags[-1].rows.append((number, line))
        else:
            tag = _read_tag(source, number, line)
            if any(tag.name.lower() == earlier.name.lower() for earlier in tags):
                last = _end_of_record(tags, paragraph, tag)
                yield _gather(source, tags[:last], comments)
                tags, comments, paragraph = tags[last:], [], 0
            tags.append(tag)
    if tags:
        yield _gather(source, tags, comments)


def _read_tag(source: str, number: int, line: str) -> Tag:
    match = _TAG.match(line.translate(_QUOTES))
    if not match:
        raise RecordError(source, number, f'{_shown(line)} is not a tag: expected [Name "text"]')
    return Tag(match[1], (match[2] if match[2] is not None else match[3]).strip(), number)


def _shown(line: str) -> str:
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}...")


def _end_of_record(tags: list[Tag], paragraph: int, repeated: Tag) -> int:
    """Return how many of the tags belong to the record that the repeated tag ends."""
    names = {tag.name.lower() for tag in tags[paragraph:]}
    if paragraph == 0 or repeated.name.lower() in names or names & set(DATA_TAGS):
        return len(tags)
    return paragraph


def _gather(source: str, tags: list[Tag], comments: list[str]) -> RawRecord:
    return RawRecord(source, {tag.name.lower(): tag for tag in tags}, tuple(comments))
