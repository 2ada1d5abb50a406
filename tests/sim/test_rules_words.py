"""The presets and the words for rules: what a player reads, and that every option changes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.rules import Rules, load_rules, preset_dir, preset_names

PLAYERS = {
    **dict.fromkeys(["american-45", "american-46", "australian", "minnesota", "quebec"], 4),
    **dict.fromkeys(["trickster-american", "trickster-australian"], 4),
    **dict.fromkeys(["solo-3", "trickster-3", "original-1904"], 3),
    **{"two-handed": 2, "five-handed": 5, "six-3v3": 6, "six-2v2v2": 6},
}


@pytest.fixture
def australian() -> Rules:
    return load_rules("australian")


def test_there_is_a_preset_for_every_number_of_players() -> None:
    assert {name: load_rules(name).table.players for name in preset_names()} == PLAYERS


@pytest.mark.parametrize("name", PLAYERS)
def test_preset_says_who_plays_so_and_what_is_certain(name: str) -> None:
    text = Path(preset_dir(), f"{name}.toml").read_text(encoding="utf-8")
    comment = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    assert any(word in comment for word in ("Certain", "certain", "From its help page"))
    assert load_rules(name).description
    lines = load_rules(name).describe()
    assert all("\n" not in line and line.endswith((".", ")", "NT")) for line in lines)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("american-46", ["46 cards", "both jokers", "two callers may inkle", "The lowest is 7♠"]),
        ("solo-3", ["everybody for himself", "Misère: not played.", "once at -500", "there first"]),
        (
            "five-handed",
            ["may call a card that he does not hold", "The contractor and his partner"],
        ),
        (
            "six-3v3",
            ["two sides of three", "elevens and twelves and red thirteens", "partners sit"],
        ),
        ("six-2v2v2", ["three sides of two", "the partner sits out"]),
        ("quebec", ["A set bid costs nothing; every other side wins its value", "at 1000 or more"]),
        (
            "minnesota",
            ["10♦ DN 10♥", "passes what he puts away", "may declare a slam", "every suit"],
        ),
        ("original-1904", ["6♠ 6♣ 6♦ 7♠ 6♥", "as much again", "The bid that is worth more"]),
        ("two-handed", ["25 cards", "five are left for the kitty"]),
    ],
)
def test_description_of_a_preset_tells_what_is_special(name: str, said: list[str]) -> None:
    text = " ".join(load_rules(name).describe())
    assert [words for words in said if words not in text] == [], text


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
    "table.sides": "alone",
    "table.dead": 1,
    "auction.lowest_no_trumps": 8,
    "auction.order": "by_value",
    "auction.bid_after_pass": "strain_changed",
    "auction.sans_kitty": True,
    "auction.redeal": "no_picture",
    "auction.ralphing": True,
    "misere.kitty": False,
    "misere.plays": "both_hands",
    "blind_misere.allowed": "first_call",
    "double_nullo.allowed": "any_time",
    "bar_nullo.allowed": "any_time",
    "hi_lo.allowed": "any_time",
    "joker.follow": "first_round",
    "joker.shown_void": "worthless",
    "joker.low_in_misere": True,
    "joker.shared": True,
    "play.first_lead": "left_of_dealer",
    "play.jack_above_ace": True,
    "scoring.table": "original_1904",
    "scoring.slam_call": "best_card",
    "scoring.failed": "opponents_gain",
    "game.below": "cannot_win",
    "game.point_spread": 500,
    "game.hands_limit": 8,
}
# What must be set first, where a key says something only then.
SET_FIRST: dict[str, dict[str, Any]] = {
    "table.sides": {"table.players": 5, "table.deck": "D53"},
    "auction.order": {"scoring.table": "original_1904"},
}


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_every_rule_changes_the_description_and_the_numbers(australian: Rules, key: str) -> None:
    base = australian.replace(SET_FIRST.get(key, {}))
    changed = base.replace({key: OTHER_VALUES[key]})
    assert changed.describe() != base.describe()
    assert changed.record() != base.record()
    assert changed.digest() != base.digest()


def test_every_section_is_told_in_some_way(australian: Rules) -> None:
    sections = {key.partition(".")[0] for key in OTHER_VALUES}
    assert sections | {"pack"} == {key.partition(".")[0] for key in australian.flat()}
