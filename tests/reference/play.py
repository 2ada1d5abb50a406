"""The play of one contract: leads, legal cards, tricks (section 7)."""

from __future__ import annotations

from typing import Any

from reference.cards import JOKERS, SUITS, Contract, is_joker

TRICKS = 10


class Play:
    """Ten tricks, card by card, from the hands as they are after the exchange.

    ``side`` are the seats whose tricks count for the contract, ``sitting_out`` those who do not play.
    """

    def __init__(
        self,
        rules: Any,
        contract: Contract,
        hands: dict[int, list[str]],
        leader: int,
        side: set[int] | None = None,
        sitting_out: set[int] | None = None,
    ) -> None:
        self.rules = rules
        self.contract = contract
        self.contract.rules = rules
        self.seats = rules.table.players
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.side = side or set()
        self.sitting_out = sitting_out or set()
        if leader in self.sitting_out:
            leader = self._left_of(leader)
        self.turn: int | None = leader
        self.trick: list[tuple[int, str]] = []
        self.led_suit: str | None = None
        self.suits_led: set[str] = set()
        self.first_round = False  # the suit led to this trick had not been led before
        self.shown_void: dict[int, set[str]] = {seat: set() for seat in range(self.seats)}
        self.worthless: set[str] = set()  # jokers of this trick that count for nothing
        self.tricks: list[list[tuple[int, str]]] = []  # the finished ones
        self.winners: list[int] = []
        self.named: list[str | None] = []  # for each trick the suit named for a led joker

    @property
    def last_trick(self) -> bool:
        return len(self.tricks) == TRICKS - 1

    @property
    def over(self) -> bool:
        return self.turn is None

    def tricks_of(self, *seats: int) -> int:
        return sum(1 for winner in self.winners if winner in seats)

    # -- what may be played ---------------------------------------------------------------------

    def legal_cards(self) -> set[str]:
        """The cards that the player whose turn it is may play."""
        assert self.turn is not None
        hand = self.hands[self.turn]
        jokers = {card for card in hand if self._suitless(card)}
        others = set(hand) - jokers
        if not self.trick:
            may_lead_joker = self.last_trick or bool(self._free_suits())
            return set(hand) if may_lead_joker else others or set(hand)
        if self.led_suit is None:
            return set(hand)
        followers = {card for card in hand if self.contract.suit(card) == self.led_suit}
        if followers:
            return followers | (jokers if self._joker_may_follow() else set())
        again = self.led_suit in self.shown_void[self.turn]
        if self.rules.joker.follow == "first_or_last" and again:
            return others or set(hand)
        if jokers and self._joker_is_forced():
            return jokers
        return set(hand)

    def _suitless(self, card: str) -> bool:
        return is_joker(card) and self.contract.suit(card) is None

    def _joker_may_follow(self) -> bool:
        """Whether a joker may be played to this trick by one who is able to follow (7.4)."""
        way = self.rules.joker.follow
        return way == "every_suit" or (way != "when_void" and self.first_round)

    def _joker_is_forced(self) -> bool:
        forced = self.rules.joker.forced
        return forced == "always" or (forced == "in_misere" and self.contract.is_misere)

    def _free_suits(self) -> set[str]:
        """The suits that the leader of a suitless joker may name while he has another card."""
        way = self.rules.joker.lead
        suits = {"any_suit": set(SUITS), "unled_suit": set(SUITS) - self.suits_led}.get(way, set())
        if self.rules.joker.shown_void != "anything":
            assert self.turn is not None
            suits = suits - self.shown_void[self.turn]
        return suits

    def nameable_suits(self, card: str) -> set[str]:
        """The suits of which the leader of this card must name one; empty if it needs no name."""
        if self.trick or not self._suitless(card):
            return set()
        if self.last_trick and not self.contract.low_jokers:
            return set()
        return self._free_suits() or set(SUITS)

    # -- what happens ---------------------------------------------------------------------------

    def put(self, card: str, named: str | None = None) -> None:
        """The player whose turn it is plays a card; a led joker without a suit names one."""
        assert self.turn is not None, "the hand is over"
        assert card in self.legal_cards(), f"{card} may not be played here"
        seat = self.turn
        if not self.trick:
            self._lead(card, named)
        else:
            self._follow(seat, card)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.seats - len(self.sitting_out):
            self._take_trick()
        else:
            self.turn = self._left_of(seat)

    def _lead(self, card: str, named: str | None) -> None:
        suits = self.nameable_suits(card)
        assert (named in suits) if suits else (named is None), f"{named} may not be named"
        self.led_suit = named if suits else self.contract.suit(card)
        self.named.append(named)
        if named and self.rules.joker.shared and not self.contract.low_jokers:
            self.contract.nominated = dict.fromkeys(JOKERS, named)
        self.first_round = self.led_suit not in self.suits_led
        if self.led_suit is not None:
            self.suits_led.add(self.led_suit)

    def _follow(self, seat: int, card: str) -> None:
        suitless = self._suitless(card)
        if self.led_suit is None or self.contract.suit(card) == self.led_suit:
            return
        again = self.led_suit in self.shown_void[seat]
        if suitless and again and self.rules.joker.shown_void == "worthless":
            self.worthless.add(card)
        if not (suitless and self._joker_may_follow()):
            self.shown_void[seat].add(self.led_suit)

    def _left_of(self, seat: int) -> int:
        following = (seat + 1) % self.seats
        return self._left_of(following) if following in self.sitting_out else following

    def _take_trick(self) -> None:
        winner = self.contract.winner(self.trick, self.led_suit, self.worthless)
        self.tricks.append(self.trick)
        self.winners.append(winner)
        self.trick, self.led_suit, self.worthless = [], None, set()
        lost_misere = self.contract.is_misere and winner in self.side
        nothing_more_to_score = self.rules.scoring.misere_defenders == "nothing"
        if len(self.tricks) == TRICKS or (lost_misere and nothing_more_to_score):
            self.turn = None
        else:
            self.turn = winner

    # -- the open hand --------------------------------------------------------------------------

    def open_hand(self) -> list[str] | None:
        """The contractor's cards where everybody can see them now, None if nobody can (7.6)."""
        if self.contract.call != "OM":
            return None
        if self.rules.open_misere.exposed == "after_first_trick" and not self.tricks:
            return None
        assert self.contract.seat is not None
        return self.hands[self.contract.seat]
