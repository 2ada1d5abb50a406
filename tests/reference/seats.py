"""Who plays with whom, and who deals next."""

from __future__ import annotations

from typing import Any


def teams_of(rules: Any) -> list[int]:
    """The team of each seat: partners sit evenly apart (A-28)."""
    seats = rules.table.players
    n = {"two": 2, "three": 3}.get(rules.table.sides, seats)
    return [seat % n for seat in range(seats)]


def next_dealer(rules: Any, dealer: int, passed_out: bool, redealt: bool = False) -> int:
    """Who deals next; after a hand that was thrown in it may be the same dealer (5.9, 5.10)."""
    if redealt or (passed_out and rules.auction.all_pass == "same_dealer"):
        return dealer
    return (dealer + 1) % int(rules.table.players)
