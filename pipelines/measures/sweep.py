"""Sweeps: what goes up and down with a rule or a parameter, one or two at a time.

A sweep is a variant or a line-up with a grid. Its points meet the same deals, so that they are
compared pair by pair.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polars as pl

from pipelines.measures import balance, batches, words
from pipelines.measures.balance_figures import FIGURES, Estimated, FigureInfo, mean, rate
from pipelines.measures.sweep_chart import chart, parameter_swept, shown
from pipelines.stats import LEVEL, Bounds

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = [
    "OPTIONAL", "QUESTION", "TITLE", "caption", "chart", "estimate", "finding", "shown", "table",
    "warnings",
]  # fmt: skip

TITLE: Final = "What a rule or a parameter moves"
QUESTION: Final = "What goes up and down as it is turned, and where is the best place for it?"
OPTIONAL: Final = True
DUELS: Final = {
    "net": FigureInfo("first strategy over second, points a hand", "points", "first over second"),
    "games": FigureInfo("games won by the first strategy", "rate", "games won by the first"),
}
INFO: Final = DUELS | FIGURES
MAX_CLOSE: Final = 5
Key = tuple[str, str, str]  # variant, line-up, mode


class Point(NamedTuple):
    """Where a variant with a line-up stands in its sweep: at most two axes, '' for none."""

    sweep: str
    x_key: str
    x: str
    x_number: float | None
    y_key: str
    y: str
    y_number: float | None

    def named(self) -> str:
        """Return the point as text, as in ``boldness 0.5, misere.value 230``."""
        return point_words(self._asdict())

    def given(self) -> str:
        """Return as text what no player chooses: the rules."""
        return _pairs(self._asdict(), rules=True)


def point_words(row: dict[str, Any]) -> str:
    """Return the point of a row as text, as in ``boldness 0.5, misere.value 230``."""
    texts = (_pairs(row, rules=True), _pairs(row, rules=False))
    return ", ".join(text for text in texts if text)


def _pairs(row: dict[str, Any], *, rules: bool) -> str:
    """Return the rules, or the parameters, of a point; a rule's key has a dot in it."""
    return ", ".join(
        f"{row[f'{axis}_key']} {row[axis]}"
        for axis in ("x", "y")
        if row[f"{axis}_key"] and ("." in row[f"{axis}_key"]) == rules
    )


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a point of a sweep, mode and figure, with ``value``, ``low`` and ``high``.

    ``figure`` is one of the balance, or 'net' (points a hand) or 'games' (won) of the first of two
    strategies over the second. ``difference`` with ``_low`` and ``_high`` is that from the ``base``:
    of 'net' and 'games', where a parameter is swept, from the best point under the same rules; else
    from the first point. Differences from the best have intervals wide enough to hold all at once
    (Bonferroni), so that the points which they leave open have the best one among them 95 times in
    100. Of a grid with three axes or more the first are part of the sweep's name.
    """
    points = _points(con)
    if not points:
        return pl.DataFrame(schema=_schema())
    found = balance.figures(con)
    for key, figures in _of_duels(con).items():
        found[key] = figures | found.get(key, {})
    groups: dict[tuple[str, str, str], list[tuple[Point, Estimated]]] = {}
    for (variant, line_up, mode), figures in found.items():
        point = points.get((variant, line_up))
        if point is None:
            continue
        for figure, estimated in figures.items():
            groups.setdefault((point.sweep, mode, figure), []).append((point, estimated))
    order = list(points.values())
    rows = []
    for (sweep, mode, figure), members in groups.items():
        members.sort(key=lambda member: order.index(member[0]))
        rows += [{"sweep": sweep, "mode": mode} | row for row in _rows(figure, members)]
    return pl.DataFrame(rows, schema=_schema())


def _points(con: DuckDBPyConnection) -> dict[tuple[str, str], Point]:
    """Return the points of all sweeps by variant and line-up, in the order of the study."""
    settings = pl.DataFrame(
        con.sql("SELECT variant, line_up, settings.* FROM settings JOIN cells USING (cell)")
    )
    first = settings.group_by("variant", "line_up").agg(pl.col("cell").min())
    settings = settings.join(first, on=["variant", "line_up", "cell"]).sort("cell", "axis")
    found = {}
    for (variant, line_up), part in settings.group_by("variant", "line_up", maintain_order=True):
        rows = part.unique("axis", maintain_order=True).to_dicts()
        sweep = rows[0]["sweep"] + "".join(f" {row['key']}={row['value']}" for row in rows[:-2])
        axes = [(row["key"], row["value"], row["number"]) for row in rows[-2:]]
        x, y = (*axes, ("", "", None))[:2]
        found[str(variant), str(line_up)] = Point(sweep, *x, *y)
    return found


def _of_duels(con: DuckDBPyConnection) -> dict[Key, dict[str, Estimated]]:
    """Return what the first strategy of each duel is better by."""
    found: dict[Key, dict[str, Estimated]] = {}
    hands = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, mode, batch, sum(n)::BIGINT AS n, sum(net) AS net,"
            " count(DISTINCT first_team) AS n_teams FROM duel_batches"
            " GROUP BY ALL ORDER BY ALL"
        )
    )
    for key, column in batches.groups(hands, ("variant", "line_up", "mode")):
        net = mean(column("net"), column("n"))
        deals = int((column("n") / column("n_teams").clip(1)).sum())
        found[key["variant"], key["line_up"], key["mode"]] = {
            "net": Estimated(deals, net.bounds, net.mean)
        }
    games = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, batch, n, n_first + n_nobody / n_teams AS won"
            " FROM duel_games JOIN (SELECT DISTINCT variant, n_teams FROM duels) USING (variant)"
            " ORDER BY ALL"
        )
    )
    for key, column in batches.groups(games, ("variant", "line_up")):
        won = rate(column("won"), column("n"))
        found.setdefault((key["variant"], key["line_up"], "games"), {})["games"] = won
    return found


def _rows(figure: str, members: list[tuple[Point, Estimated]]) -> list[dict[str, Any]]:
    """Return the rows of one figure of a sweep, with their differences from the base."""
    if figure not in DUELS or all(point.named() == point.given() for point, _ in members):
        return [_row_of(figure, member, members[0], LEVEL) for member in members]
    rows = []
    by_rules: dict[str, list[tuple[Point, Estimated]]] = {}
    for member in members:
        by_rules.setdefault(member[0].given(), []).append(member)
    for alike in by_rules.values():
        best = max(alike, key=lambda member: member[1].bounds.value)
        level = 1 - (1 - LEVEL) / max(len(alike) - 1, 1)
        rows += [_row_of(figure, member, best, level) for member in alike]
    return rows


def _row_of(
    figure: str, member: tuple[Point, Estimated], base: tuple[Point, Estimated], level: float
) -> dict[str, Any]:
    point, found = member
    difference: dict[str, float | None] = {}
    if point != base[0] and found.mean is not None and base[1].mean is not None:
        difference = _spelled("difference", (found.mean - base[1].mean).bounds(level))
    value = _spelled("value", found.bounds)
    return (
        point._asdict()
        | {"figure": figure, "unit": INFO[figure].unit, "n": found.n, "base": base[0].named()}
        | {"value": value["value"], "low": value["value_low"], "high": value["value_high"]}
        | difference
    )


def _spelled(name: str, bounds: Bounds) -> dict[str, float | None]:
    """Return an estimate as columns; bounds of which nothing can be said as null."""
    return {
        key: end if end is not None and math.isfinite(end) else None
        for key, end in batches.spelled({name: bounds}).items()
    }


def _schema() -> dict[str, Any]:
    numbers = ("value", "low", "high", "difference", "difference_low", "difference_high")
    return (
        dict.fromkeys(("sweep", "mode", "figure", "unit"), pl.String)
        | {"x_key": pl.String, "x": pl.String, "x_number": pl.Float64}
        | {"y_key": pl.String, "y": pl.String, "y_number": pl.Float64, "n": pl.Int64}
        | dict.fromkeys(numbers, pl.Float64)
        | {"base": pl.String}
    )


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows and from how many hands."""
    rows = shown(frame)
    if rows.is_empty():
        return "No rule and no parameter was swept in this run."
    kind = (
        "Each square is one point of the grid, below its figure how far the interval reaches to"
        " either side; a frame marks the best choice."
        if (rows["y_key"] != "").any()
        else "Each dot is one point of the sweep; lines are 95 % intervals."
    )
    n = int(rows.filter(pl.col("figure") == rows["figure"][0])["n"].sum())
    counted = {"games": "games", "net": "deals"}.get(rows["figure"][0], "hands or contracts")
    left_out = frame.n_unique("sweep") - rows.n_unique("sweep")
    return (
        f"{kind} All points met the same deals where the packs are the same, so that the differences"
        " in the table are much surer than intervals beside each other look; all intervals are 95 %."
        f" n = {words.count(n)} {counted}."
        + (f" {left_out} more sweeps are in the table only." if left_out else "")
    )


