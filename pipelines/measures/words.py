"""Figures and names as text: per cent, points, intervals, contracts as players write them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import polars as pl

SUITS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "NT": "NT"}
_SPECIAL: Final = {
    "M": "Misère",
    "OM": "Open misère",
    "BM": "Blind misère",
    "DN": "Double nullo",
    "BN": "Bar nullo",
    "HL": "Hi-lo",
    "Pass": "all pass",
}
FEW_HANDS: Final = 100  # below it an estimate is drawn hollow and warned about
MODES: Final = {
    "hands": "hands one by one",
    "games": "whole games",
    "forced": "forced on every hand",
}
NONE: Final = "–"
PER_CENT: Final = "\N{NO-BREAK SPACE}%"  # never alone at the start of a line


def contract_label(contract: str) -> str:
    """Return a contract as players write it.

    >>> [contract_label(text) for text in ("7S", "10NT", "M", "BN", "8Hsk", "Pass")]
    ['7♠', '10NT', 'Misère', 'Bar nullo', '8♥ sans kitty', 'all pass']
    """
    if contract in _SPECIAL:
        return _SPECIAL[contract]
    if contract.endswith("sk"):
        return f"{contract_label(contract.removesuffix('sk'))} sans kitty"
    level = "10" if contract.startswith("10") else contract[:1]
    return level + SUITS.get(contract[len(level) :], contract[len(level) :])


def count(number: Any) -> str:
    """Return a number of hands with separated thousands.

    >>> count(1234567)
    '1,234,567'
    """
    return f"{int(number):,}"


def percent(rate: float | None) -> str:
    r"""Return a rate in per cent, with more digits when it is small.

    >>> percent(0.613), percent(0.0123), percent(0.00012), percent(None)
    ('61.3\xa0%', '1.23\xa0%', '0.012\xa0%', '–')
    """
    if rate is None or not math.isfinite(rate):
        return NONE
    if rate == 0:
        return f"0{PER_CENT}"
    digits = 1 if abs(rate) >= 0.1 else 2 if abs(rate) >= 0.001 else 3
    return f"{100 * rate:.{digits}f}{PER_CENT}"


def points(value: float | None) -> str:
    """Return points with a sign.

    >>> points(12.345), points(-0.04), points(float("inf"))
    ('+12.3', '0.0', '–')
    """
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{value:+.1f}".replace("-", "−")
    return "0.0" if text[1:] == "0.0" else text


def number(value: float | None) -> str:
    """Return a plain number with one digit after the point.

    >>> number(14.26)
    '14.3'
    """
    return f"{value:,.1f}".replace("-", "−") if _known(value) else NONE


def span(low: float | None, high: float | None, say: Callable[[float | None], str]) -> str:
    r"""Return an interval as text, said by ``percent``, ``points`` or ``number``.

    >>> span(0.59, 0.62, percent), span(float("-inf"), 3.0, points)
    ('59.0 to 62.0\xa0%', 'no bound')
    """
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return NONE
    if math.isinf(low) or math.isinf(high):
        return "no bound"
    text = say(low)
    return f"{text.removesuffix(PER_CENT)} to {say(high)}"


def with_span(
    value: float | None, low: float | None, high: float | None, say: Callable[[float | None], str]
) -> str:
    """Return an estimate followed by its interval in brackets."""
    return f"{say(value)} ({span(low, high, say)})" if _known(value) else NONE


def _known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def naming(frame: pl.DataFrame, keys: Sequence[str]) -> Callable[[dict[str, object]], str]:
    """Return a function that names a row by those of ``keys`` that tell rows apart, nothing twice."""
    telling = [key for key in keys if frame.n_unique(subset=[key]) > 1] or list(keys[:1])

    def name(row: dict[str, object]) -> str:
        texts = [
            MODES.get(str(row[key]), str(row[key])) if key == "mode" else str(row[key])
            for key in telling
            if row[key] not in (None, "")
        ]
        return " · ".join(dict.fromkeys(texts))

    return name


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    every = list(words)
    return every[0] if len(every) == 1 else ", ".join(every[:-1]) + " and " + every[-1]
