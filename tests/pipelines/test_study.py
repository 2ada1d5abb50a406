"""Study files: what is understood, what they come to, and what is said when one is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_study import TEXT, small_study

from pipelines.cells import make_plan
from pipelines.grid import spelled_out
from pipelines.study import Study, StudyError, load_study, make_study, study_names
from sim.cards import CALL_NAMES
from sim.rules import RulesError
from strategies.api import StrategyError

BASE: dict[str, Any] = {
    "title": "A study",
    "variants": [{"rules": "australian"}],
    "line_ups": [{"teams": ["random_legal", "random_legal"]}],
    "play": [{"mode": "hands", "deals": 10}],
}


def plan(**changes: Any) -> Any:
    return make_plan(make_study(BASE | changes))


def test_cells_are_variants_times_line_ups_times_ways_to_play() -> None:
    cells = make_plan(small_study()).cells
    assert [cell.number for cell in cells] == list(range(12))
    assert len({(cell.variant, cell.moved, cell.mode) for cell in cells}) == 12


def test_mirror_exchanges_the_sides() -> None:
    straight, mirrored = plan(
        line_ups=[{"seats": ["random_legal", "novice", "club", "novice"],
                   "mirror": True}]
    ).cells  # fmt: skip
    assert straight.players == ("random_legal", "novice", "club", "novice")
    assert mirrored.players == ("novice", "club", "novice", "random_legal")
    # who were partners still are
    assert {mirrored.players[0], mirrored.players[2]} == {straight.players[1], straight.players[3]}


def test_grid_makes_every_combination_with_a_name() -> None:
    grid = {"misere.value": [210, 250], "misere.above": ["7NT", "8S", "7H"]}
    variants = plan(variants=[{"name": "aus", "rules": "australian", "grid": grid}]).variants
    assert len(variants) == 6
    assert variants["aus misere.value=210 misere.above=8S"].misere.value == 210
    assert {(r.misere.value, r.misere.above) for r in variants.values()} == {
        (value, above) for value in (210, 250) for above in ("7NT", "8S", "7H")
    }


def test_grid_fills_the_places_in_a_line_up() -> None:
    grid = {"boldness": {"from": -0.5, "to": 0.5, "step": 0.25}, "who": ["novice", "club"]}
    cells = plan(
        variants=[
            {"rules": "australian", "grid": {"misere.value": {"from": 210, "to": 250, "step": 20}}}
        ],
        line_ups=[{"name": "bold", "teams": ["club(boldness={boldness})", "{who}"], "grid": grid}],
    ).cells
    assert len(cells) == 3 * 5 * 2
    last = cells[-1]
    assert last.variant == "australian misere.value=250"
    assert last.rules.misere.value == 250
    assert last.line_up == "bold boldness=0.5 who=club"
    assert last.players[:2] == ("club(boldness=0.5)", "club")
    assert last.sweep == "australian, bold"
    assert last.settings == (("misere.value", 250), ("boldness", 0.5), ("who", "club"))


def test_line_up_without_a_name_is_called_by_what_the_grid_makes_of_it() -> None:
    cells = plan(
        line_ups=[{"teams": ["club(boldness={b})", "club"], "grid": {"b": [0.1, 0.2]}}],
        play=[{"mode": "hands", "deals": 5, "line_ups": ["club(boldness={b}) v club"]}],
    ).cells
    assert [cell.line_up for cell in cells] == [
        "club(boldness=0.1) v club",
        "club(boldness=0.2) v club",
    ]


def test_range_ends_where_a_step_meets_its_end() -> None:
    assert spelled_out({"a": {"from": 0.0, "to": 0.3, "step": 0.1}}) == {"a": (0.0, 0.1, 0.2, 0.3)}
    assert spelled_out({"a": {"from": 10, "to": 0, "step": -4}}) == {"a": (10, 6, 2)}


def test_forced_calls_are_a_cell_each() -> None:
    cells = plan(play=[{"mode": "forced", "deals": 5, "calls": ["M", "7H"], "seat": 2}]).cells
    assert [(CALL_NAMES[cell.forced_call], cell.forced_seat) for cell in cells] == [
        ("M", 2),
        ("7H", 2),
    ]


def test_way_of_play_may_be_kept_to_some_line_ups() -> None:
    line_ups = [
        {"name": "one", "teams": ["random_legal", "random_legal"]},
        {"name": "two", "teams": ["novice", "novice"]},
    ]
    play = [{"mode": "hands", "deals": 5}, {"mode": "games", "games": 2, "line_ups": ["two"]}]
    cells = plan(line_ups=line_ups, play=play).cells
    assert [(c.line_up, c.mode) for c in cells] == [
        ("one", "hands"),
        ("two", "hands"),
        ("two", "games"),
    ]


def test_way_of_play_may_keep_logs_of_its_own() -> None:
    play = [
        {"mode": "hands", "deals": 5},
        {"mode": "hands", "deals": 5, "logs": []},
        {"mode": "games", "games": 2, "logs": ["plays", "discards", "plays"]},
    ]
    assert [cell.tables for cell in plan(logs=["calls"], play=play).cells] == [
        ("hands", "calls"),
        ("hands",),
        ("hands", "games", "discards", "plays"),
    ]


@pytest.mark.parametrize("count", [1, 99, 100, 101, 250])
def test_parts_cover_a_cell_without_gap_or_overlap(count: int) -> None:
    found = plan(part_size=100, play=[{"mode": "hands", "deals": count}]).parts
    covered = [deal for part in found for deal in range(part.first, part.first + part.count)]
    assert covered == list(range(count))
    assert [part.number for part in found] == list(range(len(found)))


def test_rule_file_and_strategy_file_are_found_beside_the_study(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    (tmp_path / "mine.toml").write_text('extends = "australian"\n[misere]\nvalue = 230\n')
    source = (root / "strategies" / "random_legal.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    text = TEXT.replace('"australian"', '"mine.toml"').replace('"random_legal"', '"mine.py"')
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    found = make_plan(load_study(tmp_path / "study.toml"))
    assert found.variants["mine"].misere.value == 230
    assert any(str(tmp_path / "mine.py") in players for players in found.players)


def test_studies_of_the_project_can_be_played() -> None:
    assert "default" in study_names()
    for name in study_names():
        found = make_plan(load_study(name))
        assert found.n_hands >= 1_000_000 or name != "default"


def test_study_cannot_be_changed() -> None:
    study = make_study(BASE)
    with pytest.raises(ValueError, match="frozen"):
        study.seed = 3  # type: ignore[misc]
    assert Study.model_validate(study.model_dump()) == study


WRONG = [
    ({"titel": "x"}, "titel is no key here; allowed: title, .*; did you mean title?"),
    ({"seed": -1}, "seed = -1; allowed: a whole number from 0 to"),
    ({"seed": "500"}, 'seed = "500"; allowed: a whole number'),
    ({"part_size": 0}, "part_size = 0; allowed: a whole number from 1 to 1000000"),
    ({"logs": ["call"]}, 'logs = "call"; allowed: some of "calls", .*did you mean calls'),
    (
        {"play": [{"mode": "hands", "deals": 1, "logs": ["discard"]}]},
        'play 1: logs = "discard"; allowed: some of .*did you mean discards',
    ),
    ({"variants": []}, r"variants = \[\]; allowed: one \[\[variants\]\] or more"),
    ({"variants": [{"rule": "australian"}]}, "variants 1: rules is missing.*rule is no key here"),
    ({"variants": [{"rules": "australian", "grid": {"misere.value": []}}]}, "no value"),
    (
        {"variants": [{"rules": "australian", "grid": {"misere.value": {"from": 1, "to": 2}}}]},
        "grid: misere.value: step = None; allowed: a number",
    ),
    (
        {
            "line_ups": [
                {"teams": ["club(boldness={b})"], "grid": {"b": {"from": 0, "to": 1, "stp": 1}}}
            ]
        },
        "grid: b: stp is no key here; allowed: from, to, step; did you mean step",
    ),
    (
        {
            "line_ups": [
                {"teams": ["club(boldness={b})"], "grid": {"b": {"from": 0, "to": 1, "step": -1}}}
            ]
        },
        "a step of -1 does not lead from 0 to 1",
    ),
    (
        {
            "line_ups": [
                {"teams": ["club(boldness={b})"], "grid": {"b": {"from": 0, "to": 1, "step": 1e-6}}}
            ]
        },
        "1000001 values; allowed: at most 200",
    ),
    ({"line_ups": [{"teams": ["club(boldness={b})"], "grid": {"b": [1, 1]}}]}, "value 1 twice"),
    ({"line_ups": [{"teams": ["club"], "grid": {"b": [1]}}]}, "no strategy has a place for it"),
    ({"line_ups": [{"teams": ["club(boldness={b})"]}]}, "grid has no b"),
    ({"line_ups": [{"teams": ["club"] * 7}]}, "line_ups 1: teams names 7 strategies"),
    ({"line_ups": [{"seats": ["club"]}]}, "line_ups 1: seats names 1 strategies"),
    ({"line_ups": [{"name": "x"}]}, "line_ups 1: give either teams"),
    ({"play": [{"mode": "hand", "deals": 5}]}, 'play 1: mode = "hand"; .*did you mean hands'),
    (
        {"play": [{"mode": "hands", "deals": 0}]},
        "play 1: deals = 0; allowed: a whole number from 1",
    ),
    ({"play": [{"mode": "games", "games": 0}]}, "play 1: games = 0; allowed"),
    ({"play": [{"mode": "hands"}]}, "play 1: deals is missing"),
    ({"play": [{"mode": "games", "deals": 5}]}, "play 1: deals has no meaning.*allowed: games"),
    ({"play": [{"mode": "forced", "deals": 5}]}, "play 1: calls is missing"),
    ({"play": [{"mode": "hands", "deals": 5, "scores": [1]}]}, r"play 1: scores = \[1\]"),
    ({"play": [{"mode": "hands", "deals": 5, "line_ups": ["b"]}]}, "line_ups names 'b'"),
    ({"title": "two\nlines"}, "title = "),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_wrong_key_is_named_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(StudyError, match=message) as caught:
        make_study(BASE | changes, "my.toml")
    assert str(caught.value).startswith("my.toml: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"variants": [{"rules": "austrlian"}]}, RulesError, "variants 1.*did you mean australian"),
        ({"variants": [{"rules": "australian"}] * 2}, StudyError, "second variant is called"),
        (
            {"variants": [{"rules": "australian", "set": {"misere.valeu": 210}}]},
            RulesError,
            "variants 1.*misere.valeu is no rule.*did you mean value",
        ),
        (
            {"variants": [{"rules": "australian", "grid": {"misere.value": [1]}}]},
            RulesError,
            r"misere.value = 1; allowed: a whole number from 10",
        ),
        ({"line_ups": [{"teams": ["clib", "club"]}]}, StrategyError, "line_ups.*club"),
        ({"line_ups": [{"teams": ["club", "club"]}] * 2}, StudyError, "second line-up"),
        (
            {"play": [{"mode": "forced", "deals": 5, "calls": ["6X"]}]},
            StudyError,
            "'6X' is not a call",
        ),
        (
            {"play": [{"mode": "forced", "deals": 5, "calls": ["iS"]}]},
            StudyError,
            "cannot be a contract",
        ),
        (
            {
                "variants": [{"rules": "australian", "set": {"misere.allowed": "never"}}],
                "play": [{"mode": "forced", "deals": 5, "calls": ["M"]}],
            },
            StudyError,
            "M is no contract of australian",
        ),
    ],
)
def test_what_cannot_be_played_is_named_in_one_line(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        plan(**changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXT.encode("utf-16"), "UTF-16"),
        (TEXT.replace("Small", "Größe").encode("latin-1"), "line 1 is not UTF-8"),
        (b"title = ", "is no TOML"),
    ],
)
def test_file_that_is_not_text_of_toml(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "study.toml"
    path.write_bytes(content)
    with pytest.raises(StudyError, match=message):
        load_study(path)


def test_mark_of_utf_8_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert load_study(path).title == "Small"


def test_missing_study_is_named_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"there are .*default.*did you mean default"):
        load_study("defualt")
    with pytest.raises(StudyError, match="cannot be read"):
        load_study(tmp_path / "none.toml")
