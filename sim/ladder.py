"""Rules as numbers: the ladder of bids and the flat record that compiled code reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim import cards, records
from sim.decks import deck_cards

if TYPE_CHECKING:
    from sim.rules import Rules

_ALL_PASS: Final = {
    "next_dealer": records.ALL_PASS_NEXT_DEALER,
    "same_dealer": records.ALL_PASS_SAME_DEALER,
    "play_no_trumps": records.ALL_PASS_NO_TRUMPS,
}
_JOKER_LEAD: Final = {
    "any_suit": records.JOKER_LEAD_ANY_SUIT,
    "unled_suit": records.JOKER_LEAD_UNLED_SUIT,
    "last_trick": records.JOKER_LEAD_LAST_TRICK,
}
_DEFENDERS: Final = {
    "always": records.DEFENDERS_ALWAYS,
    "if_set": records.DEFENDERS_IF_SET,
    "never": records.DEFENDERS_NEVER,
}
_MISERE_DEFENDERS: Final = {
    "nothing": records.MISERE_DEFENDERS_NOTHING,
    "forced_tricks": records.MISERE_DEFENDERS_FORCED_TRICKS,
    "own_tricks": records.MISERE_DEFENDERS_OWN_TRICKS,
}
_BOTH_OVER: Final = {
    "higher_score": records.BOTH_OVER_HIGHER_SCORE,
    "bidders": records.BOTH_OVER_BIDDERS,
}

_INKLES: Final = range(cards.FIRST_INKLE, cards.FIRST_INKLE + cards.N_SUITS)


def ladder(rules: Rules) -> list[int]:
    """Return the call codes of all bids of the game, low to high (RULES 5.5).

    Natural bids stand in the order of their points, misère and open misère directly above the bid
    that the rules name, open misère the higher of the two. Inkles are below everything (RULES 5.3).
    """
    lowest = cards.natural_bid(rules.auction.lowest_bid, cards.SPADES)
    places = [(float(call), call) for call in range(lowest, cards.LAST_NATURAL + 1)]
    if rules.misere.allowed != "never":
        places.append((cards.call_code(rules.misere.above) + 0.25, cards.MISERE))
    if rules.open_misere.allowed != "never":
        places.append((cards.call_code(rules.open_misere.above) + 0.5, cards.OPEN_MISERE))
    inkles = list(_INKLES) if rules.auction.inkle_callers else []
    return inkles + [call for _, call in sorted(places)]


def natural_value(level: int, strain: int) -> int:
    """Return the points of a natural contract in the Avondale table (RULES 8.1)."""
    return 20 * (strain + 1) + 20 + 100 * (level - 6)


def record(rules: Rules) -> np.ndarray:
    """Return the rules as one record: shape (1,), dtype ``records.RULES``.

    Value, strain, level and kind are filled in for every call there is, so that a contract can be
    tried out that the auction does not offer; rank is -1 for a call that is not in the game.
    """
    table = np.zeros(1, records.RULES)
    _fill_table(table[0], rules)
    _fill_calls(table[0], rules)
    _fill_order(table[0], rules)
    _fill_options(table[0], rules)
    return table


def _fill_table(r: Any, rules: Rules) -> None:
    pack = deck_cards(rules.table.deck)
    r["n_players"] = rules.table.players
    r["n_teams"] = 2
    r["team"] = -1
    r["team"][: rules.table.players] = [seat % 2 for seat in range(rules.table.players)]
    r["partner"] = -1
    r["partner"][: rules.table.players] = [(seat + 2) % 4 for seat in range(rules.table.players)]
    r["n_deck"] = len(pack)
    r["deck"] = cards.NO_CARD
    r["deck"][: len(pack)] = pack
    r["pack"] = cards.card_masks(pack)
    r["n_kitty"] = rules.table.kitty


def _fill_calls(r: Any, rules: Rules) -> None:
    """Fill in what each call would be as a contract; passing everything out is no trumps."""
    r["strain"] = cards.NO_TRUMPS
    for level in range(6, 11):
        for strain in range(cards.N_SUITS):
            call = cards.natural_bid(level, strain)
            r["value"][call] = natural_value(level, strain)
            r["strain"][call] = strain
            r["level"][call] = level
            r["kind"][call] = cards.KIND_NATURAL
    r["value"][cards.MISERE] = rules.misere.value
    r["kind"][cards.MISERE] = cards.KIND_MISERE
    r["value"][cards.OPEN_MISERE] = rules.open_misere.value
    r["kind"][cards.OPEN_MISERE] = cards.KIND_OPEN_MISERE
    for strain, call in enumerate(_INKLES):
        r["strain"][call] = strain
        r["level"][call] = 6
        r["kind"][call] = cards.KIND_INKLE


def _fill_order(r: Any, rules: Rules) -> None:
    """Fill in what outranks what (a pass has rank 0), and which bids must wait (RULES 5.6)."""
    order = [cards.PASS, *ladder(rules)]
    r["rank"] = -1
    for rank, call in enumerate(order):
        r["rank"][call] = rank
        r["above"][call] = _bits(order[rank + 1 :])
    r["inkles"] = _bits(call for call in _INKLES if call in order)
    r["after_seven"] = _bits([cards.MISERE] if rules.misere.allowed == "after_seven" else [])
    eight = rules.open_misere.allowed == "after_eight"
    r["after_eight"] = _bits([cards.OPEN_MISERE] if eight else [])


def _fill_options(r: Any, rules: Rules) -> None:
    auction, joker, scoring, game = rules.auction, rules.joker, rules.scoring, rules.game
    r["one_round"] = auction.rounds == "one"
    r["inkle_callers"] = auction.inkle_callers
    r["raise_own_bid"] = auction.raise_own_bid == "once"
    r["all_pass"] = _ALL_PASS[auction.all_pass]
    r["nominate"] = joker.nominate
    r["joker_lead"] = _JOKER_LEAD[joker.lead]
    r["misere_forced"] = joker.misere_forced
    r["open_at_once"] = rules.open_misere.exposed == "at_once"
    r["slam"] = scoring.slam
    r["trick_points"] = scoring.trick_points
    r["defenders"] = _DEFENDERS[scoring.defenders]
    r["misere_defenders"] = _MISERE_DEFENDERS[scoring.misere_defenders]
    r["defenders_cap"] = scoring.defenders_cap
    r["target"] = game.target
    r["must_bid_to_win"] = game.must_bid_to_win
    r["both_over"] = _BOTH_OVER[game.both_over]
    r["back_door"] = game.back_door


def _bits(calls: Iterable[int]) -> int:
    return sum(1 << call for call in calls)
