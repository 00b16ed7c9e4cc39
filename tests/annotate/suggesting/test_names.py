"""The lists of names: every one is read, and holds what it says."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from lvbuild.annotate.suggesting.chinese.people import CHINESE
from lvbuild.annotate.suggesting.english.kinds import COUNTRIES
from lvbuild.annotate.suggesting.english.words import OTHER_HEADS, PAST_COUNTRIES
from lvbuild.annotate.suggesting.entities import CHOICES, WordLists
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language

FOLDER = files("lvbuild.annotate.suggesting") / "names"
FOLDERS: dict[LanguageCode, str] = {"en": "english", "zh": "chinese"}
LISTS: list[tuple[LanguageCode, str]] = [
    (language, path.name.removesuffix(".txt"))
    for language in ("en", "zh")
    for path in sorted((FOLDER / FOLDERS[language]).iterdir(), key=lambda path: path.name)
]
HAN = re.compile(r"[\u3400-\u9fff]+")


@pytest.mark.parametrize(("language", "name"), LISTS)
def test_every_list_says_what_it_is_and_has_no_empty_part(
    language: LanguageCode, name: str
) -> None:
    text = (FOLDER / FOLDERS[language] / f"{name}.txt").read_text("utf-8")
    assert text.startswith("# ")
    assert text.endswith("\n")
    assert all(WordLists(language).parts[name])


@pytest.mark.parametrize("name", [name for language, name in LISTS if language == "zh"])
def test_chinese_lists_are_of_chinese_characters(name: str) -> None:
    words = {word.removesuffix("*") for word in CHINESE.words[name]} - {"·"}
    assert not [word for word in words if HAN.fullmatch(word) is None]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_known_place_has_enough_others_of_its_sort(language: LanguageCode) -> None:
    known = WordLists(language).places
    few = [
        name
        for name, others in known.items()
        if sum(not find_language(language).shared_content(name, other) for other in others)
        < CHOICES
    ]
    assert few == []
    assert not [name for name, others in known.items() if name in others]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_place_stands_twice_in_a_sort(language: LanguageCode) -> None:
    for others in set(map(tuple, WordLists(language).places.values())):
        assert not [name for name, count in Counter(others).items() if count > 1]


def test_countries_have_a_word_for_what_is_of_them() -> None:
    assert all(name != of_it for name, of_it in COUNTRIES.items())
    assert set(COUNTRIES) >= PAST_COUNTRIES


def test_words_of_kind_that_may_not_stay_become_others() -> None:
    assert all(word != other for word, other in OTHER_HEADS.items())


def test_given_pairs_are_of_two_characters_and_foreign_names_of_two_and_more() -> None:
    assert {len(word) for word in CHINESE.words["given_pairs"]} == {2}
    assert {len(word) for part in CHINESE.parts["given"] for word in part} == {1}
    assert min(len(word) for word in CHINESE.words["foreign_names"]) == 2
