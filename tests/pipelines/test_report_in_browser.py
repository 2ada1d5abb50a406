"""The report in a real browser: fits the screen, sorts its tables, asks for nothing from outside."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opened_run import opened_run

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.browser
OPEN_ALL = "document.querySelectorAll('details').forEach(d => d.open = true)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return opened_run(tmp_path_factory.mktemp("browser") / "made-up").report()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if not (CHROMIUM and DRIVER):
        pytest.skip("no chromium with its driver on this machine")
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = CHROMIUM
    for flag in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--force-prefers-reduced-motion",  # else a click meets a page that still scrolls
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


def on_screen(browser: Any, width: int) -> None:
    """Give the browser a screen of a width; a narrow one is a phone's."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600},
    )


def test_browser_has_nothing_to_complain_about(browser: Any, page: Path) -> None:
    browser.get("about:blank")
    browser.get_log("performance")  # what the browser does for itself when it starts
    browser.get(page.as_uri())
    assert browser.title == "Two ways <with> bids & tricks"
    assert browser.get_log("browser") == []
    asked = {
        url
        for entry in browser.get_log("performance")
        if "Network.requestWillBeSent" in entry["message"]
        for url in re.findall(r'"url":"([^"]+)"', entry["message"])
    }
    assert all(url.startswith(("file:", "data:")) for url in asked), asked


@pytest.mark.parametrize("width", [360, 1200])
def test_page_fits_the_screen(browser: Any, page: Path, width: int) -> None:
    browser.get("about:blank")
    on_screen(browser, width)
    browser.get(page.as_uri())
    browser.execute_script(OPEN_ALL)
    inner = browser.execute_script("return document.documentElement.clientWidth")
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    assert width - 20 <= inner <= width  # a scroll bar may take its place
    assert wide <= inner, "only tables may scroll sideways, inside their box"
    smallest = browser.execute_script(
        "return Math.min(...[...document.querySelectorAll('svg text')]"
        ".map(t => t.getBoundingClientRect().height))"
    )
    assert smallest >= 8, f"text of a figure is only {smallest:.1f} pixels high"


