"""The compiled game against the reference: the same legal answers, tricks, points and game ends."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referees import REFEREES
from reference.auction import INKLES, ladder
from reference.seats import teams_of
from rule_choices import any_rules
from side_by_side import SCORES, SideBySide
from variants import SWITCHES, VARIANTS

from sim.rules import Rules, preset_names


def play_alike(rules: Rules, rng: random.Random, count: int) -> None:
    """Play random hands on both, at scores around the ends of a game."""
    for _ in range(count):
        SideBySide(rules, rng, [rng.choice(SCORES) for _ in range(max(teams_of(rules)) + 1)]).run()


def test_every_preset_is_among_the_variants() -> None:
    assert set(SWITCHES) == set(preset_names())


@settings(max_examples=120, deadline=None, derandomize=True)
@given(any_rules(), st.integers(0, 2**32))
def test_any_rules_are_played_alike(rules: Rules, seed: int) -> None:
    play_alike(rules, random.Random(seed), 4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_is_played_alike(variant: str) -> None:
    play_alike(VARIANTS[variant], random.Random(variant), 30)


def test_random_hands_meet_every_kind_of_contract() -> None:
    """The comparison above would say little if its hands were all alike."""
    rng = random.Random(500)
    rules = VARIANTS["australian; table.deck=D46"]
    hands = [SideBySide(rules, rng, [0, 0]).run() for _ in range(400)]
    contracts = Counter(hand.contract.call if hand.contract else "Pass" for hand in hands)
    assert {"Pass", "6S", "7NT", "M", "OM", "10NT"} <= set(contracts)
    assert any(hand.contract and hand.contract.nominated for hand in hands)
    assert any(hand.play and any(hand.play.named) for hand in hands)
    assert {hand.made for hand in hands} == {True, False}


AUCTIONS = ["auction", "misere.a", "misere.v"]


@pytest.mark.parametrize(
    "variant",
    [*preset_names(), *(name for name in VARIANTS if any(key in name for key in AUCTIONS))],
)
def test_every_pair_of_first_bids_leaves_the_same_legal_calls(variant: str) -> None:
    rules = VARIANTS[variant]
    both = [referee() for referee in REFEREES.values()]
    for first in ["Pass", *(bid for bid in ladder(rules) if bid in both[0].legal_calls(rules, ""))]:
        one, other = (referee.legal_calls(rules, first) for referee in both)
        assert one == other, first
        for second in sorted(one):
            if rules.auction.rounds == "one" and rules.table.players == 2:
                continue  # the auction is over
            calls = f"{first} {second}"
            assert both[0].legal_calls(rules, calls) == both[1].legal_calls(rules, calls), calls


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_contract_and_number_of_tricks_is_scored_alike(variant: str) -> None:
    rules = VARIANTS[variant]
    both = [referee() for referee in REFEREES.values()]
    for call in ["Pass", *(bid for bid in ladder(rules) if bid not in INKLES)]:
        if call == "Pass" and rules.auction.all_pass != "play_no_trumps":
            continue
        for tricks, score in itertools.product(range(11), [-20, 430, 470, 490, 520]):
            scores = [score] * (max(teams_of(rules)) + 1)
            seat = tricks % rules.table.players
            one, other = (referee.points(rules, call, seat, tricks, 10, scores) for referee in both)
            assert one == other, (call, tricks, score)


ENDS = ["must_bid_to_win=False", "both_over", "target", "back_door"]


@pytest.mark.parametrize(
    "variant", ["australian", *(name for name in VARIANTS if any(end in name for end in ENDS))]
)
def test_every_pair_of_scores_ends_a_game_alike(variant: str) -> None:
    rules = VARIANTS[variant]
    both = [referee() for referee in REFEREES.values()]
    edges = [-510, -500, -490, 0, 490, 500, 510, 1000]
    for ours, theirs, contractor in itertools.product(edges, edges, [0, 1]):
        if max(ours, theirs) <= -500:
            continue  # a side only loses points with its own contract: both cannot get there
        for made in (False, True):
            one, other = (
                referee.game_end(rules, [ours, theirs], "7D", contractor, made) for referee in both
            )
            assert one == other, (ours, theirs, contractor, made)
