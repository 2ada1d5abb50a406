"""Records of hands with one thing changed, and what the reference engine says to them."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from reference.table import Hand

from sim import cards
from sim.notation import CallMade, GameRecord, TrickRow
from sim.rules import Rules

SEATS = range(4)
Change = Callable[[GameRecord, random.Random], GameRecord]


def names(codes: Any) -> list[str]:
    return [cards.card_name(code) for code in codes]


def is_legal(rules: Rules, record: GameRecord) -> bool:
    """Whether the reference lets the calls, discards and cards of a whole record pass.

    A record may play on when a misère is lost, or stop there if that is all the rules ask for.
    """
    may_stop = rules.scoring.misere_defenders == "nothing"
    try:
        hand = Hand(
            rules.replace({"scoring.misere_defenders": "own_tricks"}),
            dealer=int(record.dealer or 0),
            hands={seat: names(record.hands[seat]) for seat in SEATS},
            kitty=names(record.kitty),
        )
        _follow(hand, record)
        assert hand.phase == "over" or (may_stop and _lost_misere(hand))
    except AssertionError:
        return False
    return True


def _lost_misere(hand: Hand) -> bool:
    if hand.contract is None or hand.play is None or hand.play.trick:
        return False
    return hand.contract.is_misere and hand.contract.seat in hand.play.winners


def _follow(hand: Hand, record: GameRecord) -> None:
    for made in record.calls:
        assert hand.auction.turn == made.seat
        hand.call(cards.CALL_NAMES[made.call])
    for code in record.removed[1] if record.removed else ():
        hand.discard(cards.card_name(code))
    suits: list[str | None] = [*cards.SUIT_LETTERS, None]
    if hand.phase == "nomination":
        assert record.nominated is not None
        hand.nominate(suits[record.nominated])
    else:
        assert record.nominated is None
    for n, row in enumerate(record.tricks):
        assert hand.phase == "play"
        assert hand.play is not None
        leader = hand.play.turn
        played = {seat for seat in SEATS if row.cards[seat] is not None}
        assert played == set(SEATS) - hand.play.sitting_out
        for _ in played:
            assert hand.play is not None
            seat = hand.play.turn
            assert seat is not None
            card = cards.card_name(row.cards[seat] or 0)
            named = suits[record.named.get(n, -1)] if seat == leader else None
            nameable = hand.play.nameable_suits(card)
            if named is None and len(nameable) == 1:  # goes without saying
                (named,) = nameable
            hand.put(card, named)


# -- changes ------------------------------------------------------------------------------------


def other_call(record: GameRecord, rng: random.Random) -> GameRecord:
    """Change one call; contract and declarer are left out, the calls alone shall tell."""
    calls = list(record.calls)
    n = rng.randrange(len(calls))
    calls[n] = CallMade(calls[n].seat, rng.choice([0, *range(1, 28), *range(31, 36)]))
    return dataclasses.replace(record, calls=tuple(calls))


def other_discard(record: GameRecord, rng: random.Random) -> GameRecord:
    """Put away another card of the pack."""
    if record.removed is None:
        return record
    seat, codes = record.removed
    changed = list(codes)
    changed[rng.randrange(len(codes))] = rng.choice(_pack(record))
    return dataclasses.replace(record, removed=(seat, tuple(changed)))


def other_card(record: GameRecord, rng: random.Random) -> GameRecord:
    """Play another card of the pack."""
    n, seat = _place(record, rng)
    return _with_card(record, n, seat, rng.choice(_pack(record)))


def exchanged_tricks(record: GameRecord, rng: random.Random) -> GameRecord:
    """Let one player play two of his cards in the other order."""
    n, seat = _place(record, rng)
    m = rng.randrange(len(record.tricks))
    first, second = record.tricks[n].cards[seat], record.tricks[m].cards[seat]
    return _with_card(_with_card(record, n, seat, second), m, seat, first)


def exchanged_players(record: GameRecord, rng: random.Random) -> GameRecord:
    """Let two players exchange their cards in a trick."""
    n, seat = _place(record, rng)
    other = rng.choice([s for s in SEATS if record.tricks[n].cards[s] is not None])
    first, second = record.tricks[n].cards[seat], record.tricks[n].cards[other]
    return _with_card(_with_card(record, n, seat, second), n, other, first)


def other_name(record: GameRecord, rng: random.Random) -> GameRecord:
    """Name another suit for a joker that is led, or give it another one before play."""
    if record.named and rng.random() < 0.7:
        named = dict(record.named)
        named[rng.choice(sorted(named))] = rng.randrange(4)
        return dataclasses.replace(record, named=named)
    if record.nominated is None:
        return record
    return dataclasses.replace(record, nominated=rng.randrange(-1, 4))


CHANGES: dict[str, Change] = {
    "another call": other_call,
    "another discard": other_discard,
    "another card": other_card,
    "two tricks exchanged": exchanged_tricks,
    "two players exchanged": exchanged_players,
    "another suit": other_name,
}


def _pack(record: GameRecord) -> list[int]:
    return [code for held in (*record.hands, record.kitty) for code in held or ()]


def _place(record: GameRecord, rng: random.Random) -> tuple[int, int]:
    n = rng.randrange(len(record.tricks))
    return n, rng.choice([s for s in SEATS if record.tricks[n].cards[s] is not None])


def _with_card(record: GameRecord, n: int, seat: int, code: int | None) -> GameRecord:
    row = list(record.tricks[n].cards)
    row[seat] = code
    tricks = list(record.tricks)
    tricks[n] = TrickRow(tuple(row))
    return dataclasses.replace(record, tricks=tuple(tricks))
