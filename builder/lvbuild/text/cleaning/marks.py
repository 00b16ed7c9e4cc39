"""Marks and words that stand twice, and sentences without a space between them."""

from __future__ import annotations

import re

from lvbuild.text.cleaning.cleaning import Rule, Step

_STEPS = [
    (sign, Step(re.compile(pattern), new))
    for sign, pattern, new in (
        ("。。", r"。{3,}", "……"),
        ("。。", r"。。", "。"),
        ("，，", r"，{2,}", "，"),
        ("、、", r"、{2,}", "、"),
        (",,", r",{2,}", ","),
        ("。", r"[，、；,](?=。)", ""),
        ("。", r"。[，,](?=\S)", "，"),
        ("。", r"(?<=[。！？])[、；。]", ""),
        ("：：", r"：{2,}", "："),
        ("..", r"(?<![./\s]) ?\.\.(?![./\\\w])", "."),
        ('""', r'(?<=[\w.!?,])""(?=\s|\Z)', '"'),
        ('""', r'(?<=[\s(])""(?=\w)', '"'),
        ("是是", r"(?<![可但不就总还只老倒若凡正都而于却])是是(?![非否])", "是"),
        ("的的", r"(?<![目标])的的(?![确士])", "的"),
        *(
            (f"{word} {word}", rf"\b{word} {word}\b(?! {word})", word)
            for word in ("of", "at", "for", "from", "the", "an", "with")
        ),
    )
]
MARKS = Rule(
    "doubled marks and words", lambda text: [step for sign, step in _STEPS if sign in text]
)
"""One of two stays; three full stops in a row and more are an ellipsis."""

_GLUED = re.compile(
    r"(?:(?<=[a-z]{2}[.!?])|(?<=[\d)\]\"”’][.!?])|(?<=[a-z][.!?][\"”)]))(?=[A-Z][a-z]*[ ,])"
)
_ADJOINING = re.compile(r"[.!?][\"”)]?[A-Z]")
"""What stands at every place of glued sentences, and is found sooner."""
GLUED = Rule(
    "glued sentences", lambda text: (Step(_GLUED, " "),) if _ADJOINING.search(text) else ()
)
"""A space parts what stands at the end of a sentence from the capital of the next."""

_LABELS = (Step(re.compile(r"[ \t]*(?:步骤阅读|\bEND\b(?=\s*(?:\n|\Z)))"), ""),)
LABELS = Rule(
    "labels of pictures", lambda text: _LABELS if "步骤阅读" in text or "END" in text else ()
)
"""What a page writes beside each picture of its steps."""
