"""A misère played again at the value that the report says breaks even: then it must gain nothing.

Forced on every hand against opponents who pass and play any card, a misère is made often enough to have
such a value. A side that bids no misère in the auction does not mind what one is worth; one that does
bids it less often when it is cheap, and the auction it is set against is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import polars as pl
from found import Found

from pipelines.measures import misere
from pipelines.simulate import Progress, simulate
from pipelines.study import make_study

OPPONENT: Final = "random_legal(pass_rate=1)"
DEAF: Final = "club(misere_risk=0)"  # bids no misère, whatever it is worth
SURE: Final = 4.0


def play(
    folder: Path, player: str, value: int, deals: int, seed: int, progress: Progress | None = None
) -> dict[str, dict[str, Any]]:
    """Play a forced misère of this value and the auction; return its estimates by what was held."""
    data = {
        "title": "Break even",
        "seed": seed,
        "variants": [{"rules": "australian", "set": {"misere.value": value}}],
        "line_ups": [{"name": "quiet", "teams": [player, OPPONENT]}],
        "play": [
            {"mode": "hands", "deals": deals},
            {"mode": "forced", "deals": deals, "calls": ["M"], "seat": 0},
        ],
    }
    study = make_study(data, "even.toml")
    with simulate(study, folder, again=True, progress=progress).connect() as con:
        frame = misere.estimate(con)
    mine = frame.filter(
        pl.col("source") == "forced", pl.col("players") == f"{player} against {OPPONENT}"
    )
    return {row["holding"]: row for row in mine.iter_rows(named=True)}


def trials(folder: Path, deals: int, progress: Progress | None = None) -> Iterator[Found]:
    """Yield whether a misère at its break-even value gains nothing."""
    first = play(folder / "first", DEAF, 250, deals, 5, progress)
    for holding, row in first.items():
        if row["break_even_value"] is None:
            continue
        value = round(row["break_even_value"])
        start = f"misère, {holding}, worth {value} instead of 250"
        again = play(folder / "again", DEAF, value, deals, 5, progress)[holding]
        yield _gains_nothing(f"{start}, the same deals", again, 0.0)
        fresh = play(folder / "fresh", DEAF, value, deals, 6, progress)[holding]
        error = (row["break_even_value_high"] - row["break_even_value_low"]) / 3.92
        yield _gains_nothing(f"{start}, other deals", fresh, (2 * row["made_rate"] - 1) * error)


def _gains_nothing(what: str, row: dict[str, Any], unsure: float) -> Found:
    """Return whether the gain is 0 within its error and that of the value it was played at."""
    half = (row["gain_high"] - row["gain_low"]) / 2
    error = ((half / 1.96) ** 2 + unsure**2) ** 0.5
    found = f"{row['gain']:+.2f} ± {1.96 * error:.2f} (at {row['value']})"
    return Found(what, "a gain of 0", found, abs(row["gain"]) < SURE * error)
