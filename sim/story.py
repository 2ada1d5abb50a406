"""One hand again, as a readable story: the deal, the auction, the exchange, ten tricks, the score.

A story is plain text that fits 80 columns. It is made from one TRACE row, whether the engine filled
that row or the referee did from a game record; what a row does not know is left out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from sim import cards
from sim.notation_text import DEAL_SUITS, SUIT_SYMBOLS
from sim.replay import SUIT_WORDS, call_text, card_text, numbers, short_call_text
from sim.seats import SEAT_NAMES
from sim.story_play import play_lines
from sim.story_result import result_lines

if TYPE_CHECKING:
    from sim.rules import Rules

WIDTH: Final = 80
_BLOCK: Final = 26  # columns of one hand in the diagram


def story(
    rules: Rules,
    trace: Any,
    names: Sequence[str] | None = None,
    *,
    ending: str = "",
    scores_known: bool = True,
) -> str:
    """Return the story of one hand.

    ``trace`` is one TRACE row; ``names`` are the players by seat. ``ending`` takes the place of the
    result where a record stops before its end; without ``scores_known`` only the points are told.
    """
    sections = [
        _heading(rules, trace, names),
        _diagram(rules, trace),
        _auction(rules, trace),
        _exchange(rules, trace),
        play_lines(rules, trace),
        [ending] if ending else result_lines(rules, trace, scores_known),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _seats(rules: Rules) -> tuple[str, ...]:
    return SEAT_NAMES[rules.table.players]


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 1, subsequent_indent="  ")


def _heading(rules: Rules, trace: Any, names: Sequence[str] | None) -> list[str]:
    seats = _seats(rules)
    number = f"Deal {int(trace['deal'])}" if trace["deal"] >= 0 else "A recorded deal"
    if trace["game"] >= 0:
        number = f"Game {int(trace['game'])}, hand {int(trace['hand_no']) + 1}, {number.lower()}"
    dealer = f"dealer {seats[trace['dealer']]}" if trace["dealer"] >= 0 else "dealer unknown"
    lines = [f"{number}: {rules.title}, {dealer}"]
    if names and any(names):
        players = (f"{seat} {name}" for seat, name in zip(seats, names, strict=False) if name)
        lines += _wrap("Players: " + ", ".join(players))
    return lines


def _hand_lines(rules: Rules, masks: Sequence[int], title: str) -> list[str]:
    """Return a hand as a title and one line a suit, the jokers below."""
    lines = [title]
    if not any(masks):
        return [*lines, "unknown"]
    for suit in DEAL_SUITS:
        ranks = [
            cards.RANK_NAMES[rank].replace("T", "10")
            for rank in range(cards.ACE, -1, -1)
            if int(masks[suit]) >> rank & 1
        ]
        lines.append(f"{SUIT_SYMBOLS[suit]} {' '.join(ranks) or '-'}")
    jokers = cards.mask_cards([0, 0, 0, 0, masks[cards.JOKERS]])
    if jokers:
        lines.append(" ".join(card_text(code, rules.pack.jokers) for code in jokers))
    return lines


def _diagram(rules: Rules, trace: Any) -> list[str]:
    """Return the hands as dealt: of four players round the kitty, else side by side."""
    hands = [
        _hand_lines(rules, trace["dealt"][seat], name) for seat, name in enumerate(_seats(rules))
    ]
    kitty = cards.mask_cards(trace["kitty"])
    row = _card_row(rules, kitty) if kitty else "unknown"
    if len(hands) != 4:
        lines = [
            line for n in range(0, len(hands), 3) for line in [*_side_by_side(hands[n : n + 3]), ""]
        ]
        return [*lines, *([f"Kitty  {row}"] if rules.table.kitty else lines[-1:])]
    south, west, north, east = hands
    middle = ["", "", "Kitty", row]
    return [
        *(" " * _BLOCK + line for line in north),
        *_side_by_side([west, middle, east]),
        *(" " * _BLOCK + line for line in south),
    ]


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    height = max(map(len, blocks))
    rows = [block + [""] * (height - len(block)) for block in blocks]
    return ["".join(f"{cell:{_BLOCK}}" for cell in row).rstrip() for row in zip(*rows, strict=True)]


def _card_row(rules: Rules, codes: Sequence[int]) -> str:
    return " ".join(card_text(code, rules.pack.jokers) for code in codes)


def _auction(rules: Rules, trace: Any) -> list[str]:
    """Return the calls in columns from the first caller on, if there are any, and the contract."""
    lines = _before_the_auction(rules, trace)
    n_calls, seats = int(trace["n_calls"]), _seats(rules)
    if n_calls == 0:
        return lines + _contract(rules, trace)
    n, width = len(seats), 13 if len(seats) < 6 else 12
    calls = [(int(trace["call_seat"][i]), int(trace["call"][i])) for i in range(n_calls)]
    first = (int(trace["dealer"]) + 1) % n if trace["dealer"] >= 0 else calls[0][0]
    cells: list[str] = []
    for seat, call in calls:
        while (first + len(cells)) % n != seat:
            cells.append("")
        cells.append(short_call_text(call, width - 1))
    header = [seats[(first + i) % n] for i in range(n)]
    rows = [header] + [cells[i : i + n] for i in range(0, len(cells), n)]
    lines += ["Auction", *("  " + "".join(f"{c:{width}}" for c in row).rstrip() for row in rows)]
    return lines + _contract(rules, trace)


def _before_the_auction(rules: Rules, trace: Any) -> list[str]:
    seats = _seats(rules)
    barred = [name for seat, name in enumerate(seats) if int(trace["barred"]) >> seat & 1]
    lines = [f"{name} was set by more than three tricks and may only pass." for name in barred]
    if trace["redeal_by"] >= 0:
        who = seats[trace["redeal_by"]]
        what = "the hand is thrown in" if trace["redealt"] else "partner says no"
        lines.append(f"{who} asks for a redeal: {what}.")
    return lines


def _contract(rules: Rules, trace: Any) -> list[str]:
    contract = int(trace["contract"])
    if contract == cards.PASS:
        return []
    worth = int(numbers(rules)["value"][contract])
    seat = _seats(rules)[trace["contractor"]]
    return [f"Contract: {call_text(contract)} by {seat}, worth {worth} points"]


def _exchange(rules: Rules, trace: Any) -> list[str]:
    """Return what happens between auction and play, in its order."""
    if trace["contract"] == cards.PASS:
        return []
    seats, partner = _seats(rules), int(numbers(rules)["partner"][trace["contractor"]])
    seat = seats[trace["contractor"]]
    kitty = cards.mask_cards(trace["kitty"])
    discards = [int(code) for code in trace["discards"] if code != cards.NO_CARD]
    passed = [int(code) for code in trace["partner_discards"] if code != cards.NO_CARD]
    lines = []
    if trace["slam_called"]:
        card = _card_row(rules, [int(trace["given"])])
        lines.append(f"{seat} declares a slam and gets {card} from {seats[partner]}.")
    takes = not (int(numbers(rules)["no_kitty"]) >> int(trace["contract"])) & 1
    if kitty and discards and takes:
        lines += _wrap(
            f"{seat} takes the kitty, {_card_row(rules, kitty)}, "
            f"and puts away {_card_row(rules, discards)}."
        )
    elif not takes and rules.table.kitty:
        lines.append("The kitty stays where it is.")
    if passed and takes:
        lines += _wrap(f"{seats[partner]} takes these up and puts away {_card_row(rules, passed)}.")
    elif passed:
        given, got = _card_row(rules, discards), _card_row(rules, passed)
        lines += _wrap(f"{seat} gives {given} to {seats[partner]} for {got}.")
    lines += _called(rules, trace, seat)
    if trace["nominated"] >= 0:
        lines.append(f"{seat} gives the joker a suit: {SUIT_WORDS[trace['nominated']]}.")
    return lines


def _called(rules: Rules, trace: Any, seat: str) -> list[str]:
    natural = numbers(rules)["kind"][trace["contract"]] == cards.KIND_NATURAL
    if rules.table.sides != "called" or not natural:
        return []
    if trace["called"] == cards.NO_CARD:
        return [f"{seat} plays alone."]
    card = _card_row(rules, [int(trace["called"])])
    partner = int(trace["partner"])
    holder = f"{_seats(rules)[partner]} has it" if partner >= 0 else "nobody has it"
    return [f"{seat} calls {card} for a partner: {holder}."]
