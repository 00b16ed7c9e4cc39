"""English words: of answers, at the ends of sentences, in headings."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from lvbuild.languages.naming import read_vocabulary

VOCABULARY = read_vocabulary(__file__)
"""The words of English, by sections of the file beside this one."""

PAIRS = {
    name: dict(pair.split(":") for pair in VOCABULARY[name])
    for name in ("irregular plurals", "alike", "british", "ordinals")
}
"""The sections in which each word has another beside it."""

STOP_WORDS = frozenset(VOCABULARY["stop words"])
ABBREVIATIONS = frozenset(VOCABULARY["abbreviations"])
SPEECH_VERBS = frozenset(VOCABULARY["speech verbs"])
SENTENCE_OPENERS = frozenset(VOCABULARY["sentence openers"])
INTERJECTIONS = frozenset(VOCABULARY["interjections"])
MONTHS = VOCABULARY["months"]

DIVISIONS = "chapter|book|part|stave|letter|volume|scene|act|canto|section"
LONGEST = 12  # lines of a heading

_LONGEST_ARGUMENT = 600  # characters
_SHORT = 4  # lines: what only begins like a heading is one if it is no longer
_NUMBER = r"(?:(?i:the)\s+\w+|[IVXLC]+\b|\d+|[A-Z][A-Z-]+\b|[ivxlc]+(?=[ \t]*(?:[.:—–-]|\n|\Z)))"
_NAMED = rf"(?i:{DIVISIONS})\s+{_NUMBER}"
_DIVISION = re.compile(rf"[_“]?(?:{_NAMED}|[IVXLC]+\.?(?:\s+[A-Z“‘]|\Z))")
_SET_APART = re.compile(rf"[_“]?{_NAMED}(?=[ \t]*(?:[.:—–-]|\n|\Z))")
_ITALIC = re.compile(r"_[^_]+_[.,]?")
_ARGUMENT = re.compile(
    r"\W*(?:(?i:in which|wherein|containing|concerning|treats? of|treating|showing|shows|relates)"
    r"|How|Of|On) "
)
_FRAGMENT = re.compile(r"(?:—|--|–)\s*[“‘\"']?[A-Z]")
_WORD = re.compile(r"[^\W\d_][\w’']*")


_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def answer_words(text: str) -> list[str]:
    """Return the words of an answer in lower case, without punctuation and articles.

    Punctuation goes without leaving a space, so that `well-known` is one word, and before the
    articles do, so that `A.` is one.
    """
    return _ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def is_division(line: str) -> bool:
    """Tell whether the line is the heading of a division, with nothing but its name behind."""
    apart = _SET_APART.match(line.lstrip())
    return apart is not None and (line.isupper() or line.strip()[-1] not in "!?,;")


def is_heading(block: str, lines: Sequence[str]) -> bool:
    """Tell whether a block of lines is a heading."""
    if len(lines) > LONGEST:
        return False
    name = _DIVISION if len(lines) <= _SHORT else _SET_APART
    if name.match(block.lstrip()) or (len(lines) < 3 and _ITALIC.fullmatch(block)):
        return True
    if not any(map(str.islower, block)):
        return not block[0].isspace() or block[-1] not in ".!?:,;"
    return len(lines) == 1 and not block[0].isspace() and _is_title(block)


def is_argument(written: str) -> bool:
    """Tell what says, beneath a heading, what the division holds: "In which the hero sets out"."""
    return len(written) < _LONGEST_ARGUMENT and (
        _ARGUMENT.match(written) is not None or is_synopsis(written)
    )


def is_synopsis(written: str) -> bool:
    """Tell headwords with dashes between them, which say what a chapter holds, from prose."""
    fragments = len(_FRAGMENT.findall(written))
    return fragments > 1 and 12 * fragments > len(written.split())


def _is_title(line: str) -> bool:
    """Tell a title by its capitals."""
    if line[-1] in "!?:,;-—":
        return False
    words = [word for word in _WORD.findall(line) if len(word) > 3]
    quoted = line[0] in "“\"‘'"
    return len(words) > quoted and all(word[0].isupper() for word in words)
