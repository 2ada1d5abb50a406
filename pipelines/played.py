"""What a run played, in a reader's words: rules, line-ups, ways of play, and how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from pipelines.measures import words
from sim.rules import Rules, make_rules

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SECTIONS: Final = tuple(name for name in Rules.model_fields if name not in ("title", "description"))


@dataclass(frozen=True)
class Variant:
    """One set of rules: its name in the study, title, digest, and its rules by subject."""

    name: str
    title: str
    digest: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Played:
    """What stands behind the figures of a run."""

    title: str
    description: str
    n_hands: int
    n_games: int
    seed: str
    variants: tuple[Variant, ...]
    differences: pl.DataFrame  # one row a rule in which the variants differ, one column a variant
    line_ups: tuple[tuple[str, str], ...]  # name, who sits where
    strategies: pl.DataFrame  # strategy, summary, parameters, digest
    ways: pl.DataFrame  # variant, line-up, way of playing, hands
    versions: tuple[tuple[str, str], ...]


def what_was_played(con: DuckDBPyConnection, info: Mapping[str, Any]) -> Played:
    """Return what a run played, from its tables and the content of its ``run.json``."""
    study = info.get("study") or {}
    table = pl.DataFrame(
        con.sql(
            "SELECT variants.* FROM variants JOIN (SELECT variant, min(cell) AS first FROM cells"
            " GROUP BY variant) USING (variant) ORDER BY first"
        )
    )
    hands = con.sql("SELECT count(*) FROM hands").fetchall()[0][0]
    games = con.sql("SELECT count(*) FROM games").fetchall()[0][0]
    return Played(
        title=str(study.get("title") or info.get("name") or "Five Hundred"),
        description=str(study.get("description") or ""),
        n_hands=hands,
        n_games=games,
        seed=str(study.get("seed", info.get("seed", words.NONE))),
        variants=tuple(_variant(row) for row in table.iter_rows(named=True)),
        differences=_differences(table),
        line_ups=_line_ups(con),
        strategies=pl.DataFrame(
            con.sql(
                "SELECT strategy, summary, parameters, digest FROM strategies ORDER BY strategy"
            )
        ),
        ways=_ways(con),
        versions=tuple((str(k), str(v)) for k, v in sorted((info.get("versions") or {}).items())),
    )


def _variant(row: Mapping[str, Any]) -> Variant:
    rules = rules_of(row)
    lines = []
    for line in rules.describe():
        subject, colon, said = line.partition(": ")
        lines.append((subject, said) if colon else ("", line))
    return Variant(row["variant"], rules.title, row["digest"], tuple(lines))


def rules_of(row: Mapping[str, Any]) -> Rules:
    """Return the rules that a row of the table of variants was made from."""
    data: dict[str, Any] = {"title": row["title"]}
    for column, value in row.items():
        # the longest fitting section: open_misere_value belongs to open_misere
        fitting = [section for section in SECTIONS if column.startswith(f"{section}_")]
        if fitting:
            section = max(fitting, key=len)
            data.setdefault(section, {})[column.removeprefix(f"{section}_")] = value
    return make_rules(data, f"variant {row['variant']}")


def _differences(table: pl.DataFrame) -> pl.DataFrame:
    keys = [c for c in table.columns if any(c.startswith(f"{section}_") for section in SECTIONS)]
    told = [key for key in keys if table.n_unique(subset=[key]) > 1]
    return pl.DataFrame(
        [
            {"rule": _rule_words(key)}
            | {row["variant"]: _value_words(row[key]) for row in table.iter_rows(named=True)}
            for key in told
        ]
    )


def _rule_words(column: str) -> str:
    section = max((s for s in SECTIONS if column.startswith(f"{s}_")), key=len)
    name = column.removeprefix(f"{section}_")
    return f"{section.replace('_', ' ')}: {name.replace('_', ' ')}".replace("misere", "misère")


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return words.contract_label(value) if _is_bid(value) else str(value).replace("_", " ")


def _is_bid(value: Any) -> bool:
    return isinstance(value, str) and value.rstrip("SCDHNT").isdigit() and value[-1] in "SCDHT"


def _line_ups(con: DuckDBPyConnection) -> tuple[tuple[str, str], ...]:
    seats = pl.DataFrame(
        con.sql(
            "SELECT line_up, moved, seat, any_value(strategy) AS strategy,"
            " min(cells.cell) AS first FROM seats JOIN cells USING (cell)"
            # at tables of several sizes the first one stands for the others
            " WHERE cell IN (SELECT min(cell) FROM cells GROUP BY line_up, moved)"
            " GROUP BY ALL ORDER BY first, seat"
        )
    )
    lines: dict[str, str] = {}
    for (line_up, moved), part in seats.group_by("line_up", "moved", maintain_order=True):
        if moved:
            if moved == 1:
                lines[str(line_up)] += "; each deal again with the sides exchanged"
            continue
        strategies = part["strategy"].to_list()
        if len(set(strategies)) == 1:
            lines[str(line_up)] = f"{strategies[0]} in every seat"
        elif strategies[0::2] == [strategies[0]] * 2 and strategies[1::2] == [strategies[1]] * 2:
            lines[str(line_up)] = (
                f"{strategies[0]} with {strategies[0]}, against two {strategies[1]}"
            )
        else:
            lines[str(line_up)] = "seats clockwise: " + ", ".join(strategies)
    return tuple(lines.items())


def _ways(con: DuckDBPyConnection) -> pl.DataFrame:
    rows = con.sql(
        "SELECT variant, line_up, mode, forced_call, moved, n FROM cells JOIN"
        " (SELECT cell, count(*) AS n FROM hands GROUP BY cell) USING (cell) ORDER BY cell"
    ).fetchall()
    return pl.DataFrame(
        [
            {
                "variant": variant,
                "line-up": line_up + (", sides exchanged" if moved else ""),
                "played as": words.MODES[mode]
                + (f": {words.contract_label(call)}" if mode == "forced" else ""),
                "hands": words.count(n),
            }
            for variant, line_up, mode, call, moved, n in rows
        ]
    )
