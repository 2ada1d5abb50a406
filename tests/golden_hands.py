"""The golden hands: which hands are kept as text, how each is played, and what it is there to show.

A hand is fixed by its rules, seed and deal number; four random players play it, so that it does not
change when a strategy does. ``shows`` looks at its TRACE row and keeps a hand that was played again
from losing its point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import golden_tables as shows
from random_player import RandomPlayer

from sim import cards
from sim.cards import BLACK_JOKER, MISERE, OPEN_MISERE, PASS, RED_JOKER
from sim.engine import play_hands
from sim.record_rules import rules_from_text
from sim.rules import Rules
from sim.story import story


@dataclass(frozen=True)
class GoldenHand:
    """One hand that is kept; ``rules`` as a preset and changes, ``scores`` before it by team."""

    name: str
    rules: str
    seed: int
    deal: int
    shows: Callable[[Any], bool]
    scores: Sequence[int] = ()

    def load_rules(self) -> Rules:
        return rules_from_text(self.rules)

    def play(self) -> Any:
        """Play the hand; return its TRACE row."""
        rules = self.load_rules()
        return play_hands(
            *(rules, [RandomPlayer()] * rules.table.players),
            **{"seed": self.seed, "first": self.deal, "count": 1},
            scores=self.scores,
            trace=True,
        ).traces[0]

    def text(self, trace: Any) -> str:
        """Return what stands in the file."""
        n = ("two", "three", "four", "five", "six")[self.load_rules().table.players - 2]
        head = f"Rules: {self.rules}; seed {self.seed}, {n} random players"
        return f"{head}\n\n{story(self.load_rules(), trace)}"


def _natural(trace: Any) -> bool:
    return cards.FIRST_NATURAL <= int(trace["contract"]) <= cards.LAST_NATURAL


def _strain(trace: Any) -> int:
    return (int(trace["contract"]) - cards.FIRST_NATURAL) % 5


def _leads(trace: Any) -> list[int]:
    """Return the printed cards led, by trick."""
    return [int(trace["cards"][n][trace["leaders"][n]]) for n in range(int(trace["n_tricks"]))]


def _calls(trace: Any) -> list[int]:
    return [int(call) for call in trace["call"][: trace["n_calls"]]]


def left_bower_led(trace: Any) -> bool:
    """The left bower is led with trumps still about, and the right bower takes it."""
    if not _natural(trace) or _strain(trace) == cards.NO_TRUMPS:
        return False
    trump = _strain(trace)
    left, right = cards.card(trump ^ 1, cards.JACK), cards.card(trump, cards.JACK)
    leads = _leads(trace)
    at = leads.index(left) if left in leads[:6] else -1
    return at >= 0 and right in [int(code) for code in trace["cards"][at]]


def joker_led(trace: Any) -> bool:
    """At no trumps a joker is led when some suits have been led; its leader names another."""
    named = [n for n in range(2, 8) if trace["named"][n] >= 0]
    return _natural(trace) and _strain(trace) == cards.NO_TRUMPS and bool(named)


def misere_with_nominated_joker(trace: Any) -> bool:
    """The contractor gives his joker a suit and throws it on another one, which does not win."""
    contractor = int(trace["contractor"])
    if trace["contract"] != MISERE or trace["nominated"] < 0:
        return False
    played = [int(trace["cards"][n][contractor]) for n in range(int(trace["n_tricks"]))]
    return RED_JOKER in played and trace["winners"][played.index(RED_JOKER)] != contractor


def misere_lost_by_the_joker(trace: Any) -> bool:
    """A joker without a suit must be played by a contractor who is void, and takes the trick."""
    contractor, n = int(trace["contractor"]), int(trace["n_tricks"]) - 1
    if trace["contract"] != MISERE or trace["nominated"] >= 0 or n < 2:
        return False
    if trace["leaders"][n] == contractor:
        return False
    return int(trace["cards"][n][contractor]) == RED_JOKER and trace["winners"][n] == contractor


def slam(trace: Any) -> bool:
    """All ten tricks, worth more than the bid."""
    return _natural(trace) and max(trace["points"][:2]) == 250 and _side_tricks(trace) == 10


def _side_tricks(trace: Any) -> int:
    seat = int(trace["contractor"])
    return int(trace["tricks_won"][seat] + trace["tricks_won"][(seat + 2) % 4])


def all_pass(trace: Any) -> bool:
    """Nobody bids."""
    return trace["contract"] == PASS and trace["n_tricks"] == 0


def all_pass_played(trace: Any) -> bool:
    """Nobody bids, and the hand is played without trumps."""
    return trace["contract"] == PASS and trace["n_tricks"] == 10 and RED_JOKER in _leads(trace)[:9]


def raise_own_bid(trace: Any) -> bool:
    """The last call is the high bidder's, over his own bid; somebody else had bid before."""
    calls, seats = _calls(trace), [int(seat) for seat in trace["call_seat"][: trace["n_calls"]]]
    if len(calls) < 6 or calls[-1] == PASS:
        return False
    bids = [seat for seat, call in zip(seats, calls, strict=True) if call != PASS]
    return bids[-1] == bids[-2] and len(set(bids)) > 1


