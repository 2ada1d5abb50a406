"""Which rules a game record was played by: its own tag, or the options of the other program.

``GameOptionsJson`` lists only what differs from that program's defaults (RULES.md 10):

=====================  =========================================================================
option                 rule keys
=====================  =========================================================================
variation              1: preset trickster-australian, absent: trickster-american
deckSize               43, 45, 46: table.deck D43, D45, D46; of six players D63, D65, D66, of three D33
mustBidToWin           game.must_bid_to_win, and with it scoring.defenders_cap 490 or 0
whenNullo              misere.allowed: absent any_time, 1 after_seven, 2 never
S8Overbid250Nullo      misere.above: absent or true 7NT, false 8S (only at the value 250)
openNulloAfter8        open_misere.allowed after_eight
raiseOwnBid            auction.raise_own_bid once
gameOverScore          game.target and game.back_door
players, isTwoTeams    3, 4 or 6; six play in two sides, or in three where isTwoTeams is false
bidAfterPass           auction.bid_after_pass: 0 never, 1 always, 2 strain_changed
=====================  =========================================================================

The values of misère and open misère stand in the Event text (``open misère ±430``), with the rungs
on the ladder that go with them (RULES.md 5.5). Options about the room only, such as ``noWatching``,
are left out; an option that is not known is reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from sim.decks import FREE
from sim.notation_text import plain

if TYPE_CHECKING:
    from sim.notation import GameRecord
    from sim.rules import Rules

# The pack by players and by the number that the program gives for it.
_DECKS: Final = {
    3: {43: "D33", 33: "D33"},
    4: {43: "D43", 44: "D44", 45: "D45", 46: "D46"},
    6: {43: "D63", 45: "D65", 46: "D66", 63: "D63", 65: "D65", 66: "D66"},
}
_AFTER_PASS: Final = {0: "never", 1: "always", 2: "strain_changed"}
_NULLO: Final = {0: "any_time", 1: "after_seven", 2: "never"}
_MISERE_ABOVE: Final = {210: "7H", 230: "7NT"}
_OPEN_ABOVE: Final = {330: "8NT", 430: "9NT", 500: "10H", 520: "10NT"}
_READ: Final = {
    *("variation", "decksize", "mustbidtowin", "whennullo", "s8overbid250nullo", "opennulloafter8"),
    *("raiseownbid", "gameoverscore", "players", "ispartnership", "istwoteams", "bidafterpass"),
}
_NUMBERS: Final = {"players", "decksize", "whennullo", "gameoverscore"}
_ROOM_ONLY: Final = {"nowatching", "nosuggestions", "nochat"}
_CAP: Final = 490


def record_rules(record: GameRecord) -> tuple[Rules, list[str]]:
    """Return the rules of a record and notes on what had to be assumed.

    Raises RecordError (with the line of the tag) when they are no rules of the game.
    """
    from sim.rules import RulesError

    tag = "rules" if record.rules else "gameoptionsjson"
    try:
        if record.rules:
            return rules_from_text(record.rules), []
        return _from_options(record)
    except RulesError as error:
        raise record.error(str(error), tag) from None


def rules_text(rules: Rules) -> str:
    """Return the nearest preset and the changes to it: ``australian; misere.value=230``."""
    from sim.rules import load_rules, preset_names

    wanted = _keys(rules)
    best: tuple[int, str] | None = None
    for name in preset_names():
        base = _keys(load_rules(name))
        other = base["table.players"] != wanted["table.players"]  # sides follow, unless told
        told = {key for key in wanted if base.get(key) != wanted[key]}
        told |= {"table.sides"} if other else set()
        changes = [f"{key}={_value_text(v)}" for key, v in wanted.items() if key in told]
        if best is None or len(changes) < best[0]:
            best = (len(changes), "; ".join([name, *changes]))
    assert best is not None, "no preset is installed"
    return best[1]


def rules_from_text(text: str) -> Rules:
    """Return the rules of a preset and changes; inverse of ``rules_text``. Raises RulesError."""
    from sim.rules import RulesError, load_rules

    name, *changes = (part.strip() for part in text.split(";"))
    values: dict[str, Any] = {}
    for change in filter(None, changes):
        key, equals, value = change.partition("=")
        if not equals:
            raise RulesError(f"{change!r} is no change of a rule: expected as in misere.value=230")
        values[key.strip()] = _value(value.strip())
    return load_rules(name).replace(values)


def _keys(rules: Rules) -> dict[str, Any]:
    """Return the rules by dotted key, without what follows from the others."""
    keys = rules.flat()
    named = keys["table.deck"] != FREE
    return {
        key: value
        for key, value in keys.items()
        if key != "table.kitty" and not (named and key.startswith("pack."))
    }


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _from_options(record: GameRecord) -> tuple[Rules, list[str]]:
    from sim.rules import load_rules

    if record.options is None:
        return _from_nothing(record)
    options = {key.lower(): value for key, value in record.options.items()}
    for key in _NUMBERS & set(options):
        if type(options[key]) not in (int, bool):
            raise record.error(f"{key}: {options[key]!r} is no number", "gameoptionsjson")
    if options.get("players", 4) == 4 and options.get("ispartnership", True) is False:
        raise record.error("isPartnership: four players have partners", "gameoptionsjson")
    australian = options.get("variation", 0) in (1, "Australian")
    notes: list[str] = []
    changes = _table(record, options) | _game(options) | _misere(record, options)
    if options.get("raiseownbid") and australian:
        changes["auction.raise_own_bid"] = "once"
    if australian:
        after_pass = _AFTER_PASS.get(options.get("bidafterpass", 0), "never")
        changes["auction.bid_after_pass"] = after_pass
    notes += [f"option {key}: not known, checked without it" for key in _unknown(record.options)]
    preset = "trickster-australian" if australian else "trickster-american"
    if changes["table.players"] == 3 and not australian:  # no partner to tell (RULES.md A-11)
        changes |= {"auction.inkle_callers": 0, "auction.lowest_bid": 6}
    return load_rules(preset).replace(changes), notes


def _from_nothing(record: GameRecord) -> tuple[Rules, list[str]]:
    """Return the rules that fit best a record without any: by its inkles, words and pack."""
    from sim.rules import load_rules

    words = plain(record.event)
    american = "AMERICAN" in words or any(made.call > 30 for made in record.calls)
    preset = "trickster-american" if american else "australian"
    rules = load_rules(preset)
    if record.players != 4:
        raise record.error(
            f"the record of {record.players} players names no rules: give them, as in"
            ' [Rules "solo-3"]'
        )
    size = _cards_seen(record)
    if size in _DECKS[4]:
        rules = rules.replace({"table.deck": _DECKS[4][size]})
    return rules, [f"the record names no rules: checked by the preset {preset}"]


def _cards_seen(record: GameRecord) -> int | None:
    if None in record.hands or (record.kitty is None and record.added is None):
        return None
    kitty = record.kitty if record.kitty is not None else (record.added or (0, ()))[1]
    return sum(len(hand or ()) for hand in record.hands) + len(kitty)


def _table(record: GameRecord, options: Mapping[str, Any]) -> dict[str, Any]:
    players = options.get("players", record.players)
    if players not in _DECKS:
        raise record.error(f"players {players!r}: that game has 3, 4 or 6", "gameoptionsjson")
    if record.players != players and any(record.hands):
        raise record.error(
            f"players {players}, but the deal has {record.players} hands", "gameoptionsjson"
        )
    decks, size = _DECKS[players], options.get("decksize", 43)
    if size not in decks:
        *others, last = decks
        count = {3: "three", 4: "four", 6: "six"}[players]
        sizes = f"{', '.join(map(str, others))} or {last}"
        raise record.error(
            f"deckSize {size!r}: a {count}-handed pack has {sizes} cards", "gameoptionsjson"
        )
    table = {"table.players": players, "table.deck": decks[size]}
    if players == 6:  # two sides of three, or three of two
        two = options.get("istwoteams", True)
        table["table.sides"] = "two" if two else "three"
    return table


def _game(options: Mapping[str, Any]) -> dict[str, Any]:
    must_bid = bool(options.get("mustbidtowin", False))
    target = options.get("gameoverscore", 500)
    return {
        "game.must_bid_to_win": must_bid,
        "scoring.defenders_cap": min(_CAP, target - 10) if must_bid else 0,
        "game.target": target,
        "game.back_door": -target,
    }


def _misere(record: GameRecord, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return when misère may be bid and where it stands on the ladder (RULES.md 5.5, 5.6)."""
    event = plain(record.event)
    open_value = _event_value(event, r"OPEN(?:MISERE|NULLO)", 500)
    value = _event_value(event, r"(?<!OPEN)(?<!OVERBIDS)(?:MISERE|NULLO)", 250)
    overbids = bool(options.get("s8overbid250nullo", True))
    after_eight = bool(options.get("opennulloafter8", False))
    when = _NULLO.get(options.get("whennullo", 0), "any_time")
    changes: dict[str, Any] = {
        "misere.allowed": when,
        "misere.value": value,
        "misere.above": _MISERE_ABOVE.get(value, "7NT" if overbids else "8S"),
        "open_misere.value": open_value,
        "open_misere.above": _OPEN_ABOVE.get(open_value, "10H"),
    }
    if when == "never":
        changes["open_misere.allowed"] = "never"
    elif after_eight:
        changes["open_misere.allowed"] = "after_eight"
    return changes


def _event_value(event: str, word: str, default: int) -> int:
    found = re.search(word + r"[A-Z0-9]{0,10}?±(\d{3})(?!\d)", event)
    return int(found[1]) if found else default


def _unknown(options: Mapping[str, Any]) -> list[str]:
    return [key for key in options if key.lower() not in _READ | _ROOM_ONLY]
