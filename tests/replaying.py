"""A trace of the compiled game, played again on the reference: every call and card is checked."""

from __future__ import annotations

from typing import Any

import numpy as np
from reference.table import Hand

from sim import cards
from sim.records import ENDINGS
from sim.rules import Rules

SEATS = 4
SUITS = cards.SUIT_LETTERS


def card_names(masks: Any) -> list[str]:
    return [cards.card_name(code) for code in cards.mask_cards(masks)]


def suit_letter(code: int) -> str | None:
    return None if code < 0 else SUITS[code]


def replay(rules: Rules, trace: Any, row: Any, forced: bool = False) -> Hand:
    """Play a trace on the reference and compare all that trace and row say about the hand."""
    assert [trace[name] for name in ("deal", "game", "hand_no", "dealer")] == [
        row[name] for name in ("deal", "game", "hand_no", "dealer")
    ]
    hand = Hand(
        rules,
        dealer=int(trace["dealer"]),
        hands={seat: card_names(trace["dealt"][seat]) for seat in range(SEATS)},
        kitty=card_names(trace["kitty"]),
        scores=[int(score) for score in trace["score_before"][:2]],
    )
    if forced:
        hand.force(int(trace["contractor"]), cards.CALL_NAMES[trace["contract"]])
    _replay_calls(hand, trace)
    _replay_exchange(hand, trace)
    _replay_play(hand, trace)
    _compare(hand, trace, row)
    return hand


def _replay_calls(hand: Hand, trace: Any) -> None:
    for n in range(trace["n_calls"]):
        assert hand.auction.turn == trace["call_seat"][n]
        hand.call(cards.CALL_NAMES[trace["call"][n]])
    assert hand.phase != "auction"


def _replay_exchange(hand: Hand, trace: Any) -> None:
    discards = [int(code) for code in trace["discards"] if code != cards.NO_CARD]
    if hand.phase == "exchange":
        for code in discards:
            hand.discard(cards.card_name(code))
    else:
        assert discards == []
    if hand.phase == "nomination":
        hand.nominate(suit_letter(trace["nominated"]))
    else:
        assert trace["nominated"] == -1


def _replay_play(hand: Hand, trace: Any) -> None:
    if hand.play is None:
        assert trace["n_tricks"] == 0
        return
    for trick in range(trace["n_tricks"]):
        leader = hand.play.turn
        assert leader == trace["leaders"][trick]
        named = suit_letter(trace["named"][trick])
        played = {seat for seat in range(SEATS) if trace["cards"][trick, seat] != cards.NO_CARD}
        assert played == set(range(SEATS)) - hand.play.sitting_out
        for _ in played:
            seat = hand.play.turn
            assert seat is not None
            card = cards.card_name(trace["cards"][trick, seat])
            hand.put(card, named if seat == leader else None)
        assert hand.play.winners[-1] == trace["winners"][trick]


def _compare(hand: Hand, trace: Any, row: Any) -> None:
    assert hand.phase == "over"
    points = hand.points()
    expected = {
        "n_calls": len(hand.auction.calls),
        "contract": cards.call_code(hand.contract.call) if hand.contract else cards.PASS,
        "contractor": -1 if hand.contractor is None else hand.contractor,
        "tricks": hand.tricks,
        "made": int(hand.made),
        **hand.features(),
    }
    assert {name: int(row[name]) for name in expected} == expected
    for record in (trace, row):
        assert list(record["points"]) == [*points, 0, 0, 0, 0]
        assert list(record["score_before"]) == [*hand.scores, 0, 0, 0, 0]
    assert (trace["contract"], trace["contractor"]) == (row["contract"], row["contractor"])
    taken = [hand.play.tricks_of(seat) if hand.play else 0 for seat in range(SEATS)]
    assert list(trace["tricks_won"]) == [*taken, 0, 0]


def replay_game(rules: Rules, game: Any, rows: np.ndarray, traces: np.ndarray) -> None:
    """Play all hands of a game on the reference: who deals, the scores, when it ends, who wins."""
    dealer, scores, end, passed_out = int(game["game"]) % SEATS, [0, 0], None, 0
    assert game["first_dealer"] == dealer
    for number, (row, trace) in enumerate(zip(rows, traces, strict=True)):
        assert end is None, "the game was over"
        assert (row["hand_no"], row["deal"]) == (number, int(game["game"]) * 256 + number)
        assert row["dealer"] == dealer
        hand = replay(rules, trace, row)
        assert hand.scores == scores
        scores = [score + won for score, won in zip(scores, hand.points(), strict=True)]
        passed_out += hand.contractor is None
        dealer = hand.next_dealer()
        end = hand.game_end()
    assert game["n_hands"] == len(rows)
    assert game["n_passed_out"] == passed_out
    assert list(game["score"]) == [*scores, 0, 0, 0, 0]
    winner, ended_by = end if end is not None else (-1, "unfinished")
    assert (int(game["winner"]), ENDINGS[game["ended_by"]]) == (winner, ended_by)
    assert end is not None or len(rows) == 200
