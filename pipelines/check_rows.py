"""Whether rows of a run keep the rules: points, scores, dealers, ends of games; worked out anew.

Nothing here calls the scoring of ``sim``: what rows say is recomputed from their other columns, for
a whole part at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

from pipelines import schema
from pipelines.cells import Cell
from pipelines.check_ends import UNFINISHED, game_end
from sim.cards import CALL_NAMES, KIND_HI_LO, KIND_NONE, N_CALLS, PASS
from sim.engine import DEALS_PER_GAME
from sim.records import MAX_GAME_HANDS, MAX_TEAMS, N_TRICKS

_NO_CAP: Final = 1 << 40
_FEATURES: Final = {"trumps": 10, "jokers": 2, "bowers": 2, "side_aces": 4, "voids": 4}


class Fault(NamedTuple):
    """What is wrong with some rows, and which rows they are."""

    what: str
    rows: np.ndarray  # of bool, one a row of the table


class Rows:
    """The hands of one part as arrays, with the rules of their cell."""

    def __init__(self, frame: pl.DataFrame, cell: Cell) -> None:
        self.cell, self.record = cell, cell.rules.record()[0]
        for name in (
            "deal",
            "game",
            "hand_no",
            "dealer",
            "n_calls",
            "contractor",
            "partner",
            "slam_called",
            "redealt",
            "tricks",
            "made",
        ):
            setattr(self, name, frame[name].to_numpy().astype(np.int64))
        for name in _FEATURES:
            setattr(self, name, frame[name].to_numpy())
        codes = np.array([CALL_NAMES.index(name) for name in schema.CALLS.categories])
        self.contract = codes[frame["contract"].to_physical().to_numpy()]
        self.points = _by_team(frame, "points")
        self.score = _by_team(frame, "score")
        self.players = int(self.record["n_players"])
        first_caller = (self.dealer + 1) % self.players
        seat = np.where(self.contractor >= 0, self.contractor, first_caller) % self.players
        self.teams = int(self.record["n_teams"])
        self.side = self.record["team"][seat]
        called = self.record["team"][np.maximum(self.partner, 0) % self.players]
        self.partner_team = np.where(self.partner >= 0, called, -1)

    deal: np.ndarray
    game: np.ndarray
    hand_no: np.ndarray
    dealer: np.ndarray
    n_calls: np.ndarray
    contractor: np.ndarray
    partner: np.ndarray
    slam_called: np.ndarray
    redealt: np.ndarray
    tricks: np.ndarray
    made: np.ndarray

    @property
    def passed_out(self) -> np.ndarray:
        """Whether nobody bid."""
        return self.contract == PASS

    @property
    def misere(self) -> np.ndarray:
        """Whether the contract is a misère, open or not."""
        return ~self.passed_out & (self.record["misere"][self.contract] == 1)

    @property
    def bidders(self) -> np.ndarray:
        """Whether a team has the contract: the contractor's and a called partner's, by team."""
        team = np.arange(self.teams)
        mine = (team == self.side[:, None]) | (team == self.partner_team[:, None])
        return np.asarray(mine & ~self.passed_out[:, None])

    @property
    def counts(self) -> np.ndarray:
        """Whether the hand was played, 1 or 0: not thrown in."""
        played_out = self.cell.rules.auction.all_pass == "play_no_trumps"
        thrown_in = self.redealt == 1 if played_out else self.passed_out
        return np.asarray(~thrown_in).astype(np.int64)

    @property
    def kept(self) -> np.ndarray:
        """Whether the tricks are as many as the contract asks for."""
        level = self.record["level"][self.contract]
        enough = np.where(self.record["kind"][self.contract] == KIND_HI_LO,
                          self.tricks == level, self.tricks >= level)  # fmt: skip
        enough = np.where(self.slam_called == 1, self.tricks == N_TRICKS, enough)
        return np.where(self.misere, self.tricks == 0, enough) & ~self.passed_out

    @property
    def after(self) -> np.ndarray:
        """Scores after the hand, by team."""
        return self.score + self.points


def hand_faults(rows: Rows, first: int, count: int) -> Iterator[Fault]:
    """Yield what is wrong with the hands of a part: ``count`` deals or games from ``first``."""
    yield Fault("have a contract that these rules do not know", ~_known_contracts(rows))
    nobody = rows.contractor == -1
    seats = (rows.contractor >= 0) & (rows.contractor < rows.players)
    yield Fault("have a contractor that does not go with the contract",
                np.where(rows.passed_out, ~nobody, ~seats))  # fmt: skip
    yield Fault("have tricks outside 0 to 10", (rows.tricks < 0) | (rows.tricks > N_TRICKS))
    yield Fault("have a contract though they were thrown in for a redeal",
                (rows.redealt == 1) & ~rows.passed_out)  # fmt: skip
    yield Fault(
        "say of the contract that it was made, or not, against their tricks", rows.made != rows.kept
    )
    yield Fault("have points that do not follow from their row", ~points_fit(rows))
    for name, most in _FEATURES.items():
        values = getattr(rows, name)
        yield Fault(f"have {name} outside 0 to {most}", (values < 0) | (values > most))
    yield from (
        _game_faults(rows, first, count)
        if rows.cell.mode == "games"
        else _single_faults(rows, first)
    )


def points_fit(rows: Rows) -> np.ndarray:
    """Return which hands have points that follow from contract, tricks and scores.

    Of several defending teams the row holds the tricks together, so theirs need only add up.
    """
    rules, made = rows.cell.rules.scoring, rows.kept
    value = rows.record["value"][rows.contract]
    slam = made & ~rows.misere & (rows.tricks == N_TRICKS)
    value = np.where(slam, np.maximum(value, rules.slam), value)
    value = np.where(rows.slam_called == 1,
                     rows.record["value"][rows.contract] + rules.slam_bonus, value)  # fmt: skip
    gained = rules.failed == "opponents_gain"
    lost = 0 * value if gained else -value
    mine, found = rows.bidders, rows.points[:, : rows.teams]
    bid_fits = ((found == np.where(made, value, lost)[:, None]) | ~mine).all(1)
    others = N_TRICKS - rows.tricks
    in_misere = {"nothing": 0 * others, "forced_tricks": rows.tricks, "own_tricks": others}
    scoring = np.where(rows.misere, in_misere[rules.misere_defenders],
                       others * _share(rules.defenders, made))  # fmt: skip
    each = rows.misere & (rules.misere_defenders == "forced_tricks")
    earned = found - np.where(~made & gained, value, 0)[:, None]
    limit = rules.defenders_cap or _NO_CAP
    room = np.maximum(0, limit - rows.score[:, : rows.teams])
    bid_fits &= _shared_out(earned, ~mine, scoring, each, room, rules.trick_points)
    idle = (found == 0).all(1)
    if rows.cell.rules.auction.all_pass == "play_no_trumps":
        first = np.arange(rows.teams) == rows.side[:, None]
        fits = ((found == rows.tricks[:, None] * rules.trick_points) | ~first).all(1)
        fits &= _shared_out(found, ~first, others, each, 0 * room + _NO_CAP, rules.trick_points)
        idle = np.where(rows.redealt == 1, idle, fits)
    nobody = (rows.points[:, rows.teams :] == 0).all(1)
    return np.asarray(np.where(rows.passed_out, idle, bid_fits) & nobody)


def _shared_out(
    earned: np.ndarray, who: np.ndarray, tricks: np.ndarray, each: np.ndarray,
    room: np.ndarray, trick_points: int,
) -> np.ndarray:  # fmt: skip
    """Return whether the points of some teams can come from so many tricks, together or each."""
    full = (tricks * trick_points)[:, None]
    alone = (who.sum(1) == 1) | each
    exact = ((earned == np.minimum(full, room)) | ~who).all(1)
    whole = earned % max(trick_points, 1) == 0
    there = (earned >= 0) & (earned <= room) & (whole | (earned == room))
    total = np.where(who, earned, 0).sum(1)
    stopped = (who & (earned == room)).any(1)
    adds_up = np.where(stopped, total <= full[:, 0], total == full[:, 0])
    return np.asarray(np.where(alone, exact, (there | ~who).all(1) & adds_up))


def games_faults(games: pl.DataFrame, rows: Rows, first: int, count: int) -> Iterator[Fault]:
    """Yield what is wrong with the games of a part, of which ``rows`` are the hands."""
    number = games["game"].to_numpy().astype(np.int64)
    planned = np.arange(first, first + count)
    if not np.array_equal(number, planned):
        yield Fault("are not the games of this part, in order", np.ones(games.height, bool))
        return
    place = rows.game - first
    fits = (place >= 0) & (place < count)
    n_hands = np.bincount(place[fits], minlength=count)
    passed = np.bincount(place[fits & rows.passed_out], minlength=count)
    sums = np.zeros((count, MAX_TEAMS), np.int64)
    np.add.at(sums, place[fits], rows.points[fits])
    yield Fault("have another number of hands than n_hands", games["n_hands"].to_numpy() != n_hands)
    yield Fault("have another number of passed-out hands than n_passed_out",
                games["n_passed_out"].to_numpy() != passed)  # fmt: skip
    yield Fault("end with scores that are not the sums of their hands' points",
                (_by_team(games, "score") != sums).any(1))  # fmt: skip
    yield Fault(
        "have a wrong first dealer", games["first_dealer"].to_numpy() != number % rows.players
    )
    last = np.searchsorted(rows.deal, (planned + 1) * DEALS_PER_GAME) - 1
    how, wins = game_end(rows)
    ended_by = games["ended_by"].to_physical().to_numpy()
    # a game that was broken off has no winner; -1 is the last column, which stands for nobody
    nobody = games["winner"].to_numpy() == -1
    right = np.where(how[last] == UNFINISHED, nobody,
                     wins[last, np.clip(games["winner"].to_numpy(), -1, rows.teams)])  # fmt: skip
    wrong = (ended_by != how[last]) | ~right
    yield Fault("have a winner or an end that their last hand does not give", wrong)
    open_end = (n_hands == 0) | ((how[last] == UNFINISHED) & (n_hands < MAX_GAME_HANDS))
    yield Fault("stop before they are over", open_end)


def frequency_faults(cell: Cell, n: int, jokers: int) -> str:
    """Return what is odd about the jokers dealt to a forced contractor, "" if nothing is.

    His ten cards are drawn evenly from the pack, so their number follows the hypergeometric law. A
    sound run is called odd less often than once in 100 million.
    """
    record = cell.rules.record()[0]
    size, there = int(record["n_deck"]), int(record["pack"][-1]).bit_count()
    share = there / size
    mean = N_TRICKS * share
    variance = mean * (1 - share) * (size - N_TRICKS) / (size - 1)
    if n < 1000 or abs(jokers - n * mean) <= 6 * (n * variance) ** 0.5:
        return ""
    return f"{jokers} jokers in {n} hands of the contractor, about {n * mean:.0f} would be right"


def _known_contracts(rows: Rows) -> np.ndarray:
    kinds, ranks = rows.record["kind"], rows.record["rank"]
    inkle = np.array([bool(int(rows.record["inkles"]) >> call & 1) for call in range(N_CALLS)])
    known = (kinds != KIND_NONE) & (ranks >= 0) & ~inkle
    if rows.cell.mode == "forced":
        known = np.arange(N_CALLS) == rows.cell.forced_call
    else:
        known[PASS] = True
    return known[rows.contract]


def _share(defenders: str, made: np.ndarray) -> np.ndarray | int:
    """Return 1 where the defenders' tricks bring points, 0 elsewhere."""
    if defenders == "if_set":
        return 1 - made.astype(np.int64)
    return int(defenders == "always")


