"""The compiled game step by step, in the words of a player: cards and calls as text.

The same questions can be put to ``reference.table.Hand``; here every answer comes from the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim import auction, cards, dealing, endings, exchange, play, scoring
from sim.compile import HOOK_SIGNATURE, kernel
from sim.engine import new_table
from sim.records import ENDINGS, HOOKS, MAX_SEATS, REDEAL_PARTNER_NOT_ASKED
from sim.rules import Rules


def call_names(bits: int) -> set[str]:
    return {cards.CALL_NAMES[call] for call in range(cards.N_CALLS) if int(bits) >> call & 1}


def suit_letters(bits: int) -> set[str]:
    return {cards.SUIT_LETTERS[suit] for suit in range(4) if int(bits) >> suit & 1}


def suit_code(letter: str | None) -> int:
    return -1 if letter is None else cards.SUIT_LETTERS.index(letter)


def codes(texts: Iterable[str]) -> list[int]:
    return [cards.card_code(text) for text in texts]


class KernelTable:
    """One hand on the compiled game; hands may be of any size where no auction is held."""

    def __init__(
        self,
        rules: Rules,
        dealer: int,
        hands: Mapping[int, Sequence[str]],
        kitty: Sequence[str] = (),
        scores: Sequence[int] = (0, 0),
        barred: Iterable[int] = (),
    ) -> None:
        self.table = new_table(rules)  # the records live as long as this does
        self.v: Any = self.table.view
        self.st: Any = self.table.state
        for seat in range(rules.table.players):
            self.st.dealt[seat] = cards.card_masks(codes(hands.get(seat, ())))
        self.st.dealt_kitty[:] = cards.card_masks(codes(kitty))
        dealing.clear(self.v, self.st, dealer)
        self.v.score[: len(scores)] = scores
        self.v.barred = sum(1 << seat for seat in barred)
        self.n_discards = 0
        self.n_partner = 0
        self.turn: int = auction.next_caller(self.v)  # -1 when auction or play is over

    # -- auction --------------------------------------------------------------------------------

    def legal_calls(self) -> set[str]:
        return call_names(auction.legal_calls(self.v, self.turn))

    def call(self, call: str) -> None:
        auction.apply_call(self.v, self.turn, cards.call_code(call))
        self.turn = auction.next_caller(self.v)

    def contract(self) -> tuple[int, str] | None:
        """Who plays what after the auction, None if nobody made a bid that can be the contract."""
        call = int(auction.final_contract(self.v))
        return (int(self.v.standing_seat), cards.CALL_NAMES[call]) if call else None

    def may_ask_redeal(self) -> bool:
        return bool(auction.may_ask_redeal(self.v, self.st, self.turn))

    def ask_redeal(self, partner_agrees: bool) -> None:
        """The seat that is to call asks; its partner agrees, or does not where he is asked."""
        self.st.redeal_by = self.turn
        if partner_agrees or self.v.rules.redeal_partner == REDEAL_PARTNER_NOT_ASKED:
            self.st.redealt = 1
        else:
            auction.refuse_redeal(self.v, self.turn)

    # -- contract and kitty ---------------------------------------------------------------------

    def begin(self, call: str, seat: int = -1) -> None:
        exchange.begin_contract(self.v, self.st, cards.call_code(call), seat)

    def hand(self, seat: int) -> dict[str, int]:
        """What a seat holds: printed card -> the code it has under the contract."""
        return self._named(self.st.hands[seat])

    def _named(self, masks: Iterable[int]) -> dict[str, int]:
        strain, odd_four = int(self.v.strain), bool(self.v.rules.odd_four)
        return {
            cards.card_name(cards.printed(code, strain, odd_four)): code
            for code in cards.mask_cards(masks)
        }

    def discard(self, card: str) -> None:
        code = self.hand(int(self.v.contractor))[card]
        exchange.put_away(self.v, self.st, self.n_discards, code)
        self.n_discards += 1

    def may_declare_slam(self) -> bool:
        return bool(exchange.may_declare_slam(self.v))

    def declare_slam(self) -> None:
        exchange.declare_slam(self.v, self.st)

    def begin_partner(self) -> None:
        self.n_partner = int(exchange.partner_discards(self.v, self.st))
        self.n_put = 0

    def partner_puts(self, card: str) -> None:
        partner = int(self.v.rules.partner[self.v.contractor])
        exchange.partner_puts(self.v, self.st, self.n_put, self.hand(partner)[card])
        self.n_put += 1

    def end_partner(self) -> None:
        if self.n_partner:
            assert self.n_put == self.n_partner
            exchange.end_swap(self.v, self.st)

    def may_call_partner(self) -> bool:
        return bool(exchange.may_call_partner(self.v))

    def callable_cards(self) -> set[str]:
        exchange.callable_cards(self.v, self.st)
        return set(self._named(self.v.legal))

    def call_partner(self, card: str | None) -> None:
        exchange.callable_cards(self.v, self.st)
        exchange.call_partner(
            self.v, self.st, -1 if card is None else self._named(self.v.legal)[card]
        )

    def may_nominate(self) -> bool:
        return bool(exchange.may_nominate(self.v, self.st))

    def nominate(self, suit: str | None) -> None:
        exchange.nominate(self.v, self.st, suit_code(suit))

    # -- play -----------------------------------------------------------------------------------

    def start_play(self) -> None:
        self.turn = play.begin_play(self.v, self.st)

    def legal_cards(self) -> set[str]:
        n = play.legal_cards(self.v, self.st, self.turn)
        legal = set(self._named(self.v.legal))
        assert len(legal) == n
        return legal

    def nameable_suits(self, card: str) -> set[str]:
        leads = self.v.led_suit < 0
        suitless = self.hand(self.turn)[card] >> 5 == cards.JOKERS
        return (
            suit_letters(play.nameable_suits(self.v, self.st, self.turn))
            if leads and suitless
            else set()
        )

    def put(self, card: str, named: str | None = None) -> None:
        code = self.hand(self.turn)[card]
        self.turn = play.apply_card(self.v, self.st, self.turn, code, suit_code(named))

    def winners(self) -> list[int]:
        return [int(seat) for seat in self.st.winners[: self.v.trick]]

    def suits_led(self) -> set[str]:
        return suit_letters(self.v.suits_led)

    def open_hand(self) -> set[str] | None:
        """The cards that lie open, None if none do; ``v.exposed`` is what strategies see."""
        if self.v.exposed_seat < 0:
            assert not any(self.v.exposed)
            return None
        return set(self._named(self.v.exposed))

    # -- result ---------------------------------------------------------------------------------

    def score(self) -> None:
        scoring.score_hand(self.v, self.st)

    def points(self, n_teams: int = 2) -> list[int]:
        return [int(points) for points in self.st.points[:n_teams]]

    def game_end(self) -> tuple[int, str] | None:
        """Who has won the game, once the points are added to the scores of the view."""
        result = int(endings.game_winner(self.v, self.st, 1))
        if result < 0:
            return None
        winner = result & 63
        return (-1 if winner == endings.NOBODY else winner), ENDINGS[result >> 6]

    def barred_next(self) -> set[int]:
        bits = int(scoring.barred_next(self.v, self.st))
        return {seat for seat in range(MAX_SEATS) if bits >> seat & 1}

    def set_tricks(self, by_seat: Mapping[int, int]) -> None:
        """Pretend that tricks were taken."""
        for seat in range(MAX_SEATS):
            self.v.tricks_won[seat] = by_seat.get(seat, 0)


class Passing:
    """A player who passes; in a hand that is passed out he is asked nothing else."""

    name = "passing"
    values: tuple[float, ...] = ()
    card_values: tuple[float, ...] = ()

    @property
    def hooks(self) -> tuple[Any, ...]:
        return (_pass,) * len(HOOKS)


@kernel(signature=HOOK_SIGNATURE)
def _pass(v: Any) -> int:
    return cards.PASS
