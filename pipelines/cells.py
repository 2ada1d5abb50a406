"""What a study comes to: cells (one variant, one line-up, one way of play) and their parts.

A part is the unit of work and of storage. Which hands belong to it follows from its numbers alone,
so the rows of a run do not depend on who plays which part when.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pipelines import grid
from pipelines.grid import Value
from pipelines.study import Play, Study, StudyError, Variant
from sim.cards import FIRST_INKLE, N_CALLS, PASS, call_code
from sim.rules import Rules, RulesError, load_rules
from sim.rules_check import nearest
from strategies.api import Player, StrategyError, parse_player, player_parts

HANDS_PER_GAME: Final = 12  # a guess, for the size of parts and for progress


@dataclass(frozen=True)
class Cell:
    """One variant with one line-up in one way of play."""

    number: int
    variant: str
    rules: Rules
    line_up: str
    moved: int  # seats that everybody has moved on, 0 as in the study
    players: tuple[str, ...]  # text by seat, as ``parse_player`` reads it
    mode: str
    count: int  # deals, or games
    scores: tuple[int, ...] = ()
    forced_call: int = PASS
    forced_seat: int = 0
    sweep: str = ""  # what its grid is a grid over: variant and line-up as the study has them
    settings: tuple[tuple[str, Value], ...] = ()  # where it stands in that grid
    logs: tuple[str, ...] = ()  # what is written of each hand besides its row

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that are written part by part."""
        return ("hands", *(["games"] if self.mode == "games" else []), *self.logs)


@dataclass(frozen=True)
class Part:
    """A stretch of the deals (or games) of one cell."""

    cell: int
    number: int
    first: int
    count: int
    n_hands: int  # expected, for progress


@dataclass(frozen=True)
class Plan:
    """A study resolved: rules read, players found, cells and parts numbered."""

    study: Study
    variants: dict[str, Rules]
    players: dict[str, Player]
    cells: tuple[Cell, ...]
    parts: tuple[Part, ...]

    @property
    def n_hands(self) -> int:
        """Hands to be played; for whole games a guess."""
        return sum(part.n_hands for part in self.parts)


def make_plan(study: Study) -> Plan:
    """Return what a study comes to. Raises StudyError, RulesError or StrategyError."""
    variants = _variants(study)
    players: dict[str, Player] = {}
    cells: list[Cell] = []
    for variant in variants.values():
        for seating in _seatings(study, variant):
            for text in seating.players:
                players.setdefault(text, _player(study, text))
            for play in study.play:
                if not play.line_ups or seating.base in play.line_ups:
                    cells.extend(_cells(study, len(cells), variant, seating, play))
    _check_wanted(study, list(variants))
    parts = tuple(part for cell in cells for part in parts_of(cell, study.part_size))
    rules = {name: variant.rules for name, variant in variants.items()}
    return Plan(study, rules, players, tuple(cells), parts)


class _Variant(NamedTuple):
    """A variant, or one point of the grid of one."""

    name: str
    base: str  # its name without the point
    rules: Rules
    point: dict[str, Value]


class _Seating(NamedTuple):
    """A line-up at a table, or one point of the grid of one, everybody moved on so many seats."""

    name: str
    base: str
    moved: int
    players: tuple[str, ...]
    point: dict[str, Value]


def _player(study: Study, text: str) -> Player:
    try:
        return parse_player(text)
    except StrategyError as error:
        raise StrategyError(f"{study.source}: line_ups: {error}") from None


def _variants(study: Study) -> dict[str, _Variant]:
    variants: dict[str, _Variant] = {}
    for number, spec in enumerate(study.variants, 1):
        where = f"{study.source}: variants {number}"
        for variant in _expanded(study, spec, where):
            if variant.name in variants:
                raise StudyError(
                    f"{where}: a second variant is called {variant.name!r}; give it a name"
                )
            variants[variant.name] = variant
    return variants


def _expanded(study: Study, spec: Variant, where: str) -> Iterator[_Variant]:
    """Yield every point of the grid of a variant, with its name."""
    try:
        base = load_rules(study.beside(spec.rules))
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None
    rules = base.replace(spec.set, f"{where}.set")
    name = spec.name or _short(spec.rules) + grid.suffix(spec.set)
    for point in grid.points(spec.grid):
        yield _Variant(
            name + grid.suffix(point), name, rules.replace(point, f"{where}.grid"), point
        )


def _short(rules: str) -> str:
    return rules.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")


