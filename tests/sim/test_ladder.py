"""Rules as numbers: the ladders spelled out, and the record that compiled code reads."""

from __future__ import annotations

import pytest

from sim import cards, records
from sim.rules import Rules, load_rules

PRESETS = ["australian", "trickster-american", "trickster-australian"]


@pytest.fixture
def australian() -> Rules:
    return load_rules("australian")


def ladder_text(rules: Rules) -> str:
    return " ".join(cards.CALL_NAMES[call] for call in rules.ladder())


# -- ladders (RULES 5.5) ------------------------------------------------------------------------

SIXES = "6S 6C 6D 6H 6NT"
SEVENS = "7S 7C 7D 7H 7NT"
EIGHTS = "8S 8C 8D 8H 8NT"
NINES = "9S 9C 9D 9H 9NT"
TENS = "10S 10C 10D 10H 10NT"

MISERE_LADDERS = {
    # name: (misere.above, from 7S to 9S)
    "classic": ("7NT", "7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT"),
    "210": ("7H", "7S 7C 7D 7H M 7NT 8S 8C 8D 8H 8NT"),
    "230": ("7NT", "7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT"),
    "250, 8S does not overbid": ("8S", "7S 7C 7D 7H 7NT 8S M 8C 8D 8H 8NT"),
    "250, 8S overbids": ("7NT", "7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT"),
}
OPEN_LADDERS = {
    # name: (open_misere.above, from 8S)
    "classic": ("10D", f"{EIGHTS} {NINES} 10S 10C 10D OM 10H 10NT"),
    "330": ("8NT", f"{EIGHTS} OM {NINES} {TENS}"),
    "430": ("9NT", f"{EIGHTS} {NINES} OM {TENS}"),
    "500": ("10H", f"{EIGHTS} {NINES} 10S 10C 10D 10H OM 10NT"),
    "520": ("10NT", f"{EIGHTS} {NINES} {TENS} OM"),
}


@pytest.mark.parametrize("name", MISERE_LADDERS)
def test_misere_ladders_spelled_out(australian: Rules, name: str) -> None:
    above, sevens_and_eights = MISERE_LADDERS[name]
    rules = australian.replace({"misere.above": above, "open_misere.allowed": "never"})
    assert ladder_text(rules) == f"{SIXES} {sevens_and_eights} {NINES} {TENS}"


@pytest.mark.parametrize("name", OPEN_LADDERS)
def test_open_misere_ladders_spelled_out(australian: Rules, name: str) -> None:
    above, from_eight = OPEN_LADDERS[name]
    rules = australian.replace({"open_misere.above": above, "misere.allowed": "never"})
    assert ladder_text(rules) == f"{SIXES} {SEVENS} {from_eight}"


def test_ladders_of_the_presets_spelled_out() -> None:
    assert {name: ladder_text(load_rules(name)) for name in PRESETS} == {
        "australian": f"{SIXES} {SEVENS} M {EIGHTS} {NINES} 10S 10C 10D OM 10H 10NT",
        "trickster-australian": (
            f"{SIXES} {SEVENS} 8S M 8C 8D 8H 8NT {NINES} 10S 10C 10D 10H OM 10NT"
        ),
        "trickster-american": (
            f"iS iC iD iH iNT {SEVENS} M {EIGHTS} {NINES} 10S 10C 10D 10H OM 10NT"
        ),
    }


def test_open_misere_outranks_misere_in_the_same_place(australian: Rules) -> None:
    rules = australian.replace({"misere.above": "8S", "open_misere.above": "8S"})
    assert "8S M OM 8C" in ladder_text(rules)


def test_misere_placed_among_sixes_that_are_not_played_stays_below_the_sevens(
    australian: Rules,
) -> None:
    rules = australian.replace(
        {
            **{"auction.lowest_bid": 7, "misere.allowed": "any_time", "misere.above": "6H"},
            "open_misere.above": "6S",
        }
    )
    assert ladder_text(rules).startswith("OM M 7S 7C")


# -- numbers ------------------------------------------------------------------------------------


