"""The command ``fivehundred``: every command of the shell, and one clear line for every mistake.

Heavy modules are imported by the command that needs them, so that help comes at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines import cli_compare, cli_hand, cli_strategies, cli_sweep
from pipelines.cli_output import print_json

if TYPE_CHECKING:
    from pipelines.store import Run

app = typer.Typer(
    help="A laboratory for the card game Five Hundred: play studies, ask them, report.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(cli_strategies.strategies, name="strategies")
app.command()(cli_strategies.play)
app.command()(cli_compare.compare)
app.command()(cli_sweep.sweep)
app.command()(cli_hand.hand)

StudyArgument = Annotated[str, typer.Argument(help="study file (.toml), or the name of a study")]
RunArgument = Annotated[str, typer.Argument(help="folder of a run, or its name in data/runs")]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="folder of the run; else data/runs/ and the study's name"),
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, help="processes; else one a core")
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="go on with a run that was broken off")
]
AgainOption = Annotated[bool, typer.Option("--again", help="throw away the run of that name first")]
JsonOption = Annotated[bool, typer.Option("--json", help="print as JSON")]


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"fivehundred {version('fivehundred')}")
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """A laboratory for the card game Five Hundred: play studies, ask them, report."""


@app.command()
def study(
    file: StudyArgument,
    out: OutOption = None,
    workers: WorkersOption = None,
    resume: ResumeOption = False,
    again: AgainOption = False,
) -> None:
    """Play a study and write its report."""
    run = _simulate(file, out, workers, resume, again)
    _report(run)


@app.command()
def simulate(
    file: StudyArgument,
    out: OutOption = None,
    workers: WorkersOption = None,
    resume: ResumeOption = False,
    again: AgainOption = False,
) -> None:
    """Play a study; its tables are in the run's folder."""
    run = _simulate(file, out, workers, resume, again)
    typer.echo(str(run.path))


@app.command()
def report(run: RunArgument, as_json: JsonOption = False) -> None:
    """Write the report of a run, or print its figures as JSON."""
    from pipelines.store import open_run

    found = open_run(run)
    if not as_json:
        _report(found)
        return
    from pipelines import measures

    with found.connect() as con:
        tables = {name: measures.load(name).estimate(con).to_dicts() for name in measures.NAMES}
    print_json(tables)


