"""Brackets of encyclopedias that lost what stood in them: a foreign script, a pronunciation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lvbuild.text.cleaning.rule import Rule, Step, always

_EMPTY = re.compile(r"(?:[^\W\d_]{1,8}[：:]\s*['\"“”]{0,2}|\"\"|''|“”)?")
"""No words, at most what said in which language or script they were: 日语：."""
_NAME = re.compile(r"[\w》」』”\"）](?<![号號点點符])\s?\Z")
"""Before brackets that tell of a name: a mark's own has the mark in them, 逗号（，）."""
_LEADING = re.compile(r"\A\s*[：:]\s*")
_SHOWN = re.compile(r"[\w《「『“\"].*[^\W\d_]", re.DOTALL)


def _without_empty(separators: str) -> Callable[[re.Match[str]], str]:
    """Return what leaves out the parts of brackets that are empty, and the brackets if all are."""
    apart = re.compile(f"([{separators}])")

    def new(found: re.Match[str]) -> str:
        inner: str = found["inner"]
        blank = bool(inner) and not inner.strip()
        said = found.string[max(found.start() - 2, 0) : found.start()]
        if blank or not _NAME.search(said):
            return found[0]
        split = ["", *apart.split(inner)]
        marks, texts = split[::2], split[1::2]
        whole = [(mark, text.rstrip()) for mark, text in zip(marks, texts, strict=True)]
        parts = [(mark, _LEADING.sub("", text)) for mark, text in whole]
        kept = [part for part in parts if not _EMPTY.fullmatch(part[1].strip())]
        if kept == whole or (not kept and inner.strip() in {"：", ":"}):
            return found[0]
        if not kept:
            return ""
        shown = "".join([kept[0][1].strip(), *map("".join, kept[1:])])
        return f"{found['open']}{shown}{found['close']}" if _SHOWN.match(shown) else found[0]

    return new


def _unopened(found: re.Match[str]) -> str:
    """Leave out a closing bracket that nothing opens, as in (born Eve; ])."""
    opened, closed = (found.string.rfind(mark, 0, found.start()) for mark in "[]")
    return found[0] if opened > closed else found["kept"]


_WIDE = Step(
    re.compile(r"(?P<open> ?（)(?P<inner>[^（）\n]*)(?P<close>）)"), _without_empty("，、；,;")
)
_NARROW = (
    Step(
        re.compile(r"(?P<open> ?\()(?P<inner>[^()\n，、；]*[，、；][^()\n]*)(?P<close>\))"),
        _without_empty("，、；"),
    ),
    Step(re.compile(r"(?<=[\u3400-\u9fff》」』”]) ?\(\)"), always("")),
    Step(re.compile(r"(?<=[^\W_]|[\"”])(?: |(?<=\S))\(\]\)"), always("")),
    Step(re.compile(r" ?\([A-Z][a-z]+:(?:[,;]? [A-Z][a-z]+:)*[,;]?(?: ?\])?\)"), always("")),
    Step(re.compile(r"(?<=\()(?P<kept>[^()\[\]\n]{0,300}?)[;,]? {1,3}\](?=\))"), _unopened),
)
_LETTERS = (Step(re.compile(r",? ?\{(?:'\d+': \",? ?)*'\d+': \"\}"), always("")),)
"""Letters after a name, of which a program printed an empty table: {'1': ", '2': "}."""


def _steps(text: str) -> Sequence[Step]:
    return [
        *((_WIDE,) if "（" in text else ()),
        *(_NARROW if "(" in text else ()),
        *(_LETTERS if "{'" in text else ()),
    ]


BRACKETS = Rule("emptied brackets", _steps)
"""What brackets hold no more goes, with the marks and labels that it left."""