def finding(frame: pl.DataFrame) -> list[str]:
    """Return where the first strategy does best, and what changes most along each sweep."""
    rows = shown(frame)
    sentences = []
    for (sweep,), one in rows.group_by("sweep", maintain_order=True):
        said = []
        for (figure,), part in one.group_by("figure", maintain_order=True):
            if figure in DUELS and part.filter(parameter_swept()).height:
                sentences.append(f"{sweep}: {INFO[str(figure)].label}: {_best(part)}.")
            else:
                said.append(_change(part))
        changes = [text for text in said if text]
        if changes:
            sentences.append(f"{sweep}: {'; '.join(changes)}.")
        elif len(said) == one.n_unique("figure"):
            sentences.append(f"{sweep}: nothing surely changes.")
    return sentences


def _best(part: pl.DataFrame) -> str:
    """Return the best value of the parameter, under each setting of the rules."""
    texts = []
    for (base,), one in part.group_by("base", maintain_order=True):
        rows = one.to_dicts()
        best = next(row for row in rows if point_words(row) == base)
        close = [row for row in rows if row is not best and (row["difference_high"] or 0) >= 0]
        text = f"best at {base}, where it is {_said(best)}"
        if not close:
            text += "; every other value is surely worse"
        elif len(close) == len(rows) - 1:
            text += ", but no other value is surely worse"
        else:
            listed = [_pairs(row, rules=False) for row in close[:MAX_CLOSE]]
            listed += [f"{len(close) - MAX_CLOSE} more"] * (len(close) > MAX_CLOSE)
            text += f"; {words.listed(listed)} may be as good, all others are surely worse"
        texts.append(text)
    return "; ".join(texts)


