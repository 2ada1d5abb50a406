"""Rules at random, hands and games at random, on both engines, until the time is up.

``python tests/fuzz.py --minutes 10``; ``--seed`` begins elsewhere. A disagreement is printed with what
repeats it, and ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from random_player import RandomPlayer
from replaying import replay, replay_game
from rule_choices import any_rules
from side_by_side import SCORES, SideBySide

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.record_rules import rules_text
from sim.rules import Rules

HANDS = 12
CONTRACTS = ["M", "OM", "BM", "BN", "HL", "7NT", "8H", "6S", "8NTsk", "9Dsk", "Msk", "10C"]


def compare(rules: Rules, number: int) -> Counter[str]:
    """Play hands, forced contracts and a game by these rules; return how often what was played."""
    players = [RandomPlayer()] * rules.table.players
    rng = random.Random(number)
    scores = [rng.choice(SCORES) for _ in range(rules.record()["n_teams"][0])]
    given: dict[str, Any] = {"seed": number, "first": 0, "trace": True}
    seen: Counter[str] = Counter()
    batch = play_hands(rules, players, count=HANDS, scores=scores, **given)
    for trace, row in zip(batch.traces, batch.hands, strict=True):
        hand = replay(rules, trace, row)
        seen[hand.contract.call if hand.contract else "Pass"] += 1
    contracts = [*CONTRACTS, *(["DN"] if rules.record()["partner"][0].max() >= 0 else [])]
    call = rng.choice(contracts)
    seat = rng.randrange(rules.table.players)
    forced = play_forced(rules, players, count=3, seat=seat, call=cards.call_code(call), **given)
    for trace, row in zip(forced.traces, forced.hands, strict=True):
        replay(rules, trace, row, forced=True)
        seen[call] += 1
    batch = play_games(rules, players, count=1, **given)
    replay_game(rules, batch.games[0], batch.hands, batch.traces)
    seen["games"] += 1
    SideBySide(rules, rng, scores).run()
    return seen


def play_round(number: int, drawn: list[Rules], seen: Counter[str]) -> None:
    """Draw many rules, all that follow from one number, and compare."""

    @seed(number)
    @settings(
        max_examples=200,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(any_rules())
    def play(rules: Rules) -> None:
        drawn.append(rules)
        seen.update(compare(rules, number))

    play()


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare both engines on random rules.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    begin, number = time.monotonic(), chosen.seed
    drawn: list[Rules] = []
    seen: Counter[str] = Counter()
    while time.monotonic() - begin < 60 * chosen.minutes:
        try:
            play_round(number, drawn, seen)
        except AssertionError:
            traceback.print_exc()
            print(f"\nnumber {number}, rules: {rules_text(drawn[-1])}")
            print(f"again: python tests/fuzz.py --seed {number}")
            return 1
        number += 1
        minutes = (time.monotonic() - begin) / 60
        hands = sum(seen.values()) - seen["games"]
        counts = f"{len(drawn):,} rules, {hands:,} hands, {seen['games']:,} games"
        print(f"{counts}, {minutes:.1f} minutes", flush=True)
    print("no disagreement;", ", ".join(f"{call} {n}" for call, n in seen.most_common(70)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
