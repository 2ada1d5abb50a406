"""Deals are fair: the chances that can be worked out exactly are met by many deals.

The seeds are fixed, so a test either passes always or fails always. Each limit is set so that of a
million other seeds about one would fail a correct shuffle.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from kernel_table import Passing
from scipy import stats

from sim import cards, rng
from sim.engine import play_hands
from sim.records import HOOKS
from sim.rules import Rules, load_rules

FALSE_ALARM = 1e-6
N_DEALS = 40_000
KITTY = 4  # the place after the four seats

AUS = load_rules("australian")


def deal_many(rules: Rules, seed: int, count: int = N_DEALS, first: int = 0) -> np.ndarray:
    """Return for each deal the place of each card of the pack: seat 0 to 3, or the kitty."""
    batch = play_hands(rules, [Passing()] * 4, seed=seed, first=first, count=count, trace=True)
    traces, record = batch.traces, rules.record()[0]
    masks = np.concatenate([traces["dealt"][:, :4], traces["kitty"][:, None]], axis=1)
    pack = record["deck"][: record["n_deck"]]
    held = masks[:, :, pack // cards.STRIDE] >> (pack % cards.STRIDE) & 1
    assert (held.sum(axis=1) == 1).all()  # every card is somewhere, and only there
    return held.argmax(axis=1)


def column(name: str, rules: Rules = AUS) -> int:
    """Return the column of a card in the arrays of ``deal_many``."""
    return list(rules.record()["deck"][0]).index(cards.card_code(name))


def assert_likely(observed: Any, expected: Any) -> None:
    """Fail if counts are further from what is expected than chance explains (chi-square)."""
    observed, expected = np.ravel(observed), np.ravel(expected)
    assert expected.min() > 20  # the law that the limit comes from needs so many
    assert observed.sum() == pytest.approx(expected.sum())
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic < stats.chi2.isf(FALSE_ALARM, observed.size - 1)


def assert_share(hits: Any, chance: float) -> None:
    """Fail if the share of True is further from its chance than chance explains (binomial)."""
    n, k = len(hits), int(np.sum(hits))
    assert stats.binomtest(k, n, chance).pvalue > FALSE_ALARM, f"{k / n} of {n}, expected {chance}"


@pytest.fixture(scope="module")
def places() -> np.ndarray:
    return deal_many(AUS, seed=500)


def test_joker_lies_in_the_kitty_three_times_in_43(places: np.ndarray) -> None:
    joker = places[:, column("RJ")]
    assert_share(joker == KITTY, 3 / 43)
    chances = np.array([10, 10, 10, 10, 3]) / 43
    assert_likely(np.bincount(joker, minlength=5), N_DEALS * chances)


def test_every_card_falls_everywhere_as_often_as_it_should(places: np.ndarray) -> None:
    counts = np.stack([(places == place).sum(axis=0) for place in range(5)])
    expected = N_DEALS * np.array([10, 10, 10, 10, 3])[:, None] / 43
    # Cards take each other's places: that makes the statistic larger by 43/42 than for free cells.
    statistic = ((counts - expected) ** 2 / expected).sum() * 42 / 43
    assert statistic < stats.chi2.isf(FALSE_ALARM, 42 * 4)


@pytest.mark.parametrize(("suit", "size"), [("S", 10), ("H", 11)])
@pytest.mark.parametrize("seat", range(4))
def test_suit_lengths_follow_the_hypergeometric_law(
    places: np.ndarray, suit: str, size: int, seat: int
) -> None:
    ranks = "56789TJQKA" if size == 10 else "456789TJQKA"
    columns = [column(rank + suit) for rank in ranks]
    lengths = (places[:, columns] == seat).sum(axis=1)
    law = stats.hypergeom(43, size, 10).pmf(np.arange(7))
    law[6] += 1 - law.sum()  # six and more
    assert_likely(np.bincount(np.minimum(lengths, 6), minlength=7), N_DEALS * law)


@pytest.mark.parametrize(("held", "percent"), [(4, 63), (5, 58), (6, 52)])
def test_kitty_brings_a_trump_to_a_hand_with_some(
    places: np.ndarray, held: int, percent: int
) -> None:
    trumps = [column(rank + "H") for rank in "456789TJQKA"] + [column("JD"), column("RJ")]
    chance = 1 - comb(33 - (13 - held), 3) / comb(33, 3)
    assert round(100 * chance) == percent
    has = (places[:, trumps] == 1).sum(axis=1) == held
    assert_share((places[has][:, trumps] == KITTY).any(axis=1), chance)


def test_joker_that_is_not_mine_is_with_an_opponent_twice_as_often_as_with_partner(
    places: np.ndarray,
) -> None:
    joker = places[:, column("RJ")]
    elsewhere = joker[joker != 0]
    observed = [(elsewhere == 2).sum(), (elsewhere % 2 == 1).sum(), (elsewhere == KITTY).sum()]
    assert_likely(observed, len(elsewhere) * np.array([10, 20, 3]) / 33)


def test_two_cards_fall_independently_but_for_the_room_they_take(places: np.ndarray) -> None:
    together = [
        (places[:, column(first)] == places[:, column(second)])
        for first, second in [("RJ", "JH"), ("AS", "KS"), ("4D", "5D"), ("AH", "RJ")]
    ]
    chance = (4 * comb(10, 2) + comb(3, 2)) / comb(43, 2)
    for same in together:
        assert_share(same, chance)


def test_a_deal_says_nothing_about_the_next_one(places: np.ndarray) -> None:
    joker = places[:, column("RJ")]
    chances = np.array([10, 10, 10, 10, 3]) / 43
    for step in (1, 4, 256):  # the next deal, the same dealer's next, the next game's first
        pairs = np.bincount(5 * joker[:-step] + joker[step:], minlength=25)
        assert_likely(pairs, (N_DEALS - step) * np.outer(chances, chances))


def test_the_dealer_gets_no_better_cards(places: np.ndarray) -> None:
    joker, dealer = places[:, column("RJ")], np.arange(N_DEALS) % 4
    chances = np.array([10, 10, 10, 10, 3]) / 43
    counts = np.bincount(5 * dealer + joker, minlength=20)
    assert_likely(counts, N_DEALS / 4 * np.tile(chances, 4))


def test_another_seed_deals_other_cards(places: np.ndarray) -> None:
    other = deal_many(AUS, seed=501)
    chances = np.array([10, 10, 10, 10, 3]) / 43
    for card in ("RJ", "AS"):
        pairs = np.bincount(5 * places[:, column(card)] + other[:, column(card)], minlength=25)
        assert_likely(pairs, N_DEALS * np.outer(chances, chances))


def test_no_two_deals_are_the_same(places: np.ndarray) -> None:
    assert len(np.unique(places.astype(np.int8), axis=0)) == N_DEALS


def test_a_deal_depends_on_seed_and_number_alone(places: np.ndarray) -> None:
    assert (deal_many(AUS, seed=500, first=12_345, count=50) == places[12_345:12_395]).all()


@pytest.mark.parametrize(("deck", "kitty"), [("D44", 4), ("D46", 6)])
def test_both_jokers_lie_in_the_kitty_as_often_as_they_should(deck: str, kitty: int) -> None:
    rules = AUS.replace({"table.deck": deck})
    dealt = deal_many(rules, seed=7)
    both = [column("RJ", rules), column("BJ", rules)]
    chance = comb(kitty, 2) / comb(40 + kitty, 2)
    assert_share((dealt[:, both] == KITTY).all(axis=1), chance)


def test_noise_is_uniform_and_differs_by_question() -> None:
    key = np.uint64(rng.stream_key(500, 3, rng.NOISE))
    numbers = np.array(
        [rng.noise(key, 256 * hook + n) for hook in range(len(HOOKS)) for n in range(256)]
    )
    assert len(np.unique(numbers)) == numbers.size
    assert numbers.min() >= 0
    for bits in (numbers >> 59, numbers & 15):  # the highest and the lowest four bits
        assert_likely(np.bincount(bits, minlength=16), np.full(16, numbers.size / 16))
