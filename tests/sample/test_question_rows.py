"""The rows of the tables that come with the sample world's questions."""

from __future__ import annotations

import re
from functools import cache

import pytest
from ahocorasick_rs import AhoCorasick

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.sample.chinese import PHRASING as CHINESE
from lvbuild.sample.english import PHRASING as ENGLISH
from lvbuild.sample.word_files import Phrasing
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from tests.sample.shaped_questions import (
    CASES,
    FREE_TEXT,
    SHAPES,
    Case,
    all_text,
    asked,
    entities,
)

PHRASING: dict[LanguageCode, Phrasing] = {"en": ENGLISH, "zh": CHINESE}


@pytest.fixture(params=CASES, ids="-".join)
def case(request: pytest.FixtureRequest) -> Case:
    language, shape = request.param
    return language, shape


def test_confusing_facts_are_of_strangers(case: Case) -> None:
    for asking in asked(case):
        assert len(asking.confusing_facts) == 2
        for fact, subject, _ in asking.confusing_facts:
            assert find_language(case[0]).holds(fact, subject)
            assert fact[-1] in ".。"
            ConfusingFactRow(
                question_id="sample:x", fact=fact, subject=subject, status="draft", annotator="p"
            )


def test_confusing_facts_state_what_is_asked_in_some_words_of_the_question(case: Case) -> None:
    shared = []
    for asking in asked(case):
        wanted = stems(case[0], nameless(case[0], asking.question.input))
        for fact, subject, _ in asking.confusing_facts:
            told = stems(case[0], fact.replace(subject, "/"))
            shared.append(len(wanted & told) / min(2, len(wanted)))
    assert shared.count(0) < 0.1 * len(shared)
    assert sum(share >= 1 for share in shared) > 0.4 * len(shared)


def stems(language: LanguageCode, text: str) -> set[str]:
    """The content of a text: in English what its words begin with, as head and headed do alike."""
    return {
        word[:4] if language == "en" else word for word in find_language(language).content(text, 2)
    }


@cache
def name_pattern(language: LanguageCode) -> re.Pattern[str]:
    names = {name for one in entities(language).values() for name in (one.name, one.short)}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


def nameless(language: LanguageCode, text: str) -> str:
    return name_pattern(language).sub("/", text)


@pytest.mark.parametrize("case", [case for case in CASES if case[1] != FREE_TEXT], ids="-".join)
def test_confusing_facts_state_the_relation_as_articles_do(case: Case) -> None:
    for asking in asked(case):
        kind = entities(case[0])[asking.question.supporting[-1]].kind
        relation = asking.question.id.split("/")[-1]
        stated = PHRASING[case[0]].relations[f"{kind}.{relation}"].stated
        assert all(stated.search(fact) for fact, *_ in asking.confusing_facts)


def test_new_names_stand_nowhere_in_the_world_and_are_borne_by_one_alone(case: Case) -> None:
    bearers: dict[str, set[str]] = {}
    for asking in asked(case):
        for original, new, _, alternatives in asking.replacements:
            for name in (new, *alternatives):
                bearers.setdefault(name, set()).add(original)
        for fact, stranger, _ in asking.confusing_facts:
            bearers.setdefault(stranger, set()).add(fact)
    assert [(name, of) for name, of in bearers.items() if len(of) > 1] == []
    search = AhoCorasick(list(bearers))
    assert search.find_matches_as_strings(all_text(case[0])) == []


def test_replacements_are_of_names_in_the_question_its_bridge_or_its_answer(case: Case) -> None:
    kinds = {"person", "place", "organisation", "title"}
    for asking in asked(case):
        led_to = [entities(case[0])[one].name for one in asking.question.supporting]
        told = "\n".join((asking.question.input, *asking.question.answers, *led_to))
        assert asking.replacements
        for original, new, kind, alternatives in asking.replacements:
            whole = [row[0] for row in asking.replacements if original in row[0]]
            assert any(name in told for name in whole)
            assert kind in kinds
            assert len(alternatives) == 2
            assert original in all_text(case[0])
            ReplacementRow.model_validate(
                {
                    "question_id": "sample:x",
                    "original": original,
                    "replacement": new,
                    "alternatives": alternatives,
                    "kind": kind,
                    "status": "draft",
                    "annotator": "p",
                }
            )


def test_replacements_share_no_word_with_their_originals(case: Case) -> None:
    kind_ends = "海洋湾内镇城港堡寨集河江溪水川志记人的与"
    function_words = {"a", "and", "at", "for", "from", "in", "of", "on", "the", "to", "or"}
    function_words |= {"its", "no", "that", "under", "hall", "house", "institute", "sea", "bay"}
    function_words |= {"gulf"}
    for asking in asked(case):
        for original, new, kind, alternatives in asking.replacements:
            for name in (new, *alternatives):
                if case[0] == "en":
                    shared = words(original) & words(name) - function_words
                elif kind == "organisation":
                    shared = set(original[:2]) & set(name[:2])
                else:
                    shared = set(original) & set(name) - set(kind_ends)
                assert not shared, (original, name)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def test_surnames_change_with_their_full_names() -> None:
    for shape in SHAPES:
        for asking in asked(("en", shape)):
            rows = {row[0]: row for row in asking.replacements}
            for original, new, kind, alternatives in asking.replacements:
                if kind == "person" and " " in original:
                    short = rows[original.split()[1]]
                    assert short[1] == new.split()[1]
                    assert short[3] == tuple(name.split()[1] for name in alternatives)
