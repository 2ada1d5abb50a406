"""How the commands print: data as JSON, tables in columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl

    from strategies.api import Player


def print_json(data: Any) -> None:
    """Print data as JSON, dates and paths as text."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def print_table(table: pl.DataFrame, right: tuple[str, ...] = ()) -> None:
    """Print a table of texts in columns, those named ``right`` against their right edge."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, name in enumerate(table.columns):
        grid.add_column(name, justify="right" if name in right else "left", no_wrap=place == 0)
    for row in table.iter_rows():
        grid.add_row(*row)
    Console(width=max(110, Console().width), highlight=False, markup=False).print(grid)


def tell_slow(players: Sequence[Player], play: Callable[[int], int]) -> None:
    """Say on standard error which strategies cannot be compiled, and how fast ``play`` is."""
    from pipelines.slowness import notices

    for text in notices(players, play):
        typer.echo(f"fivehundred: {text}", err=True)
