"""What a document names that it is about, and whether a sentence names it again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lvbuild.core.model import LanguageCode
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.content import content

_EMPTY = re.compile(
    r"\d|[的是在于於为為以其被及与與和了之而也等由有从從到将將一年月日时時后後中不这這那该該此他她它个個所曾並并"
    "者上下同又或但因如则則都就可能会會对對把]"
)
"""No term of what a text is about: numbers, and runs with a character that only joins words."""
_ADDS = re.compile(
    r"\b(?:also|too|other|another|not only|the company)\b|[也还還亦又另仍]|[其此之随隨][后後]"
    r"|[沿全][线線]|[同次翌]年|并入|併入",
    re.IGNORECASE,
)
"""Words of a sentence that adds to the one before it, whatever it names."""
_ANNOUNCES = re.compile(r"如下|以下|下列|\bfollowing\b|\bas follows\b", re.IGNORECASE)
"""Words of a sentence after which comes what it announces."""
_HEAD = {"en": (50, 24), "zh": (16, 10)}
"""Characters of a document that name what it is about, and of a sentence that name it again."""
_RUN = {"en": 1, "zh": 2}
"""Characters of a Chinese term that names something."""


def terms_of(text: str, language: LanguageCode, lengths: Iterable[int]) -> set[str]:
    """Return what a text is about: its content words, in Chinese its runs of such lengths."""
    runs = {run for n in lengths for run in content(text, language, n)}
    return {run for run in runs if not _EMPTY.search(run)}


def names_subject(document: SplitDocument, boundary: int, language: LanguageCode) -> bool:
    """Tell whether the sentence after a boundary begins with a word of the document's own head.

    Where no sentence comes after it, there is none that could be mistaken.
    """
    start = document.outline.boundaries[boundary].offset
    head, length = _HEAD[language]
    beginning = document.text[start : start + length]
    run = _RUN[language]
    said = document.text[max(start - 2 * length, 0) : start]
    if _ADDS.search(document.text[start : start + 2 * length]) or _ANNOUNCES.search(said):
        return False
    named = terms_of(document.text[:head], language, [run])
    return not beginning.strip() or not named.isdisjoint(terms_of(beginning, language, [run]))
