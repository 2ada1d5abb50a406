"""Behaviour: views and figures find what made-up hands were made from, and played ones do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from made_up_run import MadeUpRun, variant

from pipelines.comparing import Comparison, compare
from pipelines.measures import behaviour, comparison
from pipelines.measures.comparison_estimate import TABLE, duels
from pipelines.simulate import simulate
from pipelines.study import make_study

BOLD, SHY = "club", "novice"


def sums(run: MadeUpRun, folder: Path, view: str) -> dict[str, int]:
    """Return the columns of a view added up."""
    frame = pl.DataFrame(run.connect(folder).sql(f"FROM {view}"))
    return {name: frame[name].sum() for name in frame.columns if frame[name].dtype.is_numeric()}


def called(calls: list[tuple[int, str]], **rules: Any) -> MadeUpRun:
    """Return a run of one hand with this auction; seats 0 and 2 are partners."""
    run = MadeUpRun(variants=[variant("australian", **rules)])
    cell = run.cell("hands")
    run.add_hands(cell, deal=[0])
    run.add_log("calls", cell, deal=[0] * len(calls), n=range(len(calls)),
                seat=[seat for seat, _ in calls], call=[call for _, call in calls])  # fmt: skip
    return run


def test_calls_are_told_apart(tmp_path: Path) -> None:
    auction = [(1, "Pass"), (2, "7C"), (3, "7NT"), (0, "8C"), (2, "9H"), (3, "OM"), (0, "Pass")]
    found = sums(called(auction), tmp_path, "call_batches")
    assert found["n"] == 4
    assert (found["n_pass"], found["n_seven"], found["n_eight"]) == (1, 2, 1)
    assert (found["n_free"], found["n_open"], found["n_open_high"]) == (2, 1, 1)
    assert (found["n_open_C"], found["n_open_tricks"]) == (1, 1)
    # after partner's bid: 0 raises ♣, 2 bids ♥ over 8♣, 0 passes; 3 was never partner's
    assert (found["n_partner"], found["n_raise"]) == (3, 1)
    assert (found["n_against"], found["n_overcall"]) == (1, 1)
    # 7♣ could have been 6♣ and 9♥ 8♥; 7NT and 8♣ were the lowest
    assert (found["n_tricks"], found["n_jump"]) == (4, 2)
    assert found["n_misere"] == 1


@pytest.mark.parametrize(
    ("rules", "auction", "jumps"),
    [
        ({"auction_lowest_bid": 7}, [(1, "7C")], 0),
        ({}, [(1, "iH"), (2, "7C")], 0),
        ({}, [(1, "iH"), (2, "7NT")], 1),  # 6NT was there
        ({"misere_above": "8S"}, [(1, "M"), (2, "8C")], 0),
        ({"misere_above": "8S"}, [(1, "M"), (2, "9S")], 0),  # 8♠ is below misère
        ({"misere_above": "7NT"}, [(1, "M"), (2, "9S")], 1),
    ],
)
def test_jump_is_more_than_the_lowest_bid_of_its_suit(
    tmp_path: Path, rules: dict[str, Any], auction: list[tuple[int, str]], jumps: int
) -> None:
    assert sums(called(auction, **rules), tmp_path, "call_batches")["n_jump"] == jumps


def test_jokers_and_leads_are_counted_by_role(tmp_path: Path) -> None:
    run = MadeUpRun()
    cell = run.cell("hands")
    run.add_hands(cell, deal=[0, 1, 2, 3], contractor=[0, 0, 0, 0],
                  contract=["7H", "7H", "7NT", "M"])  # fmt: skip
    run.add_log(
        "plays", cell, deal=[0, 0, 1, 1, 2, 3], trick=[1, 4, 1, 1, 1, 1],
        position=[0, 2, 0, 1, 0, 0], seat=[0, 1, 0, 2, 0, 0],
        card=["JD", "RJ", "AS", "RJ", "AH", "RJ"], won=[True, True, False, True, True, True],
    )  # fmt: skip
    con = run.connect(tmp_path)
    rows = con.sql(
        "SELECT role, sum(n_jokers), sum(joker_tricks), sum(n_joker_first), sum(n_leads),"
        " sum(n_trump_leads) FROM play_batches GROUP BY role ORDER BY role"
    ).fetchall()
    # the left bower is a trump; nothing is said of misères
    assert rows == [("contractor", 0, 0, 0, 2, 1), ("defender", 1, 4, 0, 0, 0),
                    ("partner", 1, 1, 1, 0, 0)]  # fmt: skip


def test_discards_are_told_by_what_is_kept(tmp_path: Path) -> None:
    run = MadeUpRun()
    cell = run.cell("hands")
    run.add_hands(cell, deal=[0, 1], contractor=[0, 2], contract=["7H", "M"])
    run.add_log(
        "discards", cell, deal=[0, 0, 0, 1, 1, 1], n=[0, 1, 2] * 2, seat=[0, 0, 0, 2, 2, 2],
        card=["5S", "4D", "6C", "AD", "RJ", "5C"],
        from_kitty=[True, False, False, False, True, True],
    )  # fmt: skip
    kept = ["AH", "KH", "QH", "TH", "9H", "JD", "RJ", "JH", "AC", "KC"]
    run.add_log("plays", cell, deal=[0] * 10, trick=range(1, 11), position=[0] * 10, seat=[0] * 10,
                card=kept, won=[True] * 10)  # fmt: skip
    rows = run.connect(tmp_path).sql(
        "SELECT kind, n, n_kept, n_kitty, n_aces, n_jokers, n_told, n_voids FROM discard_batches"
        " ORDER BY kind"
    )
    # in hearts the jack of diamonds is a trump: spades and diamonds are void, clubs are not
    assert rows.fetchall() == [("misere", 1, 1, 3, 1, 1, 0, 0), ("tricks", 1, 2, 3, 0, 0, 1, 2)]


def test_missed_and_overbid_contracts(tmp_path: Path) -> None:
    run = MadeUpRun()
    ordinary = run.cell("hands")
    run.add_hands(
        ordinary, deal=[0, 1, 2, 3, 4], contract=["Pass", "6S", "8H", "7H", "Pass"],
        contractor=[-1, 2, 1, 0, -1], made=[False, True, False, True, False],
        points_0=[0, 10, 10, 140, 0], points_1=[0, 40, -300, 30, 0],
    )  # fmt: skip
    for call, made, worth in (("7S", [1, 1, 1, 1, 0], 140), ("8S", [1, 0, 0, 0, 0], 240)):
        forced = run.cell("forced", forced_call=call, forced_seat=0)
        side = np.array([1, 0, 1, 0, 1])
        own = np.where(made, worth, -worth)
        run.add_hands(
            forced, deal=range(5), contract=[call] * 5, contractor=[1, 2, 3, 0, 1],
            made=np.array(made) == 1, points_0=np.where(side == 0, own, 0),
            points_1=np.where(side == 1, own, 0),
        )  # fmt: skip
    found = sums(run, tmp_path, "missed_batches")
    # 0: passed out, 8♠ was there. 1: had its own contract. 2: partner's was set, not the seat's own.
    # 3: made. 4: nothing was there.
    assert {name: found[name] for name in found if name != "batch"} == {
        "n": 5, "n_own": 2, "n_set": 0, "n_set_better": 0, "n_missed": 1, "missed_points": 240,
    }  # fmt: skip


def shares_run(shares: dict[str, float], deals: int = 3000) -> MadeUpRun:
    """Return tables of one strategy each that open at seven with a given share of hands."""
    rng = np.random.default_rng(5)
    run = MadeUpRun()
    for name, share in shares.items():
        cell = run.cell(
            "hands", line_up=f"{TABLE}{name}", **{f"seat_{seat}": name for seat in range(4)}
        )
        run.add_hands(cell, deal=range(deals))
        call = np.where(rng.random(deals) < share, "7H", "6H")
        run.add_log("calls", cell, deal=range(deals), n=[0] * deals, seat=[1] * deals, call=call)
    return run


def test_findings_name_the_difference_that_was_made(tmp_path: Path) -> None:
    frame = behaviour.estimate(shares_run({BOLD: 0.4, SHY: 0.6}).connect(tmp_path))
    rows = frame.filter(pl.col("figure") == "open_high")
    for row, share in zip(rows.iter_rows(named=True), (0.4, 0.6), strict=True):
        assert row["low"] < share < row["high"]
        assert row["n"] == 3000
    told = behaviour.finding(frame)
    # two ways to say it: seven where six would have been enough
    assert len(told) == 2
    assert any("at its first turn with" in line or "opens at seven" in line for line in told)
    assert any(line.startswith("club bids more tricks than it needs to with") for line in told)
    assert all(", novice with" in line for line in told)


def test_equal_strategies_are_not_told_apart(tmp_path: Path) -> None:
    frame = behaviour.estimate(shares_run({BOLD: 0.5, SHY: 0.5}).connect(tmp_path))
    assert behaviour.finding(frame) == [
        "club and novice are not seen to behave differently in these hands."
    ]


def test_one_strategy_is_told_by_itself_if_it_was_logged(tmp_path: Path) -> None:
    run = shares_run({BOLD: 0.5})
    told = behaviour.finding(behaviour.estimate(run.connect(tmp_path)))
    assert told[0].startswith("club opens at seven or more with ")
    run.logs["calls"].clear()
    (tmp_path / "bare").mkdir()
    assert behaviour.estimate(run.connect(tmp_path / "bare")).is_empty()


def test_comparison_watches_each_strategy_at_tables_of_its_own(tmp_path: Path) -> None:
    asked = Comparison(("random_legal", "random_legal(pass_rate=0.9)"), deals=1000, games=5)
    run, _ = compare(asked, tmp_path / "run", workers=1)
    with run.connect() as con:
        results, frame = comparison.estimate(con), behaviour.estimate(con)
    assert not results["line_up"].str.starts_with(TABLE).any()
    assert duels(results).height == 1
    told = behaviour.shown(frame)
    assert set(told["line_up"]) == {f"{TABLE}{name}" for name in asked.players}
    assert {"first_pass", "missed", "joker_trick", "kept", "made"} <= set(told["figure"])
    passes = told.filter(pl.col("figure") == "first_pass")["value"].to_list()
    assert passes[1] == pytest.approx(0.9, abs=0.1)
    assert any("random_legal(pass_rate=0.9)" in line for line in behaviour.finding(frame))


def test_games_without_trumps_or_misere_are_watched_too(tmp_path: Path) -> None:
    for rules in ("solo-3", "five-handed", "minnesota"):
        study = make_study(
            {"title": "T", "logs": ["calls", "plays", "discards"], "variants": [{"rules": rules}],
             "line_ups": [{"teams": ["random_legal"]}],
             "play": [{"mode": "games", "games": 8}]}, "t.toml")  # fmt: skip
        with simulate(study, tmp_path / rules, workers=1).connect() as con:
            frame = behaviour.estimate(con)
        assert behaviour.finding(frame)
        assert behaviour.table(frame).height == frame.height
        assert behaviour.chart(frame).axes
