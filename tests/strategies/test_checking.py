"""Writing a strategy: the file to begin from, the check, a hand to watch."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import strategies
from pipelines.cli import app
from strategies.api import StrategyError
from strategies.checking import check_strategy

STARTER = Path(str(strategies.__file__)).parent / "starter" / "my_strategy.py"


def mistaken(folder: Path, old: str, new: str) -> Path:
    """Return the starter with one mistake in it."""
    text = STARTER.read_text(encoding="utf-8")
    assert old in text
    path = folder / "mine.py"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_new_file_plays_and_keeps_to_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    run = CliRunner()
    assert run.invoke(app, ["strategies", "new", str(path)]).exit_code == 0
    said = run.invoke(app, ["play", str(path), "novice", "--deal", "3"]).output
    assert path.name in said
    assert "West novice" in said
    checked = run.invoke(app, ["strategies", "check", str(path)])
    assert checked.exit_code == 0, checked.output
    assert "compiled and uncompiled it plays the same" in checked.output
    assert "keeps to the contract" in checked.output


def test_new_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("precious")
    result = CliRunner().invoke(app, ["strategies", "new", str(path)])
    assert isinstance(result.exception, StrategyError)
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "view.led_suit < 0",
            "view.ledsuit < 0",
            "the view has no field 'ledsuit' (did you mean led_suit?)",
        ),
        ("    best = 0\n", "    best = 1 // (view.seat - 2)\n", "division by zero (line 18)"),
        ("    best = 0\n", "    while view.seat:\n        best = 0\n", "comes to no end"),
        ("    card = dearest(view)\n", "    card = 15\n", "answered 15 (AS), legal was"),
        ("return cheapest(view)\n", "pass\n", "discard"),
    ],
)
def test_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = mistaken(tmp_path, old, new)
    with pytest.raises(StrategyError) as caught:
        list(check_strategy(path, seconds=3))
    assert said in str(caught.value)
    assert "mine.py" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_overflow_that_plain_python_does_not_have_is_found(tmp_path: Path) -> None:
    old = "    strength = count(view.hand[best])"
    big = "    big = int(view.seat + 3) << 62\n"
    path = mistaken(tmp_path, old, f"{big}    if big < 0:\n        return 0\n{old}")
    with pytest.raises(StrategyError, match="as plain Python and"):
        list(check_strategy(path))


def test_wrong_number_of_players_is_told() -> None:
    result = CliRunner().invoke(app, ["play", "novice", "novice", "--rules", "solo-3"])
    assert isinstance(result.exception, StrategyError)
    assert "3 seats and 3 sides" in str(result.exception)
