"""A played hand as a game record, and its cards and calls as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sim import cards
from sim.notation import CallMade, GameRecord, TrickRow
from sim.notation_text import SUIT_SYMBOLS, in_deal_order
from sim.notation_text import call_text as record_call_text
from sim.record_rules import rules_text

if TYPE_CHECKING:
    from sim.rules import Rules

_SPECIAL_NAMES: Final = {
    cards.MISERE: "Misère",
    cards.OPEN_MISERE: "Open misère",
    cards.BLIND_MISERE: "Blind misère",
    cards.DOUBLE_NULLO: "Double nullo",
    cards.BAR_NULLO: "Bar nullo",
    cards.HI_LO: "Hi-lo",
}
SUIT_WORDS: Final = ("spades", "clubs", "diamonds", "hearts")


def trace_to_record(
    rules: Rules, trace: Any, names: Sequence[str] | None = None, seed: int | None = None
) -> GameRecord:
    """Return one TRACE row as a game record that holds the whole hand."""
    n, team = rules.table.players, numbers(rules)["team"]
    contract, contractor = int(trace["contract"]), int(trace["contractor"])
    calls = [(int(trace["call_seat"][i]), int(trace["call"][i])) for i in range(trace["n_calls"])]
    kitty = tuple(cards.mask_cards(trace["kitty"]))
    discards, partners = _put_away(trace["discards"]), _put_away(trace["partner_discards"])
    bid = contract != cards.PASS
    takes = bid and not (int(numbers(rules)["no_kitty"]) >> contract) & 1
    forced = bid and not calls
    tricks = [
        tuple(_card(code) for code in trace["cards"][i][:n]) for i in range(trace["n_tricks"])
    ]
    before = [int(score) for score in trace["score_before"]]
    after = [score + int(points) for score, points in zip(before, trace["points"], strict=False)]
    return GameRecord(
        event=f"Five Hundred, {rules.title}",
        rules=rules_text(rules),
        seed=seed,
        deal=int(trace["deal"]),
        names=tuple(names) if names else ("",) * n,
        dealer=int(trace["dealer"]),
        hands=tuple(tuple(in_deal_order(cards.mask_cards(hand))) for hand in trace["dealt"][:n]),
        kitty=kitty,
        barred=tuple(seat for seat in range(n) if int(trace["barred"]) >> seat & 1),
        redeal=(int(trace["redeal_by"]), bool(trace["redealt"]))
        if trace["redeal_by"] >= 0
        else None,
        first_caller=calls[0][0] if calls else None,
        calls=tuple(CallMade(seat, call) for seat, call in calls),
        forced=CallMade(contractor, contract) if forced else None,
        contract=contract,
        declarer=contractor if bid else None,
        slam=_card(trace["given"]),
        added=(contractor, kitty) if takes else None,
        removed=(contractor, discards) if takes or discards else None,
        partner_removed=partners or None,
        called=_called(rules, trace),
        nominated=int(trace["nominated"]) if _might_nominate(rules, trace) else None,
        first_leader=int(trace["leaders"][0]) if tricks else None,
        tricks=tuple(TrickRow(row) for row in tricks),
        named={i: int(trace["named"][i]) for i in range(len(tricks)) if trace["named"][i] >= 0},
        scores_before=tuple(before[int(team[seat])] for seat in range(n)),
        scores=tuple(after[int(team[seat])] for seat in range(n)),
        result=tricks_of_side(rules, trace, contractor) if bid else None,
    )


def _card(code: Any) -> int | None:
    return None if code == cards.NO_CARD else int(code)


def _put_away(codes: Any) -> tuple[int, ...]:
    return tuple(int(code) for code in codes if code != cards.NO_CARD)


def _called(rules: Rules, trace: Any) -> int | None:
    """Return the card called for a partner, -1 if the contractor chose to play alone."""
    natural = numbers(rules)["kind"][int(trace["contract"])] == cards.KIND_NATURAL
    if rules.table.sides != "called" or not natural:
        return None
    card = _card(trace["called"])
    return -1 if card is None else card


def _might_nominate(rules: Rules, trace: Any) -> bool:
    """Return whether the contractor had a joker to which he could give a suit."""
    contract, r = int(trace["contract"]), numbers(rules)
    low = r["joker_low"] and r["misere"][contract]
    if contract == cards.PASS or not rules.joker.nominate or low:
        return False
    held = set(cards.mask_cards(trace["dealt"][trace["contractor"]]))
    if not (int(r["no_kitty"]) >> contract) & 1:
        held |= set(cards.mask_cards(trace["kitty"]))
    held |= {int(trace["given"])}
    held -= set(_put_away(trace["discards"]))
    if (int(r["no_kitty"]) >> contract) & 1:  # partners have swapped cards
        held |= set(_put_away(trace["partner_discards"]))
    jokers = {cards.RED_JOKER, cards.BLACK_JOKER}
    return bool(held & jokers) and int(r["strain"][contract]) == cards.NO_TRUMPS


def tricks_of_side(rules: Rules, trace: Any, seat: int) -> int:
    """Return the tricks of the contractor ``seat`` and of all who play with him."""
    side = int(numbers(rules)["allies"][seat])
    if trace["partner"] >= 0:
        side |= 1 << int(trace["partner"])
    return sum(int(trace["tricks_won"][s]) for s in range(rules.table.players) if side >> s & 1)


def card_text(code: int, jokers: int = 1) -> str:
    """Return a printed card for people: ``10♦``, ``J♠``, ``Joker`` (two: ``RJ``, ``BJ``)."""
    suit, rank = divmod(int(code), cards.STRIDE)
    if suit == cards.JOKERS:
        return "Joker" if jokers == 1 else cards.card_name(code)
    return cards.RANK_NAMES[rank].replace("T", "10") + SUIT_SYMBOLS[suit]


def call_text(call: int) -> str:
    """Return a call for people: ``6♣``, ``7NT``, ``Misère``, ``i♠``, ``8♦ sans kitty``."""
    twin = cards.plain_call(call)
    sans = "" if twin == call else " sans kitty"
    return (_SPECIAL_NAMES.get(twin) or record_call_text(twin)) + sans


def short_call_text(call: int, width: int) -> str:
    """Return a call for people, with the letters of the records where it is too long."""
    text = call_text(call)
    return text if len(text) <= width else record_call_text(call)


@lru_cache(maxsize=8)
def numbers(rules: Rules) -> Any:
    """Return the rules as numbers, a RULES record that nobody may write to."""
    return rules.record()[0]
