"""Strategies that cannot be compiled: they play as equal ones do, only slowly, and it is said."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines.cli import app
from pipelines.simulate import Progress, simulate
from pipelines.study import make_study
from sim.engine import IllegalAnswer, StrategyFailure, play_games, play_hands
from sim.rules import load_rules
from strategies.api import load_strategy
from strategies.checking import check_strategy

ROOT = Path(__file__).parents[2]
AUS = load_rules("australian")
FAST = '''"""Bids its longest suit, plays low."""

from strategies.toolkit import count, lowest_legal


def bid(view):
    best = longest(view)
    call = 1 + best
    return call if count(view.hand[best]) > 3 and view.legal_calls >> call & 1 else 0


def longest(view):
    best = 0
    for suit in range(4):
        if count(view.hand[suit]) > count(view.hand[best]):
            best = suit
    return best


def discard(view):
    return lowest_legal(view)


def play(view):
    return lowest_legal(view)
'''
LOOP = """\
    best = 0
    for suit in range(4):
        if count(view.hand[suit]) > count(view.hand[best]):
            best = suit
"""
SLOW = {
    "a dict": (LOOP, '    kept = {"x": 0}\n    kept[1] = "y"\n' + LOOP),
    "try": (LOOP, "    try:\n        len(7)\n    except TypeError as e:\n        str(e)\n" + LOOP),
    "format": (LOOP, '    f"{view.seat:.2f}"\n' + LOOP),
    "key": (LOOP, "    best = max(range(4), key=lambda suit: (count(view.hand[suit]), -suit))\n"),
    "module": (LOOP, "    json.dumps([1])\n" + LOOP),
    "class": (LOOP, "    Thing().x\n" + LOOP),
}  # fmt: skip


def written(folder: Path, old: str = "", new: str = "", name: str = "mine.py") -> Path:
    path = folder / name
    assert old in FAST
    top = "import json\n\n\nclass Thing:\n    x = 3\n\n\ndef bid("
    text = FAST.replace(old, new, 1) if old else FAST
    path.write_text(text.replace("def bid(", top, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("what", SLOW)
def test_plays_the_same_hands_as_an_equal_compiled_one(tmp_path: Path, what: str) -> None:
    fast = load_strategy(written(tmp_path, name="fast.py"))
    slow = load_strategy(written(tmp_path, *SLOW[what], name="slow.py"))
    assert fast.why_slow == ""
    assert re.match(r"line \d+: \w", slow.why_slow), slow.why_slow
    club = load_strategy("club").player()
    for game, count in (("australian", 40), ("five-handed", 10)):
        rules = load_rules(game)
        n = rules.table.players
        for others in (club, None):
            tables = [([each.player(), others or each.player()] * 3)[:n] for each in (fast, slow)]
            a, b = (play_hands(rules, t, seed=1, first=0, count=count, trace=True) for t in tables)
            assert (a.traces == b.traces).all()
    a, b = (play_games(AUS, [s.player(), club] * 2, seed=1, first=0, count=2) for s in (fast, slow))
    assert (a.hands == b.hands).all()


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("view.hnd[0]", "the view has no field 'hnd' (did you mean hand?) (line 15)"),
        ("{'a': 1}['b']", "KeyError: 'b' (line 15)"),
        ("nothing.at.all", "NameError: name 'nothing' is not defined (line 15)"),
        ("None", "returned nothing; it must return an int"),
        ("0.5", "returned 0.5, a float; it must return an int"),
        ("'6S'", "returned '6S', a str; it must return an int"),
        ("2**70", "OverflowError: "),
    ],
)
def test_mistake_while_it_plays_is_told_with_its_place(
    tmp_path: Path, new: str, message: str
) -> None:
    path = written(tmp_path, "    best = longest(view)\n", f"    f'{{1:.1f}}'\n    return {new}\n")
    line_up = [load_strategy(path).player()] * 4
    with pytest.raises(StrategyFailure) as caught:
        play_hands(AUS, line_up, seed=1, first=0, count=5)
    assert str(caught.value).startswith(f"{path}: bid, deal 0, seat 1: {message}")
    assert "\n" not in str(caught.value)


def test_illegal_answer_is_told_as_of_any_other(tmp_path: Path) -> None:
    path = written(tmp_path, "    best = longest(view)\n", "    f'{1:.1f}'\n    return 26\n")
    with pytest.raises(IllegalAnswer, match=r"answered 26 \(M\), legal was Pass 6S 6C"):
        play_hands(AUS, [load_strategy(path).player()] * 4, seed=1, first=0, count=5)


class Heard(Progress):
    """Keeps what is told."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def notice(self, text: str) -> None:
        self.notices.append(text)


def test_a_study_says_it_once_and_plays_the_same_with_two_workers(tmp_path: Path) -> None:
    slow = written(tmp_path, *SLOW["format"])
    data = {
        "title": "A slow one",
        "seed": 3,
        "part_size": 20,
        "variants": [{"rules": "australian"}],
        "line_ups": [{"teams": [str(slow), "novice"], "mirror": True}],
        "play": [{"mode": "hands", "deals": 60}],
    }
    heard, tables = Heard(), []
    for workers in (1, 2):
        run = simulate(
            make_study(data, "x.toml"), tmp_path / f"{workers}", workers=workers, progress=heard
        )
        with run.connect() as con:
            tables.append(con.sql("SELECT * FROM hands ORDER BY ALL").fetchall())
    assert tables[0] == tables[1]
    assert len(tables[0]) == 120
    assert len(heard.notices) == 2  # one a run
    line = r"mine\.py cannot be compiled \(line \d+: .+\): it plays slowly, about [\d,]+ hands a second"
    assert re.search(line, heard.notices[0])


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the check play two of the games only: it takes a process for each."""
    monkeypatch.setattr("strategies.checking.preset_names", lambda: ["solo-3", "quebec"])


@pytest.mark.usefixtures("two_games")
def test_play_says_it_and_the_check_too(tmp_path: Path) -> None:
    slow = written(tmp_path, *SLOW["format"])
    result = CliRunner().invoke(app, ["play", str(slow), "club"])
    assert "it plays slowly, about" in result.stderr
    assert "takes the trick" in result.stdout
    said = " ".join(check_strategy(slow))
    assert "cannot be compiled (line " in said
    assert "it plays the same every time" in said


@pytest.mark.usefixtures("two_games")
def test_the_check_finds_memory_between_questions(tmp_path: Path) -> None:
    path = written(
        tmp_path, LOOP, "    MEMORY.append(f'{1:.1f}')\n    best = len(MEMORY) // 7 % 4\n"
    )
    path.write_text(path.read_text() + "\n\nMEMORY = []\n")
    with pytest.raises(ValueError, match="must not remember anything"):
        list(check_strategy(path))


def test_endless_loop_is_stopped_from_outside(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "    best = longest(view)\n",
        "    best = 0\n    while view.seat:\n        best = 1\n",
    )
    code = (
        "import sys\n"
        "from pipelines.watchdog import watched\n"
        "from sim.engine import play_hands\n"
        "from sim.rules import load_rules\n"
        "from strategies.api import parse_player\n"
        "players = [parse_player(sys.argv[1])] * 4\n"
        "with watched(players, seconds=1):\n"
        "    play_hands(load_rules('australian'), players, seed=1, first=0, count=1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    assert "mine.py: a hand comes to no end" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
