"""Rules as numbers: the flat record that compiled code reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim import cards, records
from sim.ladder import SPECIAL, ladder, natural_value, sans_kitty_bids

if TYPE_CHECKING:
    from sim.rules import Rules

# The choices of a key, as the numbers that ``records`` names.
_CHOICES: Final = {
    "auction.raise_own_bid": ("never", "once", "repeatedly", "reopening"),
    "auction.bid_after_pass": ("never", "strain_changed", "always"),
    "auction.redeal": ("never", "no_picture", "no_ace_no_face"),
    "auction.redeal_partner": ("not_asked", "agrees", "agrees_or_no_misere"),
    "auction.all_pass": ("next_dealer", "same_dealer", "play_no_trumps"),
    "double_nullo.exchange": ("contractor", "pass_on", "swap_five"),
    "joker.lead": ("any_suit", "unled_suit", "last_trick"),
    "joker.follow": ("when_void", "first_round", "first_or_last", "every_suit"),
    "joker.forced": ("never", "in_misere", "always"),
    "joker.shown_void": ("anything", "not_named", "worthless"),
    "scoring.defenders": ("always", "if_set", "never"),
    "scoring.misere_defenders": ("nothing", "forced_tricks", "own_tricks"),
    "game.both_over": ("higher_score", "bidders", "first_to_target", "first_trick"),
}
_KINDS: Final = {
    cards.MISERE: cards.KIND_MISERE,
    cards.OPEN_MISERE: cards.KIND_OPEN_MISERE,
    cards.BLIND_MISERE: cards.KIND_BLIND_MISERE,
    cards.DOUBLE_NULLO: cards.KIND_DOUBLE_NULLO,
    cards.BAR_NULLO: cards.KIND_BAR_NULLO,
    cards.HI_LO: cards.KIND_HI_LO,
}
_HI_LO_TRICKS: Final = 5
_INKLES: Final = range(cards.FIRST_INKLE, cards.LAST_INKLE + 1)
_SANS: Final = range(cards.SANS_KITTY + 1, cards.SANS_KITTY + cards.MISERE + 1)


def record(rules: Rules) -> np.ndarray:
    """Return the rules as one record: shape (1,), dtype ``records.RULES``.

    Value, strain, level and kind are filled in for every call there is, so that a contract can be
    tried out that the auction does not offer; rank is -1 for a call that is not in the game.
    """
    table = np.zeros(1, records.RULES)
    _fill_table(table[0], rules)
    _fill_pack(table[0], rules)
    _fill_calls(table[0], rules)
    _fill_order(table[0], rules)
    _fill_auction(table[0], rules)
    _fill_play(table[0], rules)
    _fill_scoring(table[0], rules)
    return table


def teams(rules: Rules) -> list[int]:
    """Return the team of each seat: partners sit evenly apart (RULES A-28)."""
    n = {"two": 2, "three": 3}.get(rules.table.sides, rules.table.players)
    return [seat % n for seat in range(rules.table.players)]


def _fill_table(r: Any, rules: Rules) -> None:
    n, team = rules.table.players, teams(rules)
    r["n_players"] = n
    r["n_teams"] = max(team) + 1
    r["team"] = -1
    r["partner"] = -1
    for seat in range(n):
        mates = [other for other in range(n) if team[other] == team[seat] and other != seat]
        r["team"][seat] = team[seat]
        r["partner"][seat] = mates[0] if len(mates) == 1 else -1
        r["allies"][seat] = _bits([seat, *mates])
    r["calls_partner"] = rules.table.sides == "called"


def _fill_pack(r: Any, rules: Rules) -> None:
    pack = rules.cards()
    r["n_deck"] = len(pack)
    r["deck"] = cards.NO_CARD
    r["deck"][: len(pack)] = pack
    r["pack"] = cards.card_masks(pack)
    r["n_kitty"] = rules.table.kitty
    r["n_dead"] = rules.table.dead
    r["odd_four"] = rules.pack.odd_four


def _fill_calls(r: Any, rules: Rules) -> None:
    """Fill in what each call would be as a contract; passing everything out is no trumps."""
    r["strain"] = cards.NO_TRUMPS
    for call in range(cards.FIRST_NATURAL, cards.LAST_NATURAL + 1):
        level, strain = cards.level_of(call), cards.strain_of(call)
        r["value"][call] = natural_value(rules, level, strain)
        r["strain"][call] = strain
        r["level"][call] = level
        r["kind"][call] = cards.KIND_NATURAL
    for call, kind in _KINDS.items():
        r["value"][call] = getattr(rules, SPECIAL[call]).value
        r["kind"][call] = kind
        r["misere"][call] = call != cards.HI_LO
    r["level"][cards.HI_LO] = _HI_LO_TRICKS
    for call in _SANS:
        for name in ("value", "strain", "level", "kind", "misere"):
            r[name][call] = r[name][call - cards.SANS_KITTY]
    for strain, call in enumerate(_INKLES):
        r["strain"][call] = strain
        r["level"][call] = 6
        r["kind"][call] = cards.KIND_INKLE


def _fill_order(r: Any, rules: Rules) -> None:
    """Fill in what outranks what (a pass has rank 0); a bid sans kitty ranks as its twin (A-7)."""
    order = [cards.PASS, *ladder(rules)]
    r["rank"] = -1
    for rank, call in enumerate(order):
        r["rank"][call] = rank
    for call in sans_kitty_bids(rules):
        r["rank"][call] = r["rank"][call - cards.SANS_KITTY]
    in_game = [call for call in range(cards.N_CALLS) if r["rank"][call] >= 0]
    for call in in_game:
        r["above"][call] = _bits(other for other in in_game if r["rank"][other] > r["rank"][call])


def _fill_auction(r: Any, rules: Rules) -> None:
    """Fill in how the auction goes and which bids must wait (RULES 5.6 to 5.8)."""
    auction = rules.auction
    r["inkles"] = _bits(_INKLES if auction.inkle_callers else [])
    twins = [cards.MISERE, cards.MISERE + cards.SANS_KITTY]
    r["after_seven"] = _bits(twins if rules.misere.allowed == "after_seven" else [])
    eight = rules.open_misere.allowed == "after_eight"
    r["after_eight"] = _bits([cards.OPEN_MISERE] if eight else [])
    partner = rules.double_nullo.allowed == "after_partner"
    r["after_partner"] = _bits([cards.DOUBLE_NULLO] if partner else [])
    r["blind"] = _bits([cards.BLIND_MISERE])
    r["miseres"] = _bits(call for call in range(cards.N_CALLS) if r["misere"][call])
    r["no_kitty"] = _bits([cards.BAR_NULLO, *_SANS, *_without_kitty(rules)])
    r["one_round"] = auction.rounds == "one"
    r["inkle_callers"] = auction.inkle_callers
    r["ralphing"] = auction.ralphing
    for key in ("raise_own_bid", "bid_after_pass", "redeal", "redeal_partner", "all_pass"):
        r[key] = _choice(rules, "auction", key)
    r["rare_bids"] = (
        auction.ralphing
        or rules.blind_misere.allowed != "never"
        or partner
        or auction.redeal_partner == "agrees_or_no_misere"
    )


def _without_kitty(rules: Rules) -> list[int]:
    """Return the kinds of misère for which the rules leave the kitty where it is."""
    calls = [] if rules.misere.kitty else [cards.MISERE, cards.OPEN_MISERE, cards.BLIND_MISERE]
    swap = rules.double_nullo.exchange == "swap_five"
    return [*calls, cards.DOUBLE_NULLO] if swap else calls


def _fill_play(r: Any, rules: Rules) -> None:
    joker, play = rules.joker, rules.play
    r["nominate"] = joker.nominate
    r["joker_lead"] = _choice(rules, "joker", "lead")
    r["joker_follow"] = _choice(rules, "joker", "follow")
    r["joker_forced"] = _choice(rules, "joker", "forced")
    r["joker_void"] = _choice(rules, "joker", "shown_void")
    r["joker_low"] = joker.low_in_misere
    r["joker_shared"] = joker.shared
    r["open_at_once"] = rules.open_misere.exposed == "at_once"
    r["both_hands"] = rules.misere.plays == "both_hands"
    r["double_exchange"] = _choice(rules, "double_nullo", "exchange")
    r["left_leads"] = play.first_lead == "left_of_dealer"
    r["jack_high"] = play.jack_above_ace


def _fill_scoring(r: Any, rules: Rules) -> None:
    scoring, game = rules.scoring, rules.game
    for key in ("slam", "slam_bonus", "trick_points", "defenders_cap"):
        r[key] = getattr(scoring, key)
    r["slam_call"] = scoring.slam_call == "best_card"
    r["failed_gain"] = scoring.failed == "opponents_gain"
    r["defenders"] = _choice(rules, "scoring", "defenders")
    r["misere_defenders"] = _choice(rules, "scoring", "misere_defenders")
    for key in ("target", "must_bid_to_win", "back_door", "point_spread", "hands_limit"):
        r[key] = getattr(game, key)
    r["both_over"] = _choice(rules, "game", "both_over")
    r["fallen_play_on"] = game.below == "cannot_win"


def _choice(rules: Rules, section: str, key: str) -> int:
    """Return the number of what a key is set to."""
    return _CHOICES[f"{section}.{key}"].index(getattr(getattr(rules, section), key))


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
