"""The files of words of the invented world: how they are found and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.errors import UsageError

FOLDERS: Mapping[LanguageCode, str] = {"en": "english", "zh": "chinese"}
"""The folders of words of the languages that have an invented world."""

_SEPARATORS: Mapping[LanguageCode, str | None] = {"en": ",", "zh": None}
"""What stands between the words of a list: white space, unless a phrase may hold some."""

Traits = Mapping[str, tuple[str, ...]]
"""What is true of a sort of things: words by a key."""


@cache
def read_words(language: LanguageCode, name: str) -> Mapping[str, Sequence[str]]:
    """Read the lines of each section of a file of words.

    Raises UsageError for a file that cannot be read, and a language that has no invented world.
    """
    if language not in FOLDERS:
        raise UsageError(
            f"language: {language!r} has no invented world; there are those of "
            f"{', '.join(FOLDERS)}: leave out --sample"
        )
    return read_sections(Path(__file__).parent / "words" / FOLDERS[language] / f"{name}.txt")


@cache
def read_lists(language: LanguageCode, name: str) -> Mapping[str, tuple[str, ...]]:
    """Read a file of lists: the words of each section, whatever lines they stand in."""
    return {
        section: tuple(word for line in lines for word in _split(language, line))
        for section, lines in read_words(language, name).items()
    }


@cache
def read_sorts(language: LanguageCode) -> Mapping[str, Mapping[str, Traits]]:
    """Read the sorts of each kind of thing, each with traits such as `items: volumes`."""
    sorts: dict[str, dict[str, Traits]] = {}
    for section, lines in read_words(language, "sorts").items():
        kind, _, sort = section.partition(" ")
        pairs = (line.split(":", 1) for line in lines)
        sorts.setdefault(kind, {})[sort] = {key: _split(language, words) for key, words in pairs}
    return sorts


def _split(language: LanguageCode, line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(_SEPARATORS[language]))
