"""Game records as text in the PBN style of 500: read with tolerance, written in one form.

A record is lines of ``[Name "text"]`` tags with data lines below ``Auction`` and ``Play``; ``%``
begins a comment. Tags of our own add what the format lacks, so that a hand can be played again:

``Rules``           preset and changes, ``australian; misere.value=230``
``Seed``, ``DealNumber``  where the deal came from
``Forced``          ``W:7NT``, a contract that was given without an auction
``JokerNominated``  the suit the contractor gave his joker before play, ``-`` for none
``JokerNamed``      ``3:H 7:S``, the suits named for jokers led to tricks 3 and 7
``ScoresBefore``    scores by seat before the hand, like ``GameScores`` after it
``Result``          tricks taken by the contractor's side
``Barred``          seats that may only pass, having been set by more than three tricks
``Redeal``          ``W:yes``, who asked for a redeal and whether it was granted (``no``)
``SlamCalled``      the card that the contractor got from his partner for a declared slam
``PartnerRemoved``  cards that partner put away, or gave for others, in a double nullo
``CalledCard``      the card whose holder plays with the contractor, ``-`` if he plays alone

Seats are S N of two players, S W E of three, S W N E of four, S SW NW NE SE of five, S SW NW N NE SE
of six; a bid sans kitty is written ``7NTsk``. A raise of one's own bid needs no tag: it stands in the
bidder's column after the others' passes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from sim import notation_text as text
from sim.notation_lines import RawRecord, RecordError, load, split
from sim.record_rules import rules_from_text
from sim.seats import SEAT_NAMES

Hands = tuple[tuple[int, ...] | None, ...]
SeatCards = tuple[int, tuple[int, ...]]

_STOP: Final = ("*", "+")  # end of a play section, and a hand still in progress, in other PBN files


@dataclass(frozen=True)
class CallMade:
    """One call of the auction, with the seat in whose column it stands."""

    seat: int
    call: int
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class TrickRow:
    """The printed cards of one trick by seat, None where the seat played nothing."""

    cards: tuple[int | None, ...]
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class GameRecord:
    """One recorded deal with whatever is known of its auction, exchange, play and scores.

    Seats are clockwise from South, 0; cards are printed codes; None means not recorded.
    """

    hands: Hands = (None, None, None, None)
    kitty: tuple[int, ...] | None = None
    dealer: int | None = None
    barred: tuple[int, ...] = ()
    redeal: tuple[int, bool] | None = None  # who asked, and whether the hand was thrown in
    first_caller: int | None = None
    calls: tuple[CallMade, ...] = ()
    forced: CallMade | None = None
    contract: int | None = None  # call code, 0 when all passed
    declarer: int | None = None
    slam: int | None = None  # the card that partner gave for a declared slam
    added: SeatCards | None = None
    removed: SeatCards | None = None
    partner_removed: tuple[int, ...] | None = None
    called: int | None = None  # -1: recorded that none was called
    nominated: int | None = None  # -1: recorded that none was nominated
    first_leader: int | None = None
    tricks: tuple[TrickRow, ...] = ()
    named: Mapping[int, int] = field(default_factory=dict)  # trick 0..9 -> suit
    scores: tuple[int, ...] | None = None  # by seat, when the record was taken
    scores_before: tuple[int, ...] | None = None
    result: int | None = None
    event: str = ""
    names: tuple[str, ...] = ("", "", "", "")
    rules: str = ""
    options: Mapping[str, Any] | None = None
    seed: int | None = None
    deal: int | None = None
    comments: tuple[str, ...] = ()
    source: str = field(default="record", compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # tag -> its line

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    def error(self, message: str, line: int | str | None = None) -> RecordError:
        """Return an error at a line, or at the line of a tag."""
        if isinstance(line, str):
            line = self.lines.get(line)
        return RecordError(self.source, line, message)


def read_records(source: str | Path) -> list[GameRecord]:
    """Return all game records of a file (a path) or of a text, in order.

    A record begins where a tag comes a second time. Raises RecordError with file and line when the
    text is no record, and OSError when the file cannot be opened.
    """
    name, content = load(source)
    found = [_parse(raw) for raw in split(name, content)]
    if not found:
        raise RecordError(name, None, 'no game record found: expected lines such as [Deal "E:..."]')
    return found


def read_record(source: str | Path) -> GameRecord:
    """Return the only game record of a file or a text; see ``read_records``."""
    found = read_records(source)
    if len(found) > 1:
        raise RecordError(found[0].source, None, f"found {len(found)} game records, expected one")
    return found[0]


def _parse(raw: RawRecord) -> GameRecord:
    lines = {name: tag.line for name, tag in raw.tags.items()}
    if not set(lines) & {"deal", "auction", "play"}:
        first = min(lines.values())
        raise RecordError(
            raw.source,
            first,
            "the record beginning here has no Deal, Auction or Play (tag repeated?)",
        )
    code = raw.value("gamecode", "FiveHundred")
    if code.lower() != "fivehundred":
        raise RecordError(raw.source, lines["gamecode"], f"GameCode is {code!r}, not 'FiveHundred'")
    n = _n_players(raw)
    seat = partial(text.seat_code, players=n)
    first_caller, calls = _read_calls(raw, n)
    first_leader, tricks = _read_tricks(raw, n)
    return GameRecord(
        hands=raw.take("deal", partial(_read_deal, players=n)) or (None,) * n,
        kitty=raw.take("undealt", _card_tuple),
        dealer=raw.take("dealer", seat),
        barred=raw.take("barred", partial(_read_barred, players=n)) or (),
        redeal=raw.take("redeal", partial(_read_redeal, players=n)),
        first_caller=first_caller,
        calls=calls,
        forced=raw.take("forced", partial(_read_forced, players=n)),
        contract=raw.take("contract", text.call_code),
        declarer=raw.take("declarer", seat),
        slam=raw.take("slamcalled", text.card_code),
        added=raw.take("cardsadded", partial(_seat_cards, players=n)),
        removed=raw.take("cardsremoved", partial(_seat_cards, players=n)),
        partner_removed=raw.take("partnerremoved", _card_tuple),
        called=-1 if raw.value("calledcard") == "-" else raw.take("calledcard", text.card_code),
        nominated=_read_nominated(raw),
        first_leader=first_leader,
        tricks=tricks,
        named=raw.take("jokernamed", _read_named) or {},
        scores=raw.take("gamescores", partial(text.scores, players=n)),
        scores_before=raw.take("scoresbefore", partial(text.scores, players=n)),
        result=raw.take("result", text.number),
        event=_unescape(raw.value("event")),
        names=tuple(_unescape(raw.value(player_tag(name).lower())) for name in SEAT_NAMES[n]),
        rules=_unescape(raw.value("rules")),
        options=raw.take("gameoptionsjson", _read_options),
        seed=raw.take("seed", text.number),
        deal=raw.take("dealnumber", text.number),
        comments=tuple(raw.comments),
        source=raw.source,
        lines=lines,
    )


def _n_players(raw: RawRecord) -> int:
    """Return how many players a record is of: by its deal, else by its rules or options, else four."""
    hands = len(raw.value("deal").partition(":")[2].split())
    if hands:
        return hands if hands in SEAT_NAMES else 4
    if raw.value("rules"):
        try:
            return rules_from_text(_unescape(raw.value("rules"))).table.players
        except ValueError:
            return 4  # told where the rules are read
    options = raw.take("gameoptionsjson", _read_options) or {}
    players = {key.lower(): value for key, value in options.items()}.get("players", 4)
    return int(players) if players in SEAT_NAMES else 4


def player_tag(name: str) -> str:
    """Return the tag that holds the player's name at a seat: ``SouthWest``."""
    return name.replace("-", "")


