"""What a hand is worth, and when a game is over (RULES 8 and 9)."""

from __future__ import annotations

import numpy as np

from sim.auction import next_seat
from sim.cards import PASS
from sim.compile import kernel
from sim.exchange import is_misere
from sim.records import (
    ALL_PASS_NO_TRUMPS,
    BOTH_OVER_BIDDERS,
    DEFENDERS_ALWAYS,
    DEFENDERS_IF_SET,
    MISERE_DEFENDERS_FORCED_TRICKS,
    MISERE_DEFENDERS_OWN_TRICKS,
    N_TRICKS,
)

# How a game ended: places in ``records.ENDINGS``.
BY_CONTRACT = 1
BY_POINTS = 2
BY_BACK_DOOR = 3


@kernel
def contract_side(v: np.record) -> int:
    """Return the contractor's team; of a passed-out hand, the first caller's."""
    seat = v.contractor if v.contractor >= 0 else next_seat(v, v.dealer)
    return v.rules.team[seat]


@kernel
def score_hand(v: np.record, st: np.record) -> None:
    """Write the points of each team, the tricks of the contractor's side and made (RULES 8)."""
    r, side = v.rules, contract_side(v)
    for team in range(r.n_teams):
        st.points[team] = 0
    st.tricks = team_tricks(v, side)
    st.made = 0
    if v.contract == PASS:
        if r.all_pass == ALL_PASS_NO_TRUMPS:
            for team in range(r.n_teams):
                st.points[team] = r.trick_points * team_tricks(v, team)
        return
    misere = is_misere(v)
    st.made = st.tricks == 0 if misere else st.tricks >= v.level
    value = r.value[v.contract]
    if st.made and not misere and st.tricks == N_TRICKS:
        value = max(value, r.slam)
    st.points[side] = value if st.made else -value
    for team in range(r.n_teams):
        if team != side:
            tricks = (
                _scored_tricks_in_misere(v, st, team) if misere else _scored_tricks(v, st, team)
            )
            st.points[team] = _capped(v, team, r.trick_points * tricks)


@kernel
def team_tricks(v: np.record, team: int) -> int:
    """Return how many tricks a team has taken."""
    total = 0
    for seat in range(v.rules.n_players):
        if v.rules.team[seat] == team:
            total += v.tricks_won[seat]
    return total


@kernel
def _scored_tricks(v: np.record, st: np.record, team: int) -> int:
    """Return the tricks that bring points to a defending team (RULES 8.3)."""
    way = v.rules.defenders
    scored = way == DEFENDERS_ALWAYS or (way == DEFENDERS_IF_SET and not st.made)
    return team_tricks(v, team) if scored else 0


@kernel
def _scored_tricks_in_misere(v: np.record, st: np.record, team: int) -> int:
    """Return the tricks that bring points to a team against a misère (RULES 8.4)."""
    way = v.rules.misere_defenders
    if way == MISERE_DEFENDERS_FORCED_TRICKS:
        return st.tricks
    return team_tricks(v, team) if way == MISERE_DEFENDERS_OWN_TRICKS else 0


@kernel
def _capped(v: np.record, team: int, points: int) -> int:
    """Return trick points as far as they lift the team's score no higher than the cap (RULES 8.5)."""
    cap = v.rules.defenders_cap
    return min(points, max(0, cap - v.score[team])) if cap > 0 else points


@kernel
def game_winner(v: np.record, st: np.record) -> int:
    """Return who has won the game with this hand, -1 if it goes on (RULES 9).

    Looks at ``v.score`` as it stands after the hand; the result is ``64 * how + team``, where
    ``how`` is a place in ``records.ENDINGS``.
    """
    r, side = v.rules, contract_side(v)
    made = st.made == 1
    if r.must_bid_to_win:
        if made and v.score[side] >= r.target:
            return 64 * BY_CONTRACT + side
    else:
        winner = _over_target(v, side)
        if winner >= 0:
            return 64 * (BY_CONTRACT if made and winner == side else BY_POINTS) + winner
    return 64 * BY_BACK_DOOR + _highest(v, -1) if _at_back_door(v) else -1


@kernel
def _over_target(v: np.record, side: int) -> int:
    """Return which team at or above the target wins, -1 if none is there (RULES 9, A-23)."""
    r = v.rules
    if v.score[side] >= r.target and r.both_over == BOTH_OVER_BIDDERS and v.contract != PASS:
        return side
    best = _highest(v, side)
    return best if v.score[best] >= r.target else -1


@kernel
def _at_back_door(v: np.record) -> bool:
    if v.rules.back_door == 0:
        return False
    for team in range(v.rules.n_teams):
        if v.score[team] <= v.rules.back_door:
            return True
    return False


@kernel
def _highest(v: np.record, preferred: int) -> int:
    """Return the team with the highest score; ``preferred`` if it is one of several."""
    best = max(preferred, 0)
    for team in range(v.rules.n_teams):
        if v.score[team] > v.score[best]:
            best = team
    return best
