"""The languages of texts and questions, found by their codes: those of lvbuild, and others."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from lvbuild.core.model import LanguageCode
from lvbuild.core.registry import Registry
from lvbuild.core.resources import digest
from lvbuild.errors import UsageError
from lvbuild.languages.boundary import Heading
from lvbuild.languages.language import Language

__all__ = [
    "Heading",
    "Language",
    "any_content",
    "find_language",
    "guess_language",
    "languages",
    "only_shipped",
    "register",
    "vocabulary_sha256",
]

languages: Registry[Language] = Registry(
    "language",
    "lvbuild.languages.language:Language",
    {"en": "lvbuild.languages.english", "zh": "lvbuild.languages.chinese"},
)
"""The languages by their codes."""


def register(language: Language) -> None:
    """Make a language known by its code; one that is registered already is taken over."""
    languages.register(language.code, language)
    find_language.cache_clear()


def only_shipped() -> bool:
    """Tell whether there are lvbuild's own languages alone."""
    return languages.shipped.keys() >= set(languages) and all(
        language.is_shipped for language in languages.registered()
    )


@cache
def find_language(code: str) -> Language:
    """Return the language of a code; raise UsageError, which lists the known ones, for no such."""
    try:
        return languages[languages.check(code)]
    except ValueError as error:
        raise UsageError(f"language: {error}") from error


def guess_language(text: str) -> str:
    """Return the code of the language that a text is likely in, else the first of lvbuild's."""
    default, *others = languages
    return next((code for code in others if find_language(code).is_likely(text)), default)


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


def any_content(text: str) -> set[str]:
    """Return the content words of a text of any language, of what is Chinese pairs of characters.

    Words without content in one language are none in another.
    """
    words = set(_WORD.findall(_HAN_RUN.sub(" ", text.casefold())))
    empty = (find_language(code).stop_words for code in languages)
    runs = _HAN_RUN.findall(text)
    pairs = {run[start : start + 2] for run in runs for start in range(len(run) - 1)}
    return words.difference(*empty) | pairs


@cache
def vocabulary_sha256(code: str) -> str:
    """Return the SHA-256 of a language's words, of which builds follow."""
    module = Path(str(sys.modules[type(find_language(code)).__module__].__file__))
    words = sorted(module.parent.glob("*.txt")) if module.stem == "__init__" else []
    return digest(b"".join(path.read_bytes() for path in words or [module]))


OF_LATIN_LETTERS: LanguageCode = "en"
"""The language of whose words names in Latin letters are made, whatever is written around them."""
