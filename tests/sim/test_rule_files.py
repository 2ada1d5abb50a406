"""Rule files: what they extend, and how what is wrong in one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.rules import Rules, RulesError, load_rules

PRESETS = ["australian", "trickster-american", "trickster-australian"]


@pytest.fixture
def australian() -> Rules:
    return load_rules("australian")


# -- presets ------------------------------------------------------------------------------------


def write(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_extends_a_preset_or_another_file(tmp_path: Path, australian: Rules) -> None:
    write(tmp_path, 'extends = "australian"\nmisere.value = 230\ntable.deck = "D45"')
    child = write(tmp_path, 'title = "Mine"\nextends = "house.toml"\ngame.target = 1000', "my.toml")
    rules = load_rules(child)
    changes = {"misere.value": 230, "table.deck": "D45", "table.kitty": 5, "game.target": 1000}
    changes |= {"pack.spades": 4, "pack.clubs": 4}
    assert rules.flat() == australian.flat() | changes
    assert rules.title == "Mine"
    assert rules.description == ""  # that of the preset is not inherited


def test_title_of_a_file_without_one_is_its_name(tmp_path: Path) -> None:
    assert load_rules(write(tmp_path, 'extends = "australian"')).title == "house"


def test_utf8_mark_at_the_beginning_is_no_error(tmp_path: Path, australian: Rules) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b'\xef\xbb\xbfextends = "australian"\n')
    assert load_rules(path).digest() == australian.digest()


EXTENDS = 'extends = "australian"\n'
BAD_FILES = {
    # what is wrong: (text, what the message must say)
    "unknown key": (
        "misere.valu = 200",
        ["misere.valu is no rule", "allowed, value, above", "did you mean value?"],
    ),
    "unknown section": (
        "[scorng]\nslam = 0",
        ["scorng is no rule", "[scoring]", "did you mean scoring?"],
    ),
    "key without its section": ("slam = 0", ["slam is no rule", "did you mean scoring.slam?"]),
    "section that is a value": ("misere = 3", ["misere = 3", "write it as [misere]"]),
    "text for a number": (
        'misere.value = "250"',
        ['misere.value = "250"', "a whole number from 10 to 2000"],
    ),
    "fraction for a number": ("misere.value = 250.5", ["misere.value = 250.5", "whole number"]),
    "truth for a number": ("misere.value = true", ["misere.value = true", "whole number"]),
    "number for a truth": ("joker.nominate = 1", ["joker.nominate = 1", "true or false"]),
    "number below its range": ("scoring.slam = -1", ["scoring.slam = -1", "from 0 to 2000"]),
    "number above its range": ("game.back_door = 500", ["game.back_door = 500", "-10000 to 0"]),
    "misspelled choice": (
        'auction.rounds = "on"',
        ['auction.rounds = "on"', '"many" or "one"', "did you mean one?"],
    ),
    "misspelled bid": (
        'misere.above = "8 S"',
        ['misere.above = "8 S"', '"6S" to "10NT"', "did you mean 8S?"],
    ),
    "misspelled deck": (
        'table.deck = "D54"',
        ['table.deck = "D54"', '"D43", "D43X", "D44", "D45"', 'or "free"', "did you mean"],
    ),
    "wrong number of players": ("table.players = 7", ["table.players = 7", "from 2 to 6"]),
    "a pack for other players": (
        "table.players = 3",
        ["table.players = 3", "D43 has 43", "a deck for 3 players: D32, D33", "10 dead cards"],
    ),
    "cards that do not add up": (
        "table.kitty = 4",
        ["table.kitty = 4", "44 cards", "D43 has 43", "D44"],
    ),
    "inkles in many rounds": (
        "auction.inkle_callers = 2",
        ["auction.inkle_callers = 2", 'auction.rounds = "many"', 'needs rounds = "one"'],
    ),
    "inkles beside real sixes": (
        'auction.rounds = "one"\nauction.inkle_callers = 2',
        ["auction.inkle_callers = 2", "lowest_bid = 6", "need lowest_bid = 7"],
    ),
    "raise in one round": (
        'auction.rounds = "one"\nauction.raise_own_bid = "once"',
        ["auction.raise_own_bid", 'auction.rounds = "one"'],
    ),
    "cap without must bid": (
        "scoring.defenders_cap = 490\ngame.must_bid_to_win = false",
        ["scoring.defenders_cap = 490", "game.must_bid_to_win = false", "0 is no cap"],
    ),
    "cap above the target": (
        "scoring.defenders_cap = 600",
        ["scoring.defenders_cap = 600", "game.target = 500"],
    ),
    "open misere waits and misere does not": (
        'open_misere.allowed = "after_eight"\nmisere.allowed = "any_time"',
        ['open_misere.allowed = "after_eight"', 'misere.allowed = "any_time"', '"after_seven"'],
    ),
    "misere that could never be bid": (
        'misere.above = "6NT"',
        ['misere.above = "6NT"', '"after_seven"', "take a higher bid"],
    ),
    "open misere that could never be bid": (
        'open_misere.allowed = "after_eight"\nopen_misere.above = "7NT"',
        ['open_misere.above = "7NT"', '"after_eight"', "take a higher bid"],
    ),
    "title that is no text": ("title = 3", ["title = 3", "a text in quotes"]),
    "broken toml": ("misere.value =", ["is no TOML"]),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_wrong_file_gets_one_clear_line(what: str, tmp_path: Path) -> None:
    text, said = BAD_FILES[what]
    path = write(tmp_path, EXTENDS + text)
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert [words for words in said if words not in message] == [], message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('extends = "austrlian"', ['extends = "austrlian"', "did you mean australian?"]),
        ('extends = "other.toml"', ['extends = "other.toml"', "no such file"]),
        ("extends = 3", ["extends = 3", "allowed: the name or the path"]),
        ('extends = "house.toml"', ["circle: house.toml -> house.toml"]),
        ('title = "Empty"', ["table is missing", "extends"]),
    ],
)
def test_wrong_extends_gets_one_clear_line(text: str, said: list[str], tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert [words for words in said if words not in message] == [], message


def test_error_names_the_file_in_which_the_key_stands(tmp_path: Path) -> None:
    parent = write(tmp_path, EXTENDS + "misere.value = 3")
    child = write(tmp_path, 'extends = "house.toml"\ngame.target = 1000', "child.toml")
    with pytest.raises(RulesError, match=r"misere\.value = 3") as caught:
        load_rules(child)
    assert str(caught.value).startswith(f"{parent}: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfet\x00", "UTF-16"),
        (b'# 1\ntitle = "\xe9"', "line 2 is not UTF-8"),
    ],
)
def test_wrong_encoding_gets_one_clear_line(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=said) as caught:
        load_rules(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_unknown_preset_lists_the_presets_and_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"did you mean australian\?") as caught:
        load_rules("austrlian")
    assert all(name in str(caught.value) for name in PRESETS)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"nowhere\.toml: cannot be read"):
        load_rules(tmp_path / "nowhere.toml")
