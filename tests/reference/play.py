"""The play of one contract: leads, legal cards, tricks (section 7)."""

from __future__ import annotations

from typing import Any

from reference.cards import SUITS, Contract, is_joker

SEATS = 4
TRICKS = 10


class Play:
    """Ten tricks, card by card, from the hands as they are after the exchange."""

    def __init__(
        self, rules: Any, contract: Contract, hands: dict[int, list[str]], leader: int
    ) -> None:
        self.rules = rules
        self.contract = contract
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.sitting_out = set()
        if contract.is_misere:
            assert contract.seat is not None
            self.sitting_out = {(contract.seat + 2) % SEATS}
        self.turn: int | None = leader
        self.trick: list[tuple[int, str]] = []
        self.led_suit: str | None = None
        self.suits_led: set[str] = set()
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
        if not self.trick:
            leads = {card for card in hand if self._suitless(card) is False or self._joker_leads()}
            return leads or set(hand)  # two jokers alone: one of them has to be led
        followers = {card for card in hand if self.contract.suit(card) == self.led_suit}
        if self.led_suit is not None and followers:
            return followers
        jokers = {card for card in hand if self._suitless(card)}
        if jokers and self.contract.is_misere and self.rules.joker.forced != "never":
            return jokers
        return set(hand)

    def _suitless(self, card: str) -> bool:
        return is_joker(card) and self.contract.suit(card) is None

    def _joker_leads(self) -> bool:
        """Whether a joker without a suit may be led to this trick (7.4)."""
        if self.last_trick or self.rules.joker.lead == "any_suit":
            return True
        if self.rules.joker.lead == "last_trick":
            return False
        return self.suits_led != set(SUITS)

    def nameable_suits(self, card: str) -> set[str]:
        """The suits of which the leader of this card must name one; empty if it needs no name."""
        if self.trick or not self._suitless(card) or self.last_trick:
            return set()
        if self.rules.joker.lead == "unled_suit" and self.suits_led != set(SUITS):
            return set(SUITS) - self.suits_led
        return set(SUITS)

    # -- what happens ---------------------------------------------------------------------------

    def put(self, card: str, named: str | None = None) -> None:
        """The player whose turn it is plays a card; a led joker without a suit names one."""
        assert self.turn is not None, "the hand is over"
        assert card in self.legal_cards(), f"{card} may not be played here"
        seat = self.turn
        if not self.trick:
            suits = self.nameable_suits(card)
            assert (named in suits) if suits else (named is None), f"{named} may not be named"
            self.led_suit = named if suits else self.contract.suit(card)
            self.named.append(named)
            if self.led_suit is not None:
                self.suits_led.add(self.led_suit)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == SEATS - len(self.sitting_out):
            self._take_trick()
        else:
            self.turn = self._left_of(seat)

    def _left_of(self, seat: int) -> int:
        following = (seat + 1) % SEATS
        return self._left_of(following) if following in self.sitting_out else following

    def _take_trick(self) -> None:
        winner = self.contract.winner(self.trick, self.led_suit)
        self.tricks.append(self.trick)
        self.winners.append(winner)
        self.trick, self.led_suit = [], None
        lost_misere = self.contract.is_misere and winner == self.contract.seat
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
