"""The table at which the referee plays a recorded hand again, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim import cards, exchange
from sim.engine import new_table
from sim.notation import GameRecord
from sim.records import TRACE
from sim.rows import write_trace
from sim.rules import Rules
from sim.seats import SEAT_NAMES


class RecordedHand:
    """A record, the kernels' view and state of it as far as it is checked, and what was found.

    ``nominated`` is the suit that the joker is taken to have got before play, -1 for none.
    """

    def __init__(self, record: GameRecord, rules: Rules, nominated: int) -> None:
        self.record = record
        self.rules = rules
        self.nominated = nominated
        self.table = new_table(rules)  # the records live as long as this does
        self.v: Any = self.table.view
        self.st: Any = self.table.state
        self.seats = range(rules.table.players)
        self.names = SEAT_NAMES[rules.table.players]
        self.team_of = [int(team) for team in self.v.rules.team[: len(self.seats)]]
        self.hand_known = [False] * len(self.seats)  # seat -> the cards it was dealt are known
        self.contract = cards.PASS
        self.contractor = -1
        self.n_discards = 0
        self.n_partner = 0  # cards that partner put away, or gave
        self.scores_known = False
        self.ending = ""  # where the record stops, if it stops before the hand is over
        self.checked: list[str] = []  # what was checked, in words
        self.notes: list[str] = []  # what had to be assumed

    def held(self, seat: int) -> dict[int, int]:
        """Return what a seat holds now: printed card -> its code under the contract."""
        return self.by_print(self.st.hands[seat])

    def by_print(self, masks: Any) -> dict[int, int]:
        """Return the cards of five suit masks: printed card -> its code under the contract."""
        return {self.printed(code): code for code in cards.mask_cards(masks)}

    def printed(self, code: int) -> int:
        """Return the printed card behind a card as it stands under the contract."""
        return cards.printed(code, int(self.v.strain), bool(self.v.rules.odd_four))

    def discard(self, card: int) -> None:
        """Put away a card of the contractor, as it stands under the contract."""
        exchange.put_away(self.v, self.st, self.n_discards, card)
        self.n_discards += 1

    def by_team(self, scores: tuple[int, ...], tag: str) -> list[int]:
        """Return the scores of the teams from scores by seat. Raises RecordError."""
        teams = [scores[self.team_of.index(team)] for team in range(max(self.team_of) + 1)]
        if any(score != teams[team] for score, team in zip(scores, self.team_of, strict=True)):
            raise self.record.error("partners have the same score", tag)
        return teams

    def trace(self) -> Any:
        """Return the hand as far as it has come, a record of dtype ``records.TRACE``."""
        rows = np.zeros(1, TRACE).view(np.recarray)
        write_trace(self.v, self.st, rows[0], -1, 0)
        rows["discards"][0, self.n_discards :] = cards.NO_CARD
        if self.record.dealer is None and not self.record.calls:
            rows["dealer"] = -1
        return rows[0]
