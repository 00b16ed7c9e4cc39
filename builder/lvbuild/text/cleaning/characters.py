"""Characters that no reader sees or that were misread, and spaces where no writer puts them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.cleaning.cleaning import Rule, Step, after, before

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

_ANY = re.compile(f"[{_LINE_ENDS}{_SPACES}{_UNSEEN}{_WINDOWS}]")
_UNUSUAL = (
    Step(re.compile(f"[{_SPACES}]"), " "),
    Step(re.compile(f"[{_UNSEEN}]+"), ""),
    # Bytes of Windows-1252 that were read as Latin-1.
    Step(
        re.compile(f"[{_WINDOWS}]+"),
        lambda found: found[0].encode("latin-1").decode("cp1252", "ignore"),
    ),
    Step(
        re.compile(rf"(?<![ \t])[ \t]*[{_LINE_ENDS}][ \t{_LINE_ENDS}]*"),
        lambda found: "" if "\n" in (before(found), after(found)) else "\n",
    ),
)
_BULLETS = Step(
    re.compile(r"(?:[\ue000-\uf8ff]|\\u(?:[eE][\da-fA-F]|[fF][0-8])[\da-fA-F]{2})+[ \t]*"),
    lambda found: " " if before(found).strip() and found[0][-1].isspace() else "",
)


def plain_characters(text: str) -> str:
    """Return a text with what its control characters and odd spaces stand for."""
    for step in _character_steps(text):
        text = step.pattern.sub(step.new, text)
    return text


def _character_steps(text: str) -> Sequence[Step]:
    # Most texts are one line without any of them, which `isprintable` sees soonest.
    plain = text.isprintable()
    steps = () if plain or not _ANY.search(text) else _UNUSUAL
    if (not plain or "\\u" in text) and _BULLETS.pattern.search(text):
        return (*steps, _BULLETS)
    return steps


CHARACTERS = Rule("control characters and odd spaces", _character_steps)
"""Control and format characters go, other line ends and spaces become the usual ones.

So do characters for private use, bullets of one font mostly, and what a converter wrote for them.
The ideographic space stays: it is a character of Chinese texts.
"""


_OPENERS = "([{“‘/-–—"


def _gap(found: re.Match[str]) -> str:
    """Return the space that belongs before what opens something."""
    return "" if not before(found) or before(found).isspace() or before(found) in _OPENERS else " "


def _bracket(found: re.Match[str]) -> str:
    if before(found) == '"' and found.string[max(found.start() - 2, 0)] in ' (["':
        return found[0][0]
    return _gap(found) + found[0][0]


_BORDER = r"[\s\"'”’)\],.;]|$"
_AFTER_WORD = r"(?<=[^\W_].{2})"
"""What is before a sign of two characters: it stands behind the sign, which is found sooner."""
_WHOLE = r"(?!(?i:and|or|nor|to|und|oder|ja|och|og|en|et|y|e|o|i)\b(?!-))"
"""No "pre- and post-war" follows."""
_CLAUSE = (
    r"(?:an?|the|his|her|its|their|he|she|it|they|who|whom|which|this|that|these|as|is|was|were"
    r"|are|had|has|with|via|where|when|while|but)\s"
)
_ELIDED = r"(?:[OoDdLl]|[Dd]ell|[Aa]ll|[Nn]ell|[Ss]ull|[Dd]all|[Qq]u|[Ss]ant)'"
_DETACHED = [
    (sign, Step(re.compile(pattern), new, *needs))
    for sign, pattern, new, *needs in (
        ("( ", r"\( +", _bracket),
        ("[ ", r"\[ +", _bracket),
        # A dash before a clause, else "Anhalt- Zerbst" and "father- in- law".
        ("- ", rf"- {_AFTER_WORD}{_WHOLE}(?={_CLAUSE})", " – "),
        ("- ", rf"- {_AFTER_WORD}{_WHOLE}(?=\w)", "-"),
        (" -", r"(?<=[^\W\d_]) -(?=[^\W\d_])", "-"),
        ("– ", r"– (?<=\d.{2})(?=\d)", "–"),
        (" –", r" –(?<=\d.{2})(?=\d)", "–"),
        ("/ ", rf"/ {_AFTER_WORD}(?=[^\W_])", "/"),
        (" /", r"(?<=\d) /(?=\d)", "/"),
        # "R& B", else "Eastbound& Down".
        ("& ", r"(?<=\b[A-Z])& (?=[A-Z]\b)", "&"),
        ("& ", rf"& {_AFTER_WORD}(?=\w)", " & "),
        ("$ ", r"\$ (?=\d)", lambda found: f"{'' if before(found).isupper() else _gap(found)}$"),
        ("# ", r"# (?=\d)", lambda found: f"{_gap(found)}#"),
        ("' ", rf"\b(?P<kept>{_ELIDED}) (?=\w)", lambda found: found["kept"]),
        (" ’", r" (?=’s\b)", ""),
        # In German and Russian it closes.
        ("“ ", r"(?<!\S)“ +(?=\S)", "“"),
        (" ", rf" +(?=[”)]|[;,](?:{_BORDER})|\.(?!\.)(?:{_BORDER}))", ""),
        (" !", rf" +(?=!+(?:{_BORDER}))", ""),
        (" ?", rf" +(?=\?+(?:{_BORDER}))", ""),
        ("(", r"\((?:\]?[,;] ?)+", "("),
        ("(", r" ?\(\)(?=[\s,.;]|$)", "", "()"),
        (",,", r",,+", ","),
    )
]

SPACING = Rule(
    "detached punctuation", lambda text: [step for sign, step in _DETACHED if sign in text]
)
"""Punctuation stands at the word that it belongs to, and brackets that were emptied go."""


def _quoted(found: re.Match[str]) -> str:
    """Set the marks of a quotation to its words, and its words apart from those around."""
    inner = found[1].strip(" ")
    if not inner:
        return found[0]
    gap = _gap(found) if found[1][0] == " " or before(found) in ",;:" else ""
    tail = " " if found[1][-1] == " " and (after(found).isalnum() or after(found) == "(") else ""
    return f'{gap}"{inner}"{tail}'


_QUOTES = Step(re.compile(r'"([^"]*)"'), _quoted)
_INCHES = re.compile(r"(?<!\d)\d{1,2}$")


def _quotes(text: str) -> Sequence[Step]:
    """Take the marks in pairs where none is left over and none stands for inches."""
    if '" ' not in text or text.count('"') % 2:
        return ()
    inches = (
        _INCHES.search(text, max(found.start() - 3, 0), found.start())
        for found in _QUOTES.pattern.finditer(text)
    )
    return () if any(inches) else (_QUOTES,)


QUOTATION = Rule("detached quotation marks", _quotes)
"""Straight marks, taken in pairs, stand at the words that they quote."""
