"""The tags of HTML and MediaWiki: which there are, and when one is certainly markup."""

from __future__ import annotations

import re
from functools import lru_cache

BLOCKS = (
    "p br div li ul ol dl dt dd tr table tbody thead tfoot caption colgroup col h1 h2 h3 h4 h5 h6"
    " hr blockquote pre section article header footer nav aside main figure figcaption address"
    " center fieldset legend details summary title poem gallery"
)
CELLS = "td th"
IN_LINE = (
    "span b i u s em strong font a img sup sub small big tt code kbd samp var cite q abbr acronym"
    " ins del strike mark wbr nobr bdi bdo ruby rb rt rp dfn time map area embed video audio source"
    " script style noscript iframe object param meta link base o:p"
    " nowiki ref references noinclude onlyinclude includeonly math"
)
PROGRAMS = "html head body form input button select option textarea label frame frameset"
"""Tags that prose is not left with: a text that has some shows how pages are written."""

_EVERY = {*f"{BLOCKS} {CELLS} {IN_LINE} {PROGRAMS}".split()}
_PAIRED = {"b", "i", "u", "s", "q", "a"}
_LETTER = re.compile(r"<(/?)([biusqa])[\s>]", re.IGNORECASE)
_BARE = {"nowrap", "noshade", "hidden", "controls", "disabled", "async", "defer"}
_ATTRIBUTE = r"""\s+[\w:.@-]+(?:\s*=\s*(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|[^\s"'<>]+))?"""

_ANY_TAG = re.compile(
    r"""<\s?(/?)\s?([a-z][a-z0-9:]*)((?:"[^"]*"|'[^']*'|[^<>])*)>""", re.IGNORECASE
)
_PROGRAM = re.compile(rf"<(?:{'|'.join(PROGRAMS.split())})\b[^<>]*>|<\?xml\b", re.IGNORECASE)
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


def tag(names: str) -> str:
    """Return the pattern of an opening or a closing tag of any of the names."""
    return rf"<\s?/?\s?(?:{'|'.join(names.split())})(?:{_ATTRIBUTE})*\s*/?>"


def is_page(text: str) -> bool:
    """Tell whether a text is a whole page, with its tags."""
    return bool(_WHOLE_PAGE.match(text))


def shows_code(text: str) -> bool:
    """Tell whether a text's tags are what it is about: forms, whole pages, XML of its own.

    A text that begins with the tag of a page or a part of one is a page itself.
    """
    if is_page(text):
        return False
    return bool(_PROGRAM.search(text) or _EXAMPLE.search(text)) or any(
        found[1].lower() not in _EVERY for found in _CLOSING.finditer(text)
    )


def is_certain(written: str, text: str, end: int) -> bool:
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
