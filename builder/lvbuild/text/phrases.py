"""Whether a text holds a phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lvbuild.languages import find_language, phrases

_END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"
_SPACE = re.compile(r"\s+")


def holds(text: str, phrase: str, language: str) -> bool:
    """Tell whether a phrase stands in a text, in any case.

    In English it stands as whole words; in Chinese anywhere, but for Latin letters and digits at
    its ends, which have none beside them. White space in the phrase stands for any run of it.
    """
    return phrases.holds(text, phrase, find_language(language).word_character)


def folded_holds(folded: str, phrase: str, language: str) -> bool:
    """Tell whether a phrase stands in a case-folded text."""
    return phrases.folded_holds(folded, phrase, find_language(language).word_character)


def occurrences(text: str, phrase: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where a phrase stands in a text as a whole, in the same case; white space is folded.

    This is what `re.finditer` tells of `phrases.bordered`, without a pattern for each phrase.
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


def bare(phrase: str) -> str:
    """Return a phrase without the marks and white space at its ends."""
    return phrase.strip(_END_MARKS)
