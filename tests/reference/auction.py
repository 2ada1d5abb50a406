"""The auction: the ladder, what may be called, who calls next, when it is over (section 5)."""

from __future__ import annotations

from typing import Any

from reference.cards import MISERES, base
from reference.scoring import natural_value

STRAINS = ["S", "C", "D", "H", "NT"]
INKLES = ["i" + strain for strain in STRAINS]
# Bids with a place of their own; of several in one place the later is the higher.
SPECIAL = {
    "M": "misere",
    "HL": "hi_lo",
    "BN": "bar_nullo",
    "DN": "double_nullo",
    "OM": "open_misere",
    "BM": "blind_misere",
}


def natural_level(call: str) -> int:
    """The level of a natural bid that can become the contract; 0 for everything else."""
    return int(base(call).rstrip("SCDHNT")) if call[0].isdigit() else 0


def strain(call: str) -> str:
    """The strain of a bid; that of all special contracts is no trumps."""
    return base(call).lstrip("0123456789") if call[0].isdigit() else "NT"


def kind(call: str) -> str:
    """What kind of contract a bid is: natural ones are all of one kind."""
    return "natural" if call[0].isdigit() else base(call)


def _height(rules: Any, call: str) -> tuple[int, int, int]:
    """A key by which bids are sorted (5.5, 8.2)."""
    if call in SPECIAL:
        value, place, _ = _height(rules, getattr(rules, SPECIAL[call]).above)
        return value, place, 1 + list(SPECIAL).index(call)
    place = 5 * natural_level(call) + STRAINS.index(strain(call))
    by_value = rules.auction.order == "by_value"
    return (natural_value(rules, call) if by_value else 0), place, 0


def ladder(rules: Any) -> list[str]:
    """All bids of the game, low to high (5.5); inkles stand below the real bids (5.3)."""
    auction = rules.auction
    bids = [
        f"{level}{strain}"
        for level in range(auction.lowest_bid, 11)
        for strain in STRAINS
        if strain != "NT" or level >= auction.lowest_no_trumps
    ]
    bids += [call for call, name in SPECIAL.items() if getattr(rules, name).allowed != "never"]
    bids.sort(key=lambda bid: _height(rules, bid))
    return (INKLES if auction.inkle_callers else []) + bids


class Auction:
    """One auction, call by call."""

    def __init__(self, rules: Any, dealer: int, barred: set[int] | None = None) -> None:
        self.rules = rules
        self.seats = rules.table.players
        self.ladder = ladder(rules)
        self.calls: list[tuple[int, str]] = []
        self.turn: int | None = (dealer + 1) % self.seats  # None when the auction is over
        self.passed: set[int] = set()
        self.barred = barred or set()  # may only pass
        self.no_misere: set[int] = set()
        self.asked_to_raise = 0

    @property
    def bids(self) -> list[tuple[int, str]]:
        return [(seat, call) for seat, call in self.calls if call != "Pass"]

    @property
    def standing(self) -> str | None:
        """The last bid, which every further bid must exceed."""
        return self.bids[-1][1] if self.bids else None

    @property
    def high_bidder(self) -> int | None:
        return self.bids[-1][0] if self.bids else None

    def legal(self) -> set[str]:
        """What the player whose turn it is may call."""
        assert self.turn is not None
        calls = {"Pass"}
        if self.turn in self.barred:
            return calls
        for bid in self.ladder:
            if self._outranks(bid) and self._is_time_for(bid):
                calls.add(bid)
                if self.rules.auction.sans_kitty and (bid[0].isdigit() or bid == "M"):
                    calls.add(bid + "sk")
        return calls

    def _outranks(self, bid: str) -> bool:
        standing = self.standing
        return standing is None or self.ladder.index(bid) > self.ladder.index(base(standing))

    def _is_time_for(self, bid: str) -> bool:
        highest = max([natural_level(call) for _, call in self.calls], default=0)
        if bid in MISERES and self.turn in self.no_misere:
            return False
        if bid == "M" and self.rules.misere.allowed == "after_seven":
            return bool(highest >= 7)
        if bid == "OM" and self.rules.open_misere.allowed == "after_eight":
            return highest >= 8
        if bid == "BM":
            return self.turn not in {seat for seat, _ in self.calls}
        if bid == "DN" and self.rules.double_nullo.allowed == "after_partner":
            return any(
                self._are_partners(seat, self.turn) and base(call) in MISERES
                for seat, call in self.bids
            )
        if bid in INKLES:
            return bool(len(self.calls) < self.rules.auction.inkle_callers)
        return True

    def _are_partners(self, seat: int, other: int | None) -> bool:
        """Whether two seats are the two of a side (4 players, or 6 in three sides)."""
        return other is not None and seat != other and (seat - other) % (self.seats // 2) == 0

    def make(self, call: str) -> None:
        """The player whose turn it is makes a call."""
        assert self.turn is not None, "the auction is over"
        assert call in self.legal(), f"{call} may not be called here"
        seat = self.turn
        raising = self.high_bidder == seat
        self.asked_to_raise += raising
        if call == "Pass":
            self.passed.add(seat)
        elif self._lets_in_again(seat, call, raising):
            self.passed = set()
        self.calls.append((seat, call))
        if self.rules.auction.rounds == "one":
            self.turn = (seat + 1) % self.seats if len(self.calls) < self.seats else None
        else:
            self.turn = self._next_of_many_rounds(seat)

    def _lets_in_again(self, seat: int, call: str, raising: bool) -> bool:
        """Whether those who have passed may bid again after this bid (A-8, A-9)."""
        auction = self.rules.auction
        if auction.bid_after_pass == "always":
            return True
        own = [bid for bidder, bid in self.bids if bidder == seat]
        if not own or (strain(own[-1]), kind(own[-1])) == (strain(call), kind(call)):
            return False
        reopens = raising and auction.raise_own_bid == "reopening"
        return bool(reopens or auction.bid_after_pass == "strain_changed")

    def _next_of_many_rounds(self, seat: int) -> int | None:
        """It is over when all have passed, or all but the highest bidder (5.2)."""
        if len(self.passed) == self.seats:
            return None
        if self.bids and len(self.passed) == self.seats - 1:
            way = self.rules.auction.raise_own_bid
            over = way == "never" or (way == "once" and self.asked_to_raise > 0)
            return None if over else self.high_bidder
        following = (seat + 1) % self.seats
        while following in self.passed:
            following = (following + 1) % self.seats
        return following

    def contract(self) -> tuple[int, str] | None:
        """Who plays what; None when nobody made a bid that can be the contract."""
        real = [(seat, bid) for seat, bid in self.bids if bid not in INKLES]
        return real[-1] if real else None
