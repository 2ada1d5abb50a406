"""What a hand is worth (RULES 8)."""

from __future__ import annotations

import numpy as np

from sim.auction import next_seat
from sim.cards import KIND_HI_LO, PASS
from sim.compile import kernel
from sim.records import (
    ALL_PASS_NO_TRUMPS,
    DEFENDERS_ALWAYS,
    DEFENDERS_IF_SET,
    MISERE_DEFENDERS_FORCED_TRICKS,
    MISERE_DEFENDERS_OWN_TRICKS,
    N_TRICKS,
)

_RALPHED = 3  # who fails by more tricks than this may have to sit the next auction out


@kernel
def score_hand(v: np.record, st: np.record) -> None:
    """Write the points of each team, the tricks of the contractor's side and made (RULES 8)."""
    r = v.rules
    for team in range(r.n_teams):
        st.points[team] = 0
    st.tricks = tricks_of(v, st.side)
    st.made = 0
    if v.contract == PASS:
        if r.all_pass == ALL_PASS_NO_TRUMPS and not st.redealt:
            for team in range(r.n_teams):
                st.points[team] = r.trick_points * team_tricks(v, team)
        return
    st.made = _is_made(v, st.tricks)
    value = _value(v, st)
    for team in range(r.n_teams):
        if plays_for(v, st, team):
            if st.made or not r.failed_gain:
                st.points[team] = value if st.made else -value
        else:
            gain = value if r.failed_gain and not st.made else 0
            st.points[team] = gain + _trick_points(v, st, team)


@kernel
def _is_made(v: np.record, tricks: int) -> bool:
    """Return whether a contract is made with so many tricks of the contractor's side."""
    if v.misere:
        return tricks == 0
    if v.slam_called:
        return tricks == N_TRICKS
    return tricks == v.level if v.kind == KIND_HI_LO else tricks >= v.level


@kernel
def _value(v: np.record, st: np.record) -> int:
    """Return what the contract wins or loses, the slams included (RULES 8.3, 8.7)."""
    r = v.rules
    value = r.value[v.contract]
    if v.slam_called:
        return value + r.slam_bonus
    if st.made and st.tricks == N_TRICKS and not v.misere:
        return max(value, r.slam)
    return value


@kernel
def plays_for(v: np.record, st: np.record, team: int) -> bool:
    """Return whether a team has the contract: the contractor's, and that of a partner he called."""
    team_of = v.rules.team
    return team_of[v.contractor] == team or (st.partner >= 0 and team_of[st.partner] == team)


@kernel
def contract_side(v: np.record) -> int:
    """Return the contractor's team; of a passed-out hand, the first caller's."""
    seat = v.contractor if v.contractor >= 0 else next_seat(v, v.dealer)
    return v.rules.team[seat]


@kernel
def tricks_of(v: np.record, seats: int) -> int:
    """Return how many tricks some seats, a bit set, have taken."""
    total = 0
    for seat in range(v.rules.n_players):
        if (seats >> seat) & 1:
            total += v.tricks_won[seat]
    return total


@kernel
def team_tricks(v: np.record, team: int) -> int:
    """Return how many tricks a team has taken."""
    total = 0
    for seat in range(v.rules.n_players):
        if v.rules.team[seat] == team:
            total += v.tricks_won[seat]
    return total


@kernel
def _trick_points(v: np.record, st: np.record, team: int) -> int:
    """Return a defending team's points for tricks, no more than the cap allows (RULES 8.3 to 8.5)."""
    r = v.rules
    tricks = 0
    if v.misere:
        if r.misere_defenders == MISERE_DEFENDERS_FORCED_TRICKS:
            tricks = st.tricks
        elif r.misere_defenders == MISERE_DEFENDERS_OWN_TRICKS:
            tricks = team_tricks(v, team)
    elif r.defenders == DEFENDERS_ALWAYS or (r.defenders == DEFENDERS_IF_SET and not st.made):
        tricks = team_tricks(v, team)
    points, cap = r.trick_points * tricks, r.defenders_cap
    return min(points, max(0, cap - v.score[team])) if cap > 0 else points


@kernel
def barred_next(v: np.record, st: np.record) -> int:
    """Return the seats that may only pass in the next hand of the game, as a bit set (RULES 11)."""
    set_by = v.level - st.tricks
    if not v.rules.ralphing or v.contract == PASS or v.misere or v.kind == KIND_HI_LO:
        return 0
    return 1 << v.contractor if set_by > _RALPHED else 0
