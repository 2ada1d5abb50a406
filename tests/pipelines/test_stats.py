"""Intervals: against other libraries, and by how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest

from pipelines import stats

RUNS = 8000  # of a coverage trial: two standard errors are half a percentage point


def held(lows: np.ndarray, highs: np.ndarray, truth: float | np.ndarray) -> float:
    """Return the share of intervals that hold the truth."""
    return float(np.mean((lows <= truth) & (truth <= highs)))


def sums_of_rows(y: np.ndarray, x: np.ndarray) -> stats.Sums:
    """Return the sums of many trials at once: shape (trials, batches) each."""
    return stats.Sums(
        np.count_nonzero(x, axis=1).astype(float),
        x.sum(axis=1),
        y.sum(axis=1),
        (x * x).sum(axis=1),
        (x * y).sum(axis=1),
        (y * y).sum(axis=1),
    )


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 7), (600, 1000), (7, 7), (3, 100_000)])
def test_wilson_is_that_of_scipy_and_statsmodels(k: int, n: int) -> None:
    from scipy.stats import binomtest
    from statsmodels.stats.proportion import proportion_confint

    ours = stats.wilson(k, n)
    scipy = binomtest(k, n).proportion_ci(method="wilson")
    assert (float(ours.low), float(ours.high)) == pytest.approx((scipy.low, scipy.high))
    other = proportion_confint(k, n, method="wilson")
    assert (float(ours.low), float(ours.high)) == pytest.approx(other)


def test_nothing_seen_is_not_a_rate() -> None:
    assert np.isnan(stats.wilson(0, 0)).all()
    assert np.isnan(stats.rate_interval(stats.Sums.of([0, 0], [0, 0]))).all()
    assert np.isnan(stats.batch_mean([0.0], [0.0]).bounds()).all()


def test_mean_of_equal_batches_is_students_interval() -> None:
    from scipy.stats import t

    y = np.random.default_rng(1).normal(3, 2, 40)
    ours = stats.mean_interval(stats.Sums.of(y, np.ones(40)))
    low, high = t.interval(0.95, 39, loc=y.mean(), scale=y.std(ddof=1) / np.sqrt(40))
    assert (float(ours.low), float(ours.high)) == pytest.approx((low, high))
    assert tuple(stats.batch_mean(y, np.ones(40)).bounds()) == pytest.approx((y.mean(), low, high))


def test_ratio_error_is_the_cluster_robust_one() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    game = np.repeat(np.arange(60), rng.integers(5, 20, 60))
    points = rng.normal(10, 50, len(game)) + rng.normal(0, 30, 60)[game]
    fitted = sm.OLS(points, np.ones(len(game))).fit(
        cov_type="cluster", cov_kwds={"groups": game}, use_t=True
    )
    y, x = np.bincount(game, points), np.bincount(game).astype(float)
    n, clusters = len(game), 60
    # statsmodels also scales by (n - 1) / (n - 1 parameter), which is 1 here
    assert float(stats.ratio_error(stats.Sums.of(y, x))) == pytest.approx(fitted.bse[0], rel=1e-6)
    assert stats.batch_mean(y, x).error == pytest.approx(fitted.bse[0], rel=1e-6)
    assert n > clusters


@pytest.mark.parametrize(
    ("least", "most", "n"), [(0.55, 0.7, 400), (0.03, 0.06, 1500), (0.4, 0.6, 60)]
)
def test_rate_interval_holds_the_truth_for_independent_hands(
    least: float, most: float, n: int
) -> None:
    rng = np.random.default_rng(n)
    # each trial has its own truth, since for a single one the steps of a count show
    rate = rng.uniform(least, most, RUNS)
    made = (rng.random((RUNS, n)) < rate[:, None]).astype(float)
    interval = stats.rate_interval(sums_of_rows(made, np.ones_like(made)))
    assert 0.94 <= held(interval.low, interval.high, rate) <= 0.96


@pytest.mark.parametrize("rate", [0.6, 0.1])
def test_rate_interval_holds_the_truth_for_hands_of_games(rate: float) -> None:
    rng = np.random.default_rng(7)
    strength = 4.0  # games differ much: the design effect is over 3
    chance = rng.beta(rate * strength, (1 - rate) * strength, (RUNS, 250))
    hands = rng.integers(6, 25, (RUNS, 250))
    made = rng.binomial(hands, chance).astype(float)
    sums = sums_of_rows(made, hands.astype(float))
    interval = stats.rate_interval(sums)
    assert 0.94 <= held(interval.low, interval.high, rate) <= 0.96
    naive = stats.wilson(sums.y, sums.x)
    assert held(naive.low, naive.high, rate) < 0.85, "these hands should need the adjustment"


def test_mean_interval_holds_the_truth_for_hands_of_games() -> None:
    rng = np.random.default_rng(8)
    hands = rng.integers(6, 25, (RUNS, 120)).astype(float)
    skill = rng.exponential(20, (RUNS, 120)) - 20
    points = hands * (12 + skill) + rng.normal(0, 150, (RUNS, 120)) * np.sqrt(hands)
    interval = stats.mean_interval(sums_of_rows(points, hands))
    assert 0.94 <= held(interval.low, interval.high, 12.0) <= 0.96


def test_paired_difference_holds_the_truth_and_is_narrower() -> None:
    rng = np.random.default_rng(9)
    inside, narrower = [], []
    for _ in range(RUNS):
        deal = rng.normal(0, 100, 200)  # the luck of the deal, the same for both
        n = rng.integers(5, 15, 200).astype(float)
        first = stats.batch_mean(n * (deal + 3) + rng.normal(0, 60, 200), n)
        second = stats.batch_mean(n * (deal + 8) + rng.normal(0, 60, 200), n)
        bounds = (second - first).bounds()
        inside.append(bounds.low <= 5 <= bounds.high)
        narrower.append(stats.narrowing(second, first))
    assert 0.94 <= np.mean(inside) <= 0.96
    assert np.mean(narrower) > 5


def test_break_even_rate_against_nothing_is_one_half() -> None:
    nothing = stats.Mean(0.0, np.zeros(10))
    assert stats.break_even_rate(nothing, nothing, 250).value == 0.5


def test_break_even_rate_makes_the_contract_worth_the_alternative() -> None:
    nowhere = np.zeros(10)
    alternative, given_away = stats.Mean(35.0, nowhere), stats.Mean(12.0, nowhere)
    p = stats.break_even_rate(alternative, given_away, 250).value
    assert 250 * p - 250 * (1 - p) - 12 == pytest.approx(35)


def test_break_even_rate_and_value_hold_the_truth() -> None:
    rng = np.random.default_rng(10)
    value, success, worth = 250, 0.62, 30.0  # misère at 62 %, an auction worth 30 on the same deals
    nothing = stats.Mean(0.0, np.zeros(300))
    true_rate = (worth + value) / (2 * value)
    true_value = worth / (2 * success - 1)
    in_rate, in_value = [], []
    for _ in range(RUNS):
        n = rng.integers(3, 9, 300).astype(float)
        deal = rng.normal(0, 1, 300)
        chance = np.clip(success + 0.1 * np.tanh(deal), 0, 1)  # good deals are good both ways
        made = rng.binomial(n.astype(int), chance).astype(float)
        auction = n * (worth + 60 * np.tanh(deal)) + rng.normal(0, 150, 300) * np.sqrt(n)
        alternative = stats.batch_mean(auction, n)
        bounds = stats.break_even_rate(alternative, nothing, value).bounds()
        in_rate.append(bounds.low <= true_rate <= bounds.high)
        found = stats.break_even_value(alternative, nothing, stats.batch_mean(made, n))
        in_value.append(found.low <= true_value <= found.high)
    assert 0.94 <= np.mean(in_rate) <= 0.96
    assert 0.94 <= np.mean(in_value) <= 0.96


def test_break_even_value_has_no_ends_near_an_even_chance() -> None:
    rng = np.random.default_rng(11)
    n = np.ones(100)
    coin = stats.batch_mean(np.tile([0.0, 1.0], 50) + 0.001, n)
    found = stats.break_even_value(
        stats.batch_mean(rng.normal(20, 50, 100), n), stats.batch_mean(0 * n, n), coin
    )
    assert np.isinf(found.low)
    assert np.isinf(found.high)


def test_variety_of_equal_contracts_is_their_number() -> None:
    counts = np.full((50, 7), 3)
    assert np.exp(stats.variety(counts).value) == pytest.approx(7, abs=1e-9)


def test_variety_holds_the_truth() -> None:
    rng = np.random.default_rng(12)
    chances = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
    truth = -float(chances @ np.log(chances))
    inside = []
    for _ in range(RUNS):
        bounds = stats.variety(rng.multinomial(40, chances, 150)).bounds()
        inside.append(bounds.low <= truth <= bounds.high)
    assert 0.94 <= np.mean(inside) <= 0.96


def test_one_batch_has_no_interval_for_a_mean() -> None:
    assert np.isnan(stats.mean_interval(stats.Sums.of([50.0], [10.0])).low)
    one = stats.batch_mean([50.0, 0.0], [10.0, 0.0]).bounds()
    assert one.value == 5
