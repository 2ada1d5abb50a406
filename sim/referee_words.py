"""Why the referee refuses a deal, a call or a card, in a player's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from sim import cards
from sim.notation import GameRecord
from sim.notation_text import card_text as record_text
from sim.replay import SUIT_WORDS, call_text, card_text
from sim.seats import SEAT_NAMES

_HAND_SIZE: Final = 10


def listed(parts: Sequence[str]) -> str:
    """Return ``a, b and c``, or ``nothing``."""
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def pack_faults(record: GameRecord, pack: Sequence[int], n_kitty: int) -> Iterator[tuple[str, str]]:
    """Yield (tag, fault) for cards outside the pack or held twice, and hands of a wrong size."""
    where: dict[int, str] = {}
    names = SEAT_NAMES[record.players]
    hands = [
        (f"{name}'s hand", "deal", record.hands[s], _HAND_SIZE) for s, name in enumerate(names)
    ]
    for place, tag, codes, size in [*hands, ("the kitty", "undealt", record.kitty, n_kitty)]:
        for code in codes or ():
            card = f"{card_text(code)} ({record_text(code)})"
            if code not in pack:
                yield tag, f"{card} in {place} is not in this pack of {len(pack)} cards"
            if code in where:
                yield tag, f"{card} is in {where[code]} and in {place}"
            where[code] = place
        if codes is not None and len(codes) != size:
            yield tag, f"{place} has {len(codes)} cards, not {size}"


def call_refused(v: Any, call: int, legal: int) -> str:
    """Return why a call is not among the legal ones, a bit set, of the seat that is to call."""
    rules, standing = v.rules, int(v.standing)
    bids = [bid for bid in range(cards.PASS + 1, cards.N_CALLS - 1) if (legal >> bid) & 1]
    lowest = min(bids, key=lambda bid: int(rules.rank[bid]), default=cards.PASS)
    hint = f"the lowest bid is {call_text(lowest)}" if bids else "only a pass is legal"
    if rules.rank[call] < 0:
        return f"is no bid of these rules; {hint}"
    if not (int(rules.above[standing]) >> call) & 1:
        return f"is not above {call_text(standing)}; {hint}"
    if (int(rules.inkles) >> call) & 1:
        return f"is an inkle, which only the first {rules.inkle_callers} callers have; {hint}"
    if (int(rules.blind) >> call) & 1:
        return f"comes too late: a blind misère is one's first call; {hint}"
    if (int(rules.after_partner) >> call) & 1:
        return f"waits until partner has bid misère; {hint}"
    level = "seven" if (int(rules.after_seven) >> call) & 1 and v.highest_level < 7 else "eight"
    return f"waits until somebody has bid {level}; {hint}"


def card_refused(v: Any, held: Mapping[int, int], legal: Iterable[int]) -> str:
    """Return why a card that is held may not be played; ``held`` and ``legal`` are by print."""
    if v.led_suit < 0:
        return f"but the joker may not be led now; legal: {_row(legal)}"
    if held[next(iter(legal))] // cards.STRIDE == v.led_suit:
        return f"but has to follow {SUIT_WORDS[int(v.led_suit)]}; legal: {_row(legal)}"
    return f"but has to play the joker; legal: {_row(legal)}"


def _row(codes: Iterable[int]) -> str:
    return " ".join(card_text(code) for code in codes)
