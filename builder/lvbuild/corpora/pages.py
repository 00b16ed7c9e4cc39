"""Wikipedia's pages as Markdown: from HTML or as a cache has them, without marks of the site."""

from __future__ import annotations

import re
from typing import Any

from lvbuild.core.extras import require
from lvbuild.corpora.reading.record import Record, invalid, plain

TITLES = "pages/titles.json"
"""What pages that a title alone names were found to be: `{title: [page id, revision]}`."""

_MARKS = re.compile(
    r"\\?\[\s*(?:edit|\d{1,3}|[a-z]|note \d{1,2}|nb \d{1,2}|citation needed|update])\s*\\?\]"
    r"|!\[[^\]\n]*\]\([^)\n]*\)"
)
"""Links to edit a section, marks of notes, and what stands for pictures."""
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")


def markdown_page(text: str, *, html: bool = False) -> str:
    """Return a page as Markdown: each row of a table in one line, without marks of notes.

    "" where nothing is left of it. HTML needs the extra `wiki`.
    """
    page = _converted(text) if html else text
    page = _BLANK.sub("\n\n", _MARKS.sub("", _whole_rows(page)))
    return plain("\n".join(line.rstrip() for line in page.split("\n")))


def _converted(html: str) -> str:
    require("reading HTML pages", "beautifulsoup4", "wiki")
    require("reading HTML pages", "markdownify", "wiki")
    from bs4 import BeautifulSoup
    from markdownify import markdownify

    soup = BeautifulSoup(html, "html.parser")
    for unseen in soup(["script", "style"]):
        unseen.decompose()
    return str(markdownify(str(soup), heading_style="atx", strip=["a", "img"]))


def _whole_rows(text: str) -> str:
    """Join the lines of each row of a table: a row ends with a bar, and cells hold line ends."""
    lines: list[str] = []
    held: list[str] = []
    for line in text.split("\n"):
        if held:
            held.append(line.strip())
        elif line.startswith("|") and not line.rstrip().endswith("|"):
            held = [line]
        else:
            lines.append(line)
        if held and (line.rstrip().endswith("|") or not line.strip() or line.startswith("#")):
            ended = line.rstrip().endswith("|")
            lines += [" ".join(filter(None, held))] if ended else held
            held = []
    return "\n".join([*lines, *held])


def read_titles(value: Any) -> dict[str, tuple[int, int]]:
    """Read what a file of titles holds."""
    found = Record.of(TITLES, value).fields
    for title, ids in found.items():
        if not (isinstance(ids, list) and [type(each) for each in ids] == [int, int]):
            raise invalid(f"{TITLES}, {title!r}", f"is {ids!r}", "a page's id and its revision")
    return {title: (ids[0], ids[1]) for title, ids in found.items()}
