"""Runs made up from known chances, as a connection with all views: what the measures must find."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl

from pipelines.schema import SETTINGS, TABLES, TRACED, polars_schema
from pipelines.store import create_views
from sim.rules import load_rules

ENDINGS = ("unfinished", "contract", "points", "back door")


def variant(name: str, **rules: Any) -> dict[str, Any]:
    """Return a row of the table of variants."""
    known = {key.replace(".", "_"): value for key, value in load_rules("australian").flat().items()}
    assert set(rules) <= set(known)
    return {"variant": name, "title": name.title(), "digest": "0" * 12} | known | rules


@dataclass
class MadeUpRun:
    """Tables that fill up cell by cell."""

    variants: list[dict[str, Any]] = field(default_factory=lambda: [variant("first")])
    cells: list[dict[str, Any]] = field(default_factory=list)
    hands: list[pl.DataFrame] = field(default_factory=list)
    games: list[pl.DataFrame] = field(default_factory=list)
    settings: list[dict[str, Any]] = field(default_factory=list)
    logs: dict[str, list[pl.DataFrame]] = field(
        default_factory=lambda: {table: [] for table in TRACED}
    )

    def cell(self, mode: str, **columns: Any) -> int:
        """Add a cell and return its number."""
        number = len(self.cells)
        row = {
            "cell": number,
            "variant": self.variants[0]["variant"],
            "line_up": "club",
            "mode": mode,
            "forced_call": None,
            "forced_seat": None,
            "moved": 0,
        }
        row |= {f"seat_{seat}": "club" if seat < 4 else "" for seat in range(6)}
        self.cells.append(row | columns)
        return number

    def add_hands(self, cell: int, **columns: Any) -> None:
        """Add hands to a cell; a column left out has its commonest value."""
        n = len(columns["deal"])
        deal = np.asarray(columns["deal"])
        table: dict[str, Any] = {
            "cell": np.full(n, cell),
            "deal": deal,
            "game": np.zeros(n, int),
            "hand_no": np.zeros(n, int),
            "dealer": deal % 4,
            "n_calls": np.full(n, 5),
            "partner": np.full(n, -1),
            "slam_called": np.zeros(n, int),
            "redealt": np.zeros(n, int),
            "contract": np.full(n, "7H"),
            "contractor": np.zeros(n, int),
            "tricks": np.full(n, 7),
            "made": np.ones(n, bool),
        }
        for name in ("trumps", "jokers", "bowers", "side_aces", "voids"):
            table[name] = np.zeros(n, int)
        for seat in range(6):
            table[f"points_{seat}"] = np.zeros(n, int)
        for seat in range(6):
            table[f"score_{seat}"] = np.zeros(n, int)
        assert set(columns) <= set(table)
        types = {"contract": pl.String, "made": pl.Boolean}
        frame = pl.DataFrame(table | columns)
        self.hands.append(frame.cast({c: types.get(c, pl.Int64) for c in frame.columns}))

    def add_games(self, cell: int, **columns: Any) -> None:
        """Add games to a cell."""
        n = len(columns["game"])
        table: dict[str, Any] = {
            "cell": np.full(n, cell),
            "game": np.zeros(n, int),
            "first_dealer": np.asarray(columns["game"]) % 4,
            "n_hands": np.full(n, 10),
            "n_passed_out": np.zeros(n, int),
            "winner": np.zeros(n, int),
            "ended_by": np.full(n, "contract"),
        }
        for seat in range(6):
            table[f"score_{seat}"] = np.zeros(n, int)
        frame = pl.DataFrame(table | columns)
        self.games.append(
            frame.cast({c: pl.String if c == "ended_by" else pl.Int64 for c in frame.columns})
        )

    def add_log(self, table: str, cell: int, **columns: Any) -> None:
        """Add rows to the log of calls, plays or discards of a cell."""
        n = len(columns["deal"])
        frame = pl.DataFrame({"cell": np.full(n, cell), "named": np.full(n, None)} | columns)
        self.logs[table].append(frame.select(_log_columns(table)))

    def connect(self, folder: Path) -> duckdb.DuckDBPyConnection:
        """Return a connection to these tables, with every view."""
        con = duckdb.connect()
        hands, games = self.hands, self.games
        if not hands:
            empty = MadeUpRun()
            empty.add_hands(0, deal=np.zeros(0, int))
            hands = empty.hands
        if not games:
            empty = MadeUpRun()
            empty.add_games(0, game=np.zeros(0, int))
            games = empty.games
        cells = pl.DataFrame(
            self.cells or [MadeUpRun().cells_row()],
            schema_overrides={"forced_call": pl.String, "forced_seat": pl.Int64},
        )
        for name, frame in {
            "hands": pl.concat(hands),
            "games": pl.concat(games),
            **{
                table: pl.concat(frames)
                if frames
                else pl.DataFrame(schema=polars_schema(TABLES[table]))
                for table, frames in self.logs.items()
            },
            "cells": cells if self.cells else cells.head(0),
            "variants": pl.DataFrame(self.variants),
            "settings": pl.DataFrame(self.settings, schema=polars_schema(SETTINGS)),
            "strategies": pl.DataFrame(
                {
                    "strategy": ["club", "novice"],
                    "name": ["club", "novice"],
                    "summary": ["Plays well.", "Plays as taught."],
                    "parameters": ['{"boldness": 0.0}', "{}"],
                    "digest": ["1" * 12, "2" * 12],
                }
            ),
        }.items():
            frame.write_parquet(folder / f"{name}.parquet")
            con.execute(f"CREATE TABLE {name} AS FROM '{folder / name}.parquet'")
        create_views(con)
        return con

    def cells_row(self) -> dict[str, Any]:
        """Return the row of an ordinary cell."""
        self.cell("hands")
        return self.cells[0]


def played_run(seed: int = 500, deals: int = 4000) -> MadeUpRun:
    """Return a run with every kind of cell: two variants, mirrored hands, games, forced contracts."""
    rng = np.random.default_rng(seed)
    run = MadeUpRun(
        variants=[variant("australian"), variant("american", misere_above="8S", misere_value=210)]
    )
    for name, worth in (("australian", 250), ("american", 210)):
        for moved in (0, 1):
            seats = ("novice", "club") if moved else ("club", "novice")
            names = {f"seat_{seat}": seats[seat % 2] for seat in range(4)}
            cell = run.cell("hands", variant=name, line_up="club-novice", moved=moved, **names)
            hands = _hands(rng, np.arange(deals), worth)
            run.add_hands(cell, **hands)
            _add_logs(rng, run, cell, pl.DataFrame(hands).head(400))
        games = np.repeat(np.arange(deals // 20), 12)
        hand_no = np.tile(np.arange(12), deals // 20)
        cell = run.cell("games", variant=name)
        hands = _hands(rng, games * 256 + hand_no, worth)
        run.add_hands(cell, **hands | {"game": games, "hand_no": hand_no})
        n = deals // 20
        run.add_games(
            cell, game=np.arange(n), n_hands=rng.poisson(12, n) + 1, winner=rng.integers(0, 2, n),
            ended_by=rng.choice(ENDINGS[1:], n, p=[0.8, 0.05, 0.15]),
        )  # fmt: skip
        for kind, value in (("M", worth), ("OM", 500), ("8H", 300)):
            cell = run.cell("forced", variant=name, forced_call=kind, forced_seat=0,
                            line_up="club-novice", seat_1="novice", seat_3="novice")  # fmt: skip
            run.add_hands(cell, **_forced(rng, np.arange(deals), kind, value))
    run.settings += [
        {"cell": cell["cell"], "sweep": "australian, club", "axis": 0, "key": "misere.value"}
        | {"value": str(worth), "number": float(worth)}
        for cell in run.cells
        for worth in ({"australian": 250, "american": 210}[cell["variant"]],)
    ]
    return run


def _log_columns(table: str) -> list[pl.Expr]:
    return [pl.col(column.name).cast(column.dtype) for column in TABLES[table]]


def _add_logs(rng: np.random.Generator, run: MadeUpRun, cell: int, hands: pl.DataFrame) -> None:
    """Add four calls a deal, a lead and a joker, and three cards put away."""
    deal, n = hands["deal"].to_numpy(), hands.height
    calls = rng.choice(["Pass", "6S", "7H", "8NT", "M"], (n, 4), p=[0.5, 0.2, 0.2, 0.05, 0.05])
    seats = (deal[:, None] + 1 + np.arange(4)) % 4
    run.add_log("calls", cell, deal=np.repeat(deal, 4), n=np.tile(np.arange(4), n),
                seat=seats.ravel(), call=calls.ravel())  # fmt: skip
    bid = hands.filter(pl.col("contractor") >= 0)
    deal, seat, n = bid["deal"].to_numpy(), bid["contractor"].to_numpy(), bid.height
    for trick, card in ((np.ones(n, int), rng.choice(["AH", "JS", "4D"], n)),
                        (rng.integers(2, 11, n), np.full(n, "RJ"))):  # fmt: skip
        run.add_log("plays", cell, deal=deal, trick=trick, position=np.zeros(n, int), seat=seat,
                    card=card, won=rng.random(n) < 0.5)  # fmt: skip
    for place, card in enumerate(("5S", "6C", "AD")):
        run.add_log("discards", cell, deal=deal, n=np.full(n, place), seat=seat,
                    card=np.full(n, card), from_kitty=rng.random(n) < 0.4)  # fmt: skip


def _hands(rng: np.random.Generator, deal: np.ndarray, misere_value: int) -> dict[str, Any]:
    n = len(deal)
    bids = ["Pass", "6S", "6NT", "7S", "7H", "7NT", "8C", "8D", "8H", "M", "9H", "OM"]
    chances = [0.04, 0.05, 0.05, 0.12, 0.22, 0.1, 0.14, 0.1, 0.1, 0.05, 0.02, 0.01]
    contract = rng.choice(bids, n, p=chances)
    contractor = np.where(contract == "Pass", -1, rng.integers(0, 4, n))
    made = (rng.random(n) < 0.65) & (contract != "Pass")
    misere = np.isin(contract, ["M", "OM"])
    value = np.where(contract == "M", misere_value, np.where(contract == "OM", 500, 200))
    own = np.where(made, value, -value) * (contract != "Pass")
    others = rng.integers(0, 4, n) * 10 * (contract != "Pass") * ~misere
    side = contractor % 2
    return {
        "deal": deal, "contract": contract, "contractor": contractor, "made": made,
        "jokers": rng.integers(0, 2, n), "side_aces": rng.integers(0, 3, n),
        "trumps": rng.integers(3, 7, n), "tricks": np.where(made, 8, 6),
        "score_0": rng.integers(-30, 30, n) * 10, "score_1": rng.integers(-30, 30, n) * 10,
        "points_0": np.where(side == 0, own, others), "points_1": np.where(side == 1, own, others),
    }  # fmt: skip


def _forced(rng: np.random.Generator, deal: np.ndarray, kind: str, value: int) -> dict[str, Any]:
    n = len(deal)
    contractor = (deal + 1) % 4
    jokers, aces = rng.integers(0, 2, n), rng.integers(0, 3, n)
    bowers, trumps = rng.integers(0, 3, n), rng.integers(3, 8, n)
    chance = np.where(jokers > 0, 0.02, np.where(aces > 0, 0.1, 0.4)) / (2 if kind == "OM" else 1)
    if kind == "8H":
        chance = 0.1 * trumps + 0.1 * (jokers + bowers) - 0.2
    made = rng.random(n) < chance
    own = np.where(made, value, -value)
    return {
        "deal": deal, "contract": np.full(n, kind), "contractor": contractor, "made": made,
        "jokers": jokers, "side_aces": aces, "bowers": bowers, "trumps": trumps,
        "points_0": np.where(contractor % 2 == 0, own, 0),
        "points_1": np.where(contractor % 2 == 1, own, 0),
    }  # fmt: skip
