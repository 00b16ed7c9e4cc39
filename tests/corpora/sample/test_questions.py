from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from itertools import islice
from typing import get_args

import pytest

from lvbuild.annotations.tables import ConfusingFactRow, ReplacementRow
from lvbuild.corpora.sample.chinese.strangers import GIVEN, SECOND, TOWN_FIRST, WATER_FIRST
from lvbuild.corpora.sample.corpus import SampleCorpus
from lvbuild.corpora.sample.english.strangers import STRANGE_ENDS
from lvbuild.corpora.sample.entities import Entity
from lvbuild.corpora.sample.questions import SampleQuestion, Shape, sample_questions
from lvbuild.model import Language
from lvbuild.text.phrases import holds

COUNT = 200
SHAPES: tuple[Shape, ...] = get_args(Shape)
FREE_TEXT: Shape = "multi_doc_qa"
SEED = 7

Case = tuple[Language, Shape]
CASES: list[Case] = [(language, shape) for language in get_args(Language) for shape in SHAPES]
SHORT = [case for case in CASES if case[1] != FREE_TEXT]


@pytest.fixture(params=CASES, ids="-".join)
def case(request: pytest.FixtureRequest) -> Case:
    language, shape = request.param
    return language, shape


@cache
def walked(language: Language) -> SampleCorpus:
    corpus = SampleCorpus(SEED, language)
    corpus.province(24)
    return corpus


@cache
def asked(case: Case) -> list[SampleQuestion]:
    return sample_questions(walked(case[0]), case[1], COUNT)


@cache
def texts(language: Language) -> list[str]:
    corpus = walked(language)
    return [corpus.document(one).text for batch in islice(corpus.batches(), 25) for one in batch]


@cache
def all_text(language: Language) -> str:
    return "\n".join(texts(language))


def entities(language: Language) -> dict[str, Entity]:
    return {f"sample:{entity.id}": entity for entity in walked(language).world.entities}


def supporting_texts(case: Case, asking: SampleQuestion) -> list[str]:
    return [walked(case[0]).document(one).text for one in asking.question.supporting]


def new_names(asking: SampleQuestion) -> list[str]:
    renamed = [name for row in asking.replacements for name in (row[1], *row[3])]
    return renamed + [subject for _, subject in asking.confusing_facts]


def test_there_are_as_many_as_asked_for_each_under_its_own_id(case: Case) -> None:
    ids = [asking.question.id for asking in asked(case)]
    assert len(set(ids)) == len(ids) == COUNT
    assert all(re.fullmatch(r"sample:[a-z0-9+_/-]+", one) for one in ids)


def test_the_same_seed_asks_the_same_and_fewer_are_the_first_of_more(case: Case) -> None:
    assert sample_questions(SampleCorpus(SEED, case[0]), case[1], 50) == asked(case)[:50]
    assert sample_questions(walked(case[0]), case[1], 7) == asked(case)[:7]


