"""Wikipedia's marks for what a Chinese page shows to whom: -{zh-cn:...;zh-tw:...}-."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.cleaning.rule import Rule, Step, always, before
from lvbuild.text.script import script

_CJK = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_MARK = re.compile(r"-\{(?P<kept>[^{}]*)\}-")
_LONE = re.compile(
    rf"-\{{(?=[{_CJK}]|zh\b)|(?<=[{_CJK}])-\{{|(?<=[{_CJK}])\}}-|(?<=;)\}}-(?=[{_CJK}])"
)
_CHINESE = re.compile(f"[{_CJK}]")
_ITEM = re.compile(r"(zh(?:-[a-z]+)*)\s*[:：]\s*([^;；]*)", re.IGNORECASE)
_FLAGS = re.compile(r"\s*(?:[-+A-Z]|zh(?:-[a-z]+)*)(?:\s*;\s*(?:[-+A-Z]|zh(?:-[a-z]+)*))*\s*\|")
_UNSHOWN = {"H", "T", "-"}
_SIMPLIFIED = ("zh-cn", "zh-hans", "zh-sg", "zh-my", "zh")
_TRADITIONAL = ("zh-tw", "zh-hant", "zh-hk", "zh-mo")


def _steps(text: str) -> Sequence[Step]:
    if "-{" in text:
        traditional = "zh" in text and script(_MARK.sub("", text)) == "traditional"
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
_LONES = Step(_LONE, always(""))

_MINUS = Step(re.compile(r"-(?=\{)"), always("- "))

CONVERSION = Rule("wiki conversion marks", _steps)
"""Of a mark stays what is shown in the text's script; unclosed ones go if Chinese follows them.

The form is MediaWiki's (mediawiki.org, "Writing systems/Syntax"): flags before a bar, then one
text, or texts by variant.
"""

MINUS = Rule(CONVERSION.name, lambda text: (_MINUS,) if "-{" in text else ())
"""What is no mark and begins like one, such as the difference of sets T-{u}, gets a space."""
