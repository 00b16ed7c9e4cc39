"""Characters that no reader sees or that were misread, and spaces where no writer puts them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lvbuild.text.cleaning.cleaning import Rule, Step, after, always, before

MISREAD = re.compile(
    r"�|ï¿½|锟斤拷|烫烫|鈥[檃渟]|â€|Ã[\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]|Â[\u00a0-\u00bf]"
    r"|Ð[\u0080-\u00bf]|[äåæç][\u0152-\u0192\u2020-\u2022\u2026\u2030\u20ac\u2122]"
    r"|[äåæç][\u00a0-\u00bf¸¹º»¼½¾]"
    r"|(?:(?<=[\s(\"'?-])|^)[A-Za-zÀ-ÿ]+\?[a-zß-ÿ]+(?![^\s]*[=/])"
)
"""UTF-8 read as Latin-1 or GBK, lost characters, and "?" within a word ("Erdo?an")."""


_LINE_ENDS = r"\x0b\x0c\x1c-\x1e\u2028\u2029"
_SPACES = r"\xa0\u1680\u2000-\u200a\u202f\u205f"
_UNSEEN = (
    r"\x00-\x08\x0e-\x1b\x1f\x7f"  # controls of ASCII
    r"\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # of direction and width
    r"\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"  # out of use
)
_WINDOWS = r"\x80-\x9f"
_PRIVATE = r"(?:[\ue000-\uf8ff]|\\u(?:[eE][\da-fA-F]|[fF][0-8])[\da-fA-F]{2})+[ \t]*"

_ANY = re.compile(f"[{_LINE_ENDS}{_SPACES}{_UNSEEN}{_WINDOWS}]")
_ONE = re.compile(f"[{_SPACES}{_UNSEEN}{_WINDOWS}]+")
_LINES = re.compile(rf"(?<![ \t])[ \t]*[{_LINE_ENDS}][ \t{_LINE_ENDS}]*")
_SPACE = re.compile(f"[{_SPACES}]")
_OF_FONTS = re.compile(_PRIVATE)


def plain_characters(text: str) -> str:
    """Return a text with what its control characters and odd spaces stand for."""
    for step in _character_steps(text):
        text = step.pattern.sub(step.new, text)
    return text


def _character_steps(text: str) -> Sequence[Step]:
    # Most texts are one line without any of them, which `isprintable` sees soonest.
    plain = text.isprintable()
    steps = () if plain or not _ANY.search(text) else _UNUSUAL
    if (not plain or "\\u" in text) and _OF_FONTS.search(text):
        return (*steps, _BULLETS)
    return steps


def _meant(found: re.Match[str]) -> str:
    return "".join(map(_character, found[0]))


def _character(character: str) -> str:
    """Return what was meant: bytes of Windows-1252 read as Latin-1 are what they are there."""
    if "\x80" <= character <= "\x9f":
        return bytes([ord(character)]).decode("cp1252", "ignore")
    return " " if _SPACE.match(character) else ""


def _line_end(found: re.Match[str]) -> str:
    return "" if "\n" in (before(found), after(found)) else "\n"


def _parted(found: re.Match[str]) -> str:
    """Return the space that follows a mark, where none stands before it."""
    return " " if before(found).strip() and found[0][-1].isspace() else ""


_BULLETS = Step(_OF_FONTS, _parted)
_UNUSUAL = (Step(_ONE, _meant), Step(_LINES, _line_end))

CHARACTERS = Rule("control characters and odd spaces", _character_steps)
"""Control and format characters go, other line ends and spaces become the usual ones.

