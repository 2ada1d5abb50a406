"""Rules: presets, what a wrong file is told, ladders, the digest, the words, the numbers."""

from __future__ import annotations

import pickle

import pytest

from sim.rules import Rules, RulesError, load_rules, preset_names


@pytest.fixture
def australian() -> Rules:
    return load_rules("australian")


# -- presets ------------------------------------------------------------------------------------


def test_australian_is_the_game_of_the_rule_books(australian: Rules) -> None:
    played = {
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
    assert {key: australian.flat()[key] for key in played} == played
    house_options = {
        key: value
        for key, value in australian.flat().items()
        if key not in played and not key.startswith("pack.")
    }
    assert house_options == {
        "table.sides": "two",
        "table.dead": 0,
        "auction.lowest_no_trumps": 6,
        "auction.order": "by_level",
        "auction.bid_after_pass": "never",
        "auction.sans_kitty": False,
        "auction.redeal": "never",
        "auction.redeal_partner": "not_asked",
        "auction.ralphing": False,
        "misere.kitty": True,
        "misere.plays": "own_hand",
        "blind_misere.allowed": "never",
        "blind_misere.value": 500,
        "blind_misere.above": "10D",
        "double_nullo.allowed": "never",
        "double_nullo.value": 500,
        "double_nullo.above": "10D",
        "double_nullo.exchange": "contractor",
        "bar_nullo.allowed": "never",
        "bar_nullo.value": 500,
        "bar_nullo.above": "10D",
        "hi_lo.allowed": "never",
        "hi_lo.value": 350,
        "hi_lo.above": "9S",
        "joker.follow": "when_void",
        "joker.shown_void": "anything",
        "joker.low_in_misere": False,
        "joker.shared": False,
        "play.first_lead": "contractor",
        "play.jack_above_ace": False,
        "scoring.table": "avondale",
        "scoring.slam_call": "never",
        "scoring.slam_bonus": 250,
        "scoring.failed": "loses_value",
        "game.below": "loses",
        "game.point_spread": 0,
        "game.hands_limit": 0,
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
    assert {name: load_rules(name).digest() for name in preset_names()} == {
        "american-45": "5f39d25e603a",
        "american-46": "6fcad68ef277",
        "australian": "10ef01792fb9",
        "five-handed": "5d7b42a6a704",
        "minnesota": "2beca2dec4d2",
        "original-1904": "7aeeadd326c9",
        "quebec": "727bf5ac8558",
        "six-2v2v2": "ceb54e59f63d",
        "six-3v3": "6355317bef4c",
        "solo-3": "08b31d9b3545",
        "trickster-3": "77b4ffc6f34e",
        "trickster-american": "e91be41246a0",
        "trickster-australian": "5fe884e4c582",
        "two-handed": "ac6be68836cb",
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
