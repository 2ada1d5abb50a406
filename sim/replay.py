"""One hand again, as a readable story: the deal, the auction, the exchange, ten tricks, the score.

A story is plain text that fits 80 columns. It is made from one TRACE row, whether the engine filled
that row or the referee did from a game record; what a row does not know is left out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sim import cards
from sim.notation import CallMade, GameRecord, TrickRow
from sim.notation_text import DEAL_SUITS, SEAT_NAMES, SUIT_SYMBOLS, in_deal_order
from sim.notation_text import call_text as record_call_text
from sim.record_rules import rules_text
from sim.records import N_TRICKS

if TYPE_CHECKING:
    from sim.rules import Rules

WIDTH: Final = 80
TEAM_NAMES: Final = ("North-South", "East-West")
_BLOCK: Final = 26  # columns of one hand in the diagram
_SPECIAL_NAMES: Final = {
    cards.MISERE: "Misère",
    cards.OPEN_MISERE: "Open misère",
    cards.BLIND_MISERE: "Blind misère",
    cards.DOUBLE_NULLO: "Double nullo",
    cards.BAR_NULLO: "Bar nullo",
    cards.HI_LO: "Hi-lo",
}
SUIT_WORDS: Final = ("spades", "clubs", "diamonds", "hearts")


def story(
    rules: Rules,
    trace: Any,
    names: Sequence[str] | None = None,
    *,
    ending: str = "",
    scores_known: bool = True,
) -> str:
    """Return the story of one hand of the four-handed game.

    ``trace`` is one TRACE row; ``names`` are the players by seat. ``ending`` takes the place of the
    result where a record stops before its end; without ``scores_known`` only the points are told.
    """
    sections = [
        _heading(rules, trace, names),
        _diagram(rules, trace),
        _auction(rules, trace),
        _exchange(rules, trace),
        _play(rules, trace),
        [ending] if ending else _result(rules, trace, scores_known),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def trace_to_record(
    rules: Rules, trace: Any, names: Sequence[str] | None = None, seed: int | None = None
) -> GameRecord:
    """Return one TRACE row of the four-handed game as a game record that holds the whole hand."""
    contract, contractor = int(trace["contract"]), int(trace["contractor"])
    calls = [(int(trace["call_seat"][n]), int(trace["call"][n])) for n in range(trace["n_calls"])]
    kitty = tuple(cards.mask_cards(trace["kitty"]))
    discards = tuple(int(code) for code in trace["discards"] if code != cards.NO_CARD)
    bid = contract != cards.PASS
    forced = bid and not calls
    tricks = [
        tuple(None if code == cards.NO_CARD else int(code) for code in trace["cards"][n][:4])
        for n in range(trace["n_tricks"])
    ]
    before = [int(score) for score in trace["score_before"][:2]]
    after = [score + int(points) for score, points in zip(before, trace["points"], strict=False)]
    return GameRecord(
        event=f"Five Hundred, {rules.title}",
        rules=rules_text(rules),
        seed=seed,
        deal=int(trace["deal"]),
        names=tuple(names) if names else ("", "", "", ""),
        dealer=int(trace["dealer"]),
        hands=tuple(tuple(in_deal_order(cards.mask_cards(hand))) for hand in trace["dealt"][:4]),
        kitty=kitty,
        first_caller=calls[0][0] if calls else None,
        calls=tuple(CallMade(seat, call) for seat, call in calls),
        forced=CallMade(contractor, contract) if forced else None,
        contract=contract,
        declarer=contractor if bid else None,
        added=(contractor, kitty) if bid else None,
        removed=(contractor, discards) if bid else None,
        nominated=int(trace["nominated"]) if _might_nominate(rules, trace, discards) else None,
        first_leader=int(trace["leaders"][0]) if tricks else None,
        tricks=tuple(TrickRow(row) for row in tricks),
        named={n: int(trace["named"][n]) for n in range(len(tricks)) if trace["named"][n] >= 0},
        scores_before=tuple(before[seat % 2] for seat in range(4)),
        scores=tuple(after[seat % 2] for seat in range(4)),
        result=_tricks_of_side(trace, contractor) if bid else None,
    )


def _might_nominate(rules: Rules, trace: Any, discards: Sequence[int]) -> bool:
    """Return whether the contractor had a joker to which he could give a suit."""
    contract = int(trace["contract"])
    if contract == cards.PASS or not rules.joker.nominate:
        return False
    held = (trace["dealt"][trace["contractor"]] | trace["kitty"])[cards.JOKERS]
    kept = int(held) & ~cards.card_masks(discards)[cards.JOKERS]
    return bool(kept) and int(_numbers(rules)["strain"][contract]) == cards.NO_TRUMPS


def _tricks_of_side(trace: Any, seat: int) -> int:
    return int(trace["tricks_won"][seat]) + int(trace["tricks_won"][(seat + 2) % 4])


def card_text(code: int, jokers: int = 1) -> str:
    """Return a printed card for people: ``10♦``, ``J♠``, ``Joker`` (two: ``RJ``, ``BJ``)."""
    suit, rank = divmod(int(code), cards.STRIDE)
    if suit == cards.JOKERS:
        return "Joker" if jokers == 1 else cards.card_name(code)
    return cards.RANK_NAMES[rank].replace("T", "10") + SUIT_SYMBOLS[suit]


def call_text(call: int) -> str:
    """Return a call for people: ``6♣``, ``7NT``, ``Misère``, ``i♠``."""
    twin = cards.plain_call(call)
    sans = "" if twin == call else " sans kitty"
    return (_SPECIAL_NAMES.get(twin) or record_call_text(twin)) + sans


@lru_cache(maxsize=8)
def _numbers(rules: Rules) -> Any:
    """Return the rules as numbers, a RULES record that nobody may write to."""
    return rules.record()[0]


def _n_jokers(rules: Rules) -> int:
    return int(_numbers(rules)["pack"][cards.JOKERS]).bit_count()


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 1, subsequent_indent="  ")


def _heading(rules: Rules, trace: Any, names: Sequence[str] | None) -> list[str]:
    number = f"Deal {int(trace['deal'])}" if trace["deal"] >= 0 else "A recorded deal"
    if trace["game"] >= 0:
        number = f"Game {int(trace['game'])}, hand {int(trace['hand_no']) + 1}, {number.lower()}"
    dealer = f"dealer {SEAT_NAMES[trace['dealer']]}" if trace["dealer"] >= 0 else "dealer unknown"
    lines = [f"{number}: {rules.title}, {dealer}"]
    if names and any(names):
        players = (f"{seat} {name}" for seat, name in zip(SEAT_NAMES, names, strict=False) if name)
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
        lines.append(" ".join(card_text(code, _n_jokers(rules)) for code in jokers))
    return lines


def _diagram(rules: Rules, trace: Any) -> list[str]:
    """Return the four hands as dealt, round the kitty."""
    south, west, north, east = (
        _hand_lines(rules, trace["dealt"][seat], SEAT_NAMES[seat]) for seat in range(4)
    )
    kitty = cards.mask_cards(trace["kitty"])
    middle = ["", "", "Kitty", _card_row(rules, kitty) if kitty else "unknown"]
    height = max(len(west), len(east), len(middle))
    rows = [block + [""] * (height - len(block)) for block in (west, middle, east)]
    return [
        *(" " * _BLOCK + line for line in north),
        *(f"{w:{_BLOCK}}{m:{_BLOCK}}{e}".rstrip() for w, m, e in zip(*rows, strict=True)),
        *(" " * _BLOCK + line for line in south),
    ]


def _card_row(rules: Rules, codes: Sequence[int]) -> str:
    return " ".join(card_text(code, _n_jokers(rules)) for code in codes)


def _auction(rules: Rules, trace: Any) -> list[str]:
    """Return the calls in columns from the first caller on, if there are any, and the contract."""
    n_calls = int(trace["n_calls"])
    if n_calls == 0:
        return _contract(rules, trace)
    calls = [(int(trace["call_seat"][n]), int(trace["call"][n])) for n in range(n_calls)]
    first = (int(trace["dealer"]) + 1) % 4 if trace["dealer"] >= 0 else calls[0][0]
    cells: list[str] = []
    for seat, call in calls:
        while (first + len(cells)) % 4 != seat:
            cells.append("")
        cells.append(call_text(call))
    header = [SEAT_NAMES[(first + n) % 4] for n in range(4)]
    rows = [header] + [cells[n : n + 4] for n in range(0, len(cells), 4)]
    lines = ["Auction", *("  " + "".join(f"{cell:13}" for cell in row).rstrip() for row in rows)]
    return lines + _contract(rules, trace)


def _contract(rules: Rules, trace: Any) -> list[str]:
    contract = int(trace["contract"])
    if contract == cards.PASS:
        return []
    worth = int(_numbers(rules)["value"][contract])
    seat = SEAT_NAMES[trace["contractor"]]
    return [f"Contract: {call_text(contract)} by {seat}, worth {worth} points"]


def _exchange(rules: Rules, trace: Any) -> list[str]:
    if trace["contract"] == cards.PASS:
        return []
    seat = SEAT_NAMES[trace["contractor"]]
    kitty = cards.mask_cards(trace["kitty"])
    discards = [int(code) for code in trace["discards"] if code != cards.NO_CARD]
    lines = []
    if kitty and discards:
        lines += _wrap(
            f"{seat} takes the kitty, {_card_row(rules, kitty)}, "
            f"and puts away {_card_row(rules, discards)}."
        )
    if trace["nominated"] >= 0:
        lines.append(f"{seat} gives the joker a suit: {SUIT_WORDS[trace['nominated']]}.")
    return lines


def _play(rules: Rules, trace: Any) -> list[str]:
    """Return the tricks, a row each, with the leader, the winner and the count by side."""
    rows = [n for n in range(N_TRICKS) if any(code != cards.NO_CARD for code in trace["cards"][n])]
    if not rows:
        return []
    lines = [f"{_play_title(rules, trace):50}> leads   * takes the trick"]
    lines.append(" " * 7 + "".join(f"{name:10}" for name in SEAT_NAMES) + f"{'taken by':13}NS EW")
    won = [0, 0]
    for n in rows:
        if n == _opened_at(rules, trace):
            lines.append(f"  {SEAT_NAMES[trace['contractor']]}'s hand lies open from here on.")
        cells = "".join(_cell(rules, trace, n, seat) for seat in range(4))
        tail = ""
        if n < trace["n_tricks"]:
            winner = int(trace["winners"][n])
            won[winner % 2] += 1
            tail = f"{SEAT_NAMES[winner]:13}{won[0]:2} {won[1]:2}"
        lines.append(f"  {n + 1:2}  {cells} {tail:20}{_lead_note(trace, n)}".rstrip())
    return lines


def _play_title(rules: Rules, trace: Any) -> str:
    contract = int(trace["contract"])
    if contract == cards.PASS:
        return "Play at no trumps, everybody having passed"
    if contract in (cards.MISERE, cards.OPEN_MISERE):
        return f"Play, {SEAT_NAMES[(trace['contractor'] + 2) % 4]} sits out"
    strain = int(_numbers(rules)["strain"][contract])
    return (
        "Play at no trumps" if strain == cards.NO_TRUMPS else f"Play, trumps {SUIT_SYMBOLS[strain]}"
    )


def _opened_at(rules: Rules, trace: Any) -> int:
    """Return the trick from which the hand of an open misère is seen, -1 for none."""
    if trace["contract"] != cards.OPEN_MISERE:
        return -1
    return 0 if _numbers(rules)["open_at_once"] else 1


def _cell(rules: Rules, trace: Any, trick: int, seat: int) -> str:
    code = int(trace["cards"][trick][seat])
    if code == cards.NO_CARD:
        return " " * 10
    leads = ">" if trace["leaders"][trick] == seat else " "
    takes = "*" if trick < trace["n_tricks"] and trace["winners"][trick] == seat else ""
    return f"{leads}{card_text(code, _n_jokers(rules)) + takes:9}"


def _lead_note(trace: Any, trick: int) -> str:
    """Return a remark on a lead whose suit is not the printed one."""
    named = int(trace["named"][trick])
    if named >= 0:
        return f"names {SUIT_SYMBOLS[named]}"
    code = int(trace["cards"][trick][trace["leaders"][trick]])
    contract = int(trace["contract"])
    if code == cards.NO_CARD or not cards.FIRST_NATURAL <= contract <= cards.LAST_NATURAL:
        return ""
    strain = (contract - cards.FIRST_NATURAL) % 5
    if strain != cards.NO_TRUMPS and code == cards.card(strain ^ 1, cards.JACK):
        return "left bower"
    return ""


def _result(rules: Rules, trace: Any, scores_known: bool) -> list[str]:
    lines = [_outcome(rules, trace)]
    for team, name in enumerate(TEAM_NAMES):
        before, points = int(trace["score_before"][team]), int(trace["points"][team])
        total = f"{before:5} {points:+5} = {before + points:5}" if scores_known else f"{points:+5}"
        lines.append(f"  {name:12}{total}")
    playing_a_game = trace["game"] >= 0 or any(trace["score_before"])
    return lines + _game_end(rules, trace) if scores_known and playing_a_game else lines


def _game_end(rules: Rules, trace: Any) -> list[str]:
    """Return a line that says who has won the game with this hand, if it is over."""
    from sim import endings, exchange, scoring
    from sim.engine import new_table

    table = new_table(rules)
    view, state = table.view, table.state
    view.dealer = int(trace["dealer"])
    exchange.set_contract(view, state, int(trace["contract"]), int(trace["contractor"]))
    view.tricks_won[:] = trace["tricks_won"]
    view.score[:] = trace["score_before"]
    scoring.score_hand(view, state)
    view.score[:] = trace["score_before"] + trace["points"]
    result = int(endings.game_winner(view, state, int(trace["hand_no"]) + 1))
    if result < 0:
        return []
    how, winner = result >> 6, result & 63
    if how == endings.BY_BACK_DOOR:
        return [
            f"{TEAM_NAMES[1 - winner]} go out the back door: {TEAM_NAMES[winner]} win the game."
        ]
    reason = "by their contract" if how == endings.BY_CONTRACT else "on points"
    return [f"{TEAM_NAMES[winner]} win the game {reason}."]


def _outcome(rules: Rules, trace: Any) -> str:
    """Return in a sentence how the contract went."""
    contract, tricks = int(trace["contract"]), [int(n) for n in trace["tricks_won"][:4]]
    if contract == cards.PASS:
        if trace["n_tricks"]:
            ours, theirs = tricks[0] + tricks[2], tricks[1] + tricks[3]
            return f"North-South took {ours} tricks, East-West {theirs}."
        return "Everybody passed, the cards are thrown in."
    contractor = int(trace["contractor"])
    who, what = SEAT_NAMES[contractor], call_text(contract)
    if contract in (cards.MISERE, cards.OPEN_MISERE):
        if tricks[contractor]:
            return f"{who} took a trick: the {what.lower()} is lost."
        return f"{who} took no trick: the {what.lower()} is made."
    took = _tricks_of_side(trace, contractor)
    level = int(_numbers(rules)["level"][contract])
    won = "made" if took >= level else "lost"
    points = int(trace["points"][contractor % 2])
    slam = took == N_TRICKS and points > _numbers(rules)["value"][contract]
    ending = f", a slam for {points} points" if slam else ""
    return f"{who} needed {level} tricks and the side took {took}: {what} is {won}{ending}."
