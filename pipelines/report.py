"""The report of a run: one self-contained page, each figure as a file, each table as CSV and Parquet.

The same run gives the same bytes: no clock, no random ids. The page needs no network; its script only
sorts tables, everything can be read without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pipelines import measures
from pipelines.measures.words import NONE
from pipelines.sorting import Ladder, ladder_of, sort_places

if TYPE_CHECKING:
    import polars as pl
    from duckdb import DuckDBPyConnection

    from pipelines.store import Run

TEMPLATES: Final = Path(__file__).parent / "templates"
PAGE: Final = "report.html"
MAX_FINDINGS: Final = 6  # sentences a section; the rest is in its table
DIGITS: Final = 6  # after the point, in the files of tables
GLOSSARY: Final = (
    ("contract", "the bid that was played; all pass if nobody bid"),
    ("contractor", "the player whose bid it was; with his partner he is the contractor’s side"),
    ("defenders", "the other side"),
    ("first caller", "the player left of the dealer, who calls first"),
    ("misère", "a contract to take no trick; open misère with the hand laid open"),
    ("forced", "played on every deal by the same seat, whether or not the hand is fit for it"),
    ("variant", "one set of rules"),
    ("line-up", "who sits where: a way of playing for each seat"),
    ("net points", "points of one side minus those of the other"),
    ("break even", "to win just as much as one loses in the long run"),
    (
        "95 % interval",
        "the range an estimate allows for; of many such ranges 95 in 100 hold the true figure",
    ),
    (
        "same deals",
        "two variants or line-ups played with the very same cards, so that the luck of the deal"
        " cancels and a difference shows sooner",
    ),
    ("back door", "the score, commonly −500, at which a side has lost the game"),
)


@dataclass(frozen=True)
class Section:
    """One measure as the page shows it."""

    name: str
    title: str
    question: str
    findings: list[str]
    left_out: int
    warnings: list[str]
    figure: str  # SVG
    caption: str
    frame: pl.DataFrame
    table: pl.DataFrame
    same: str  # what every row of the table has in common, left out of it


@dataclass(frozen=True)
class Cell:
    """One cell of a table as the page shows it."""

    text: str
    figure: bool  # kept on one line, with digits of one width
    place: int | None  # in its column when that is sorted


def write_report(run: Run, folder: Path | None = None) -> Path:
    """Write the report of a run, by default into its own folder, and return the page's path.

    ``folder`` gets report.html, figures/*.svg, tables/*.csv and tables/*.parquet; each appears under
    its name only when it is complete. Raises RunError if one cannot be written.
    """
    from polars import selectors

    from pipelines import store
    from pipelines.played import what_was_played

    folder = run.path / store.REPORT if folder is None else folder
    with run.connect() as con:
        found = (section(con, name) for name in measures.NAMES)
        sections = [one for one in found if one is not None]
        page = render(sections, what_was_played(con, run.info), run.path.name, ladder_of(con))
    for one in sections:
        store.write_whole(one.figure.encode(), folder / "figures" / f"{one.name}.svg")
        table = folder / "tables" / one.name
        # sums of a hand's thirds differ in the last digits with the order in which they are added
        frame = one.frame.with_columns(selectors.float().round(DIGITS))
        text = frame.write_csv(float_precision=DIGITS)
        store.write_whole(text.encode(), table.with_suffix(".csv"))
        store.write_frame(frame, table.with_suffix(".parquet"))
    store.write_whole(page.encode(), folder / PAGE)
    return folder / PAGE


def section(con: DuckDBPyConnection, name: str) -> Section | None:
    """Ask one measure and return its section; None when the run has nothing that it is about."""
    from pipelines.measures import drawing

    measure = measures.load(name)
    frame = measure.estimate(con)
    if frame.is_empty() and getattr(measure, "OPTIONAL", False):
        return None
    findings = measure.finding(frame)
    table, same = without_repetition(measure.table(frame))
    return Section(
        name=name,
        title=measure.TITLE,
        question=measure.QUESTION,
        findings=findings[:MAX_FINDINGS],
        left_out=max(len(findings) - MAX_FINDINGS, 0),
        warnings=measure.warnings(frame),
        figure=drawing.svg(measure.chart(frame)),
        caption=measure.caption(frame),
        frame=frame,
        table=table,
        same=same,
    )


def without_repetition(table: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Return a table without the columns that say the same in every row, and what they say."""
    if table.height < 2:
        return table, ""
    same = [name for name in table.columns if table[name].n_unique() == 1]
    said = [f"{name} {table[name][0]}" for name in same if table[name][0] != NONE]
    return table.drop(same), "; ".join(said)


def render(sections: list[Section], played: Any, run_name: str, ladder: Ladder) -> str:
    """Return the page as HTML text; contracts in its tables sort by ``ladder``."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "inline": inline_svg,
        "rows": lambda table: table_rows(table, ladder),
        "thousands": "{:,}".format,
    }
    return environment.get_template("report.html.j2").render(
        sections=sections,
        played=played,
        run_name=run_name,
        glossary=GLOSSARY,
        css=(TEMPLATES / "report.css").read_text(encoding="utf-8"),
        script=(TEMPLATES / "report.js").read_text(encoding="utf-8"),
    )


def table_rows(table: pl.DataFrame, ladder: Ladder) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each row of a table."""
    columns = []
    for column in table:
        texts = [str(cell) for cell in column]
        figures = [bool(re.match(r"[+−–\d]", text)) for text in texts]
        columns.append(map(Cell, texts, figures, sort_places(texts, ladder)))
    return zip(*columns, strict=True)


def inline_svg(figure: str, name: str) -> str:
    """Return an SVG ready to stand in a page with others: its ids its own."""
    from markupsafe import Markup

    text = re.sub(r'\bid="', f'id="{name}-', figure)
    text = re.sub(r"url\(#", f"url(#{name}-", text)
    text = re.sub(r'href="#', f'href="#{name}-', text)
    return Markup(text)
