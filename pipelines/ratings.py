"""Ratings of players from duels of each with each: points above the field, and Bradley-Terry.

Both come with what every batch of deals did to them (see ``stats.Mean``), so their intervals know
that the same deals were played in all duels. Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from pipelines.stats import Floats, Mean

SCALE: Final = 400 / np.log(10)  # as in chess: 400 more is to win ten games for each one lost
DRAWN: Final = 1.0  # games taken as drawn in every duel, so that a player who wins all has a rating


def points_above_field(players: Sequence[str], duels: Mapping[tuple[str, str], Mean]) -> list[Mean]:
    """Return each player's points a hand above the mean of all, from duels of each with each.

    ``duels`` gives for a pair (in the order of ``players``) how much the first is better. Raises
    KeyError when a pair is missing.
    """
    batches = len(next(iter(duels.values())).influence)
    totals = {player: Mean(0.0, np.zeros(batches)) for player in players}
    for first, second in combinations(players, 2):
        totals[first] += duels[first, second]
        totals[second] -= duels[first, second]
    return [totals[player].scaled(1 / len(players)) for player in players]


def bradley_terry(
    players: Sequence[str],
    won: Mapping[tuple[str, str], Floats],
    n: Mapping[tuple[str, str], Floats],
) -> list[Mean]:
    """Return each player's rating from games: 0 is the mean of all, 400 is ten to one.

    ``won`` and ``n`` give for a pair the games that the first won and all games, by batch. The
    likelihood is maximised with one drawn game added to every duel.
    """
    place = {player: number for number, player in enumerate(players)}
    pairs = [(place[first], place[second]) for first, second in n]
    wins = np.array([float(won[pair].sum()) + DRAWN / 2 for pair in n])
    games = np.array([float(n[pair].sum()) + DRAWN for pair in n])
    design = np.zeros((len(pairs), len(players)))
    for row, (first, second) in enumerate(pairs):
        design[row, first], design[row, second] = 1.0, -1.0
    strength = np.zeros(len(players))
    for _ in range(100):
        chance = 1 / (1 + np.exp(-design @ strength))
        information = design.T @ (design * (games * chance * (1 - chance))[:, None])
        step = np.linalg.pinv(information) @ (design.T @ (wins - games * chance))
        strength = strength + step
        if np.abs(step).max() < 1e-10:
            break
    chance = 1 / (1 + np.exp(-design @ strength))
    information = design.T @ (design * (games * chance * (1 - chance))[:, None])
    surprise = np.stack(
        [won[pair] - n[pair] * p for pair, p in zip(n, chance, strict=True)], axis=1
    )
    influence = surprise @ design @ np.linalg.pinv(information)
    return [
        Mean(float(strength[number]) * SCALE, influence[:, number] * SCALE)
        for number in range(len(players))
    ]
