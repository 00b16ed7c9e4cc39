"""What encyclopedias leave in a text: conversion marks, links, templates, emptied brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lvbuild.languages.characters import script
from lvbuild.text.cleaning.cleaning import Rule, Step, always, before

_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_MARK = re.compile(r"-\{(?P<kept>[^{}]*)\}-")
_LONE_MARK = re.compile(
    rf"-\{{(?=[{_CJK}]|zh\b)|(?<=[{_CJK}])-\{{|(?<=[{_CJK}])\}}-|(?<=;)\}}-(?=[{_CJK}])"
)
_CHINESE = re.compile(f"[{_CJK}]")
_ITEM = re.compile(r"(zh(?:-[a-z]+)*)\s*[:：]\s*([^;；]*)", re.IGNORECASE)
_FLAGS = re.compile(r"\s*(?:[-+A-Z]|zh(?:-[a-z]+)*)(?:\s*;\s*(?:[-+A-Z]|zh(?:-[a-z]+)*))*\s*\|")
_UNSHOWN = {"H", "T", "-"}
_SIMPLIFIED = tuple("zh-cn zh-hans zh-sg zh-my zh".split())
_TRADITIONAL = ("zh-tw", "zh-hant", "zh-hk", "zh-mo")


def _conversion_steps(text: str) -> Sequence[Step]:
    if "-{" in text:
        traditional = _SIMPLIFIED[-1] in text and script(_MARK.sub("", text)) == "traditional"
        step = _MARKS[traditional]
        # Only when all whole ones are gone, also from within each other, the rest are unclosed.
        if any(step.new(found) != found[0] for found in _MARK.finditer(text)):
            return (step,)
    return (_LONES,) if "-{" in text or "}-" in text else ()


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


_MARKS = (
    Step(_MARK, lambda found: _shown(found, _SIMPLIFIED)),
    Step(_MARK, lambda found: _shown(found, _TRADITIONAL)),
)
_LONES = Step(_LONE_MARK, always(""))

_MINUS = Step(re.compile(r"-(?=\{)"), always("- "))

CONVERSION = Rule("wiki conversion marks", _conversion_steps)
"""Of a mark stays what is shown in the text's script; unclosed ones go if Chinese follows them.

The form is MediaWiki's (mediawiki.org, "Writing systems/Syntax"): flags before a bar, then one
text, or texts by variant.
"""

MINUS = Rule(CONVERSION.name, lambda text: (_MINUS,) if "-{" in text else ())
"""What is no mark and begins like one, such as the difference of sets T-{u}, gets a space."""


_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?(?P<kept>[^\[\]|]*)\]\]")
_TEMPLATE = re.compile(r" ?\{\{[^{}]*\}\}")
_LONE_LINK = re.compile(r" ?\}\}|\[\[(?:[^\[\]|\n]{0,80}\|)?|\]\]|\{\{")


def _wiki_steps(text: str) -> Sequence[Step]:
    return _WIKI_STEPS if "[[" in text or "]]" in text or "{{" in text or "}}" in text else ()


_WIKI_STEPS = (
    Step(_LINK, lambda found: found["kept"]),
    Step(_TEMPLATE, always("")),
    Step(_LONE_LINK, always("")),
)

WIKI = Rule("wiki links and templates", _wiki_steps)
"""A link becomes what it shows, a template nothing."""


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


def _bracket_steps(text: str) -> Sequence[Step]:
    return [
        *((_WIDE,) if "（" in text else ()),
        *(_NARROW if "(" in text else ()),
        *(_LETTERS if "{'" in text else ()),
    ]


BRACKETS = Rule("emptied brackets", _bracket_steps)
"""What brackets hold no more goes, with the marks and labels that it left."""
