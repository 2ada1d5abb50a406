"""Rules: presets, what a wrong file is told, ladders, the digest, the words, the numbers."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from sim.rules import Rules, RulesError, load_rules, preset_names

PRESETS = ["australian", "trickster-american", "trickster-australian"]


@pytest.fixture
def australian() -> Rules:
    return load_rules("australian")


# -- presets ------------------------------------------------------------------------------------


def test_presets_are_listed() -> None:
    assert preset_names() == PRESETS


def test_australian_is_the_game_of_the_rule_books(australian: Rules) -> None:
    assert australian.flat() == {
        "table.players": 4,
        "table.deck": "D43",
        "table.kitty": 3,
        "auction.rounds": "many",
        "auction.lowest_bid": 6,
        "auction.inkle_callers": 0,
        "auction.raise_own_bid": "never",
        "auction.all_pass": "next_dealer",
        "misere.allowed": "after_seven",
        "misere.value": 250,
        "misere.above": "7NT",
        "open_misere.allowed": "any_time",
        "open_misere.value": 500,
        "open_misere.above": "10D",
        "open_misere.exposed": "after_first_trick",
        "joker.nominate": True,
        "joker.lead": "unled_suit",
        "joker.forced": "in_misere",
        "scoring.slam": 250,
        "scoring.trick_points": 10,
        "scoring.defenders": "always",
        "scoring.misere_defenders": "nothing",
        "scoring.defenders_cap": 0,
        "game.target": 500,
        "game.must_bid_to_win": True,
        "game.both_over": "higher_score",
        "game.back_door": -500,
    }


def test_trickster_presets_differ_only_where_their_rules_do(australian: Rules) -> None:
    base = australian.flat()
    cloth = {
        "misere.above": "8S",
        "open_misere.above": "10H",
        "open_misere.exposed": "at_once",
        "joker.nominate": False,
        "joker.lead": "any_suit",
        "joker.forced": "never",
        "scoring.defenders_cap": 490,
    }
    assert load_rules("trickster-australian").flat() == base | cloth
    american = {
        "auction.rounds": "one",
        "auction.lowest_bid": 7,
        "auction.inkle_callers": 2,
        "misere.allowed": "any_time",
        "misere.above": "7NT",
        "scoring.defenders_cap": 0,
        "game.must_bid_to_win": False,
    }
    assert load_rules("trickster-american").flat() == base | cloth | american


# -- rule files ---------------------------------------------------------------------------------


def write(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_extends_a_preset_or_another_file(tmp_path: Path, australian: Rules) -> None:
    write(tmp_path, 'extends = "australian"\nmisere.value = 230\ntable.deck = "D45"')
    child = write(tmp_path, 'title = "Mine"\nextends = "house.toml"\ngame.target = 1000', "my.toml")
    rules = load_rules(child)
    changes = {"misere.value": 230, "table.deck": "D45", "table.kitty": 5, "game.target": 1000}
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
        ['table.deck = "D54"', '"D43", "D44", "D45" or "D46"', "did you mean"],
    ),
    "wrong number of players": ("table.players = 3", ["table.players = 3", "allowed: 4"]),
    "cards that do not add up": (
        "table.kitty = 4",
        ["table.kitty = 4", "44 cards", "D43 has 43", 'table.deck = "D44"'],
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
        ['misere.above = "6NT"', '"after_seven"', "take 7S or more"],
    ),
    "open misere that could never be bid": (
        'open_misere.allowed = "after_eight"\nopen_misere.above = "7NT"',
        ['open_misere.above = "7NT"', '"after_eight"', "take 8S or more"],
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


# -- values -------------------------------------------------------------------------------------


def test_replace_leaves_the_original_alone(australian: Rules) -> None:
    changed = australian.replace({"misere.value": 210, "misere.above": "7H"})
    assert changed.flat() == australian.flat() | {"misere.value": 210, "misere.above": "7H"}
    assert australian.misere.value == 250
    assert changed.title == australian.title


@pytest.mark.parametrize("order", [["table.deck", "table.kitty"], ["table.kitty", "table.deck"]])
def test_replace_of_the_deck_takes_along_the_kitty(australian: Rules, order: list[str]) -> None:
    values = {"table.deck": "D46", "table.kitty": 6}
    assert australian.replace({"table.deck": "D46"}).table.kitty == 6
    assert australian.replace({key: values[key] for key in order}).table.kitty == 6


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"misere.valu": 1}, "misere.valu is no rule"),
        ({"value": 3}, r"write section\.key .* did you mean misere\.value\?"),
        ({"misere.value": 3}, "misere.value = 3; allowed: a whole number from 10"),
        ({"table.kitty": 5}, "43"),
    ],
)
def test_replace_checks_what_it_is_given(
    australian: Rules, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(RulesError, match=said) as caught:
        australian.replace(changes, source="study.toml")
    assert str(caught.value).startswith("study.toml: ")


def test_rules_cannot_be_changed(australian: Rules) -> None:
    with pytest.raises(ValueError, match="frozen"):
        australian.misere.value = 210  # type: ignore[misc]


def test_rules_are_compared_hashed_and_pickled_by_content(australian: Rules) -> None:
    again = load_rules("australian")
    assert again == australian
    assert hash(again) == hash(australian)
    assert pickle.loads(pickle.dumps(australian)) == australian
    assert australian.replace({"misere.value": 210}) != australian


def test_digests_do_not_change() -> None:
    # Written down: runs on disk carry these, so a change of meaning has to be a conscious one.
    assert {name: load_rules(name).digest() for name in PRESETS} == {
        "australian": "caaa2032ed2c",
        "trickster-american": "003bb7c54cab",
        "trickster-australian": "e943b0150692",
    }


def test_digest_is_of_the_rules_and_not_of_their_title(australian: Rules) -> None:
    retitled = australian.replace({"title": "Other", "description": "Words."})
    assert retitled.digest() == australian.digest()
    changed = [
        australian.replace({"misere.value": 210}),
        australian.replace({"joker.nominate": False}),
        australian.replace({"auction.all_pass": "same_dealer"}),
    ]
    assert len({rules.digest() for rules in [australian, *changed]}) == 4


# -- words --------------------------------------------------------------------------------------


def test_description_tells_a_player_what_matters(australian: Rules) -> None:
    lines = australian.describe()
    assert all("\n" not in line and line.endswith((".", ")")) for line in lines)
    text = " ".join(lines)
    for words in [
        "43 cards",
        "three are left for the kitty",
        "The lowest bid is 6♠",
        "7NT M 8♠",
        "10♦ OM 10♥",
        "somebody has bid seven",
        "after the first trick",
        "in misère he has to",
        "has not been led before",
        "win at least 250",
        "stands at 500 or more",
        "at -500 or lower has lost",
    ]:
        assert words in text, words


OTHER_VALUES = {
    "table.deck": "D46",
    "auction.lowest_bid": 7,
    "auction.raise_own_bid": "once",
    "auction.all_pass": "play_no_trumps",
    "misere.allowed": "any_time",
    "misere.value": 210,
    "misere.above": "7H",
    "open_misere.allowed": "never",
    "open_misere.value": 520,
    "open_misere.above": "10NT",
    "open_misere.exposed": "at_once",
    "joker.nominate": False,
    "joker.lead": "last_trick",
    "joker.forced": "never",
    "scoring.slam": 0,
    "scoring.trick_points": 5,
    "scoring.defenders": "if_set",
    "scoring.misere_defenders": "forced_tricks",
    "scoring.defenders_cap": 490,
    "game.target": 1000,
    "game.must_bid_to_win": False,
    "game.back_door": 0,
}


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_every_rule_changes_the_description_and_the_numbers(australian: Rules, key: str) -> None:
    changed = australian.replace({key: OTHER_VALUES[key]})
    assert changed.describe() != australian.describe()
    assert changed.record() != australian.record()
    assert changed.digest() != australian.digest()
