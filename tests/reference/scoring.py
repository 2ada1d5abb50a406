"""What a hand is worth, and when a game is over (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reference.cards import MISERES, base

SIXES = {
    "avondale": {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120},
    "original_1904": {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120},
    "inverted_1904": {"S": 60, "C": 40, "D": 100, "H": 80, "NT": 120},
}
SECTIONS = {
    "M": "misere",
    "OM": "open_misere",
    "BM": "blind_misere",
    "DN": "double_nullo",
    "BN": "bar_nullo",
    "HL": "hi_lo",
}


def natural_value(rules: Any, call: str) -> int:
    """The points of a bid in a suit or no trumps (8.1, 8.2)."""
    strain = base(call).lstrip("0123456789")
    level = int(base(call).removesuffix(strain))
    six = SIXES[rules.scoring.table][strain]
    if rules.scoring.table == "avondale":
        return six + 100 * (level - 6)
    return six * (level - 5)


def value(rules: Any, call: str) -> int:
    """The points of a contract."""
    section = SECTIONS.get(base(call))
    return int(getattr(rules, section).value) if section else natural_value(rules, call)


def is_made(call: str, contractors_tricks: int, slam_called: bool = False) -> bool:
    """Whether the contractor's side took what it named; in misère nothing at all."""
    if base(call) in MISERES:
        return contractors_tricks == 0
    if call == "HL":
        return contractors_tricks == 5
    level = 10 if slam_called else int(base(call).rstrip("SCDHNT"))
    return contractors_tricks >= level


def contractors_points(rules: Any, call: str, tricks: int, slam_called: bool = False) -> int:
    worth = value(rules, call)
    made = is_made(call, tricks, slam_called)
    if slam_called:
        worth += rules.scoring.slam_bonus
    elif made and tricks == 10 and base(call) not in MISERES:
        worth = max(worth, rules.scoring.slam)
    if made:
        return int(worth)
    return 0 if rules.scoring.failed == "opponents_gain" else -int(worth)


def defenders_points(
    rules: Any, call: str, tricks: int, own: int, score: int, slam_called: bool = False
) -> int:
    """The points of a side that has not the contract.

    ``tricks`` are the contractor's side's, ``own`` this side's, ``score`` what it has: points for
    tricks lift it no higher than the cap.
    """
    scoring = rules.scoring
    made = is_made(call, tricks, slam_called)
    if base(call) in MISERES:
        counted = {"nothing": 0, "forced_tricks": tricks, "own_tricks": own}
        gain = scoring.trick_points * counted[scoring.misere_defenders]
    elif scoring.defenders == "never" or (scoring.defenders == "if_set" and made):
        gain = 0
    else:
        gain = scoring.trick_points * own
    if scoring.defenders_cap:
        gain = min(gain, max(0, scoring.defenders_cap - score))
    if scoring.failed == "opponents_gain" and not made:
        gain += value(rules, call) + (scoring.slam_bonus if slam_called else 0)
    return int(gain)


def hand_points(
    rules: Any,
    call: str,
    contractors: Sequence[int],
    tricks: int,
    team_tricks: Sequence[int],
    scores: Sequence[int],
    slam_called: bool = False,
) -> list[int]:
    """Every team's points for a hand in which the contractor's side took ``tricks``.

    ``contractors`` are the teams that have the contract. A hand that is played after all have passed
    has none: everybody scores his tricks without a cap (5.9).
    """
    if call == "Pass":
        return [rules.scoring.trick_points * own for own in team_tricks]
    return [
        contractors_points(rules, call, tricks, slam_called)
        if team in contractors
        else defenders_points(rules, call, tricks, team_tricks[team], scores[team], slam_called)
        for team in range(len(team_tricks))
    ]


@dataclass
class AfterHand:
    """What decides whether a game is over, after a hand."""

    scores: Sequence[int]  # with the hand
    contractors: Sequence[int]  # the teams that have the contract, the contractor's first
    first_caller: int  # team of the first caller, who stands for the contractor after all passed
    made: bool
    played: bool  # there was a contract
    before: Sequence[int] = ()  # scores before the hand
    takers: Sequence[int] = ()  # the team that took each trick
    fallen: Sequence[int] = ()  # teams that have been at the back door
    n_played: int = 1  # hands of the game that were not thrown in


def game_end(rules: Any, hand: AfterHand) -> tuple[int, str] | None:
    """Who has won and why, None if the game goes on; -1 when nobody has won a game that is over."""
    game, scores = rules.game, hand.scores
    if game.hands_limit:
        return (_leader(hand), "hands") if hand.n_played >= game.hands_limit else None
    over = [team for team in range(len(scores)) if scores[team] >= game.target]
    if game.must_bid_to_win:
        over = [team for team in over if hand.made and team in hand.contractors]
    if over:
        able = [team for team in over if team not in hand.fallen]
        winner = _winner_over_target(rules, hand, able) if able else -1
        by_contract = hand.made and winner in hand.contractors
        return winner, "contract" if by_contract else "points"
    if game.back_door and game.below == "loses" and min(scores) <= game.back_door:
        return scores.index(max(scores)), "back door"
    if game.point_spread and min(scores) < 0 and max(scores) - min(scores) >= game.point_spread:
        return scores.index(max(scores)), "spread"
    return None


def _leader(hand: AfterHand) -> int:
    able = [team for team in range(len(hand.scores)) if team not in hand.fallen]
    best = max((hand.scores[team] for team in able), default=0)
    leaders = [team for team in able if hand.scores[team] == best]
    return leaders[0] if len(leaders) == 1 else -1


def _winner_over_target(rules: Any, hand: AfterHand, able: list[int]) -> int:
    """Which of several teams wins: equal ones are decided for the contractor's (A-23, A-24)."""
    way = "higher_score" if rules.game.must_bid_to_win else rules.game.both_over
    bidders = [team for team in hand.contractors if team in able]
    if way != "higher_score" and bidders and hand.played:
        return bidders[0]
    if way == "first_trick":
        first = [team for team in hand.takers if team in able]
        if first:
            return first[0]
    if way == "first_to_target":
        first_there = _first_to_target(rules, hand, able)
        if first_there is not None:
            return first_there
    best = max(hand.scores[team] for team in able)
    leaders = [team for team in able if hand.scores[team] == best]
    preferred = hand.contractors[0] if hand.contractors else hand.first_caller
    if way != "higher_score":
        preferred = leaders[0]
    return preferred if preferred in leaders else leaders[0]


def _first_to_target(rules: Any, hand: AfterHand, able: list[int]) -> int | None:
    scores = list(hand.before)
    for team in able:
        if scores[team] >= rules.game.target:
            return team
    for taker in hand.takers:
        scores[taker] += rules.scoring.trick_points
        if taker in able and scores[taker] >= rules.game.target:
            return taker
    return None