def inkle_auction(trace: Any) -> bool:
    """Both first callers inkle, the third or the fourth makes a bid."""
    calls = _calls(trace)
    return min(calls[:2]) >= cards.FIRST_INKLE and calls[3] != PASS and _natural(trace)


def two_jokers(trace: Any) -> bool:
    """At no trumps both jokers fall to one trick, the black one played on the red one led."""
    if not _natural(trace) or _strain(trace) != cards.NO_TRUMPS:
        return False
    leads = _leads(trace)
    tricks = [n for n in range(9) if leads[n] == RED_JOKER]
    return any(BLACK_JOKER in [int(code) for code in trace["cards"][n]] for n in tricks)


def open_misere(trace: Any) -> bool:
    """Open misère is played to the last trick."""
    return trace["contract"] == OPEN_MISERE and trace["n_tricks"] == 10


def joker_kept_to_the_last(trace: Any) -> bool:
    """Where a joker may be led to the last trick only, it is led there."""
    no_trumps = _natural(trace) and _strain(trace) == cards.NO_TRUMPS
    return no_trumps and _leads(trace)[9] == RED_JOKER


def game_won_at_the_cap(trace: Any) -> bool:
    """A contract is made and wins the game; the defenders' points are cut at 490."""
    made = int((trace["score_before"] + trace["points"]).max()) >= 500
    return made and _natural(trace) and trace["points"][0] == 10 and trace["tricks_won"][0] >= 2


GOLDEN: Final = [
    GoldenHand("left-bower-led", "australian", 500, 4, left_bower_led),
    GoldenHand("joker-led-naming-a-suit", "australian", 500, 2, joker_led),
    GoldenHand(
        "misere-with-nominated-joker", "australian", 500, 276099, misere_with_nominated_joker
    ),
    GoldenHand("misere-lost-by-the-joker", "australian", 500, 174841, misere_lost_by_the_joker),
    GoldenHand("slam", "australian", 500, 161, slam),
    GoldenHand("all-pass", "trickster-australian", 500, 7, all_pass),
    GoldenHand(
        "all-pass-played", "australian; auction.all_pass=play_no_trumps", 500, 23, all_pass_played
    ),
    GoldenHand(
        "raise-own-bid", "trickster-australian; auction.raise_own_bid=once", 500, 2, raise_own_bid
    ),
    GoldenHand("inkle-auction", "trickster-american", 500, 28107, inkle_auction),
    GoldenHand("two-jokers", "trickster-australian; table.deck=D46", 500, 16, two_jokers),
    GoldenHand("open-misere", "australian", 500, 4039, open_misere),
    GoldenHand(
        "joker-kept-to-the-last",
        "australian; joker.lead=last_trick",
        500,
        2,
        joker_kept_to_the_last,
    ),
    GoldenHand(
        "game-won-at-the-cap", "trickster-australian", 500, 20, game_won_at_the_cap, (480, 420)
    ),
    GoldenHand("six-handed-thirteen", "six-3v3", 500, 79, shows.thirteen_takes_a_trick),
    GoldenHand("six-handed-three-sides", "six-2v2v2", 500, 100, shows.three_sides),
    GoldenHand("five-handed-call", "five-handed", 500, 85, shows.partner_called),
    GoldenHand("three-handed", "solo-3", 500, 28, shows.alone_against_two),
    GoldenHand(
        "two-handed-dead-cards",
        "two-handed; table.deck=D43; table.dead=20; auction.rounds=many",
        *(500, 0),
        shows.two_players,
    ),
    GoldenHand(
        "blind-misere", "australian; blind_misere.allowed=first_call", 500, 19, shows.blind_misere
    ),
    GoldenHand("sans-kitty", "australian; auction.sans_kitty=true", 500, 173, shows.sans_kitty),
    GoldenHand(
        "double-nullo", "minnesota; double_nullo.allowed=any_time", 500, 155, shows.double_nullo
    ),
    GoldenHand("slam-declared", "minnesota", 500, 0, shows.slam_declared),
    GoldenHand("hi-lo", "australian; hi_lo.allowed=any_time", 500, 3321, shows.hi_lo),
    GoldenHand("quebec-set-bid", "quebec", 500, 44, shows.opponents_gain),
    GoldenHand(
        "redeal",
        "american-45; auction.redeal=no_ace_no_face; auction.redeal_partner=agrees",
        *(500, 89),
        shows.thrown_in,
    ),
]
