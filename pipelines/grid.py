"""Grids: keys and the values that each takes, as lists or ranges, and every point of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sim.rules_check import nearest

Value = str | int | float | bool
MAX_VALUES: Final = 200
_RANGE: Final = ("from", "to", "step")


def spelled_out(grid: Any) -> Any:
    """Return a grid with every range as the list of its values, other data untouched.

    A range is a table ``{from = 0.0, to = 1.0, step = 0.25}``; its last value is counted in when a
    step meets it. Raises ValueError for a range that is none.
    """
    if not isinstance(grid, Mapping):
        return grid
    return {
        key: _values(key, values) if isinstance(values, Mapping) else values
        for key, values in grid.items()
    }


def _values(key: str, spec: Mapping[str, Any]) -> tuple[int | float, ...]:
    unknown = next((name for name in spec if name not in _RANGE), None)
    if unknown is not None:
        raise ValueError(
            f"grid: {key}: {unknown} is no key here; allowed: {', '.join(_RANGE)}"
            f"{nearest(str(unknown), _RANGE)}"
        )
    for name in _RANGE:
        if type(spec.get(name)) not in (int, float) or not math.isfinite(spec[name]):
            raise ValueError(
                f"grid: {key}: {name} = {spec.get(name)!r}; allowed: a number in each of from, to"
                " and step"
            )
    start, end, step = (spec[name] for name in _RANGE)
    if step == 0 or (end - start) / step < 0:
        raise ValueError(f"grid: {key}: a step of {step} does not lead from {start} to {end}")
    count = math.floor((end - start) / step + 1e-9) + 1
    if count > MAX_VALUES:
        raise ValueError(f"grid: {key}: {count} values; allowed: at most {MAX_VALUES}")
    whole = all(isinstance(spec[name], int) for name in _RANGE)
    # rounded, so that 0.1 + 0.2 is written 0.3
    return tuple(start + n * step if whole else round(start + n * step, 10) for n in range(count))


def check_full(grid: Mapping[str, tuple[Value, ...]]) -> None:
    """Raise ValueError if a key of a grid has no value, or one twice."""
    for key, values in grid.items():
        if not values:
            raise ValueError(f"grid gives {key} no value; allowed: a list of one value or more")
        twice = next((value for n, value in enumerate(values) if value in values[:n]), None)
        if twice is not None:
            raise ValueError(f"grid gives {key} the value {twice} twice")


def points(grid: Mapping[str, tuple[Value, ...]]) -> Iterator[dict[str, Value]]:
    """Yield every point of a grid, the last key changing fastest; one empty point for no grid.

    >>> list(points({"a": (1, 2), "b": ("x",)}))
    [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'x'}]
    """
    for values in itertools.product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def suffix(point: Mapping[str, Value]) -> str:
    """Return what a name gets behind it for a point of a grid.

    >>> suffix({"misere.value": 210})
    ' misere.value=210'
    """
    return "".join(f" {key}={value}" for key, value in point.items())
