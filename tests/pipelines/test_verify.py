"""Verifying a run: a whole one is called whole, and each kind of damage is found and named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from small_study import small_study

from pipelines import check_rows, store
from pipelines.rerun import run_cells
from pipelines.simulate import simulate
from pipelines.store import Run
from pipelines.verify import verify

ONE_LINE_UP: dict[str, Any] = {"line_ups": [{"teams": ["random_legal", "random_legal"]}]}
HANDS, GAMES, FORCED = 0, 1, 2  # cells of the study


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with nothing wrong, which no test changes."""
    study = small_study(**ONE_LINE_UP, variants=[{"rules": "australian"}])
    return simulate(study, tmp_path_factory.mktemp("sound") / "run", workers=1)


@pytest.fixture
def run(sound: Run, tmp_path: Path) -> Run:
    """A copy to be damaged."""
    shutil.copytree(sound.path, tmp_path / "run")
    return Run(tmp_path / "run")


def rewrite(
    run: Run, table: str, cell: int, change: Callable[[pl.DataFrame], pl.DataFrame]
) -> Path:
    """Change the rows of the first part of a cell and let the manifest agree with the new file."""
    path = run.part_path(table, cell, 0)
    frame = change(pl.read_parquet(path, hive_partitioning=False))
    written = store.write_frame(frame, path)

    def agree(entry: dict[str, Any]) -> None:
        if (entry["cell"], entry["part"]) == (cell, 0):
            entry["sha256"][table] = written["sha256"]
            entry["rows"][table] = frame.height

    edit_manifest(run, agree)
    return path


def edit_manifest(run: Run, change: Callable[[dict[str, Any]], None]) -> None:
    entries = run.manifest()
    for entry in entries:
        change(entry)
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    (run.path / store.MANIFEST).write_text(text, encoding="utf-8")


def edit_info(run: Run, change: Callable[[dict[str, Any]], None]) -> None:
    info = json.loads((run.path / store.RUN_FILE).read_text(encoding="utf-8"))
    change(info)
    store.write_json(info, run.path / store.RUN_FILE)


def one(frame: pl.DataFrame, row: int, **values: Any) -> pl.DataFrame:
    """Return a frame with some values of one row replaced."""
    here = pl.int_range(pl.len()) == row
    columns = [
        pl.when(here)
        .then(pl.lit(value))
        .otherwise(pl.col(name))
        .cast(frame.schema[name])
        .alias(name)
        for name, value in values.items()
    ]
    return frame.with_columns(columns)


def row_where(frame: pl.DataFrame, condition: pl.Expr) -> int:
    """Return the first row that meets a condition."""
    return int(frame.select(condition.arg_true().first()).item())


BID = pl.col("contractor") >= 0


def test_sound_run_is_whole(sound: Run) -> None:
    notes: list[str] = []
    assert verify(sound, notes.append) == []
    assert notes == []


def test_run_of_every_rule_that_touches_the_score_is_whole(tmp_path: Path) -> None:
    variants: list[dict[str, Any]] = [
        {"name": "nt", "rules": "australian", "set": {
            "auction.all_pass": "play_no_trumps", "scoring.defenders": "if_set",
            "scoring.misere_defenders": "own_tricks", "game.must_bid_to_win": False,
            "game.both_over": "bidders", "game.back_door": 0}},
        {"name": "cap", "rules": "trickster-american", "set": {
            "auction.all_pass": "same_dealer", "scoring.misere_defenders": "forced_tricks",
            "scoring.defenders_cap": 490, "scoring.slam": 0, "game.must_bid_to_win": True}},
        {"name": "never", "rules": "australian", "set": {"scoring.defenders": "never"}},
    ]  # fmt: skip
    play = [
        {"mode": "hands", "deals": 300, "scores": [450, 485]},
        {"mode": "games", "games": 25},
        {"mode": "forced", "deals": 300, "calls": ["OM", "8S"], "scores": [480, 480]},
    ]
    study = small_study(**ONE_LINE_UP, variants=variants, play=play)
    assert verify(simulate(study, tmp_path / "run", workers=1)) == []


