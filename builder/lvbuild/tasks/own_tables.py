"""The tables of tasks: rows of their own, with placeholders."""

from __future__ import annotations

import re
from typing import Any

from pydantic import AfterValidator

from lvbuild.errors import UsageError
from lvbuild.tables.reading import Tables


def own_rows(tables: Tables) -> list[Any]:
    """Return the rows that builds take; raise UsageError where there are none."""
    [table] = tables.own.values()
    if why := table.why_none:
        raise UsageError(f"{table.path}: {why}")
    return [placed.row for placed in table.used]


_BRACED = re.compile(r"\{([^{}]*)\}")
_LETTER = r"[^\W_\u2e80-\U0003ffff]"
"""A letter or digit, but for the characters of scripts without spaces."""
_RUN_ON = re.compile(
    rf"(?:{_LETTER}|\d[.,:/]|\}})\{{(?P<after>\w*)\}}|\{{(?P<before>\w*)\}}(?:{_LETTER}|[.,:/]\d)"
)


def holding(*names: str) -> AfterValidator:
    """Let a text have each of these placeholders once, by itself, and no other braces."""

    def check(text: str) -> str:
        found = _BRACED.findall(text)
        if unknown := [name for name in found if name not in names]:
            there = ", ".join(f"{{{name}}}" for name in names)
            known = f"there is {there}" if names else "it takes none"
            raise ValueError(f"{{{unknown[0]}}} is unknown; {known}")
        if set("{}") & set(_BRACED.sub("", text)):
            raise ValueError("a brace stands alone; braces are for placeholders")
        for name in names:
            if found.count(name) != 1:
                times = "is missing" if name not in found else f"stands {found.count(name)} times"
                raise ValueError(f"{{{name}}} {times}; write it once")
        if joined := _RUN_ON.search(text):
            name = joined["after"] or joined["before"]
            raise ValueError(
                f"{{{name}}} runs into letters, digits or other words; set a space between"
            )
        return text

    return AfterValidator(check)


def fill(text: str, /, **words: str) -> str:
    """Return a text with words for its placeholders."""
    return _BRACED.sub(lambda found: words[found[1]], text)
