"""A real browser without a screen, and axe-core, which tells what of a page breaks WCAG 2.2.

axe-core (https://github.com/dequelabs/axe-core) stands in tests/annotate/page/axe.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_BROWSER, _DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
_SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--window-size=1366,768",
)
_AXE = (Path(__file__).parent / "annotate/page/axe/axe.min.js").read_text("utf-8")
_WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

in_a_browser = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (_BROWSER and _DRIVER) and not os.environ.get("CI"),
        reason="Chromium and its driver are not installed (Debian: chromium, chromium-driver)",
    ),
]


@contextmanager
def opened_browser(profile: Path, language: str = "en") -> Iterator[Any]:
    """Start a browser with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    assert _BROWSER, "the browser is missing: apt-get install chromium"
    assert _DRIVER, "the browser's driver is missing: apt-get install chromium-driver"
    options = Options()
    asked = (f"--lang={language}", f"--accept-lang={language}")
    for switch in (*_SWITCHES, *asked, f"--user-data-dir={profile}"):
        options.add_argument(switch)
    options.binary_location = _BROWSER
    driver = webdriver.Chrome(options=options, service=Service(_DRIVER))
    driver.implicitly_wait(10)
    try:
        yield driver
    finally:
        driver.quit()


def looks(*languages: str) -> list[tuple[int, str, str]]:
    """Return widths, themes and languages of a page: every theme on every width and language."""
    return [
        (width, theme, languages[(row + column) % len(languages)])
        for row, width in enumerate((1280, 800, 390))
        for column, theme in enumerate(("light", "dark"))
    ]


def resize(page: Any, width: int, height: int, scale: int = 1) -> None:
    """Give a page a screen of so many pixels."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def text(page: Any) -> str:
    """Return the text of the page as it is at the moment."""
    found: str = page.execute_script("return document.body.innerText")
    return found


def waited(page: Any, done: Callable[[], object]) -> None:
    """Wait until something holds of a page."""
    page.implicitly_wait(0)
    for _ in range(100):
        if done():
            page.implicitly_wait(10)
            return
        time.sleep(0.05)
    raise AssertionError(text(page))


def violations(page: Any) -> list[str]:
    """Return what axe-core finds wrong, with the elements, once the page is laid out."""
    script = """
        const done = arguments[arguments.length - 1];
        const frame = () => new Promise(requestAnimationFrame);
        document.fonts.ready.then(frame).then(frame)
          .then(() => axe.run(document, {runOnly: {type: "tag", values: arguments[0]}}))
          .then((found) => done(
            found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html)}`)));
        """
    found: list[str] = page.execute_async_script(_AXE + script, _WCAG)
    return found