@pytest.mark.parametrize(
    ("cell", "where", "values", "message"),
    [
        (HANDS, BID, {"points_0": 77}, "have points that do not follow from their row"),
        (HANDS, BID, {"points_5": 1}, "have points that do not follow"),
        (HANDS, BID & pl.col("made"), {"made": False}, "was made, or not, against their tricks"),
        (HANDS, BID, {"tricks": 11}, "have tricks outside 0 to 10"),
        (HANDS, BID, {"contractor": -1}, "have a contractor that does not go with the contract"),
        (HANDS, BID, {"jokers": 3}, "have jokers outside 0 to 2"),
        (HANDS, BID, {"score_1": 10}, "do not begin at the scores of the study"),
        (HANDS, pl.col("deal") == 5, {"deal": 6}, "are not the deals of this part, in order"),
        (HANDS, pl.col("deal") == 5, {"dealer": 3}, "have a wrong dealer"),
        (HANDS, pl.col("deal") == 5, {"game": 0}, "name a game though none was played"),
        (FORCED, pl.col("deal") == 5, {"contractor": 0}, "another contractor than the forced one"),
        (
            FORCED,
            pl.col("deal") == 5,
            {"contract": "OM"},
            "a contract that these rules do not know",
        ),
        (GAMES, pl.col("hand_no") == 3, {"score_0": 1}, "do not follow from the hand before"),
        (GAMES, pl.col("hand_no") == 3, {"hand_no": 4}, "are not in order, or stand there twice"),
        (GAMES, pl.col("hand_no") == 3, {"game": 999}, "are of no game of this part"),
        (GAMES, pl.col("hand_no") == 0, {"dealer": 3}, "have a wrong dealer"),
    ],
)
def test_wrong_hand_is_named(
    run: Run, cell: int, where: pl.Expr, values: dict[str, Any], message: str
) -> None:
    path = rewrite(run, "hands", cell, lambda frame: one(frame, row_where(frame, where), **values))
    problems = verify(run)
    assert any(line.startswith(f"{path}: ") and message in line for line in problems), problems
    assert all("\n" not in line for line in problems)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"score_0": 1}, "end with scores that are not the sums of their hands' points"),
        ({"n_hands": 190}, "have another number of hands than n_hands"),
        ({"n_passed_out": 199}, "have another number of passed-out hands"),
        ({"winner": -1}, "have a winner or an end that their last hand does not give"),
        ({"ended_by": "unfinished"}, "have a winner or an end that their last hand does not give"),
        ({"first_dealer": 2}, "have a wrong first dealer"),
        ({"game": 9}, "are not the games of this part, in order"),
    ],
)
def test_wrong_game_is_named(run: Run, values: dict[str, Any], message: str) -> None:
    path = rewrite(run, "games", GAMES, lambda frame: one(frame, 1, **values))
    problems = verify(run)
    assert any(line.startswith(f"{path}: ") and message in line for line in problems), problems


def test_game_that_stops_early_is_named(run: Run) -> None:
    def shorten(frame: pl.DataFrame) -> pl.DataFrame:
        last = frame["deal"].filter(frame["game"] == 0).max()
        return frame.filter(pl.col("deal") != last)

    rewrite(run, "hands", GAMES, shorten)
    assert any("stop before they are over; first game 0" in line for line in verify(run))


def test_lost_hand_is_named(run: Run) -> None:
    path = rewrite(run, "hands", HANDS, lambda frame: frame.slice(1))
    assert f"{path}: has 299 hands for 300 deals" in verify(run)


