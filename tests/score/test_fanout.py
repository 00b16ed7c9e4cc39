"""FanOutQA's loose and strict accuracy: scores equal its definition's and its own program's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lvbuild
from lvbuild.core.model import answer_texts
from lvbuild.languages.english import lemmatizer
from lvbuild.recipe import Recipe
from lvbuild.score import score_answer
from lvbuild.score.fanout import evened
from lvbuild.score.metric import metric_of
from tests.score import fanoutqa

PAIRS = 2_000
lemmas = lru_cache(None)(lemmatizer.lemmas)  # each text of the pairs once
WORDS = [
    *"the Cities houses wolves was running United States' New York's well-known U.S. Dr.".split(),
    *"1,234 1,234.5 12,34 1234 3.5 $1.2 50% 1990s O'Neil NaÃ¯ve sÃ£o ＡＢ don’t “Yes”".split(),
    *("no;", "—", "C++", "(x)", "a_b", "R&amp;B", "\n"),
]


def recipe(metric: str, language: str = "en") -> Recipe:
    own = lvbuild.load_recipe("factrecall_en" if language == "en" else "factrecall_zh").recipe
    return own.model_copy(update={"metric": metric})


def spaced(draws: Random, most: int) -> str:
    return draws.choice([" ", "  ", "\n"]).join(draws.choices(WORDS, k=draws.randint(1, most)))


def scalar(draws: Random) -> Any:
    return draws.choice([spaced(draws, 3), 1234, 12.5, True, False, draws.randrange(20)])


def an_answer(draws: Random) -> Any:
    kind = draws.randrange(3)
    if kind == 0:
        return scalar(draws)
    if kind == 1:
        return [scalar(draws) for _ in range(draws.randint(1, 5))]
    return {spaced(draws, 2): scalar(draws) for _ in range(draws.randint(1, 5))}


def told(draws: Random, answer: Any) -> Iterator[str]:
    """Yield most strings of an answer, in other forms some of them."""
    for text in answer_texts(answer):
        if draws.random() < 0.8:
            yield draws.choice([text, text.upper(), text.replace(",", ""), f"{text}s", f"({text})"])
        if draws.random() < 0.3:
            yield spaced(draws, 3)


def pairs() -> Iterator[tuple[Any, str]]:
    draws = Random(4)
    for _ in range(PAIRS):
        answer = an_answer(draws)
        yield answer, draws.choice([", ", " ", "\n- ", ": "]).join(told(draws, answer))


def test_scores_are_those_of_the_definition() -> None:
    loose, strict = metric_of(recipe("fanout_loose")), metric_of(recipe("fanout_strict"))
    seen = set()
    for answer, prediction in pairs():
        expected, whole = fanoutqa.accuracy(answer, prediction, lemmas)
        assert loose.score_record(prediction, answer) == expected, (answer, prediction)
        assert strict.score_record(prediction, answer) == float(whole)
        seen.add(expected)
    assert {0, 1} < seen
    assert len(seen) > 10


def test_scores_are_those_of_its_own_program(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = fanoutqa.their_answer_in_text(monkeypatch, lemmas)
    loose, strict = metric_of(recipe("fanout_loose")), metric_of(recipe("fanout_strict"))
    for answer, prediction in pairs():
        expected = theirs(answer, prediction)
        assert loose.score_record(prediction, answer) == expected.score, (answer, prediction)
        assert strict.score_record(prediction, answer) == float(expected.found)


@pytest.mark.parametrize(
    ("prediction", "answer", "score"),
    [
        # 3 of 4 strings: Paris lacks its number
        (
            "Berlin has 3,850,809, Paris many.",
            {"Berlin": 3850809, "Paris": "2,102,650"},
            0.75,
        ),
        # at words' borders: 7 is not in 17, nor Rome in Romeo
        ("Romeo, 17", ["Rome", 7], 0),
        # words' forms, case, punctuation and white space are evened
        ("THE WOLVES;\nof  Wall-Street", "the wolf of wall-street", 1),
        ("yes, it is", True, 1),
        # what ftfy mends: entities, letters of full width
        ("ＡＢ plays R&amp;B", ["ab", "R&B"], 1),
        # a sign at the beginning is no word's border behind a space, as in FanOutQA's program
        ("It cost $5.", "$5", 0),
    ],
)
def test_known_cases(prediction: str, answer: Any, score: float) -> None:
    assert score_answer("mine", prediction, answer, recipe=recipe("fanout_loose")) == score
    strict = score_answer("mine", prediction, answer, recipe=recipe("fanout_strict"))
    assert strict == float(score == 1)


def test_strings_of_nested_answers_count_alike() -> None:
    # their program takes a list within a mapping for one string, of which it may miss several
    answer = {"Ann": ["tea", "oats", "rye"]}
    assert score_answer("mine", "Ann: tea", answer, recipe=recipe("fanout_loose")) == 2 / 4
    assert fanoutqa.accuracy(answer, "Ann: tea", lemmatizer.lemmas) == (0, False)


def test_each_score_is_told_beside_the_other() -> None:
    said, right = ["Ann, tea", "Ann"], [["Ann", "tea"], ["Ann", "tea"]]
    for name, details in (("loose", {"strict": 50.0}), ("strict", {"loose": 75.0})):
        metric = metric_of(recipe(f"fanout_{name}"))
        scores = [metric.score_record(*each) for each in zip(said, right, strict=True)]
        told = dict(metric.details(said, right, scores))
        rouge = {name: told.pop(f"ROUGE-{name}") for name in "12L"}
        assert told == details
        # "Ann, tea" and "Ann" against "Ann tea": 1 and 2/3; one pair of words of one, and of none
        assert rouge == {"1": 83.33, "2": 50.0, "L": 83.33}


def test_chinese_strings_are_found_between_words() -> None:
    own = recipe("fanout_loose", "zh")
    assert score_answer("mine", "答案是北京和上海。", ["北京", "上海", "京和"], recipe=own) == 2 / 3
    assert metric_of(own).note == ""


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Forget, before and after, what was loaded and evened."""

    def forget() -> None:
        lemmatizer._pipeline.cache_clear()
        evened.cache_clear()

    forget()
    yield
    forget()


@pytest.mark.usefixtures("forgotten")
def test_without_the_pipeline_scores_say_which_forms_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lemmatizer, "PIPELINE", "no_such_pipeline")
    metric = metric_of(recipe("fanout_loose"))
    assert "en_core_web_sm, by which FanOutQA scores, is not installed" in metric.note
    assert metric.score_record("Two houses and an ox.", ["house", "two"]) == 1


@pytest.mark.usefixtures("forgotten")
def test_with_the_pipeline_its_forms_are_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    pipeline.add_pipe("attribute_ruler").add([[{"LOWER": "qux"}]], {"LEMMA": "quux"})
    pipeline.to_disk(tmp_path / lemmatizer.PIPELINE)
    monkeypatch.setattr(lemmatizer, "distribution", lambda name: name)
    monkeypatch.setattr(spacy, "load", lambda name: spacy.util.load_model(tmp_path / name))
    metric = metric_of(recipe("fanout_loose"))
    assert metric.note == ""
    assert metric.score_record("Qux", ["quux"]) == 1
