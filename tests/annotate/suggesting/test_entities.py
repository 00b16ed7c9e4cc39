"""What is known of names: lists, what no proposal may be, how near an answer they stand."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from lvbuild.annotate.suggesting.chinese.people import CHINESE
from lvbuild.annotate.suggesting.english.kinds import COUNTRIES
from lvbuild.annotate.suggesting.english.words import OTHER_HEADS, PAST_COUNTRIES
from lvbuild.annotate.suggesting.entities import (
    BESIDE_ANSWER,
    CHOICES,
    ELSEWHERE,
    IN_ANSWER,
    IN_QUESTION,
    Entity,
    UsedWords,
    WordLists,
    place_in_order,
    rank,
)
from lvbuild.annotate.suggesting.suggest import keywords_of
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.tables.rows import ReplacementRow

FOLDER = files("lvbuild.annotate.suggesting") / "names"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_list_says_what_it_is_and_has_no_empty_part(language: LanguageCode) -> None:
    for name, parts in WordLists(language).parts.items():
        path = FOLDER / find_language(language).name.lower() / f"{name}.txt"
        assert path.read_text("utf-8").startswith("# "), name
        assert all(parts), name
        words = {word.removesuffix("*") for word in CHINESE.words.get(name, ())} - {"·"}
        assert language == "en" or all(re.fullmatch(r"[\u3400-\u9fff]+", each) for each in words)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_known_place_has_enough_others_of_its_sort(language: LanguageCode) -> None:
    shared = find_language(language).shared_content
    for name, others in WordLists(language).places.items():
        assert len({other for other in others if not shared(name, other)}) >= CHOICES, name
        assert name not in others
        assert len(others) == len(set(others)), name


def test_lists_hold_what_they_say() -> None:
    assert all(name != of_it for name, of_it in COUNTRIES.items())
    assert set(COUNTRIES) >= PAST_COUNTRIES
    assert all(word != other for word, other in OTHER_HEADS.items())
    assert {len(word) for word in CHINESE.words["given_pairs"]} == {2}
    assert {len(word) for part in CHINESE.parts["given"] for word in part} == {1}
    assert min(len(word) for word in CHINESE.words["foreign_names"]) == 2


@pytest.mark.parametrize(
    ("texts", "language", "new", "old"),
    [
        ("The Hatherton ran by SALLOW.", "en", "Ada Merrow", "Hatherton|Sallow|Ada Hatherton"),
        ("他住在杭州市。", "zh", "湖州", "杭州"),
        ("", "en", "Vale", "Joan Marr|Marr|Ann Corrin"),
    ],
)
def test_no_word_of_the_pool_or_of_a_row_is_new(
    texts: str, language: LanguageCode, new: str, old: str
) -> None:
    taken = UsedWords(texts, language)
    words = {"replacement": "Joan Marr", "alternatives": ("Ann Corrin",), "kind": "person"}
    by = {"question_id": "q", "original": "Ada Tamble", "status": "draft", "annotator": "test"}
    taken.add(ReplacementRow.model_validate({**words, **by}))
    assert taken.is_new(new)
    assert not any(map(taken.is_new, old.split("|")))


def test_words_in_small_letters_are_no_names() -> None:
    taken = UsedWords("The Time of the river.", "en")
    assert taken.is_common("River")
    assert not taken.is_common("Time")


QUESTION = "Who founded the school of Hatherton?"
TEXT = "Ada Tamble founded it with Tom Vale in 1902. It closed when Joan Merrow left."


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (("Tamble",), IN_ANSWER),
        (("Ada Joan Tamble", "Tamble"), IN_ANSWER),
        (("Hatherton",), IN_QUESTION),
        (("Tom Vale",), BESIDE_ANSWER),
        (("Joan Merrow",), ELSEWHERE),
    ],
)
def test_an_entity_is_ranked_by_how_near_the_answer_it_stands(
    forms: tuple[str, ...], expected: int
) -> None:
    assert rank(Entity("person", forms), QUESTION, ["Ada Tamble"], [TEXT], "en") == expected


def test_names_come_before_figures_and_countries_of_their_rank_but_in_the_answer() -> None:
    name = Entity("person", ("Tom Vale",))
    year = Entity("date", ("1902",), "year")
    country = Entity("place", ("France",), "country")
    text = f"1902 France Tom Vale. {TEXT}"

    def ordered(ranked: int) -> list[Entity]:
        return sorted([year, country, name], key=lambda one: place_in_order(one, ranked, text))

    assert ordered(BESIDE_ANSWER) == [name, country, year]
    assert ordered(IN_ANSWER) == [year, country, name]


@pytest.mark.parametrize(
    ("answer", "language", "keywords"),
    [
        ("Ada Tamble", "en", "Ada Tamble"),
        ("by the village of Hatherton since the year of 1902", "en", "Hatherton 1902"),
        ("after they all had gone home", "en", "after they all had gone home"),
        ("No.", "en", ""),
        ("   ", "en", ""),
        ("杭州市", "zh", "杭州市"),
    ],
)
def test_keywords_are_a_short_answer_or_the_names_and_numbers_of_a_long_one(
    answer: str, language: LanguageCode, keywords: str
) -> None:
    assert keywords_of(answer, language) == keywords
