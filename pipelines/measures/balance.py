"""Balance of a variant: who has the edge, how hands and games go, and what a change of rules alters.

Every figure of a variant stands beside its difference from the first variant of the study with the
same line-up; on the same deals that difference is paired, which takes most of the luck out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from pipelines.measures import batches, drawing, words
from pipelines.measures.balance_figures import (
    FIGURES,
    Estimated,
    figures_of_games,
    figures_of_hands,
)
from pipelines.stats import Floats, narrowing

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = "How fair and how lively each variant is"
QUESTION: Final = "Who has the edge, how do games end, and what does a change of rules alter?"
PANELS: Final = (
    ("first_net", "First caller’s edge", "points a hand"),
    ("contract_net", "Contractor’s edge", "points a contract"),
    ("made_rate", "Contracts made", "%"),
    ("passed_out_rate", "Passed out", "% of hands"),
    ("game_hands", "Length of a game", "hands"),
    ("by_back_door_rate", "Back door", "% of games lost there"),
)
MAX_ROWS: Final = 12
SAYERS: Final = {"rate": words.percent, "points": words.points, "number": words.number}


def estimate(con: DuckDBPyConnection) -> pl.DataFrame:
    """Return one row a variant, line-up, mode and figure, with ``value``, ``low`` and ``high``.

    ``n`` counts what the figure is about: hands, contracts or games. ``base`` is the variant it is
    compared with; ``difference``, ``difference_low`` and ``difference_high`` are value minus that
    of ``base`` (null for the base itself). ``same_pack`` tells whether the two were dealt the same
    cards; ``narrowing`` is how many times narrower pairing by deal makes the interval.
    """
    variants = pl.DataFrame(
        con.sql(
            "SELECT variant, table_deck || ' ' || table_kitty AS pack, min(cell) AS variant_no"
            " FROM cells JOIN variants USING (variant) GROUP BY ALL ORDER BY variant_no"
        )
    )
    found = figures(con)
    order = {name: place for place, name in enumerate(variants["variant"])}
    packs = dict(zip(variants["variant"], variants["pack"], strict=True))
    rows = []
    for variant, line_up, mode in sorted(found, key=lambda key: (key[1], key[2], order[key[0]])):
        peers = [key[0] for key in found if key[1:] == (line_up, mode)]
        base = min(peers, key=lambda name: order[name])
        for name, figure in found[variant, line_up, mode].items():
            other = found[base, line_up, mode].get(name) if base != variant else None
            rows.append(
                {"variant": variant, "line_up": line_up, "mode": mode, "figure": name}
                | {"unit": FIGURES[name].unit, "n": figure.n, "base": base}
                | {"same_pack": packs[variant] == packs[base]}
                | _numbers(figure, other)
            )
    return pl.DataFrame(rows, schema=_schema())


def _schema() -> dict[str, Any]:
    texts = dict.fromkeys(("variant", "line_up", "mode", "figure", "unit"), pl.String)
    numbers = ("value", "low", "high", "difference", "difference_low", "difference_high")
    return (
        texts
        | {"n": pl.Int64, "base": pl.String, "same_pack": pl.Boolean}
        | dict.fromkeys((*numbers, "narrowing"), pl.Float64)
    )


def _numbers(figure: Estimated, base: Estimated | None) -> dict[str, float | None]:
    value, low, high = (number if number == number else None for number in figure.bounds)
    numbers: dict[str, float | None] = {"value": value, "low": low, "high": high}
    if base is not None and figure.mean is not None and base.mean is not None:
        # no batch differs: a difference of 0 of which nothing more can be said
        bounds = [end if np.isfinite(end) else None for end in (figure.mean - base.mean).bounds()]
        gain = narrowing(figure.mean, base.mean)
        numbers |= dict(
            zip(("difference", "difference_low", "difference_high"), bounds, strict=True)
        )
        numbers["narrowing"] = gain if gain == gain else None
    return numbers


Key = tuple[str, str, str]


def figures(con: DuckDBPyConnection) -> dict[Key, dict[str, Estimated]]:
    """Return every figure that can be had, by (variant, line-up, mode) and then by its name."""
    found = _of_hands(con)
    for key, of_games in _of_games(con).items():
        found[key] = found.get(key, {}) | of_games
    return found


def _of_hands(con: DuckDBPyConnection) -> dict[Key, dict[str, Estimated]]:
    sums = pl.DataFrame(con.sql("FROM balance_batches")).sort("variant", "line_up", "mode", "batch")
    counts = pl.DataFrame(
        con.sql(
            "SELECT variant, line_up, mode, contract, batch, sum(n)::BIGINT AS n"
            " FROM contract_batches WHERE contract <> 'Pass' GROUP BY ALL"
        )
    )
    keys = ("variant", "line_up", "mode")
    tables = {key: _table(part) for key, part in counts.sort(*keys).group_by(keys)}
    found = {}
    for values, column in batches.groups(sums, keys):
        key = (values["variant"], values["line_up"], values["mode"])
        empty = np.zeros((batches.N_BATCHES, 1))
        found[key] = figures_of_hands(column, tables.get(key, empty))
    return found


def _table(part: pl.DataFrame) -> Floats:
    contracts = sorted(part["contract"].unique())
    table = np.zeros((batches.N_BATCHES, len(contracts)))
    places = {contract: place for place, contract in enumerate(contracts)}
    columns = np.array([places[contract] for contract in part["contract"]])
    np.add.at(table, (part["batch"].to_numpy(), columns), part["n"].to_numpy())
    return table


def _of_games(con: DuckDBPyConnection) -> dict[Key, dict[str, Estimated]]:
    sums = pl.DataFrame(con.sql("FROM game_batches")).sort("variant", "line_up", "batch")
    lengths = pl.DataFrame(con.sql("FROM game_lengths"))
    found = {}
    for values, column in batches.groups(sums, ("variant", "line_up")):
        mine = lengths.filter(
            (pl.col("variant") == values["variant"]) & (pl.col("line_up") == values["line_up"])
        )
        found[values["variant"], values["line_up"], "games"] = figures_of_games(column, mine)
    return found


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that the figure shows: games where there are any, else single hands."""
    names = [name for name, _, _ in PANELS]
    rows = frame.filter(pl.col("figure").is_in(names))
    mode = "games" if (rows["mode"] == "games").any() else "hands"
    rows = rows.filter(pl.col("mode") == mode)
    series = rows.unique(["variant", "line_up"], maintain_order=True).head(MAX_ROWS)
    return rows.join(
        series.select("variant", "line_up").with_row_index("series"), on=["variant", "line_up"]
    ).sort("series", maintain_order=True)


