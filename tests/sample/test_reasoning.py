"""The sample world's answers in steps: true, contradicted and unsupported, right and wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from lvbuild.corpora.judged_chains import Chain
from lvbuild.sample import SampleCorpus
from lvbuild.sample.asking import ProvinceArticles
from lvbuild.sample.reasoning import asking_corpus, tell_chains
from lvbuild.sample.words import read_words
from lvbuild.text.counting import PlainCounting

SHAPES = ("step_attribution", "step_logic", "step_relevance", "step_type", "answer_correctness")
Told = tuple[ProvinceArticles, list[Chain]]


@pytest.fixture(scope="module", params=["en", "zh"])
def told(request: pytest.FixtureRequest) -> Told:
    """Return a province of a language's world and the chains about it."""
    corpus = SampleCorpus(42, request.param)
    draws = corpus.draws("chains", 0)
    province = ProvinceArticles(corpus.province(0), corpus, draws, 0)
    return province, [*tell_chains(province)]


def test_the_evidence_of_a_step_is_as_its_verdict_says(told: Told) -> None:
    """What bears a step out holds all of its numbers; what is not about it does not name it."""
    province, chains = told
    entities = {province.corpus.document(e.document_id).text: e for e in province.world.entities}
    seen = Counter[str]()
    for step in (step for chain in chains for step in chain.steps.values()):
        for evidence in step.rated:
            entity, said = entities[evidence.text], step.alone or step.text
            seen[evidence.label] += 1
            assert province.holds(said, entity.name) == (evidence.label != "Unsupported")
            numbers = [
                province.grammar.answer(fact.relation, fact.value)
                for fact in province.world.facts(entity)
                if isinstance(fact.value, int)
            ]
            stated = any(number in said for number in numbers)
            if evidence.label != "Contradictory":
                assert stated == (evidence.label == "Fully") or evidence.label == "Unsupported"
        assert sum(each.final for each in step.rated) == bool(step.rated)
    assert min(seen[label] for label in ("Fully", "Contradictory", "Unsupported")) > 10


def test_what_follows_is_right_where_the_smallest_number_is_taken(told: Told) -> None:
    _, chains = told
    labels = Counter(
        step.labels["correctness_label"]
        for chain in chains
        for step in chain.steps.values()
        if step.says("type_label", "logical step")
    )
    assert labels["Correct"] > labels["Incorrect"] > 10
    for chain in chains:
        right = all(
            not step.says("correctness_label", "incorrect") for step in chain.steps.values()
        )
        assert chain.labels["answer_is_logically_correct"] == str(right)


def test_some_questions_have_answers_of_two_models(told: Told) -> None:
    answers = Counter(chain.asked for chain in told[1])
    assert {*answers.values()} == {1, 2}
    assert all(len(chain.question) < len(chain.text()) for chain in told[1])


@pytest.mark.parametrize("shape", SHAPES)
def test_as_many_are_asked_as_are_wanted_of_documents_that_are_there(shape: str) -> None:
    corpus = SampleCorpus(42, "en")
    counting = PlainCounting("words")
    asked = asking_corpus(shape)(corpus, 4_000, counting, shape=shape, questions=30, asker="r")
    larger = asked.reaching(20_000)
    assert larger.questions() == asked.questions()
    for one in (asked, larger):
        held = {name: one.document(name).text for batch in one.batches() for name in batch}
        assert len(set(held.values())) == len(held)
        for question in one.questions():
            assert tuple(held[name] for name in question.supporting) == question.evidence
            assert {*question.retrieved} <= held.keys()
    assert len({question.id for question in asked.questions()}) == 30


def test_both_languages_tell_of_the_same() -> None:
    english, chinese = (read_words(language, "chains") for language in ("en", "zh"))
    assert [*english] == [*chinese]
    for key, lines in english.items():
        assert [line[0] for line in lines] == [line[0] for line in chinese[key]], key
