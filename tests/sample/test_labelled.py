"""The sample world's questions with classes: every fact that can be asked for is of one."""

from __future__ import annotations

import pytest

from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SampleLabelledCorpus, class_of
from lvbuild.sample.telling import read_frames
from lvbuild.text.counting import PlainCounting

KINDS = ("river", "town", "person", "institution", "work")
LANGUAGES = [("en", "words"), ("zh", "characters")]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_relation_that_is_asked_for_has_a_class(language: str) -> None:
    asked = {
        f"{kind}.{relation}"
        for kind in KINDS
        for relation, asking in read_frames(language, kind).asking.items()
        if asking.questions
    }
    assert class_of(language).keys() == asked
    names = {*class_of(language).values()}
    assert not [one for one in names for other in names if one != other and one in other]


@pytest.mark.parametrize(("language", "unit"), LANGUAGES)
def test_questions_suffice_and_more_units_hold_the_same_first(language: str, unit: str) -> None:
    counting = PlainCounting(unit)  # type: ignore[arg-type]
    few = SampleLabelledCorpus(SampleCorpus(7, language), 4_000, counting)
    many = few.reaching(20_000)
    asked, more = few.questions(), many.questions()
    assert sum(counting.count(one.input) for one in asked) > 4_000
    assert sum(counting.count(one.input) for one in more) > 20_000
    assert more[: len(asked)] == asked
    assert len({one.input for one in more}) == len({one.id for one in more}) == len(more)
    assert {one.answers[0] for one in asked} == {*class_of(language).values()}
    assert len({one.supporting for one in asked}) > 50
