"""Trials on hands that were played: do small runs hold what a big one finds, and do two big ones agree?

Club players under two sets of rules on the same deals. A run of one seed is cut into many small ones
(``cut_run``); what a run of another seed finds from a million hands stands for the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl
from cut_run import MARK, cut
from found import Found, covered

from pipelines.measures import balance, bid_success, fair_values, forced, misere
from pipelines.measures.balance_figures import Estimated
from pipelines.simulate import Progress, simulate
from pipelines.stats import Mean, narrowing
from pipelines.store import Run
from pipelines.study import make_study

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DEALS, GAMES = 2_000, 100  # of a small run
FEWEST = 30  # hands or games that an interval is asked to rest on
VARIANTS: Final = ("australian", "trickster-australian")
KEYS: Final = {
    "balance": ("variant", "line_up", "mode", "figure"),
    "bid_success": bid_success.KEYS,
    "misere": ("variant", "line_up", "players", "source", "kind", "holding"),
    "forced": (*forced.KEYS, *forced.CLASS),
    "fair_values": fair_values.KEYS,
}
ESTIMATES: Final = {
    "balance": ("value",),
    "bid_success": ("share", "made_rate", "contractor_points", "defender_points"),
    "misere": ("made_rate", "net_points", "needed_rate_auction", "gain"),
    "forced": ("made_rate", "net_points", "auction_points", "gain", "better_rate"),
    "fair_values": ("made_rate", "net_points", "fair_value"),
}
NAMED: Final = ("made_rate", "first_net", "contract_net", "game_hands")
NARROWED: Final = (("hands", "contract_net"), ("hands", "made_rate"), ("games", "game_hands"))
QUANTILES: Final = r"game_hands_\d"
SURE_RATIO: Final = 4.0  # the ratio of two spreads over n pieces is known to 1 / sqrt(n)
Frames = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Size:
    """How much is played: a big run, and so many small ones."""

    deals: int = 1_000_000
    games: int = 40_000
    pieces: int = 400


def play(folder: Path, seed: int, deals: int, games: int, progress: Progress | None = None) -> Run:
    """Play hands, forced contracts on the same deals, and games."""
    data = {
        "title": "Intervals",
        "seed": seed,
        "variants": [{"rules": name} for name in VARIANTS],
        "line_ups": [{"name": "club", "teams": ["club"]}],
        "play": [
            {"mode": "hands", "deals": deals},
            {"mode": "forced", "deals": deals // 2, "calls": ["M", "8H"], "seat": 0},
            {"mode": "games", "games": games},
        ],
    }
    return simulate(make_study(data, "intervals.toml"), folder, again=True, progress=progress)


def trials(folder: Path, size: Size, progress: Progress | None = None) -> Iterator[Found]:
    """Yield what comes of it."""
    big = play(folder / "big", 1, size.deals, size.games, progress)
    # half of the deals have forced contracts: only the pieces of that half are whole
    small = play(folder / "small", 2, 2 * size.pieces * DEALS, size.pieces * GAMES, progress)
    with big.connect() as con:
        truth, figures = measured(con), balance.figures(con)
    with small.connect() as con:
        other = measured(con)
    with cut(small, DEALS, GAMES, size.pieces) as con:
        pieces, each = measured(con), balance.figures(con)
    yield from held(pieces, truth)
    yield from agreement(truth, other)
    yield from pairing(each, figures)


def measured(con: DuckDBPyConnection) -> Frames:
    """Return the estimates of every measure."""
    measures: dict[str, Callable[[DuckDBPyConnection], pl.DataFrame]] = {
        "balance": balance.estimate,
        "bid_success": bid_success.estimate,
        "misere": misere.estimate,
        "forced": forced.estimate,
        "fair_values": fair_values.estimate,
    }
    return {name: estimate(con) for name, estimate in measures.items()}


def bounds(name: str, estimate: str) -> list[str]:
    """Return the three columns of an estimate."""
    if name == "balance":
        return ["value", "low", "high"]
    start = "made" if (name, estimate) == ("bid_success", "made_rate") else estimate
    return [estimate, f"{start}_low", f"{start}_high"]


def _known(frame: pl.DataFrame, name: str, estimate: str) -> pl.DataFrame:
    """Return an estimate as columns value, low, high, by the keys of its measure."""
    value, low, high = bounds(name, estimate)
    return frame.select(
        *KEYS[name], "n", value=pl.col(value), low=pl.col(low), high=pl.col(high)
    ).drop_nulls()


def against(pieces: Frames, truth: Frames, name: str, estimate: str) -> pl.DataFrame:
    """Return the estimates of the pieces with the truth and whether it was held, where n will do.

    Only what every piece has and shows often enough: else one would look at the lucky pieces only.
    """
    keys = list(KEYS[name])
    one = _known(pieces[name], name, estimate)
    name_and_piece = pl.col("variant").str.split(MARK).list
    one = one.with_columns(name_and_piece.first(), piece=name_and_piece.last())
    both = one.join(_known(truth[name], name, estimate), on=keys, suffix="_big")
    n_pieces = pieces["balance"]["variant"].n_unique() // len(VARIANTS)
    whole = (pl.len().over(keys) == n_pieces) & (pl.col("n").mean().over(keys) >= FEWEST)
    if (
        estimate == "fair_value"
    ):  # there is one where a contract is surely made more than half the time
        whole &= pl.col("n").mean().over(keys) >= 4 * FEWEST
    return both.filter(whole).with_columns(
        held=pl.col("value_big").is_between(pl.col("low"), pl.col("high"))
    )


def held(pieces: Frames, truth: Frames) -> Iterator[Found]:
    """Yield how often the small runs hold the truth, for each estimate of each measure."""
    for name, estimates in ESTIMATES.items():
        for estimate in estimates:
            both = against(pieces, truth, name, estimate)
            if name == "balance":
                yield from _held_of_balance(both)
            else:
                yield _covered(f"{name}.{estimate}", both)


def _held_of_balance(both: pl.DataFrame) -> Iterator[Found]:
    whole_numbers = pl.col("figure").str.contains(QUANTILES)
    for figure in NAMED:
        yield _covered(f"balance, {figure}", both.filter(pl.col("figure") == figure))
    yield _covered("balance, every figure", both.filter(~whole_numbers))
    yield _covered("balance, quantiles of length", both.filter(whole_numbers), 1.0)


def _covered(what: str, both: pl.DataFrame, most: float = 0.97) -> Found:
    return covered(f"small runs: {what}", both["held"].to_numpy(), 0.93, most, both["piece"])


def agreement(one: Frames, other: Frames) -> Iterator[Found]:
    """Yield how far two big runs of different seeds are apart, in standard errors."""
    scores: list[float] = []
    for name, estimates in ESTIMATES.items():
        for estimate in estimates:
            both = _known(one[name], name, estimate).join(
                _known(other[name], name, estimate), on=list(KEYS[name]), suffix="_2"
            )
            both = both.filter(pl.min_horizontal("n", "n_2") >= 10 * FEWEST)
            if name == "balance":
                both = both.filter(~pl.col("figure").str.contains(QUANTILES))
            errors = ((pl.col("high") - pl.col("low")) / 3.92).alias("e")
            apart = both.select(
                (pl.col("value") - pl.col("value_2"))
                / (errors**2 + ((pl.col("high_2") - pl.col("low_2")) / 3.92) ** 2).sqrt()
            ).to_series()
            scores += [score for score in apart if np.isfinite(score)]
    found = np.abs(np.array(scores))
    beyond = float(np.mean(found > 1.96))
    yield Found(
        f"two seeds: differences of {len(found)} estimates beyond 1.96", "2 to 9 %",
        f"{100 * beyond:.1f} %", 0.02 <= beyond <= 0.09,
    )  # fmt: skip
    yield Found(
        "two seeds: the greatest difference, in standard errors", "5 or less", f"{found.max():.1f}",
        bool(found.max() <= 5),
    )  # fmt: skip


def pairing(
    pieces: dict[balance.Key, dict[str, Estimated]], truth: dict[balance.Key, dict[str, Estimated]]
) -> Iterator[Found]:
    """Yield whether differences on the same deals hold the truth and are as narrow as is said.

    The spread of differences from the other rules on the same deals, over pieces, against that of
    differences from the next piece, which had deals of its own.
    """
    n = len({key[0] for key in pieces}) // len(VARIANTS)
    flags = []
    for mode, figure in _compared(truth):
        first, second = (_mean(truth[name, "club", mode][figure]) for name in VARIANTS)
        base, changed = (
            [_mean(pieces[f"{name}{MARK}{piece}", "club", mode][figure]) for piece in range(n)]
            for name in VARIANTS
        )
        paired = [theirs - ours for ours, theirs in zip(base, changed, strict=True)]
        difference = (second - first).value
        flags.append([each.bounds().low <= difference <= each.bounds().high for each in paired])
        if (mode, figure) not in NARROWED:
            continue
        alone = [theirs - ours for ours, theirs in zip(base[1:] + base[:1], changed, strict=True)]
        said, seen = narrowing(second, first), _spread(alone) / _spread(paired)
        yield Found(
            f"{figure}, {mode}: pairing narrows as much as is said", f"{said:.2f} times",
            f"{seen:.2f} times", abs(seen / said - 1) < SURE_RATIO / np.sqrt(n),
        )  # fmt: skip
    places = np.tile(np.arange(n), len(flags))
    yield covered(
        "small runs: differences of the other rules, paired", np.ravel(flags), 0.93, 0.97, places
    )


def _compared(figures: dict[balance.Key, dict[str, Estimated]]) -> Iterator[tuple[str, str]]:
    """Yield the figures that are not the same under both rules, with their mode."""
    for mode in ("hands", "games"):
        first, second = (figures[name, "club", mode] for name in VARIANTS)
        for figure, estimated in first.items():
            ours, theirs = estimated.mean, second[figure].mean
            if ours and theirs and np.isfinite(ours.value) and (theirs - ours).error > 0:
                yield mode, figure


def _spread(means: list[Mean]) -> float:
    return float(np.std([mean.value for mean in means]))


def _mean(estimated: Estimated) -> Mean:
    assert estimated.mean is not None
    return estimated.mean