@app.command()
def rules(
    names: Annotated[
        list[str] | None, typer.Argument(help="a preset or rule file; two show how they differ")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the presets, show one game in a player's words, or how two differ."""
    from sim.rules import load_rules, preset_names

    games = [load_rules(name) for name in (names or preset_names())]
    if names and len(names) > 2:
        raise typer.BadParameter("give one or two games")
    if names and len(names) == 2:
        _differences(names, games, as_json)
    elif as_json:
        found = [{"title": game.title, "digest": game.digest(), **game.flat()} for game in games]
        print_json(found[0] if names else dict(zip(preset_names(), found, strict=True)))
    elif names:
        head = filter(None, (games[0].title, games[0].description))
        typer.echo("\n".join([*head, "", *games[0].describe()]))
    else:
        listed = zip(preset_names(), games, strict=True)
        for name, game in sorted(listed, key=lambda pair: pair[1].table.players):
            typer.echo(f"{name:22} {game.description}")


def _differences(names: list[str], games: list[Any], as_json: bool) -> None:
    first, second = (game.flat() for game in games)
    rows = [(key, first[key], second[key]) for key in first if first[key] != second[key]]
    if as_json:
        print_json({key: {names[0]: a, names[1]: b} for key, a, b in rows})
    elif not rows:
        typer.echo("the same rules")
    else:
        typer.echo(f"{'':28} {names[0]:22} {names[1]}")
        for key, a, b in rows:
            typer.echo(f"{key:28} {_shown(a):22} {_shown(b)}")


def _shown(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


@app.command()
def show(
    run: RunArgument,
    hand: Annotated[int, typer.Argument(min=0, help="number of the deal")],
    cell: Annotated[int, typer.Option("--cell", min=0, help="which cell of the run")] = 0,
    pbn: Annotated[
        bool, typer.Option("--pbn", help="as a game record that `replay` checks")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a hand of a run as a story: the deal, the auction, the kitty, the tricks, the score."""
    from pipelines.rerun import changed_strategies, run_cells, trace_of
    from pipelines.store import RunError, open_run
    from sim.notation_write import write_record
    from sim.replay import trace_to_record
    from sim.story import story

    found = open_run(run)
    cells = run_cells(found)
    if cell >= len(cells):
        raise RunError(f"{found.path}: has no cell {cell}, it has cells 0 to {len(cells) - 1}")
    players = cells[cell].players
    for text in set(changed_strategies(found)) & set(players):
        _warn(f"{text} has changed since this run was played; the hand may go another way now")
    trace = trace_of(found, cells[cell], hand)
    if as_json:
        row = {
            "cell": cell,
            "players": players,
            **{n: trace[n].tolist() for n in trace.dtype.names},
        }
        print_json(row)
    elif pbn:
        typer.echo(write_record(trace_to_record(cells[cell].rules, trace, names=players)))
    else:
        typer.echo(story(cells[cell].rules, trace, players))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="game record in PBN style")],
    rules: Annotated[
        str | None, typer.Option("--rules", help="check by this preset or file")
    ] = None,
) -> None:
    """Check a recorded hand call by call and card by card against the rules."""
    from sim.referee import check_file
    from sim.rules import load_rules

    checked = check_file(file, None if rules is None else load_rules(rules))
    typer.echo(str(checked))
    if not checked.passed:
        raise typer.Exit(1)


@app.command()
def sql(
    run: RunArgument,
    query: Annotated[str | None, typer.Argument(help='a query, as "FROM hands LIMIT 5"')] = None,
    as_json: JsonOption = False,
    csv: Annotated[bool, typer.Option("--csv", help="print as CSV")] = False,
    rows: Annotated[int, typer.Option("--rows", min=1, help="rows shown in a table")] = 100,
    script: Annotated[
        bool, typer.Option("--script", help="print what opens the run in a DuckDB shell instead")
    ] = False,
) -> None:
    """Ask the tables and views of a run in SQL (DuckDB's); `schema` lists them."""
    import duckdb
    import polars as pl

    from pipelines.store import RunError, open_run

    if (query is None) != script:
        raise RunError("sql: give a query or --script, one of them")
    if query is None:
        typer.echo(open_run(run).script(), nl=False)
        return
    with open_run(run).connect() as con:
        try:
            found = con.sql(query)
            if found is None:
                return
            if as_json or csv:
                frame = pl.DataFrame(found)
                typer.echo(frame.write_csv(), nl=False) if csv else print_json(frame.to_dicts())
            else:
                found.show(max_rows=rows, max_width=10_000)
        except duckdb.Error as error:
            raise RunError(f"query: {' '.join(str(error).split())}") from None


@app.command()
def schema(as_json: JsonOption = False) -> None:
    """List every table and view of a run with its columns and what they mean."""
    from pipelines.schema import TABLES
    from pipelines.store import view_descriptions

    tables = {
        name: [
            {"column": c.name, "type": str(c.dtype).partition("(")[0], "meaning": c.meaning}
            for c in columns
        ]
        for name, columns in TABLES.items()
    }
    if as_json:
        print_json({"tables": tables, "views": view_descriptions()})
        return
    for name, columns in tables.items():
        typer.echo(f"\n{name}")
        for column in columns:
            typer.echo(f"  {column['column']:16} {column['type']:8} {column['meaning']}")
    typer.echo("\nvariants also has one column a rule, as misere_value.\n\nviews")
    for name, meaning in view_descriptions().items():
        typer.echo(f"  {name:18} {meaning}")


@app.command()
def verify(run: RunArgument, as_json: JsonOption = False) -> None:
    """Prove a run whole: files, rows, sums, and some hands played again."""
    from pipelines.store import open_run
    from pipelines.verify import verify as verify_run

    found = open_run(run)
    problems = verify_run(found, note=_warn)
    if as_json:
        print_json({"run": str(found.path), "whole": not problems, "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        if not problems:
            typer.echo(f"{found.path}: whole")
    if problems:
        raise typer.Exit(1)


@app.command()
def bench(
    as_json: JsonOption = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="time for one figure")] = 2.0,
    hands: Annotated[
        int, typer.Option("--hands", min=0, help="hands over which views are timed; 0 for none")
    ] = 10_000_000,
) -> None:
    """Measure the speed on this machine: engine, strategies, pipeline, workers, start, views."""
    from pipelines.bench import as_text, run_bench

    figures = run_bench(seconds, hands)
    if as_json:
        print_json(figures)
    else:
        typer.echo(as_text(figures))


def _simulate(file: str, out: Path | None, workers: int | None, resume: bool, again: bool) -> Run:
    from pipelines.progress import shown_progress
    from pipelines.simulate import simulate
    from pipelines.store import RunError, runs_dir
    from pipelines.study import load_study

    found = load_study(file)
    folder = out or runs_dir() / found.name
    if again and resume:
        raise RunError("--again and --resume contradict each other")
    with shown_progress() as progress:
        return simulate(
            found, folder, workers=workers, resume=resume, again=again, progress=progress
        )


def _report(run: Run) -> None:
    from pipelines.report import write_report

    typer.echo(f"report: {write_report(run)}")


def _warn(text: str) -> None:
    typer.echo(f"fivehundred: {text}", err=True)


def main() -> None:
    """Run the command; a user's mistake ends with one line and a code that is not 0."""
    try:
        app()
    except Exception as error:
        from pipelines.mistakes import exit_code, in_one_line, is_mistake

        if not is_mistake(error):
            raise
        _warn(in_one_line(error))
        sys.exit(exit_code(error))


if __name__ == "__main__":
    main()
