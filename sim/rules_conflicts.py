"""Options that contradict each other, though each is fine by itself.

Only what cannot be played, or could never happen, is refused. An option that has no effect beside
another one (the place of a misère that is never allowed, say) stays legal, so that a sweep over one
rule does not have to change a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim import cards
from sim.decks import DECK_SIZES, DECKS, FREE, HAND_SIZE, Pack
from sim.ladder import natural_bids, rung
from sim.rule_sections import MAX_KITTY
from sim.rules_check import shown

if TYPE_CHECKING:
    from sim.rules import Rules

_SIDES: Final = {
    2: ("alone",),
    3: ("alone",),
    4: ("two",),
    5: ("called", "alone"),
    6: ("two", "three"),
}
_LOWEST_FOUR: Final = 4


def conflicts(rules: Rules) -> list[str]:
    """Return what does not fit together: the keys, their values and the reason."""
    found = _pack(rules) or _table(rules)
    if not found:  # the rest speaks of partners and of the ladder
        found = [*_auction(rules), *_misere(rules), *_partner(rules), *_scoring(rules)]
    return found


def _pack(rules: Rules) -> list[str]:
    deck, pack = rules.table.deck, Pack(**rules.pack.model_dump())
    if deck != FREE and pack != DECKS[deck]:
        named = DECKS[deck]._asdict()
        key = next(key for key, value in pack._asdict().items() if value != named[key])
        return [
            f'pack.{key} = {shown(getattr(pack, key))} with table.deck = "{deck}": {deck} has'
            f' {shown(named[key])}; leave it out, or take table.deck = "{FREE}"'
        ]
    if pack.odd_four and not (_one_four(pack.spades, pack.clubs, pack.diamonds, pack.hearts)):
        return [
            "pack.odd_four = true: the pack must have one four of each colour and nothing lower, as"
            " spades = 5, clubs = 4, diamonds = 5, hearts = 4"
        ]
    return []


def _one_four(spades: int, clubs: int, diamonds: int, hearts: int) -> bool:
    pairs = ((spades, clubs), (diamonds, hearts))
    return all(min(pair) == _LOWEST_FOUR < max(pair) for pair in pairs)


def _table(rules: Rules) -> list[str]:
    table = rules.table
    found = []
    allowed = _SIDES[table.players]
    if table.sides not in allowed:
        listed = " or ".join(f'"{sides}"' for sides in allowed)
        found.append(
            f'table.sides = "{table.sides}" with table.players = {table.players}: allowed is {listed}'
        )
    dealt, size = HAND_SIZE * table.players, len(rules.cards())
    needed = dealt + table.kitty + table.dead
    if needed != size:
        found.append(_adds_up(rules, needed, size))
    return found


def _adds_up(rules: Rules, needed: int, size: int) -> str:
    table = rules.table
    dead = f" and {table.dead} dead cards" if table.dead else ""
    rest = size - HAND_SIZE * table.players - table.dead
    fits = 0 <= rest <= MAX_KITTY
    hints = [f"leave the kitty out (it is {rest})"] if fits else []
    fitting = [deck for deck, n in DECK_SIZES.items() if 0 < n - needed + table.kitty <= MAX_KITTY]
    if fitting:
        hints.append(f"take a deck for {table.players} players: {', '.join(fitting)}")
    hints += [f"give {rest - 3} dead cards more"] if rest > MAX_KITTY else []
    name = "the pack" if table.deck == FREE else table.deck
    if not fits:
        return (
            f'table.deck = "{table.deck}" with table.players = {table.players}: {table.players} players'
            f" with {HAND_SIZE} cards each{dead} are {needed - table.kitty}, {name} has {size}, and a"
            f" kitty has 0 to {MAX_KITTY}; {', or '.join(hints)}"
        )
    return (
        f"table.kitty = {table.kitty}: {table.players} players with {HAND_SIZE} cards and a kitty of"
        f" {table.kitty}{dead} are {needed} cards, but {name} has {size}; {', or '.join(hints)}"
    )


def _auction(rules: Rules) -> list[str]:
    auction = rules.auction
    found = []
    if auction.inkle_callers > rules.table.players:
        found.append(
            f"auction.inkle_callers = {auction.inkle_callers} with table.players ="
            f" {rules.table.players}: there are not so many callers"
        )
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
    for key, reason in (
        ("raise_own_bid", "with one call each nobody can raise his own bid"),
        ("bid_after_pass", "with one call each nobody can bid after his pass"),
    ):
        value = getattr(auction, key)
        if value != "never" and auction.rounds == "one":
            found.append(f'auction.{key} = "{value}" with auction.rounds = "one": {reason}')
    return found


def _misere(rules: Rules) -> list[str]:
    found = []
    if rules.open_misere.allowed == "after_eight" and rules.misere.allowed != "after_seven":
        found.append(
            f'open_misere.allowed = "after_eight" with misere.allowed = "{rules.misere.allowed}": open'
            ' misère waits for an eight only where misère waits for a seven ("after_seven")'
        )
    waits = [
        ("misere", rules.misere.allowed, rules.misere.above, "after_seven", 7),
        ("open_misere", rules.open_misere.allowed, rules.open_misere.above, "after_eight", 8),
    ]
    for name, allowed, above, when, level in waits:
        call = cards.MISERE if name == "misere" else cards.OPEN_MISERE
        if allowed == when and not _comes_after(rules, call, level):
            words = {7: "seven", 8: "eight"}[level]
            found.append(
                f'{name}.above = "{above}" with {name}.allowed = "{when}": it could never be'
                f" bid, since every {words} outranks it; take a higher bid"
            )
    if rules.double_nullo.allowed == "after_partner" and rules.misere.allowed == "never":
        found.append(
            'double_nullo.allowed = "after_partner" with misere.allowed = "never": partner must have'
            " bid a misère first"
        )
    return found


def _comes_after(rules: Rules, call: int, level: int) -> bool:
    """Return whether some natural bid of a level or more stands below a kind of misère."""
    place = rung(rules, call)
    return any(
        level <= cards.level_of(bid) and rung(rules, bid) < place for bid in natural_bids(rules)
    )


def _partner(rules: Rules) -> list[str]:
    """Return the options that need one partner, where there is none or more than one."""
    table = rules.table
    if (table.players, table.sides) in ((4, "two"), (6, "three")):
        return []
    wanted = [
        ("misere.plays", rules.misere.plays, "own_hand"),
        ("double_nullo.allowed", rules.double_nullo.allowed, "never"),
        ("scoring.slam_call", rules.scoring.slam_call, "never"),
        ("auction.redeal_partner", rules.auction.redeal_partner, "not_asked"),
    ]
    return [
        f'{key} = "{value}" with table.players = {table.players}, table.sides = "{table.sides}":'
        f' it takes exactly one partner; "{without}" is allowed'
        for key, value, without in wanted
        if value != without
    ]


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
