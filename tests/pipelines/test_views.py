"""The SQL views: documented, unique by their grain, and right on hands added up by hand."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest
from made_up_run import MadeUpRun, played_run, variant

from pipelines.store import SQL, view_needs

VIEWS = sorted(path.stem for path in SQL.glob("*.sql"))


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    run = played_run(deals=1200)
    for moved in (0, 1):
        cell = run.cell("games", line_up="duel", moved=moved, seat_1="novice", seat_3="novice")
        run.add_games(cell, game=range(5))
    return run.connect(tmp_path_factory.mktemp("run"))


def header(name: str) -> list[str]:
    """Return the lines of comment that a view starts with."""
    lines = (SQL / f"{name}.sql").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("--").strip() for line in lines if line.startswith("--")]


def grain(name: str) -> list[str]:
    """Return the columns that a view says are unique together."""
    line = next(line for line in header(name) if line.startswith("grain:"))
    return [column.strip() for column in line.removeprefix("grain:").split(",")]


@pytest.mark.parametrize("name", VIEWS)
def test_view_says_what_it_is_and_describes_every_column_in_order(
    con: duckdb.DuckDBPyConnection, name: str
) -> None:
    lines = header(name)
    assert lines[0].startswith(f"{name}: ")
    assert view_needs((SQL / f"{name}.sql").read_text(encoding="utf-8"))
    columns = [line for line in lines[1:] if not line.startswith(("grain:", "needs:"))]
    assert [line.split()[0] for line in columns] == con.sql(f"FROM {name}").columns
    assert all(len(line.split()) > 1 for line in columns)


@pytest.mark.parametrize("name", VIEWS)
def test_view_has_one_row_for_each_of_its_grain(con: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = pl.DataFrame(con.sql(f"FROM {name}"))
    assert rows.height > 0
    assert rows.n_unique(grain(name)) == rows.height


@pytest.mark.parametrize("name", VIEWS)
def test_view_of_an_empty_run_is_empty(tmp_path: Path, name: str) -> None:
    about_rules = view_needs((SQL / f"{name}.sql").read_text(encoding="utf-8")) == ["variants"]
    rows = MadeUpRun().connect(tmp_path).sql(f"FROM {name}").fetchall()
    assert bool(rows) == about_rules


@pytest.mark.parametrize("name", VIEWS)
def test_view_ends_in_a_final_select(name: str) -> None:
    text = (SQL / f"{name}.sql").read_text(encoding="utf-8")
    assert text.rstrip().endswith("SELECT * FROM final")
    assert len(text.splitlines()) <= 140


def test_shares_of_contracts_add_up_to_one(con: duckdb.DuckDBPyConnection) -> None:
    totals = con.sql(
        "SELECT sum(share) FROM bid_success GROUP BY variant, line_up, mode"
    ).fetchall()
    assert [total for (total,) in totals] == pytest.approx([1.0] * len(totals))


def test_hands_are_seen_from_the_right_side(tmp_path: Path) -> None:
    run = MadeUpRun()
    cell = run.cell("hands")
    run.add_hands(
        cell,
        deal=[0, 1, 2],
        dealer=[0, 1, 2],
        contract=["7H", "8S", "Pass"],
        contractor=[1, 0, -1],
        made=[True, False, False],
        points_0=[30, -240, 0],
        points_1=[200, 20, 0],
    )
    rows = run.connect(tmp_path).sql(
        "SELECT position, side, made, contractor_points, defender_points, first_net, team_nets[1]"
        " FROM hand_sides ORDER BY deal"
    )
    # deal 0: seat 0 deals, so seat 1 calls first, becomes contractor and its side makes 200
    # deal 1: seat 1 deals, seat 2 calls first; seat 0 is third to call and goes down
    assert rows.fetchall() == [
        (0, 1, 1, 200, 30, 170, -170),
        (2, 0, 0, -240, 20, -260, -260),
        (None, None, 0, None, None, 0, 0),
    ]


def test_contract_without_bidder_still_has_points(tmp_path: Path) -> None:
    run = MadeUpRun()
    run.add_hands(
        run.cell("hands"), deal=[0], contract=["Pass"], contractor=[-1], made=[False],
        points_0=[60], points_1=[40],
    )  # fmt: skip
    con = run.connect(tmp_path)
    assert con.sql("SELECT first_net, contractor_points FROM hand_sides").fetchall() == [
        (-20, None)
    ]


def test_ladder_follows_the_rules_of_each_variant(tmp_path: Path) -> None:
    run = MadeUpRun(
        variants=[
            variant("low", misere_above="7NT", open_misere_above="10D"),
            variant("high", misere_above="8S", open_misere_above="8S"),
        ]
    )
    con = run.connect(tmp_path)
    ladders = {
        name: [row[0] for row in con.sql(
            f"SELECT contract FROM ladder WHERE variant = '{name}'"
            " AND contract NOT IN ('HL', 'BN', 'DN', 'BM') ORDER BY rank").fetchall()]
        for name in ("low", "high")
    }  # fmt: skip
    assert ladders["low"][9:12] == ["7NT", "M", "8S"]
    assert ladders["low"][-3:] == ["OM", "10H", "10NT"]
    assert ladders["high"][10:14] == ["8S", "M", "OM", "8C"]


def test_games_of_one_number_and_deals_of_one_number_share_a_batch(
    con: duckdb.DuckDBPyConnection,
) -> None:
    split = con.sql(
        "SELECT game FROM hand_sides JOIN hands USING (cell, deal, hand_no) JOIN cells USING (cell)"
        " WHERE mode = 'games' GROUP BY game HAVING count(DISTINCT batch) > 1"
    ).fetchall()
    assert split == []
    split = con.sql(
        "SELECT deal FROM hand_sides JOIN cells USING (cell) WHERE mode <> 'games'"
        " GROUP BY deal HAVING count(DISTINCT batch) > 1"
    ).fetchall()
    assert split == []


def test_dealers_are_spread_over_batches(con: duckdb.DuckDBPyConnection) -> None:
    # a batch of one dealer only would make the edge of the first caller look uncertain
    alone = con.sql(
        "SELECT count(*) FROM (SELECT batch % 32 AS b, count(DISTINCT dealer) AS dealers"
        " FROM hand_sides JOIN hands USING (cell, deal, hand_no) GROUP BY ALL) WHERE dealers < 4"
    ).fetchall()
    assert alone == [(0,)]


def test_forced_misere_meets_the_auction_of_its_own_deal_and_line_up(tmp_path: Path) -> None:
    run = MadeUpRun(variants=[variant("first"), variant("second")])
    ordinary = run.cell("hands")
    run.add_hands(ordinary, deal=[0, 1, 2], contractor=[0, 1, 0], points_0=[200, 20, -200],
                  points_1=[10, -140, 30])  # fmt: skip
    mirrored = run.cell("hands", moved=1)
    run.add_hands(mirrored, deal=[0, 1, 2], points_0=[999, 999, 999])
    other = run.cell("hands", variant="second")
    run.add_hands(other, deal=[0, 1, 2], points_0=[777, 777, 777])
    forced = run.cell("forced", forced_call="M", forced_seat=0)
    run.add_hands(
        forced, deal=[0, 1, 3], contract=["M"] * 3, contractor=[1, 2, 0],
        made=[True, False, True], jokers=[0, 1, 0], side_aces=[0, 0, 1],
        points_0=[0, -250, 250], points_1=[250, 0, 0],
    )  # fmt: skip
    rows = run.connect(tmp_path).sql(
        "SELECT holding, sum(n), sum(n_made), sum(net_points), sum(n_paired), sum(paired_net),"
        " sum(auction_net) FROM misere_batches GROUP BY ALL ORDER BY holding"
    )
    # deal 0: side 1 against 200:10 is -190; deal 1: side 0 has 20 - -140 = 160; deal 3 has no match
    assert rows.fetchall() == [
        ("any hand", 3, 2, 250, 2, 0, -30),
        ("no joker", 2, 2, 500, 1, 250, -190),
        ("no joker, no ace", 1, 1, 250, 1, 250, -190),
    ]
