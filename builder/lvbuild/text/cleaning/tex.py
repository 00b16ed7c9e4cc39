"""Papers in the source of LaTeX, as a reader would see them printed."""

from __future__ import annotations

import re

from lvbuild.text.cleaning.cleaning import Rule, Step

_COMMAND = re.compile(r"\\(?:section|subsection|cite|label|ref|eqref|begin|frac|mathrm|text)\w*\{")
_LEAST = 3
"""Commands by which a text is source: what tells of LaTeX may hold one."""
_TRACES = [
    (re.compile(pattern), new)
    for pattern, new in (
        (r"<ref>|<cit\.>|< g r a p h i c s >|§+\.? ", ""),
        (r" ?[(\[](?:e\.g\.|see|cf\.)?[\s,;]*[)\]]", ""),
        (r"[ \t]+(?=[.,;:)\n])|(?<=\S)[ \t]+(?=[ \t])", ""),
        (r"(?<=\n)[ \t]+", ""),
        (r"\n{3,}", "\n\n"),
    )
]
"""What is left of references, figures and headings."""


def _printed(found: re.Match[str]) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    shown: str = LatexNodes2Text(math_mode="text", keep_comments=True).latex_to_text(found[0])
    for pattern, new in _TRACES:
        shown = pattern.sub(new, shown)
    return shown


_WHOLE = Step(re.compile(r"\A.*\Z", re.DOTALL), _printed)

TEX = Rule("LaTeX source", lambda text: (_WHOLE,) if len(_COMMAND.findall(text)) >= _LEAST else ())
"""Formulas become the characters that they show, commands nothing or their words."""
