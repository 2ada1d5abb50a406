"""Rules in a player's words: who plays with what, the bidding, the bids, the special contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim import cards
from sim.decks import FREE, HAND_SIZE
from sim.ladder import SPECIAL, natural_bids
from sim.notation_text import call_text
from sim.rules_words_play import first_lead, game_end, joker, scoring

if TYPE_CHECKING:
    from sim.rules import Rules

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_SIDES: Final = {
    (4, "two"): "in two sides of two who sit opposite each other",
    (6, "two"): "in two sides of three who sit alternately",
    (6, "three"): "in three sides of two who sit opposite each other",
}
_ALL_PASS: Final = {
    "next_dealer": "the hand is thrown in and the next player deals.",
    "same_dealer": "the hand is thrown in and the same player deals again.",
    "play_no_trumps": (
        "the hand is played at no trumps without the kitty; the player left of the dealer leads and"
        " every side scores for its tricks."
    ),
}
_RAISE: Final = {
    "once": "When all others have passed the highest bidder may raise his bid once.",
    "repeatedly": "When all others have passed the highest bidder may raise his bid, and again.",
    "reopening": (
        "When all others have passed the highest bidder may raise his bid; if he changes its strain,"
        " they may all bid again."
    ),
}
_AFTER_PASS: Final = {
    "never": "a pass is final.",
    "strain_changed": (
        "who has passed may bid again only when a player has replaced his own bid by one of another"
        " strain."
    ),
    "always": "who has passed may bid again after every new bid.",
}
_REDEAL: Final = {
    "no_picture": "without a king, queen or jack",
    "no_ace_no_face": "without ace, king, queen, jack or joker",
}
_AGREES: Final = {
    "not_asked": "",
    "agrees": ", if his partner agrees",
    "agrees_or_no_misere": ", if his partner agrees; if not, they may not bid misère in that hand",
}
_NAMES: Final = {
    cards.MISERE: "misère",
    cards.OPEN_MISERE: "open misère",
    cards.BLIND_MISERE: "blind misère",
    cards.DOUBLE_NULLO: "double nullo",
    cards.BAR_NULLO: "bar nullo",
    cards.HI_LO: "hi-lo",
}
_AFTER: Final = {
    "after_seven": "It may be bid once somebody has bid seven or more in a suit or no trumps.",
    "after_eight": "It may be bid once somebody has bid eight or more in a suit or no trumps.",
    "after_partner": "It may be bid when partner has bid misère.",
    "first_call": "It is bid as one's first call, before one looks at the cards.",
    "any_time": "It may be bid at any time.",
}
_SHOWN: Final = {"after_first_trick": "after the first trick", "at_once": "before the first lead"}
_EXCHANGE: Final = {
    "contractor": "The contractor alone takes the kitty.",
    "pass_on": (
        "The contractor takes the kitty and passes what he puts away to his partner, who puts away as"
        " many."
    ),
    "swap_five": "Nobody takes the kitty; the partners swap five cards each.",
}


def describe(rules: Rules) -> list[str]:
    """Return the rules in a player's words, each line one subject: ``Pack: ...``.

    The lines are: players, pack, bidding, the bids low to high, misère, open misère, each other
    special contract that is played, joker, play, scoring, end of the game. Title and description are
    not among them, and the lines are not wrapped.
    """
    lines = [
        f"Players: {_players(rules)}",
        f"Pack: {_cards(rules)}",
        f"Bidding: {_bidding(rules)}",
        f"Bids, low to high: {_bids(rules)}",
    ]
    for call in (cards.MISERE, *(call for call in SPECIAL if call != cards.MISERE)):
        played = getattr(rules, SPECIAL[call]).allowed != "never"
        if played or call in (cards.MISERE, cards.OPEN_MISERE):
            text = _contract(rules, call) if played else "not played."
            lines.append(f"{_NAMES[call].capitalize()}: {text}")
    return [
        *lines,
        f"Joker: {joker(rules)}",
        f"Play: {first_lead(rules)}",
        f"Scoring: {scoring(rules)}",
        f"End of the game: {game_end(rules)}",
    ]


def _players(rules: Rules) -> str:
    n, sides = rules.table.players, rules.table.sides
    text = f"{_NUMBERS[n].capitalize()} players, "
    if sides == "called":
        return (
            f"{text}each with a score of his own. After the exchange a contractor in a suit or no trumps"
            " may call a card that he does not hold (no joker): its holder plays with him in this hand,"
            " and shows it by playing that card. In misère he is alone."
        )
    return text + _SIDES.get((n, sides), "everybody for himself") + "."


def _cards(rules: Rules) -> str:
    table, pack = rules.table, rules.pack
    jokers = {0: "no joker", 1: "one joker", 2: "both jokers"}[pack.jokers]
    own = " of a pack of its own" if table.deck == FREE else ""
    line = (
        f"{len(rules.cards())} cards{own}: {_suits(rules)}{_extras(rules)}, and {jokers}."
        f" {_NUMBERS[table.players].capitalize()} players get {HAND_SIZE} each,"
        f" {_NUMBERS[table.kitty]} are left for the kitty."
    )
    if table.dead:
        line += f" The other {table.dead} are dead: nobody sees them."
    if pack.odd_four:
        line += (
            " A trump suit without its four takes the four of the same colour as its lowest trump."
        )
    return line


def _suits(rules: Rules) -> str:
    """Return from what to what the suits go, those that are alike together: ``♥ and ♦ from ...``."""
    lowest: dict[int, list[str]] = {}
    for name, symbol in (("hearts", "♥"), ("diamonds", "♦"), ("spades", "♠"), ("clubs", "♣")):
        lowest.setdefault(getattr(rules.pack, name), []).append(symbol)
    if len(lowest) == 1:
        return f"all four suits from ace to {_NUMBERS[next(iter(lowest))]}"
    return ", ".join(
        f"{' and '.join(suits)} from ace to {_NUMBERS[rank]}" for rank, suits in lowest.items()
    )


def _extras(rules: Rules) -> str:
    pack = rules.pack
    thirteens = {"none": "", "red": "red thirteens", "all": "thirteens"}[pack.thirteens]
    names = ["elevens"] * pack.elevens + ["twelves"] * pack.twelves + [thirteens] * bool(thirteens)
    return f", with {' and '.join(names)} between ten and jack" if names else ""


def _bidding(rules: Rules) -> str:
    auction = rules.auction
    lowest = call_text(natural_bids(rules)[0])
    if auction.rounds == "many":
        texts = [
            "It goes round until all but the highest bidder have passed; "
            + _AFTER_PASS[auction.bid_after_pass],
            f"The lowest bid is {lowest}.",
        ]
    else:
        texts = [f"Everybody calls once; the highest bid is the contract. The lowest is {lowest}."]
    if auction.order == "by_value":
        texts.append(
            "The bid that is worth more is the higher; of equal ones, that of more tricks."
        )
    if auction.lowest_no_trumps > auction.lowest_bid:
        texts.append(f"No trumps may be bid from {_NUMBERS[auction.lowest_no_trumps]} upwards.")
    if auction.inkle_callers:
        texts.append(_inkles(rules))
    texts += [_RAISE[auction.raise_own_bid]] if auction.raise_own_bid != "never" else []
    if auction.sans_kitty:
        texts.append(
            "A bid in a suit, no trumps or misère may be made sans kitty (sk): it ranks and counts as"
            " without, and the kitty stays where it is."
        )
    if auction.redeal != "never":
        texts.append(
            f"A player {_REDEAL[auction.redeal]} may ask for a redeal by the same dealer at his first"
            f" turn{_AGREES[auction.redeal_partner]}."
        )
    nobody = "nobody makes a real bid" if auction.inkle_callers else "everybody passes"
    texts.append(f"If {nobody} {_ALL_PASS[auction.all_pass]}")
    if auction.ralphing:
        texts.append("Who is set by more than three tricks may not bid in the next hand.")
    return " ".join(texts)


def _inkles(rules: Rules) -> str:
    n = rules.auction.inkle_callers
    callers = f"the first {_NUMBERS[n]} callers"
    callers = {1: "the first caller", rules.table.players: "everybody"}.get(n, callers)
    return (
        f"Before any real bid {callers} may inkle: a six-level call (i♠ to iNT) that tells the partner"
        " something and can never be the contract."
    )


def _bids(rules: Rules) -> str:
    """Return the ladder, with a word on the letters that not every player knows."""
    ladder = rules.ladder()
    notes = ", ".join(
        f"{cards.CALL_NAMES[call]} is {name}" for call, name in _NAMES.items() if call in ladder
    )
    return " ".join(map(call_text, ladder)) + (f" ({notes})" if notes else "")


def _contract(rules: Rules, call: int) -> str:
    """Return what a special contract is, when it may be bid, and where it stands."""
    section = getattr(rules, SPECIAL[call])
    what = {
        cards.MISERE: f"taking no trick, without trumps; {_partner(rules)}",
        cards.OPEN_MISERE: _open_misere(rules),
        cards.BLIND_MISERE: "a misère",
        cards.DOUBLE_NULLO: (
            "a misère in which partner plays too and neither takes a trick."
            f" {_EXCHANGE[rules.double_nullo.exchange]}"
        ),
        cards.BAR_NULLO: "a misère for which the kitty stays where it is",
        cards.HI_LO: "taking exactly five tricks alone, without trumps",
    }[call].removesuffix(".")
    if call == cards.MISERE and not rules.misere.kitty:
        what += "; in misère, open and blind too, the kitty stays where it is"
    return f"{section.value} points for {what}. {_AFTER[section.allowed]} {_place(rules, call)}"


def _open_misere(rules: Rules) -> str:
    return f"a misère with the hand laid open {_SHOWN[rules.open_misere.exposed]}"


def _partner(rules: Rules) -> str:
    if rules.misere.plays == "both_hands":
        return "partner lays his hand open and the contractor plays it too, neither takes a trick"
    if rules.table.sides in ("alone", "called"):
        return "nobody sits out"
    three = rules.table.players == 6 and rules.table.sides == "two"
    return "the partners sit out" if three else "the partner sits out"


def _place(rules: Rules, call: int) -> str:
    """Return the neighbours of a bid on the ladder, as a sentence."""
    ladder = rules.ladder()
    place = ladder.index(call)
    below = f"It beats {call_text(ladder[place - 1])}" if place else "It is the lowest bid"
    if place + 1 == len(ladder):
        return f"{below} and nothing beats it."
    return f"{below} and is beaten by {call_text(ladder[place + 1])}."