def test_record_has_the_cards_and_the_seats() -> None:
    sizes = {"D43": (43, 3), "D44": (44, 4), "D45": (45, 5), "D46": (46, 6)}
    for deck, (n_deck, n_kitty) in sizes.items():
        record = load_rules("australian").replace({"table.deck": deck}).record()
        assert record.shape == (1,)
        assert record.dtype == records.RULES
        r = record[0]
        assert (r["n_players"], r["n_teams"], r["n_deck"], r["n_kitty"]) == (4, 2, n_deck, n_kitty)
        assert list(r["team"][:4]) == [0, 1, 0, 1]
        assert list(r["partner"]) == [2, 3, 0, 1, -1, -1]
        assert cards.mask_cards(r["pack"]) == list(r["deck"][:n_deck])
        assert len(set(r["deck"][:n_deck])) == n_deck


@pytest.mark.parametrize(
    ("deck", "fours", "jokers"),
    [
        ("D43", {"4D", "4H"}, {"RJ"}),
        ("D44", {"4D", "4H"}, {"RJ", "BJ"}),
        ("D45", {"4S", "4C", "4D", "4H"}, {"RJ"}),
        ("D46", {"4S", "4C", "4D", "4H"}, {"RJ", "BJ"}),
    ],
)
def test_packs_card_by_card(
    australian: Rules, deck: str, fours: set[str], jokers: set[str]
) -> None:
    r = australian.replace({"table.deck": deck}).record()[0]
    pack = {cards.card_name(code) for code in r["deck"][: r["n_deck"]]}
    from_five = {rank + suit for rank in "56789TJQKA" for suit in "SCDH"}
    assert pack == from_five | fours | jokers


def test_record_has_the_avondale_values(australian: Rules) -> None:
    r = australian.record()[0]
    table = {
        6: [40, 60, 80, 100, 120],
        7: [140, 160, 180, 200, 220],
        8: [240, 260, 280, 300, 320],
        9: [340, 360, 380, 400, 420],
        10: [440, 460, 480, 500, 520],
    }
    for level, values in table.items():
        calls = [cards.natural_bid(level, strain) for strain in range(5)]
        assert [r["value"][call] for call in calls] == values
        assert [r["strain"][call] for call in calls] == [0, 1, 2, 3, 4]
        assert {int(r["level"][call]) for call in calls} == {level}
    assert (r["value"][cards.MISERE], r["value"][cards.OPEN_MISERE]) == (250, 500)
    assert (r["strain"][cards.MISERE], r["level"][cards.OPEN_MISERE]) == (4, 0)


@pytest.mark.parametrize("name", PRESETS)
def test_record_ranks_are_the_ladder(name: str) -> None:
    rules = load_rules(name)
    r = rules.record()[0]
    ladder = [cards.PASS, *rules.ladder()]
    assert [r["rank"][call] for call in ladder] == list(range(len(ladder)))
    assert sum(r["rank"] >= 0) == len(ladder)
    for place, call in enumerate(ladder):
        above = {other for other in range(cards.N_CALLS) if int(r["above"][call]) >> other & 1}
        assert above == set(ladder[place + 1 :])


def test_record_marks_what_has_to_wait_and_what_cannot_be_a_contract() -> None:
    r = load_rules("australian").record()[0]
    miseres = 1 << cards.MISERE | 1 << (cards.MISERE + cards.SANS_KITTY)
    assert (r["after_seven"], r["after_eight"], r["inkles"]) == (miseres, 0, 0)
    waiting = load_rules("australian").replace({"open_misere.allowed": "after_eight"}).record()[0]
    assert waiting["after_eight"] == 1 << cards.OPEN_MISERE
    american = load_rules("trickster-american").record()[0]
    assert american["inkles"] == 0b11111 << cards.FIRST_INKLE
    assert (american["after_seven"], american["inkle_callers"], american["one_round"]) == (0, 2, 1)


def test_record_has_the_options_of_scoring_and_joker() -> None:
    r = load_rules("trickster-australian").record()[0]
    assert (r["slam"], r["trick_points"], r["defenders_cap"]) == (250, 10, 490)
    assert (r["target"], r["back_door"], r["must_bid_to_win"]) == (500, -500, 1)
    assert (r["nominate"], r["joker_forced"], r["open_at_once"]) == (0, 0, 1)
    assert r["joker_lead"] == records.JOKER_LEAD_ANY_SUIT
    assert load_rules("australian").record()[0]["joker_lead"] == records.JOKER_LEAD_UNLED_SUIT