def test_another_seed_asks_of_other_things(case: Case) -> None:
    others = sample_questions(SampleCorpus(SEED + 1, case[0]), case[1], 50)
    inputs = {asking.question.input for asking in asked(case)}
    assert inputs.isdisjoint(other.question.input for other in others)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_they_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    program = (
        "from lvbuild.corpora.sample.corpus import SampleCorpus;"
        "from lvbuild.corpora.sample.questions import sample_questions;"
        f"print(sample_questions(SampleCorpus({SEED}, 'en'), 'multi_doc_qa', 15))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str(asked(("en", "multi_doc_qa"))[:15])


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
    expected = {"single_hop_qa": {1}, "multi_hop_qa": {2}, "multi_doc_qa": {2, 3}}
    assert counts == expected[case[1]]


@pytest.mark.parametrize("case", SHORT, ids="-".join)
def test_a_short_answer_stands_in_the_evidence_of_the_last_supporting_article_alone(
    case: Case,
) -> None:
    for asking in asked(case):
        *others, last = supporting_texts(case, asking)
        answer = asking.question.answers[0]
        assert holds(last, answer, case[0])
        assert not any(holds(other, answer, case[0]) for other in others)
        assert any(
            holds(sentence, answer, case[0]) and sentence in last
            for sentence in asking.question.evidence
        )
        assert asking.keywords == answer


def test_a_free_text_answer_holds_its_keywords_and_runs_to_a_few_sentences() -> None:
    for language in get_args(Language):
        for asking in asked((language, FREE_TEXT)):
            (answer,) = asking.question.answers
            assert answer[-1] in ".。"
            if language == "en":
                assert all(holds(answer, word, "en") for word in asking.keywords.split())
            else:
                assert all(word in answer for word in asking.keywords.split())


def test_the_subjects_stand_in_the_question_in_full_and_the_bridge_does_not(case: Case) -> None:
    world = entities(case[0])
    for asking in asked(case):
        subject, *others = [world[one] for one in asking.question.supporting]
        assert holds(asking.question.input, subject.name, case[0])
        if case[1] == "multi_hop_qa":
            assert not holds(asking.question.input, others[0].name, case[0])
            assert not holds(asking.question.input, others[0].short, case[0])


def test_the_answer_is_not_given_away(case: Case) -> None:
    for asking in asked(case):
        assert not holds(asking.question.input, asking.question.answers[0], case[0])
        for fact, _ in asking.confusing_facts:
            assert not holds(fact, asking.question.answers[0], case[0])
            assert not holds(fact, asking.keywords, case[0])


@pytest.mark.parametrize("case", SHORT, ids="-".join)
def test_few_articles_hold_a_short_answer(case: Case) -> None:
    for answer in {asking.question.answers[0] for asking in asked(case)}:
        holding = sum(holds(text, answer, case[0]) for text in texts(case[0]))
        assert holding <= 0.03 * len(texts(case[0])), answer


def test_no_question_has_two_answers(case: Case) -> None:
    answers: dict[str, set[str]] = {}
    for asking in asked(case):
        answers.setdefault(asking.question.input, set()).update(asking.question.answers)
    assert all(len(given) == 1 for given in answers.values())


def test_confusing_facts_are_of_strangers(case: Case) -> None:
    for asking in asked(case):
        assert len(asking.confusing_facts) == 2
        for fact, subject in asking.confusing_facts:
            assert holds(fact, subject, case[0])
            assert fact[-1] in ".。"
            ConfusingFactRow(
                question_id="sample:x", fact=fact, subject=subject, status="draft", annotator="p"
            )


def test_new_names_stand_nowhere_in_the_world_and_differ_within_a_question(case: Case) -> None:
    for asking in asked(case):
        names = new_names(asking)
        assert len(set(names)) == len(names)
        assert not [name for name in names if name in all_text(case[0])]


def test_replacements_are_of_names_in_the_question_or_its_answer(case: Case) -> None:
    kinds = {"person", "place", "organisation", "title"}
    for asking in asked(case):
        told = asking.question.input + "".join(asking.question.answers)
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
    assert not [word for word in coined if word.endswith(STRANGE_ENDS)]


def test_chinese_strangers_are_named_with_characters_that_the_world_lacks() -> None:
    assert not set(TOWN_FIRST + WATER_FIRST + SECOND + GIVEN) & set(all_text("zh"))


def test_what_is_asked_and_how_varies(case: Case) -> None:
    names = sorted(
        {name for entity in walked(case[0]).world.entities for name in (entity.name, entity.short)},
        key=len,
        reverse=True,
    )
    pattern = re.compile("|".join(map(re.escape, names)))
    shapes = {pattern.sub("X", asking.question.input) for asking in asked(case)}
    assert len(shapes) >= (100 if case[1] == "multi_hop_qa" else 30)
    sorts = {asking.question.id.partition("/")[2] for asking in asked(case)}
    least = {"single_hop_qa": 30, "multi_hop_qa": 60, "multi_doc_qa": 12}
    assert len(sorts) >= least[case[1]]


def test_every_text_is_a_sentence(case: Case) -> None:
    for asking in asked(case):
        spoken = [asking.question.input, *(fact for fact, _ in asking.confusing_facts)]
        if case[1] == FREE_TEXT:
            spoken += asking.question.answers
        for text in spoken:
            assert "{" not in text
            assert text[-1] in ("?." if case[0] == "en" else "？。")
            assert text[0] == text[0].upper()
            assert not re.search(r"\ba [aeiou]|\ban [^aeiou]|\bthe the\b", text)