def test_hand_that_keeps_the_rules_but_was_not_played_is_found_by_playing_again(run: Run) -> None:
    path = rewrite(run, "hands", HANDS, lambda frame: one(frame, 0, voids=4))
    assert f"{path}: deal 0 comes out otherwise when it is played again" in verify(run)


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        (
            "calls",
            lambda f: f.slice(1),
            "another number of calls in the log than n_calls; first deal 0",
        ),
        (
            "plays",
            lambda f: one(f, row_where(f, pl.col("won")), won=False),
            "not just one card took",
        ),
        (
            "plays",
            lambda f: f.with_columns(seat=(pl.col("seat") + 1) % 4),
            "other tricks in the log",
        ),
        ("discards", lambda f: f.slice(1), "another number of cards in the log of discards"),
        (
            "discards",
            lambda f: f.with_columns(seat=(pl.col("seat") + 1) % 4),
            "discards of another seat",
        ),
        ("discards", lambda f: one(f, 0, card=f["card"][1]), "in the log of discards twice"),
        ("discards", lambda f: one(f, 0, card="2S"), "or one of another pack"),
    ],
)
def test_wrong_log_is_named(
    run: Run, table: str, change: Callable[[pl.DataFrame], pl.DataFrame], message: str
) -> None:
    path = rewrite(run, table, FORCED if table == "plays" else HANDS, change)
    problems = verify(run)
    assert any(line.startswith(f"{path}: ") and message in line for line in problems), problems


def test_card_that_was_put_away_and_played_is_named(run: Run) -> None:
    played = pl.read_parquet(run.part_path("plays", FORCED, 0)).filter(pl.col("deal") == 0)
    path = rewrite(run, "discards", FORCED, lambda f: one(f, 0, card=played["card"][0]))
    assert any(
        line.startswith(f"{path}: 1 hands have a card in the log of discards that was played")
        for line in verify(run)
    )


@pytest.mark.parametrize("exchange", ["contractor", "pass_on", "swap_five"])
def test_cards_that_partners_exchange_are_logged(tmp_path: Path, exchange: str) -> None:
    rules = {"double_nullo.exchange": exchange}
    variants = [{"rules": "minnesota", "set": rules}]
    study = small_study(**ONE_LINE_UP, variants=variants, play=[
        {"mode": "hands", "deals": 300}, {"mode": "forced", "deals": 100, "calls": ["DN"]},
    ])  # fmt: skip
    made = simulate(study, tmp_path / "run", workers=1)
    assert verify(made) == []
    with made.connect() as con:
        each = con.sql("SELECT count(*) / 100, count(DISTINCT (deal, seat)) / 100 FROM discards"
                       " WHERE cell = 1").fetchall()  # fmt: skip
    assert each == [{"contractor": (5, 1), "pass_on": (10, 2), "swap_five": (10, 2)}[exchange]]


def test_missing_file_is_named(run: Run) -> None:
    path = run.part_path("plays", HANDS, 1)
    path.unlink()
    assert verify(run) == [f"{path}: is missing"]


def test_changed_file_is_named(run: Run) -> None:
    path = run.part_path("games", GAMES, 0)
    path.write_bytes(path.read_bytes()[:-50])
    assert verify(run) == [f"{path}: is not what was written (its sha256 differs)"]


def test_file_that_is_no_parquet_is_named(run: Run) -> None:
    path = run.part_path("hands", HANDS, 0)
    path.write_bytes(b"not Parquet at all")
    edit_manifest(run, lambda entry: entry["sha256"].update(
        {"hands": store.file_digest(path)} if (entry["cell"], entry["part"]) == (HANDS, 0) else {}
    ))  # fmt: skip
    assert [line for line in verify(run) if line.startswith(f"{path}: cannot be read: ")]


def test_foreign_file_is_named(run: Run) -> None:
    path = run.path / "hands" / "cell=000" / "part-00099.parquet"
    shutil.copy(run.part_path("hands", HANDS, 0), path)
    assert verify(run) == [f"{path}: is not in the manifest"]


