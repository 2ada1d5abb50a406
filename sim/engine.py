"""Playing hands: independent ones, whole games, forced contracts; from Python values to log rows.

The three entry points make the arrays, call the compiled loops and hand back structured arrays. A
line-up is a sequence of players, one a seat, of any type that has ``hooks`` (ten compiled
callbacks in the order of ``records.HOOKS``), ``values`` and ``card_values`` (the parameters that its
callbacks of the auction and of the cards read) and ``name``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from sim import cards, records
from sim.loops import DEALS_PER_GAME, run_games, run_hands

if TYPE_CHECKING:
    from sim.rules import Rules

__all__ = [
    "DEALS_PER_GAME",
    "Batch",
    "Held",
    "IllegalAnswer",
    "Seated",
    "StrategyFailure",
    "Table",
    "new_table",
    "play_forced",
    "play_games",
    "play_hands",
]

_YES_OR_NO: Final = (records.HOOK_BID_BLIND, records.HOOK_REDEAL, records.HOOK_DECLARE_SLAM)
_N_HOOKS: Final = len(records.HOOKS)
_BUFFER_ROWS: Final = 20_000  # rows of a buffer for games; more than the longest game


class Seated(Protocol):
    """What sits at a seat: compiled callbacks and the numbers they are set to."""

    @property
    def name(self) -> str: ...
    @property
    def hooks(self) -> tuple[Any, ...]: ...
    @property
    def values(self) -> tuple[float, ...]: ...
    @property
    def card_values(self) -> tuple[float, ...]: ...


class StrategyFailure(RuntimeError):
    """A strategy broke off a run; the text names strategy, question, deal, seat and what happened."""


class IllegalAnswer(StrategyFailure):
    """A strategy gave an answer that the rules do not allow there."""


@dataclass(frozen=True)
class Batch:
    """Rows of played hands, in the order of their deals.

    ``hands`` has dtype ``records.HAND``, ``games`` ``records.GAME`` (empty unless whole games were
    played), ``traces`` ``records.TRACE`` (one a hand, or empty).
    """

    hands: np.ndarray
    games: np.ndarray
    traces: np.ndarray


@dataclass(frozen=True)
class Table:
    """View and state of one table, for the loops or for single steps from Python."""

    views: np.recarray
    states: np.recarray

    @property
    def view(self) -> Any:
        """The view, a record of dtype ``records.VIEW``."""
        return self.views[0]

    @property
    def state(self) -> Any:
        """The hidden state, a record of dtype ``records.STATE``."""
        return self.states[0]


@dataclass(frozen=True)
class Held:
    """Ten printed cards that seat 0 is dealt every time, and its turn to call (0 calls first).

    The cards must be different ones of the pack, and the turn one of the table.
    """

    cards: tuple[int, ...]
    turn: int = 0


def new_table(rules: Rules) -> Table:
    """Return a table with these rules at which nothing has happened yet."""
    views = np.zeros(1, records.VIEW).view(np.recarray)
    views["rules"] = rules.record()
    return Table(views, np.zeros(1, records.STATE).view(np.recarray))


def play_hands(
    rules: Rules,
    line_up: Sequence[Seated],
    *,
    seed: int,
    first: int,
    count: int,
    scores: Sequence[int] = (),
    trace: bool = False,
    held: Held | None = None,
) -> Batch:
    """Play the deals ``first`` to ``first + count - 1``, each by itself, at the scores by team.

    The dealer is ``deal % players``, unless seat 0 has ``held`` cards and a turn to call; a hand that
    is passed out is one row. Raises StrategyFailure.
    """
    return _play_hands(rules, line_up, seed, first, count, scores, trace, (0, cards.PASS), held)


def play_forced(
    rules: Rules,
    line_up: Sequence[Seated],
    *,
    seed: int,
    first: int,
    count: int,
    seat: int,
    call: int,
    scores: Sequence[int] = (),
    trace: bool = False,
    held: Held | None = None,
) -> Batch:
    """Play deals without an auction: one seat has the contract ``call`` in all of them.

    ``seat`` is counted from the first caller (0) to the dealer. The deals are those of
    ``play_hands``. Raises ValueError for a call that is no contract, and StrategyFailure.
    """
    if not 0 <= seat < rules.table.players:
        raise ValueError(
            f"seat {seat}: 0 (the first caller) to {rules.table.players - 1} (the dealer)"
        )
    found = rules.record()[0]
    if found["kind"][call] in (cards.KIND_NONE, cards.KIND_INKLE):
        raise ValueError(f"{cards.CALL_NAMES[call]} cannot be a contract")
    if call == cards.DOUBLE_NULLO and found["partner"].max() < 0:
        raise ValueError("DN needs one partner, and nobody has one here")
    return _play_hands(rules, line_up, seed, first, count, scores, trace, (seat, call), held)


def play_games(
    rules: Rules,
    line_up: Sequence[Seated],
    *,
    seed: int,
    first: int,
    count: int,
    trace: bool = False,
) -> Batch:
    """Play the games ``first`` to ``first + count - 1`` to their end.

    Game g is first dealt by seat ``g % players``; its hands are the deals from
    ``g * DEALS_PER_GAME``. Raises StrategyFailure.
    """
    table, hooks = _seat(rules, line_up), _hook_tables(line_up)
    games = np.zeros(count, records.GAME)
    hands, traces = [], []
    done = np.zeros(3, np.int64)
    finished = 0
    while finished < count:
        size = min(_BUFFER_ROWS, (count - finished) * records.MAX_GAME_HANDS)
        rows = np.zeros(size, records.HAND)
        story = np.zeros(size if trace else 0, records.TRACE)
        places = (rows, games[finished:], story)
        with _explained(table, line_up):
            run_games(
                table.view,
                table.state,
                *(seed, first + finished, count - finished),
                *(array.view(np.recarray) for array in places),
                done,
                hooks,
            )
        if done[2]:
            raise _illegal(table, line_up)
        finished += int(done[0])
        hands.append(rows[: done[1]])
        traces.append(story[: done[1]])
    return Batch(_joined(hands, records.HAND), games, _joined(traces, records.TRACE))


def _play_hands(
    rules: Rules,
    line_up: Sequence[Seated],
    seed: int,
    first: int,
    count: int,
    scores: Sequence[int],
    trace: bool,
    forced: tuple[int, int],
    held: Held | None,
) -> Batch:
    table, hooks = _seat(rules, line_up), _hook_tables(line_up)
    dealer = -1
    if held is not None:
        table.states["held"][0] = held.cards
        table.states["n_held"] = len(held.cards)
        dealer = (-1 - held.turn) % rules.table.players
    table.views["score"][0, : len(scores)] = scores
    hands = np.zeros(count, records.HAND)
    traces = np.zeros(count if trace else 0, records.TRACE)
    done = np.zeros(3, np.int64)
    with _explained(table, line_up):
        run_hands(
            table.view,
            table.state,
            *(seed, first, count, dealer, *forced),
            *(array.view(np.recarray) for array in (hands, traces)),
            done,
            hooks,
        )
    if done[0] < count:
        raise _illegal(table, line_up)
    return Batch(hands, np.zeros(0, records.GAME), traces)


def _seat(rules: Rules, line_up: Sequence[Seated]) -> Table:
    """Return a new table at which the players of a line-up sit, with their parameters."""
    if len(line_up) != rules.table.players:
        raise ValueError(f"{len(line_up)} players in the line-up, {rules.table.players} seats")
    table = new_table(rules)
    states = table.states
    spare = ((),) * (records.MAX_SEATS - len(line_up))
    rows = [*(p.values for p in line_up), *spare, *(p.card_values for p in line_up), *spare]
    for row, values in enumerate(rows):
        states["params"][0, row, : len(values)] = values
        states["params_of"][0, row] = rows.index(values)
    for seat, player in enumerate(line_up):
        states["hooks_of"][0, seat] = [each.hooks for each in line_up].index(player.hooks)
    states["params_now"] = -1
    return table


def _hook_tables(line_up: Sequence[Seated]) -> tuple[tuple[Any, ...], ...]:
    """Return for each hook the callbacks by seat; seats that nobody has repeat the first."""
    seats = [*line_up, *[line_up[0]] * (records.MAX_SEATS - len(line_up))]
    return tuple(tuple(player.hooks[hook] for player in seats) for hook in range(_N_HOOKS))


def _joined(parts: list[np.ndarray], dtype: np.dtype[Any]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0, dtype)


@contextmanager
def _explained(table: Table, line_up: Sequence[Seated]) -> Iterator[None]:
    """Turn an exception inside a strategy into one line that says where it happened."""
    try:
        yield
    except StrategyFailure as error:
        raise StrategyFailure(f"{_where(table, line_up)}: {error}") from error
    except (ArithmeticError, LookupError, AssertionError, ValueError, TypeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise StrategyFailure(f"{_where(table, line_up)}: {what}") from error


def _illegal(table: Table, line_up: Sequence[Seated]) -> IllegalAnswer:
    answer, legal = _answer_and_legal(table.view, table.state)
    return IllegalAnswer(f"{_where(table, line_up)}: answered {answer}, legal was {legal}")


def _where(table: Table, line_up: Sequence[Seated]) -> str:
    view, state = table.view, table.state
    hook = records.HOOKS[int(state.hook)]
    seat = int(view.seat)
    at = f" in trick {int(view.trick) + 1}" if hook in ("play", "name_suit") else ""
    return f"{line_up[seat].name}: {hook}{at}, deal {int(state.deal)}, seat {seat}"


def _answer_and_legal(view: Any, state: Any) -> tuple[str, str]:
    """Return the last answer and what was legal, as a player writes them."""
    hook, answer = int(state.hook), int(state.answer)
    if hook in (records.HOOK_BID, records.HOOK_RAISE_BID):
        return _call_and_legal(view, answer)
    if hook in _YES_OR_NO:
        return str(answer), "1 (yes) or 0 (no)"
    none = ["-1 (none)"] if hook in (records.HOOK_NOMINATE, records.HOOK_CALL_PARTNER) else []
    if hook in (records.HOOK_NAME_SUIT, records.HOOK_NOMINATE):
        suits = [f"{suit} ({cards.SUIT_LETTERS[suit]})" for suit in range(4) if _has(view, suit)]
        return str(answer), ", ".join([*suits, *none])
    legal = [_card_name(view, card) for card in cards.mask_cards(view.legal)]
    try:
        name = f"{answer} ({_card_name(view, answer)})"
    except ValueError:
        name = f"{answer} (no card)"
    return name, " ".join([*legal, *none])


def _call_and_legal(view: Any, answer: int) -> tuple[str, str]:
    calls = [call for call in range(cards.N_CALLS - 1) if int(view.legal_calls) >> call & 1]
    known = 0 <= answer < cards.N_CALLS
    name = f"{answer} ({cards.CALL_NAMES[answer]})" if known else str(answer)
    return name, " ".join(cards.CALL_NAMES[call] for call in calls)


def _card_name(view: Any, card: int) -> str:
    """Return the text of a card as it stands under the contract. Raises ValueError for no card."""
    return cards.card_name(cards.printed(card, int(view.strain), bool(view.rules.odd_four)))


def _has(view: Any, suit: int) -> bool:
    return bool(int(view.legal_suits) >> suit & 1)
