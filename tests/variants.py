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
}
VARIANTS: Final = {
    "; ".join([preset, *(f"{key}={value}" for key, value in changes.items())]): (
        load_rules(preset).replace(changes)
    )
    for preset, all_changes in SWITCHES.items()
    for changes in all_changes
}