def chart(frame: pl.DataFrame) -> Figure:
    """Draw the main figures one below the other, each with one row a variant."""
    rows = shown(frame)
    if rows.is_empty():
        return drawing.empty_figure("This run has no hands outside forced contracts.")
    panels = [panel for panel in PANELS if panel[0] in rows["figure"]]
    name = words.naming(rows, ("variant", "line_up"))
    first = rows.unique("series", maintain_order=True)
    labels = [name(row) for row in first.iter_rows(named=True)]
    with drawing.style():
        figure, axes = drawing.new_figure(
            len(panels) * (0.75 + 0.2 * len(labels)), nrows=len(panels), sharey=True, squeeze=False
        )
        for place, panel in zip(axes[:, 0], panels, strict=True):
            _panel(place, rows.filter(pl.col("figure") == panel[0]), panel)
            if panel[0] == "game_hands":
                _spread(place, frame, first)
        drawing.rows(axes[0, 0], labels)
    return figure


def _panel(axes: Axes, rows: pl.DataFrame, panel: tuple[str, str, str]) -> None:
    name, title, unit = panel
    factor = 100 if FIGURES[name].unit == "rate" else 1
    columns = [(factor * rows[column]).to_list() for column in ("value", "low", "high")]
    few = (rows["n"] < words.FEW_HANDS).to_list()
    at = rows["series"].cast(pl.Float64).to_list()
    drawing.dots(axes, at, columns, few)
    drawing.heading(axes, f"{title}, {unit}")
    axes.margins(x=0.15)
    if name == "first_net":
        axes.axvline(0, color=drawing.GUIDE, linewidth=0.9, zorder=0)
    if factor == 100 and axes.get_xlim()[0] < 0:
        axes.set_xlim(left=0)


def _spread(axes: Axes, frame: pl.DataFrame, series: pl.DataFrame) -> None:
    """Draw how long the middle eight in ten games are, behind their mean."""
    for row in series.iter_rows(named=True):
        mine = frame.filter(
            *(pl.col(key) == row[key] for key in ("variant", "line_up", "mode")),
            pl.col("figure").is_in(["game_hands_10", "game_hands_90"]),
        ).sort("figure")
        axes.plot(
            mine["value"], [row["series"]] * mine.height,
            color="#c9d9e8", linewidth=6, solid_capstyle="butt", zorder=1,
        )  # fmt: skip


