"""The auction: the ladder, what may be called, who calls next, when it is over (section 5)."""

from __future__ import annotations

from typing import Any

SEATS = 4
STRAINS = ["S", "C", "D", "H", "NT"]
INKLES = ["i" + strain for strain in STRAINS]


def ladder(rules: Any) -> list[str]:
    """All bids of the game, low to high (5.5); inkles stand below the real bids (5.3)."""
    bids = [f"{level}{strain}" for level in range(6, 11) for strain in STRAINS]
    # Misère goes in last, right on top of its bid: an open misère in the same place stays above.
    for name, misere in [("OM", rules.open_misere), ("M", rules.misere)]:
        if misere.allowed != "never":
            bids.insert(bids.index(misere.above) + 1, name)
    bids = [bid for bid in bids if natural_level(bid) not in range(1, rules.auction.lowest_bid)]
    if rules.auction.inkle_callers:
        bids = INKLES + bids
    return bids


def natural_level(call: str) -> int:
    """The level of a natural bid that can become the contract; 0 for everything else."""
    return int(call.rstrip("SCDHNT")) if call[0].isdigit() else 0


class Auction:
    """One auction, call by call."""

    def __init__(self, rules: Any, dealer: int) -> None:
        self.rules = rules
        self.ladder = ladder(rules)
        self.calls: list[tuple[int, str]] = []
        self.turn: int | None = (dealer + 1) % SEATS  # None when the auction is over
        self.raising = False  # the highest bidder has his one extra turn

    @property
    def bids(self) -> list[tuple[int, str]]:
        return [(seat, call) for seat, call in self.calls if call != "Pass"]

    @property
    def standing(self) -> str | None:
        """The last bid, which every further bid must exceed."""
        return self.bids[-1][1] if self.bids else None

    @property
    def passed(self) -> set[int]:
        return {seat for seat, call in self.calls if call == "Pass"}

    def legal(self) -> set[str]:
        """What the player whose turn it is may call."""
        calls = {"Pass"}
        for bid in self.ladder:
            if self._outranks(bid) and self._is_time_for(bid):
                calls.add(bid)
        return calls

    def _outranks(self, bid: str) -> bool:
        standing = self.standing
        return standing is None or self.ladder.index(bid) > self.ladder.index(standing)

    def _is_time_for(self, bid: str) -> bool:
        highest = max([natural_level(call) for _, call in self.calls], default=0)
        if bid == "M" and self.rules.misere.allowed == "after_seven":
            return bool(highest >= 7)
        if bid == "OM" and self.rules.open_misere.allowed == "after_eight":
            return highest >= 8
        if bid in INKLES:
            return bool(len(self.calls) < self.rules.auction.inkle_callers)
        return True

    def make(self, call: str) -> None:
        """The player whose turn it is makes a call."""
        assert self.turn is not None, "the auction is over"
        assert call in self.legal(), f"{call} may not be called here"
        seat = self.turn
        self.calls.append((seat, call))
        if self.raising:
            self.turn = None
        elif self.rules.auction.rounds == "one":
            self.turn = (seat + 1) % SEATS if len(self.calls) < SEATS else None
        else:
            self.turn = self._next_of_many_rounds(seat)

    def _next_of_many_rounds(self, seat: int) -> int | None:
        """A pass is final; it is over when all have passed, or all but the highest bidder (5.2)."""
        if len(self.passed) == SEATS:
            return None
        if self.bids and len(self.passed) == SEATS - 1:
            if self.rules.auction.raise_own_bid == "once":
                self.raising = True
                return self.bids[-1][0]
            return None
        following = (seat + 1) % SEATS
        while following in self.passed:
            following = (following + 1) % SEATS
        return following

    def contract(self) -> tuple[int, str] | None:
        """Who plays what; None when nobody made a bid that can be the contract."""
        real = [(seat, bid) for seat, bid in self.bids if bid not in INKLES]
        return real[-1] if real else None
