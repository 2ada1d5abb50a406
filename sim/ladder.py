"""The ladder of bids: values, what outranks what, and which bids a game has (RULES 5.5, 8.1, 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim import cards

if TYPE_CHECKING:
    from sim.rules import Rules

_SUIT_BASE: Final = {  # points of a bid of six by strain, spades to no trumps
    "original_1904": (40, 60, 80, 100, 120),
    "inverted_1904": (60, 40, 100, 80, 120),
}
_INKLES: Final = range(cards.FIRST_INKLE, cards.LAST_INKLE + 1)
# Bids that stand above a natural one, with the section of the rules that says where; of several in
# one place the later is the higher (RULES A-6).
SPECIAL: Final = {
    cards.MISERE: "misere",
    cards.HI_LO: "hi_lo",
    cards.BAR_NULLO: "bar_nullo",
    cards.DOUBLE_NULLO: "double_nullo",
    cards.OPEN_MISERE: "open_misere",
    cards.BLIND_MISERE: "blind_misere",
}


def natural_value(rules: Rules, level: int, strain: int) -> int:
    """Return the points of a natural contract (RULES 8.1, 8.2)."""
    base = _SUIT_BASE.get(rules.scoring.table)
    if base is not None:
        return base[strain] * (level - 5)
    return 20 * (strain + 1) + 20 + 100 * (level - 6)


def natural_bids(rules: Rules) -> list[int]:
    """Return the natural bids of the game, low to high."""
    auction = rules.auction
    bids = [
        call
        for call in range(cards.FIRST_NATURAL, cards.LAST_NATURAL + 1)
        if cards.level_of(call) >= auction.lowest_bid
        and (
            cards.strain_of(call) != cards.NO_TRUMPS
            or cards.level_of(call) >= auction.lowest_no_trumps
        )
    ]
    return sorted(bids, key=lambda call: rung(rules, call))


def rung(rules: Rules, call: int) -> tuple[int, int, int]:
    """Return the place of a bid as a key to sort by; a bid sans kitty has that of its twin.

    By value it is the points, and of equal ones the level, then the strain; else level and strain. The
    third number is 0 for natural bids.
    """
    call = cards.plain_call(call)
    if call in SPECIAL:
        above = cards.call_code(getattr(rules, SPECIAL[call]).above)
        return (*rung(rules, above)[:2], 1 + list(SPECIAL).index(call))
    level, strain = cards.level_of(call), cards.strain_of(call)
    first = natural_value(rules, level, strain) if rules.auction.order == "by_value" else 0
    return first, 5 * level + strain, 0


def ladder(rules: Rules) -> list[int]:
    """Return the call codes of all bids of the game, low to high (RULES 5.5).

    Inkles are below everything (RULES 5.3); a bid sans kitty stands beside its twin, with the same
    rank, and is not listed.
    """
    special = [call for call, name in SPECIAL.items() if getattr(rules, name).allowed != "never"]
    bids = sorted([*natural_bids(rules), *special], key=lambda call: rung(rules, call))
    return [*(_INKLES if rules.auction.inkle_callers else []), *bids]


def sans_kitty_bids(rules: Rules) -> list[int]:
    """Return the bids that may be made without the kitty too, by the codes they have then."""
    if not rules.auction.sans_kitty:
        return []
    return [call + cards.SANS_KITTY for call in ladder(rules) if call <= cards.MISERE]
