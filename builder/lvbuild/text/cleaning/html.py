"""The tags of HTML and MediaWiki: which there are, and when one is certainly markup."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from lvbuild.core.resources import read_sections
from lvbuild.text.cleaning.characters import plain_characters
from lvbuild.text.cleaning.cleaning import Rule, Step, after, before

_NAMES = {
    sort: " ".join(lines).split()
    for sort, lines in read_sections(Path(__file__).with_name("tags.txt")).items()
}
_BLOCKS, _CELLS = _NAMES["blocks"], _NAMES["cells"]
_IN_LINE, _PROGRAMS = _NAMES["in line"], _NAMES["programs"]
_EVERY = {*chain.from_iterable(_NAMES.values())}
_PAIRED = {"b", "i", "u", "s", "q", "a"}
_LETTER = re.compile(r"<(/?)([biusqa])[\s>]", re.IGNORECASE)
_BARE = {"nowrap", "noshade", "hidden", "controls", "disabled", "async", "defer"}
_ATTRIBUTE = r"""\s+[\w:.@-]+(?:\s*=\s*(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|[^\s"'<>]+))?"""

_ANY_TAG = re.compile(
    r"""<\s?(/?)\s?([a-z][a-z0-9:]*)((?:"[^"]*"|'[^']*'|[^<>])*)>""", re.IGNORECASE
)
_PROGRAM = re.compile(rf"<(?:{'|'.join(_PROGRAMS)})\b[^<>]*>|<\?xml\b", re.IGNORECASE)
_CLOSING = re.compile(r"</([A-Za-z][\w:.-]*)\s*>")
_WHOLE_PAGE = re.compile(
    r"\s*</?(?:!doctype|html|head|body|div|p|br|span|table|center|h[1-6]|ul|ol|section|article|font)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"(?:代码|代碼|示例|例子|\bcode|\bexample)[^<>]{0,20}<(?:script|style)\b"
    r"|</(?:script|style)>[^<>]{0,6}(?:代码|代碼|示例|例子|code\b|example\b)",
    re.IGNORECASE,
)
_MENTIONED = re.compile(r"\s?(?:标签|标记|元素|標籤|標記|tags?\b|elements?\b)", re.IGNORECASE)


def _tag(names: Iterable[str]) -> str:
    return rf"<\s?/?\s?(?:{'|'.join(names)})(?:{_ATTRIBUTE})*\s*/?>"


def _is_certain(written: str, text: str, end: int) -> bool:
    """Tell whether a tag, which ends at a place in its text, is markup and no formula or mention.

    A single letter needs its partner (but `p`), other words in it need values: in "a <b and c> d"
    there is no tag.
    """
    found = _ANY_TAG.fullmatch(written)
    if found is None:
        return False
    slash, name, rest = found[1], found[2].lower(), found[3].strip(" \t\n/")
    if name == "p":
        return not rest or "=" in rest
    if rest:
        return "=" in rest or rest.lower() in _BARE
    if _MENTIONED.match(text, end):
        return False
    if name not in _PAIRED:
        return True
    return written[1:2] != " " and ("" if slash else "/", name) in _letters(text)


@lru_cache(maxsize=1)
def _letters(text: str) -> frozenset[tuple[str, str]]:
    """Return which tags of a single letter there are, with a slash where they close."""
    return frozenset((slash, name.lower()) for slash, name in _LETTER.findall(text))


_BLANK = r"[ \t\u3000\n]*"
_FROM = r"(?<![ \t\u3000\n])"
"""A run of blanks is looked at from its beginning only, so that long ones take no longer."""
_PART = re.compile(_tag([*_BLOCKS, *_CELLS, *_PROGRAMS]), re.IGNORECASE)
_CELL = re.compile(_tag(_CELLS), re.IGNORECASE)
_NOTE = re.compile(r"\[[^\[\]]*\]")
_FIGURE = re.compile(r"[0-9+=()n-]+")
_DIGITS = {
    "sup": str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"),
    "sub": str.maketrans("0123456789+-=()n", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ"),
}


def _blank(found: re.Match[str]) -> str:
    """Return what of the space after a match has to stay."""
    return "" if before(found).isspace() else found["blank"]


def _raised(found: re.Match[str]) -> str:
    """Return figures as characters that stand high or low, and no footnotes."""
    if _FIGURE.fullmatch(found[2]):
        return found[2].translate(_DIGITS[found[1].lower()])
    return "" if _NOTE.fullmatch(found[2]) else found[0]


def _in_line(found: re.Match[str]) -> str:
    certain = _is_certain(found["tag"], found.string, found.end("tag"))
    return _blank(found) if certain else found[0]


def _parted(found: re.Match[str]) -> str:
    """Return what parts two blocks, or two cells of a table."""
    tags = list(_PART.finditer(found.string, *found.span()))
    kept = [each[0] for each in tags if not _is_certain(each[0], found.string, each.end())]
    if kept:
        return found[0] if len(kept) == len(tags) else "\n" + "".join(kept)
    if "\n" not in found[0] and all(_CELL.fullmatch(each[0]) for each in tags):
        return " "
    return "\n"


def _parting(names: Iterable[str]) -> Step:
    """Return the step that takes tags, and the blanks around them, for what parts blocks."""
    pattern = rf"{_FROM}{_BLANK}(?:{_tag(names)}{_BLANK})+"
    return Step(re.compile(pattern, re.IGNORECASE), _parted)


_TAGS = (
    Step(
        re.compile(
            r"(?:<!--(?:(?!<!--).)*?-->|<!doctype\b[^<>]{0,300}>|<!\[CDATA\[|\]\]>"
            r"|<(script|style|noscript)\b[^<>]*>(?:(?!<\1\b).)*?</\1\s*>"
            r"|<ref\b[^<>]*/>|<ref\b[^<>]*>(?:(?!<ref\b).)*?</\s?ref\s*>)(?P<blank> ?)",
            re.IGNORECASE | re.DOTALL,
        ),
        _blank,
    ),
    Step(re.compile(r"<(sup|sub)>([^<>]{0,12})</\1>", re.IGNORECASE), _raised),
    Step(re.compile(rf"(?P<tag>{_tag(_IN_LINE)})(?P<blank> ?)", re.IGNORECASE), _in_line),
    _parting([*_BLOCKS, *_CELLS]),
)
_OF_PAGES = _parting(_PROGRAMS)
_PARAGRAPHS = _parting(["p"])
_ENTITIES = (
    Step(
        re.compile(r"(?<![ \t])[ \t]*(?:&(?:(?:amp|#38);)*nbsp\b[;；]?[ \t]*)+", re.IGNORECASE),
        lambda found: "" if {before(found), after(found)} & {"", "\n"} else " ",
    ),
    Step(
        re.compile(
            r"&(?:(?:amp|#38|#x26);)*(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});",
            re.IGNORECASE,
        ),
        lambda found: plain_characters(html.unescape(f"&{found[1]};")).replace("\ufffd", ""),
    ),
    Step(
        re.compile(r"\w[\u0300-\u036f\u3099\u309a]+"),
        lambda found: unicodedata.normalize("NFC", found[0]),
    ),
)


def _steps(text: str) -> Sequence[Step]:
    entities = _ENTITIES if "&" in text else ()
    if "<" not in text or ">" not in text:
        return entities
    # A text that begins with the tag of a page or a part of one is a page itself.
    if _WHOLE_PAGE.match(text):
        return (*_TAGS, _OF_PAGES, *entities)
    # Tags may be what a text is about: forms, whole pages, XML of its own.
    known = _EVERY.issuperset(map(str.lower, _CLOSING.findall(text)))
    if not known or _PROGRAM.search(text) or _EXAMPLE.search(text):
        return (_PARAGRAPHS, *entities)
    return (*_TAGS, *entities)


HTML = Rule("HTML tags and entities", _steps)
"""Only what is certainly markup goes: "a < b", List<String> and pages about HTML stay.

Blocks become line ends, scripts, comments and footnotes nothing, entities the characters that
they name. `<p>` goes even where code is shown.
"""
