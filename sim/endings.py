"""When a game is over, and who has won it (RULES 9).

Everything here looks at ``v.score`` as it stands after a hand, before which ``score_hand`` has been
called. A result is ``64 * how + team``, where ``how`` is a place in ``records.ENDINGS``; -1 means
that the game goes on.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.cards import PASS
from sim.compile import kernel
from sim.records import (
    BOTH_OVER_FIRST_TO_TARGET,
    BOTH_OVER_FIRST_TRICK,
    BOTH_OVER_HIGHER_SCORE,
    N_TRICKS,
)
from sim.scoring import contract_side, plays_for

# Places in ``records.ENDINGS``.
BY_CONTRACT: Final = 1
BY_POINTS: Final = 2
BY_BACK_DOOR: Final = 3
BY_SPREAD: Final = 4
BY_HANDS: Final = 5

NOBODY: Final = 63  # the team of a game that ends without a winner
_NEVER: Final = 99


@kernel
def game_winner(v: np.record, st: np.record, n_played: int) -> int:
    """Return the result of the game with this hand, its ``n_played``-th that was not thrown in."""
    r = v.rules
    if r.hands_limit:
        return 64 * BY_HANDS + _leader(v) if n_played >= r.hands_limit else -1
    winner = _by_contract(v, st) if r.must_bid_to_win else _over_target(v, st)
    if winner >= 0:
        contract: bool = st.made == 1 and winner != NOBODY and plays_for(v, st, winner)
        return 64 * (BY_CONTRACT if contract else BY_POINTS) + winner
    if not r.fallen_play_on and _at_back_door(v) != 0:
        return 64 * BY_BACK_DOOR + _highest(v, _everybody(v), 0)
    return 64 * BY_SPREAD + _highest(v, _everybody(v), 0) if _spread(v) else -1


@kernel
def note_fallen(v: np.record) -> None:
    """Keep in mind who is at the back door, where he plays on but cannot win any more (RULES 9)."""
    if v.rules.fallen_play_on:
        v.fallen |= _at_back_door(v)


@kernel
def _by_contract(v: np.record, st: np.record) -> int:
    """Return which team wins where only a made contract can, -1 if none does."""
    if not st.made:
        return -1
    over = 0
    for team in range(v.rules.n_teams):
        if v.score[team] >= v.rules.target and plays_for(v, st, team):
            over |= 1 << team
    if over == 0:
        return -1
    able = over & ~v.fallen
    return _highest(v, able, v.rules.team[v.contractor]) if able else NOBODY


@kernel
def _over_target(v: np.record, st: np.record) -> int:
    """Return which team at or above the target wins, -1 if none is there (RULES 9, A-23, A-24)."""
    r, over = v.rules, 0
    for team in range(r.n_teams):
        if v.score[team] >= r.target:
            over |= 1 << team
    if over == 0:
        return -1
    able = over & ~v.fallen
    if able == 0:
        return NOBODY
    side = contract_side(v)
    if r.both_over == BOTH_OVER_HIGHER_SCORE:
        return _highest(v, able, side)
    if v.contract != PASS:
        if (able >> side) & 1:
            return side
        if st.partner >= 0 and (able >> r.team[st.partner]) & 1:
            return r.team[st.partner]
    return _first(v, st, able)


@kernel
def _first(v: np.record, st: np.record, teams: int) -> int:
    """Return which of some teams, a bit set, was first in this hand; else the highest (A-24)."""
    way = v.rules.both_over
    best = -1
    earliest = _NEVER
    for team in range(v.rules.n_teams):
        if (teams >> team) & 1:
            when = _NEVER
            if way == BOTH_OVER_FIRST_TO_TARGET:
                when = _reached(v, st, team)
            elif way == BOTH_OVER_FIRST_TRICK:
                when = _first_trick(v, st, team)
            if when < earliest:
                earliest = when
                best = team
    return best if best >= 0 else _highest(v, teams, 0)


@kernel
def _reached(v: np.record, st: np.record, team: int) -> int:
    """Return after how many tricks a team's trick points had lifted it to the target."""
    r = v.rules
    score = v.score[team] - st.points[team]
    if score >= r.target:
        return 0
    for n in range(N_TRICKS):
        if st.winners[n] >= 0 and r.team[st.winners[n]] == team:
            score += r.trick_points
        if score >= r.target:
            return n + 1
    return _NEVER


@kernel
def _first_trick(v: np.record, st: np.record, team: int) -> int:
    for n in range(N_TRICKS):
        if st.winners[n] >= 0 and v.rules.team[st.winners[n]] == team:
            return n
    return _NEVER


@kernel
def _everybody(v: np.record) -> int:
    return (1 << v.rules.n_teams) - 1


@kernel
def _at_back_door(v: np.record) -> int:
    """Return the teams at or below the back door, as a bit set."""
    teams = 0
    if v.rules.back_door:
        for team in range(v.rules.n_teams):
            if v.score[team] <= v.rules.back_door:
                teams |= 1 << team
    return teams


@kernel
def _spread(v: np.record) -> bool:
    """Return whether the lead over a team below zero is great enough to win (RULES 9)."""
    if v.rules.point_spread == 0:
        return False
    lowest = v.score[0]
    highest = v.score[0]
    for team in range(1, v.rules.n_teams):
        lowest = min(lowest, v.score[team])
        highest = max(highest, v.score[team])
    return lowest < 0 and highest - lowest >= v.rules.point_spread


@kernel
def _highest(v: np.record, teams: int, preferred: int) -> int:
    """Return which of some teams, a bit set, has most points; ``preferred`` if it is one of several."""
    best = preferred if (teams >> preferred) & 1 else -1
    for team in range(v.rules.n_teams):
        if (teams >> team) & 1 and (best < 0 or v.score[team] > v.score[best]):
            best = team
    return best


@kernel
def _leader(v: np.record) -> int:
    """Return the team with most points, ``NOBODY`` if there are several or it cannot win."""
    able = _everybody(v) & ~v.fallen
    best = _highest(v, able, 0)
    for team in range(v.rules.n_teams):
        if best >= 0 and team != best and (able >> team) & 1 and v.score[team] == v.score[best]:
            return NOBODY
    return best if best >= 0 else NOBODY
