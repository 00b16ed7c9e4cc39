"""The review page in a real browser: everything by keyboard, and the table holds what it showed."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.annotate.page.serving import served
from tests.annotate.page.test_page import statuses, table
from tests.rules.small_tables import write_world

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (BROWSER and DRIVER) and not os.environ.get("CI"),
        reason="Chromium and its driver are not installed (Debian: chromium, chromium-driver)",
    ),
]
SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--window-size=1366,768", "--lang=en"),
)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    assert BROWSER, "the browser is missing: apt-get install chromium"
    assert DRIVER, "the browser's driver is missing: apt-get install chromium-driver"
    write_world(tmp_path)
    options = Options()
    for switch in (*SWITCHES, f"--user-data-dir={tmp_path / 'profile'}"):
        options.add_argument(switch)
    options.binary_location = BROWSER
    with served(tmp_path) as (port, _):
        driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        driver.implicitly_wait(10)
        try:
            driver.get(f"http://127.0.0.1:{port}/")
            driver.find_element("name", "name").send_keys("Ann Reader\n")
            driver.find_element("css selector", "article.row")
            yield driver
        finally:
            driver.quit()


def press(page: Any, *keys: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    for key in keys:
        ActionChains(page).send_keys(key).perform()
        time.sleep(0.3)


def waited(page: Any, done: Any) -> None:
    page.implicitly_wait(0)
    for _ in range(100):
        if done():
            page.implicitly_wait(10)
            return
        time.sleep(0.1)
    raise AssertionError(text(page))


def shown(page: Any, status: str, number: int) -> None:
    """Wait until the page shows so many rows of a status."""
    waited(page, lambda: len(page.find_elements("css selector", f".row.{status}")) == number)


def text(page: Any) -> str:
    """Return the text of the page as it is at the moment."""
    found: str = page.execute_script("return document.body.innerText")
    return found


def luminances(element: Any) -> tuple[float, float]:
    """Return how light an element's letters and its ground are."""
    names = ("color", "background-color")
    ink, paper = (_light(element.value_of_css_property(name)) for name in names)
    return ink, paper


def contrast(ink: float, paper: float) -> float:
    return (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)


def test_everything_is_done_by_keyboard_and_stands_in_the_table(page: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    # A name's forms are decided on, and taken back, as one.
    press(page, "a")
    shown(page, "approved", 2)
    assert statuses(tmp_path) == ["approved", "approved", "draft"]
    waited(page, lambda: page.find_elements("css selector", ".counts .approved"))
    assert len(page.find_elements("css selector", ".questions li.now")) == 1
    press(page, "u")
    shown(page, "approved", 0)
    press(page, "x", "3", Keys.ENTER)
    shown(page, "rejected", 2)
    assert [row["note"] for row in table(tmp_path)[:2]] == ["leaves a form"] * 2
    press(page, "u")
    shown(page, "rejected", 0)
    assert statuses(tmp_path) == ["draft"] * 3
    # So is one of them alone, by its capital.
    press(page, "A")
    shown(page, "approved", 1)
    assert statuses(tmp_path)[0] == "approved"
    # Edit in place.
    press(page, "e")
    field = page.switch_to.active_element
    assert field.get_attribute("name") == "original"
    edited = page.find_element("css selector", "form.opened:not([hidden]) [name=replacement]")
    edited.clear()
    edited.send_keys("Marrin", Keys.ENTER)
    waited(page, lambda: "Marrin" in text(page))
    assert "Marrin" in {row["replacement"] for row in table(tmp_path)}
    # Add from a selection in the evidence.
    page.execute_script(
        """
        const node = [...document.querySelectorAll(".evidence [data-text]")]
          .flatMap((text) => [...text.childNodes])
          .find((node) => node.nodeType === 3 && node.data.includes("rye"));
        const range = document.createRange();
        range.setStart(node, node.data.indexOf("rye"));
        range.setEnd(node, node.data.indexOf("rye") + 3);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        """
    )
    press(page, "n", "oats", Keys.ENTER)
    waited(page, lambda: "rye → oats" in text(page))
    assert "rye" in {row["original"] for row in table(tmp_path)}
    # Filter.
    press(page, "/", "haven", Keys.ENTER)
    waited(page, lambda: len(page.find_elements("css selector", ".questions a")) == 1)
    page.refresh()
    classes = [each.get_attribute("class") for each in page.find_elements("css selector", ".row")]
    kept = statuses(tmp_path)
    assert sum("approved" in each for each in classes) == kept.count("approved") == 1
    ledger = (tmp_path / "annotations/english/ledger.jsonl").read_text("utf-8").splitlines()
    actions = [json.loads(line)["action"] for line in ledger]
    two = [action for action in ("accept", "undo", "reject", "undo") for _ in range(2)]
    assert actions == [*two, "accept", "edit", "add"]
    assert not [line for line in page.get_log("browser") if line["level"] == "SEVERE"]


def test_texts_are_read_before_and_after_replacement_in_light_and_dark(page: Any) -> None:
    assert "Ada Stone" in page.find_element("css selector", ".question .before").text
    press(page, "r")
    assert "Eve Orrin" in page.find_element("css selector", ".question .after").text
    assert not page.find_element("css selector", ".question .before").is_displayed()
    press(page, "c")
    waited(page, lambda: "in its documents" in text(page))
    for scheme in ("light", "dark"):
        page.execute_script("localStorage.theme = arguments[0]", scheme)
        page.refresh()
        ink, paper = luminances(page.find_element("tag name", "body"))
        assert contrast(ink, paper) > 7
        assert (ink > paper) == (scheme == "dark")
        mark = page.find_element("css selector", ".before mark.original")
        assert contrast(*luminances(mark)) > 4.5


def _light(color: str) -> float:
    """Return the relative luminance of a color, as WCAG 2 defines it."""
    channels = [float(part) / 255 for part in color.partition("(")[2].strip(")").split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
