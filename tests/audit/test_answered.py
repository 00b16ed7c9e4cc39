"""Which sentences of answers in free text the evidence does not bear out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lvbuild.audit.questions import answered, answered_freely
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language

EVIDENCE = {
    "en": ["Ann Lee painted the lighthouse in 1904. Her brother sold it to the town of Marl."],
    "zh": ["签订无固定期限合同，劳动者不用担心合同到期终止。画家齐延亭于1691年出生在莲坝镇。"],
}


def untold(
    answers: tuple[str, ...], language: LanguageCode, which: str | None = None, asked: str = ""
) -> list[str]:
    recipe = SimpleNamespace(
        judges=False, answers_stand_in_texts=True, answers=which, metric="rouge_l"
    )
    held = SimpleNamespace(language=find_language(language), recipe=recipe)
    question = SimpleNamespace(answers=answers, structure=None, input=asked)
    own: Any = SimpleNamespace(held=held, asked=question, evidence=EVIDENCE[language])
    assert not [*answered(own)]
    return [message.removeprefix("the evidence does not hold ") for message in answered_freely(own)]


@pytest.mark.parametrize(
    ("answer", "language", "found"),
    [
        ("The lighthouse was painted by Ann Lee; later her brother sold it to Marl.", "en", []),
        ("Ann Lee painted it. It burnt down after a storm.", "en", ["It burnt down after a storm"]),
        ("劳动者不用担心合同到期而终止的情形。", "zh", []),
        (
            "劳动者不用担心合同到期。自订立之日起每月支付二倍的工资。",
            "zh",
            ["自订立之日起每月支付二倍的工资"],
        ),
        ("全灭", "zh", ["全灭"]),
    ],
)
def test_a_sentence_that_no_evidence_tells_is_told_and_other_words_are_not(
    answer: str, language: LanguageCode, found: list[str]
) -> None:
    assert untold((answer,), language) == [*map(repr, found)]


def test_a_comparison_may_end_in_words_of_the_question() -> None:
    asked = "齐延亭与谢友宁谁年长？他们各出生在哪座市镇？"
    assert untold(("齐延亭出生在莲坝镇；出生得早的是谢友宁。",), "zh", asked=asked) == []
    assert untold(("齐延亭出生在莲坝镇；不如问邻居吧。",), "zh", asked=asked) == ["'不如问邻居吧'"]


def test_other_answers_are_held_to_the_evidence_where_the_best_counts() -> None:
    answers = ("Ann Lee painted it.", "The mayor burnt it down.")
    assert untold(answers, "en") == []
    assert untold(answers, "en", "best") == ["'The mayor burnt it down'"]
