"""The command ``sweep``: what goes up and down with a rule or a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli_output import print_json, print_table


def sweep(
    over: Annotated[
        list[str],
        typer.Argument(
            help="one key or two with values: `misere.value=210,250`, `boldness=0:1:0.25`"
        ),
    ],
    player: Annotated[
        str, typer.Option("--player", help="whose parameter it is; else who plays")
    ] = "club",
    against: Annotated[
        str, typer.Option("--against", help="whom he meets; else himself, unchanged")
    ] = "",
    game: Annotated[str, typer.Option("--rules", help="a preset or rule file")] = "australian",
    deals: Annotated[int, typer.Option(min=100, help="deals at each point")] = 50_000,
    games: Annotated[int, typer.Option(min=0, help="whole games at each point")] = 2_000,
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
    """Turn one or two rules or parameters through their values, and say what that moves.

    A key with a dot is a rule, any other a parameter of the player. Values are a list, `210,250`, or
    a range from:to:step. A sweep that was broken off goes on where it stopped.
    """
    from pipelines.measures import sweep as measure
    from pipelines.progress import shown_progress
    from pipelines.report import write_report
    from pipelines.simulate import simulate
    from pipelines.sweeping import Sweep

    asked = Sweep(tuple(over), player, against, game, deals, games, seed)
    with shown_progress() as progress:
        run = simulate(
            asked.study(), out or asked.folder, workers=workers, resume=not again, again=again,
            progress=progress,
        )  # fmt: skip
    with run.connect() as con:
        frame = measure.estimate(con)
    if as_json:
        print_json(
            {
                "run": str(run.path),
                "findings": measure.finding(frame),
                "estimates": frame.to_dicts(),
            }
        )
        return
    for sentence in measure.finding(frame):
        typer.echo(sentence)
    typer.echo("")
    print_table(measure.by_point(frame))
    typer.echo(f"\nreport: {write_report(run)}")
