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
        for line_up_name, moved, texts in _line_ups(study, name, rules):
            for text in texts:
                players.setdefault(text, _player(study, text))
            for play in study.play:
                if play.line_ups and line_up_name not in play.line_ups:
                    continue
                fixed = _Fixed(name, rules, line_up_name, moved, texts)
                cells.extend(_cells(study, len(cells), fixed, play))
    _check_wanted(study, variants)
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


def _line_ups(
    study: Study, variant: str, rules: Rules
) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield the line-ups that play a variant: name, how many seats all have moved on, seats.

    With ``mirror`` everybody moves one seat at a time until each team has sat in every place.
    """
    record = rules.record()[0]
    n_teams = int(record["n_teams"])
    team = [int(place) for place in record["team"][: int(record["n_players"])]]
    names: set[str] = set()
    for number, line_up in enumerate(study.line_ups, 1):
        name = line_up.label()
        if name in names:
            raise StudyError(
                f"{study.source}: line_ups {number}: a second line-up is called {name!r};"
                " give it a name"
            )
        names.add(name)
        if line_up.variants and not any(_is_meant(text, variant) for text in line_up.variants):
            continue
        try:
            seats = tuple(_beside(study, text) for text in line_up.by_seat(team))
        except ValueError as error:
            raise StudyError(
                f"{study.source}: line_ups {number}: {error}, in the variant {variant!r};"
                " variants = [...] in a line-up says which ones it plays"
            ) from None
        for moved in range(n_teams if line_up.mirror else 1):
            yield name, moved, seats[moved:] + seats[:moved]


def _is_meant(text: str, variant: str) -> bool:
    """Return whether a name means a variant: its own, or that of the grid it is a point of."""
    return variant == text or variant.startswith(f"{text} ")


def _check_wanted(study: Study, variants: dict[str, Rules]) -> None:
    """Raise StudyError if a line-up is for a variant that is not there."""
    for number, line_up in enumerate(study.line_ups, 1):
        for text in line_up.variants:
            if not any(_is_meant(text, name) for name in variants):
                raise StudyError(
                    f"{study.source}: line_ups {number}: variants names {text!r}; allowed: "
                    f"{', '.join(variants)}{nearest(text, list(variants))}"
                )


def _beside(study: Study, text: str) -> str:
    """Return the text of a player with the path of a strategy file as it can be opened."""
    found = []
    for part in player_parts(text):
        path, bracket, values = part.partition("(")
        found.append(study.beside(path.strip()) + bracket + values if ".py" in path else part)
    return "+".join(found)


class _Fixed(NamedTuple):
    """What the cells of one variant and line-up have in common."""

    variant: str
    rules: Rules
    line_up: str
    moved: int
    players: tuple[str, ...]


def _cells(study: Study, first: int, fixed: _Fixed, play: Play) -> list[Cell]:
    record, where = fixed.rules.record()[0], f"{study.source}: play"
    if play.scores and len(play.scores) != record["n_teams"]:
        raise StudyError(
            f"{where}.scores = {list(play.scores)}; allowed: one number for each of"
            f" {record['n_teams']} teams of {fixed.variant}"
        )
    if (play.seat or 0) >= record["n_players"]:
        raise StudyError(
            f"{where}.seat = {play.seat}; allowed: 0 to {record['n_players'] - 1}"
            f" in {fixed.variant}"
        )
    common: dict[str, Any] = {
        **fixed._asdict(), "mode": play.mode, "count": play.count, "scores": play.scores,
    }  # fmt: skip
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
    if call == PASS or FIRST_INKLE <= call < N_CALLS:
        raise StudyError(f"{study.source}: play.calls: {text} cannot be a contract")
    if call not in fixed.rules.ladder():
        raise StudyError(f"{study.source}: play.calls: {text} is no contract of {fixed.variant}")
    return call


def parts_of(cell: Cell, part_size: int) -> Iterator[Part]:
    """Yield the parts of a cell, of about ``part_size`` hands each."""
    per_unit = HANDS_PER_GAME if cell.mode == "games" else 1
    size = max(1, part_size // per_unit)
    for number, first in enumerate(range(0, cell.count, size)):
        count = min(size, cell.count - first)
        yield Part(cell.number, number, first, count, count * per_unit)
