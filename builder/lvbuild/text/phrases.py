"""Whether a text holds a phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lvbuild.languages import find_language

_END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"
_SPACE = re.compile(r"\s+")


def holds(text: str, phrase: str, language: str) -> bool:
    """Tell whether a phrase stands in a text, in any case.

    In English it stands as whole words; in Chinese anywhere, but for Latin letters and digits at
    its ends, which have none beside them. White space in the phrase stands for any run of it.
    """
    return folded_holds(text.casefold(), phrase, language)


def folded_holds(folded: str, phrase: str, language: str) -> bool:
    """Tell whether a phrase stands in a case-folded text."""
    words = phrase.casefold().split()
    if not words or any(word not in folded for word in words):
        return False
    return phrase_pattern(phrase, language).search(folded) is not None


@lru_cache(maxsize=4096)
def phrase_pattern(phrase: str, language: str) -> re.Pattern[str]:
    """Return what finds a phrase, which is not blank, in a case-folded text."""
    words = phrase.casefold().split()
    pattern = r"\s+".join(map(re.escape, words))
    return re.compile(bordered(pattern, words[0][0], words[-1][-1], language))


def occurrences(text: str, phrase: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where a phrase stands in a text as a whole, in the same case; white space is folded.

    This is what `re.finditer` tells of `bordered`, without a pattern for each phrase.
    """
    if not (words := phrase.split()):
        return
    beside = find_language(language).beside
    bordered_before, bordered_after = beside.match(words[0]), beside.match(words[-1][-1])
    start = text.find(words[0])
    while start >= 0:
        end = _end_of(text, words, start)
        if (
            end
            and not (bordered_before and start and beside.match(text, start - 1))
            and not (bordered_after and beside.match(text, end))
        ):
            yield start, end
            start = text.find(words[0], end)
        else:
            start = text.find(words[0], start + 1)


def _end_of(text: str, words: Sequence[str], start: int) -> int:
    """Return where words end that begin at a place of a text, 0 where they do not stand there."""
    end = start + len(words[0])
    for word in words[1:]:
        space = _SPACE.match(text, end)
        if space is None or not text.startswith(word, space.end()):
            return 0
        end = space.end() + len(word)
    return end


def bordered(pattern: str, first: str, last: str, language: str) -> str:
    """Keep a pattern from matching within a word or number, where it begins or ends with such."""
    beside = find_language(language).word_character
    before = f"(?<!{beside})" if re.match(beside, first) else ""
    return before + pattern + (f"(?!{beside})" if re.match(beside, last) else "")


def bare(phrase: str) -> str:
    """Return a phrase without the marks and white space at its ends."""
    return phrase.strip(_END_MARKS)
