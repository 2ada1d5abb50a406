"""The command ``compare``: which strategy is better, by how much, how sure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines.cli_output import print_json, print_table

if TYPE_CHECKING:
    import polars as pl


def compare(
    players: Annotated[
        list[str],
        typer.Argument(help="two strategies or more, as `club`, `club(boldness=1)`, `my.py`"),
    ],
    game: Annotated[str, typer.Option("--rules", help="a preset or rule file")] = "australian",
    deals: Annotated[
        int, typer.Option(min=100, help="deals; each is played from every side")
    ] = 100_000,
    games: Annotated[int, typer.Option(min=0, help="whole games from either side")] = 5_000,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="stop as soon as it is clear who is better (of two)")
    ] = False,
    difference: Annotated[
        float, typer.Option(min=0.01, help="points a hand that matter, for --sprt")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="of the cards")] = 500,
    out: Annotated[Path | None, typer.Option("--out", help="folder of the run")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=1, help="processes; else one a core")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="throw away the run of that name first")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print as JSON")] = False,
) -> None:
    """Let strategies meet on the same deals from both sides, and say which is better.

    A comparison that was broken off, or is asked for with more deals, goes on where it stopped.
    """
    from pipelines import comparing
    from pipelines.measures import behaviour
    from pipelines.measures import comparison as measure
    from pipelines.progress import shown_progress
    from pipelines.report import write_report
    from pipelines.sequential import SequentialTest

    asked = comparing.Comparison(tuple(players), game, deals, games, seed)
    test = SequentialTest(difference) if sprt else None
    with shown_progress() as progress:
        run, verdict = comparing.compare(
            asked, out or asked.folder, test=test, workers=workers, again=again,
            progress=progress,
        )  # fmt: skip
    with run.connect() as con:
        frame, behaved = measure.estimate(con), behaviour.estimate(con)
    said = [] if test is None or verdict is None else [comparing.said_verdict(verdict, asked, test)]
    said += measure.finding(frame)
    seen = behaviour.finding(behaved)
    if as_json:
        answer: dict[str, Any] = {
            "run": str(run.path), "verdict": verdict, "findings": said, "estimates": frame.to_dicts(),
            "behaviour": {"findings": seen, "estimates": behaved.to_dicts()},
        }  # fmt: skip
        print_json(answer)
        return
    for sentence in said:
        typer.echo(sentence)
    typer.echo("")
    print_table(measure.table(_briefly(frame)).select("figure", "n", "value"), right=("n",))
    typer.echo("\nHow they behave, each at tables of its own:")
    for sentence in seen:
        typer.echo(sentence)
    typer.echo(f"\nreport: {write_report(run)}")


def _briefly(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows to print: every duel's points and games; of a single duel, all but seats."""
    from pipelines.measures.comparison_estimate import duels

    nets, games = duels(frame), duels(frame, "games")
    if nets.height != 1:
        return frame.filter(frame["figure"].str.starts_with("rating")).vstack(nets).vstack(games)
    same = (frame["line_up"] == nets["line_up"][0]) & (frame["mode"] == nets["mode"][0])
    return frame.filter(same & (frame["figure"] != "seat")).vstack(games)