def _change(part: pl.DataFrame) -> str:
    """Return how a figure goes from its lowest to its highest point, '' if it may be the same."""
    sure = part.filter((pl.col("difference_low") > 0) | (pl.col("difference_high") < 0))
    if sure.is_empty():
        return ""
    ordered = part.drop_nulls("value").sort("value")
    low, high = ordered.row(0, named=True), ordered.row(-1, named=True)
    return (
        f"{INFO[low['figure']].label} from {_said(low)} at {point_words(low)} to {_said(high)} at"
        f" {point_words(high)}"
    )


def _said(row: dict[str, Any]) -> str:
    say = balance.SAYERS[row["unit"]]
    if row["low"] is None:
        return str(say(row["value"]))
    return words.with_span(row["value"], row["low"], row["high"], say)


def by_point(frame: pl.DataFrame) -> pl.DataFrame:
    """Return what the figure shows as text with one row a point and one column a figure."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    many = shown(frame).n_unique("sweep") > 1
    for row in shown(frame).iter_rows(named=True):
        where = {"sweep": row["sweep"]} if many else {}
        cells = rows.setdefault(
            (row["sweep"], point_words(row)), where | {"point": point_words(row)}
        )
        half = "" if row["low"] is None else _half(row)
        cells[INFO[row["figure"]].short] = balance.SAYERS[row["unit"]](row["value"]) + half
    return pl.DataFrame(list(rows.values())).fill_null(words.NONE)


def _half(row: dict[str, Any]) -> str:
    factor = 100 if row["unit"] == "rate" else 1
    return f" ±{factor * (row['high'] - row['low']) / 2:.2g}"


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the figures of every point as text, for reading."""
    return pl.DataFrame([_row(row) for row in frame.iter_rows(named=True)])


def _row(row: dict[str, Any]) -> dict[str, str]:
    return {
        "sweep": row["sweep"],
        "point": point_words(row),
        "played as": words.MODES[row["mode"]],
        "figure": INFO[row["figure"]].label,
        "n": words.count(row["n"]),
        "value": _said(row),
        "against": row["base"],
        "difference": balance.difference_words(row),
    }


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about: points from few hands, differences by chance."""
    told = []
    few = frame.filter(pl.col("n") < words.FEW_HANDS)
    if not few.is_empty():
        told.append(
            f"{words.count(few.height)} figures rest on fewer than {words.FEW_HANDS} hands."
        )
    return told
