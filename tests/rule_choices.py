"""Hypothesis draws rules: every combination of options that belongs together, odd numbers too."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sim.decks import DECK_SIZES, DECKS
from sim.rules import Rules, load_rules

BASE = load_rules("australian")
BIDS = [f"{level}{strain}" for level in range(6, 11) for strain in ["S", "C", "D", "H", "NT"]]
SIDES = {2: ["alone"], 3: ["alone"], 4: ["two"], 5: ["called", "alone"], 6: ["two", "three"]}
MAX_KITTY = 8


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules with each option drawn by itself, as far as the others leave a choice."""
    table = draw(_tables())
    one_partner = (table["table.players"], table["table.sides"]) in ((4, "two"), (6, "three"))
    changes = table | draw(_auctions(table["table.players"], one_partner))
    changes |= draw(_contracts(one_partner)) | draw(_joker_and_play()) | draw(_scores(one_partner))
    return BASE.replace(changes)


@st.composite
def _tables(draw: st.DrawFn) -> dict[str, Any]:
    """Players, sides and a pack: one with a name, perhaps with dead cards, or a free one."""
    players = draw(st.sampled_from([4, 4, 4, 2, 3, 5, 6]))
    sides = draw(st.sampled_from(SIDES[players]))
    table: dict[str, Any] = {"table.players": players, "table.sides": sides}
    fitting = [deck for deck, size in DECK_SIZES.items() if 0 <= size - 10 * players <= MAX_KITTY]
    larger = [deck for deck, size in DECK_SIZES.items() if size - 10 * players > MAX_KITTY]
    way = draw(st.sampled_from(["named", "named", "dead", "free"]))
    if way == "dead" and larger:
        deck = draw(st.sampled_from(larger))
        left = DECK_SIZES[deck] - 10 * players
        return table | {"table.deck": deck, "table.dead": left - draw(st.integers(0, MAX_KITTY))}
    deck = draw(st.sampled_from(fitting))
    table["table.deck"] = deck
    if way == "free":
        pack = DECKS[deck]
        keys = ("spades", "clubs", "diamonds", "hearts")
        size = DECK_SIZES[deck] - 10 * players
        table |= {"table.deck": "free"} | {f"pack.{k}": v for k, v in pack._asdict().items()}
        key = draw(st.sampled_from(keys))
        lowest = getattr(pack, key)
        if size >= 1 and lowest < 10 and not pack.odd_four:  # one card less in one suit
            table[f"pack.{key}"] = lowest + 1
    return table


@st.composite
def _auctions(draw: st.DrawFn, players: int, one_partner: bool) -> dict[str, Any]:
    def pick(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    rounds, lowest = pick("many", "many", "one"), pick(6, 7)
    inkles = draw(st.integers(0, players)) if (rounds, lowest) == ("one", 7) else 0
    many = rounds == "many"
    raises = ("never", "once", "repeatedly", "reopening") if many else ("never",)
    return {
        "auction.rounds": rounds,
        "auction.lowest_bid": lowest,
        "auction.lowest_no_trumps": pick(6, 7, 8, 10),
        "auction.order": pick("by_level", "by_value"),
        "auction.inkle_callers": inkles,
        "auction.raise_own_bid": pick(*raises),
        "auction.bid_after_pass": pick("never", "strain_changed", "always") if many else "never",
        "auction.sans_kitty": draw(st.booleans()),
        "auction.redeal": pick("never", "no_picture", "no_ace_no_face"),
        "auction.redeal_partner": pick("not_asked", "agrees", "agrees_or_no_misere")
        if one_partner
        else "not_asked",
        "auction.all_pass": pick("next_dealer", "same_dealer", "play_no_trumps"),
        "auction.ralphing": draw(st.booleans()),
    }


@st.composite
def _contracts(draw: st.DrawFn, one_partner: bool) -> dict[str, Any]:
    """Misère and its kin; what waits for a seven or an eight stands where one can come first."""

    def pick(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    misere = pick("never", "after_seven", "any_time")
    waits = ["after_eight"] if misere == "after_seven" else []
    open_misere = pick("never", "any_time", *waits)
    partner = ["after_partner"] if misere != "never" else []
    high = ["10H", "10NT"]  # above some seven and some eight whatever the order of the bids
    return {
        "misere.allowed": misere,
        "misere.value": pick(250, 210, 90),
        "misere.above": pick(*high, "9D") if misere == "after_seven" else pick(*BIDS),
        "misere.kitty": draw(st.booleans()),
        "misere.plays": pick("own_hand", "both_hands") if one_partner else "own_hand",
        "open_misere.allowed": open_misere,
        "open_misere.value": pick(500, 330),
        "open_misere.above": pick(*high) if open_misere == "after_eight" else pick(*BIDS),
        "open_misere.exposed": pick("after_first_trick", "at_once"),
        "blind_misere.allowed": pick("never", "first_call"),
        "blind_misere.above": pick(*BIDS),
        "double_nullo.allowed": pick("never", "any_time", *partner) if one_partner else "never",
        "double_nullo.above": pick(*BIDS),
        "double_nullo.exchange": pick("contractor", "pass_on", "swap_five"),
        "bar_nullo.allowed": pick("never", "any_time"),
        "bar_nullo.above": pick(*BIDS),
        "hi_lo.allowed": pick("never", "any_time"),
        "hi_lo.above": pick(*BIDS),
    }


@st.composite
def _joker_and_play(draw: st.DrawFn) -> dict[str, Any]:
    def pick(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    return {
        "joker.nominate": draw(st.booleans()),
        "joker.lead": pick("unled_suit", "any_suit", "last_trick"),
        "joker.follow": pick("when_void", "first_round", "first_or_last", "every_suit"),
        "joker.forced": pick("never", "in_misere", "always"),
        "joker.shown_void": pick("anything", "not_named", "worthless"),
        "joker.low_in_misere": draw(st.booleans()),
        "joker.shared": draw(st.booleans()),
        "play.first_lead": pick("contractor", "left_of_dealer"),
        "play.jack_above_ace": draw(st.booleans()),
    }


@st.composite
def _scores(draw: st.DrawFn, one_partner: bool) -> dict[str, Any]:
    def pick(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    must_bid = draw(st.booleans())
    target = pick(500, 120, 1000)
    caps = [cap for cap in (0, 490, 400, 60) if cap <= target] if must_bid else [0]
    return {
        "scoring.table": pick("avondale", "original_1904", "inverted_1904"),
        "scoring.slam": pick(250, 0, 1000),
        "scoring.slam_call": pick("never", "best_card") if one_partner else "never",
        "scoring.slam_bonus": pick(250, 0),
        "scoring.failed": pick("loses_value", "opponents_gain"),
        "scoring.trick_points": pick(10, 0, 25),
        "scoring.defenders": pick("always", "if_set", "never"),
        "scoring.misere_defenders": pick("nothing", "forced_tricks", "own_tricks"),
        "scoring.defenders_cap": pick(*caps),
        "game.target": target,
        "game.must_bid_to_win": must_bid,
        "game.both_over": pick("higher_score", "bidders", "first_to_target", "first_trick"),
        "game.back_door": pick(-500, 0, -200),
        "game.below": pick("loses", "cannot_win"),
        "game.point_spread": pick(0, 0, 300),
        "game.hands_limit": pick(0, 0, 0, 5),
    }