def caption(frame: pl.DataFrame) -> str:
    """Say what the figure shows, in what units, from how many hands and games."""
    rows = shown(frame)
    if rows.is_empty():
        return "Only forced contracts were played in this run, so nothing can be said of balance."
    hands = rows.filter(pl.col("figure") == "first_net")["n"].sum()
    games = rows.filter(pl.col("figure") == "game_hands")["n"].sum()
    text = (
        "One row a variant. First caller’s edge: mean points of the side left of the dealer minus"
        " the mean of the other sides. Contractor’s edge: mean points of the contractor’s side minus"
        " the mean of a defending side. Dots are estimates, lines 95 % intervals."
        f" n = {words.count(hands)} hands"
    )
    text += (
        f" in {words.count(games)} games. The pale bar behind the length of a game holds eight"
        " games in ten."
        if games
        else ", played one by one."
    )
    left_out = frame.n_unique(["variant", "line_up"]) - rows.n_unique("series")
    return text + (f" {left_out} more variants are in the table only." if left_out else "")


def finding(frame: pl.DataFrame) -> list[str]:
    """Return what the figures say, a sentence a variant."""
    rows = shown(frame)
    name = words.naming(rows, ("variant", "line_up"))
    sentences = []
    for _, one in rows.group_by("series", maintain_order=True):
        said = {row["figure"]: row for row in one.iter_rows(named=True)}
        said["first_net"] = _surest(frame, said["first_net"])
        sentences.append(
            f"{name(one.row(0, named=True))}: {_edge(said['first_net'])} {_game(said)}"
        )
    return sentences


def _surest(frame: pl.DataFrame, row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of the same figure in the way of play that has most hands."""
    same = [pl.col(key) == row[key] for key in ("variant", "line_up", "figure")]
    return frame.filter(*same).sort("n").row(-1, named=True)


def _edge(row: dict[str, Any]) -> str:
    if row["low"] is None or row["low"] <= 0 <= row["high"]:
        start = "neither the first caller’s side nor the dealer’s has a clear edge"
    else:
        side = "first caller’s" if row["value"] > 0 else "dealer’s"
        start = f"the {side} side has the edge"
    how = "in whole games" if row["mode"] == "games" else "in hands played one by one"
    return f"{start}, {_said(row)} points a hand to the first caller’s {how}."


def _game(said: dict[str, Any]) -> str:
    text = f"{_said(said['made_rate'])} of contracts are made, {_said(said['passed_out_rate'])} of"
    text += " hands are passed out."
    if "game_hands" in said:
        text += (
            f" A game takes {_said(said['game_hands'])} hands;"
            f" {_said(said['by_back_door_rate'])} of games are lost at the back door."
        )
    return text


def _said(row: dict[str, Any]) -> str:
    say = SAYERS[row["unit"]]
    return words.with_span(row["value"], row["low"], row["high"], say)


def difference_words(row: dict[str, Any]) -> str:
    """Return a difference with its interval; of rates in percentage points."""
    factor, unit = (100, " percentage points") if row["unit"] == "rate" else (1, "")
    if row["difference"] is None:
        return words.NONE
    low, high = (
        end if end is None else end * factor
        for end in (row["difference_low"], row["difference_high"])
    )
    return words.with_span(row["difference"] * factor, low, high, _signed) + unit


def _signed(value: float | None) -> str:
    if value is None or not np.isfinite(value):
        return words.NONE
    return f"{value:+.2f}".replace("-", "−")


def table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the figures as text with their difference from the base variant, for reading."""
    said = []
    for row in frame.iter_rows(named=True):
        pairing = words.NONE
        if row["narrowing"] is not None:
            dealt = "same deals" if row["same_pack"] else "other pack"
            pairing = f"{dealt}, {row['narrowing']:.1f} times narrower"
        said.append(
            {
                "variant": row["variant"],
                "line-up": row["line_up"],
                "played as": words.MODES[row["mode"]],
                "figure": FIGURES[row["figure"]].label,
                "n": words.count(row["n"]),
                "value": _said(row),
                "against": row["base"] if row["base"] != row["variant"] else words.NONE,
                "difference": difference_words(row),
                "pairing": pairing,
            }
        )
    return pl.DataFrame(said)


def warnings(frame: pl.DataFrame) -> list[str]:
    """Return what to be careful about: few games, unfinished ones, different packs."""
    told = []
    games = frame.filter(pl.col("figure") == "game_hands")
    if not games.is_empty() and games["n"].min() < 1000:  # type: ignore[operator]
        told.append(
            f"Only {words.count(games['n'].min())} games of one variant: shares of games are rough."
        )
    unfinished = frame.filter((pl.col("figure") == "unfinished_rate") & (pl.col("value") > 0))
    if not unfinished.is_empty():
        told.append("Some games were stopped before anybody won; see “games not finished”.")
    if not frame["same_pack"].all():
        told.append(
            "Variants with another pack are dealt other cards; their differences are not paired."
        )
    return told
