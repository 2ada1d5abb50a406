"""A whole hand at the table: auction, kitty, nomination, play, score; and the deal of the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reference.auction import Auction
from reference.cards import PACKS, SUITS, Contract, is_joker
from reference.play import Play
from reference.scoring import game_end, hand_points, is_made

SEATS = 4


def next_dealer(rules: Any, dealer: int, passed_out: bool) -> int:
    """Who deals next; after four passes it may be the same dealer (5.9)."""
    if passed_out and rules.auction.all_pass == "same_dealer":
        return dealer
    return (dealer + 1) % SEATS


class Hand:
    """One deal, played and scored. Its phases follow each other; ``phase`` says which it is in."""

    def __init__(
        self,
        rules: Any,
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        kitty: Sequence[str],
        scores: Sequence[int] = (0, 0),
    ) -> None:
        everything = [card for cards in hands.values() for card in cards] + list(kitty)
        assert sorted(everything) == sorted(PACKS[rules.table.deck]), "this is not the pack"
        assert all(len(cards) == 10 for cards in hands.values())
        self.rules = rules
        self.dealer = dealer
        self.scores = list(scores)
        self.dealt = {seat: list(cards) for seat, cards in hands.items()}
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.kitty = list(kitty)
        self.discards: list[str] = []
        self.auction = Auction(rules, dealer)
        self.contract: Contract | None = None
        self.play: Play | None = None
        self.phase = "auction"  # then "exchange", "nomination", "play", "over"

    # -- auction --------------------------------------------------------------------------------

    def call(self, call: str) -> None:
        assert self.phase == "auction"
        self.auction.make(call)
        if self.auction.turn is None:
            self._close_auction()

    def force(self, seat: int, call: str) -> None:
        """Give a seat a contract without an auction."""
        self.auction.turn = None
        self._take_kitty(Contract(call, seat))

    def _close_auction(self) -> None:
        bid = self.auction.contract()
        if bid is not None:
            seat, call = bid
            self._take_kitty(Contract(call, seat))
        elif self.rules.auction.all_pass == "play_no_trumps":
            self.contract = Contract("Pass")
            self._start_play(leader=(self.dealer + 1) % SEATS)
        else:
            self.phase = "over"

    # -- kitty and joker ------------------------------------------------------------------------

    def _take_kitty(self, contract: Contract) -> None:
        assert contract.seat is not None
        self.contract = contract
        self.hands[contract.seat] += self.kitty
        self.phase = "exchange"

    @property
    def contractor(self) -> int | None:
        return self.contract.seat if self.contract else None

    def legal_discards(self) -> set[str]:
        """Any card may be put away, of the kitty or not, jokers and trumps too (6)."""
        assert self.phase == "exchange"
        assert self.contractor is not None
        return set(self.hands[self.contractor])

    def discard(self, card: str) -> None:
        assert card in self.legal_discards()
        assert self.contractor is not None
        self.hands[self.contractor].remove(card)
        self.discards.append(card)
        if len(self.discards) == len(self.kitty):
            if self.may_nominate():
                self.phase = "nomination"
            else:
                self._start_play(leader=self.contractor)

    def may_nominate(self) -> bool:
        """The contractor may give his jokers a suit where there are no trumps (6, 7.4)."""
        assert self.contract is not None
        assert self.contractor is not None
        holds_joker = any(is_joker(card) for card in self.hands[self.contractor])
        return self.rules.joker.nominate and holds_joker and self.contract.trumps is None

    def nominate(self, suit: str | None) -> None:
        """The contractor's jokers become cards of a suit, or stay without one."""
        assert self.phase == "nomination"
        assert self.contract is not None
        assert self.contractor is not None
        assert suit in [None, *SUITS]
        if suit is not None:
            jokers = [card for card in self.hands[self.contractor] if is_joker(card)]
            self.contract.nominated = dict.fromkeys(jokers, suit)
        self._start_play(leader=self.contractor)

    # -- play -----------------------------------------------------------------------------------

    def _start_play(self, leader: int) -> None:
        assert self.contract is not None
        self.play = Play(self.rules, self.contract, self.hands, leader)
        self.phase = "play"

    def put(self, card: str, named: str | None = None) -> None:
        assert self.phase == "play"
        assert self.play is not None
        self.play.put(card, named)
        if self.play.over:
            self.phase = "over"

    # -- result ---------------------------------------------------------------------------------

    def side_tricks(self, side: int) -> int:
        return self.play.tricks_of(side, side + 2) if self.play else 0

    @property
    def side(self) -> int:
        """The contractor's side, 0 for seats 0 and 2; of a passed-out hand the first caller's."""
        first = (self.dealer + 1) % SEATS if self.contractor is None else self.contractor
        return first % 2

    @property
    def tricks(self) -> int:
        return self.side_tricks(self.side)

    @property
    def made(self) -> bool:
        if self.contract is None or self.contract.seat is None:
            return False
        return is_made(self.contract.call, self.tricks)

    def points(self) -> list[int]:
        """What the hand changes in the scores of both sides."""
        assert self.phase == "over"
        if self.play is None or self.contract is None:
            return [0, 0]
        played = len(self.play.tricks)
        return hand_points(
            self.rules, self.contract.call, self.side, self.tricks, played, self.scores
        )

    def game_end(self) -> tuple[int, str] | None:
        """Who has won the game with this hand and why, None if it goes on."""
        scores = [before + won for before, won in zip(self.scores, self.points(), strict=True)]
        call = self.contract.call if self.contract else "Pass"
        return game_end(self.rules, scores, call, self.side, self.made)

    def next_dealer(self) -> int:
        return next_dealer(self.rules, self.dealer, passed_out=self.contract is None)

    def features(self) -> dict[str, int]:
        """What the contractor's ten dealt cards look like under his contract."""
        names = ["trumps", "jokers", "bowers", "side_aces", "voids"]
        if self.contract is None or self.contractor is None:
            return dict.fromkeys(names, 0)
        played = Contract(self.contract.call, self.contractor)  # before any nomination
        dealt, trumps = self.dealt[self.contractor], played.trumps
        suits = [played.suit(card) for card in dealt]
        return {
            "trumps": suits.count(trumps) if trumps else 0,
            "jokers": sum(is_joker(card) for card in dealt),
            "bowers": sum(card[0] == "J" and played.suit(card) == trumps for card in dealt),
            "side_aces": sum(card[0] == "A" and card[1] != trumps for card in dealt),
            "voids": sum(suit not in suits for suit in SUITS if suit != trumps),
        }
