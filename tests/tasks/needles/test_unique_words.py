"""Coined words: each once, none that a text holds, none within another."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Seeds
from lvbuild.errors import UsageError
from lvbuild.tasks.needles.unique_words import Kind, UniqueWords

SHAPES: dict[tuple[Kind, LanguageCode], str] = {
    ("words", "en"): "[A-Z][a-z]+ [A-Z][a-z]+",
    ("words", "zh"): "[\u4e00-\u9fff]{4}",
    ("numbers", "en"): "[1-9][0-9]{6}",
    ("number", "zh"): "[1-9][0-9]{3}",
    ("uuids", "en"): "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    ("names", "en"): "[A-Z][a-z]+ [A-Z][a-z]+",
    ("names", "zh"): "[\u4e00-\u9fff]{3,4}",
    ("place", "en"): "[A-Z][a-z]+",
    ("place", "zh"): "[\u4e00-\u9fff]{3}",
    ("organisation", "en"): "[A-Z][a-z]+ and Company",
    ("organisation", "zh"): "[\u4e00-\u9fff]{2}商号",
}


def coinage(language: LanguageCode, texts: Sequence[str] = (), seed: int = 1) -> UniqueWords:
    return UniqueWords(language, Seeds(seed, "", "mine"), texts)


def coin(kind: Kind, language: LanguageCode, count: int, *texts: str, seed: int = 1) -> list[str]:
    one = coinage(language, texts, seed)
    return [one(kind) for _ in range(count)]


@pytest.mark.parametrize(("kind", "language"), SHAPES)
def test_words_have_their_shape_and_none_stands_in_another(
    kind: Kind, language: LanguageCode
) -> None:
    found = coin(kind, language, 500)
    assert all(re.fullmatch(SHAPES[kind, language], word) for word in found)
    assert len(set(found)) == 500
    several = "\n".join(found)
    assert all(several.count(word) == 1 for word in found)


@pytest.mark.parametrize(("kind", "language"), SHAPES)
def test_a_word_that_a_text_holds_is_passed_over(kind: Kind, language: LanguageCode) -> None:
    usual = coin(kind, language, 300)
    text = f"…{usual[3].upper()} and x{usual[7]}y, " + usual[11].replace(" ", " \n  ")
    left = [word for place, word in enumerate(usual) if place not in {3, 7, 11}]
    assert coin(kind, language, 297, text) == left


def test_kinds_are_drawn_apart_so_that_one_does_not_shift_another() -> None:
    one = coinage("en")
    mixed = [(one("words"), one("numbers"), one("uuids")) for _ in range(50)]
    assert [word for word, _, _ in mixed] == coin("words", "en", 50)
    assert [number for _, number, _ in mixed] == coin("numbers", "en", 50)
    together = "\n".join(part for each in mixed for part in each)
    assert all(together.count(part) == 1 for each in mixed for part in each)


def test_words_come_to_an_end_and_that_is_told() -> None:
    one = coinage("zh")
    assert len({one("words") for _ in range(10_200)}) == 10_200
    with pytest.raises(UsageError, match="mine: there are not enough words for all records"):
        one("words")


def test_what_was_given_is_found_in_a_text() -> None:
    one = coinage("en")
    word = one("words")
    assert one.stands_in(f"The {word.upper()}, he said.")
    assert not one.stands_in(f"The {word[1:]}, he said.")


def test_texts_that_hold_all_there_are_end_it() -> None:
    every = " ".join(str(number) for number in range(1_000, 10_000))
    with pytest.raises(UsageError, match="not enough number"):
        coinage("en", [every])("number")
