"""What carries the content of a text: words in English, runs of characters in Chinese."""

from __future__ import annotations

import re
from operator import add

from lvbuild.core.model import Language
from lvbuild.languages.english.words import STOP_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_RUN = re.compile(r"[^\W_]+")
_LEAST_STEM = 5
_SHARED_OF_SHORTER, _SHARED_OF_LONGER = 0.75, 0.5

YES_NO = frozenset("yes no true false 是 否 不是 对 不对 有 没有 能 不能".split())


def content(text: str, language: Language, characters: int = 4) -> set[str]:
    """Return the content words of a text, lower case; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    folded = text.casefold()
    if language == "en":
        return {word for word in _WORD.findall(folded) if word not in STOP_WORDS}
    runs: set[str] = set()
    for run in _RUN.findall(folded):
        last = max(len(run) - characters, 0)
        runs.update([run[start : start + characters] for start in range(last + 1)])
    return runs


def held_terms(terms: set[str], text: str, language: Language) -> set[str]:
    """Return those of some terms that a text holds, the quick way where they are few.

    They are content words in lower case, in Chinese characters or pairs of them.
    """
    folded = text.casefold()
    if language == "en":
        return terms & set(_WORD.findall(folded))
    return terms.intersection(folded) | terms.intersection(map(add, folded, folded[1:]))


def share_stem(one: str, other: str) -> bool:
    """Return whether two English words, lower case, are unlike but begin with one stem."""
    if one == other:
        return False
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    short, long = sorted((len(one), len(other)))
    return (
        shared >= _LEAST_STEM
        and shared >= _SHARED_OF_SHORTER * short
        and shared >= _SHARED_OF_LONGER * long
    )
