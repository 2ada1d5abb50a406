"""Options that contradict each other, though each is fine by itself.

Only what cannot be played, or could never happen, is refused. An option that has no effect beside
another one (the place of a misère that is never allowed, say) stays legal, so that a sweep over one
rule does not have to change a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim import cards
from sim.decks import DECK_SIZES, HAND_SIZE

if TYPE_CHECKING:
    from sim.rules import Rules


def conflicts(rules: Rules) -> list[str]:
    """Return what does not fit together: the keys, their values and the reason."""
    return [*_table(rules), *_auction(rules), *_misere(rules), *_scoring(rules)]


def _table(rules: Rules) -> list[str]:
    table = rules.table
    dealt, size = HAND_SIZE * table.players, DECK_SIZES[table.deck]
    if dealt + table.kitty == size:
        return []
    fitting = [deck for deck, cards_in in DECK_SIZES.items() if cards_in == dealt + table.kitty]
    other = f', or take table.deck = "{fitting[0]}"' if fitting else ""
    return [
        f"table.kitty = {table.kitty}: {table.players} players with {HAND_SIZE} cards and a kitty of"
        f" {table.kitty} are {dealt + table.kitty} cards, but {table.deck} has {size};"
        f" leave the kitty out (it is {size - dealt}){other}"
    ]


def _auction(rules: Rules) -> list[str]:
    auction = rules.auction
    found = []
    if auction.inkle_callers and auction.rounds == "many":
        found.append(
            f'auction.inkle_callers = {auction.inkle_callers} with auction.rounds = "many": an inkle is'
            ' the one call of an early caller, it needs rounds = "one"'
        )
    elif auction.inkle_callers and auction.lowest_bid == 6:
        found.append(
            f"auction.inkle_callers = {auction.inkle_callers} with auction.lowest_bid = 6: where a six"
            " can be the contract it is no inkle, inkles need lowest_bid = 7"
        )
    if auction.raise_own_bid == "once" and auction.rounds == "one":
        found.append(
            'auction.raise_own_bid = "once" with auction.rounds = "one": with one call each nobody can'
            " raise his own bid"
        )
    return found


def _misere(rules: Rules) -> list[str]:
    found = []
    if rules.open_misere.allowed == "after_eight" and rules.misere.allowed != "after_seven":
        found.append(
            f'open_misere.allowed = "after_eight" with misere.allowed = "{rules.misere.allowed}": open'
            ' misère waits for an eight only where misère waits for a seven ("after_seven")'
        )
    if rules.misere.allowed == "after_seven" and _level(rules.misere.above) < 7:
        found.append(
            f'misere.above = "{rules.misere.above}" with misere.allowed = "after_seven": it could never'
            " be bid, since every seven outranks it; take 7S or more"
        )
    if rules.open_misere.allowed == "after_eight" and _level(rules.open_misere.above) < 8:
        found.append(
            f'open_misere.above = "{rules.open_misere.above}" with open_misere.allowed = "after_eight":'
            " it could never be bid, since every eight outranks it; take 8S or more"
        )
    return found


def _scoring(rules: Rules) -> list[str]:
    cap, game = rules.scoring.defenders_cap, rules.game
    if cap and not game.must_bid_to_win:
        return [
            f"scoring.defenders_cap = {cap} with game.must_bid_to_win = false: the cap keeps trick"
            " points from winning, it belongs to must_bid_to_win = true; 0 is no cap"
        ]
    if cap > game.target:
        return [
            f"scoring.defenders_cap = {cap} with game.target = {game.target}: a cap above the target"
            " keeps nobody below it; lower it, or take 0 for no cap"
        ]
    return []


def _level(bid: str) -> int:
    return 6 + (cards.call_code(bid) - cards.FIRST_NATURAL) // cards.N_SUITS
