"""The commands about strategies: list them, begin one, check one, watch a hand of them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli_output import print_json, tell_slow

strategies = typer.Typer(help="List the strategies there are; begin one; check one.")


@strategies.callback(invoke_without_command=True)
def list_strategies(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="print as JSON")] = False,
) -> None:
    """List the strategies that come with the project, with their parameters."""
    if context.invoked_subcommand is not None:
        return
    from strategies.api import load_strategy, strategy_names

    found = [load_strategy(name) for name in strategy_names()]
    if as_json:
        data = [{"name": s.name, "summary": s.summary, "parameters": s.parameters} for s in found]
        print_json(data)
        return
    for each in found:
        typer.echo(f"{each.name:14} {each.summary}")
        for key, value in each.parameters.items():
            typer.echo(f"{'':14}   {key} = {value:g}")


@strategies.command()
def new(
    file: Annotated[Path, typer.Argument(help="the file to write, ending in .py")],
) -> None:
    """Write a strategy that already plays, with comments, to begin from."""
    import strategies as package
    from strategies.api import StrategyError

    if file.suffix != ".py":
        raise StrategyError(f"{file}: the file of a strategy ends in .py")
    if file.exists():
        raise StrategyError(f"{file}: there is such a file already; it is left as it is")
    starter = Path(str(package.__file__)).parent / "starter" / "my_strategy.py"
    shutil.copyfile(starter, file)
    typer.echo(f"{file} is written. It plays already: try")
    typer.echo(f"  fivehundred play {file} club")
    typer.echo(f"  fivehundred strategies check {file}")


@strategies.command()
def view(
    as_json: Annotated[bool, typer.Option("--json", help="print as JSON")] = False,
) -> None:
    """List every field of a view: what a strategy may know when it is asked."""
    from sim.view_fields import VALUES, view_fields

    fields = view_fields()
    if as_json:
        data = [{"field": f.name, "shape": list(f.shape), "value": f.value, "meaning": f.meaning,
                 "part": f.group} for f in fields]  # fmt: skip
        print_json({"fields": data, "values": VALUES})
        return
    group = ""
    for each in fields:
        if each.group != group:
            group = each.group
            typer.echo(f"\n{group}")
        typer.echo(f"  {each.label:18} {each.value:14} {each.meaning}")
    typer.echo("\nvalues")
    for name, meaning in VALUES.items():
        typer.echo(f"  {name:18} {meaning}")


@strategies.command()
def check(
    strategy: Annotated[str, typer.Argument(help="a .py file, or a name")],
    seconds: Annotated[float, typer.Option(min=1, help="what one step may take")] = 30.0,
) -> None:
    """Check that a strategy plays by the rules of every game, compiled as uncompiled."""
    from strategies.checking import check_strategy

    for passed in check_strategy(strategy, seconds=seconds):
        typer.echo(f"ok   {passed}")
    typer.echo(f"{strategy} keeps to the contract.")


def play(
    players: Annotated[
        list[str], typer.Argument(help="strategies: one for all, one a side, or one a seat")
    ],
    game: Annotated[str, typer.Option("--rules", help="a preset or rule file")] = "australian",
    deal: Annotated[int, typer.Option("--deal", min=0, help="number of the deal")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="of the cards")] = 500,
) -> None:
    """Play one hand and tell it: the deal, the auction, every trick."""
    from pipelines.watchdog import watched
    from sim.engine import play_hands
    from sim.rules import load_rules
    from sim.rules_record import teams
    from sim.story import story
    from strategies.api import StrategyError, parse_player

    rules = load_rules(game)
    seats = rules.table.players
    sides = teams(rules)
    found = [parse_player(text) for text in players]
    if len(found) == seats:
        line_up = found
    elif len(found) in (1, max(sides) + 1):
        line_up = [found[side % len(found)] for side in sides]
    else:
        raise StrategyError(
            f"{len(found)} strategies: {rules.title} has {seats} seats and {max(sides) + 1} sides;"
            " give one for all, one a side, or one a seat"
        )
    names = [player.name for player in line_up]
    with watched(line_up):
        batch = play_hands(rules, line_up, seed=seed, first=deal, count=1, trace=True)
    tell_slow(line_up, lambda n: len(play_hands(rules, line_up, seed=seed, first=0, count=n).hands))
    typer.echo(story(rules, batch.traces[0], names))
