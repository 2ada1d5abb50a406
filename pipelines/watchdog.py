"""Ending a process whose strategy never answers: compiled code can be stopped from outside only.

A second process waits for the first one to be done with its trial hand. When that takes too long it says
so and ends the first. Only files of users are watched; those of the project are tested.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from strategies.api import Player

SECONDS: Final = 30.0  # for one hand, which even plain Python plays in a tenth of a second
# Told to go by the end of its input, which comes too when the watched process dies.
_WATCH: Final = """\
import os, signal, sys, threading
def end():
    print(sys.argv[2], file=sys.stderr, flush=True)
    os.kill(int(sys.argv[1]), signal.SIGTERM)
    os._exit(0)
timer = threading.Timer(float(sys.argv[3]), end)
timer.daemon = True
timer.start()
sys.stdin.read()
"""


@contextmanager
def watched(players: Iterable[Player], seconds: float = SECONDS) -> Iterator[None]:
    """End this process, with a line that says why, if what is done inside takes too long.

    Compiling does not count: it is done first. Raises StrategyError for what cannot be compiled.
    """
    kinds = {kind.name: kind for player in players for kind in player.kinds}
    names = [name for name in kinds if name.endswith(".py")]
    if not names:
        yield
        return
    for kind in kinds.values():
        _ = kind.hooks
    text = (
        f"fivehundred: {' or '.join(names)}: a hand comes to no end (stopped after {seconds:g}"
        f" seconds); look for a loop that never ends: fivehundred strategies check {names[0]}"
    )
    watch = subprocess.Popen(
        [sys.executable, "-S", "-c", _WATCH, str(os.getpid()), text, str(seconds)],
        stdin=subprocess.PIPE,
    )
    try:
        yield
    finally:
        watch.communicate()
