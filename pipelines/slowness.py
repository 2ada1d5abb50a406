"""What is told of strategies that cannot be compiled: why, and how fast they play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from strategies.api import Player, Strategy

_LOOK: Final = 0.3  # seconds to measure for


def slow_strategies(players: Iterable[Player]) -> list[Strategy]:
    """Return the strategies of some players that are played as plain Python, each once."""
    found = {kind.name: kind for player in players for kind in player.kinds}
    return [kind for kind in found.values() if kind.why_slow]


def notices(players: Iterable[Player], play: Callable[[int], int]) -> Iterator[str]:
    """Yield a line for every strategy at a table that cannot be compiled.

    ``play`` plays about so many hands with them and returns how many it has played.
    """
    slow = slow_strategies(players)
    if not slow:
        return
    rate = _hands_a_second(play)
    for each in slow:
        yield (
            f"{each.name} cannot be compiled ({each.why_slow}): it plays slowly, about"
            f" {rate:,.0f} hands a second"
        )


def _hands_a_second(play: Callable[[int], int]) -> float:
    """Return a speed, to two digits: play more and more until it has taken a moment."""
    play(1)  # compiles what plain Python calls of the toolkit
    count, spent, hands = 5, 0.0, 0
    while spent < _LOOK:
        begin = time.perf_counter()
        hands, count = play(count), 2 * count
        spent = time.perf_counter() - begin
    return float(f"{hands / spent:.2g}")
