"""Game records as text: what is read, how tolerantly, what is written, and what is refused."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from sim import cards
from sim import notation_text as text
from sim.notation import CallMade, GameRecord, RecordError, read_record, read_records
from sim.notation_write import write_record

DEALS = Path(__file__).parents[2] / "data" / "deals"
RECORDED = (DEALS / "tb-298-a.pbn").read_text(encoding="utf-8")


def codes(names: str) -> tuple[int, ...]:
    return tuple(cards.card_code(name) for name in names.split())


@pytest.fixture(scope="module")
def record_fixture() -> GameRecord:
    return read_record(DEALS / "tb-298-a.pbn")


def test_recorded_hand_is_read_with_every_part(record_fixture: GameRecord) -> None:
    record = record_fixture
    south, west, north, east = record.hands
    assert east == codes("QS 8S 6S TH 5H 8D 7D 6D 6C RJ")
    assert west is not None
    assert set(west) == set(codes("AS KS 9H 7H AD 5D AC KC TC 7C"))
    assert [len(hand or ()) for hand in (south, west, north, east)] == [10] * 4
    assert record.kitty == codes("8C QH 5S")
    assert record.dealer == 3
    assert record.calls == (CallMade(0, 0), CallMade(1, 2), CallMade(2, 0), CallMade(3, 0))
    assert (record.contract, record.declarer) == (cards.call_code("6C"), 1)
    assert record.added == (1, codes("5S QH 8C"))
    assert record.removed == (1, codes("7H 9H QH"))
    assert record.first_leader == 1
    assert record.scores == (340, 510, 340, 510)
    assert record.options is not None
    assert record.options["S8Overbid250Nullo"] is False


def test_play_columns_are_seats_and_not_playing_order(record_fixture: GameRecord) -> None:
    # The second row is C8 H4 H5 HA under W N E S; East, who took the first trick, led the H5.
    assert len(record_fixture.tricks) == 10
    assert record_fixture.tricks[1].cards == codes("AH 8C 4H 5H")  # by seat S W N E


def test_red_joker_is_jh_and_jack_of_hearts_is_hj() -> None:
    assert text.card_list("JHHJJL") == [cards.RED_JOKER, cards.card_code("JH"), cards.BLACK_JOKER]
    assert [text.card_text(code) for code in codes("RJ JH BJ TS")] == ["JH", "HJ", "JL", "ST"]


@pytest.mark.parametrize(
    ("written", "call"),
    [
        *[("Pass", "Pass"), ("pass", "Pass"), ("6♣", "6C"), ("6c", "6C"), ("10♦", "10D")],
        *[
            ("7NT", "7NT"),
            ("7nt", "7NT"),
            ("7N", "7NT"),
            ("i♠", "iS"),
            ("iNT", "iNT"),
            ("10H", "10H"),
        ],
        *[("M", "M"), ("Misère", "M"), ("misere", "M"), ("Nullo", "M"), ("Open Misère", "OM")],
        *[("Open Nullo", "OM"), ("OM", "OM"), ("OpenMisère", "OM"), ("6♥\ufe0f", "6H")],
    ],
)
def test_calls_are_read_in_all_their_spellings(written: str, call: str) -> None:
    assert text.call_code(written) == cards.call_code(call)


def test_every_call_and_card_survives_writing_and_reading() -> None:
    for call, name in enumerate(cards.CALL_NAMES):
        if name[0] != "?":
            assert text.call_code(text.call_text(call)) == call
    pack = [cards.card(suit, rank) for suit in range(4) for rank in (*range(9), 12, 13, 14, 15)]
    pack += [cards.RED_JOKER, cards.BLACK_JOKER]
    assert text.card_list("".join(text.card_text(code) for code in pack)) == pack
    hand = text.hand_cards(text.hand_text(pack))
    assert hand is not None
    assert sorted(hand) == sorted(pack)


def test_two_word_call_in_a_row_is_one_call() -> None:
    record = read_record('[Deal "S:- - - -"]\n[Auction "N"]\n7♦ Open Misère Pass -\n')
    assert [(made.seat, cards.CALL_NAMES[made.call]) for made in record.calls] == [
        (2, "7D"),
        (3, "OM"),
        (0, "Pass"),
    ]


def lower_tags(content: str) -> str:
    return "\n".join(
        "[" + line[1:].split(" ", 1)[0].upper() + " " + line.split(" ", 1)[1]
        if line[:1] == "["
        else line
        for line in content.splitlines()
    )


def reversed_tags(content: str) -> str:
    blocks: list[str] = []
    for line in content.splitlines():
        if line.startswith("["):
            blocks.append(line)
        elif line and line[0] != "%":
            blocks[-1] += "\n" + line
    return "\n".join(reversed(blocks))


VARIATIONS = {
    "capital tags": lower_tags,
    "tags in another order": reversed_tags,
    "bare quotes in the options": lambda s: s.replace('\\"', '"'),
    "Windows line ends": lambda s: s.replace("\n", "\r\n"),
    "byte order mark": lambda s: "\ufeff" + s,
    "blank lines everywhere": lambda s: s.replace("\n", "\n\n"),
    "letters for suits": lambda s: s.replace("♣", "C"),
    "10 for T": lambda s: s.replace("HT", "H10").replace("DT ", "♦10 ").replace(".T5.", ".105."),
    "symbols in cards": lambda s: s.replace("C7 CQ JH C5", "♣7 ♣q jh ♣5"),
    "a bracket forgotten": lambda s: s.replace('[Dealer "E"]', '[Dealer "E"'),
    "spaces": lambda s: s.replace("[", "  [ ").replace("]", " ]  "),
    "curly quotes": lambda s: s.replace('[Dealer "E"]', "[Dealer “E”]"),
    "no quotes": lambda s: s.replace('[Dealer "E"]', "[Dealer east]"),
    "deal from another seat": lambda s: s.replace(
        "E:Q86.T5.876.6.H T97.AK6.QJ.95 AK.97.A5.AKT7 J.J84.KT94.QJ",
        "N:J.J84.KT94.QJ Q86.T5.876.6.H T97.AK6.QJ.95 AK.97.A5.AKT7",
    ),
    "notes in the auction": lambda s: s.replace("Pass 6♣ Pass", "Pass 6♣! =1= Pass"),
    "end of play mark": lambda s: s + "*\n",
}


@pytest.mark.parametrize("change", VARIATIONS.values(), ids=VARIATIONS.keys())
def test_reading_tolerates(change: object, record_fixture: GameRecord, tmp_path: Path) -> None:
    assert callable(change)
    changed = change(RECORDED)
    assert changed != RECORDED
    path = tmp_path / "changed.pbn"
    path.write_bytes(changed.encode())
    found = read_record(path)
    assert dataclasses.replace(found, comments=()) == dataclasses.replace(
        record_fixture, comments=()
    )


def test_reading_tolerates_utf_16_and_the_windows_encoding(tmp_path: Path) -> None:
    (tmp_path / "wide.pbn").write_text(RECORDED, encoding="utf-16")
    assert read_record(tmp_path / "wide.pbn").declarer == 1
    (tmp_path / "old.pbn").write_bytes(
        RECORDED.replace("♣", "C").replace("♠", "S").encode("cp1252")
    )
    assert "misère" in read_record(tmp_path / "old.pbn").event


@pytest.mark.parametrize("path", sorted(DEALS.glob("*.pbn")), ids=lambda path: path.stem)
def test_stored_deals_are_written_as_they_stand(path: Path) -> None:
    assert write_record(read_record(path)) == path.read_text(encoding="utf-8")


def test_own_tags_survive_writing_and_reading() -> None:
    record = GameRecord(
        hands=(codes("AS RJ"), None, codes("TH 4D"), None),
        kitty=codes("BJ 5C"),
        dealer=2,
        first_caller=3,
        calls=(CallMade(3, 1), CallMade(0, 26), CallMade(1, 0), CallMade(2, 0), CallMade(0, 27)),
        contract=27,
        declarer=0,
        added=(0, codes("BJ 5C")),
        removed=(0, codes("5C AS")),
        nominated=-1,
        first_leader=0,
        named={0: 3, 7: 0},
        scores_before=(10, -20, 10, -20),
        result=0,
        forced=CallMade(0, 27),
        rules="australian; misere.value=230",
        seed=500,
        deal=12345678901,
        names=('She said "no"', "", "back\\slash", "club(boldness=0.5)"),
        event="a test",
        comments=("first", "second"),
    )
    written = write_record(record)
    assert read_record(written) == record
    assert "6♠ M Pass Pass\n- OM\n" in written  # the raise stands in South's column


def test_a_file_may_hold_several_records(tmp_path: Path) -> None:
    second = RECORDED.replace('[Dealer "E"]', '[Dealer "N"]')
    for between in ("", "\n", "\n% the next hand\n"):
        path = tmp_path / "two.pbn"
        path.write_text(RECORDED + between + second, encoding="utf-8")
        found = read_records(path)
        assert [record.dealer for record in found] == [3, 2]
        assert all(len(record.tricks) == 10 for record in found)
    with pytest.raises(RecordError, match=r"two\.pbn: found 2 game records, expected one"):
        read_record(path)


def test_tags_before_the_repeated_one_go_with_their_paragraph() -> None:
    first = '[Event "one"]\n[Deal "S:- - - -"]\n[Auction "S"]\nPass\n'
    second = '[Dealer "W"]\n[Event "two"]\n[Deal "S:- - - -"]\n'
    assert [r.dealer for r in read_records(first + "\n" + second)] == [None, 1]


def test_missing_parts_are_none() -> None:
    record = read_record('[Deal "W:- - AK.97.A5.AKT7 -"]\n[Declarer "-"]\n[Contract "?"]\n')
    assert record == GameRecord(hands=(None, None, None, codes("AS KS 9H 7H AD 5D AC KC TC 7C")))
    assert write_record(record).count("[") == 2  # GameCode and Deal


@pytest.mark.parametrize(
    ("found", "replaced", "message"),
    [
        ("C8 H4 H5 HA", "C8 H4 H5 8C", r"line 21: trick 2: '8C' is not a card: suit first"),
        ("C8 H4 H5 HA", "C8 H4 H5", r"line 21: trick 2 has 3 columns, not 4"),
        ("C8 H4 H5 HA", "C8 H4 H5 HA HK", r"line 21: trick 2 has 5 columns, not 4"),
        ("Pass 6♣", "Pass 5♣", r"line 16: '5♣' is not a call: write Pass, a bid such as"),
        ("Pass 6♣", "Pass 11♣", r"line 16: '11♣' is not a call"),
        ('[Dealer "E"]', '[Dealer "SE"]', r"line 9: Dealer: 'SE' is not a seat .*: S, W, N or E"),
        ("E:Q86", "E:QX6", r"line 10: Deal: 'X' in the hand 'QX6.T5.876.6.H' is not a rank"),
        ("876.6.H", "876.6.B", r"line 10: Deal: 'B' in the hand .* is no joker: H is the red, L"),
        (" J.J84.KT94.QJ", "", r"trick 1 has 4 columns, not 3"),
        ("S:340 510 340 510", "S:340 510", r"line 8: GameScores: 'S:340 510' is not four scores"),
        ("W:S5HQC8", "S5HQC8", r"line 17: CardsAdded: 'S5HQC8' names no seat"),
        ('Auction "S"', 'Auction ""', r"line 16: the tag Auction must name the seat"),
        ('Play "W"', 'Play ""', r"line 20: the tag Play must name the seat that leads first"),
        ('GameCode "FiveHundred"', 'GameCode "Whist"', r"line 6: GameCode is 'Whist'"),
        ('\\"variation\\": 1', '\\"variation\\"', r"line 7: GameOptionsJson: .* not a JSON object"),
        ('[Dealer "E"]', "Dealer E", r"line 9: 'Dealer E' is no tag \[Name \"text\"\], nor below"),
        ('[Dealer "E"]', "[Dealer]]", r"line 9: '\[Dealer\]\]' is not a tag"),
    ],
)
def test_errors_name_line_and_what_is_allowed(found: str, replaced: str, message: str) -> None:
    assert RECORDED.count(found) == 1
    with pytest.raises(RecordError, match=message):
        read_record(RECORDED.replace(found, replaced))


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.pbn"
    path.write_text("% nothing\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"^empty\.pbn: no game record found"):
        read_records(path)
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(RecordError, match=r"^empty\.pbn, line 1: 'hello' is no tag"):
        read_records(path)
    with pytest.raises(RecordError, match=r"has no Deal, Auction or Play"):
        read_record('[Event "x"]\n[Dealer "S"]\n')


def test_options_are_kept_as_they_were(record_fixture: GameRecord) -> None:
    again = read_record(write_record(record_fixture))
    assert json.dumps(again.options) == json.dumps(record_fixture.options)
