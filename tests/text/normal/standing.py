"""Whether a text holds a phrase, as a reader compares them."""

from __future__ import annotations

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language


def stands_in(text: str, phrase: str, language: LanguageCode) -> bool:
    """Look for a phrase in a text by their normal forms."""
    spoken = find_language(language)
    wanted = spoken.normal_phrase(phrase)
    return wanted is not None and wanted.stands_in(spoken.normal_texts([text])[0])
