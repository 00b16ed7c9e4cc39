"""Wikipedia's links and templates, where a page's source was read instead of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.cleaning.rule import Rule, Step, always

_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?(?P<kept>[^\[\]|]*)\]\]")
_TEMPLATE = re.compile(r" ?\{\{[^{}]*\}\}")
_LONE = re.compile(r" ?\}\}|\[\[(?:[^\[\]|\n]{0,80}\|)?|\]\]|\{\{")


def _steps(text: str) -> Sequence[Step]:
    return _STEPS if "[[" in text or "]]" in text or "{{" in text or "}}" in text else ()


_STEPS = (
    Step(_LINK, lambda found: found["kept"]),
    Step(_TEMPLATE, always("")),
    Step(_LONE, always("")),
)

WIKI = Rule("wiki links and templates", _steps)
"""A link becomes what it shows, a template nothing."""
