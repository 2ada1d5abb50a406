"""Typical mistakes of an author, and what the check, a hand to watch and a comparison say of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import strategies
from pipelines.cli import app
from pipelines.mistakes import in_one_line, is_mistake

STARTER = Path(str(strategies.__file__)).parent / "starter" / "my_strategy.py"
IMPORT = "from strategies.toolkit"
MISTAKES = {
    "misspelt field": (
        "view.led_suit < 0", "view.ledsuit < 0",
        ", line 37: |the view has no field 'ledsuit' (did you mean led_suit?)",
    ),
    "misspelt field in a helper": (
        "view.legal[view.strain]", "view.leagl[view.strain]",
        ", line 49: |the view has no field 'leagl' (did you mean legal?)",
    ),
    "misspelt name": (
        "    best = 0\n", "    best = nothing\n", ", line 18: |'nothing' is not defined",
    ),
    "no return": ("    return call\n", "    call\n", "nothing|line 16|it must return an int"),
    "float": ("    return call\n", "    return call / 2\n", "a float|line 16|it must return an int"),
    "wrong card": (
        "    card = dearest(view)\n", "    card = 15\n", ": answered 15 (AS), legal was ",
    ),
    "helper in another file": (
        IMPORT, f"from helper import strong\n{IMPORT}",
        ", line 8: import of helper: a strategy is one file; copy the functions that it needs into it",
    ),
    "helper module in another file": (
        IMPORT, f"import helper\n{IMPORT}",
        ", line 8: import of helper: a strategy is one file; copy the functions that it needs into it",
    ),
    "unknown module": (
        IMPORT, f"import nowhere\n{IMPORT}", ", line 8: import of nowhere: there is no module 'nowhere'",
    ),
    "misspelt toolkit": (
        "import count,", "import cuont,", "strategies.toolkit has no 'cuont' (did you mean count?)",
    ),
}  # fmt: skip


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper.py").write_text("def strong(view):\n    return 1\n")
    return tmp_path / "mine.py"


def said_by(*words: str) -> str:
    """Return the one line that a command ends with."""
    result = CliRunner().invoke(app, [*words])
    assert result.exception is not None, result.output
    assert is_mistake(result.exception), result.exception
    return in_one_line(result.exception)


@pytest.mark.parametrize("what", MISTAKES)
@pytest.mark.parametrize(
    "command",
    [
        ("strategies", "check", "mine.py"),
        ("play", "mine.py", "club", "--deal", "0"),
        ("compare", "mine.py", "club", "--deals", "100", "--games", "0", "--out", "run"),
    ],
    ids=lambda command: command[0],
)
def test_mistake_is_one_line_that_says_what_and_where(
    mine: Path, command: tuple[str, ...], what: str
) -> None:
    old, new, message = MISTAKES[what]
    text = STARTER.read_text(encoding="utf-8")
    assert old in text
    mine.write_text(text.replace(old, new, 1), encoding="utf-8")
    said = said_by(*command)
    assert "mine.py" in said
    for part in message.split("|"):
        assert part in said
