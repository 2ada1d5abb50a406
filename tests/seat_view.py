"""Positions for tests of strategies: calls and cards as text in, one seat's view out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim import asking, auction, cards, dealing, exchange, play
from sim.engine import Table, new_table
from sim.records import HOOK_BID, HOOK_DISCARD, HOOK_PLAY
from sim.rules import Rules


def masks(text: str) -> list[int]:
    """Return suit masks of cards written with spaces between."""
    return cards.card_masks(cards.card_code(name) for name in text.split())


class Position:
    """One seat's cards, and a hand that is told call by call and card by card.

    The other hands are empty: a strategy sees only its own.
    """

    def __init__(self, rules: Rules, hand: str, seat: int = 0, dealer: int = 3) -> None:
        self.table: Table = new_table(rules)
        self.v: Any = self.table.view
        self.st: Any = self.table.state
        self.seat = seat
        self.st.dealt[seat] = masks(hand)
        dealing.clear(self.v, self.st, dealer)

    def parameters(self, values: Mapping[str, float]) -> Position:
        self.v.params[: len(values)] = tuple(values.values())
        self.st.params[:, : len(values)] = tuple(values.values())
        return self

    def scores(self, ours: int, theirs: int) -> Position:
        self.v.score[self.seat % 2], self.v.score[1 - self.seat % 2] = ours, theirs
        return self

    def calls(self, text: str) -> Position:
        """Make calls from the first caller on; every one must be legal."""
        for name in text.split():
            seat = auction.next_caller(self.v)
            call = cards.call_code(name)
            assert auction.legal_calls(self.v, seat) >> call & 1, name
            auction.apply_call(self.v, seat, call)
        return self

    def to_bid(self) -> Any:
        """Return the view of the seat, asked for a call."""
        assert auction.next_caller(self.v) == self.seat
        asking.seat_view(self.v, self.st, self.seat, HOOK_BID, 0)
        self.v.legal_calls = auction.legal_calls(self.v, self.seat)
        return self.v

    def contract(self, call: str, seat: int, kitty: str = "") -> Position:
        self.st.dealt_kitty[:] = masks(kitty)
        exchange.begin_contract(self.v, self.st, cards.call_code(call), seat)
        return self

    def code(self, name: str) -> int:
        """Return a printed card as it stands under the contract."""
        grouped = self.table.views["legal"][0].copy()
        grouped[:] = masks(name)
        exchange.group(self.v, grouped)
        return cards.mask_cards(grouped)[0]

    def name(self, code: int) -> str:
        return cards.card_name(cards.printed(code, int(self.v.strain)))

    def to_discard(self) -> Any:
        asking.seat_view(self.v, self.st, self.seat, HOOK_DISCARD, 0)
        self.v.legal[:] = self.v.hand
        return self.v

    def put_away(self, names: Sequence[str]) -> Position:
        for n, name in enumerate(names):
            exchange.put_away(self.v, self.st, n, self.code(name))
        return self

    def start(self) -> Position:
        play.begin_play(self.v, self.st)
        return self

    def tricks(self, text: str, named: int = -1) -> Position:
        """Play cards in turn, from the leader on."""
        seat = int(self.v.leader) if self.v.n_in_trick == 0 else self.turn
        for name in text.split():
            seat = play.apply_card(self.v, self.st, seat, self.code(name), named)
            named = -1
        self.turn = seat
        return self

    def to_play(self) -> Any:
        asking.seat_view(self.v, self.st, self.seat, HOOK_PLAY, 0)
        play.legal_cards(self.v, self.st, self.seat)
        return self.v
