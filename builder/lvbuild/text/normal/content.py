"""What carries the content of a text in its normal form."""

from __future__ import annotations

import re
from functools import cache

from lvbuild.model import Language
from lvbuild.text.content import STOP_WORDS
from lvbuild.text.normal.english_words import folded_words
from lvbuild.text.normal.text import NormalText

_RUN = re.compile(r"[^\W_]+")


def normal_content(text: NormalText, language: Language, characters: int = 4) -> set[str]:
    """Return the content words of a text; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    if language == "en":
        return set(text.folded.split()) - _stop_words()
    runs: set[str] = set()
    for run in _RUN.findall(text.folded):
        last = max(len(run) - characters, 0)
        runs.update([run[start : start + characters] for start in range(last + 1)])
    return runs


@cache
def _stop_words() -> frozenset[str]:
    return frozenset([*folded_words(STOP_WORDS), "1", "2", "3", "1th"])
