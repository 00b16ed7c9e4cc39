"""A language is found by its code."""

from __future__ import annotations

import pytest

from lvbuild.errors import UsageError
from lvbuild.languages import find_language, guess_language, languages, vocabulary_sha256


@pytest.mark.parametrize("code", languages)
def test_a_language_is_found_once_by_its_code(code: str) -> None:
    assert find_language(code).code == code
    assert find_language(code) is find_language(code)


def test_an_unknown_code_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="must be 'en' or 'zh', not 'fr'"):
        find_language("fr")


def test_each_language_has_words_of_its_own() -> None:
    hashes = [vocabulary_sha256(code) for code in languages]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("text", "code"), [("The town stands.", "en"), ("河边有一座城。", "zh"), ("", "en")]
)
def test_the_language_of_a_text_is_guessed(text: str, code: str) -> None:
    assert guess_language(text) == code


def test_each_language_has_every_label_of_figures() -> None:
    english, *others = (find_language(code).labels for code in languages)
    assert all(labels.keys() == english.keys() for labels in others)
