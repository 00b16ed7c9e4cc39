"""Labels: which one a prediction names, and macro-F1 against scikit-learn's."""

from __future__ import annotations

from random import Random

import pytest
from sklearn.metrics import accuracy_score, f1_score

import lvbuild
from lvbuild.recipe import Recipe, tasks
from lvbuild.score import score_answer
from lvbuild.score.metric import Metric, metric_of

KINDS = ["Fully attributable", "Not attributable", "Attributable", "Logical step."]


def recipe(metric: str, labels: list[str], language: str = "en") -> Recipe:
    own = lvbuild.load_recipe("factrecall_en" if language == "en" else "factrecall_zh").recipe
    changes = {"name": "mine", "metric": metric, "labels": labels}
    return tasks[own.task].model_validate({**own.model_dump(), **changes})


@pytest.mark.parametrize(
    ("prediction", "answer", "score"),
    [
        ("Attributable", "Attributable", 1),
        # a label within a longer one is not named
        ("It is not attributable.", "Attributable", 0),
        ("It is NOT attributable.", "Not attributable", 1),
        # whatever parts its words
        *(
            (words, "Not attributable", 1)
            for words in (
                "**Not** attributable",
                "Not  attributable",
                "not-attributable",
                "Not\nattributable.",
                "It is _not\xa0attributable_",
            )
        ),
        # nor one within a word
        ("unattributable", "Attributable", 0),
        # named twice is named; of two labels none is
        ("**Attributable**: attributable indeed", "Attributable", 1),
        ("Attributable or not attributable?", "Attributable", 0),
        # with or without the full stop that it is written with
        ("A logical step", "Logical step.", 1),
        ("logical step.", "Logical step.", 1),
        ("no idea", "Attributable", 0),
        ("", "Attributable", 0),
    ],
)
@pytest.mark.parametrize("metric", ["label", "macro_f1"])
def test_a_prediction_is_right_that_names_the_answer_alone(
    metric: str, prediction: str, answer: str, score: float
) -> None:
    assert score_answer("mine", prediction, answer, recipe=recipe(metric, KINDS)) == score


@pytest.mark.parametrize(
    ("prediction", "named"),
    [
        ("It is a town on a river.", ""),
        ("B, because a town is named", "B"),
        ("I think a good answer is C", "C"),
        ("**A**", "A"),
        ("a", "A"),
        ("d.", "D"),
        ("A or B", ""),
    ],
)
def test_a_letter_is_named_in_its_own_case_where_more_is_said(prediction: str, named: str) -> None:
    own = recipe("label", ["A", "B", "C", "D"])
    right = [score_answer("mine", prediction, letter, recipe=own) for letter in "ABCD"]
    assert right == [float(letter == named) for letter in "ABCD"]


def test_a_label_of_marks_alone_is_named_and_nothing_names_none() -> None:
    own = recipe("label", ["+", "-"])
    said = {"-": 1, "**-**": 1, "The answer is -": 1, "": 0, "**": 0, "+": 0, "+ or -": 0}
    assert {one: score_answer("mine", one, "-", recipe=own) for one in said} == said


def test_chinese_labels_stand_without_spaces() -> None:
    own = recipe("label", ["支持", "不支持"], "zh")
    assert score_answer("mine", "答案是不支持。", "不支持", recipe=own) == 1
    assert score_answer("mine", "答案是支持。", "支持", recipe=own) == 1


def level(metric: Metric, said: list[str], right: list[str]) -> tuple[float, dict[str, float]]:
    scores = [metric.score_record(one, [other]) for one, other in zip(said, right, strict=True)]
    answers = [[each] for each in right]
    found = metric.score_records(said, answers, scores)
    return found, dict(metric.details(said, answers, scores))


def test_macro_f1_is_scikit_learns() -> None:
    draws, labels = Random(5), ["yes", "no", "partly"]
    metric, share = metric_of(recipe("macro_f1", labels)), metric_of(recipe("label", labels))
    for _ in range(200):
        number = draws.randint(1, 30)
        right = draws.choices(labels, weights=[6, 2, draws.randrange(2)], k=number)
        said = [one if draws.random() < 0.5 else draws.choice(labels) for one in right]
        held = sorted({*right, *said})
        each = f1_score(right, said, labels=held, average=None, zero_division=0)
        found, details = level(metric, said, right)
        assert found == pytest.approx(100 * sum(each) / len(each), abs=0.006)
        floor = details.pop("the most common answer")
        by_label = zip(held, each, strict=True)
        assert details == {
            f"F1 of {name}": pytest.approx(100 * figure, abs=0.006) for name, figure in by_label
        }
        common = max(right, key=right.count)  # of several the first
        always = f1_score(right, [common] * number, average="macro", zero_division=0)
        assert floor == pytest.approx(100 * always, abs=0.006)
        accuracy, _ = level(share, said, right)
        assert accuracy == pytest.approx(100 * accuracy_score(right, said), abs=0.006)


def test_who_names_no_label_is_wrong_and_adds_none() -> None:
    # yes: 1 of 1 told and 2 wanted, F1 2/3; no: 0 told of 1 wanted, F1 0
    metric = metric_of(recipe("macro_f1", ["Yes", "No", "Maybe"]))
    found, details = level(metric, ["Yes", "hm", "yes or no"], ["Yes", "Yes", "No"])
    assert found == 33.33
    # who always says yes: 2 of 3 told and 2 wanted, F1 4/5, and 0 for no
    assert details == {"F1 of No": 0.0, "F1 of Yes": 66.67, "the most common answer": 40.0}
