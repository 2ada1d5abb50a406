"""Hypothesis draws rules: every combination of options that belongs together, odd numbers too."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sim.rules import Rules, load_rules

BASE = load_rules("australian")
BIDS = [f"{level}{strain}" for level in range(6, 11) for strain in ["S", "C", "D", "H", "NT"]]


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules with each option drawn by itself, as far as the others leave a choice."""

    def pick(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    rounds, lowest = pick("many", "one"), pick(6, 7)
    inkles = pick(0, 1, 2, 3, 4) if (rounds, lowest) == ("one", 7) else 0
    misere = pick("never", "after_seven", "any_time")
    waits = ["after_eight"] if misere == "after_seven" else []
    open_misere = pick("never", "any_time", *waits)
    must_bid = draw(st.booleans())
    target = pick(500, 120, 1000)
    caps = [cap for cap in (0, 490, 400, 60) if cap <= target] if must_bid else [0]
    return BASE.replace(
        {
            "table.deck": pick("D43", "D44", "D45", "D46"),
            "auction.rounds": rounds,
            "auction.lowest_bid": lowest,
            "auction.inkle_callers": inkles,
            "auction.raise_own_bid": pick("never", "once") if rounds == "many" else "never",
            "auction.all_pass": pick("next_dealer", "same_dealer", "play_no_trumps"),
            "misere.allowed": misere,
            "misere.value": pick(250, 210, 230, 90),
            "misere.above": pick(*BIDS[5:] if misere == "after_seven" else BIDS),
            "open_misere.allowed": open_misere,
            "open_misere.value": pick(500, 330, 430, 520),
            "open_misere.above": pick(*BIDS[10:] if open_misere == "after_eight" else BIDS),
            "open_misere.exposed": pick("after_first_trick", "at_once"),
            "joker.nominate": draw(st.booleans()),
            "joker.lead": pick("unled_suit", "any_suit", "last_trick"),
            "joker.forced": pick("in_misere", "never"),
            "scoring.slam": pick(250, 0, 1000),
            "scoring.trick_points": pick(10, 0, 25),
            "scoring.defenders": pick("always", "if_set", "never"),
            "scoring.misere_defenders": pick("nothing", "forced_tricks", "own_tricks"),
            "scoring.defenders_cap": pick(*caps),
            "game.target": target,
            "game.must_bid_to_win": must_bid,
            "game.both_over": pick("higher_score", "bidders"),
            "game.back_door": pick(-500, 0, -200),
        }
    )