So do characters for private use, bullets of one font mostly, and what a converter wrote for them.
The ideographic space stays: it is a character of Chinese texts.
"""


_NEXT = r"(?=[\s\"'”’)\],.;]|$)"
_SUSPENDED = re.compile(r"(?:and|or|nor|to|und|oder|ja|och|og|en|et|y|e|o|i)\b(?!-)", re.IGNORECASE)
_CLAUSE = re.compile(
    r"(?:an?|the|his|her|its|their|he|she|it|they|who|whom|which|this|that|these|as|is|was|were"
    r"|are|had|has|with|via|where|when|while|but)\s"
)
_ELIDED = re.compile(r"\b(?:[OoDdLl]|[Dd]ell|[Aa]ll|[Nn]ell|[Ss]ull|[Dd]all|[Qq]u|[Ss]ant)$")
_CAPITAL = re.compile(r"\b[A-Z]\b")
_INCHES = re.compile(r"(?<!\d)\d{1,2}$")
_OPENERS = "([{“‘/-–—"
_QUOTED = re.compile(r'"([^"]*)"')


def _gap(found: re.Match[str]) -> str:
    """Return the space that belongs before what opens something."""
    return "" if not before(found) or before(found).isspace() or before(found) in _OPENERS else " "


def _bracket(found: re.Match[str]) -> str:
    if before(found) == '"' and found.string[max(found.start() - 2, 0)] in ' (["':
        return found[1]
    return _gap(found) + found[1]


def _hyphen(found: re.Match[str]) -> str:
    """Join "Anhalt- Zerbst" and "father- in- law", but not "pre- and post-war"; keep dashes."""
    if not before(found).isalnum() or _SUSPENDED.match(found.string, found.end()):
        return found[0]
    return " – " if _CLAUSE.match(found.string, found.end()) else "-"


def _between(sign: str, kind: Callable[[str], bool]) -> Callable[[re.Match[str]], str]:
    """Return what joins a sign to what stands around it, where that is of a kind."""

    def new(found: re.Match[str]) -> str:
        return sign if kind(before(found)) and kind(after(found)) else found[0]

    return new


def _and(found: re.Match[str]) -> str:
    """Space "Eastbound& Down", join "R& B"."""
    if not before(found).isalnum():
        return found[0]
    left = _CAPITAL.search(found.string, max(found.start() - 2, 0), found.start())
    return "&" if left and _CAPITAL.match(found.string, found.end()) else " & "


def _dollars(found: re.Match[str]) -> str:
    return "$" if before(found).isupper() else f"{_gap(found)}$"


def _apostrophe(found: re.Match[str]) -> str:
    if _ELIDED.search(found.string, max(found.start() - 6, 0), found.start()):
        return "'"
    return found[0]


def _curly(found: re.Match[str]) -> str:
    """Join “ to what it opens; in German and Russian it closes."""
    return found[0] if before(found).strip() else "“"


def _quoted(found: re.Match[str]) -> str:
    """Set the marks of a quotation to its words, and its words apart from those around."""
    inner = found[1].strip(" ")
    if not inner:
        return found[0]
    gap = _gap(found) if found[1][0] == " " or before(found) in ",;:" else ""
    tail = " " if found[1][-1] == " " and (after(found).isalnum() or after(found) == "(") else ""
    return f'{gap}"{inner}"{tail}'


_SIGN = re.compile(r"[(\[&$#/'“–-](?= )| [,.;!?)”’/–-]|\((?=[],;)])|,(?=,)")
_STEPS = (
    ("(", Step(re.compile(r"(\() +"), _bracket)),
    ("[", Step(re.compile(r"(\[) +"), _bracket)),
    ("-", Step(re.compile(r"- (?=\w)"), _hyphen)),
    (" -", Step(re.compile(r" -(?=[^\W\d_])"), _between("-", str.isalpha))),
    ("–", Step(re.compile(r"– (?=\d)"), _between("–", str.isdigit))),
    (" –", Step(re.compile(r" –(?=\d)"), _between("–", str.isdigit))),
    ("/", Step(re.compile(r"/ (?=\w)"), _between("/", str.isalnum))),
    (" /", Step(re.compile(r" /(?=\d)"), _between("/", str.isdigit))),
    ("&", Step(re.compile(r"& (?=\w)"), _and)),
    ("$", Step(re.compile(r"\$ (?=\d)"), _dollars)),
    ("#", Step(re.compile(r"# (?=\d)"), lambda found: f"{_gap(found)}#")),
    ("'", Step(re.compile(r"' (?=\w)"), _apostrophe)),
    (" ’", Step(re.compile(r" ’(?=s\b)"), always("’"))),
    ("“", Step(re.compile(r"“ +(?=\S)"), _curly)),
    (" ”", Step(re.compile(r" +”"), always("”"))),
    (" )", Step(re.compile(r" +\)"), always(")"))),
    (" ;", Step(re.compile(rf" +;{_NEXT}"), always(";"))),
    (" ,", Step(re.compile(rf" +,{_NEXT}"), always(","))),
    (" .", Step(re.compile(rf" +\.{_NEXT}(?!\.)"), always("."))),
    (" !", Step(re.compile(rf" +(!+){_NEXT}"), lambda found: found[1])),
    (" ?", Step(re.compile(rf" +(\?+){_NEXT}"), lambda found: found[1])),
    ("(", Step(re.compile(r"\((?:\]?[,;] ?)+"), always("("))),
    ("(", Step(re.compile(r" ?\(\)(?=[\s,.;]|$)"), always(""))),
    (",", Step(re.compile(r",,+"), always(","))),
)


def _spacing_steps(text: str) -> Sequence[Step]:
    signs = set(_SIGN.findall(text))
    return [step for sign, step in _STEPS if sign in signs] if signs else ()


def _quotes(text: str) -> Sequence[Step]:
    """Take the marks in pairs where none is left over and none stands for inches."""
    if '" ' not in text or text.count('"') % 2:
        return ()
    inches = (
        _INCHES.search(text, max(found.start() - 3, 0), found.start())
        for found in _QUOTED.finditer(text)
    )
    return () if any(inches) else _QUOTES


_QUOTES = (Step(_QUOTED, _quoted),)

SPACING = Rule("detached punctuation", _spacing_steps)
"""Punctuation stands at the word that it belongs to, and brackets that were emptied go."""

QUOTATION = Rule("detached quotation marks", _quotes)
"""Straight marks, taken in pairs, stand at the words that they quote."""
