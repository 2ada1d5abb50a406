"""Points and ends of games worked out anew from the other columns of rows, for a whole part at once.

Nothing here calls the scoring of ``sim``. Where a row does not hold what is needed (how several
defending teams shared their tricks, who was first of two to reach the target), every outcome that can
be is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from sim.cards import HI_LO
from sim.records import ENDINGS, MAX_TEAMS, N_TRICKS

if TYPE_CHECKING:
    from pipelines.check_rows import Rows

UNFINISHED, BY_CONTRACT, BY_POINTS, BY_BACK_DOOR, BY_SPREAD, BY_HANDS = range(len(ENDINGS))
ANY_WINNER: Final = -2  # one of several, of which the rows do not tell who was first


def made(rows: Rows) -> np.ndarray:
    """Return whether each contract was made by its tricks."""
    level = np.where(rows.slam_called == 1, N_TRICKS, rows.record["level"][rows.contract])
    enough = np.where(rows.contract == HI_LO, rows.tricks == level, rows.tricks >= level)
    found: np.ndarray = np.where(rows.misere, rows.tricks == 0, enough) & ~rows.passed_out
    return found


def wrong_points(rows: Rows) -> np.ndarray:
    """Return the hands whose points do not follow from contract, tricks and scores."""
    in_play = np.arange(MAX_TEAMS) < int(rows.record["n_teams"])
    against = in_play & ~rows.mine
    expected = np.where(rows.mine, _contract_points(rows)[:, None], 0)
    gain = _gain(rows)[:, None]
    defended = _defended(rows)
    if in_play.sum() == 2:
        tricks = np.where(against, (defended * rows.cell.rules.scoring.trick_points)[:, None], 0)
        expected = np.where(against, gain + _capped(rows, tricks), expected)
        wrong = (rows.points != expected).any(1)
    else:
        wrong = _shared_wrongly(rows, expected, against, gain, defended)
    result: np.ndarray = np.where(rows.passed_out, _passed_wrongly(rows, in_play), wrong)
    return result


def _contract_points(rows: Rows) -> np.ndarray:
    """Return what the contract brings to each team that has it."""
    rules = rows.cell.rules.scoring
    value = rows.record["value"][rows.contract]
    won = made(rows)
    if rules.slam:
        slam = won & ~rows.misere & (rows.tricks == N_TRICKS)
        value = np.where(slam, np.maximum(value, rules.slam), value)
    called = rows.record["value"][rows.contract] + rules.slam_bonus
    value = np.where(rows.slam_called == 1, called, value)
    lost = 0 if rules.failed == "opponents_gain" else -value
    points: np.ndarray = np.where(won, value, lost)
    return points


def _gain(rows: Rows) -> np.ndarray:
    """Return what a set bid brings to every defending team."""
    rules = rows.cell.rules.scoring
    bonus = np.where(rows.slam_called == 1, rules.slam_bonus, 0)
    value = rows.record["value"][rows.contract] + bonus
    gains = ~made(rows) & (rules.failed == "opponents_gain")
    points: np.ndarray = np.where(gains, value, 0)
    return points


def _defended(rows: Rows) -> np.ndarray:
    """Return the tricks that count for the defenders, whoever of them took them."""
    rules = rows.cell.rules.scoring
    others = N_TRICKS - rows.tricks
    share = {"always": 1, "never": 0}.get(rules.defenders, 1 - made(rows).astype(np.int64))
    in_misere = {"nothing": 0 * others, "forced_tricks": rows.tricks, "own_tricks": others}
    counted: np.ndarray = np.where(rows.misere, in_misere[rules.misere_defenders], others * share)
    return counted


def _capped(rows: Rows, points: np.ndarray) -> np.ndarray:
    cap = rows.cell.rules.scoring.defenders_cap
    return np.minimum(points, np.maximum(0, cap - rows.score)) if cap else points


def _shared_wrongly(
    rows: Rows, expected: np.ndarray, against: np.ndarray, gain: np.ndarray, defended: np.ndarray
) -> np.ndarray:
    """Check teams that share the defenders' tricks: each has some of them, together all."""
    rules = rows.cell.rules.scoring
    wrong = np.where(rows.mine, rows.points != expected, False).any(1)
    wrong |= np.where(~rows.mine & ~against, rows.points != 0, False).any(1)
    earned = np.where(against, rows.points - gain, 0)
    forced = rows.misere & (rules.misere_defenders == "forced_tricks")
    each = np.where(against, (defended * rules.trick_points)[:, None], 0)
    whole = (earned == _capped(rows, each)) | ~against
    if rules.defenders_cap:
        parted = (earned >= 0).all(1) & (earned.sum(1) <= defended * rules.trick_points)
    else:
        parted = (earned >= 0).all(1) & (earned.sum(1) == defended * rules.trick_points)
    found: np.ndarray = wrong | ~np.where(forced, whole.all(1), parted)
    return found


