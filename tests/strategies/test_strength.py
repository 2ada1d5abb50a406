"""How strong the club player is: against novices, and as a defender against misères."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sim import cards
from sim.engine import play_forced, play_games, play_hands
from sim.rules import load_rules
from strategies.api import Player, load_strategy

RULES = load_rules("australian")
CLUB = load_strategy("club").player()
NOVICE = load_strategy("novice").player()
ONE_SIDE, OTHER_SIDE = [CLUB, NOVICE] * 2, [NOVICE, CLUB] * 2


def test_thirty_points_a_hand_against_novices() -> None:
    """Each deal is played twice, the second time with the sides exchanged."""
    margins = []
    for team, line_up in enumerate((ONE_SIDE, OTHER_SIDE)):
        points = play_hands(RULES, line_up, seed=9, first=0, count=6_000).hands["points"]
        margins.append(points[:, team].astype(float) - points[:, 1 - team])
    margin = (margins[0] + margins[1]) / 2
    assert margin.mean() - 3 * margin.std() / np.sqrt(len(margin)) > 30


def test_seven_games_in_ten_against_novices() -> None:
    won = []
    for team, line_up in enumerate((ONE_SIDE, OTHER_SIDE)):
        won.append(play_games(RULES, line_up, seed=6, first=0, count=600).games["winner"] == team)
    share = (won[0].astype(float) + won[1]) / 2
    assert share.mean() - 4 * share.std() / np.sqrt(len(share)) > 0.7


@cache
def miseres() -> list[tuple[int, int, int]]:
    """Return deal, seat counted from the first caller, and call of the misères that club bids."""
    rows = play_hands(RULES, [CLUB] * 4, seed=5, first=0, count=60_000).hands
    rows = rows[np.isin(rows["contract"], (cards.MISERE, cards.OPEN_MISERE))]
    seats = (rows["contractor"].astype(int) - rows["dealer"] - 1) % 4
    return list(
        zip(map(int, rows["deal"]), map(int, seats), map(int, rows["contract"]), strict=True)
    )


def set_by(defender: Player, contract: int) -> float:
    """Return the share of these misères that fail; club plays them all."""
    failed = []
    for deal, seat, call in miseres():
        if call == contract:
            line_up = [defender] * 4
            line_up[(deal + 1 + seat) % 4] = CLUB
            one = {"seed": 5, "first": deal, "count": 1}
            rows = play_forced(RULES, line_up, seat=seat, call=call, **one).hands
            failed.append(rows["made"][0] != 1)
    return float(np.mean(failed))


@pytest.mark.parametrize("contract", [cards.MISERE, cards.OPEN_MISERE])
def test_defenders_set_half_as_many_miseres_again(contract: int) -> None:
    assert set_by(CLUB, contract) >= 1.5 * set_by(NOVICE, contract)
