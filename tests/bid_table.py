"""Calls that other programs' own tests ask of their robots, beside what the club player calls.

``python tests/bid_table.py`` prints the table. Rows are from the public tests of TricksterBots (``tb``),
waldo/five_hundred (``waldo``), and three student programs that count points (``mcgill``: jshamash,
en4bz, sruan2). What they ask is their authors' choice and not always good play: where club calls
otherwise, the row says why. Chances were counted over 2,000 deals between club players with the hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from club_asked import AUSTRALIAN, call

from sim.rules import Rules, load_rules

# None of these programs bids a misère in these tests.
_NO_LOW: Final = {"misere.allowed": "never", "open_misere.allowed": "never"}
_MANY: Final = {"auction.rounds": "many", "auction.inkle_callers": 0, "auction.lowest_bid": 6}
AUS: Final = AUSTRALIAN.replace(_NO_LOW)
AMERICAN: Final = load_rules("american-45").replace(_NO_LOW)
TWO_JOKERS: Final = load_rules("american-46").replace(_NO_LOW | _MANY)

_POOR: Final = "4D 5D 6D 8D 9C KC 5H 8H QH AH"
_TEN: Final = "RJ JD JH AD KD QD TD 9D 7D 4D"
_TOPS: Final = "AS KS QS AH KH QH AC KC AD KD"
_BOTH: Final = "BJ RJ AS KS QS JS JC TS 9S 8S"
_NO_TOPS: Final = "KS QS JS TS 9S 8S 7S 6S 5S 4S"


@dataclass(frozen=True)
class Row:
    """A hand, the calls before, what is asked for; ``why`` club calls something else, if it does."""

    name: str
    rules: Rules
    hand: str
    calls: str
    asked: str
    ours: int = 0  # score of the own side
    club: str = ""
    why: str = ""

    def answer(self) -> str:
        return call(self.hand, self.calls, (self.ours, 0), self.rules)


ROWS: Final = [
    Row("tb-bid-01", AUS, _POOR, "", "6D"),
    Row("tb-bid-03", AUS, "AH KH TH 7H KS QS JS 8S KC TC", "", "6S"),
    # six over 6NT cannot be bid: partner's 6H comes first
    Row("tb-bid-05", AUS, "RJ JH QH 4H 6S 9D 8D 8C 7C 6C", "6H Pass", "7H"),
    Row("tb-bid-07", AUS, "RJ AS JS 7S QH KD QD 9D 7D 4D", "6NT Pass 7D Pass", "8D"),
    Row("tb-bid-09", AUS, _TEN, "6NT Pass 7D Pass", "Pass", ours=480),
    # the left-hand opponent is still in: as if he had bid over 6NT
    Row("tb-bid-11", AUS, _TEN, "6NT 7C 7D 7H", "8D", ours=480),
    Row("tb-bid-13", AUS, _TEN, "6NT Pass 7D 7H", "8D", ours=480),
    Row("tb-bid-15", AMERICAN, "RJ KS JS TS 6H 5H KC 7C KD QD", "Pass 8H", "Pass"),
    Row("tb-6nt-01", AUS, "RJ 5S 4S 5H 4H 5D 4D 6C 5C 8C", "Pass", "Pass"),
    Row("tb-6nt-03", AUS, "RJ AS 6S 5H 4H KD 4D 6C 5C 7C", "Pass Pass", "Pass"),
    Row("tb-6nt-05", AMERICAN, "RJ 5S 4S 5H 4H 5D 4D 6C 5C 4C", "Pass", "iNT"),
    Row("tb-6nt-07", AMERICAN, "RJ AS KS QS JS TS 9S 8S 7S 6S", "iNT Pass", "10NT"),
    Row(
        "tb-6nt-09", AUS, _TOPS, "Pass", "Pass", club="9NT",
        why="nine top tricks, only the joker beats one: 9NT makes 95 %",
    ),
    Row(
        "tb-6nt-11", AUS, _TOPS, "6NT Pass", "7NT", club="10NT",
        why="with partner's joker these are ten tricks from the top: 100 %",
    ),
    Row("waldo-1", AUS, "9S RJ 6D AS 8S 5D 4H AH 6S 8C", "Pass Pass", "6S"),
    Row(
        "waldo-3", AUS, "KH AC 6H 4H JH AS 7H JD 5H 9D", "", "9H", club="8H",
        why="8H makes 90 % and brings 229 points, 9H 68 % and 133; nine can still be bid later",
    ),
    Row("mcgill-j-1", TWO_JOKERS, _BOTH, "Pass 8S Pass", "10S"),
    Row(
        "mcgill-j-3", TWO_JOKERS, _BOTH, "6S", "7S", club="10S",
        why="ten trumps from the top need no partner",
    ),
    Row(
        "mcgill-j-5", TWO_JOKERS, "BJ RJ AH KH QH JH JD TH 9H 8H", "Pass Pass Pass", "8H",
        club="10H", why="ten trumps from the top",
    ),
    Row(
        "mcgill-j-7", TWO_JOKERS, "4D 4H 5D 5H 6D 6H 7H 7D 8D 8H", "", "Pass", club="6H",
        why="two voids and a kitty of six: 6H makes 73 % and brings 18 points",
    ),
    Row("mcgill-e-1", TWO_JOKERS, "8C TC 8D 9D 9S 8S 5S 6H TH 4H", "Pass", "Pass"),
    Row("mcgill-e-3", TWO_JOKERS, _NO_TOPS, "6S Pass 7S", "Pass"),
    Row(
        "mcgill-e-5", TWO_JOKERS, _NO_TOPS, "6H 7S 8H", "10S", club="9S",
        why="both jokers, ace and left bower are out: 10S makes 32 %, 9S 68 %",
    ),
    Row(
        "mcgill-e-7", TWO_JOKERS, "AS KS 4S AC QC 4C KD 5D AH QH", "Pass Pass Pass", "9NT",
        club="8NT", why="no joker and both are out: 9NT makes 33 %, 8NT 59 %",
    ),
    Row(
        "mcgill-s-1", TWO_JOKERS, "BJ JD AD 4D 5D 6D 7D 5S 5H 5C", "", "7D", club="6NT",
        why="the first of many calls tells partner of the joker, diamonds come with the next",
    ),
    Row("mcgill-s-3", TWO_JOKERS, "RJ JD JH KD AD 4D 5D 6C 7S 5H", "", "8D"),
    Row("mcgill-s-5", TWO_JOKERS, "BJ RJ JH 4D 5D 6D 7D 8D 9D 5H", "", "9D"),
    Row(
        "mcgill-s-7", TWO_JOKERS, "AH AS AD AC QH JS 4C 5D 5C 5H", "", "7NT", club="6C",
        why="the first call of many; 6C and 6NT are worth as many tricks, and 6NT means the joker",
    ),
    Row(
        "mcgill-s-9", TWO_JOKERS, "BJ RJ AD KS QS 4S 4C 5D 5C 5H", "", "8NT", club="6NT",
        why="the first of many calls tells partner of the joker; eight can still be bid later",
    ),
]  # fmt: skip


def table() -> str:
    """Return the rows as lines: what is asked, what club calls, and why."""
    lines = [f"{'':11}{'asked':7}{'club':7}"]
    for row in ROWS:
        lines.append(f"{row.name:11}{row.asked:7}{row.answer():7}{row.why}".rstrip())
    met = sum(row.answer() == row.asked for row in ROWS)
    return "\n".join([*lines, f"{met} of {len(ROWS)} as asked"])


if __name__ == "__main__":
    print(table())
