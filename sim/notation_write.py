"""Game records written as text, in the one form that ``notation`` reads back as the same record."""

from __future__ import annotations

import json
from collections.abc import Callable

from sim import cards
from sim import notation_text as text
from sim.notation import GameRecord, player_tag
from sim.seats import SEAT_LETTERS, SEAT_NAMES


def write_record(record: GameRecord) -> str:
    """Return the text of a record, which ``read_record`` reads back as the same record."""
    n, letters = record.players, SEAT_LETTERS[record.players]
    lines = [f"% {comment}" for comment in record.comments]
    lines += [f'[{name} "{_escape(value)}"]' for name, value in _head(record) if value]
    if record.first_caller is not None:
        lines.append(f'[Auction "{letters[record.first_caller]}"]')
        lines += _call_rows(record)
    lines += [f'[{name} "{value}"]' for name, value in _exchange(record) if value]
    if record.first_leader is not None:
        lines.append(f'[Play "{letters[record.first_leader]}"]')
        for row in record.tricks:
            seats = ((record.first_leader + i) % n for i in range(n))
            played = (row.cards[seat] for seat in seats)
            lines.append(" ".join("-" if card is None else text.card_text(card) for card in played))
    return "\n".join(lines) + "\n"


def _head(record: GameRecord) -> list[tuple[str, str]]:
    """Return the tags above the auction, in the order of the format."""
    n, letters, names = record.players, SEAT_LETTERS[record.players], SEAT_NAMES[record.players]

    def seat(code: int | None) -> str:
        return "" if code is None else letters[code]

    def by_seat(values: tuple[int, ...] | None) -> str:
        return "" if values is None else f"S:{' '.join(str(v) for v in values)}"

    start = record.dealer or 0
    hands = " ".join(text.hand_text(record.hands[(start + i) % n]) for i in range(n))
    forced, redeal = record.forced, record.redeal
    return [
        ("Event", record.event),
        ("GameCode", "FiveHundred"),
        ("GameOptionsJson", "" if record.options is None else json.dumps(record.options)),
        ("Rules", record.rules),
        ("Seed", "" if record.seed is None else str(record.seed)),
        ("DealNumber", "" if record.deal is None else str(record.deal)),
        ("ScoresBefore", by_seat(record.scores_before)),
        ("GameScores", by_seat(record.scores)),
        *((player_tag(names[s]), record.names[s]) for s in (*range(1, n), 0)),
        ("Dealer", seat(record.dealer)),
        ("Deal", f"{letters[start]}:{hands}"),
        ("Undealt", "" if record.kitty is None else _cards(record.kitty)),
        ("Barred", " ".join(letters[s] for s in record.barred)),
        ("Redeal", "" if redeal is None else f"{seat(redeal[0])}:{'yes' if redeal[1] else 'no'}"),
        ("Forced", "" if forced is None else f"{seat(forced.seat)}:{text.call_text(forced.call)}"),
        ("Declarer", seat(record.declarer)),
        ("Contract", "" if record.contract is None else text.call_text(record.contract)),
        ("Result", "" if record.result is None else str(record.result)),
    ]


def _exchange(record: GameRecord) -> list[tuple[str, str]]:
    """Return the tags between auction and play."""
    letters = SEAT_LETTERS[record.players]
    moved = (("CardsAdded", record.added), ("CardsRemoved", record.removed))
    named = " ".join(f"{t + 1}:{cards.SUIT_LETTERS[s]}" for t, s in sorted(record.named.items()))
    suit = record.nominated
    return [
        ("SlamCalled", "" if record.slam is None else text.card_text(record.slam)),
        *((name, f"{letters[to[0]]}:{_cards(to[1])}" if to else "") for name, to in moved),
        ("PartnerRemoved", _cards(record.partner_removed or ())),
        ("CalledCard", _or_dash(record.called, text.card_text)),
        ("JokerNominated", _or_dash(suit, lambda code: cards.SUIT_LETTERS[code])),
        ("JokerNamed", named),
    ]


def _or_dash(code: int | None, name: Callable[[int], str]) -> str:
    """Return nothing for what is not recorded, a dash for what is recorded as none."""
    if code is None:
        return ""
    return "-" if code < 0 else name(code)


def _call_rows(record: GameRecord) -> list[str]:
    """Return the calls in rows, a column a seat, '-' where a seat was not asked any more."""
    n = record.players
    row: list[str] = []
    for made in record.calls:
        while ((record.first_caller or 0) + len(row)) % n != made.seat:
            row.append("-")
        row.append(text.call_text(made.call))
    return [" ".join(row[i : i + n]) for i in range(0, len(row), n)]


def _cards(codes: tuple[int, ...]) -> str:
    return "".join(text.card_text(code) for code in codes)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
