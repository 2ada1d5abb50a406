"""A sweep from the shell: a study made from keys and values, as ``misere.value=150:300:25``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipelines.grid import Value, spelled_out
from pipelines.store import runs_dir
from pipelines.study import Study, StudyError, make_study
from strategies.api import parse_player


@dataclass(frozen=True)
class Sweep:
    """What is asked: which keys take which values, who plays, on how many deals and games.

    ``over`` has texts ``key=values``; a key with a dot is a rule, another a parameter of ``player``.
    A player whose parameter is swept meets ``against``, by default himself without it, from both
    sides; else he sits everywhere, unless ``against`` is given.
    """

    over: tuple[str, ...]
    player: str = "club"
    against: str = ""
    rules: str = "australian"
    deals: int = 50_000
    games: int = 2_000
    seed: int = 500

    def study(self) -> Study:
        """Return the study that this comes to. Raises StudyError or StrategyError."""
        grids = _grids(self.over)
        rules = {key: values for key, values in grids.items() if "." in key}
        parameters = {key: values for key, values in grids.items() if "." not in key}
        teams = [_with_places(self.player, list(parameters))]
        if parameters or self.against:
            teams.append(parse_player(self.against or self.player).name)
        play: list[dict[str, Any]] = [{"mode": "hands", "deals": self.deals}]
        if self.games:
            play.append({"mode": "games", "games": self.games})
        data = {
            "title": f"{' and '.join(grids)} swept, {Path(self.rules).stem}"[:120],
            "description": "Every point of the sweep met the same deals.",
            "seed": self.seed,
            "part_size": 20_000,
            "variants": [{"rules": self.rules, "grid": rules}],
            "line_ups": [
                {
                    "name": " v ".join([parse_player(self.player).name, *teams[1:]]),
                    "teams": teams, "mirror": len(teams) > 1, "grid": parameters,
                }
            ],
            "play": play,
        }  # fmt: skip
        return make_study(data, "sweep")

    @property
    def folder(self) -> Path:
        """Where its run is kept unless another folder is asked for."""
        asked = [*self.over, self.player, self.against, Path(self.rules).stem]
        words = re.findall(r"[\w.=-]+", " ".join(asked).replace(":", "-").replace(",", "-"))
        return runs_dir() / ("sweep-" + "-".join(words)[:100])


def _grids(over: tuple[str, ...]) -> dict[str, tuple[Value, ...]]:
    if not 1 <= len(over) <= 2:
        raise StudyError(f"sweep: {len(over)} keys are given; allowed: one or two")
    found: dict[str, tuple[Value, ...]] = {}
    for text in over:
        key, equals, values = text.partition("=")
        key = key.strip()
        if not equals or not key or not values.strip():
            raise StudyError(
                f"sweep: {text!r}; allowed: key=values, as misere.value=210,250 or"
                " boldness=0:1:0.25 (from, to, step)"
            )
        if key in found:
            raise StudyError(f"sweep: {key} is given twice")
        found[key] = _values(key, values)
    return found


def _values(key: str, text: str) -> tuple[Value, ...]:
    """Return the values of a text as ``210,250`` or ``0:1:0.25``. Raises StudyError."""
    ends = [_value(each) for each in text.split(":")]
    if len(ends) == 1:
        return tuple(_value(each) for each in text.split(","))
    if len(ends) != 3:
        raise StudyError(f"sweep: {key}={text}; allowed: a list 1,2,3 or from:to:step")
    try:
        spelled: dict[str, tuple[Value, ...]] = spelled_out(
            {key: dict(zip(("from", "to", "step"), ends, strict=True))}
        )
    except ValueError as error:
        raise StudyError(f"sweep: {error}") from None
    return spelled[key]


def _value(text: str) -> Value:
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _with_places(player: str, keys: list[str]) -> str:
    """Return the text of a player with a place for each of his parameters that is swept."""
    if not keys:
        return player
    known = parse_player(player).settings
    lacking = next((key for key in keys if key not in known), None)
    if lacking is not None:
        raise StudyError(
            f"sweep: {player} has no parameter {lacking}; allowed: {', '.join(known) or 'none'},"
            " or a rule as misere.value"
        )
    name, _, settings = player.partition("(")
    kept = [
        each.strip()
        for each in settings.rstrip(") ").split(",")
        if each.strip() and each.partition("=")[0].strip() not in keys
    ]
    return f"{name}({', '.join([*kept, *(f'{key}={{{key}}}' for key in keys)])})"
