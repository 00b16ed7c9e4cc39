"""A language is found by its code."""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language, guess_language, languages


@pytest.mark.parametrize(
    ("text", "code"), [("The town stands.", "en"), ("河边有一座城。", "zh"), ("", "en")]
)
def test_the_language_of_a_text_is_guessed(text: str, code: str) -> None:
    assert guess_language(text) == code


def test_each_language_has_every_label_of_figures() -> None:
    english, *others = (find_language(code).labels for code in languages)
    assert all(labels.keys() == english.keys() for labels in others)