def _passed_wrongly(rows: Rows, in_play: np.ndarray) -> np.ndarray:
    """Check hands in which nobody bid: thrown in, or played for tricks at no trumps."""
    rules = rows.cell.rules
    played = (rules.auction.all_pass == "play_no_trumps") & (rows.redealt == 0)
    own = np.take_along_axis(rows.points, rows.side[:, None], 1)[:, 0]
    right = own == rows.tricks * rules.scoring.trick_points
    right &= rows.points.sum(1) == N_TRICKS * rules.scoring.trick_points
    right &= ((rows.points >= 0) & (in_play | (rows.points == 0))).all(1)
    wrong: np.ndarray = np.where(played, ~right, (rows.points != 0).any(1))
    return wrong


def game_end(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Return for each hand how it ended its game (place in ENDINGS, 0: not at all) and who won.

    The winner is -1 when nobody won, ``ANY_WINNER`` where the rows do not tell.
    """
    game, after = rows.cell.rules.game, rows.after[:, : int(rows.record["n_teams"])]
    how, winner = np.zeros(len(after), np.int64), np.full(len(after), -1)
    fallen = _fallen(rows, after)
    best = after.argmax(1)
    if game.hands_limit:
        ended = _n_played(rows) >= game.hands_limit
        able = np.where(fallen, np.iinfo(np.int64).min, after)
        alone = ((able == able.max(1)[:, None]) & ~fallen).sum(1) == 1
        how[ended], winner[ended] = BY_HANDS, np.where(alone, able.argmax(1), -1)[ended]
        return how, winner
    if game.point_spread:
        low, high = after.min(1), after.max(1)
        spread = (low < 0) & (high - low >= game.point_spread)
        how[spread], winner[spread] = BY_SPREAD, best[spread]
    if game.back_door and game.below == "loses":
        out = (after <= game.back_door).any(1)
        how[out], winner[out] = BY_BACK_DOOR, best[out]
    reached: Any = after >= game.target
    if game.must_bid_to_win:
        able = rows.mine[:, : after.shape[1]] & (rows.made == 1)[:, None]
        reached = np.logical_and(reached, able)
    over: np.ndarray = reached.any(1)
    who = _over_target(rows, after, reached & ~fallen)
    contract = (rows.made == 1) & (who >= 0) & _has_contract(rows, who)
    how[over] = np.where(contract, BY_CONTRACT, BY_POINTS)[over]
    winner[over] = who[over]
    return how, winner


def _over_target(rows: Rows, after: np.ndarray, able: np.ndarray) -> np.ndarray:
    """Return which of the able teams wins, by row; -1 if none is able."""
    game = rows.cell.rules.game
    points = np.where(able, after, np.iinfo(np.int64).min)
    own = np.take_along_axis(points, rows.side[:, None], 1)[:, 0]
    who = np.where(own == points.max(1), rows.side, points.argmax(1))
    if not game.must_bid_to_win and game.both_over != "higher_score":
        if game.both_over != "bidders":
            who = np.where(able.sum(1) > 1, ANY_WINNER, points.argmax(1))
        else:
            who = points.argmax(1)
        for team in (rows.partner_team, rows.side):  # the contractor himself comes first
            at = np.maximum(team, 0)
            first = (team >= 0) & ~rows.passed_out
            first &= np.take_along_axis(able, at[:, None], 1)[:, 0]
            who = np.where(first, team, who)
    result: np.ndarray = np.where(able.any(1), who, -1)
    return result


def _has_contract(rows: Rows, team: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.take_along_axis(rows.mine, np.maximum(team, 0)[:, None], 1)[:, 0]
    return found


def _fallen(rows: Rows, after: np.ndarray) -> np.ndarray:
    """Return which teams have been at the back door and can no longer win, shape (n, teams)."""
    game = rows.cell.rules.game
    if not game.back_door or game.below == "loses":
        return np.zeros(after.shape, bool)
    return _over_games(rows, after <= game.back_door, "max") > 0


def _n_played(rows: Rows) -> np.ndarray:
    """Return how many hands of its game had been played with each hand, thrown-in ones not."""
    played = rows.cell.rules.auction.all_pass == "play_no_trumps"
    thrown_in = rows.passed_out & ((rows.redealt == 1) | (not played))
    return _over_games(rows, ~thrown_in[:, None], "sum")[:, 0]


def _over_games(rows: Rows, values: np.ndarray, way: str) -> np.ndarray:
    """Return the running sum or maximum of each column within the games."""
    frame = pl.DataFrame({"game": rows.game}).with_columns(
        pl.Series(f"v{n}", values[:, n].astype(np.int64)) for n in range(values.shape[1])
    )
    columns: list[Any] = [pl.col(name) for name in frame.columns[1:]]
    running = [c.cum_sum() if way == "sum" else c.cum_max() for c in columns]
    return frame.select(each.over("game") for each in running).to_numpy()
