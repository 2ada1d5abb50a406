"""The report: whole, the same every time, and one page with all in it."""

from __future__ import annotations

import errno
import html.parser
import os
from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from made_up_run import MadeUpRun, variant
from opened_run import INFO, OpenedRun, opened_run
from polars import selectors

from pipelines import measures
from pipelines.played import rules_of, what_was_played
from pipelines.report import inline_svg, without_repetition
from pipelines.store import RunError
from sim.rules import load_rules


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> OpenedRun:
    return opened_run(tmp_path_factory.mktemp("report") / "made-up")


@pytest.fixture(scope="module")
def page(run: OpenedRun) -> Path:
    return run.report()


class Page(html.parser.HTMLParser):
    """Collects what a page links to, its ids and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text += data


def test_report_writes_page_figures_and_tables(page: Path) -> None:
    folder = page.parent
    for name in measures.NAMES:
        figure = (folder / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        assert figure.startswith("<svg")
        table = pl.read_csv(folder / "tables" / f"{name}.csv")
        assert table.height > 0
        assert "n" in table.columns
        same = pl.read_parquet(folder / "tables" / f"{name}.parquet")
        assert (same.shape, same.columns) == (table.shape, table.columns)
        for column in same.select(selectors.numeric()).columns:
            assert same[column].to_list() == table[column].to_list(), f"{name}: {column}"


def test_report_is_the_same_every_time(run: OpenedRun, page: Path, tmp_path: Path) -> None:
    again = run.report(tmp_path)
    first = sorted(p.relative_to(page.parent) for p in page.parent.rglob("*") if p.is_file())
    assert len(first) == 1 + 3 * len(measures.NAMES)
    for name in first:
        assert (page.parent / name).read_bytes() == (again.parent / name).read_bytes(), name


def test_report_that_cannot_be_written_leaves_the_old_one(
    run: OpenedRun, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = run.report(tmp_path)
    before = again.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(RunError, match="No space left"):
        run.report(tmp_path)
    assert again.read_bytes() == before
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".tmp"]


def test_page_is_self_contained(page: Path) -> None:
    parsed = Page(page.read_text(encoding="utf-8"))
    assert parsed.tags["script"] == 1, "the one that sorts tables"
    assert parsed.tags["svg"] == len(measures.NAMES)
    assert [link for link in parsed.links if not link.startswith(("#", "data:"))] == []
    assert len(set(parsed.ids)) == len(parsed.ids), "ids must be unique"
    for link in parsed.links:
        assert not link.startswith("#") or link[1:] in parsed.ids, link


def test_page_tells_what_was_played_and_how_to_repeat_it(page: Path) -> None:
    text = Page(page.read_text(encoding="utf-8")).text
    for needed in (
        "Two ways <with> bids & tricks",
        "4711",
        "polars 2.1.0",
        "fivehundred report made-up",
        "each deal again with the sides exchanged",
        "It beats 7NT and is beaten by 8♠",
        "misère: value",
        "95 % interval",
    ):
        assert needed in text, needed


def test_figures_keep_their_text(page: Path) -> None:
    parsed = Page(page.read_text(encoding="utf-8"))
    assert parsed.tags["text"] > 50
    for needed in ("Reached", "7♥", "First caller’s edge", "even chance"):
        assert needed in parsed.text


def test_report_of_a_run_without_misere_or_games(tmp_path: Path) -> None:
    made = MadeUpRun()
    made.add_hands(made.cell("hands"), deal=range(50))
    run = OpenedRun(tmp_path, made.connect(tmp_path))
    text = Page(run.report().read_text(encoding="utf-8")).text
    assert "No misère was played in this run." in text
    assert "club in every seat" in text


def test_report_of_a_run_without_hands(tmp_path: Path) -> None:
    run = OpenedRun(tmp_path, MadeUpRun().connect(tmp_path))
    text = Page(run.report().read_text(encoding="utf-8")).text
    assert "0 hands" in text


@pytest.mark.parametrize("name", ["australian", "trickster-american"])
def test_rules_come_back_from_the_table_of_variants(name: str) -> None:
    rules = load_rules(name)
    row = {key.replace(".", "_"): value for key, value in rules.flat().items()}
    again = rules_of(variant(name) | row)
    assert again.flat() == rules.flat()
    assert again.digest() == rules.digest()


def test_only_rules_that_differ_are_compared(run: OpenedRun) -> None:
    with run.connect() as con:
        differences = what_was_played(con, INFO).differences
    assert differences["rule"].to_list() == ["misère: value", "misère: above"]
    assert differences.rows()[1] == ("misère: above", "7NT", "8♠")


def test_svg_in_a_page_has_ids_of_its_own() -> None:
    text = '<svg><g id="a"/><use xlink:href="#a" clip-path="url(#a)"/></svg>'
    assert inline_svg(text, "m") == (
        '<svg><g id="m-a"/><use xlink:href="#m-a" clip-path="url(#m-a)"/></svg>'
    )


def test_columns_that_repeat_themselves_are_said_once() -> None:
    table = pl.DataFrame({"variant": ["a", "a"], "n": ["1", "2"], "pairing": ["–", "–"]})
    shorter, same = without_repetition(table)
    assert shorter.columns == ["n"]
    assert same == "variant a"
