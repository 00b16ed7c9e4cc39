"""The sample corpus as one that asks: it ends, and holds what its questions rest on."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode, Unit
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SampleQuestionCorpus
from lvbuild.text.counting import PlainCounting

CASES: list[tuple[LanguageCode, Unit]] = [("en", "words"), ("zh", "characters")]


def names(corpus: SampleQuestionCorpus) -> list[str]:
    return [name for batch in corpus.batches() for name in batch]


@pytest.mark.parametrize(("language", "unit"), CASES)
def test_it_ends_with_text_enough_and_every_supporting_article(
    language: LanguageCode, unit: Unit
) -> None:
    corpus = SampleQuestionCorpus(
        SampleCorpus(3, language), 40_000, PlainCounting(unit), shape="multi_hop_qa", questions=30
    )
    held = names(corpus)
    assert len(set(held)) == len(held)
    texts = [corpus.document(name).text for name in held]
    size = sum(len(text.split()) if unit == "words" else len(text) for text in texts)
    assert 1.5 * 40_000 <= size < 4 * 40_000
    assert len(corpus.questions()) == 30
    assert {name for one in corpus.questions() for name in one.supporting} <= set(held)
    assert [one.question for one in corpus.sample_questions] == list(corpus.questions())


@pytest.mark.parametrize(("language", "unit"), CASES)
def test_more_of_it_begins_with_the_same_articles_and_asks_the_same(
    language: LanguageCode, unit: Unit
) -> None:
    corpus = SampleQuestionCorpus(
        SampleCorpus(3, language), 20_000, PlainCounting(unit), shape="single_hop_qa", questions=10
    )
    larger = corpus.reaching(90_000)
    fewer, more = names(corpus), names(larger)
    assert len(fewer) < len(more)
    assert more[: len(fewer)] == fewer
    assert larger.questions() == corpus.questions()
    assert names(corpus) == fewer


def test_nothing_is_written_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SampleCorpus, "batches", lambda corpus: pytest.fail("it was written"))
    corpus, counting = SampleCorpus(3, "en"), PlainCounting("words")
    SampleQuestionCorpus(corpus, 1000, counting, shape="multi_hop_qa", questions=5)
