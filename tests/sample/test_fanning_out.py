"""The sample world's questions that fan out: each over five to ten articles that answer it."""

from __future__ import annotations

import pytest

from lvbuild.core.model import answer_texts
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import SampleQuestionCorpus
from lvbuild.sample.words import read_words
from lvbuild.text.counting import PlainCounting

COUNT = 24


@pytest.fixture(scope="module", params=["en", "zh"])
def asked(request: pytest.FixtureRequest) -> SampleQuestionCorpus:
    """Return questions of a language's world."""
    world = SampleCorpus(42, request.param)
    counting = PlainCounting("words" if request.param == "en" else "characters")
    return SampleQuestionCorpus(world, 4_000, counting, shape="fan_out_qa", questions=COUNT)


def test_each_asks_for_one_thing_of_five_to_ten_articles(asked: SampleQuestionCorpus) -> None:
    questions = asked.questions()
    assert len({one.id for one in questions}) == COUNT
    for one in questions:
        assert one.fan_out is not None
        assert isinstance(one.fan_out.answer, dict)
        assert 5 <= len(one.supporting) <= 10
        assert len(one.fan_out.answer) == len(one.supporting)
        assert one.answers == answer_texts(one.fan_out.answer)
        titles = [asked.document(name).title for name in one.supporting]
        assert [*one.fan_out.answer] == titles
        assert all(title in one.input for title in titles)


def test_the_article_of_each_subquestion_tells_its_answer(asked: SampleQuestionCorpus) -> None:
    for one in asked.questions():
        assert one.fan_out is not None
        assert tuple(leaf.document_id for leaf in one.fan_out.leaves) == one.supporting
        for leaf, value in zip(one.fan_out.leaves, one.fan_out.pairs, strict=True):
            assert leaf.answers == (value[1],)
            assert value[1] in asked.document(leaf.document_id).text
            assert value[0] in leaf.question


def test_no_article_supports_two_questions(asked: SampleQuestionCorpus) -> None:
    every = [name for one in asked.questions() for name in one.supporting]
    assert len(set(every)) == len(every)


def test_both_languages_ask_for_the_same() -> None:
    assert [*read_words("en", "fan_out")] == [*read_words("zh", "fan_out")]
