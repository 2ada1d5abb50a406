"""Loading strategies: by name, by file, with parameters; every mistake of an author in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cards import MISERE
from sim.engine import IllegalAnswer, StrategyFailure, play_forced, play_hands
from sim.records import HOOKS
from sim.rules import load_rules
from strategies.api import (
    Player,
    StrategyError,
    load_functions,
    load_strategy,
    parse_player,
    strategy_names,
)

RULES = load_rules("australian")
CAREFUL = '''"""Passes, and plays its first legal card.

More of the description.
"""

from sim.bits import nth_bit

PARAMETERS = {"courage": 0.5, "length": 4}


def first(view):
    for suit in range(5):
        if view.legal[suit]:
            return suit * 32 + nth_bit(view.legal[suit], 0)
    return -1


def bid(view):
    return 0


def discard(view):
    return first(view)


def play(view):
    return first(view)
'''


@pytest.fixture
def careful(tmp_path: Path) -> Path:
    """A strategy file of a user."""
    path = tmp_path / "careful.py"
    path.write_text(CAREFUL, encoding="utf-8")
    return path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def sits_at_all(path: Path) -> list[Player]:
    return [load_strategy(path).player()] * 4


def test_strategies_of_the_project_are_found_by_name() -> None:
    names = strategy_names()
    assert names == sorted(names)
    assert {"club", "novice", "random_legal"} <= set(names)
    for name in names:
        strategy = load_strategy(name)
        assert strategy.name == name
        assert strategy.summary.endswith(".")
        assert len(strategy.hooks) == len(HOOKS)


def test_file_is_found_by_its_path(careful: Path) -> None:
    strategy = load_strategy(careful)
    assert strategy.name == str(careful)
    assert strategy.summary == "Passes, and plays its first legal card."
    assert strategy.parameters == {"courage": 0.5, "length": 4.0}
    hands = play_hands(RULES, sits_at_all(careful), seed=1, first=0, count=50).hands
    assert set(hands["contract"]) == {0}


def test_digest_follows_the_file(careful: Path) -> None:
    before = load_strategy(careful).digest
    assert load_strategy(careful).digest == before
    changed(careful, "return 0", "return  0")
    assert load_strategy(careful).digest != before
    assert load_strategy("club").digest != load_strategy("novice").digest


def test_an_edited_file_plays_its_new_text_in_the_same_process(careful: Path) -> None:
    before = play_hands(RULES, sits_at_all(careful), seed=1, first=0, count=50).hands
    changed(careful, "return 0", "return 5 if view.legal_calls & 32 else 0")
    after = play_hands(RULES, sits_at_all(careful), seed=1, first=0, count=50).hands
    assert set(before["contract"]) == {0}
    assert set(after["contract"]) == {5}


def test_functions_are_there_uncompiled_with_defaults(careful: Path) -> None:
    functions = load_functions(careful)
    assert tuple(functions) == HOOKS
    assert functions["bid"](None) == 0
    assert all(not hasattr(function, "overloads") for function in functions.values())


def test_functions_of_another_strategy_may_be_imported(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from strategies.novice import bid as his_bid\n"
        "from strategies.novice import discard, play\n"
        'PARAMETERS = {"carelessness": 1.0}\n'
        "def bid(view):\n    return his_bid(view)\n"
    )
    mine, novice = (
        play_hands(RULES, [parse_player(text)] * 4, seed=1, first=0, count=200, trace=True)
        for text in (str(path), "novice")
    )
    assert (mine.traces == novice.traces).all()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("random_legal", (0.5,)),
        ("random_legal()", (0.5,)),
        (" random_legal ( pass_rate = 0.25 ) ", (0.25,)),
        ("random_legal(pass_rate=1e-3)", (0.001,)),
        ("random_legal(pass_rate=0.3333333333)", (0.3333333333,)),
    ],
)
def test_text_of_a_player_is_read_and_written(text: str, values: tuple[float, ...]) -> None:
    player = parse_player(text)
    assert player.values == values
    assert parse_player(player.name) == player


def test_text_with_a_path_sets_parameters(careful: Path) -> None:
    player = parse_player(f"{careful}(length=3, courage=1)")
    assert player.values == (1.0, 3.0)
    assert player.name == f"{careful}(courage=1, length=3)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clubb", "'clubb': not found (did you mean club?); there are club, misere_hunter, novice"),
        ("toolkit", "'toolkit': not found"),
        ("", "'': not found"),
        ("nowhere.py", "nowhere.py: there is no such file"),
        ("random_legal(pass_rat=1)", "no parameter 'pass_rat' (did you mean pass_rate?)"),
        ("random_legal(pass_rate=much)", "'pass_rate=much' is no parameter, write name=number"),
        ("random_legal(pass_rate)", "'pass_rate' is no parameter, write name=number"),
        ("random_legal(pass_rate=nan)", "'pass_rate=nan' is no parameter, write name=number"),
        ("random_legal(pass_rate=1, pass_rate=0)", "pass_rate is set twice"),
    ],
)
def test_wrong_text_of_a_player_is_one_line(text: str, message: str) -> None:
    with pytest.raises(StrategyError) as caught:
        parse_player(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("return 0", "return 0 +", ", line 19: not valid Python: invalid syntax"),
        ("def bid(", "def bidd(", ": no function bid(view) (did you mean bidd?)"),
        ("bid(view)", "bid(view, mood)", ", line 18: bid(view, mood) must take one argument"),
        ("bid(view)", "bid()", ", line 18: bid() must take one argument"),
        ("bid(view)", "bid(view, *, mood)", "bid(view, *, mood) must take one argument"),
        ("return 0", "return view.hnd[0]", ", line 19: bid: the view has no field 'hnd' (did you"),
        ("return 0", "return cuont(view)", ", line 19: bid: 'cuont' is not defined"),
        ("return 0", "return 0.5", ", line 18: bid(view) returns a float64; it must return an int (int"),
        ("return 0", "pass", ", line 18: bid(view) returns nothing on some way through it"),
        ("PARAM", "import helper\nPARAM", ", line 8: import of helper: a strategy is one file; copy"),
        ("import nth_bit", "import nth_bid, nth_bit", "sim.bits has no 'nth_bid' (did you mean nth_bi"),
        ("return 0", "view.seat = 2", ", line 19: bid writes to view.seat; a view may only be"),
        ("return 0", "view.hand[1] |= 2", ", line 19: bid writes to view.hand; a view may only"),
        ("PARAM", "import nowhere\nPARAM", ", line 8: import of nowhere: there is no module 'nowhere'"),
        ("PARAM", "X = 1 // 0\nPARAM", ": cannot be imported: ZeroDivisionError"),
        ("0.5,", "'half',", ", line 8: PARAMETERS must be written out as names and numbers"),
        ("0.5,", "1e999,", ", line 8: PARAMETERS must be written out as names and numbers"),
        ('"courage"', "1", ", line 8: PARAMETERS must be written out as names and numbers"),
        ("0.5,", "0.5, " + "".join(f"'p{n}': 1, " for n in range(15)), "has 17 entries, 16 are"),
    ],
)  # fmt: skip
def test_mistake_in_a_file_is_one_line(careful: Path, old: str, new: str, message: str) -> None:
    changed(careful, old, new)
    (careful.parent / "helper.py").write_text("")
    with pytest.raises(StrategyError) as caught:
        _ = load_strategy(careful).hooks
    said = str(caught.value)
    assert said.startswith(str(careful))
    assert message in said
    assert "\n" not in said


def test_file_in_another_encoding_is_one_line(careful: Path) -> None:
    careful.write_bytes(CAREFUL.replace("Passes", "Päßt").encode("latin-1"))
    with pytest.raises(StrategyError, match=r"careful\.py: cannot be read: .*utf-8"):
        load_strategy(careful)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("return 0", "return 26", "bid, deal 0, seat 1: answered 26 (M), legal was Pass 6S 6C"),
        ("return 0", "return 99", "bid, deal 0, seat 1: answered 99, legal was Pass 6S 6C"),
        ("return 0", "return -1", "bid, deal 0, seat 1: answered -1, legal was Pass 6S 6C"),
        ("return 0", "return 6 // (view.seat - 1)", "bid, deal 0, seat 1: ZeroDivisionError"),
        ("return 0", "return view.hand[view.seat + 4]", "bid, deal 0, seat 1: IndexError"),
        ("return 0", "assert view.seat > 3\n    return 0", "bid, deal 0, seat 1: AssertionError"),
    ],
)
def test_failure_in_the_auction_names_deal_and_seat(
    careful: Path, old: str, new: str, message: str
) -> None:
    changed(careful, old, new)
    with pytest.raises(StrategyFailure) as caught:
        play_hands(RULES, sits_at_all(careful), seed=1, first=0, count=5)
    assert str(caught.value).startswith(f"{careful}: {message}")
    assert "\n" not in str(caught.value)


def test_illegal_cards_are_named_with_trick_and_legal_ones(careful: Path) -> None:
    changed(
        careful, "def discard(view):\n    return first(view)", "def discard(view):\n    return 3"
    )
    changed(careful, "def play(view):\n    return first(view)", "def play(view):\n    return 200")
    quiet = load_strategy("random_legal").player()
    line_up = [quiet, load_strategy(careful).player(), quiet, quiet]

    def force(seat: int) -> str:
        with pytest.raises(IllegalAnswer) as caught:
            play_forced(RULES, line_up, seed=2, first=0, count=9, seat=seat, call=MISERE)
        return str(caught.value)

    said = force(seat=0)  # seat 1 is left of the first dealer
    assert "discard, deal 0, seat 1: answered 3 (5S), legal was " in said
    legal = said.partition("legal was ")[2].split()
    assert len(legal) == 13
    assert "5S" not in legal
    said = force(seat=1)
    assert "play in trick 1, deal 0, seat 1: answered 200 (no card), legal was " in said
