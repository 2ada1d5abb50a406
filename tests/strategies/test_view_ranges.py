"""The values that a view takes in play lie where the table of its fields says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.cards import N_CALLS
from sim.engine import play_games
from sim.records import HOOKS
from sim.rules import load_rules, preset_names
from sim.view_fields import ViewField, view_fields
from strategies.api import load_functions, load_strategy
from strategies.slow import slow_hook


def limits(field: ViewField, n_players: int) -> tuple[float, float]:
    """Return the least and the greatest value that the table allows."""
    known = {
        "seat": n_players - 1, "seats": (1 << n_players) - 1, "teams": (1 << n_players) - 1,
        "suit": 4, "suits": 31, "card": 159, "call": N_CALLS - 1, "calls": (1 << N_CALLS) - 1,
        "masks": (1 << 20) - 1,
    }  # fmt: skip
    word, _, none = field.value.partition(", ")
    if word in known:
        return (-1 if none else 0), known[word]
    ends = {"0 or 1": (0, 1), "0, 6 to 10": (0, 10), "0 to 2**63-1": (0, 2**63 - 1)}
    if field.value in ends:
        return ends[field.value]
    low, _, high = field.value.partition(" to ")
    return int(low), int(high)


@pytest.mark.parametrize("game", preset_names())
def test_values_are_as_the_table_says(game: str) -> None:
    rules = load_rules(game)
    fields = [f for f in view_fields() if f.value not in ("points", "numbers", "record")]
    wrong: set[str] = set()

    def looking(function: Any) -> Any:
        def hook(view: Any) -> int:
            for field, (low, high) in allowed:
                value = np.asarray(getattr(view, field.name))
                if not (value.min() >= low and value.max() <= high):
                    wrong.add(f"{field.label}: {value.min()} to {value.max()}")
            return int(function(view))

        return hook

    allowed = [(field, limits(field, rules.table.players)) for field in fields]
    random = load_strategy("random_legal")
    functions = load_functions("random_legal")

    class Looker:
        name = "looker"
        values = card_values = random.player(pass_rate=0.7).values
        hooks = tuple(slow_hook(looking(functions[name]), random.path) for name in HOOKS)

    line_up = [Looker()] * rules.table.players
    play_games(rules, line_up, seed=2, first=0, count=1)
    assert wrong == set()