def test_other_columns_are_named(run: Run) -> None:
    path = rewrite(run, "hands", HANDS, lambda frame: frame.drop("voids"))
    assert f"{path}: has other columns or types than hands should have" in verify(run)


def test_row_count_of_the_manifest_is_checked(run: Run) -> None:
    def more(entry: dict[str, Any]) -> None:
        entry["rows"]["hands"] += 1 if (entry["cell"], entry["part"]) == (HANDS, 0) else 0

    edit_manifest(run, more)
    path = run.part_path("hands", HANDS, 0)
    assert verify(run) == [f"{path}: has 300 rows, the manifest says 301"]


def test_unfinished_run_says_how_to_go_on(run: Run) -> None:
    lines = (run.path / store.MANIFEST).read_text(encoding="utf-8").splitlines(keepends=True)
    (run.path / store.MANIFEST).write_text("".join(lines[:-2]), encoding="utf-8")
    edit_info(run, lambda info: info.update(command="fivehundred study my.toml --again"))
    problems = verify(run)
    assert (
        f"{run.path}: 2 of {len(lines)} parts are missing;"
        " `fivehundred study my.toml --resume` plays them" in problems
    )
    assert all("is not in the manifest" in line for line in problems[1:])


def test_part_with_deals_of_another_one_is_named(run: Run) -> None:
    edit_manifest(run, lambda entry: entry.update(first=entry["first"] + (entry["cell"] == FORCED)))
    assert any("part 0 of cell 2 begins at 1 and has 300 deals" in line for line in verify(run))


def test_part_that_is_not_in_the_study_is_named(run: Run) -> None:
    with (run.path / store.MANIFEST).open("a", encoding="utf-8") as file:
        file.write(json.dumps(run.manifest()[0] | {"part": 77}) + "\n")
    problems = verify(run)
    assert any("part 77 of cell 0 is not in the study" in line for line in problems)
    assert f"{run.part_path('hands', 0, 77)}: is missing" in problems


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "is not JSON"), ("[]", "is not the description of a run"), ("{}", "study is missing")],
)
def test_broken_description_is_named(run: Run, text: str, message: str) -> None:
    (run.path / store.RUN_FILE).write_text(text, encoding="utf-8")
    problems = verify(run)
    assert message in problems[0]
    assert problems[0].startswith(str(run.path / store.RUN_FILE))


def test_broken_manifest_is_named(run: Run) -> None:
    path = run.path / store.MANIFEST
    path.write_text("nonsense\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert verify(run) == [f"{path}, line 1: does not describe a part"]


@pytest.mark.parametrize("name", ["cells", "variants", "strategies"])
def test_missing_small_table_is_named(run: Run, name: str) -> None:
    path = run.path / f"{name}.parquet"
    path.unlink()
    problems = verify(run)
    assert len(problems) == 1
    assert problems[0].startswith(f"{path}: is missing")


def test_changed_rules_are_named(run: Run) -> None:
    edit_info(run, lambda info: info["rules"]["australian"]["rules"].update({"misere.value": 240}))
    problems = verify(run)
    assert len(problems) == 1
    assert "variant australian: its rules have the digest" in problems[0]


def test_changed_strategy_is_a_note_and_no_problem(run: Run) -> None:
    edit_info(run, lambda info: info["strategies"]["random_legal"].update(digest="0" * 16))
    notes: list[str] = []
    assert verify(run, notes.append) == []
    assert len(notes) == 1
    assert "not played again: random_legal changed since this run was played" in notes[0]


def test_odd_number_of_jokers_is_noticed(sound: Run) -> None:
    cell = run_cells(sound)[FORCED]
    n = 10_000
    mean = n * 10 / 43  # one joker among 43 cards, ten of them dealt to the contractor
    assert check_rows.frequency_faults(cell, n, round(mean)) == ""
    assert check_rows.frequency_faults(cell, n, round(mean) + 200) == ""
    assert "about 2326 would be right" in check_rows.frequency_faults(cell, n, round(mean) + 300)
