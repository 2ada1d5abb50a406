"""The referee: a game record checked call by call and card by card, by the game's own kernels.

A record may stop anywhere; it is checked as far as it goes. What it leaves out is taken from the
rest of it where that can be done, and every such assumption is a note in the verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sim.notation import GameRecord, RecordError, read_records
from sim.notation_text import SUIT_SYMBOLS
from sim.record_rules import record_rules
from sim.referee_bidding import check_auction, check_deal, check_exchange
from sim.referee_play import check_play, check_score
from sim.referee_table import RecordedHand
from sim.referee_words import listed
from sim.rules import Rules
from sim.story import story

_STEPS: Final = (check_deal, check_auction, check_exchange, check_play, check_score)
_NO_SUIT: Final = -1


@dataclass(frozen=True)
class Verdict:
    """What the referee found in one recorded hand."""

    rules: Rules
    names: tuple[str, ...]  # players by seat
    trace: Any  # a TRACE record: the hand as far as it is by the rules
    checked: tuple[str, ...]  # what was checked, in words
    notes: tuple[str, ...]  # what had to be assumed
    fault: RecordError | None  # the first thing that is against the rules
    ending: str  # where the record stops, if it stops before the hand is over
    scores_known: bool

    @property
    def passed(self) -> bool:
        """Whether everything recorded is by the rules; a hand that breaks off may be."""
        return self.fault is None

    def __str__(self) -> str:
        ending = f"Not by the rules. {self.fault}" if self.fault else self.ending
        known = self.scores_known
        told = story(self.rules, self.trace, self.names, ending=ending, scores_known=known)
        lines = [f"Note: {note}." for note in self.notes]
        if self.passed:
            lines.append(f"By the rules ({self.rules.title}): {listed(self.checked)}.")
        return "\n".join([told, *lines]).rstrip()


@dataclass(frozen=True)
class Report:
    """What the referee found in a file: a verdict for each hand in it."""

    source: str
    hands: tuple[Verdict, ...]

    @property
    def passed(self) -> bool:
        """Whether every hand is by the rules."""
        return all(hand.passed for hand in self.hands)

    def __str__(self) -> str:
        texts = [str(hand) for hand in self.hands]
        if len(texts) > 1:
            texts = [f"Hand {n} of {len(texts)}\n\n{text}" for n, text in enumerate(texts, 1)]
            passed = sum(hand.passed for hand in self.hands)
            texts.append(f"{self.source}: {passed} of {len(self.hands)} hands are by the rules.")
        return "\n\n".join(texts)


def check_file(path: str | Path, rules: Rules | None = None) -> Report:
    """Check every hand recorded in a file, by ``rules`` or by those that the record names.

    Raises RecordError with file, line and reason when the file is no record, or not one of the
    game, and OSError when it cannot be opened.
    """
    records = read_records(Path(path))
    return Report(records[0].source, tuple(check_record(record, rules) for record in records))


def check_record(record: GameRecord, rules: Rules | None = None) -> Verdict:
    """Check one recorded hand, by ``rules`` or by those that it names.

    Where it does not tell if the contractor gave his joker a suit, that is tried out. Raises
    RecordError when it names no rules of the game.
    """
    notes: list[str] = []
    if rules is None:
        rules, notes = record_rules(record)
    tries = [_NO_SUIT, 0, 1, 2, 3] if rules.joker.nominate else [_NO_SUIT]
    if record.nominated is not None:
        tries = [record.nominated]
    verdicts = [_check(record, rules, tries[0], notes)]
    for suit in tries[1:]:
        if not verdicts[-1].passed:
            note = f"the suit of the contractor's joker is not recorded, {SUIT_SYMBOLS[suit]} fits"
            verdicts.append(_check(record, rules, suit, [*notes, note]))
    return verdicts[-1] if verdicts[-1].passed else verdicts[0]


def _check(record: GameRecord, rules: Rules, nominated: int, notes: list[str]) -> Verdict:
    hand = RecordedHand(record, rules, nominated)
    fault = None
    try:
        for step in _STEPS:
            step(hand)
            if hand.ending:
                break
    except RecordError as error:
        fault = error
    return Verdict(
        rules=rules,
        names=record.names,
        trace=hand.trace(),
        checked=tuple(hand.checked),
        notes=(*notes, *hand.notes),
        fault=fault,
        ending=hand.ending,
        scores_known=hand.scores_known,
    )
