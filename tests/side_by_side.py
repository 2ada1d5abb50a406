"""One hand on the compiled game and on the reference at once: they must agree at every step."""

from __future__ import annotations

import random

from kernel_table import KernelTable, suit_letters
from reference.cards import PACKS, is_joker
from reference.play import Play
from reference.table import Hand

from sim import asking, cards
from sim.records import HOOK_PLAY
from sim.rules import Rules

SEATS = 4


class SideBySide:
    """Plays one random deal with random legal answers and compares as it goes."""

    def __init__(self, rules: Rules, rng: random.Random, scores: list[int]) -> None:
        pack = list(PACKS[rules.table.deck])
        rng.shuffle(pack)
        hands = {seat: pack[10 * seat : 10 * seat + 10] for seat in range(SEATS)}
        dealer = rng.randrange(SEATS)
        self.rng = rng
        self.rules = rules
        self.hand = Hand(rules, dealer, hands, pack[40:], scores)
        self.table = KernelTable(rules, dealer, hands, pack[40:], scores)

    def run(self) -> Hand:
        self._auction()
        if self.hand.phase == "exchange":
            self._exchange()
        if self.hand.phase == "play":
            self._play()
        self._result()
        return self.hand

    def _auction(self) -> None:
        eager = self.rng.choice([0.1, 0.5, 0.9])
        while self.hand.phase == "auction":
            assert self.table.turn == self.hand.auction.turn
            legal = self.hand.auction.legal()
            assert self.table.legal_calls() == legal
            bids = [bid for bid in self.hand.auction.ladder if bid in legal]
            bids = bids[: self.rng.choice([1, 3, 6, 40])]
            call = self.rng.choice(bids) if bids and self.rng.random() < eager else "Pass"
            self.hand.call(call)
            self.table.call(call)
        assert self.table.turn == -1
        assert self.table.contract() == self.hand.auction.contract()
        if self.hand.contract is not None:
            contractor = -1 if self.hand.contractor is None else self.hand.contractor
            self.table.begin(self.hand.contract.call, contractor)

    def _exchange(self) -> None:
        contractor = self.hand.contractor
        assert contractor is not None
        while self.hand.phase == "exchange":
            legal = self.hand.legal_discards()
            assert set(self.table.hand(contractor)) == legal
            keeps_jokers = self.rng.random() < 0.9
            choice = sorted(card for card in legal if not (keeps_jokers and is_joker(card)))
            card = self.rng.choice(choice)
            self.hand.discard(card)
            self.table.discard(card)
        assert self.table.may_nominate() == (self.hand.phase == "nomination")
        if self.hand.phase == "nomination":
            suit = self.rng.choice([None, "S", "C", "D", "H"])
            self.hand.nominate(suit)
            self.table.nominate(suit)

    def _play(self) -> None:
        play = self.hand.play
        assert play is not None
        self.table.start_play()
        while not play.over:
            assert self.table.turn == play.turn
            legal = play.legal_cards()
            assert self.table.legal_cards() == legal
            self._compare_view(play)
            jokers = sorted(card for card in legal if is_joker(card))
            card = self.rng.choice(jokers if jokers and self.rng.random() < 0.3 else sorted(legal))
            suits = play.nameable_suits(card)
            assert self.table.nameable_suits(card) == suits
            named = self.rng.choice(sorted(suits)) if suits else None
            self.hand.put(card, named)
            self.table.put(card, named)
            assert self.table.winners() == play.winners
        assert self.table.turn == -1

    def _compare_view(self, play: Play) -> None:
        """Compare what the player whose turn it is gets to see with what he may know."""
        seat, view = self.table.turn, self.table.v
        asking.seat_view(view, self.table.st, seat, HOOK_PLAY, 0)
        own = set(play.hands[seat])
        open_hand = play.open_hand()
        assert self.table.open_hand() == (None if open_hand is None else set(open_hand))
        gone = {card for trick in [*play.tricks, play.trick] for _, card in trick}
        discards = set(self.hand.discards) if seat == self.hand.contractor else set()
        pack = set(PACKS[self.rules.table.deck])
        seen = own | gone | discards | set(open_hand or ())
        assert set(self.table._named(view.hand)) == own
        assert set(self.table._named(view.unseen)) == pack - seen
        assert set(self.table._named(view.played)) == gone
        assert set(self.table._named(view.discarded)) == discards
        assert suit_letters(view.suits_led) == play.suits_led
        won = [play.tricks_of(seat) for seat in range(SEATS)]
        assert list(view.tricks_won[:SEATS]) == won

    def _result(self) -> None:
        assert self.hand.phase == "over"
        self.table.score()
        points = self.hand.points()
        assert self.table.points() == points
        assert (self.table.st.tricks, self.table.st.made) == (self.hand.tricks, self.hand.made)
        for side in (0, 1):
            self.table.v.score[side] += points[side]
        assert self.table.game_end() == self.hand.game_end()
        if self.hand.contract is None:
            assert self.table.v.contract == cards.PASS
