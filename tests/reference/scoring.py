"""What a hand is worth, and when a game is over (sections 8 and 9)."""

from __future__ import annotations

from typing import Any

TABLE = {  # Avondale
    "6": {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120},
    "7": {"S": 140, "C": 160, "D": 180, "H": 200, "NT": 220},
    "8": {"S": 240, "C": 260, "D": 280, "H": 300, "NT": 320},
    "9": {"S": 340, "C": 360, "D": 380, "H": 400, "NT": 420},
    "10": {"S": 440, "C": 460, "D": 480, "H": 500, "NT": 520},
}


def value(rules: Any, call: str) -> int:
    """The points of a contract."""
    if call == "M":
        return int(rules.misere.value)
    if call == "OM":
        return int(rules.open_misere.value)
    strain = call.lstrip("0123456789")
    return TABLE[call.removesuffix(strain)][strain]


def is_made(call: str, contractors_tricks: int) -> bool:
    """Whether the contractor's side took what it named; in misère nothing at all."""
    if call in ("M", "OM"):
        return contractors_tricks == 0
    return contractors_tricks >= int(call.rstrip("SCDHNT"))


def contractors_points(rules: Any, call: str, tricks: int) -> int:
    worth = value(rules, call)
    if not is_made(call, tricks):
        return -worth
    slam = tricks == 10 and call not in ("M", "OM")
    if slam and rules.scoring.slam > worth:
        return int(rules.scoring.slam)
    return worth


def defenders_points(rules: Any, call: str, tricks: int, played: int, score: int) -> int:
    """The other side's points.

    ``tricks`` are the contractor's side's, ``played`` all that were played, ``score`` what the
    defenders have: points for tricks lift it no higher than the cap.
    """
    scoring = rules.scoring
    if call in ("M", "OM"):
        counted = {"nothing": 0, "forced_tricks": tricks, "own_tricks": played - tricks}
        gain = scoring.trick_points * counted[scoring.misere_defenders]
    elif scoring.defenders == "never" or (scoring.defenders == "if_set" and is_made(call, tricks)):
        gain = 0
    else:
        gain = scoring.trick_points * (played - tricks)
    if scoring.defenders_cap:
        gain = min(gain, max(0, scoring.defenders_cap - score))
    return int(gain)


def hand_points(
    rules: Any, call: str, side: int, tricks: int, played: int, scores: list[int]
) -> list[int]:
    """Both sides' points for a hand in which the contractor's ``side`` took ``tricks``.

    Four passes that are played at no trumps have no contractor: ``side`` is that of the first
    player to call, and everybody scores his tricks without a cap (5.9).
    """
    others = 1 - side
    points = [0, 0]
    if call == "Pass":
        points[side] = rules.scoring.trick_points * tricks
        points[others] = rules.scoring.trick_points * (played - tricks)
    else:
        points[side] = contractors_points(rules, call, tricks)
        points[others] = defenders_points(rules, call, tricks, played, scores[others])
    return points


def game_end(
    rules: Any, scores: list[int], call: str, side: int, made: bool
) -> tuple[int, str] | None:
    """Who has won and why, None if the game goes on.

    ``scores`` are those after the hand; ``side`` played ``call``, as in ``hand_points``. If both
    reach the target with equal scores the contractor's side wins (A-23), after four passes the
    first caller's.
    """
    game = rules.game
    over = [side for side in [0, 1] if scores[side] >= game.target]
    if game.must_bid_to_win:
        if side in over and made:
            return side, "contract"
    elif over:
        winner = _winner_over_target(rules, scores, call, side) if len(over) == 2 else over[0]
        return winner, "contract" if winner == side and made else "points"
    if game.back_door and min(scores) <= game.back_door:
        return scores.index(max(scores)), "back door"
    return None


def _winner_over_target(rules: Any, scores: list[int], call: str, side: int) -> int:
    bidders_first = rules.game.both_over == "bidders" and call != "Pass"
    if bidders_first or scores[side] >= scores[1 - side]:
        return side
    return 1 - side
