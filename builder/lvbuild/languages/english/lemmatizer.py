"""The basic forms of English words, as FanOutQA has them: spaCy's, or else simplemma's."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

PIPELINE = "en_core_web_sm"
"""The pipeline of spaCy that FanOutQA's own program loads; it is no package of PyPI."""
_NOTE = (
    f"words are evened by simplemma, since spaCy's {PIPELINE}, by which FanOutQA scores, is not"
    f" installed; to score alike: pip install spacy && python -m spacy download {PIPELINE}"
)
_WORD = re.compile(r"[^\W\d_]+")


def lemmas(text: str) -> str:
    """Return a text with each word in its basic form, spaces between all words and signs.

    Without spaCy's pipeline only words are put into another form, and the rest stays as it stands.
    """
    if (pipeline := _pipeline()) is not None:
        return " ".join(token.lemma_ for token in pipeline(text))
    from simplemma import lemmatize

    return _WORD.sub(lambda word: lemmatize(word[0], "en"), text)


def lemmas_note() -> str:
    """Say that the forms are not those of FanOutQA's program; "" where they are."""
    try:
        distribution("spacy")
        distribution(PIPELINE)
    except PackageNotFoundError:
        return _NOTE
    return ""


@cache
def _pipeline() -> Pipeline | None:
    if lemmas_note():
        return None
    import spacy

    return spacy.load(PIPELINE)