def _seatings(study: Study, variant: _Variant) -> Iterator[_Seating]:
    """Yield how the line-ups of a study sit down to a variant.

    With ``mirror`` everybody moves one seat at a time until each team has sat in every place.
    """
    record = variant.rules.record()[0]
    n_teams = int(record["n_teams"])
    team = [int(place) for place in record["team"][: int(record["n_players"])]]
    names: set[str] = set()
    for number, line_up in enumerate(study.line_ups, 1):
        wanted = not line_up.variants or any(
            _is_meant(text, variant.name) for text in line_up.variants
        )
        for point in grid.points(line_up.grid):
            here = line_up.at(point)
            name = here.label()
            if name in names:
                raise StudyError(
                    f"{study.source}: line_ups {number}: a second line-up is called {name!r};"
                    " give it a name"
                )
            names.add(name)
            if not wanted:
                continue
            try:
                seats = tuple(_beside(study, text) for text in here.by_seat(team))
            except ValueError as error:
                raise StudyError(
                    f"{study.source}: line_ups {number}: {error}, in the variant {variant.name!r};"
                    " variants = [...] in a line-up says which ones it plays"
                ) from None
            for moved in range(n_teams if line_up.mirror else 1):
                texts = seats[moved:] + seats[:moved]
                yield _Seating(name, line_up.label(), moved, texts, point)


def _is_meant(text: str, variant: str) -> bool:
    """Return whether a name means a variant: its own, or that of the grid it is a point of."""
    return variant == text or variant.startswith(f"{text} ")


def _check_wanted(study: Study, variants: list[str]) -> None:
    """Raise StudyError if a line-up is for a variant that is not there."""
    for number, line_up in enumerate(study.line_ups, 1):
        for text in line_up.variants:
            if not any(_is_meant(text, name) for name in variants):
                raise StudyError(
                    f"{study.source}: line_ups {number}: variants names {text!r}; allowed: "
                    f"{', '.join(variants)}{nearest(text, variants)}"
                )


def _beside(study: Study, text: str) -> str:
    """Return the text of a player with the path of a strategy file as it can be opened."""
    found = []
    for part in player_parts(text):
        path, bracket, values = part.partition("(")
        found.append(study.beside(path.strip()) + bracket + values if ".py" in path else part)
    return "+".join(found)


def _cells(
    study: Study, first: int, variant: _Variant, seating: _Seating, play: Play
) -> list[Cell]:
    record, where = variant.rules.record()[0], f"{study.source}: play"
    if play.scores and len(play.scores) != record["n_teams"]:
        raise StudyError(
            f"{where}.scores = {list(play.scores)}; allowed: one number for each of"
            f" {record['n_teams']} teams of {variant.name}"
        )
    if (play.seat or 0) >= record["n_players"]:
        raise StudyError(
            f"{where}.seat = {play.seat}; allowed: 0 to {record['n_players'] - 1} in {variant.name}"
        )
    point = variant.point | seating.point
    common: dict[str, Any] = {
        "variant": variant.name, "rules": variant.rules, "line_up": seating.name,
        "moved": seating.moved, "players": seating.players, "mode": play.mode,
        "count": play.count, "scores": play.scores, "settings": tuple(point.items()),
        "sweep": f"{variant.base}, {seating.base}" if point else "",
        "logs": tuple(sorted(set(study.logs if play.logs is None else play.logs))),
    }  # fmt: skip
    if play.mode != "forced":
        return [Cell(number=first, **common)]
    calls = [_forced(study, text, variant) for text in play.calls]
    return [
        Cell(number=first + n, forced_call=call, forced_seat=play.seat or 0, **common)
        for n, call in enumerate(calls)
    ]


def _forced(study: Study, text: str, variant: _Variant) -> int:
    try:
        call = call_code(text)
    except ValueError as error:
        raise StudyError(f"{study.source}: play.calls: {error}") from None
    if call == PASS or FIRST_INKLE <= call < N_CALLS:
        raise StudyError(f"{study.source}: play.calls: {text} cannot be a contract")
    if call not in variant.rules.ladder():
        raise StudyError(f"{study.source}: play.calls: {text} is no contract of {variant.name}")
    return call


def parts_of(cell: Cell, part_size: int) -> Iterator[Part]:
    """Yield the parts of a cell, of about ``part_size`` hands each."""
    per_unit = HANDS_PER_GAME if cell.mode == "games" else 1
    size = max(1, part_size // per_unit)
    for number, first in enumerate(range(0, cell.count, size)):
        count = min(size, cell.count - first)
        yield Part(cell.number, number, first, count, count * per_unit)
