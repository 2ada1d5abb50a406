"""The tricks of a hand as a table: a row each, with the leader, the winner and the count by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim import cards
from sim.notation_text import SUIT_SYMBOLS
from sim.records import N_TRICKS
from sim.replay import card_text, numbers
from sim.seats import SEAT_LETTERS, SEAT_NAMES

if TYPE_CHECKING:
    from sim.rules import Rules


def play_lines(rules: Rules, trace: Any) -> list[str]:
    """Return the table of the tricks, nothing if none was played."""
    rows = [n for n in range(N_TRICKS) if any(code != cards.NO_CARD for code in trace["cards"][n])]
    if not rows:
        return []
    players = rules.table.players
    width = 10 if players <= 4 else 7
    heads = SEAT_NAMES[players] if players <= 4 else SEAT_LETTERS[players]
    lines = [f"{_title(rules, trace):50}> leads   * takes the trick"]
    lines.append(
        " " * 7 + "".join(f"{h:{width}}" for h in heads) + f"{'taken by':13}{_sides(rules)}"
    )
    won = [0, 0]
    for n in rows:
        if n == _opened_at(rules, trace):
            lines.append(
                f"  {SEAT_NAMES[players][trace['contractor']]}'s hand lies open from here on."
            )
        cells = "".join(_cell(rules, trace, n, seat, width) for seat in range(players))
        tail = ""
        if n < trace["n_tricks"]:
            winner = int(trace["winners"][n])
            won[_side(rules, trace, winner)] += 1
            tail = f"{SEAT_NAMES[players][winner]:13}{won[0]:2} {won[1]:2}"
        lines.append(f"  {n + 1:2}  {cells} {tail:20}{_lead_note(rules, trace, n)}".rstrip())
    return lines


def _sides(rules: Rules) -> str:
    """Return what is counted: the two sides of four players, else contractor's side and the rest."""
    return "NS EW" if rules.table.players == 4 else " C  D"


def _side(rules: Rules, trace: Any, seat: int) -> int:
    """Return in which of two columns a trick of a seat counts."""
    if rules.table.players == 4:
        return seat % 2
    leader = int(trace["contractor"]) if trace["contractor"] >= 0 else int(trace["leaders"][0])
    mine = int(numbers(rules)["allies"][leader]) >> seat & 1
    return 0 if mine or seat == trace["partner"] else 1


def _title(rules: Rules, trace: Any) -> str:
    contract = int(trace["contract"])
    if contract == cards.PASS:
        return "Play at no trumps, everybody having passed"
    r = numbers(rules)
    contractor = int(trace["contractor"])
    partners = [
        name
        for seat, name in enumerate(SEAT_NAMES[rules.table.players])
        if seat != contractor and int(r["allies"][contractor]) >> seat & 1
    ]
    strain = int(r["strain"][contract])
    text = "Play" if r["misere"][contract] else "Play at no trumps"
    if strain != cards.NO_TRUMPS:
        text = f"Play, trumps {SUIT_SYMBOLS[strain]}"
    double = r["kind"][contract] == cards.KIND_DOUBLE_NULLO
    alone = r["misere"][contract] or contract == cards.HI_LO or trace["slam_called"]
    if not partners or double or not alone:
        return text
    if r["both_hands"] and r["misere"][contract]:
        return f"{text}, {partners[0]}'s hand lies open and is played too"
    sits = "sits" if len(partners) == 1 else "sit"
    return f"{text}, {' and '.join(partners)} {sits} out"


def _opened_at(rules: Rules, trace: Any) -> int:
    """Return the trick from which the hand of an open misere is seen, -1 for none."""
    if trace["contract"] != cards.OPEN_MISERE:
        return -1
    return 0 if numbers(rules)["open_at_once"] else 1


def _cell(rules: Rules, trace: Any, trick: int, seat: int, width: int) -> str:
    code = int(trace["cards"][trick][seat])
    if code == cards.NO_CARD:
        return " " * width
    leads = ">" if trace["leaders"][trick] == seat else " "
    takes = "*" if trick < trace["n_tricks"] and trace["winners"][trick] == seat else ""
    return f"{leads}{card_text(code, rules.pack.jokers) + takes:{width - 1}}"


def _lead_note(rules: Rules, trace: Any, trick: int) -> str:
    """Return a remark on a lead whose suit is not the printed one."""
    named = int(trace["named"][trick])
    if named >= 0:
        return f"names {SUIT_SYMBOLS[named]}"
    code = int(trace["cards"][trick][trace["leaders"][trick]])
    contract = int(trace["contract"])
    strain = int(numbers(rules)["strain"][contract])
    if code == cards.NO_CARD or contract == cards.PASS or strain == cards.NO_TRUMPS:
        return ""
    return "left bower" if code == cards.card(strain ^ 1, cards.JACK) else ""
