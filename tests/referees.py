"""One face for both games, the compiled one and the reference, in the words of a player.

Cards and calls are texts, suits are letters, seats 0 to 3; hands may be of any size, so that a
position of the rule book can be set up with the cards it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kernel_table import KernelTable, Passing
from reference.auction import Auction
from reference.cards import Contract, is_joker
from reference.play import Play
from reference.scoring import AfterHand, game_end, hand_points
from reference.seats import next_dealer, teams_of

from sim.engine import play_games
from sim.rules import Rules


class Position(Protocol):
    """A contract being played."""

    def legal(self) -> set[str]: ...
    def nameable(self, card: str) -> set[str]: ...
    def put(self, card: str, named: str | None = None) -> None: ...
    def winners(self) -> list[int]: ...
    def suits_led(self) -> set[str]: ...
    def open_hand(self) -> set[str] | None: ...
    def over(self) -> bool: ...


class Referee(Protocol):
    """Answers questions about the rules. The dealer of every auction is seat 3."""

    def position(
        self,
        rules: Rules,
        call: str,
        hands: Mapping[int, str],
        contractor: int,
        leader: int | None = None,
        nominated: str | None = None,
    ) -> Position: ...
    def legal_calls(self, rules: Rules, calls: str) -> set[str]: ...
    def contract(self, rules: Rules, calls: str) -> tuple[int, str] | None: ...
    def points(
        self,
        rules: Rules,
        call: str,
        contractor: int | None,
        tricks: int,
        played: int,
        scores: Sequence[int] = (0, 0),
    ) -> list[int]: ...
    def next_dealer(self, rules: Rules, dealer: int, passed_out: bool) -> int: ...
    def game_end(
        self,
        rules: Rules,
        scores: Sequence[int],
        call: str,
        contractor: int,
        made: bool,
        fallen: Sequence[int] = (),
    ) -> tuple[int, str] | None: ...


class ReferencePosition:
    def __init__(self, play: Play) -> None:
        self.play = play

    def legal(self) -> set[str]:
        return self.play.legal_cards()

    def nameable(self, card: str) -> set[str]:
        return self.play.nameable_suits(card)

    def put(self, card: str, named: str | None = None) -> None:
        self.play.put(card, named)

    def winners(self) -> list[int]:
        return self.play.winners

    def suits_led(self) -> set[str]:
        return self.play.suits_led

    def open_hand(self) -> set[str] | None:
        hand = self.play.open_hand()
        return None if hand is None else set(hand)

    def over(self) -> bool:
        return self.play.over


class ReferenceReferee:
    def position(
        self,
        rules: Rules,
        call: str,
        hands: Mapping[int, str],
        contractor: int,
        leader: int | None = None,
        nominated: str | None = None,
    ) -> Position:
        contract = Contract(call, contractor, rules)
        held = {seat: hands.get(seat, "").split() for seat in range(rules.table.players)}
        if nominated:
            contract.nominated = {card: nominated for card in held[contractor] if is_joker(card)}
        teams = teams_of(rules)
        side = {seat for seat in held if teams[seat] == teams[contractor]}
        alone = contract.is_misere and rules.misere.plays == "own_hand" and call != "DN"
        out = side - {contractor} if alone else set()
        start = contractor if leader is None else leader
        return ReferencePosition(Play(rules, contract, held, start, side, out))

    def _auction(self, rules: Rules, calls: str) -> Auction:
        auction = Auction(rules, dealer=3)
        for call in calls.split():
            auction.make(call)
        return auction

    def legal_calls(self, rules: Rules, calls: str) -> set[str]:
        return self._auction(rules, calls).legal()

    def contract(self, rules: Rules, calls: str) -> tuple[int, str] | None:
        auction = self._auction(rules, calls)
        assert auction.turn is None, "the auction goes on"
        return auction.contract()

    def points(
        self,
        rules: Rules,
        call: str,
        contractor: int | None,
        tricks: int,
        played: int,
        scores: Sequence[int] = (0, 0),
    ) -> list[int]:
        teams, seat = teams_of(rules), contractor or 0  # seat 0 calls first
        taken = [0] * (max(teams) + 1)
        taken[teams[seat]] += tricks
        taken[teams[(seat + 1) % len(teams)]] += played - tricks
        before = list(scores) if len(scores) == len(taken) else [0] * len(taken)
        contractors = [] if call == "Pass" else [teams[seat]]
        return hand_points(rules, call, contractors, tricks, taken, before)

    def next_dealer(self, rules: Rules, dealer: int, passed_out: bool) -> int:
        return next_dealer(rules, dealer, passed_out)

    def game_end(
        self,
        rules: Rules,
        scores: Sequence[int],
        call: str,
        contractor: int,
        made: bool,
        fallen: Sequence[int] = (),
    ) -> tuple[int, str] | None:
        teams = teams_of(rules)
        after = AfterHand(
            scores,
            [teams[contractor]],
            teams[0],
            made=made,
            played=call != "Pass",
            before=scores,
            fallen=fallen,
        )
        return game_end(rules, after)


class KernelPosition:
    def __init__(self, table: KernelTable) -> None:
        self.table = table

    def legal(self) -> set[str]:
        return self.table.legal_cards()

    def nameable(self, card: str) -> set[str]:
        return self.table.nameable_suits(card)

    def put(self, card: str, named: str | None = None) -> None:
        assert card in self.table.legal_cards(), f"{card} may not be played here"
        self.table.put(card, named)

    def winners(self) -> list[int]:
        return self.table.winners()

    def suits_led(self) -> set[str]:
        return self.table.suits_led()

    def open_hand(self) -> set[str] | None:
        return self.table.open_hand()

    def over(self) -> bool:
        return self.table.turn < 0


class KernelReferee:
    def position(
        self,
        rules: Rules,
        call: str,
        hands: Mapping[int, str],
        contractor: int,
        leader: int | None = None,
        nominated: str | None = None,
    ) -> Position:
        table = KernelTable(rules, 3, {seat: cards.split() for seat, cards in hands.items()})
        table.begin(call, contractor)
        if nominated:
            assert table.may_nominate()
            table.nominate(nominated)
        table.start_play()
        assert table.turn == contractor
        if leader is not None:
            table.turn = leader
        return KernelPosition(table)

    def _auction(self, rules: Rules, calls: str) -> KernelTable:
        table = KernelTable(rules, 3, {})
        for call in calls.split():
            assert call in table.legal_calls(), f"{call} may not be called here"
            table.call(call)
        return table

    def legal_calls(self, rules: Rules, calls: str) -> set[str]:
        return self._auction(rules, calls).legal_calls()

    def contract(self, rules: Rules, calls: str) -> tuple[int, str] | None:
        table = self._auction(rules, calls)
        assert table.turn < 0, "the auction goes on"
        return table.contract()

    def _scored(
        self, rules: Rules, call: str, contractor: int, tricks: int, played: int, scores: Any
    ) -> KernelTable:
        table = KernelTable(rules, 3, {}, scores=scores)
        table.begin(call, -1 if call == "Pass" else contractor)
        left = (contractor + 1) % rules.table.players
        table.set_tricks({contractor: tricks, left: played - tricks})
        table.score()
        return table

    def points(
        self,
        rules: Rules,
        call: str,
        contractor: int | None,
        tricks: int,
        played: int,
        scores: Sequence[int] = (0, 0),
    ) -> list[int]:
        n_teams = max(teams_of(rules)) + 1
        return self._scored(rules, call, contractor or 0, tricks, played, scores).points(n_teams)

    def next_dealer(self, rules: Rules, dealer: int, passed_out: bool) -> int:
        """Who deals next, as a whole game has it: the compiled loop decides that."""
        assert passed_out
        games = play_games(rules, [Passing()] * rules.table.players, seed=1, first=dealer, count=1)
        return int(games.hands["dealer"][1])

    def game_end(
        self,
        rules: Rules,
        scores: Sequence[int],
        call: str,
        contractor: int,
        made: bool,
        fallen: Sequence[int] = (),
    ) -> tuple[int, str] | None:
        level = Contract(call).level
        tricks = level if made else max(level - 1, 0)
        table = self._scored(rules, call, contractor, tricks, 10, scores)
        table.v.fallen = sum(1 << team for team in fallen)
        return table.game_end()


REFEREES: dict[str, type[Referee]] = {"reference": ReferenceReferee, "kernels": KernelReferee}
