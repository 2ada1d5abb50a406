"""Comparisons: duels, ratings and the sequential test find what is known to be true."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from pipelines.comparing import Comparison, compare, looks, net_points
from pipelines.measures import comparison
from pipelines.measures.comparison_estimate import CONTROL, duels, estimate
from pipelines.ratings import bradley_terry, points_above_field
from pipelines.sequential import SequentialTest
from pipelines.stats import batch_mean
from pipelines.store import Run
from pipelines.study import StudyError
from strategies.api import parse_player

DEALS, GAMES = 600, 20
RARE = "random_legal(pass_rate=0.9)"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    asked = Comparison(("random_legal", RARE), deals=DEALS, games=GAMES)
    return compare(asked, tmp_path_factory.mktemp("run") / "duel", workers=1)[0]


@pytest.fixture(scope="module")
def frame(run: Run) -> pl.DataFrame:
    with run.connect() as con:
        return estimate(con)


def test_points_of_a_duel_are_those_of_its_hands(run: Run, frame: pl.DataFrame) -> None:
    with run.connect() as con:
        total = con.sql(
            "SELECT sum(CASE WHEN moved = 0 THEN points_0 - points_1 ELSE points_1 - points_0 END)"
            " / count(*) FROM hands JOIN cells USING (cell)"
            f" WHERE mode = 'hands' AND line_up = 'random_legal v {RARE}'"
        ).fetchall()[0]
    row = duels(frame).row(0, named=True)
    assert row["n"] == DEALS
    assert row["value"] == pytest.approx(float(total[0]))
    assert row["low"] < row["value"] < row["high"]


def test_parts_add_up_to_the_points(frame: pl.DataFrame) -> None:
    net = duels(frame)["value"][0]
    for figure in ("part", "seat"):
        parts = frame.filter(pl.col("figure") == figure, pl.col("mode") == "hands")
        assert parts["value"].sum() == pytest.approx(net)


def test_strategy_against_itself_comes_to_nothing(frame: pl.DataFrame) -> None:
    same = frame.filter(pl.col("first") == pl.col("second"))
    assert same["line_up"].str.starts_with(CONTROL).all()
    assert same["value"].to_list() == [0.0, 0.0]


def test_findings_name_who_is_better(frame: pl.DataFrame) -> None:
    told = " ".join(comparison.finding(frame))
    assert f"{RARE} is better than random_legal by +" in told
    assert "0, as it must be" in told
    assert comparison.table(frame).height == frame.height


def test_comparison_grows_to_the_rows_of_a_longer_one(tmp_path: Path) -> None:
    short = Comparison(("random_legal", RARE), deals=150, games=0)
    long = Comparison(("random_legal", RARE), deals=400, games=0)
    compare(short, tmp_path / "grown", workers=1)
    grown, _ = compare(long, tmp_path / "grown", workers=1)
    whole, _ = compare(long, tmp_path / "whole", workers=1)
    assert net_points(grown) == net_points(whole)
    kept, _ = compare(short, tmp_path / "grown", workers=1)  # fewer deals: nothing is lost
    assert net_points(kept) == net_points(whole)


def test_sequential_test_stops_when_it_is_clear(tmp_path: Path) -> None:
    asked = Comparison(("random_legal", RARE), deals=9_000, games=0)
    run, verdict = compare(asked, tmp_path / "run", test=SequentialTest(5.0), workers=1)
    assert verdict == "second"
    assert run.info["study"]["play"][0]["deals"] == looks(9_000)[0]


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (("club",), "two strategies or more"),
        (("club", "club"), "named twice"),
    ],
)
def test_comparison_that_makes_no_sense_is_refused(players: tuple[str, ...], says: str) -> None:
    with pytest.raises(StudyError, match=says):
        Comparison(players).study()


def test_sequential_test_is_for_two(tmp_path: Path) -> None:
    asked = Comparison(("club", "novice", "random_legal"))
    with pytest.raises(StudyError, match="two strategies"):
        compare(asked, tmp_path / "run", test=SequentialTest(1.0))


def test_player_of_two_halves_bids_as_one_and_plays_as_the_other() -> None:
    player = parse_player("club(boldness=0.5)+novice(carelessness=0.25)")
    assert player.name == "club(boldness=0.5)+novice(carelessness=0.25)"
    assert player.hooks[0] is parse_player("club").hooks[0]
    assert player.hooks[2] is parse_player("novice").hooks[2]
    assert player.card_values == (0.25,)


def _sequential(mean: float, rng: np.random.Generator, test: SequentialTest) -> str:
    """Return the verdict on made-up deals of standard deviation 100."""
    total, square, n = 0.0, 0.0, 0
    for deals in looks(400_000):
        more = rng.normal(mean, 100, deals - n)
        total, square, n = total + more.sum(), square + (more**2).sum(), deals
        error = float(np.sqrt((square / n - (total / n) ** 2) / n))
        verdict = test.verdict(total / n, error)
        if verdict != "open":
            return verdict
    return "open"


def test_sequential_test_keeps_its_errors() -> None:
    rng, test, times = np.random.default_rng(500), SequentialTest(2.0), 400
    equal = [_sequential(0.0, rng, test) for _ in range(times)]
    better = [_sequential(2.0, rng, test) for _ in range(times)]
    assert sum(said in ("first", "second") for said in equal) <= 0.05 * times + 2 * 4.4
    assert sum(said != "first" for said in better) <= 0.05 * times + 2 * 4.4


def test_intervals_of_equal_strategies_cover_zero() -> None:
    rng, times = np.random.default_rng(7), 1000
    covered = 0
    for _ in range(times):
        n = rng.multinomial(3000, np.full(1024, 1 / 1024)).astype(float)
        found = batch_mean(rng.normal(0, 100 * np.sqrt(n)), n).bounds()
        covered += found.low <= 0 <= found.high
    assert 0.935 <= covered / times <= 0.965


def test_ratings_find_the_strengths_that_made_the_games() -> None:
    rng = np.random.default_rng(3)
    strength = {"a": 120.0, "b": 0.0, "c": -120.0}
    won, n, nets = {}, {}, {}
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        chance = 1 / (1 + 10 ** ((strength[pair[1]] - strength[pair[0]]) / 400))
        n[pair] = np.full(256, 40.0)
        won[pair] = rng.binomial(40, chance, 256).astype(float)
        nets[pair] = batch_mean(
            rng.normal(strength[pair[0]] - strength[pair[1]], 1, 256), np.ones(256)
        )
    for player, found in zip(strength, bradley_terry(list(strength), won, n), strict=True):
        low, high = found.bounds()[1:]
        assert low - 5 < strength[player] < high + 5
        assert high - low < 30
    for player, found in zip(strength, points_above_field(list(strength), nets), strict=True):
        assert found.value == pytest.approx(strength[player], abs=1)
