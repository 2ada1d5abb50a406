"""What seats and sides are called, for two to six players (clockwise from seat 0, which is South)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sim.rules import Rules

_AROUND: Final = ("South", "South-West", "North-West", "North", "North-East", "South-East")
SEAT_NAMES: Final = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "South-West", "North-West", "North-East", "South-East"),
    6: _AROUND,
}
SEAT_LETTERS: Final = {
    n: tuple("".join(part[0] for part in name.split("-")) for name in names)
    for n, names in SEAT_NAMES.items()
}
_FOUR_HANDED: Final = ("North-South", "East-West")


def team_names(rules: Rules) -> tuple[str, ...]:
    """Return what the teams are called: by their seats, those of four players as everybody does."""
    from sim.rules_record import teams

    n, team_of = rules.table.players, teams(rules)
    if n == 4:
        return _FOUR_HANDED
    if max(team_of) + 1 == n:
        return SEAT_NAMES[n]
    sides = range(max(team_of) + 1)
    letters = SEAT_LETTERS[n]
    return tuple("-".join(letters[s] for s in range(n) if team_of[s] == side) for side in sides)
