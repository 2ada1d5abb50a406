"""A whole hand at the table: auction, kitty, nomination, play, score; and the deal of the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reference.auction import Auction
from reference.cards import (
    JOKERS,
    SUITS,
    Contract,
    base,
    is_joker,
    pack_of,
    printed_rank,
)
from reference.play import Play
from reference.scoring import AfterHand, game_end, hand_points, is_made
from reference.seats import next_dealer, teams_of

OPEN_HAND_OF_PARTNER = [
    "M",
    "OM",
    "BM",
    "BN",
]  # contracts in which partner's hand may be played too


class Hand:
    """One deal, played and scored. Its phases follow each other; ``phase`` says which it is in."""

    def __init__(
        self,
        rules: Any,
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        kitty: Sequence[str],
        scores: Sequence[int] = (),
        barred: set[int] | None = None,
    ) -> None:
        everything = [card for cards in hands.values() for card in cards] + list(kitty)
        pack = pack_of(rules)
        assert len(set(everything)) == len(everything) == len(pack) - rules.table.dead
        assert set(everything) <= set(pack), "this is not the pack"
        assert all(len(cards) == 10 for cards in hands.values())
        self.rules = rules
        self.seats = rules.table.players
        self.teams = teams_of(rules)
        self.dealer = dealer
        self.scores = list(scores) or [0] * (max(self.teams) + 1)
        self.dealt = {seat: list(cards) for seat, cards in hands.items()}
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.kitty = list(kitty)
        self.discards: list[str] = []
        self.partner_discards: list[str] = []
        self.auction = Auction(rules, dealer, barred)
        self.contract: Contract | None = None
        self.play: Play | None = None
        self.redeal_by: int | None = None
        self.redealt = False
        self.slam_called = False
        self.given: str | None = None  # partner's card for a declared slam
        self.called: str | None = None
        self.called_holder: int | None = None
        # "slam", "exchange", "partner", "call", "nomination", "play", "over" may follow
        self.phase = "auction"

    def allies(self, seat: int) -> set[int]:
        """The seats of a seat's team, its own too."""
        return {other for other in range(self.seats) if self.teams[other] == self.teams[seat]}

    def the_partner(self, seat: int) -> int:
        (other,) = self.allies(seat) - {seat}
        return other

    # -- auction --------------------------------------------------------------------------------

    def may_ask_redeal(self) -> bool:
        """Whether the player whose turn it is may ask for a redeal (5.10)."""
        way, turn = self.rules.auction.redeal, self.auction.turn
        first_turn = len(self.auction.calls) < self.seats
        if way == "never" or turn is None or not first_turn or self.redeal_by is not None:
            return False
        ranks = {printed_rank(card) for card in self.dealt[turn] if not is_joker(card)}
        if way == "no_picture":
            return not ranks & {"J", "Q", "K"}
        return not ranks & {"J", "Q", "K", "A"} and not set(JOKERS) & set(self.dealt[turn])

    def ask_redeal(self, partner_agrees: bool) -> None:
        """The player whose turn it is asks for a redeal; his partner agrees or does not."""
        assert self.may_ask_redeal()
        assert self.auction.turn is not None
        self.redeal_by = self.auction.turn
        way = self.rules.auction.redeal_partner
        if way == "not_asked" or partner_agrees:
            self.redealt = True
            self.phase = "over"
        elif way == "agrees_or_no_misere":
            self.auction.no_misere = self.allies(self.redeal_by)

    def call(self, call: str) -> None:
        assert self.phase == "auction"
        self.auction.make(call)
        if self.auction.turn is None:
            self._close_auction()

    def force(self, seat: int, call: str) -> None:
        """Give a seat a contract without an auction."""
        self.auction.turn = None
        self._begin(Contract(call, seat, self.rules))

    def _close_auction(self) -> None:
        bid = self.auction.contract()
        if bid is not None:
            self._begin(Contract(bid[1], bid[0], self.rules))
        elif self.rules.auction.all_pass == "play_no_trumps":
            self.contract = Contract("Pass", None, self.rules)
            self._start_play()
        else:
            self.phase = "over"

    # -- who plays ------------------------------------------------------------------------------

    @property
    def contractor(self) -> int | None:
        return self.contract.seat if self.contract else None

    @property
    def side(self) -> set[int]:
        """The seats whose tricks count; of a passed-out hand, those of the first caller's team."""
        seat = (self.dealer + 1) % self.seats if self.contractor is None else self.contractor
        called = set() if self.called_holder is None else {self.called_holder}
        return self.allies(seat) | called

    @property
    def dummy(self) -> int | None:
        """Whose open hand the contractor plays too (7.6)."""
        if self.contract is None or self.contractor is None:
            return None
        both = self.rules.misere.plays == "both_hands"
        if both and base(self.contract.call) in OPEN_HAND_OF_PARTNER:
            return self.the_partner(self.contractor)
        return None

    @property
    def sitting_out(self) -> set[int]:
        """Who does not play: partners in misère and hi-lo, and in a declared slam."""
        assert self.contract is not None
        if self.contractor is None:
            return set()
        alone = self.contract.call == "HL" or (
            self.contract.is_misere and self.contract.call != "DN" and self.dummy is None
        )
        if alone or self.slam_called:
            return self.allies(self.contractor) - {self.contractor}
        return set()

    # -- kitty ----------------------------------------------------------------------------------

    def _begin(self, contract: Contract) -> None:
        assert contract.seat is not None
        self.contract = contract
        self.to_put_away = 0
        self.to_swap = 0
        if contract.call == "DN" and self.rules.double_nullo.exchange == "swap_five":
            self.to_put_away = 5
        elif self._takes_kitty(contract.call):
            self.hands[contract.seat] += self.kitty
            self.to_put_away = len(self.kitty)
            if contract.is_natural and self.rules.scoring.slam_call != "never":
                self.phase = "slam"
                return
        self._exchange()

    def _takes_kitty(self, call: str) -> bool:
        """Sans kitty, in bar nullo and where misère has no kitty it stays where it is."""
        if call.endswith("sk") or call == "BN":
            return False
        return bool(self.rules.misere.kitty or call not in ("M", "OM", "BM"))

    def declare_slam(self, declares: bool) -> None:
        """The contractor plays alone with his partner's best card, or does not (8.7)."""
        assert self.phase == "slam"
        assert self.contract is not None
        assert self.contractor is not None
        if declares:
            partner = self.the_partner(self.contractor)
            self.given = max(self.hands[partner], key=self._goodness)
            self.hands[partner].remove(self.given)
            self.hands[self.contractor].append(self.given)
            self.to_put_away += 1
            self.slam_called = True
        self._exchange()

    def _goodness(self, card: str) -> tuple[bool, int, int]:
        """How good a card is as a gift: jokers and trumps first, then the higher rank and suit."""
        assert self.contract is not None
        suit = self.contract.suit(card)
        special = suit == self.contract.trumps  # a joker at no trumps has no suit, as no trumps
        return special, self.contract.height(card), SUITS.index(suit) if suit else 9

    def _exchange(self) -> None:
        self.phase = "exchange"
        if self.to_put_away == 0:
            self._after_exchange()

    def legal_discards(self) -> set[str]:
        """Any card may be put away, of the kitty or not, jokers and trumps too (6)."""
        assert self.phase in ("exchange", "partner")
        assert self.contractor is not None
        seat = self.contractor if self.phase == "exchange" else self.the_partner(self.contractor)
        return set(self.hands[seat])

    def discard(self, card: str) -> None:
        assert card in self.legal_discards()
        assert self.contractor is not None
        if self.phase == "exchange":
            self.hands[self.contractor].remove(card)
            self.discards.append(card)
            if len(self.discards) == self.to_put_away:
                self._after_discards()
        else:
            self.hands[self.the_partner(self.contractor)].remove(card)
            self.partner_discards.append(card)
            if len(self.partner_discards) == self.to_put_away:
                self._after_partner()

    def _after_discards(self) -> None:
        """In a double nullo partner's part of the exchange follows (6)."""
        assert self.contract is not None
        assert self.contractor is not None
        way = self.rules.double_nullo.exchange
        if self.contract.call != "DN" or way == "contractor":
            self._after_exchange()
            return
        if way == "pass_on":
            self.hands[self.the_partner(self.contractor)] += self.discards
        self.phase = "partner"

    def _after_partner(self) -> None:
        assert self.contractor is not None
        if self.rules.double_nullo.exchange == "swap_five":
            self.hands[self.the_partner(self.contractor)] += self.discards
            self.hands[self.contractor] += self.partner_discards
        self._after_exchange()

    # -- partner and joker ----------------------------------------------------------------------

    def _after_exchange(self) -> None:
        assert self.contract is not None
        if self.rules.table.sides == "called" and self.contract.is_natural:
            self.phase = "call"
        else:
            self._after_call()

    def callable_cards(self) -> set[str]:
        """Any card but a joker and those the contractor holds (A-27)."""
        assert self.contractor is not None
        return set(pack_of(self.rules)) - set(JOKERS) - set(self.hands[self.contractor])

    def call_partner(self, card: str | None) -> None:
        assert self.phase == "call"
        assert card is None or card in self.callable_cards()
        self.called = card
        holders = [seat for seat in self.hands if card in self.hands[seat]]
        self.called_holder = holders[0] if holders else None
        self._after_call()

    def _after_call(self) -> None:
        if self.may_nominate():
            self.phase = "nomination"
        else:
            self._start_play()

    def may_nominate(self) -> bool:
        """The contractor may give his jokers a suit where there are no trumps (6, 7.4)."""
        assert self.contract is not None
        assert self.contractor is not None
        holds_joker = any(is_joker(card) for card in self.hands[self.contractor])
        able = self.contract.trumps is None and not self.contract.low_jokers
        return self.rules.joker.nominate and holds_joker and able

    def nominate(self, suit: str | None) -> None:
        """The contractor's jokers become cards of a suit, or stay without one."""
        assert self.phase == "nomination"
        assert self.contract is not None
        assert self.contractor is not None
        assert suit in [None, *SUITS]
        if suit is not None:
            jokers = [card for card in self.hands[self.contractor] if is_joker(card)]
            given = JOKERS if self.rules.joker.shared else jokers
            self.contract.nominated = dict.fromkeys(given, suit)
        self._start_play()

    # -- play -----------------------------------------------------------------------------------

    def _start_play(self) -> None:
        assert self.contract is not None
        left = (self.dealer + 1) % self.seats
        by_contractor = self.rules.play.first_lead == "contractor" and self.contractor is not None
        leader = self.contractor if by_contractor else left
        assert leader is not None
        self.play = Play(self.rules, self.contract, self.hands, leader, self.side, self.sitting_out)
        self.phase = "play"

    def put(self, card: str, named: str | None = None) -> None:
        assert self.phase == "play"
        assert self.play is not None
        self.play.put(card, named)
        if self.play.over:
            self.phase = "over"

    # -- result ---------------------------------------------------------------------------------

    @property
    def tricks(self) -> int:
        return self.play.tricks_of(*self.side) if self.play else 0

    @property
    def made(self) -> bool:
        if self.contract is None or self.contract.seat is None:
            return False
        return is_made(self.contract.call, self.tricks, self.slam_called)

    @property
    def contractors(self) -> list[int]:
        """The teams that have the contract, the contractor's first."""
        if self.contractor is None:
            return []
        called = [] if self.called_holder is None else [self.teams[self.called_holder]]
        return [self.teams[self.contractor], *called]

    def points(self) -> list[int]:
        """What the hand changes in the scores of all teams."""
        assert self.phase == "over"
        n_teams = max(self.teams) + 1
        if self.play is None or self.contract is None:
            return [0] * n_teams
        taken = [self.teams[winner] for winner in self.play.winners]
        return hand_points(
            *(self.rules, self.contract.call, self.contractors, self.tricks),
            *([taken.count(team) for team in range(n_teams)], self.scores, self.slam_called),
        )

    def game_end(self, fallen: Sequence[int] = (), n_played: int = 1) -> tuple[int, str] | None:
        """Who has won the game with this hand and why, None if it goes on.

        ``fallen`` are the teams that have been at the back door, with this hand.
        """
        scores = [before + won for before, won in zip(self.scores, self.points(), strict=True)]
        after = AfterHand(
            scores=scores,
            contractors=self.contractors,
            first_caller=self.teams[(self.dealer + 1) % self.seats],
            made=self.made,
            played=self.contractor is not None,
            before=self.scores,
            takers=[self.teams[winner] for winner in self.play.winners] if self.play else [],
            fallen=fallen,
            n_played=n_played,
        )
        return game_end(self.rules, after)

    def barred_next(self) -> set[int]:
        """Who may only pass in the next hand of the game (11, ralphing)."""
        if not self.rules.auction.ralphing or self.contract is None or self.contractor is None:
            return set()
        far = self.contract.is_natural and self.contract.level - self.tricks > 3
        return {self.contractor} if far else set()

    def next_dealer(self) -> int:
        passed_out = self.contract is None
        return next_dealer(self.rules, self.dealer, passed_out, self.redealt)

    def features(self) -> dict[str, int]:
        """What the contractor's ten dealt cards look like under his contract."""
        names = ["trumps", "jokers", "bowers", "side_aces", "voids"]
        if self.contract is None or self.contractor is None:
            return dict.fromkeys(names, 0)
        played = Contract(self.contract.call, self.contractor, self.rules)  # before any nomination
        dealt, trumps = self.dealt[self.contractor], played.trumps
        suits = [played.suit(card) for card in dealt]
        plain = [card for card in dealt if not is_joker(card) and played.suit(card) != trumps]
        return {
            "trumps": suits.count(trumps) if trumps else 0,
            "jokers": sum(is_joker(card) for card in dealt),
            "bowers": sum(card[0] == "J" and played.suit(card) == trumps for card in dealt),
            "side_aces": sum(printed_rank(card) == "A" for card in plain),
            "voids": sum(suit not in suits for suit in SUITS if suit != trumps),
        }
