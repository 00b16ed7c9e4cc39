"""What is said in a play besides the words right behind a speaker's name."""

from __future__ import annotations

import re

from lvbuild.text.boundaries.boundary import Paragraph

_DIRECTION = re.compile(r"(?:\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|〔[^〔〕]*〕|_[^_]*_)[.。]?")
_HOW = re.compile(r"[\[(_（〔\\]+(?:To (?!them\b)|[Aa]side|Reads|Sings|Within)")
_BETWEEN = 9  # paragraphs from a speaker's name to the next: where it is no more, all is spoken


def with_speeches(text: str, paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Take prose for a speech behind a cue, up to the next one; directions are set off.

    A direction between a name and what it says, and one that says how or to whom, is cue itself.
    """
    cue = None
    for index, paragraph in enumerate(paragraphs):
        if paragraph.kind == "heading" and _is_division(text, paragraph):
            cue = None
        elif paragraph.kind == "cue":
            if cue is not None and index - cue <= _BETWEEN:
                _say(paragraphs, cue + 1, index)
            cue = index
        elif paragraph.kind == "prose" and _DIRECTION.fullmatch(text, *paragraph[:2]):
            paragraphs[index] = paragraph._replace(kind="set_off")
        if _leads_on(text, paragraphs, index, cue):
            paragraphs[index] = paragraph._replace(kind="cue")
            cue = index
        elif cue is not None and index == cue + 1:
            _say(paragraphs, index, index + 1)
    return paragraphs


def _leads_on(text: str, paragraphs: list[Paragraph], index: int, cue: int | None) -> bool:
    """Tell whether a paragraph is a direction that stands within a speech, before words of it."""
    if cue is None or paragraphs[index].kind not in {"heading", "set_off"}:
        return False
    if paragraphs[index + 1 : index + 2] and paragraphs[index + 1].kind in {"cue", "heading"}:
        return False
    start, end, _ = paragraphs[index]
    if not _DIRECTION.fullmatch(text, start, end):
        return False
    return index == cue + 1 or _HOW.match(text, start, end) is not None


def _is_division(text: str, heading: Paragraph) -> bool:
    """Tell the heading of a scene from a direction of few words ("Exeunt")."""
    written = text[heading.start : heading.end]
    return written.isupper() or not written.isascii()


def _say(paragraphs: list[Paragraph], start: int, end: int) -> None:
    for index in range(start, end):
        if paragraphs[index].kind == "prose":
            paragraphs[index] = paragraphs[index]._replace(kind="speech")