def test_labels_of_figures_do_not_overlap(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    overlapping = browser.execute_script(
        """
        const found = [];
        for (const svg of document.querySelectorAll('figure svg')) {
          const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
          const boxes = texts.map(t => t.getBoundingClientRect());
          const frame = svg.getBoundingClientRect();
          boxes.forEach((a, i) => {
            if (a.left < frame.left - 1 || a.right > frame.right + 1)
              found.push(texts[i].textContent);
            boxes.slice(i + 1).forEach((b, j) => {
              const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
              const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
              if (across > 1 && down > 3)
                found.push(texts[i].textContent + ' / ' + texts[i + 1 + j].textContent);
            });
          });
        }
        return found;
        """
    )
    assert overlapping == []


def table(browser: Any, section: str) -> tuple[Any, list[str]]:
    """Return the opened table of a section and the names of its columns."""
    browser.execute_script(OPEN_ALL)
    found = browser.find_element("css selector", f"#{section} table")
    return found, [head.text.split("\xa0")[0] for head in found.find_elements("css selector", "th")]


def column(browser: Any, found: Any, number: int) -> list[str]:
    """Return what stands in a column."""
    script = (
        "return [...arguments[0].tBodies[0].rows].map(row => row.cells[arguments[1]].textContent)"
    )
    return browser.execute_script(script, found, number)


def order(found: Any) -> dict[int, str]:
    """Return by which columns a table says that it is sorted."""
    said = [head.get_attribute("aria-sort") for head in found.find_elements("css selector", "th")]
    return {number: way for number, way in enumerate(said) if way != "none"}


def test_click_on_a_head_sorts_up_then_down_then_as_written(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    found, names = table(browser, "bid_success")
    number = names.index("hands")
    written = column(browser, found, number)
    button = found.find_elements("css selector", "th button")[number]
    up = sorted(written, key=lambda text: int(text.replace(",", "")))
    assert up not in (written, sorted(written)), "a test worth its name"
    for wanted, said in ((up, "ascending"), (up[::-1], "descending")):
        button.click()
        assert column(browser, found, number) == wanted
        assert order(found) == {number: said}
    button.click()
    assert column(browser, found, number) == written
    assert order(found) == {}


def test_keys_sort_too_and_equal_rows_keep_their_order(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    found, names = table(browser, "bid_success")
    contract, made = names.index("contract"), names.index("made")
    buttons = found.find_elements("css selector", "th button")
    written = list(zip(column(browser, found, contract), column(browser, found, made), strict=True))
    buttons[made].send_keys("\ue007")  # Enter
    assert order(found) == {made: "ascending"}
    assert column(browser, found, made)[-1] == "–", "no figure, no place at the top"
    buttons[made].send_keys("\ue007")
    assert column(browser, found, made)[-1] == "–"
    buttons[contract].send_keys(" ")
    assert order(found) == {contract: "ascending"}
    bids = column(browser, found, contract)
    up = ["all pass", "6♠", "6NT", "7♠", "7♥", "7NT", "Misère", "8♣", "8♦", "8♥", "9♥"]
    assert [bid for bid in dict.fromkeys(bids) if bid != "Open misère"] == up
    made_of = dict.fromkeys(bids, ())
    for bid, rate in zip(bids, column(browser, found, made), strict=True):
        made_of[bid] += (rate,)
    assert all(made_of[bid] == tuple(r for b, r in written if b == bid) for bid in made_of)


def test_every_table_sorts_by_every_column(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    browser.execute_script(OPEN_ALL)
    wrong = browser.execute_script(
        """
        const wrong = [];
        for (const table of document.querySelectorAll('table.sorts'))
          [...table.querySelectorAll('th button')].forEach((button, i) => {
            button.click();
            const places = [...table.tBodies[0].rows].map(row => row.cells[i].dataset.sort);
            const numbers = places.map(p => p === undefined ? Infinity : Number(p));
            if (numbers.some((n, k) => k && n < numbers[k - 1])) wrong.push(button.textContent);
          });
        return wrong;
        """
    )
    assert wrong == []
    assert browser.get_log("browser") == []


def test_wide_table_scrolls_in_its_box_on_a_phone(browser: Any, page: Path) -> None:
    on_screen(browser, 360)
    browser.get(page.as_uri())
    found, _ = table(browser, "misere")
    box = found.find_element("xpath", "..")
    inner, wide = browser.execute_script(
        "return [arguments[0].clientWidth, arguments[0].scrollWidth]", box
    )
    assert inner <= 360 < wide
    moved = browser.execute_script(
        "arguments[0].scrollLeft = 200; window.scrollTo(200, window.scrollY);"
        "return [arguments[0].scrollLeft, window.scrollX]", box
    )  # fmt: skip
    assert moved == [200, 0]


def test_contents_lead_to_every_section(browser: Any, page: Path) -> None:
    on_screen(browser, 1200)
    browser.get(page.as_uri())
    links = browser.find_elements("css selector", "nav a")
    titles = browser.find_elements("css selector", "main > section > h2")
    assert [link.text for link in links] == [title.text for title in titles]
    for link in links:
        link.click()
        target = link.get_attribute("href").partition("#")[2]
        top, last = browser.execute_script(
            "return [document.getElementById(arguments[0]).getBoundingClientRect().top,"
            " window.scrollY + innerHeight >= document.documentElement.scrollHeight - 2]", target
        )  # fmt: skip
        assert browser.current_url.endswith(f"#{target}")
        assert abs(top) < 50 or last, target


@pytest.mark.parametrize("text", ["Reached", "even chance", "First caller’s edge"])
def test_text_of_figures_can_be_searched(browser: Any, page: Path, text: str) -> None:
    browser.get(page.as_uri())
    inside = browser.execute_script(
        """
        while (window.find(arguments[0])) {
          if (getSelection().anchorNode.parentElement.closest('svg')) return true;
        }
        return false;
        """,
        text,
    )
    assert inside, f"{text} is not found in a figure"


def test_page_reads_without_script_and_on_paper(browser: Any, page: Path) -> None:
    try:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(page.as_uri())
        assert browser.find_elements("css selector", "th button") == []
        assert len(browser.find_elements("css selector", "th")) > 20
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    browser.get(page.as_uri())
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        arrow = "return getComputedStyle(document.querySelector('th button'), '::after').content"
        assert browser.execute_script(arrow) == "none"
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
