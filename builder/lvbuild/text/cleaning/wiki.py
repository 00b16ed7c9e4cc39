"""What encyclopedias leave in a text: conversion marks, links, templates, emptied brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from lvbuild.languages.characters import script
from lvbuild.text.cleaning.cleaning import Rule, Step, before

_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_CHINESE = re.compile(f"[{_CJK}]")
_ITEM = re.compile(r"(zh(?:-[a-z]+)*)\s*[:：]\s*([^;；]*)", re.IGNORECASE)
_FLAGS = re.compile(r"\s*(?:[-+A-Z]|zh(?:-[a-z]+)*)(?:\s*;\s*(?:[-+A-Z]|zh(?:-[a-z]+)*))*\s*\|")
_UNSHOWN = {"H", "T", "-"}


def _shown(found: re.Match[str], wanted: Sequence[str]) -> str:
    """Return what a page shows in a mark's place; elsewhere such signs are someone's formula."""
    body: str = found["kept"]
    items: dict[str, str] = {name.lower(): text.strip() for name, text in _ITEM.findall(body)}
    around = found.string[max(found.start() - 2, 0) : found.end() + 2]
    if not (items or _CHINESE.search(around) or before(found) == ":"):
        return found[0]
    flags = _FLAGS.match(body)
    if flags and _UNSHOWN.intersection(re.split(r"[\s;|]+", flags[0])):
        return ""
    if items:
        return next(items[name] for name in (*wanted, *items) if name in items)
    return body[flags.end() :] if flags else body


_MARK = re.compile(r"-\{(?P<kept>[^{}]*)\}-")
_VARIANTS = "zh-cn zh-hans zh-sg zh-my zh".split()
_SIMPLIFIED = Step(_MARK, partial(_shown, wanted=_VARIANTS))
_TRADITIONAL = Step(_MARK, partial(_shown, wanted="zh-tw zh-hant zh-hk zh-mo".split()))
_LONE_MARKS = Step(
    re.compile(
        rf"-\{{(?=[{_CJK}]|zh\b)|(?<=[{_CJK}])-\{{|(?<=[{_CJK}])\}}-|(?<=;)\}}-(?=[{_CJK}])"
    ),
    "",
)


def _conversion_steps(text: str) -> Sequence[Step]:
    if "-{" in text:
        traditional = _VARIANTS[-1] in text and script(_MARK.sub("", text)) == "traditional"
        step = _TRADITIONAL if traditional else _SIMPLIFIED
        # Only when all whole ones are gone, also from within each other, the rest are unclosed.
        if step.pattern.sub(step.new, text) != text:
            return (step,)
    return (_LONE_MARKS,) if "-{" in text or "}-" in text else ()


CONVERSION = Rule("wiki conversion marks", _conversion_steps)
"""Of a mark stays what is shown in the text's script; unclosed ones go if Chinese follows them.

The form is MediaWiki's (mediawiki.org, "Writing systems/Syntax"): flags before a bar, then one
text, or texts by variant.
"""

_MINUS = (Step(re.compile(r"-(?=\{)"), "- "),)

MINUS = Rule(CONVERSION.name, lambda text: _MINUS if "-{" in text else ())
"""What is no mark and begins like one, such as the difference of sets T-{u}, gets a space."""

_WIKI = (
    Step(re.compile(r"\[\[(?:[^\[\]|]*\|)?(?P<kept>[^\[\]|]*)\]\]"), lambda found: found["kept"]),
    Step(re.compile(r" ?\{\{[^{}]*\}\}"), ""),
    Step(re.compile(r" ?\}\}|\[\[(?:[^\[\]|\n]{0,80}\|)?|\]\]|\{\{"), ""),
)

WIKI = Rule(
    "wiki links and templates",
    lambda text: _WIKI if any(sign in text for sign in ("[[", "]]", "{{", "}}")) else (),
)
"""A link becomes what it shows, a template nothing."""

_EMPTY = re.compile(r"(?:[^\W\d_]{1,8}[：:]\s*['\"“”]{0,2}|\"\"|''|“”)?")
"""No words, at most what said in which language or script they were: 日语：."""
_NAME = re.compile(r"[\w》」』”\"）](?<![号號点點符])\s?\Z")
"""Before brackets that tell of a name: a mark's own has the mark in them, 逗号（，）."""
_LEADING = re.compile(r"\A\s*[：:]\s*")
_SHOWN = re.compile(r"[\w《「『“\"].*[^\W\d_]", re.DOTALL)


def _without_empty(found: re.Match[str], separators: str) -> str:
    """Leave out the parts of brackets that are empty, and the brackets if all are."""
    inner: str = found["inner"]
    blank = bool(inner) and not inner.strip()
    if blank or not _NAME.search(found.string[max(found.start() - 2, 0) : found.start()]):
        return found[0]
    split = ["", *re.split(f"([{separators}])", inner)]
    whole = [(mark, text.rstrip()) for mark, text in zip(split[::2], split[1::2], strict=True)]
    parts = [(mark, _LEADING.sub("", text)) for mark, text in whole]
    kept = [part for part in parts if not _EMPTY.fullmatch(part[1].strip())]
    if kept == whole or (not kept and inner.strip() in {"：", ":"}):
        return found[0]
    if not kept:
        return ""
    shown = "".join([kept[0][1].strip(), *map("".join, kept[1:])])
    return f"{found['open']}{shown}{found['close']}" if _SHOWN.match(shown) else found[0]


def _unopened(found: re.Match[str]) -> str:
    """Leave out a closing bracket that nothing opens, as in (born Eve; ])."""
    opened, closed = (found.string.rfind(mark, 0, found.start()) for mark in "[]")
    return found[0] if opened > closed else found["kept"]


_BRACKETS = [
    (sign, Step(re.compile(pattern), new, *needs))
    for sign, pattern, new, *needs in (
        (
            "（",
            r"(?P<open> ?（)(?P<inner>[^（）\n]*)(?P<close>）)",
            partial(_without_empty, separators="，、；,;"),
        ),
        (
            "(",
            r"(?P<open> ?\()(?P<inner>[^()\n，、；]*[，、；][^()\n]*)(?P<close>\))",
            partial(_without_empty, separators="，、；"),
        ),
        ("（", r"[，,] ?（\s*）(?=[，。,])", ""),
        ("(", r"(?<=[\u3400-\u9fff》」』”]) ?\(\)", "", "()"),
        ("(", r"(?<=[^\W_]|[\"”])(?: |(?<=\S))\(\]\)", "", "(])"),
        ("(", r" ?\([A-Z][a-z]+:(?:[,;]? [A-Z][a-z]+:)*[,;]?(?: ?\])?\)", ""),
        ("(", r"(?<=\()(?P<kept>[^()\[\]\n]{0,300}?)[;,]? {1,3}\](?=\))", _unopened, "])"),
        # Letters after a name, of which a program printed an empty table: {'1': ", '2': "}.
        ("{'", r",? ?\{(?:'\d+': \",? ?)*'\d+': \"\}", ""),
    )
]

BRACKETS = Rule("emptied brackets", lambda text: [step for sign, step in _BRACKETS if sign in text])
"""What brackets hold no more goes, with the marks and labels that it left."""
