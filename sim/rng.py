"""Random numbers by counter: what is drawn depends on the seed and the deal's number, nothing else.

A key is mixed from seed and deal; the n-th number of a stream is a hash of key and n (the output
function of SplitMix64). So any deal can be made again alone, and a strategy's noise at one
decision does not depend on how many numbers others have used.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.compile import kernel

# The streams of a deal: how the cards fall, and the noise that strategies get.
CARDS: Final = 0
NOISE: Final = 1

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_S27: Final = np.uint64(27)
_S30: Final = np.uint64(30)
_S31: Final = np.uint64(31)
_S32: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
_ONE: Final = np.uint64(1)


@kernel
def mix(x: np.uint64) -> np.uint64:
    """Return a hash of 64 bits; a bijection in which each bit of ``x`` moves half of all bits."""
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)


@kernel
def draw(key: np.uint64, n: int) -> np.uint64:
    """Return the n-th number of the stream of a key, 64 random bits."""
    return mix(key + _STEP * np.uint64(n + 1))


@kernel
def stream_key(seed: int, deal: int, stream: int) -> np.uint64:
    """Return the key of one stream of a deal: ``CARDS`` or ``NOISE``; seed and deal are not negative."""
    return draw(draw(mix(np.uint64(seed)), deal), stream)


@kernel
def noise(key: np.uint64, n: int) -> int:
    """Return the n-th number of a stream as an int64 from 0 to 2**63 - 1."""
    return np.int64(draw(key, n) >> _ONE)  # type: ignore[return-value]


@kernel
def shuffle(deck: np.ndarray, size: int, n_drawn: int, key: np.uint64) -> None:
    """Put ``n_drawn`` random cards in random order at the front of the first ``size`` of a deck.

    The first ``n_drawn`` steps of Fisher and Yates, two to a random number: the chance of a card is
    off by less than size / 2**32.
    """
    bits = _LOW
    for i in range(n_drawn):
        bits = bits >> _S32 if i & 1 else draw(key, i >> 1)
        j = i + np.int64(((bits & _LOW) * np.uint64(size - i)) >> _S32)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
