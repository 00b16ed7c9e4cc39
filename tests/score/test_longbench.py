"""LongBench's metrics: scores equal those of its definitions on random pairs, and known cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, tasks
from lvbuild.score import score_answer
from lvbuild.score.metric import metric_of
from tests.score import longbench

PAIRS = 2_000
CLASSES = ("City", "Other city", "Other location", "Date", "Dates", "Number of something", "other")
CHINESE_CLASSES = ("交通安全", "交通安全、交通事故", "体育", "体育明星", "环境")
LONGBENCH = {"answers": "best", "words": "plain"}

ENGLISH = [
    *"The a an cat sat, on mats. Mat! 'is' well-known (of) U.S. 3.5 New York".split(" "),
    "\n",
]
CHINESE = [
    *"北京 大学 的 ， 。 《红楼梦》 贝多芬 ABC 1996年 、 研究生 命 起源 ".split(" "),
    " ",
    "\n",
]
NUMBERS = [*"Paragraph 7 17 07 3.5 1,200 is ３ , . 段落 no".split(), "\n"]
CODE = ["return ", "x", "(", ")", "# why", "// so", "```", "\n", "\n", "self.", "value", " = ", "1"]


def recipe(language: str = "en", /, **keys: object) -> Recipe:
    own = lvbuild.load_recipe("hotpotwikiqa_mixup" if language == "en" else "cmrc_mixup").recipe
    dropped = {"keyword_recall": None, "blacklist": None}
    return tasks[own.task].model_validate({**own.model_dump(), **dropped, "name": "mine", **keys})


def joined(draws: Random, words: Sequence[str], most: int, between: str) -> str:
    return between.join(draws.choice(words) for _ in range(draws.randrange(most + 1)))


def answers_of(draws: Random, answer: Callable[[], str]) -> list[str]:
    return [answer() for _ in range(draws.randrange(1, 4))]


@pytest.mark.parametrize(
    ("own", "oracle", "words", "between"),
    [
        (recipe(metric="f1", answers="best"), longbench.f1, ENGLISH, " "),
        (recipe("zh", metric="f1", answers="best"), longbench.f1_chinese, CHINESE, ""),
        (recipe(metric="rouge_l", **LONGBENCH), longbench.rouge, ENGLISH, " "),
        (recipe("zh", metric="rouge_l", **LONGBENCH), longbench.rouge_chinese, CHINESE, ""),
        (recipe(metric="edit_similarity"), longbench.code, CODE, ""),
    ],
)
@pytest.mark.parametrize("few_shot", [False, True])
def test_texts_are_scored_as_longbench_defines_it(
    own: Recipe, oracle: longbench.Scorer, words: Sequence[str], between: str, few_shot: bool
) -> None:
    draws = Random(1)
    metric = metric_of(own.model_copy(update={"first_line": few_shot}))
    some = 0
    for _ in range(PAIRS // 2):  # the other half is scored by its first lines
        answers = answers_of(draws, lambda: joined(draws, words, 8, between))
        prediction = joined(draws, words, 16, between)
        if draws.random() < 0.2:
            prediction = f"{draws.choice(answers)}{between}{prediction}"
        said = longbench.first_line(prediction) if few_shot else prediction
        expected = longbench.best(oracle, said, answers, ())
        assert metric.score_record(prediction, answers) == expected, (prediction, answers)
        some += 0 < expected < 1
    assert some > PAIRS / 20


@pytest.mark.parametrize(("classes", "between"), [(CLASSES, " "), (CHINESE_CLASSES, "、")])
def test_classes_are_scored_as_longbench_defines_it(classes: Sequence[str], between: str) -> None:
    draws = Random(2)
    metric = metric_of(recipe(metric="classification", labels=list(classes)))
    seen = set()
    for _ in range(PAIRS):
        answers = [draws.choice(classes)]
        prediction = joined(draws, [*classes, "so", answers[0]], 4, between)
        expected = longbench.best(longbench.classification, prediction, answers, classes)
        assert metric.score_record(prediction, answers) == expected, (prediction, answers)
        seen.add(expected)
    assert {0.0, 0.5, 1.0} <= seen


@pytest.mark.parametrize(
    ("metric", "oracle", "form"),
    [
        ("count_number", longbench.count, "{}"),
        ("retrieval_number", longbench.retrieval, "Paragraph {}"),
        ("retrieval_number", longbench.retrieval_chinese, "段落{}"),
    ],
)
def test_numbers_are_scored_as_longbench_defines_it(
    metric: str, oracle: longbench.Scorer, form: str
) -> None:
    draws = Random(3)
    scorer = metric_of(recipe(metric=metric))
    some = 0
    for _ in range(PAIRS):
        answers = answers_of(draws, lambda: form.format(draws.choice(["7", "17", "3", "１７"])))
        prediction = joined(draws, NUMBERS, 8, draws.choice([" ", ""]))
        expected = longbench.best(oracle, prediction, answers, ())
        assert scorer.score_record(prediction, answers) == expected, (prediction, answers)
        some += 0 < expected < 1
    assert some > PAIRS / 20


@pytest.mark.parametrize(
    ("metric", "prediction", "answer", "score"),
    [
        # one of two numbers is right
        ("retrieval_number", "Paragraph 17, not 7", "Paragraph 17", 1 / 2),
        # an answer of another form, on which LongBench's scorer fails
        ("retrieval_number", "It is number 17.", "passage no. 17", 1),
        ("retrieval_number", "It is 017.", "Paragraph 17", 0),
        ("retrieval_number", "none", "Paragraph 17", 0),
        # a count is compared as it is written: 1,200 told are two numbers
        ("count_number", "There are 12 of them.", "12", 1),
        ("count_number", "1,200", "200", 1 / 2),
        ("count_number", "12", "12 of them", 0),
        # the first line without a fence or a comment; 2 * 6 of 14 characters are alike: 0.857
        ("edit_similarity", "\n```python\n# so\nreturn x\nreturn", "return", 0.86),
        ("edit_similarity", "```", "return", 0),
        ("edit_similarity", "", "", 1),
    ],
)
def test_known_cases(metric: str, prediction: str, answer: str, score: float) -> None:
    found = score_answer("mine", prediction, answer, recipe=recipe(metric=metric))
    assert found == pytest.approx(score, abs=1e-12)


def test_an_answer_without_a_number_is_refused() -> None:
    with pytest.raises(UsageError, match="'the last' names no passage by its number"):
        score_answer("mine", "17", "the last", recipe=recipe(metric="retrieval_number"))


def test_a_class_behind_one_that_is_dropped_stays_as_in_longbenchs_code() -> None:
    # of a, b and abc, parts of the answer, b stays: it comes behind a, which is dropped
    own = recipe(metric="classification", labels=["a", "b", "abc"])
    assert score_answer("mine", "abc", "abc", recipe=own) == 1 / 2


def test_where_the_recipe_does_not_say_otherwise_the_first_answer_counts() -> None:
    answers = ["Ada", "Ben"]
    assert score_answer("mine", "Ben", answers, recipe=recipe(metric="f1")) == 0
    assert score_answer("mine", "Ben", answers, recipe=recipe(metric="f1", answers="best")) == 1


def test_a_long_text_has_the_score_of_its_words_where_longbench_gives_none() -> None:
    own = recipe(metric="rouge_l", **LONGBENCH)
    text = " ".join(f"w{n}" for n in range(3_000))
    assert score_answer("mine", text, text, recipe=own) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"metric": "classification"}, "labels: is missing; metric: classification takes them"),
        ({"metric": "f1", "labels": ["a", "b"]}, "labels: goes with metric: label or macro_f1"),
        ({"metric": "label", "labels": ["Yes", "yes."]}, "labels: each can stand there once"),
        ({"metric": "label", "labels": ["Yes"]}, "labels"),
        ({"metric": "label", "labels": ["Yes", "No"], "answers": "best"}, "goes with metric: f1"),
        ({"metric": "f1", "words": "plain"}, "words: goes with metric: rouge_l, not with f1"),
        (
            {"metric": "rouge_l", "words": "plain", "blacklist": ["of"]},
            "blacklist: words: plain leaves no word out",
        ),
    ],
)
def test_keys_that_do_not_go_together_are_refused(keys: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        recipe("en", **keys)
