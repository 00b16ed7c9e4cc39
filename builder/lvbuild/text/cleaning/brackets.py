"""Brackets of encyclopedias that lost what stood in them: a foreign script, a pronunciation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.cleaning.rule import Rule, Step, always

_MARKS = r"，、；：:;,\s'\"“”‘’"
_LABEL = rf"[^（）(){_MARKS}]{{1,8}}[：:][{_MARKS}]*"
"""What says in which language or script a name was given: 日语：."""

_WIDE = (
    # A comma's own name may have one in brackets: 逗号（，）.
    Step(re.compile(rf"(?<![号號点點]) ?（[{_MARKS}]*）"), always("")),
    Step(re.compile(rf" ?（(?:{_LABEL})+）"), always("")),
    Step(re.compile(r"(?<=（)[，、；：:;,]+\s*(?!）)"), always("")),
    Step(re.compile(r"(?<=[^（])[，、；：]+\s*(?=）)"), always("")),
)
_NARROW = (
    Step(re.compile(r"(?: |(?<![A-Za-z0-9_]))\(\]?\)"), always("")),
    Step(re.compile(r" ?\((?:[A-Z][a-z]+: ?[,;]? ?)+\)"), always("")),
    Step(re.compile(r"(?<=\()[，、；]\s*(?!\))"), always("")),
    Step(re.compile(r"[;,]? +\]\)"), always(")")),
)
_LETTERS = (Step(re.compile(r",? ?\{(?:'\d+': \",? ?)*'\d+': \"\}"), always("")),)
"""Letters after a name, of which a program printed an empty table: {'1': ", '2': "}."""


def _steps(text: str) -> Sequence[Step]:
    return [
        *(_WIDE if "（" in text else ()),
        *(_NARROW if "(" in text else ()),
        *(_LETTERS if "{'" in text else ()),
    ]


BRACKETS = Rule("emptied brackets", _steps)
"""What brackets hold no more goes, with the marks and labels that it left."""