def _single_faults(rows: Rows, first: int) -> Iterator[Fault]:
    """Yield faults of hands that are played each by itself."""
    yield Fault(
        "are not the deals of this part, in order", rows.deal != first + np.arange(len(rows.deal))
    )
    yield Fault("name a game though none was played", (rows.game != -1) | (rows.hand_no != 0))
    yield Fault("have a wrong dealer", rows.dealer != rows.deal % rows.players)
    scores = np.zeros(MAX_TEAMS, np.int64)
    scores[: len(rows.cell.scores)] = rows.cell.scores
    yield Fault("do not begin at the scores of the study", (rows.score != scores).any(1))
    if rows.cell.mode == "forced":
        seat = (rows.dealer + 1 + rows.cell.forced_seat) % rows.players
        yield Fault("have another contractor than the forced one", rows.contractor != seat)


def _game_faults(rows: Rows, first: int, count: int) -> Iterator[Fault]:
    """Yield faults of hands that follow each other in games."""
    yield Fault("are of no game of this part", (rows.game < first) | (rows.game >= first + count))
    yield Fault("have a number that is not 256 times the game's and the place in it",
                rows.deal != rows.game * DEALS_PER_GAME + rows.hand_no)  # fmt: skip
    begins = np.ones(len(rows.deal), bool)
    begins[1:] = rows.game[1:] != rows.game[:-1]
    before = np.maximum(np.arange(len(rows.deal)) - 1, 0)
    yield Fault("are not in order, or stand there twice",
                np.where(begins, rows.hand_no != 0, rows.hand_no != rows.hand_no[before] + 1)
                | (rows.game < rows.game[before]))  # fmt: skip
    due = np.where(begins[:, None], 0, rows.after[before])
    yield Fault(
        "begin at scores that do not follow from the hand before", (rows.score != due).any(1)
    )
    stays = rows.passed_out & (rows.cell.rules.auction.all_pass == "same_dealer")
    stays |= rows.redealt == 1
    dealer = (rows.dealer[before] + ~stays[before]) % rows.players
    yield Fault("have a wrong dealer",
                rows.dealer != np.where(begins, rows.game % rows.players, dealer))  # fmt: skip
    goes_on = np.append(~begins[1:], False)
    yield Fault("end their game though another hand follows", goes_on & (game_end(rows)[0] > 0))


def _by_team(frame: pl.DataFrame, name: str) -> Any:
    columns = [frame[f"{name}_{team}"].to_numpy() for team in range(MAX_TEAMS)]
    return np.stack(columns, axis=1).astype(np.int64)
