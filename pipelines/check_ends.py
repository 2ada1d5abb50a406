"""When the games of a run were over and who may have won them, worked out from their rows.

Rows do not hold the order of tricks. Where it decides between several teams that reach the target,
each of them passes for the winner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.records import ENDINGS

if TYPE_CHECKING:
    from pipelines.check_rows import Rows

Flags = np.ndarray[Any, np.dtype[np.bool_]]

UNFINISHED, BY_CONTRACT, BY_POINTS, BY_BACK_DOOR, BY_SPREAD, BY_HANDS = range(len(ENDINGS))
_NOTHING: Final = -(1 << 40)


def game_end(rows: Rows) -> tuple[np.ndarray, Flags]:
    """Return for each hand how it ended its game, and for each team whether it may have won.

    How is a place in ENDINGS, 0 if the game goes on. The flags have shape (hands, teams + 1); the
    last column stands for nobody.
    """
    rules, after = rows.cell.rules.game, rows.after[:, : rows.teams]
    over = _new_game(rows)
    fallen = _ever(after <= rules.back_door, over)
    fallen &= bool(rules.back_door) and rules.below == "cannot_win"
    if rules.hands_limit:
        return _after_hands(rows, after, fallen, over)
    how = np.zeros(len(after), np.int64)
    wins = np.zeros((len(after), rows.teams + 1), bool)
    leads = _one(after.argmax(1), rows.teams)
    if rules.point_spread:
        far = after.max(1) - after.min(1) >= rules.point_spread
        far &= after.min(1) < 0
        how[far], wins[far] = BY_SPREAD, leads[far]
    if rules.back_door and rules.below == "loses":
        out = (after <= rules.back_door).any(1)
        how[out], wins[out] = BY_BACK_DOOR, leads[out]
    there = after >= rules.target
    if rules.must_bid_to_win:
        there &= rows.bidders & (rows.made == 1)[:, None]
    reached, may = there.any(1), _of_several(rows, after, there & ~fallen)
    contract = (may[:, :-1] & rows.bidders).any(1) & (rows.made == 1)
    how[reached] = np.where(contract, BY_CONTRACT, BY_POINTS)[reached]
    wins[reached] = may[reached]
    return how, wins


def _new_game(rows: Rows) -> Flags:
    """Return which hands are the first of a game."""
    begins = np.ones(len(rows.game), bool)
    begins[1:] = rows.game[1:] != rows.game[:-1]
    return begins


def _ever(there: Flags, begins: Flags) -> Flags:
    """Return for each hand and team whether it has been there in this hand or before in the game."""
    hand = np.arange(len(begins))
    start = np.maximum.accumulate(np.where(begins, hand, 0))
    last = np.maximum.accumulate(np.where(there, hand[:, None], -1), axis=0)
    return last >= start[:, None]


def _after_hands(
    rows: Rows, after: np.ndarray, fallen: Flags, begins: Flags
) -> tuple[np.ndarray, Flags]:
    """Return ends and winners of games that last so many hands."""
    played = np.cumsum(rows.counts)
    hand = np.arange(len(begins))
    start = np.maximum.accumulate(np.where(begins, hand, 0))
    n_played = played - played[start] + rows.counts[start]
    scores = np.where(fallen, _NOTHING, after)
    best = scores == scores.max(1)[:, None]
    alone = (best.sum(1) == 1) & ~fallen.all(1)
    who = _one(np.where(alone, scores.argmax(1), rows.teams), rows.teams)
    return np.where(n_played >= rows.cell.rules.game.hands_limit, BY_HANDS, UNFINISHED), who


def _of_several(rows: Rows, after: np.ndarray, able: Flags) -> Flags:
    """Return who may win of the teams that reached the target and can win; nobody if none can."""
    way, hand = rows.cell.rules.game, np.arange(len(after))
    scores = np.where(able, after, _NOTHING)
    best = scores.argmax(1)
    first = able[hand, rows.side] & (scores[hand, rows.side] == scores.max(1))
    highest = _one(np.where(first, rows.side, best), rows.teams)
    if way.must_bid_to_win or way.both_over == "higher_score":
        may = highest
    else:
        may = np.zeros((len(after), rows.teams + 1), bool)
        if way.both_over == "bidders":
            may = _one(best, rows.teams)
        else:
            may[:, :-1] = able
        bid = ~rows.passed_out
        for team in (rows.partner_team, rows.side):  # the contractor's comes last, and counts most
            wins = bid & (team >= 0) & able[hand, np.maximum(team, 0)]
            may[wins] = _one(team, rows.teams)[wins]
    may[~able.any(1)] = _one(np.array([rows.teams]), rows.teams)[0]
    return may


def _one(team: np.ndarray, n_teams: int) -> Flags:
    """Return flags of which just those of one team each are set."""
    return np.asarray(team[:, None] == np.arange(n_teams + 1), dtype=bool)
