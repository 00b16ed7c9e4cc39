"""Questions about the sample world: what they ask, of which articles, and what answers them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.recipe import load_recipe, shipped_recipes
from lvbuild.sample.asking import lane
from lvbuild.sample.questions import sample_questions
from lvbuild.tasks.question_answering import QuestionAnswering
from tests.sample.asked_worlds import (
    CASES,
    COUNT,
    FREE_TEXT,
    LANGUAGES,
    PROVINCES,
    SEED,
    SHORT,
    Case,
    asked,
    entities,
    supporting_texts,
    texts,
    walked,
)


@pytest.fixture(params=CASES, ids="-".join)
def case(request: pytest.FixtureRequest) -> Case:
    language, shape = request.param
    return language, shape


def test_there_are_as_many_as_asked_for_each_under_its_own_id(case: Case) -> None:
    ids = [asking.question.id for asking in asked(case)]
    assert len(set(ids)) == len(ids) == COUNT
    assert all(re.fullmatch(r"sample:[a-z0-9+_/-]+", one) for one in ids)


def test_fewer_are_the_first_of_more(case: Case) -> None:
    assert sample_questions(walked(case[0]), case[1], 7, PROVINCES) == asked(case)[:7]


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_do_not_depend_on_the_hash_seed(language: LanguageCode) -> None:
    program = (
        "from lvbuild.sample.corpus import SampleCorpus;"
        "from lvbuild.sample.questions import sample_questions;"
        f"corpus = SampleCorpus({SEED}, '{language}');"
        f"print(ascii(sample_questions(corpus, 'multi_doc_qa', 15, {PROVINCES})))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ascii(asked((language, "multi_doc_qa"))[:15])


def test_the_evidence_stands_in_the_supporting_articles(case: Case) -> None:
    for asking in asked(case):
        articles = supporting_texts(case, asking)
        assert all(
            any(sentence in article for article in articles)
            for sentence in asking.question.evidence
        )
        assert all(
            any(sentence in article for sentence in asking.question.evidence)
            for article in articles
        )


def test_each_shape_rests_on_as_many_articles_as_it_says(case: Case) -> None:
    counts = {len(asking.question.supporting) for asking in asked(case)}
    expected = {"single_hop_qa": {1}, "multi_hop_qa": {2}, "multi_doc_qa": {2}}
    assert counts == expected[case[1]]


@pytest.mark.parametrize("case", SHORT, ids="-".join)
def test_a_short_answer_stands_in_the_evidence_of_the_last_supporting_article_alone(
    case: Case,
) -> None:
    for asking in asked(case):
        *others, last = supporting_texts(case, asking)
        answer = asking.question.answers[0]
        assert find_language(case[0]).holds(last, answer)
        assert not any(find_language(case[0]).holds(other, answer) for other in others)
        assert any(
            find_language(case[0]).holds(sentence, answer) and sentence in last
            for sentence in asking.question.evidence
        )
        assert asking.keywords == answer


def test_a_free_text_answer_holds_its_keywords_and_runs_to_a_few_sentences() -> None:
    for language in LANGUAGES:
        for asking in asked((language, FREE_TEXT)):
            (answer,) = asking.question.answers
            assert answer[-1] in ".。"
            if language == "en":
                assert all(
                    find_language("en").holds(answer, word) for word in asking.keywords.split()
                )
            else:
                assert all(word in answer for word in asking.keywords.split())


def test_the_subjects_stand_in_the_question_in_full_and_the_bridge_does_not(case: Case) -> None:
    world = entities(case[0])
    for asking in asked(case):
        subject, *others = [world[one] for one in asking.question.supporting]
        assert find_language(case[0]).holds(asking.question.input, subject.name)
        if case[1] == "multi_hop_qa":
            assert not find_language(case[0]).holds(asking.question.input, others[0].name)
            assert not find_language(case[0]).holds(asking.question.input, others[0].short)


def test_the_answer_is_not_given_away(case: Case) -> None:
    for asking in asked(case):
        assert not find_language(case[0]).holds(asking.question.input, asking.question.answers[0])
        for _, _, passage in asking.confusing_facts:
            assert not find_language(case[0]).holds(passage, asking.question.answers[0])


@pytest.mark.parametrize("case", SHORT, ids="-".join)
def test_few_articles_hold_a_short_answer(case: Case) -> None:
    for answer in {asking.question.answers[0] for asking in asked(case)}:
        holding = sum(
            find_language(case[0]).holds(text, answer) for text in texts(case[0]).values()
        )
        assert holding <= 20, answer  # of the 62 of a province


def test_every_text_is_a_sentence(case: Case) -> None:
    for asking in asked(case):
        spoken = [asking.question.input, *(fact for fact, *_ in asking.confusing_facts)]
        if case[1] == FREE_TEXT:
            spoken += asking.question.answers
        for text in spoken:
            assert "{" not in text
            assert text[-1] in ("?." if case[0] == "en" else "？。")
            assert text[0] == text[0].upper()
            assert not re.search(r"\ba [aeiou]|\ban [^aeiou]|\bthe the\b", text)


@pytest.mark.parametrize("case", SHORT, ids="-".join)
def test_no_two_ask_for_the_same(case: Case) -> None:
    told = [
        (asking.question.supporting[-1], asking.question.id.split("/")[-1])
        for asking in asked(case)
    ]
    assert len(set(told)) == len(told)
    assert len({asking.question.input for asking in asked(case)}) == COUNT


def test_shipped_recipes_of_a_family_that_ask_alike_share_no_question() -> None:
    lanes: dict[tuple[str, str, str], list[int]] = {}
    for name in shipped_recipes():
        recipe = load_recipe(name).recipe
        if isinstance(recipe, QuestionAnswering):
            alike = recipe.family, recipe.language, recipe.task
            lanes.setdefault(alike, []).append(lane(name))
    assert len(lanes) == 12
    assert all(len(set(each)) == len(each) for each in lanes.values())
    ids = [
        {one.question.id for one in sample_questions(walked("en"), "multi_hop_qa", 40, 8, asker)}
        for asker in ("hotpotwikiqa_mixup", "loogle_CR_mixup", "loogle_MIR_mixup")
    ]
    assert len(set.union(*ids)) == 120


def test_a_rival_passage_tells_the_fact_once_of_its_stranger(case: Case) -> None:
    for asking in asked(case):
        assert len(asking.confusing_facts) == 2
        for fact, stranger, passage in asking.confusing_facts:
            assert passage.count(fact) == 1
            assert stranger in passage
            assert stranger.split(" ")[-1] in fact
            assert "\n" not in passage


def test_new_names_stand_nowhere_in_the_world_and_share_no_content(case: Case) -> None:
    language = find_language(case[0])
    everything = "\n".join(texts(case[0]).values())
    bearers: dict[str, set[str]] = {}
    for asking in asked(case):
        for original, new, _, alternatives in asking.replacements:
            assert original in everything
            for name in (new, *alternatives):
                assert not language.shared_content(original, name)
                bearers.setdefault(name, set()).add(original)
        for _, stranger, passage in asking.confusing_facts:
            bearers.setdefault(stranger, set()).add(passage)
    assert all(len(of) == 1 for of in bearers.values())
    assert not [name for name in bearers if name in everything]
