"""HTML, and the tags of MediaWiki, that stayed in a text when it was taken from its page."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence

from lvbuild.text.cleaning.characters import plain_characters
from lvbuild.text.cleaning.html_tags import (
    BLOCKS,
    CELLS,
    IN_LINE,
    PROGRAMS,
    is_certain,
    is_page,
    shows_code,
    tag,
)
from lvbuild.text.cleaning.rule import Rule, Step, after, before

_BLANK = r"[ \t\u3000\n]*"
_FROM = r"(?<![ \t\u3000\n])"
"""A run of blanks is looked at from its beginning only, so that long ones take no longer."""
_EDGES = {"", "\n"}
_UNSEEN = re.compile(
    r"(?:<!--(?:(?!<!--).)*?-->|<!doctype\b[^<>]{0,300}>|<!\[CDATA\[|\]\]>"
    r"|<(script|style|noscript)\b[^<>]*>(?:(?!<\1\b).)*?</\1\s*>"
    r"|<ref\b[^<>]*/>|<ref\b[^<>]*>(?:(?!<ref\b).)*?</\s?ref\s*>)(?P<blank> ?)",
    re.IGNORECASE | re.DOTALL,
)
_RAISED = re.compile(r"<(sup|sub)>([^<>]{0,12})</\1>", re.IGNORECASE)
_NOTE = re.compile(r"\[[^\[\]]*\]")
_FIGURE = re.compile(r"[0-9+=()n-]+")
_DIGITS = {
    "sup": str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"),
    "sub": str.maketrans("0123456789+-=()n", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ"),
}
_IN_LINE = re.compile(rf"(?P<tag>{tag(IN_LINE)})(?P<blank> ?)", re.IGNORECASE)
_PARTS = re.compile(rf"{_FROM}{_BLANK}(?:{tag(f'{BLOCKS} {CELLS}')}{_BLANK})+", re.IGNORECASE)
_PARAGRAPHS = re.compile(rf"{_FROM}{_BLANK}(?:{tag('p')}{_BLANK})+", re.IGNORECASE)
_PROGRAMS = re.compile(rf"{_FROM}{_BLANK}(?:{tag(PROGRAMS)}{_BLANK})+", re.IGNORECASE)
_PART = re.compile(tag(f"{BLOCKS} {CELLS} {PROGRAMS}"), re.IGNORECASE)
_CELL = re.compile(tag(CELLS), re.IGNORECASE)

_NO_BREAK = re.compile(r"(?<![ \t])[ \t]*(?:&(?:(?:amp|#38);)*nbsp\b[;；]?[ \t]*)+", re.IGNORECASE)
_ENTITY = re.compile(
    r"&(?:(?:amp|#38|#x26);)*(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});", re.IGNORECASE
)
_COMPOSED = re.compile(r"\w[\u0300-\u036f\u3099\u309a]+")


def _steps(text: str) -> Sequence[Step]:
    entities = _ENTITIES if "&" in text else ()
    if "<" not in text or ">" not in text:
        return entities
    if shows_code(text):
        return (Step(_PARAGRAPHS, _parted), *entities)
    page = _PAGE if is_page(text) else ()
    return (*_TAGS, *page, *entities)


def _raised(found: re.Match[str]) -> str:
    """Return figures as characters that stand high or low, and no footnotes."""
    if _FIGURE.fullmatch(found[2]):
        return found[2].translate(_DIGITS[found[1].lower()])
    return "" if _NOTE.fullmatch(found[2]) else found[0]


def _in_line(found: re.Match[str]) -> str:
    if not is_certain(found["tag"], found.string, found.end("tag")):
        return found[0]
    return _blank(found)


def _blank(found: re.Match[str]) -> str:
    """Return what of the space after a match has to stay."""
    return "" if before(found).isspace() else found["blank"]


def _parted(found: re.Match[str]) -> str:
    """Return what parts two blocks, or two cells of a table."""
    tags = list(_PART.finditer(found.string, *found.span()))
    kept = [each[0] for each in tags if not is_certain(each[0], found.string, each.end())]
    if kept:
        return found[0] if len(kept) == len(tags) else "\n" + "".join(kept)
    if "\n" not in found[0] and all(_CELL.fullmatch(each[0]) for each in tags):
        return " "
    return "\n"


def _no_break(found: re.Match[str]) -> str:
    return "" if {before(found), after(found)} & _EDGES else " "


def _character(found: re.Match[str]) -> str:
    read = html.unescape(f"&{found[1]};")
    return "" if read == "\ufffd" else plain_characters(read)


_TAGS = (
    Step(_UNSEEN, _blank),
    Step(_RAISED, _raised),
    Step(_IN_LINE, _in_line),
    Step(_PARTS, _parted),
)
_PAGE = (Step(_PROGRAMS, _parted),)
_ENTITIES = (
    Step(_NO_BREAK, _no_break),
    Step(_ENTITY, _character),
    Step(_COMPOSED, lambda found: unicodedata.normalize("NFC", found[0])),
)

HTML = Rule("HTML tags and entities", _steps)
"""Only what is certainly markup goes: "a < b", List<String> and pages about HTML stay.

Blocks become line ends, scripts, comments and footnotes nothing, entities the characters that
they name. `<p>` goes even where code is shown.
"""
