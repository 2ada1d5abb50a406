"""One hand on the compiled game and on the reference at once: they must agree at every step."""

from __future__ import annotations

import random

from kernel_table import KernelTable, suit_letters
from reference.cards import is_joker, pack_of
from reference.play import Play
from reference.table import Hand

from sim import asking, cards
from sim.records import HOOK_PLAY
from sim.rules import Rules

SCORES = [0, 0, -490, -260, 240, 400, 480, 490, 510, 640]  # around the ends of a game


class SideBySide:
    """Plays one random deal with random legal answers and compares as it goes."""

    def __init__(self, rules: Rules, rng: random.Random, scores: list[int]) -> None:
        pack = pack_of(rules)
        rng.shuffle(pack)
        seats, kitty = rules.table.players, rules.table.kitty
        hands = {seat: pack[10 * seat : 10 * seat + 10] for seat in range(seats)}
        widow = pack[10 * seats : 10 * seats + kitty]
        dealer = rng.randrange(seats)
        barred = {rng.randrange(seats)} if rules.auction.ralphing and rng.random() < 0.3 else set()
        self.rng = rng
        self.rules = rules
        self.hand = Hand(rules, dealer, hands, widow, scores, barred)
        self.table = KernelTable(rules, dealer, hands, widow, scores, barred)

    def run(self) -> Hand:
        self._auction()
        if self.hand.phase not in ("play", "over"):
            self._exchange()
        if self.hand.phase == "play":
            self._play()
        self._result()
        return self.hand

    def _auction(self) -> None:
        eager = self.rng.choice([0.1, 0.5, 0.9])
        while self.hand.phase == "auction":
            assert self.table.turn == self.hand.auction.turn
            may_ask = self.hand.may_ask_redeal()
            assert self.table.may_ask_redeal() == may_ask
            if may_ask and self.rng.random() < 0.5:
                agrees = self.rng.random() < 0.5
                self.hand.ask_redeal(agrees)
                self.table.ask_redeal(agrees)
                continue
            legal = self.hand.auction.legal()
            assert self.table.legal_calls() == legal
            bids = [bid for bid in self.hand.auction.ladder if bid in legal]
            bids = bids[: self.rng.choice([1, 3, 6, 40])]
            call = self.rng.choice(bids) if bids and self.rng.random() < eager else "Pass"
            if call + "sk" in legal and self.rng.random() < 0.3:
                call += "sk"
            self.hand.call(call)
            self.table.call(call)
        if self.hand.redealt:
            return
        assert self.table.turn == -1
        assert self.table.contract() == self.hand.auction.contract()
        if self.hand.contract is not None:
            contractor = -1 if self.hand.contractor is None else self.hand.contractor
            self.table.begin(self.hand.contract.call, contractor)

    def _exchange(self) -> None:
        assert self.table.may_declare_slam() == (self.hand.phase == "slam")
        if self.hand.phase == "slam":
            declares = self.rng.random() < 0.5
            self.hand.declare_slam(declares)
            if declares:
                self.table.declare_slam()
        for phase in ("exchange", "partner"):
            if phase == "partner":
                self.table.begin_partner()
            while self.hand.phase == phase:
                self._put_away()
        self.table.end_partner()
        assert self.table.may_call_partner() == (self.hand.phase == "call")
        if self.hand.phase == "call":
            legal = self.hand.callable_cards()
            assert self.table.callable_cards() == legal
            card = None if self.rng.random() < 0.2 else self.rng.choice(sorted(legal))
            self.hand.call_partner(card)
            self.table.call_partner(card)
        assert self.table.may_nominate() == (self.hand.phase == "nomination")
        if self.hand.phase == "nomination":
            suit = self.rng.choice([None, "S", "C", "D", "H"])
            self.hand.nominate(suit)
            self.table.nominate(suit)

    def _put_away(self) -> None:
        phase, contractor = self.hand.phase, self.hand.contractor
        assert contractor is not None
        seat = contractor if phase == "exchange" else self.hand.the_partner(contractor)
        legal = self.hand.legal_discards()
        assert set(self.table.hand(seat)) == legal
        keeps_jokers = self.rng.random() < 0.9
        choice = sorted(card for card in legal if not (keeps_jokers and is_joker(card)))
        card = self.rng.choice(choice)
        self.hand.discard(card)
        if phase == "exchange":
            self.table.discard(card)
        else:
            self.table.partner_puts(card)

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
        discards = self._known_discards(seat)
        mate = self._other_open_hand(play, seat)
        seen = own | gone | discards | set(open_hand or ()) | mate
        assert set(self.table._named(view.hand)) == own
        assert set(self.table._named(view.unseen)) == set(pack_of(self.rules)) - seen
        assert set(self.table._named(view.played)) == gone
        assert set(self.table._named(view.discarded)) == discards
        assert suit_letters(view.suits_led) == play.suits_led
        won = [play.tricks_of(seat) for seat in range(self.hand.seats)]
        assert list(view.tricks_won[: self.hand.seats]) == won
        shown = [suit_letters(view.shown_void[seat]) for seat in range(self.hand.seats)]
        assert shown == [play.shown_void[seat] for seat in range(self.hand.seats)]
        known = {ally for ally in range(6) if int(view.allies) >> ally & 1}
        assert known == self._known_allies(seat, gone)

    def _known_discards(self, seat: int) -> set[str]:
        """The cards that a player has put away, or that the contractor has whose hand he plays."""
        hand = self.hand
        assert hand.contract is not None
        if hand.contract.call == "DN" and self.rules.double_nullo.exchange != "contractor":
            partner = hand.the_partner(hand.contract.seat or 0)
            way = self.rules.double_nullo.exchange
            return set(hand.partner_discards) if way == "pass_on" and seat == partner else set()
        knows = {hand.contractor, hand.dummy} - {None}
        return set(hand.discards) if seat in knows else set()

    def _other_open_hand(self, play: Play, seat: int) -> set[str]:
        """The open hand of the contractor's partner, and his own when it is partner's turn."""
        dummy, contractor = self.hand.dummy, self.hand.contractor
        if dummy is None or contractor is None:
            return set()
        return set(play.hands[contractor if seat == dummy else dummy])

    def _known_allies(self, seat: int, gone: set[str]) -> set[int]:
        """Who plays with a seat as far as it knows: a called partner is known by his card."""
        holder, contractor = self.hand.called_holder, self.hand.contractor
        pair = {holder, contractor}
        if holder is not None and seat in pair and (seat == holder or self.hand.called in gone):
            return {ally for ally in pair if ally is not None}
        return self.hand.allies(seat)

    def _result(self) -> None:
        assert self.hand.phase == "over"
        self.table.st.redealt = self.hand.redealt
        self.table.score()
        points = self.hand.points()
        assert self.table.points(len(points)) == points
        if not self.hand.redealt:
            result = (self.table.st.tricks, self.table.st.made)
            assert result == (self.hand.tricks, self.hand.made)
        for team, won in enumerate(points):
            self.table.v.score[team] += won
        assert self.table.game_end() == self.hand.game_end()
        assert self.table.barred_next() == self.hand.barred_next()
        if self.hand.contract is None:
            assert self.table.v.contract == cards.PASS
