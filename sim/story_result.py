"""How a hand came out, in sentences and figures: the contract, the scores, the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim import cards
from sim.records import ALL_PASS_NO_TRUMPS, N_TRICKS
from sim.replay import call_text, numbers, tricks_of_side
from sim.seats import SEAT_NAMES, team_names

if TYPE_CHECKING:
    from sim.rules import Rules


def result_lines(rules: Rules, trace: Any, scores_known: bool) -> list[str]:
    """Return the outcome, a line for each team, and who has won the game if it is over."""
    lines = [_outcome(rules, trace)]
    for team, name in enumerate(team_names(rules)):
        before, points = int(trace["score_before"][team]), int(trace["points"][team])
        total = f"{before:5} {points:+5} = {before + points:5}" if scores_known else f"{points:+5}"
        lines.append(f"  {name:12}{total}")
    playing_a_game = trace["game"] >= 0 or any(trace["score_before"])
    return lines + _game_end(rules, trace) if scores_known and playing_a_game else lines


def _game_end(rules: Rules, trace: Any) -> list[str]:
    """Return a line that says who has won the game with this hand, if it is over.

    One row does not tell what happened earlier in the game: hands that were thrown in count here, and
    nobody is taken to have been at the back door.
    """
    from sim import endings, exchange, scoring
    from sim.engine import new_table

    table = new_table(rules)
    view, state = table.view, table.state
    view.dealer = int(trace["dealer"])
    contract, contractor = int(trace["contract"]), int(trace["contractor"])
    exchange.set_contract(view, state, contract, contractor)
    view.slam_called = trace["slam_called"]
    state.partner = trace["partner"]
    state.redealt = trace["redealt"]
    if state.partner >= 0:
        state.side |= 1 << int(state.partner)
    view.tricks_won[:] = trace["tricks_won"]
    state.winners[:] = trace["winners"]
    view.score[:] = trace["score_before"]
    scoring.score_hand(view, state)
    view.score[:] = trace["score_before"] + trace["points"]
    result = int(endings.game_winner(view, state, int(trace["hand_no"]) + 1))
    return [] if result < 0 else [_end_words(rules, result >> 6, result & 63)]


def _end_words(rules: Rules, how: int, winner: int) -> str:
    from sim import endings

    names, many = team_names(rules), rules.table.sides not in ("alone", "called")
    wins, goes = ("win", "go") if many else ("wins", "goes")
    if winner == endings.NOBODY:
        return "The game is over, and nobody has won it."
    who = names[winner]
    if how == endings.BY_BACK_DOOR:
        losers = [name for name in names if name != who] if len(names) == 2 else []
        door = f"{losers[0]} {goes} out the back door" if losers else "A back door ends the game"
        return f"{door}: {who} {wins} the game."
    reason = {
        endings.BY_CONTRACT: "by their contract" if many else "by a contract",
        endings.BY_SPREAD: "by a great lead",
        endings.BY_HANDS: "after the last hand",
    }.get(how, "on points")
    return f"{who} {wins} the game {reason}."


def _outcome(rules: Rules, trace: Any) -> str:
    """Return in a sentence how the contract went."""
    contract, r = int(trace["contract"]), numbers(rules)
    if contract == cards.PASS:
        return _passed(rules, trace)
    contractor = int(trace["contractor"])
    who, what = SEAT_NAMES[rules.table.players][contractor], call_text(contract)
    took = tricks_of_side(rules, trace, contractor)
    if r["misere"][contract]:
        end = "took a trick" if took else "took no trick"
        if r["kind"][contract] == cards.KIND_DOUBLE_NULLO:
            who = f"{who}'s side"
        return f"{who} {end}: the {what.lower()} is {'lost' if took else 'made'}."
    level = int(r["level"][contract])
    if contract == cards.HI_LO:
        won = "made" if took == level else "lost"
        return f"{who} needed just {level} tricks and took {took}: {what.lower()} is {won}."
    level = N_TRICKS if trace["slam_called"] else level
    won = "made" if took >= level else "lost"
    points = int(trace["points"][r["team"][contractor]])
    slam = took == N_TRICKS and points > r["value"][contract] and not trace["slam_called"]
    ending = f", a slam for {points} points" if slam else ""
    alone = rules.table.sides == "alone" or (rules.table.sides == "called" and trace["partner"] < 0)
    side = "took" if alone else "the side took"
    return f"{who} needed {level} tricks and {side} {took}: {what} is {won}{ending}."


def _passed(rules: Rules, trace: Any) -> str:
    if trace["redealt"]:
        return "The cards are thrown in, the same player deals again."
    if not trace["n_tricks"] or numbers(rules)["all_pass"] != ALL_PASS_NO_TRUMPS:
        return "Everybody passed, the cards are thrown in."
    team_of = numbers(rules)["team"]
    names = team_names(rules)
    taken = [0] * len(names)
    for seat in range(rules.table.players):
        taken[int(team_of[seat])] += int(trace["tricks_won"][seat])
    first, *others = (f"{name} {n}" for name, n in zip(names, taken, strict=True))
    return f"{first.replace(' ', ' took ', 1)} tricks, {', '.join(others)}."
