"""Placeholders in the rows of tables, such as {key}: words that a task coins stand for them."""

from __future__ import annotations

import re

from pydantic import AfterValidator

_BRACED = re.compile(r"\{(\w*)\}")


def holding(*names: str) -> AfterValidator:
    """Let a text have each of these placeholders once, and no other braces."""

    def check(text: str) -> str:
        found = _BRACED.findall(text)
        for name in names:
            if found.count(name) != 1:
                times = "is missing" if name not in found else f"stands {found.count(name)} times"
                raise ValueError(f"{{{name}}} {times}; write it once")
        if unknown := [name for name in found if name not in names]:
            there = ", ".join(f"{{{name}}}" for name in names)
            known = f"there is {there}" if names else "it takes none"
            raise ValueError(f"{{{unknown[0]}}} is unknown; {known}")
        if set("{}") & set(_BRACED.sub("", text)):
            raise ValueError("a brace stands alone; braces are for placeholders")
        return text

    return AfterValidator(check)


def fill(text: str, **words: str) -> str:
    """Return a text with words for its placeholders."""
    return _BRACED.sub(lambda found: words[found[1]], text)
