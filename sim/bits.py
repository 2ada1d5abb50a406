"""Counting and finding bits in suit masks and bit sets: one machine instruction each.

Arguments are masks of at most 63 bits, none negative; results are int64. Plain Python versions take
over where kernels run uncompiled.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.compile import jit_disabled, kernel

_WORD: Final = 64


@intrinsic
def _count(_context: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_context: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(_context: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


if jit_disabled():

    def popcount(mask: int) -> int:
        """Return how many bits are set."""
        return int(mask).bit_count()

    def lowest_bit(mask: int) -> int:
        """Return the place of the lowest bit; 64 if there is none."""
        word = int(mask)
        return (word & -word).bit_length() - 1 if word else _WORD

    def highest_bit(mask: int) -> int:
        """Return the place of the highest bit; -1 if there is none."""
        return int(mask).bit_length() - 1

else:

    @kernel
    def popcount(mask: int) -> int:
        """Return how many bits are set."""
        return _count(mask)  # type: ignore[call-arg]

    @kernel
    def lowest_bit(mask: int) -> int:
        """Return the place of the lowest bit; 64 if there is none."""
        return _trailing_zeros(mask)  # type: ignore[call-arg]

    @kernel
    def highest_bit(mask: int) -> int:
        """Return the place of the highest bit; -1 if there is none."""
        return _WORD - 1 - _leading_zeros(mask)  # type: ignore[call-arg]


@kernel
def nth_bit(mask: int, n: int) -> int:
    """Return the place of the n-th lowest set bit, counted from 0; 64 if there are not so many."""
    for _ in range(n):
        mask = mask & (mask - 1)
    return lowest_bit(mask)