def _unescape(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\")


def _read_options(value: str) -> dict[str, Any]:
    """Return the options; quotes are bare in old records and escaped in newer ones."""
    for candidate in (value, _unescape(value)):
        try:
            options = json.loads(candidate)
        except json.JSONDecodeError:
            continue
        if isinstance(options, dict):
            return options
    raise ValueError(f'{value!r} is not a JSON object: expected as in {{"variation":1}}')


def _read_deal(value: str, players: int) -> Hands:
    start, colon, rest = value.partition(":")
    given = rest.split()
    if not colon or len(given) != players:
        raise ValueError(
            f"{value!r} is no deal for two to six: a seat, a colon, and a hand for each player"
            " ('-' for an unknown)"
        )
    by_seat = [text.hand_cards(hand) for hand in given]
    first = text.seat_code(start, players)
    return tuple(by_seat[(seat - first) % players] for seat in range(players))


def _read_barred(value: str, players: int) -> tuple[int, ...]:
    return tuple(text.seat_code(word, players) for word in value.split())


def _read_redeal(value: str, players: int) -> tuple[int, bool]:
    seat, _, granted = value.partition(":")
    if granted.strip().lower() not in ("yes", "no"):
        raise ValueError(f"{value!r} says not whether it was granted: expected as in W:yes or W:no")
    return text.seat_code(seat, players), granted.strip().lower() == "yes"


def _card_tuple(value: str) -> tuple[int, ...]:
    return tuple(text.card_list(value))


def _seat_cards(value: str, players: int) -> SeatCards | None:
    seat, colon, rest = value.partition(":")
    if not colon:
        raise ValueError(f"{value!r} names no seat: expected as in W:S5HQC8")
    return text.seat_code(seat, players), _card_tuple("" if rest.strip() == "-" else rest)


def _read_forced(value: str, players: int) -> CallMade:
    seat, _, call = value.partition(":")
    return CallMade(text.seat_code(seat, players), text.call_code(call))


def _read_nominated(raw: RawRecord) -> int | None:
    if raw.value("jokernominated") == "-":
        return -1
    return raw.take("jokernominated", text.suit_code)


def _read_named(value: str) -> dict[int, int]:
    named = {}
    for part in value.split():
        trick, _, suit = part.partition(":")
        if not trick.isdigit() or not 1 <= int(trick) <= 10:
            raise ValueError(f"{part!r} names no trick: expected as in 3:H, tricks are 1 to 10")
        named[int(trick) - 1] = text.suit_code(suit)
    return named


def _read_calls(raw: RawRecord, players: int) -> tuple[int | None, tuple[CallMade, ...]]:
    first = raw.take("auction", partial(text.seat_code, players=players))
    rows = raw.rows("auction")
    words = [(line, word) for line, row in rows for word in text.call_row(row)]
    if words and first is None:
        raise RecordError(
            raw.source, rows[0][0], "the tag Auction must name the seat of the first call"
        )
    calls = []
    for n, (line, word) in enumerate(words):
        if word in _STOP:
            break
        if word != "-":
            seat = ((first or 0) + n) % players
            calls.append(CallMade(seat, raw.read(line, text.call_code, word), line))
    return first, tuple(calls)


def _read_tricks(raw: RawRecord, players: int) -> tuple[int | None, tuple[TrickRow, ...]]:
    leader = raw.take("play", partial(text.seat_code, players=players))
    rows = [(line, row.split()) for line, row in raw.rows("play")]
    if rows and leader is None:
        raise RecordError(
            raw.source, rows[0][0], "the tag Play must name the seat that leads first"
        )
    tricks: list[TrickRow] = []
    for n, (line, words) in enumerate(rows):
        if words[0] in _STOP:
            break
        last = n == len(rows) - 1
        if len(words) > players or (len(words) < players and not last):
            raise RecordError(
                raw.source,
                line,
                f"trick {n + 1} has {len(words)} columns, not {players} ('-' where a seat played no card)",
            )
        words += ["-"] * (players - len(words))
        row = [
            None if word == "-" else raw.read(line, text.card_code, word, f"trick {n + 1}: ")
            for word in words
        ]
        by_seat = tuple(row[(seat - (leader or 0)) % players] for seat in range(players))
        tricks.append(TrickRow(by_seat, line))
    while tricks and not any(card is not None for card in tricks[-1].cards):
        tricks.pop()  # rows that stand for tricks never played
    return leader, tuple(tricks)
