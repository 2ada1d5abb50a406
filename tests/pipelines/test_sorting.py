"""The order in which the cells of a report's tables sort."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from made_up_run import MadeUpRun, variant

from pipelines import sorting
from pipelines.sorting import ladder_of, sort_places


def in_order(cells: list[str], ladder: dict[str, float] | None = None) -> list[str]:
    """Return the cells that have a place, sorted by it."""
    places = sort_places(cells, ladder or {})
    return [
        cell
        for _, cell in sorted((p, c) for p, c in zip(places, cells, strict=True) if p is not None)
    ]


def test_examples() -> None:
    assert doctest.testmod(sorting).failed == 0


@pytest.mark.parametrize(
    "cells",
    [
        ["−1,204.5", "−12.3", "0.0", "+3", "+12.3", "1,204", "12,000"],
        ["0.012\xa0% (0.001 to 0.1\xa0%)", "9.1\xa0%", "61.3\xa0% (59.0 to 63.0\xa0%)", "100\xa0%"],
        ["61.3\xa0% (59.0 to 63.0\xa0%)", "61.3\xa0% (60.0 to 62.0\xa0%)"],
        ["+1.0 (−20.0 to +22.0)", "+1.0 (−3.0 to +5.0)"],
        ["same deals, 2.1 times narrower", "same deals, 10.4 times narrower"],
        ["2 trumps", "10 trumps", "Joker", "misère", "Misery"],
    ],
)
def test_figures_sort_as_numbers(cells: list[str]) -> None:
    assert in_order(cells[::-1]) == cells


def test_cells_that_say_nothing_have_no_place() -> None:
    assert sort_places(["–", "none", "", "2", "2"], {}) == [None, None, None, 0, 0]
    assert sort_places([], {}) == []


def test_contracts_follow_the_ladder_of_the_run(tmp_path: Path) -> None:
    rules = variant("high", misere_above="8S", open_misere_above="10H", auction_sans_kitty=True)
    con = MadeUpRun(variants=[rules, variant("low", misere_above="8S")]).connect(tmp_path)
    ladder = ladder_of(con)
    up = ["all pass", "6♠", "6♠ sans kitty", "6♣", "7NT", "8♠", "Misère", "8♣", "10♥", "10NT"]
    assert in_order(up[::-1], ladder) == up
    assert ladder["Open misère"] > ladder["Misère"]
