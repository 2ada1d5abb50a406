"""A big run cut into many small ones, each under a name of its own, so that one query asks them all.

Deals are dealt independently of each other, so that a stretch of them is what a run of so many deals
would have been: the same hands, in batches by the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pipelines.store import Run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MARK = "#"  # between the name of a variant and the number of the piece


@contextmanager
def cut(run: Run, deals: int, games: int, pieces: int) -> Iterator[DuckDBPyConnection]:
    """Open the first pieces of a run, of so many deals and games each; each piece is a variant."""
    piece = f"(CASE WHEN mode = 'games' THEN game // {games} ELSE deal // {deals} END)"
    named = f"cell + 1000 * piece AS cell, variant || '{MARK}' || piece AS variant"
    with run.connect() as con:
        con.execute(f"""
            CREATE TABLE cut_hands AS
            SELECT hands.* REPLACE (cell + 1000 * {piece} AS cell) FROM hands JOIN cells USING (cell)
            WHERE {piece} < {pieces};
            CREATE TABLE cut_games AS
            SELECT * REPLACE (cell + 1000 * (game // {games}) AS cell) FROM games
            WHERE game // {games} < {pieces};
            CREATE TABLE numbers AS SELECT range AS piece FROM range({pieces});
            CREATE TABLE cut_cells AS SELECT * EXCLUDE (piece) REPLACE ({named}) FROM cells, numbers;
            CREATE TABLE cut_variants AS
            SELECT * EXCLUDE (piece) REPLACE (variant || '{MARK}' || piece AS variant)
            FROM variants, numbers;
        """)
        for table in ("hands", "games", "cells", "variants"):
            con.execute(f"CREATE OR REPLACE VIEW {table} AS FROM cut_{table}")
        yield con
