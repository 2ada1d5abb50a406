"""A trace of the compiled game, played again on the reference: every call and card is checked."""

from __future__ import annotations

from typing import Any

import numpy as np
from reference.seats import teams_of
from reference.table import Hand

from sim import cards
from sim.records import ENDINGS, MAX_TEAMS
from sim.rules import Rules

SUITS = cards.SUIT_LETTERS


def card_names(masks: Any) -> list[str]:
    return [cards.card_name(code) for code in cards.mask_cards(masks)]


def suit_letter(code: int) -> str | None:
    return None if code < 0 else SUITS[code]


def name_or_none(code: Any) -> str | None:
    return None if code == cards.NO_CARD else cards.card_name(code)


def n_teams(rules: Rules) -> int:
    return max(teams_of(rules)) + 1


def replay(rules: Rules, trace: Any, row: Any, forced: bool = False) -> Hand:
    """Play a trace on the reference and compare all that trace and row say about the hand."""
    assert [trace[name] for name in ("deal", "game", "hand_no", "dealer")] == [
        row[name] for name in ("deal", "game", "hand_no", "dealer")
    ]
    hand = Hand(
        rules,
        dealer=int(trace["dealer"]),
        hands={seat: card_names(trace["dealt"][seat]) for seat in range(rules.table.players)},
        kitty=card_names(trace["kitty"]),
        scores=[int(score) for score in trace["score_before"][: n_teams(rules)]],
        barred={seat for seat in range(rules.table.players) if int(trace["barred"]) >> seat & 1},
    )
    if forced:
        hand.force(int(trace["contractor"]), cards.CALL_NAMES[trace["contract"]])
    _replay_calls(hand, trace)
    _replay_exchange(hand, trace)
    _replay_play(hand, trace)
    _compare(hand, trace, row)
    return hand


def _replay_calls(hand: Hand, trace: Any) -> None:
    """Make the calls; a request for a redeal comes in front of the call of who made it."""
    asked_by, refused = int(trace["redeal_by"]), not trace["redealt"]
    for n in range(trace["n_calls"]):
        assert hand.auction.turn == trace["call_seat"][n]
        if asked_by == hand.auction.turn and hand.may_ask_redeal():
            assert refused
            hand.ask_redeal(partner_agrees=False)
        hand.call(cards.CALL_NAMES[trace["call"][n]])
    if trace["redealt"]:
        assert hand.auction.turn == asked_by
        hand.ask_redeal(partner_agrees=True)
    assert hand.phase != "auction"
    assert (hand.redeal_by if hand.redeal_by is not None else -1) == asked_by


def _replay_exchange(hand: Hand, trace: Any) -> None:
    if hand.phase == "slam":
        hand.declare_slam(bool(trace["slam_called"]))
    assert name_or_none(trace["given"]) == hand.given
    for phase, column in (("exchange", "discards"), ("partner", "partner_discards")):
        discards = [int(code) for code in trace[column] if code != cards.NO_CARD]
        if hand.phase == phase:
            for code in discards:
                assert hand.phase == phase
                hand.discard(cards.card_name(code))
            assert hand.phase != phase
        else:
            assert discards == []
    if hand.phase == "call":
        hand.call_partner(name_or_none(trace["called"]))
    else:
        assert trace["called"] == cards.NO_CARD
    if hand.phase == "nomination":
        hand.nominate(suit_letter(trace["nominated"]))
    else:
        assert trace["nominated"] == -1


def _replay_play(hand: Hand, trace: Any) -> None:
    if hand.play is None:
        assert trace["n_tricks"] == 0
        return
    seats = set(range(hand.seats))
    for trick in range(trace["n_tricks"]):
        leader = hand.play.turn
        assert leader == trace["leaders"][trick]
        named = suit_letter(trace["named"][trick])
        played = {seat for seat in seats if trace["cards"][trick, seat] != cards.NO_CARD}
        assert played == seats - hand.play.sitting_out
        for _ in played:
            seat = hand.play.turn
            assert seat is not None
            card = cards.card_name(trace["cards"][trick, seat])
            hand.put(card, named if seat == leader else None)
        assert hand.play.winners[-1] == trace["winners"][trick]


def filled(values: list[int], n: int) -> list[int]:
    return [*values, *[0] * (n - len(values))]


def _compare(hand: Hand, trace: Any, row: Any) -> None:
    assert hand.phase == "over"
    points = hand.points()
    expected = {
        "n_calls": len(hand.auction.calls),
        "contract": cards.call_code(hand.contract.call) if hand.contract else cards.PASS,
        "contractor": -1 if hand.contractor is None else hand.contractor,
        "partner": -1 if hand.called_holder is None else hand.called_holder,
        "slam_called": int(hand.slam_called),
        "redealt": int(hand.redealt),
        "tricks": hand.tricks,
        "made": int(hand.made),
        **hand.features(),
    }
    assert {name: int(row[name]) for name in expected} == expected
    for record in (trace, row):
        assert list(record["points"]) == filled(points, MAX_TEAMS)
        assert list(record["score_before"]) == filled(hand.scores, MAX_TEAMS)
    assert (trace["contract"], trace["contractor"]) == (row["contract"], row["contractor"])
    taken = [hand.play.tricks_of(seat) if hand.play else 0 for seat in range(hand.seats)]
    assert list(trace["tricks_won"]) == filled(taken, MAX_TEAMS)


def replay_game(rules: Rules, game: Any, rows: np.ndarray, traces: np.ndarray) -> None:
    """Play all hands of a game on the reference: who deals, the scores, when it ends, who wins."""
    dealer, scores = int(game["game"]) % rules.table.players, [0] * n_teams(rules)
    end, passed_out, n_played = None, 0, 0
    fallen: set[int] = set()
    barred: set[int] = set()
    assert game["first_dealer"] == dealer
    for number, (row, trace) in enumerate(zip(rows, traces, strict=True)):
        assert end is None, "the game was over"
        assert (row["hand_no"], row["deal"]) == (number, int(game["game"]) * 256 + number)
        assert row["dealer"] == dealer
        hand = replay(rules, trace, row)
        assert hand.scores == scores
        assert hand.auction.barred == barred
        scores = [score + won for score, won in zip(scores, hand.points(), strict=True)]
        passed_out += hand.contractor is None
        n_played += hand.play is not None
        dealer = hand.next_dealer()
        barred = hand.barred_next()
        if rules.game.back_door and rules.game.below == "cannot_win":
            fallen |= {team for team, score in enumerate(scores) if score <= rules.game.back_door}
        end = hand.game_end(sorted(fallen), n_played)
    assert game["n_hands"] == len(rows)
    assert game["n_passed_out"] == passed_out
    assert list(game["score"]) == filled(scores, MAX_TEAMS)
    winner, ended_by = end if end is not None else (-1, "unfinished")
    assert (int(game["winner"]), ENDINGS[game["ended_by"]]) == (winner, ended_by)
    assert end is not None or len(rows) == 200
