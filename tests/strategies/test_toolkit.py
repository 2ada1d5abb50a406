"""The helpers for authors of strategies: masks, the trick on the table, seats, calls."""

from __future__ import annotations

import random

import numpy as np
import pytest
from seat_view import Position, masks

from sim import cards
from sim.rules import load_rules
from strategies import toolkit

AUS = load_rules("australian")


def mask(*powers: int) -> int:
    return sum(1 << power for power in powers)


def grid(text: str) -> np.ndarray:
    return np.array(masks(text), np.int32)


@pytest.fixture
def in_hearts() -> Position:
    """Seat 2 to play third to its partner's lead: 7H holds the trumps, diamonds are led."""
    hand = "RJ 6H AS 9S KD 8D JD 5C 6C 7C"
    table = Position(AUS, hand, seat=2, dealer=3).contract("7H", 0).start()
    return table.tricks("9D TD")


def test_masks_and_powers() -> None:
    assert toolkit.suit_of(cards.card_code("KD")) == cards.DIAMONDS
    assert toolkit.power_of(cards.card_code("KD")) == cards.KING
    assert toolkit.card(cards.DIAMONDS, cards.KING) == cards.card_code("KD")
    assert mask(3, 8, 12) & toolkit.above(8) == mask(12)
    assert mask(3, 8, 12) & toolkit.above(-1) == mask(3, 8, 12)
    assert mask(3, 8, 12) & toolkit.below(8) == mask(3)
    assert toolkit.total(grid("RJ AS KS 4D")) == 4
    assert toolkit.holds(grid("RJ AS"), cards.card_code("RJ"))
    assert not toolkit.holds(grid("RJ AS"), cards.card_code("AC"))
    assert toolkit.longest_suit(grid("AS KS 4D 5D 6H")) == cards.DIAMONDS  # the dearer of equals


def test_sure_winners_are_above_all_unseen_cards() -> None:
    ace, king, queen, jack = cards.ACE, cards.KING, cards.QUEEN, cards.JACK
    assert toolkit.sure_winners(mask(ace, king, jack), mask(queen, 5)) == mask(ace, king)
    assert toolkit.run(mask(ace, king, jack), mask(queen, 5)) == 2
    assert toolkit.run(mask(king, queen), mask(ace)) == 0
    assert toolkit.sure_winners(mask(2, 3), 0) == mask(2, 3)


def test_equal_cards_have_no_unseen_card_between() -> None:
    ace, king, queen, ten = cards.ACE, cards.KING, cards.QUEEN, cards.TEN
    assert toolkit.cheapest_equal(mask(ace, king, queen), mask(ten), ace) == queen
    assert toolkit.cheapest_equal(mask(ace, queen), mask(king), ace) == ace


def test_winners_follow_trumps_and_the_suit_led(in_hearts: Position) -> None:
    view = in_hearts.to_play()
    assert toolkit.winners(view, cards.DIAMONDS) == mask(cards.KING)
    assert toolkit.cheapest_winner(view) == cards.card_code("KD")
    assert toolkit.lowest_legal(view) == cards.card_code("8D")
    assert not toolkit.partner_is_winning(view)
    assert toolkit.seats_to_come(view) == 1
    assert not toolkit.last_to_play(view)


def test_a_void_hand_wins_with_trumps_only() -> None:
    table = Position(AUS, "RJ 6H AS 9S KS 8S JD 5C 6C 7C", seat=2).contract("7H", 0).start()
    view = table.tricks("9D TD").to_play()
    hearts = toolkit.winners(view, cards.HEARTS)
    assert hearts == mask(2 + 2, cards.LEFT_BOWER, cards.RED_JOKER_TRUMP)
    assert toolkit.winners(view, cards.SPADES) == 0
    assert toolkit.cheapest_winner(view) == cards.card_code("6H")
    assert toolkit.lowest_legal(view) == cards.card_code("5C")  # no trump while there are others


def test_legal_cards_are_numbered(in_hearts: Position) -> None:
    view = in_hearts.to_play()
    found = [toolkit.nth_legal(view, n) for n in range(3)]
    assert found == [cards.card_code("8D"), cards.card_code("KD"), -1]


def test_seats_and_voids(in_hearts: Position) -> None:
    in_hearts.tricks("8D 5S")  # the last hand shows a void
    view = in_hearts.to_play()
    assert toolkit.is_void(view, 3, cards.DIAMONDS)
    assert not toolkit.is_void(view, 1, cards.DIAMONDS)
    assert not toolkit.opponents_void(view, cards.DIAMONDS)
    assert toolkit.left_of(view, 3) == 0
    assert toolkit.on_side(view, 0, 2)
    assert not toolkit.on_side(view, 0, 1)
    assert toolkit.first_suit_led(view, 0) == cards.DIAMONDS
    assert toolkit.first_suit_led(view, 2) == -1
    assert toolkit.has_led(view, 0, cards.DIAMONDS)
    assert not toolkit.has_led(view, 0, cards.CLUBS)


def test_trumps_against_end_when_both_opponents_are_void() -> None:
    table = Position(AUS, "RJ JH AH 8H AS 9S 6C 5C 7D 4D").contract("7H", 0).start()
    before = toolkit.trumps_against(table.to_play())
    assert before == 13 - 4  # nine of thirteen trumps are somewhere else
    table.tricks("JH 5S 4H 6S")
    assert toolkit.trumps_against(table.to_play()) == 0


def test_calls_are_read_from_the_auction() -> None:
    table = Position(AUS, "AH KH 10H 7H KS QS JS 8S KC 10C", seat=3)
    view = table.calls("6S Pass 7H").to_bid()
    assert toolkit.called(view, 0, cards.SPADES)
    assert not toolkit.called(view, 0, cards.HEARTS)
    assert toolkit.called(view, 2, cards.HEARTS)
    assert toolkit.has_passed(view, 1)
    assert not toolkit.has_passed(view, 0)
    bid = cards.call_code
    assert toolkit.cheapest_bid(view, cards.SPADES) == bid("8S")
    assert toolkit.cheapest_bid(view, cards.NO_TRUMPS) == bid("7NT")
    assert toolkit.dearest_bid(view, cards.SPADES, 9) == bid("9S")
    assert toolkit.dearest_bid(view, cards.SPADES, 7) == cards.PASS
    assert toolkit.level_of(view, bid("8S")) == 8
    assert toolkit.value_of(view, bid("8S")) == 240
    assert toolkit.strain_of(view, bid("8S")) == cards.SPADES
    assert toolkit.strain_of(view, cards.PASS) == -1
    assert toolkit.is_legal_call(view, cards.MISERE)
    assert not toolkit.is_legal_call(view, bid("6H"))


def test_chance_is_as_frequent_as_asked() -> None:
    table = Position(AUS, "")
    draw = random.Random(3)
    hits = 0
    for _ in range(2_000):
        table.v.noise = draw.getrandbits(63)
        hits += toolkit.chance(table.v, 25, 1)
        assert not toolkit.chance(table.v, 0, 1)
        assert toolkit.chance(table.v, 100, 1)
    assert 400 < hits < 600  # five standard deviations
