"""What a study comes to: cells (one variant, one line-up, one way of play) and their parts.

A part is the unit of work and of storage. Which hands belong to it follows from its numbers alone,
so the rows of a run do not depend on who plays which part when.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pipelines.study import Play, Study, StudyError, Variant
from sim.cards import FIRST_INKLE, LAST_INKLE, PASS, call_code
from sim.ladder import sans_kitty_bids
from sim.rules import Rules, RulesError, load_rules
from sim.rules_record import teams
from strategies.api import Player, StrategyError, parse_player

HANDS_PER_GAME: Final = 12  # a guess, for the size of parts and for progress


@dataclass(frozen=True)
class Cell:
    """One variant with one line-up in one way of play."""

    number: int
    variant: str
    rules: Rules
    line_up: str
    mirror: bool
    players: tuple[str, ...]  # text by seat, as ``parse_player`` reads it
    mode: str
    count: int  # deals, or games
    scores: tuple[int, ...] = ()
    forced_call: int = PASS
    forced_seat: int = 0


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

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables that are written part by part."""
        games = ["games"] if any(cell.mode == "games" for cell in self.cells) else []
        return ("hands", *games, *sorted(self.study.logs))


def make_plan(study: Study) -> Plan:
    """Return what a study comes to. Raises StudyError, RulesError or StrategyError."""
    variants = _variants(study)
    players: dict[str, Player] = {}
    cells: list[Cell] = []
    for name, rules in variants.items():
        for line_up_name, mirror, texts in _line_ups(study, rules):
            for text in texts:
                players.setdefault(text, _player(study, text))
            for play in study.play:
                if play.line_ups and line_up_name not in play.line_ups:
                    continue
                fixed = _Fixed(name, rules, line_up_name, mirror, texts)
                cells.extend(_cells(study, len(cells), fixed, play))
    parts = tuple(part for cell in cells for part in parts_of(cell, study.part_size))
    return Plan(study, variants, players, tuple(cells), parts)


def _player(study: Study, text: str) -> Player:
    try:
        return parse_player(text)
    except StrategyError as error:
        raise StrategyError(f"{study.source}: line_ups: {error}") from None


def _variants(study: Study) -> dict[str, Rules]:
    variants: dict[str, Rules] = {}
    for number, spec in enumerate(study.variants, 1):
        where = f"{study.source}: variants {number}"
        for name, rules in _expanded(study, spec, where):
            if name in variants:
                raise StudyError(f"{where}: a second variant is called {name!r}; give it a name")
            variants[name] = rules
    return variants


def _expanded(study: Study, spec: Variant, where: str) -> Iterator[tuple[str, Rules]]:
    """Yield every point of the grid of a variant, with its name."""
    try:
        base = load_rules(study.beside(spec.rules))
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None
    rules = base.replace(spec.set, f"{where}.set")
    name = spec.name or _short(spec.rules) + "".join(f" {k}={v}" for k, v in spec.set.items())
    keys = list(spec.grid)
    for values in itertools.product(*spec.grid.values()):
        point = dict(zip(keys, values, strict=True))
        suffix = "".join(f" {key}={value}" for key, value in point.items())
        yield name + suffix, rules.replace(point, f"{where}.grid")


def _short(rules: str) -> str:
    return rules.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")


def _line_ups(study: Study, rules: Rules) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
    names: set[str] = set()
    for number, line_up in enumerate(study.line_ups, 1):
        team_of = teams(rules)
        try:
            texts = line_up.by_seat(team_of)
        except ValueError as error:
            where = f"{study.source}: line_ups {number}"
            raise StudyError(f"{where} with {rules.title}: {error}") from None
        seats = tuple(_beside(study, text) for text in texts)
        name = line_up.label()
        if name in names:
            raise StudyError(
                f"{study.source}: line_ups {number}: a second line-up is called {name!r};"
                " give it a name"
            )
        names.add(name)
        yield name, False, seats
        for places in range(1, max(team_of) + 1) if line_up.mirror else ():
            yield name, True, seats[places:] + seats[:places]


def _beside(study: Study, text: str) -> str:
    """Return the text of a player with the path of a strategy file as it can be opened."""
    path, bracket, values = text.partition("(")
    return study.beside(path.strip()) + bracket + values if ".py" in path else text


class _Fixed(NamedTuple):
    """What the cells of one variant and line-up have in common."""

    variant: str
    rules: Rules
    line_up: str
    mirror: bool
    players: tuple[str, ...]


def _cells(study: Study, first: int, fixed: _Fixed, play: Play) -> list[Cell]:
    common: dict[str, Any] = {
        **fixed._asdict(), "mode": play.mode, "count": play.count, "scores": play.scores,
    }  # fmt: skip
    n_seats, n_teams = fixed.rules.table.players, max(teams(fixed.rules)) + 1
    if play.scores and len(play.scores) != n_teams:
        raise StudyError(
            f"{study.source}: play.scores names {len(play.scores)} scores; {fixed.variant} has"
            f" {n_teams} teams"
        )
    if (play.seat or 0) >= n_seats:
        raise StudyError(
            f"{study.source}: play.seat = {play.seat}; {fixed.variant} has {n_seats} seats, 0 to"
            f" {n_seats - 1}"
        )
    if play.mode != "forced":
        return [Cell(number=first, **common)]
    calls = [_forced(study, text, fixed) for text in play.calls]
    return [
        Cell(number=first + n, forced_call=call, forced_seat=play.seat or 0, **common)
        for n, call in enumerate(calls)
    ]


def _forced(study: Study, text: str, fixed: _Fixed) -> int:
    try:
        call = call_code(text)
    except ValueError as error:
        raise StudyError(f"{study.source}: play.calls: {error}") from None
    if call == PASS or FIRST_INKLE <= call <= LAST_INKLE:
        raise StudyError(f"{study.source}: play.calls: {text} cannot be a contract")
    if call not in [*fixed.rules.ladder(), *sans_kitty_bids(fixed.rules)]:
        raise StudyError(f"{study.source}: play.calls: {text} is no contract of {fixed.variant}")
    return call


def parts_of(cell: Cell, part_size: int) -> Iterator[Part]:
    """Yield the parts of a cell, of about ``part_size`` hands each."""
    per_unit = HANDS_PER_GAME if cell.mode == "games" else 1
    size = max(1, part_size // per_unit)
    for number, first in enumerate(range(0, cell.count, size)):
        count = min(size, cell.count - first)
        yield Part(cell.number, number, first, count, count * per_unit)
