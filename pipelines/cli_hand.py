"""The command ``hand``: what every bid is worth with ten cards held."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_output import print_json, print_table, tell_slow


def hand(
    cards: Annotated[str, typer.Argument(help='ten cards, as "RJ JH JD AH KH 9H AS 4D 5D 6C"')],
    game: Annotated[str, typer.Option("--rules", help="a preset or rule file")] = "australian",
    player: Annotated[
        str, typer.Option("--players", help="the strategy of everybody at the table")
    ] = "club",
    turn: Annotated[
        int, typer.Option("--turn", min=0, help="turn to call: 0 first, the last one deals")
    ] = 0,
    scores: Annotated[
        str, typer.Option("--scores", help='of the teams, the own first, as "450,300"')
    ] = "",
    deals: Annotated[
        int, typer.Option(min=100, max=10_000_000, help="ways to deal the other cards")
    ] = 5_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="of the other cards")] = 500,
    as_json: Annotated[bool, typer.Option("--json", help="print as JSON")] = False,
) -> None:
    """Tell what every contract would bring with a hand: chance, points, gain over passing.

    The cards that are not held are dealt again and again, to everybody and the kitty alike; what the
    others have called is not taken into account.
    """
    from pipelines import holding
    from pipelines.watchdog import watched
    from sim.engine import play_hands
    from sim.rules import load_rules
    from strategies.api import parse_player

    rules = load_rules(game)
    question = holding.Question(
        rules, holding.parse_hand(cards, rules), parse_player(player), turn,
        holding.parse_scores(scores), deals, seed,
    )  # fmt: skip
    seats = [question.player] * rules.table.players
    with watched(seats):
        play_hands(rules, seats, seed=seed, first=0, count=1)
    tell_slow(seats, lambda n: len(play_hands(rules, seats, seed=seed, first=0, count=n).hands))
    frame = holding.estimate(question)
    said = list(holding.finding(question, frame))
    if as_json:
        calls = dict(holding.first_calls(question))
        print_json({"findings": said, "calls": calls, "estimates": frame.to_dicts()})
        return
    for sentence in said:
        typer.echo(sentence)
    typer.echo("")
    print_table(holding.table(frame), right=("value",))
    typer.echo(
        f"\n{deals:,} ways to deal the other cards; 95 % intervals. Points are those of the own side"
        " minus the mean of the others; a contract is played as if nobody outbid it."
    )
