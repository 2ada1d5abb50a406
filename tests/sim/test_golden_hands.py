"""Two dozen hands kept as text: the same rules, seed and deal give the same story on every machine.

``pytest tests/sim/test_golden_hands.py --regenerate-golden`` writes them anew after a change that is
meant to change them; the difference is then to be read like any other.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_hands import GOLDEN, GoldenHand

from sim.notation import read_record
from sim.notation_write import write_record
from sim.referee import check_record
from sim.replay import trace_to_record

FOLDER = Path(__file__).parents[1] / "golden"
each_hand = pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])


@each_hand
def test_hand_is_told_as_it_always_was(golden: GoldenHand, pytestconfig: pytest.Config) -> None:
    path = FOLDER / f"{golden.name}.txt"
    trace = golden.play()
    if pytestconfig.getoption("--regenerate-golden"):
        path.write_text(golden.text(trace), encoding="utf-8", newline="\n")
    assert golden.text(trace) == path.read_text(encoding="utf-8")


@each_hand
def test_hand_shows_what_it_is_kept_for(golden: GoldenHand) -> None:
    assert golden.shows(golden.play()), golden.shows.__doc__


@each_hand
def test_record_of_the_hand_passes_the_referee(golden: GoldenHand) -> None:
    trace = golden.play()
    rules = golden.load_rules()
    players = ("random",) * rules.table.players
    record = read_record(write_record(trace_to_record(rules, trace, players)))
    verdict = check_record(record)
    assert verdict.passed, str(verdict)
    assert not verdict.notes


def test_every_text_belongs_to_a_hand() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {golden.name for golden in GOLDEN}
