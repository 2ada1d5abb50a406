"""A hand held: what every contract would bring with these ten cards, over all that one cannot see.

The ten cards stay, everything else is dealt again and again. On the same deals the seat plays every
contract there is, passes, and bids as its strategy does; so all differences are paired.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.stats import Bounds, Floats, Mean, batch_mean, wilson
from sim.cards import BLIND_MISERE, CALL_NAMES, card_code, card_name
from sim.decks import HAND_SIZE
from sim.engine import Batch, Held, play_forced, play_hands

if TYPE_CHECKING:
    from sim.rules import Rules
    from strategies.api import Player

MAX_SCORE: Final = 5_000
PASSING: Final = "Pass"
AUCTION: Final = "auction"
_ENDS: Final = ("", "_low", "_high")
CLEAR: Final = 0.005  # calls rarer than that are not told


class HandError(ValueError):
    """Ten cards that cannot be held; one line."""


@dataclass(frozen=True)
class Question:
    """What is asked: the cards held, whose turn it is, under which rules, among which players.

    ``turn`` counts from the first caller (0) to the dealer. ``scores`` are those of the teams before
    the hand, the own one first; none means all at 0.
    """

    rules: Rules
    cards: tuple[int, ...]
    player: Player
    turn: int = 0
    scores: tuple[int, ...] = ()
    deals: int = 5_000
    seed: int = 500


def parse_hand(text: str, rules: Rules) -> tuple[int, ...]:
    """Return the codes of ten cards written as in ``RJ JH TD 4S``. Raises HandError."""
    words = text.replace(",", " ").split()
    try:
        found = [card_code(word) for word in words]
    except ValueError as error:
        raise HandError(f"hand: {error}") from None
    pack = set(rules.cards())
    for place, code in enumerate(found):
        if code not in pack:
            raise HandError(
                f"hand: {card_name(code)} is not in the pack of {rules.title} ({len(pack)} cards)"
            )
        if code in found[:place]:
            raise HandError(f"hand: {card_name(code)} is there twice")
    if len(found) != HAND_SIZE:
        raise HandError(f"hand: {len(found)} cards; everybody is dealt {HAND_SIZE}")
    return tuple(found)


def parse_scores(text: str) -> tuple[int, ...]:
    """Return scores written as ``450,300``; none for an empty text. Raises HandError."""
    try:
        found = tuple(int(word) for word in text.replace(",", " ").split())
    except ValueError:
        raise HandError(f"scores: {text!r}; write whole numbers, as in 450,300") from None
    if any(abs(score) > MAX_SCORE for score in found):
        raise HandError(f"scores: {text}; allowed: -{MAX_SCORE} to {MAX_SCORE}")
    return found


def check_table(question: Question) -> None:
    """Raise HandError for a turn or scores that the table does not have."""
    record = question.rules.record()[0]
    players, teams = int(record["n_players"]), int(record["n_teams"])
    if not 0 <= question.turn < players:
        raise HandError(f"turn {question.turn}: 0 (the first caller) to {players - 1} (the dealer)")
    if question.scores and len(question.scores) != teams:
        raise HandError(f"scores: {len(question.scores)} numbers; allowed: {teams}, the own first")


def estimate(question: Question) -> pl.DataFrame:
    """Return one row a contract in the order of the ladder, then passing and the auction.

    ``made_rate`` 0..1 is the share made; ``net_points`` those of the own side minus the mean of the
    other sides, ``gain`` by how much they exceed what passing brings on the same deals, each with
    ``_low`` and ``_high``; ``value`` points of the contract; ``n`` deals. For passing and the auction
    there is no made rate. Raises HandError and StrategyFailure.
    """
    check_table(question)
    record = question.rules.record()[0]
    passing = _mean(_nets(question, _auction(question, _silent(question.player))))
    rows = []
    for call in question.rules.ladder():
        if call == BLIND_MISERE:
            continue  # it is bid before one has looked
        batch = _forced(question, call)
        value = int(record["value"][call])
        stake = value if record["misere"][call] else None
        rows.append(_row(question, CALL_NAMES[call], batch, passing, value, stake))
    rows.append(_row(question, PASSING, None, passing, None, None))
    auction = _auction(question, question.player)
    rows.append(_row(question, AUCTION, auction, passing, None, None))
    return pl.DataFrame(rows, schema=_schema())


def first_calls(question: Question) -> list[tuple[str, float]]:
    """Return what the strategy calls at its first turn with this hand, the most frequent first."""
    trace = _auction(question, question.player, trace=True).traces
    own = (trace["call_seat"] == 0) & (
        np.arange(trace["call"].shape[1]) < trace["n_calls"][:, None]
    )
    asked = own.any(axis=1)
    calls = trace["call"][asked, own[asked].argmax(axis=1)]
    found, counts = np.unique(calls, return_counts=True)
    shares = counts / max(1, counts.sum())
    told = sorted(zip(shares, found, strict=True), key=lambda pair: -pair[0])
    return [(CALL_NAMES[call], float(share)) for share, call in told if share >= CLEAR]


def _silent(player: Player) -> Player:
    """Return the player who never bids and plays the cards as the given one."""
    from strategies.api import load_strategy

    return replace(load_strategy("silent").player(), cards=player.cards or player)


def _schema() -> dict[str, Any]:
    ends = [f"{name}{end}" for name in ("made_rate", "net_points", "gain") for end in _ENDS]
    return {"contract": pl.String, "value": pl.Int64, "n": pl.Int64} | dict.fromkeys(
        ends, pl.Float64
    )


def _row(
    question: Question,
    contract: str,
    batch: Batch | None,
    passing: Mean,
    value: int | None,
    stake: int | None,
) -> dict[str, Any]:
    net = passing if batch is None else _mean(_nets(question, batch))
    made = None if batch is None or value is None else _made(batch)
    bounds: dict[str, Bounds | None] = {"made_rate": made, "net_points": net.bounds(), "gain": None}
    if made and stake and net.batches < 2:  # always made, or never: the rate knows better
        bounds["net_points"] = Bounds(*(stake * (2 * end - 1) for end in made))
    if contract != PASSING:
        bounds["gain"] = (net - passing).bounds()
    row: dict[str, Any] = {"contract": contract, "value": value, "n": question.deals}
    for name, found in bounds.items():
        for end, number in zip(_ENDS, found or (None,) * 3, strict=True):
            row[name + end] = number if number is not None and np.isfinite(number) else None
    return row


def _made(batch: Batch) -> Bounds:
    rate = wilson(batch.hands["made"].sum(), len(batch.hands))
    return Bounds(float(rate.value), float(rate.low), float(rate.high))


def _mean(nets: Floats) -> Mean:
    """Return the mean over deals, which are independent: each is a batch of its own."""
    return batch_mean(nets, np.ones_like(nets))


def _nets(question: Question, batch: Batch) -> Floats:
    """Return for every deal the points of the own side minus the mean of the other sides."""
    n_teams = int(question.rules.record()[0]["n_teams"])
    points = batch.hands["points"][:, :n_teams].astype(float)
    own = points[:, 0]
    return np.asarray(own - (points.sum(axis=1) - own) / (n_teams - 1))


def _auction(question: Question, first: Player, trace: bool = False) -> Batch:
    """Play every deal with an auction, ``first`` holding the ten cards."""
    line_up = [first, *[question.player] * (question.rules.table.players - 1)]
    return play_hands(question.rules, line_up, trace=trace, **_numbers(question))


def _forced(question: Question, call: int) -> Batch:
    line_up = [question.player] * question.rules.table.players
    return play_forced(question.rules, line_up, seat=question.turn, call=call, **_numbers(question))


def _numbers(question: Question) -> dict[str, Any]:
    held = Held(question.cards, question.turn)
    return {
        "seed": question.seed, "first": 0, "count": question.deals, "scores": question.scores,
        "held": held,
    }  # fmt: skip


def finding(question: Question, frame: pl.DataFrame) -> Iterator[str]:
    """Yield what the figures say, in sentences."""
    from pipelines.measures import words

    said = [f"{name} ({words.percent(share)})" for name, share in first_calls(question)[:3]]
    if said:
        yield f"{question.player.name} calls {words.listed(said)} with it when its turn comes."
    bids = frame.filter(pl.col("value").is_not_null()).sort("gain", descending=True)
    best = bids.row(0, named=True)
    name = words.contract_label(best["contract"])
    gain = words.with_span(best["gain"], best["gain_low"], best["gain_high"], words.points)
    if best["gain_low"] is not None and best["gain_low"] <= 0:
        yield f"No contract is clearly better than passing; {name} comes nearest, {gain} points."
        return
    made = words.with_span(
        best["made_rate"], best["made_rate_low"], best["made_rate_high"], words.percent
    )
    yield f"The best contract to have is {name}: made {made}, {gain} points more than passing."


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the estimates as text, one row a contract, for reading."""
    from pipelines.measures import words

    names = {PASSING: "pass", AUCTION: "bid as it thinks best"}

    def said(row: dict[str, Any], name: str, say: Any) -> str:
        return words.with_span(row[name], row[f"{name}_low"], row[f"{name}_high"], say)

    return pl.DataFrame(
        [
            {
                "contract": names.get(row["contract"]) or words.contract_label(row["contract"]),
                "value": words.NONE if row["value"] is None else words.count(row["value"]),
                "made": said(row, "made_rate", words.percent),
                "net points": said(row, "net_points", words.points),
                "over passing": said(row, "gain", words.points),
            }
            for row in frame.iter_rows(named=True)
        ]
    )
