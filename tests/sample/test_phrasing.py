"""How relations and surveys are asked for: files of words, and what breaks their form."""

from __future__ import annotations

import re

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import languages
from lvbuild.sample.word_files import read_asking, read_words
from tests.sample.shaped_questions import walked


@pytest.mark.parametrize("language", languages)
def test_every_relation_that_is_asked_for_is_one_of_the_world(language: LanguageCode) -> None:
    world = walked(language).world
    facts = [fact for entity in world.entities for fact in world.facts(entity)]
    known = {f"{fact.subject.kind}.{fact.relation}" for fact in facts}
    assert set(read_asking(language, "questions")) <= known


@pytest.mark.parametrize("language", languages)
def test_what_can_be_asked_can_be_asked_and_stated_in_more_than_one_way(
    language: LanguageCode,
) -> None:
    for relation in read_asking(language, "questions").values():
        assert len(relation.questions) >= 2
        assert len(relation.statements) >= 2
    for survey in read_asking(language, "surveys").values():
        assert len(survey.questions) >= 2
        assert len(survey.statements) >= 2


SLOTS = {"?": ["s"], "=": ["s", "v"], ">": ["s"]}


@pytest.mark.parametrize("language", languages)
def test_every_line_about_a_relation_has_a_mark_and_its_slots_once(language: LanguageCode) -> None:
    for relation, lines in read_words(language, "questions").items():
        for line in lines:
            mark, _, text = line.partition(" ")
            if mark == "~":
                assert re.compile(text)
                continue
            held = sorted(slot.lower() for slot in re.findall(r"\{(\w+)\}", text))
            led = mark == ">" and held == ["s", "what"]
            assert held == SLOTS[mark] or led, (relation, line)


@pytest.mark.parametrize("language", languages)
def test_every_line_about_a_survey_asks_or_answers(language: LanguageCode) -> None:
    for lines in read_words(language, "surveys").values():
        assert {line.partition(" ")[0] for line in lines} == {"?", "="}
