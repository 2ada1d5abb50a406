"""Five suit masks as one vector: copied, kept or dropped, and subtracted, in a few instructions.

The masks of a hand are int32[5]. Numba works on them one by one; these functions move four of them
at once and the fifth by itself. Plain Python versions take over where kernels run uncompiled.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.cards import N_SUITS
from sim.compile import jit_disabled, kernel

_ONE: Final = ir.IntType(32)
_FOUR: Final = ir.VectorType(_ONE, N_SUITS - 1)
_ALIGN: Final = 4  # bytes; a mask may stand anywhere in a record


def _addresses(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """Return the address of the first mask of each array among the arguments."""
    return [
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args, arguments, strict=True)
        if isinstance(kind, types.Array)
    ]


def _load(builder: Any, address: Any) -> tuple[Any, Any]:
    """Return the first four masks as a vector, and the fifth."""
    four = builder.load(builder.bitcast(address, _FOUR.as_pointer()), align=_ALIGN)
    return four, builder.load(_fifth(builder, address), align=_ALIGN)


def _store(builder: Any, address: Any, four: Any, last: Any) -> None:
    builder.store(four, builder.bitcast(address, _FOUR.as_pointer()), align=_ALIGN)
    builder.store(last, _fifth(builder, address), align=_ALIGN)


def _fifth(builder: Any, address: Any) -> Any:
    return builder.gep(address, [ir.Constant(_ONE, N_SUITS - 1)], source_etype=_ONE)


@intrinsic
def _keep(_context: Any, target: Any, source: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = _addresses(context, builder, signature, arguments)
        four, last = _load(builder, origin)
        word = builder.trunc(arguments[2], _ONE)
        words = ir.Constant(_FOUR, [0] * (N_SUITS - 1))
        for place in range(N_SUITS - 1):
            words = builder.insert_element(words, word, ir.Constant(_ONE, place))
        _store(builder, to, builder.and_(four, words), builder.and_(last, word))
        return context.get_dummy_value()

    return types.void(target, source, types.int64), generate


@intrinsic
def _without(_context: Any, target: Any, source: Any, a: Any, b: Any, c: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin, *known = _addresses(context, builder, signature, arguments)
        four, last = _load(builder, origin)
        for address in known:
            others, other = _load(builder, address)
            four = builder.and_(four, builder.not_(others))
            last = builder.and_(last, builder.not_(other))
        _store(builder, to, four, last)
        return context.get_dummy_value()

    return types.void(target, source, a, b, c), generate


if jit_disabled():

    def keep_masks(target: np.ndarray, source: np.ndarray, word: int) -> None:
        """Write ``source & word`` to ``target``: -1 copies, 0 empties. All int32[5]."""
        target[:] = source & np.int32(word)

    def without_masks(
        target: np.ndarray, source: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray
    ) -> None:
        """Write the cards of ``source`` that are in none of three other hands. All int32[5]."""
        target[:] = source & ~(a | b | c)

else:

    @kernel
    def keep_masks(target: np.ndarray, source: np.ndarray, word: int) -> None:
        """Write ``source & word`` to ``target``: -1 copies, 0 empties. All int32[5]."""
        _keep(target, source, word)  # type: ignore[call-arg]

    @kernel
    def without_masks(
        target: np.ndarray, source: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray
    ) -> None:
        """Write the cards of ``source`` that are in none of three other hands. All int32[5]."""
        _without(target, source, a, b, c)  # type: ignore[call-arg]
