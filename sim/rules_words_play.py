"""Rules in a player's words: the joker, the play, the score, the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim import cards
from sim.ladder import natural_value
from sim.notation_text import call_text

if TYPE_CHECKING:
    from sim.rules import Rules

_LEAD: Final = {
    "any_suit": "Its leader names any suit, and the others follow that suit.",
    "unled_suit": (
        "Its leader names a suit that has not been led before in this hand; once all four have been"
        " led it can be led only to the last trick."
    ),
    "last_trick": "It can be led only to the last trick.",
}
_FOLLOW: Final = {
    "when_void": "There only a player who has none of the suit led can play it to a lead",
    "first_round": (
        "There a player can play it to a lead when he has none of the suit, or when that suit is led"
        " for the first time in the hand"
    ),
    "first_or_last": (
        "There a player can play it to a lead when that suit is led for the first time in the hand, or"
        " the first time that he has none of it"
    ),
    "every_suit": "There it is of every suit and can be played to any lead",
}
_FORCED: Final = {
    "never": "he never has to",
    "in_misere": "in misère he has to",
    "always": "who has none of the suit led has to",
}
_SHOWN_VOID: Final = {
    "not_named": "Nobody may name a suit of which he has shown to have none.",
    "worthless": (
        "Nobody may name a suit of which he has shown to have none, and played to such a suit it takes"
        " no trick."
    ),
}
_FIRST_LEAD: Final = {
    "contractor": "The contractor leads to the first trick.",
    "left_of_dealer": "The player left of the dealer leads to the first trick.",
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
_MISERES: Final = ("misere", "open_misere", "blind_misere", "double_nullo", "bar_nullo")
_BOTH_OVER: Final = {
    "higher_score": "the higher score wins",
    "bidders": "the contractor's side wins",
    "first_to_target": "the contractor's side wins, else the one whose tricks got it there first",
    "first_trick": "the contractor's side wins, else the one that took a trick first",
}


def joker(rules: Rules) -> str:
    """Return what the joker is and may do."""
    if rules.pack.jokers == 0:
        return "there is none."
    keys = rules.joker
    texts = ["With trumps it is the highest trump."]
    if rules.pack.jokers == 2:
        texts.append("The black joker beats the red one.")
    where = "At no trumps" if keys.low_in_misere else "At no trumps and in misère"
    texts += [
        f"{where} it has no suit and takes the trick it is played to.",
        f"{_FOLLOW[keys.follow]}, and {_FORCED[keys.forced]}.",
        _LEAD[keys.lead],
    ]
    if keys.shown_void != "anything":
        texts.append(_SHOWN_VOID[keys.shown_void])
    if keys.low_in_misere:
        texts.append(
            "In misère it is the lowest card: it takes no trick that others follow, and its leader names"
            " a suit."
        )
    if keys.nominate:
        texts.append(
            "A contractor who holds it may give it a suit before play: then it is the highest card"
            " of that suit and no more."
        )
    if keys.shared:
        texts.append("A suit given to one joker is the other's too.")
    return " ".join(texts)


def first_lead(rules: Rules) -> str:
    """Return who leads, and what is special about the order of the cards."""
    texts = [_FIRST_LEAD[rules.play.first_lead], "Follow suit; who cannot may play any card."]
    if rules.play.jack_above_ace:
        texts.append("At no trumps a jack beats the ace of its suit.")
    return " ".join(texts)


def scoring(rules: Rules) -> str:
    """Return what a hand is worth."""
    keys = rules.scoring
    numbers = {"points": keys.trick_points}
    side = {"alone": "The contractor", "called": "The contractor and his partner"}.get(
        rules.table.sides, "The contractor's side"
    )
    does = "wins" if keys.failed == "opponents_gain" else "wins or loses"
    does = does.replace("s", "", 1).replace("loses", "lose") if side.endswith("partner") else does
    texts = [f"{side} {does} the value of the bid: {_values(rules)}"]
    if keys.failed == "opponents_gain":
        texts.append("A set bid costs nothing; every other side wins its value.")
    if keys.slam:
        texts.append(f"All ten tricks in a suit or at no trumps win at least {keys.slam}.")
    if keys.slam_call != "never":
        texts.append(
            "Before putting cards away the contractor may declare a slam: he gets his partner's best"
            " card, plays alone, and must take all ten tricks for"
            f" {keys.slam_bonus} more than the value, won or lost."
        )
    texts.append(_DEFENDERS[keys.defenders].format(**numbers))
    if any(getattr(rules, name).allowed != "never" for name in _MISERES):
        texts.append(_MISERE_DEFENDERS[keys.misere_defenders].format(**numbers))
    if keys.defenders_cap:
        texts.append(f"Tricks lift a score no higher than {keys.defenders_cap}.")
    return " ".join(texts)


def _values(rules: Rules) -> str:
    """Return what the bids are worth: those of six, and how it goes on."""
    sixes = ", ".join(
        f"{call_text(cards.natural_bid(6, strain))} {natural_value(rules, 6, strain)}"
        for strain in range(cards.NO_TRUMPS + 1)
    )
    if rules.scoring.table == "avondale":
        return f"{sixes}, and 100 more for each further trick bid."
    return f"{sixes}, and as much again for each further trick bid."


def game_end(rules: Rules) -> str:
    """Return when a game is over, and who has won it."""
    game = rules.game
    side = "player" if rules.table.sides in ("alone", "called") else "side"
    if game.hands_limit:
        return f"After {game.hands_limit} hands the {side} with most points wins."
    if game.must_bid_to_win:
        texts = [
            f"A {side} wins when it makes a contract and then stands at {game.target} or more."
        ]
        texts[0] = texts[0].replace("it makes", "he makes") if side == "player" else texts[0]
    else:
        both = "several" if rules.table.players != 4 else "both"
        texts = [
            f"A {side} wins at {game.target} or more; if {both} get there, {_BOTH_OVER[game.both_over]}."
        ]
    if game.back_door and game.below == "loses":
        texts.append(f"A {side} at {game.back_door} or lower has lost.")
    elif game.back_door:
        texts.append(
            f"A {side} that was once at {game.back_door} or lower plays on but cannot win."
        )
    if game.point_spread:
        texts.append(f"A lead of {game.point_spread} over a {side} below zero wins too.")
    return " ".join(texts)
