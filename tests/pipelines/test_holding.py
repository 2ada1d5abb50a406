"""A hand held: the other cards are dealt fairly, sure things are sure, mistakes are told."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from pipelines import holding
from pipelines.cli import app
from sim.cards import card_code, card_masks, mask_cards
from sim.engine import Held, play_forced, play_hands
from sim.rules import load_rules
from strategies.api import parse_player

GOOD = "RJ JH JD AH KH 9H AS 4D 5D 6C"


def question(cards: str, rules: str = "australian", **more: object) -> holding.Question:
    """Return a question about a hand among club players."""
    game = load_rules(rules)
    return holding.Question(game, holding.parse_hand(cards, game), parse_player("club"), **more)  # type: ignore[arg-type]


def contract(frame: pl.DataFrame, name: str) -> dict[str, float]:
    """Return the row of a contract."""
    return frame.row(by_predicate=pl.col("contract") == name, named=True)


@pytest.mark.parametrize(
    ("rules", "cards", "turn"),
    [("australian", GOOD, 2), ("solo-3", "RJ AS KS QS JS TS 9S 8S 7S AH", 0),
     ("two-handed", "RJ AS KS QS JS TS 9S AH KH QH", 1), ("six-3v3", GOOD, 5)],
)  # fmt: skip
def test_the_rest_of_the_pack_is_dealt_to_the_others(rules: str, cards: str, turn: int) -> None:
    game = load_rules(rules)
    held = tuple(card_code(card) for card in cards.split())
    seats = [parse_player("random_legal")] * game.table.players
    batch = play_hands(game, seats, seed=3, first=0, count=2_000, trace=True, held=Held(held, turn))
    dealt = batch.traces["dealt"][:, : len(seats)]
    assert (dealt[:, 0] == card_masks(held)).all()
    kitty = batch.traces["kitty"]
    together = np.bitwise_or.reduce(dealt, axis=1) | kitty
    counts = np.bitwise_count(dealt).sum(axis=(1, 2)) + np.bitwise_count(kitty).sum(axis=1)
    assert (counts == np.bitwise_count(together).sum(axis=1)).all()  # nothing dealt twice
    first_to_call = (batch.hands["dealer"] + 1) % len(seats)
    assert set(batch.hands["dealer"]) == {(-1 - turn) % len(seats)}
    assert ((first_to_call + turn) % len(seats) == 0).all()
    others = [card for card in game.cards() if card not in held]
    for suit, power in (divmod(card, 32) for card in others):
        share = (dealt[:, 1, suit] >> power & 1).mean()
        fair = 10 / len(others)
        assert abs(share - fair) < 4.5 * np.sqrt(fair * (1 - fair) / 2_000)


def test_a_held_hand_is_as_good_as_the_same_hand_when_it_happens_to_be_dealt() -> None:
    rules, seats = load_rules("australian"), [parse_player("club")] * 4
    batch = play_forced(rules, seats, seed=9, first=0, count=400, seat=0, call=9, trace=True)
    for row in range(0, 400, 80):
        cards = tuple(mask_cards(batch.traces["dealt"][row, batch.hands["contractor"][row]]))
        again = play_forced(rules, seats, seed=9, first=0, count=50, seat=0, call=9, trace=True,
                            held=Held(cards))  # fmt: skip
        assert (again.hands["trumps"] == batch.hands["trumps"][row]).all()
        assert (again.hands["jokers"] == batch.hands["jokers"][row]).all()


def test_ten_sure_tricks_and_a_sure_misere() -> None:
    frame = holding.estimate(question("RJ JH JD AH KH QH TH 9H 8H 7H", deals=300))
    row = contract(frame, "10H")
    assert row["made_rate"] == 1.0
    assert 0.98 < row["made_rate_low"] < 1.0
    assert row["net_points"] == 500.0
    frame = holding.estimate(question("4H 5H 6H 4D 5D 6D 5S 6S 7S 5C", deals=300))
    row = contract(frame, "M")
    assert row["made_rate"] == 1.0
    assert row["net_points"] == 250.0
    assert 240 < row["net_points_low"] < 250


def test_gain_is_the_difference_from_passing_and_two_seeds_agree() -> None:
    frames = [holding.estimate(question(GOOD, deals=2_000, seed=seed)) for seed in (1, 2)]
    for frame in frames:
        passing = contract(frame, holding.PASSING)
        assert passing["gain"] is None
        for row in frame.filter(pl.col("gain").is_not_null()).iter_rows(named=True):
            assert row["gain"] == pytest.approx(row["net_points"] - passing["net_points"])
    first, second = (frame.filter(pl.col("made_rate").is_not_null()) for frame in frames)
    apart = (first["made_rate"] - second["made_rate"]).abs().to_numpy()
    width = (first["made_rate_high"] - first["made_rate_low"]).to_numpy()
    assert (apart < 1.5 * width).all()


def test_command_tells_the_best_contract_and_the_call() -> None:
    found = CliRunner().invoke(app, ["hand", GOOD, "--deals", "500"])
    assert found.exit_code == 0, found.output
    assert "club calls 8H" in found.output
    assert "The best contract to have is 8♥" in found.output
    assert "10NT" in found.output


@pytest.mark.parametrize(
    ("cards", "more", "told"),
    [
        ("RJ JH", {}, "2 cards; everybody is dealt 10"),
        (GOOD.replace("6C", "4C"), {}, "4C is not in the pack"),
        (GOOD.replace("6C", "5D"), {}, "5D is there twice"),
        (GOOD.replace("6C", "6X"), {}, "'6X' is not a card"),
        (GOOD, {"turn": 4}, r"turn 4: 0 .* to 3"),
        (GOOD, {"scores": (100,)}, "1 numbers; allowed: 2"),
    ],
)
def test_mistakes_are_told(cards: str, more: dict[str, object], told: str) -> None:
    with pytest.raises(holding.HandError, match=told):
        holding.estimate(question(cards, **more))


def test_scores_are_whole_numbers() -> None:
    assert holding.parse_scores("450,-300") == (450, -300)
    for text in ("a", "9999,0"):
        with pytest.raises(holding.HandError, match="scores"):
            holding.parse_scores(text)
