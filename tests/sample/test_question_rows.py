"""The rows of the tables that come with the sample world's questions."""

from __future__ import annotations

import re

import pytest

from lvbuild.model import Language
from lvbuild.sample.chinese.questions import PHRASING as CHINESE
from lvbuild.sample.chinese.unused_names import GIVEN, SECOND, TOWN_FIRST, WATER_FIRST
from lvbuild.sample.english.questions import PHRASING as ENGLISH
from lvbuild.sample.english.unused_names import UNUSED_ENDS
from lvbuild.sample.entities import Entity
from lvbuild.sample.phrasing import Phrasing
from lvbuild.sample.questions import SampleQuestion
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.text.content import content
from lvbuild.text.phrases import holds
from tests.sample.shaped_questions import CASES, SHAPES, Case, all_text, asked, entities

PHRASING: dict[Language, Phrasing] = {"en": ENGLISH, "zh": CHINESE}


@pytest.fixture(params=CASES, ids="-".join)
def case(request: pytest.FixtureRequest) -> Case:
    language, shape = request.param
    return language, shape


def new_names(asking: SampleQuestion) -> list[str]:
    renamed = [name for row in asking.replacements for name in (row[1], *row[3])]
    return renamed + [subject for _, subject in asking.confusing_facts]


def test_confusing_facts_are_of_strangers(case: Case) -> None:
    for asking in asked(case):
        assert len(asking.confusing_facts) == 2
        for fact, subject in asking.confusing_facts:
            assert holds(fact, subject, case[0])
            assert fact[-1] in ".。"
            ConfusingFactRow(
                question_id="sample:x", fact=fact, subject=subject, status="draft", annotator="p"
            )


def test_confusing_facts_tell_of_strangers_in_the_words_of_the_question(case: Case) -> None:
    names = sorted(
        {name for one in entities(case[0]).values() for name in (one.name, one.short)},
        key=len,
        reverse=True,
    )
    nameless = re.compile("|".join(map(re.escape, names)))
    for asking in asked(case):
        wanted = content(nameless.sub("/", asking.question.input), case[0], 2)
        for fact, subject in asking.confusing_facts:
            told = content(fact.replace(subject, "/"), case[0], 2)
            assert len(wanted & told) >= 2, (asking.question.input, fact)


@pytest.mark.parametrize("language", PHRASING)
def test_confusing_facts_lead_from_a_stranger_as_the_question_leads(language: Language) -> None:
    words = PHRASING[language]
    for asking in asked((language, "multi_hop_qa")):
        subject = entities(language)[asking.question.supporting[0]]
        relation = asking.question.id.split("/")[1]
        phrases = words.relations[f"{subject.kind}.{relation}"].phrases
        asked_for, name = asking.question.input.casefold(), words.named(subject)
        led = [one for one in phrases if one.format(s=name).casefold() in asked_for]
        for fact, strange in asking.confusing_facts:
            stranger = words.named(Entity("", subject.kind, strange, strange))
            assert any(words.fill(one, s=stranger).casefold() in fact.casefold() for one in led)


def test_new_names_stand_nowhere_in_the_world_and_differ_within_a_question(case: Case) -> None:
    for asking in asked(case):
        names = new_names(asking)
        assert len(set(names)) == len(names)
        assert not [name for name in names if name in all_text(case[0])]


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
    kind_ends = "海洋湾内镇城港堡州集河江溪水川"
    function_words = {"a", "and", "at", "for", "from", "in", "of", "on", "the", "to", "or"}
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


def test_english_strangers_have_endings_that_no_name_of_their_world_has() -> None:
    coined = {
        word
        for entity in entities("en").values()
        if entity.kind != "work"
        for word in entity.name.split()
    }
    assert not [word for word in coined if word.endswith(UNUSED_ENDS)]


def test_chinese_strangers_are_named_with_characters_that_the_world_lacks() -> None:
    assert not set(TOWN_FIRST + WATER_FIRST + SECOND + GIVEN) & set(all_text("zh"))
