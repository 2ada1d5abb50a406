"""The presets, and each option switched by itself: the variants that many tests go through."""

from __future__ import annotations

from typing import Any, Final

from sim.rules import load_rules

SWITCHES: Final[dict[str, list[dict[str, Any]]]] = {
    "australian": [
        {},
        {"table.deck": "D44"},
        {"table.deck": "D45"},
        {"table.deck": "D46"},
        {"auction.rounds": "one"},
        {"auction.lowest_bid": 7},
        {"auction.raise_own_bid": "once"},
        {"auction.all_pass": "same_dealer"},
        {"auction.all_pass": "play_no_trumps"},
        {"misere.allowed": "never"},
        {"misere.allowed": "any_time"},
        {"misere.value": 210, "misere.above": "7H"},
        {"open_misere.allowed": "never"},
        {"open_misere.allowed": "after_eight"},
        {"open_misere.value": 330, "open_misere.above": "8NT"},
        {"open_misere.exposed": "at_once"},
        {"joker.nominate": False},
        {"joker.lead": "any_suit"},
        {"joker.lead": "last_trick"},
        {"joker.forced": "never"},
        {"scoring.slam": 0},
        {"scoring.defenders": "if_set"},
        {"scoring.defenders": "never"},
        {"scoring.misere_defenders": "forced_tricks"},
        {"scoring.misere_defenders": "own_tricks"},
        {"scoring.defenders_cap": 490},
        {"game.must_bid_to_win": False},
        {"game.must_bid_to_win": False, "game.both_over": "bidders"},
        {"game.target": 1000},
        {"game.back_door": 0},
    ],
    "trickster-australian": [{}, {"table.deck": "D46"}],
    "trickster-american": [{}, {"auction.inkle_callers": 4}, {"table.deck": "D45"}],
    "american-45": [{}, {"auction.redeal": "no_ace_no_face", "auction.redeal_partner": "agrees"}],
    "american-46": [{}, {"joker.shared": True}],
    "solo-3": [{}, {"game.both_over": "first_trick"}, {"misere.allowed": "any_time"}],
    "trickster-3": [{}, {"table.deck": "D32"}, {"play.first_lead": "left_of_dealer"}],
    "two-handed": [{}, {"table.deck": "D24"}, {"table.deck": "D43", "table.dead": 20}],
    "five-handed": [{}, {"table.sides": "alone"}],
    "six-3v3": [{}, {"table.deck": "D66"}, {"table.deck": "D62"}],
    "six-2v2v2": [{}, {"table.deck": "D65"}, {"double_nullo.allowed": "any_time"}],
    "quebec": [{}],
    "minnesota": [{}, {"double_nullo.allowed": "any_time"}],
    "original-1904": [{}, {"scoring.table": "inverted_1904"}],
}
_HOUSE: Final[list[dict[str, Any]]] = [  # options of section 11, each by itself
    {"table.deck": "D42"},
    {"table.deck": "D43X"},
    {"auction.lowest_no_trumps": 8},
    {"auction.order": "by_value", "scoring.table": "original_1904"},
    {"auction.raise_own_bid": "repeatedly"},
    {"auction.raise_own_bid": "reopening"},
    {"auction.bid_after_pass": "strain_changed"},
    {"auction.bid_after_pass": "always"},
    {"auction.sans_kitty": True},
    {"auction.redeal": "no_picture"},
    {"auction.redeal": "no_picture", "auction.redeal_partner": "agrees_or_no_misere"},
    {"auction.ralphing": True},
    {"misere.kitty": False},
    {"misere.plays": "both_hands", "misere.allowed": "any_time"},
    {"blind_misere.allowed": "first_call"},
    {"blind_misere.allowed": "first_call", "blind_misere.above": "10NT"},
    {"double_nullo.allowed": "any_time"},
    {"double_nullo.allowed": "any_time", "double_nullo.exchange": "pass_on"},
    {"double_nullo.allowed": "any_time", "double_nullo.exchange": "swap_five"},
    {"double_nullo.allowed": "after_partner", "misere.allowed": "any_time"},
    {"bar_nullo.allowed": "any_time"},
    {"hi_lo.allowed": "any_time"},
    {"joker.follow": "first_round"},
    {"joker.follow": "first_or_last"},
    {"joker.follow": "every_suit"},
    {"joker.forced": "always"},
    {"joker.shown_void": "not_named"},
    {"joker.shown_void": "worthless"},
    {"joker.low_in_misere": True, "misere.allowed": "any_time"},
    {"joker.shared": True, "table.deck": "D46"},
    {"play.first_lead": "left_of_dealer"},
    {"play.jack_above_ace": True},
    {"scoring.table": "inverted_1904"},
    {"scoring.slam_call": "best_card"},
    {"scoring.failed": "opponents_gain"},
    {"game.must_bid_to_win": False, "game.both_over": "first_to_target"},
    {"game.must_bid_to_win": False, "game.both_over": "first_trick"},
    {"game.below": "cannot_win"},
    {"game.point_spread": 300},
    {"game.hands_limit": 6},
]
SWITCHES["australian"] += _HOUSE
VARIANTS: Final = {
    "; ".join([preset, *(f"{key}={value}" for key, value in changes.items())]): (
        load_rules(preset).replace(changes)
    )
    for preset, all_changes in SWITCHES.items()
    for changes in all_changes
}
