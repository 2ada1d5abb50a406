"""What the club player answers in a position told as text: his call, his discards, his card.

Hands and cards are written with spaces between; calls in turn from the first caller, seat 0, on; cards
in turn from the first leader on. Who is asked follows from the calls, or is the seat given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numba import types
from seat_view import Position, masks

from sim import auction, cards, dealing, hand_loop
from sim.compile import HOOK_TABLE, STATE_TYPE, VIEW_TYPE, kernel
from sim.engine import new_table
from sim.records import HOOKS, MAX_SEATS
from sim.rules import Rules, load_rules
from strategies.api import load_functions, load_strategy

AUSTRALIAN: Final = load_rules("australian")
AMERICAN: Final = load_rules("american-45")
_CLUB: Final = load_strategy("club")
_ASK: Final = load_functions("club")


def seated(
    rules: Rules, hand: str, seat: int, dealer: int, values: Mapping[str, float]
) -> Position:
    """Return a table at which club, with some parameters set, holds a hand."""
    return Position(rules, hand, seat, dealer).parameters(_CLUB.parameters | values)


def call(
    hand: str,
    calls: str = "",
    scores: Sequence[int] = (0, 0),
    rules: Rules = AUSTRALIAN,
    **values: float,
) -> str:
    """Return what a hand calls after these calls; ``scores`` are its own side's and the other's."""
    dealer = rules.table.players - 1
    asked = Position(rules, "", 0, dealer).calls(calls)
    seat = int(auction.next_caller(asked.v))
    table = seated(rules, hand, seat, dealer, values).calls(calls)
    for team in range(rules.record()[0]["n_teams"]):
        table.v.score[team] = scores[int(table.v.rules.team[seat] != team)]
    return cards.CALL_NAMES[_ASK["bid"](table.to_bid())]


def thrown(contract: str, hand: str, kitty: str, rules: Rules = AUSTRALIAN) -> set[str]:
    """Return the cards that a contractor puts away."""
    table = seated(rules, hand, 0, 3, {}).contract(contract, 0, kitty)
    put = []
    for _ in kitty.split():
        put.append(table.name(_ASK["discard"](table.to_discard())))
        table.put_away(put[-1:])
    return set(put)


class Play:
    """A contract in play, seen by one seat; tricks are told with ``tricks``."""

    def __init__(
        self,
        contract: str,
        by: int,
        hand: str,
        seat: int,
        *,
        away: str = "",
        calls: str = "",
        shown: str = "",
        rules: Rules = AUSTRALIAN,
        **values: float,
    ) -> None:
        """``away`` is what the contractor put away, if he is asked; ``shown`` an open hand."""
        n = rules.table.players
        self.table = seated(rules, hand, seat, (by - 1) % n, values)
        self.table.calls(calls).st.hands[by] = masks(shown or (hand if by == seat else ""))
        self.table.contract(contract, by, away).put_away(away.split()).start()
        self.table.turn = by
        self.table.v.n_in_trick = 0

    def tricks(self, text: str, named: int = -1) -> Play:
        """Play cards in turn; ``named`` is the suit of a joker that is led first."""
        self.table.tricks(text, named)
        return self

    def asked(self) -> Any:
        """Return the view of the seat, whose turn it must be."""
        assert self.table.turn == self.table.seat
        return self.table.to_play()

    def card(self) -> str:
        """Return the card that is played."""
        return self.table.name(_ASK["play"](self.asked()))

    def suit(self) -> str:
        """Return the suit that is named for a joker."""
        view = self.asked()
        view.legal_suits = 0b1111
        return cards.SUIT_LETTERS[_ASK["name_suit"](view)]


def card_after(contract: str, by: int, hand: str, seat: int, tricks: list[str]) -> str:
    """Return the card that a seat plays after these tricks, the last one perhaps unfinished."""
    table = Play(contract, by, hand, seat)
    for trick in tricks:
        table.tricks(trick)
    return table.card()


def same_cards(text: str) -> set[str]:
    """Return cards written in any way as they are written here."""
    return {cards.card_name(cards.card_code(name)) for name in text.split()}


@kernel(signature=types.boolean(VIEW_TYPE, STATE_TYPE, types.UniTuple(HOOK_TABLE, len(HOOKS))))
def play_out(v: Any, st: Any, hooks: Any) -> bool:
    """Play a contract that has begun; False at an illegal answer."""
    return hand_loop.play_contract(v, st, hooks)


def _table_of_clubs(rules: Rules) -> tuple[Any, Any]:
    table = new_table(rules)
    state = table.state
    state.params[:, : len(_CLUB.parameters)] = tuple(_CLUB.parameters.values())
    state.params_now = -1
    return table.view, state


def share_made(hand: str, contract: str, rules: Rules, n: int = 400) -> float:
    """Return how often the first caller makes a contract with a hand, over random other hands."""
    n_players = rules.table.players
    view, state = _table_of_clubs(rules)
    hooks = tuple((hook,) * MAX_SEATS for hook in _CLUB.hooks)
    mine = masks(hand)
    deck = [int(code) for code in view.rules.deck[: view.rules.n_deck]]
    rest = [code for code in deck if not mine[code >> 5] >> (code & 31) & 1]
    shuffled = np.random.default_rng(500)
    made = 0
    for _ in range(n):
        shuffled.shuffle(rest)
        hands = [rest[10 * seat : 10 * seat + 10] for seat in range(n_players)]
        state.dealt[0] = mine
        for seat in range(1, n_players):
            state.dealt[seat] = cards.card_masks(hands[seat - 1])
        state.dealt_kitty[:] = cards.card_masks(rest[10 * n_players - 10 :])
        dealing.clear(view, state, n_players - 1)
        hand_loop.force_contract(view, state, 0, cards.call_code(contract))
        assert play_out(view, state, hooks)
        made += int(state.made)
    return made / n
