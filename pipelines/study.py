"""Studies: what is to be played, as a TOML file says it, checked and immutable."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from pipelines.grid import Value, check_full, spelled_out, suffix
from pipelines.study_check import StudyError, complaint, no_study
from sim.presets import read_toml
from sim.records import MAX_SEATS, MAX_TEAMS
from sim.rules_check import nearest

__all__ = ["LineUp", "Play", "Study", "StudyError", "Variant", "load_study", "study_names"]

MAX_COUNT: Final = 2_000_000_000
MAX_GAMES: Final = 1 << 30  # so that the numbers of a game's deals fit the column of deals
MAX_PART: Final = 1_000_000
_NAME: Final = r"^[^\x00-\x1f\x7f]*$"
_PLACE: Final = re.compile(r"\{([^{}]*)\}")  # in the text of a strategy, filled in by the grid
_HERE: Final = Path(__file__).resolve().parent
_Logs = tuple[Literal["calls", "plays", "discards"], ...]
_LOGS_SAID: Final = 'some of "calls", "plays" and "discards"'


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Variant(_Part):
    """Rules with a name: a preset or a rule file, some keys set, and perhaps a grid over others."""

    name: str = Field(default="", max_length=80, pattern=_NAME)
    rules: str = Field(min_length=1, max_length=400, pattern=_NAME)
    set: dict[str, str | int | bool] = Field(
        default={}, description='rules to change, as in {"misere.value" = 230}'
    )
    grid: Annotated[dict[str, tuple[str | int | bool, ...]], BeforeValidator(spelled_out)] = Field(
        default={},
        description='lists or ranges, as in {"misere.value" = [210, 250]} or'
        ' {"misere.value" = {from = 150, to = 300, step = 25}}',
    )

    @model_validator(mode="after")
    def _grid_is_sound(self) -> Self:
        check_full(self.grid)
        for key in self.grid:
            if key in self.set:
                raise ValueError(f"{key} stands in set and in grid; give it once")
        return self


class LineUp(_Part):
    """Who sits where: one strategy for all, one for each team, or one for each seat, clockwise.

    A text may have places for the keys of ``grid``, as ``club(boldness={boldness})``.
    """

    name: str = Field(default="", max_length=80, pattern=_NAME)
    teams: tuple[str, ...] = Field(default=(), description='as in ["club", "novice"]; one for all')
    seats: tuple[str, ...] = Field(default=(), description="a text a seat, clockwise from seat 0")
    grid: Annotated[dict[str, tuple[Value, ...]], BeforeValidator(spelled_out)] = Field(
        default={},
        description="lists or ranges for the places in braces, as in {boldness = [0.0, 0.5]} or"
        " {boldness = {from = 0.0, to = 1.0, step = 0.25}}",
    )
    mirror: bool = Field(default=False, description="play it again with the sides exchanged")
    variants: tuple[str, ...] = Field(
        default=(), description="names of the variants that it plays; else all"
    )

    @model_validator(mode="after")
    def _seats_or_teams(self) -> Self:
        if bool(self.teams) == bool(self.seats):
            raise ValueError('give either teams = ["club", "novice"] or seats, one text a seat')
        if len(self.teams) > MAX_TEAMS:
            raise ValueError(
                f"teams names {len(self.teams)} strategies; allowed: one for each team, at most 6"
            )
        if self.seats and not 2 <= len(self.seats) <= MAX_SEATS:
            raise ValueError(
                f"seats names {len(self.seats)} strategies; allowed: one for each seat, 2 to 6"
            )
        return self

    @model_validator(mode="after")
    def _grid_fills_every_place(self) -> Self:
        check_full(self.grid)
        texts = self.seats or self.teams
        places = {name for text in texts for name in _PLACE.findall(text)}
        unused = next((key for key in self.grid if key not in places), None)
        if unused is not None:
            raise ValueError(
                f"grid gives values for {unused}, but no strategy has a place for it, as in"
                f" club({unused}={{{unused}}})"
            )
        open_place = next((name for name in sorted(places) if name not in self.grid), None)
        if open_place is not None:
            raise ValueError(f"{{{open_place}}} stands in a strategy, but grid has no {open_place}")
        return self

    def at(self, point: Mapping[str, Value]) -> LineUp:
        """Return the line-up at a point of its grid, its places filled in."""

        def filled(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(_PLACE.sub(lambda place: str(point[place[1]]), text) for text in texts)

        named = self.name + suffix(point) if self.name else ""
        return self.model_copy(
            update={
                "name": named, "teams": filled(self.teams), "seats": filled(self.seats), "grid": {},
            }
        )  # fmt: skip

    def by_seat(self, team: Sequence[int]) -> tuple[str, ...]:
        """Return the strategy text of each seat of a table, ``team`` giving the team of each seat.

        Raises ValueError, saying what would fit, when the line-up is for another table.
        """
        n_teams = len(set(team))
        if self.seats and len(self.seats) != len(team):
            raise ValueError(
                f"seats names {len(self.seats)} strategies; allowed: one for each of"
                f" {len(team)} seats"
            )
        if self.teams and len(self.teams) not in (1, 2, n_teams):
            raise ValueError(
                f"teams names {len(self.teams)} strategies; allowed: one for each of"
                f" {n_teams} teams, or one or two for all"
            )
        # of two, the second plays all other sides
        teams = (*self.teams, *self.teams[-1:] * (n_teams - len(self.teams)))
        texts = self.seats or tuple(teams[place] for place in team)
        return tuple(text.strip() for text in texts)

    def label(self) -> str:
        """Return the name, or one made from the strategies."""
        texts = [text.strip() for text in self.seats or self.teams]
        return self.name or (texts[0] if len(set(texts)) == 1 else " v ".join(texts))


class Play(_Part):
    """One way to play: hands one by one, whole games, or a contract forced on every deal."""

    mode: Literal["hands", "games", "forced"]
    deals: int | None = Field(default=None, ge=1, le=MAX_COUNT)
    games: int | None = Field(default=None, ge=1, le=MAX_GAMES)
    scores: tuple[int, ...] = Field(
        default=(), description="by team before each hand, as in [0, 450]"
    )
    calls: tuple[str, ...] = Field(default=(), description='contracts to force, as in ["M", "OM"]')
    seat: int | None = Field(default=None, ge=0, le=5)
    line_ups: tuple[str, ...] = Field(
        default=(), description="names of those that play it; else all"
    )
    logs: _Logs | None = Field(
        default=None, description=f"{_LOGS_SAID}, [] for none; else those of the study"
    )

    @model_validator(mode="after")
    def _keys_of_the_mode(self) -> Self:
        allowed = {
            "hands": ("deals", "scores", "line_ups", "logs"),
            "games": ("games", "line_ups", "logs"),
            "forced": ("deals", "scores", "calls", "seat", "line_ups", "logs"),
        }[self.mode]
        for key in ("deals", "games", "scores", "calls", "seat"):
            if key not in allowed and getattr(self, key) not in (None, ()):
                raise ValueError(f'{key} has no meaning with mode = "{self.mode}"; allowed: '
                                 f"{', '.join(allowed)}")  # fmt: skip
        needed = "games" if self.mode == "games" else "deals"
        if getattr(self, needed) is None:
            raise ValueError(f"{needed} is missing: say how many {needed} to play")
        if self.mode == "forced" and not self.calls:
            raise ValueError('calls is missing: say which contracts to force, as in ["M", "OM"]')
        if self.scores and (
            not 2 <= len(self.scores) <= MAX_TEAMS
            or any(abs(score) > 5000 for score in self.scores)
        ):
            raise ValueError(
                f"scores = {list(self.scores)}; allowed: a number from -5000 to 5000 for each team"
            )
        return self

    @property
    def count(self) -> int:
        """Deals or games, whatever the mode counts."""
        return int(self.games or self.deals or 0)


class Study(_Part):
    """Variants x line-ups x ways to play, from one seed: the same study gives the same rows."""

    title: str = Field(min_length=1, max_length=120, pattern=_NAME)
    description: str = Field(default="", max_length=2000)
    seed: int = Field(default=500, ge=0, le=(1 << 63) - 1)
    part_size: int = Field(default=100_000, ge=1, le=MAX_PART)
    logs: _Logs = Field(default=(), description=_LOGS_SAID)
    variants: tuple[Variant, ...] = Field(min_length=1, description="one [[variants]] or more")
    line_ups: tuple[LineUp, ...] = Field(min_length=1, description="one [[line_ups]] or more")
    play: tuple[Play, ...] = Field(min_length=1, description="one [[play]] or more")

    @model_validator(mode="after")
    def _line_ups_are_there(self) -> Self:
        known = [line_up.label() for line_up in self.line_ups]
        for number, play in enumerate(self.play, 1):
            for name in play.line_ups:
                if name not in known:
                    raise ValueError(f"play {number}: line_ups names {name!r}; allowed: "
                                     f"{', '.join(known)}{nearest(name, known)}")  # fmt: skip
        return self

    _name: str = PrivateAttr(default="study")
    _source: str = PrivateAttr(default="study")
    _folder: Path | None = PrivateAttr(default=None)

    @property
    def name(self) -> str:
        """Short name: of the study file, and of the run."""
        return self._name

    @property
    def source(self) -> str:
        """What messages call the study: the path of its file."""
        return self._source

    def beside(self, text: str) -> str:
        """Return a path written in the study as one that can be opened.

        A relative path is looked up beside the study file first, then in the working directory.
        """
        if self._folder is not None and not os.path.isabs(text) and (self._folder / text).is_file():
            return str((self._folder / text).resolve())
        return text


def make_study(data: dict[str, Any], source: str = "study", folder: Path | None = None) -> Study:
    """Return the study that a dict gives, as a study file would. Raises StudyError."""
    try:
        study = Study.model_validate(_lists_to_tuples(data))
    except ValidationError as error:
        raise StudyError(complaint(error, Study, source)) from None
    study._source = source
    study._name = Path(source).stem
    study._folder = folder
    return study


def load_study(name_or_path: str | os.PathLike[str]) -> Study:
    """Return the study of a TOML file, or one that comes with the project by its name.

    Raises StudyError: one line that names the file, the key, what was found and what is allowed.
    """
    path = Path(name_or_path)
    if not path.is_file() and path.name == str(name_or_path) and not path.suffix:
        if path.name not in study_names():
            raise StudyError(no_study(path.name, study_names(), nearest(path.name, study_names())))
        path = study_dir() / f"{path.name}.toml"
    return make_study(read_toml(path, StudyError), _shown(path), path.parent)


def study_dir() -> Path:
    """Return the folder of the studies: beside this file in an installed wheel, else data/studies."""
    installed = _HERE / "_studies"
    return installed if installed.is_dir() else _HERE.parent / "data" / "studies"


def study_names() -> list[str]:
    """Return the names of the studies that come with the project, sorted."""
    return sorted(path.stem for path in study_dir().glob("*.toml"))


def _shown(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _lists_to_tuples(value: Any) -> Any:
    """Return TOML data with tuples for lists, which is what strict immutable models take."""
    if isinstance(value, dict):
        return {key: _lists_to_tuples(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_lists_to_tuples(each) for each in value)
    return value
