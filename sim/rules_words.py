"""Rules in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim import cards
from sim.decks import DECKS, HAND_SIZE
from sim.notation_text import call_text

if TYPE_CHECKING:
    from sim.rules import Rules

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_ALL_PASS: Final = {
    "next_dealer": "the hand is thrown in and the next player deals.",
    "same_dealer": "the hand is thrown in and the same player deals again.",
    "play_no_trumps": (
        "the hand is played at no trumps without the kitty; the player left of"
        " the dealer leads and both sides score for their tricks."
    ),
}
_JOKER_LEAD: Final = {
    "any_suit": "Its leader names any suit, and the others follow that suit.",
    "unled_suit": (
        "Its leader names a suit that has not been led before in this hand; once all four have been"
        " led it can be led only to the last trick."
    ),
    "last_trick": "It can be led only to the last trick.",
}
_DEFENDERS: Final = {
    "always": "The defenders score {points} for every trick they take, contract made or not.",
    "if_set": "The defenders score {points} for every trick they take, if the contract fails.",
    "never": "The defenders score nothing for tricks.",
}
_MISERE_DEFENDERS: Final = {
    "nothing": "Against a misère they score nothing.",
    "forced_tricks": "Against a misère they score {points} for every trick the contractor takes.",
    "own_tricks": "Against a misère they score {points} for every trick they take themselves.",
}


def describe(rules: Rules) -> list[str]:
    """Return the rules in a player's words, each line one subject: ``Pack: ...``.

    The lines are: pack, bidding, the bids low to high, misère, open misère, joker, scoring, end of
    the game. Title and description are not among them, and the lines are not wrapped.
    """
    return [
        f"Pack: {_cards(rules)}",
        f"Bidding: {_bidding(rules)}",
        f"Bids, low to high: {_bids(rules)}",
        f"Misère: {_misere(rules)}",
        f"Open misère: {_open_misere(rules)}",
        f"Joker: {_joker(rules)}",
        f"Scoring: {_scoring(rules)}",
        f"End of the game: {_end(rules)}",
    ]


def _cards(rules: Rules) -> str:
    table, deck = rules.table, DECKS[rules.table.deck]
    red, black = _NUMBERS[deck.hearts], _NUMBERS[deck.spades]
    suits = f"♥ and ♦ from ace to {red}, ♠ and ♣ from ace to {black}"
    if red == black:
        suits = f"all four suits from ace to {red}"
    jokers = "both jokers" if deck.jokers == 2 else "one joker"
    return (
        f"{HAND_SIZE * table.players + table.kitty} cards: {suits}, and {jokers}."
        f" {_NUMBERS[table.players].capitalize()} players get {HAND_SIZE} each,"
        f" {_NUMBERS[table.kitty]} are left for the kitty."
    )


def _bidding(rules: Rules) -> str:
    auction = rules.auction
    lowest = call_text(cards.natural_bid(auction.lowest_bid, cards.SPADES))
    if auction.rounds == "many":
        texts = [
            "It goes round until all but the highest bidder have passed; a pass is final.",
            f"The lowest bid is {lowest}.",
        ]
    else:
        texts = [f"Everybody calls once; the highest bid is the contract. The lowest is {lowest}."]
    if auction.inkle_callers:
        callers = f"the first {_NUMBERS[auction.inkle_callers]} callers"
        callers = {1: "the first caller", 4: "everybody"}.get(auction.inkle_callers, callers)
        texts.append(
            f"Before any real bid {callers} may inkle: a six-level call (i♠ to iNT) that tells the"
            " partner something and can never be the contract."
        )
    if auction.raise_own_bid == "once":
        texts.append("When all others have passed the highest bidder may raise his bid once.")
    nobody = "nobody makes a real bid" if auction.inkle_callers else "everybody passes"
    texts.append(f"If {nobody} {_ALL_PASS[auction.all_pass]}")
    return " ".join(texts)


def _bids(rules: Rules) -> str:
    """Return the ladder, with a word on the letters that not every player knows."""
    ladder = rules.ladder()
    letters = ((cards.MISERE, "M is misère"), (cards.OPEN_MISERE, "OM is open misère"))
    notes = ", ".join(note for call, note in letters if call in ladder)
    return " ".join(map(call_text, ladder)) + (f" ({notes})" if notes else "")


def _misere(rules: Rules) -> str:
    misere = rules.misere
    if misere.allowed == "never":
        return "not played."
    when = {
        "after_seven": "It may be bid once somebody has bid seven or more in a suit or no trumps.",
        "any_time": "It may be bid at any time.",
    }[misere.allowed]
    return (
        f"{misere.value} points for taking no trick, without trumps; the partner sits out."
        f" {when} {_place(rules, cards.MISERE)}"
    )


def _open_misere(rules: Rules) -> str:
    misere = rules.open_misere
    if misere.allowed == "never":
        return "not played."
    when = {
        "after_eight": "It may be bid once somebody has bid eight or more in a suit or no trumps.",
        "any_time": "It may be bid at any time.",
    }[misere.allowed]
    shown = {
        "after_first_trick": "after the first trick",
        "at_once": "before the first lead",
    }[misere.exposed]
    return (
        f"{misere.value} points for a misère with the hand laid open {shown}. {when}"
        f" {_place(rules, cards.OPEN_MISERE)}"
    )


def _place(rules: Rules, call: int) -> str:
    """Return the neighbours of a bid on the ladder, as a sentence."""
    ladder = rules.ladder()
    place = ladder.index(call)
    below = f"It beats {call_text(ladder[place - 1])}" if place else "It is the lowest bid"
    if place + 1 == len(ladder):
        return f"{below} and nothing beats it."
    return f"{below} and is beaten by {call_text(ladder[place + 1])}."


def _joker(rules: Rules) -> str:
    joker = rules.joker
    texts = ["With trumps it is the highest trump."]
    if rules.pack.jokers == 2:
        texts.append("The black joker beats the red one.")
    must = "in misère he has to" if joker.forced != "never" else "he never has to"
    texts += [
        "At no trumps and in misère it has no suit and takes the trick it is played to.",
        f"There only a player who has none of the suit led can play it to a lead, and {must}.",
        _JOKER_LEAD[joker.lead],
    ]
    if joker.nominate:
        texts.append(
            "A contractor who holds it may give it a suit before play: then it is the highest card"
            " of that suit and no more."
        )
    return " ".join(texts)


def _scoring(rules: Rules) -> str:
    scoring = rules.scoring
    numbers = {"points": scoring.trick_points}
    texts = ["The contractor's side wins or loses the value of its bid: 6♠ 40, 6♣ 60, 6♦ 80,"]
    texts.append("6♥ 100, 6NT 120, and 100 more for each further trick bid.")
    if scoring.slam:
        texts.append(f"All ten tricks in a suit or at no trumps win at least {scoring.slam}.")
    texts.append(_DEFENDERS[scoring.defenders].format(**numbers))
    texts.append(_MISERE_DEFENDERS[scoring.misere_defenders].format(**numbers))
    if scoring.defenders_cap:
        texts.append(f"Tricks lift a score no higher than {scoring.defenders_cap}.")
    return " ".join(texts)


def _end(rules: Rules) -> str:
    game = rules.game
    if game.must_bid_to_win:
        texts = [f"A side wins when it makes a contract and then stands at {game.target} or more."]
    else:
        both = {
            "higher_score": "the higher score wins",
            "bidders": "the contractor's side wins",
        }[game.both_over]
        texts = [f"A side wins at {game.target} or more; if both get there, {both}."]
    if game.back_door:
        texts.append(f"A side at {game.back_door} or lower has lost.")
    return " ".join(texts)
