"""The pictures of the pages: what commands drew, and what a browser shows of what they made.

The title of a picture in a page says what it is drawn from, in the folder of the page: a picture
that a command drew, a page (`.html`), or a recipe (`.yaml`), of which it shows the review page.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from tests.annotate.page.serving import served
from tests.browsing import opened_browser, resize, waited
from tests.readme_commands import CHINESE

_SIZE = (1200, 750)
_ALIKE = 0.015
"""How far two pictures may differ on the average, of the way from black to white."""


def titled(page: Path) -> dict[Path, str]:
    """Return the pictures of a page that say what they are drawn from."""
    found = re.findall(r'\]\(([^)\s]+) "([^"]+)"\)', page.read_text(encoding="utf-8"))
    return {page.parent / shown: source for shown, source in found}


def drawn(page: Path, folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield each picture of a page with how it is drawn from what the page's commands made."""
    language, person = ("zh-CN", "李读者") if page in CHINESE else ("en", "Ann Reader")
    for shown, source in titled(page).items():
        made = folder / source
        if made.suffix == shown.suffix:
            yield shown, made.read_bytes()
        elif made.suffix == ".html":
            yield shown, _photographed(made.as_uri(), language)
        else:
            with served(made.parent, "--annotator", person, name=made.stem) as (address, _):
                # The last question is still to be decided on.
                yield shown, _photographed(address.url, language, ".questions li:last-child")


def are_alike(one: bytes, other: bytes) -> bool:
    """Tell whether two pictures show the same at some distance; SVGs have the same bytes."""
    if one == other or not one.startswith(b"\x89PNG"):
        return one == other
    read = [Image.open(io.BytesIO(each)).convert("L") for each in (one, other)]
    if len({each.size for each in read}) > 1:
        return False
    small, like = (np.asarray(each.resize((120, 75)), float) / 255 for each in read)
    return bool(np.abs(small - like).mean() < _ALIKE)


def _photographed(url: str, language: str, pressed: str = "") -> bytes:
    """Return what a browser shows at an address, once a question to decide on is pressed."""
    with (
        tempfile.TemporaryDirectory() as profile,
        opened_browser(Path(profile), language) as browser,
    ):
        resize(browser, *_SIZE)
        browser.get(url)
        if pressed:
            browser.find_element("css selector", pressed).click()
            waited(browser, lambda: browser.find_elements("css selector", "article.draft"))
        png: bytes = browser.get_screenshot_as_png()
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(64)
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
