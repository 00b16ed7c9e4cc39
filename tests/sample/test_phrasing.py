"""How relations and surveys are asked for: files of words, and what breaks their form."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.languages import languages
from lvbuild.sample.phrasing import (
    parse_relation_line,
    parse_survey_line,
    read_asking,
)
from lvbuild.sample.word_files import parse_words
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("! Who made {s}?", "begins with no mark; the marks are ~ \\? = >"),
        ("Who made {s}?", "begins with no mark"),
        ("? Who made it?", r"'Who made it\?' has to hold \{s\} once, and no other slot"),
        ("? Who made {s} in {year}?", r"has to hold \{s\} once"),
        ("= {S} was made.", r"has to hold \{s\} and \{v\} once, and no other slot"),
        ("~ born|(came", "is no regular expression: missing \\)"),
    ],
)
def test_a_line_about_a_relation_that_breaks_the_form_is_named(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"^x.txt, line 2: .*{message}"):
        parse_words("x.txt", f"@work.made_by\n{line}\n", parse_relation_line)


def test_a_line_about_a_survey_without_a_mark_is_named() -> None:
    with pytest.raises(UsageError, match=r"^x.txt, line 2: .* the marks are \? ="):
        parse_words("x.txt", "@births\n> the birth of {a}\n", parse_survey_line)
