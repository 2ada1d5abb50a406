"""The timing of views: which ones, over what hands. How fast they are is for the benchmark to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.bench_views import as_text, many_hands, summing_views, view_seconds
from pipelines.store import SQL


@pytest.fixture(scope="module")
def seconds() -> dict[str, float]:
    return view_seconds(6_000, played=2_000)


def test_every_view_that_adds_up_hands_or_games_is_timed(seconds: dict[str, float]) -> None:
    assert list(seconds) == summing_views()
    assert set(seconds) >= {"bid_success", "misere_success", "balance", "game_batches"}
    others = {path.stem for path in SQL.glob("*.sql")} - set(seconds)
    assert others == {
        "call_turns", "contract_hands", "duels", "game_courses", "hand_sides", "ladder", "seats",
        "table_sizes",
    }  # fmt: skip
    assert "  bid_success " in as_text(seconds, 6_000)


def test_repeated_hands_have_numbers_of_their_own(tmp_path: Path) -> None:
    run = many_hands(tmp_path / "run", 6_000, played=2_000)
    with run.connect() as con:
        n, distinct = con.sql(
            "SELECT count(*), count(DISTINCT (cell, deal, hand_no)) FROM hands"
        ).fetchall()[0]
        assert n == distinct >= 6_000
        lost = con.sql(
            "SELECT count(*) FROM hands FULL JOIN games USING (cell, game)"
            " WHERE (n_hands IS NULL OR deal IS NULL) AND game >= 0"
        ).fetchall()
        assert lost == [(0,)]
        assert con.sql("SELECT count(*) FROM misere_success WHERE n_paired > 0").fetchall() > [(0,)]
