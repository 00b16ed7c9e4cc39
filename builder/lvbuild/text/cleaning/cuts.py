"""What no rule can mend: sentences that lost words, and what a page says of itself, go whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from lvbuild.core.resources import read_sections
from lvbuild.languages import Language, find_language, guess_language
from lvbuild.languages.boundary import Lean
from lvbuild.text.cleaning.cleaning import Cut, Rule

_PATTERNS = read_sections(Path(__file__).with_name("cuts.txt"))
_DAMAGE = re.compile("|".join(_PATTERNS["damage"]))
_DAMAGES = [re.compile(pattern) for pattern in _PATTERNS["damage"]]
"""The same one by one: each is found sooner by what it begins with."""
_PAGE = re.compile("|".join(_PATTERNS["page"]), re.MULTILINE)
_PART = re.compile(r"[^\n。！？!?]*(?:[。！？!?]+[”」』）)\"]*\n?|\n|\Z)")
_LONGEST = 200
"""Characters of what goes out of a page: a longer part is most of what it says."""


def _damaged_spans(text: str) -> Iterable[tuple[int, int]]:
    speaks = find_language(guess_language(text))
    return _cut(text, _DAMAGE, [place.offset for place in speaks.boundaries(text)], speaks)


DAMAGED = Rule(
    "sentences that lost words",
    lambda text: (Cut(_damaged_spans),) if any(p.search(text) for p in _DAMAGES) else (),
    True,
)
"""Of an encyclopedia's text a sentence that lost words goes."""


def _page_spans(text: str) -> Iterable[tuple[int, int]]:
    ends = [part.end() for part in _PART.finditer(text) if part[0]]
    spans = [*_cut(text, _PAGE, ends)]
    long = any(
        part[0].strip() and len(part[0]) > _LONGEST and _PAGE.search(part[0])
        for start, end in spans
        for part in _PART.finditer(text[start:end])
    )
    return [(0, len(text))] if long else spans


PAGES = Rule(
    "what pages say of themselves",
    lambda text: (Cut(_page_spans),) if _PAGE.search(text) else (),
    True,
)
"""Addresses, numbers to call, accounts to follow, menus and paths go with their sentence.

Of a page that is no more than one long sentence around them nothing is left.
"""


def _cut(
    text: str,
    pattern: re.Pattern[str],
    ends: Iterable[int],
    speaks: Language | None = None,
) -> Iterator[tuple[int, int]]:
    """Yield the sentences that hold a pattern, with a language also those that point back to them.

    The first of a paragraph names what it tells of: where that goes, all of it goes.
    """
    hurt = [found.start() for found in pattern.finditer(text)]
    start, gone, whole = 0, False, False
    for end in ends:
        written = text[start:end]
        blank = len(written) - len(written.lstrip())
        broken = any(start <= place < end for place in hurt)
        if not start or "\n" in text[start - 1 : start + blank]:
            whole = broken
        leans = gone and speaks is not None and speaks.lean(text, start, end) is Lean.POINTS_BACK
        gone = whole or broken or leans
        if gone:
            # The line's end stays where something of the line does.
            yield start, end - (written.endswith("\n") and not whole)
        start = end
