"""Metrics from outside of the package: the best of several answers, and one over all records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from lvbuild.core.model import Answer, answer_texts
from lvbuild.score import Metric, register


@register
class BestExact(Metric):
    """Scores by whether one of the answers is told, case aside."""

    name = "best_exact"
    meaning = "1 where it is one of the answers"
    answers: ClassVar[Literal["first", "best", "all"]] = "best"

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return 1 for the answer, else 0."""
        return float(prediction.casefold() == answer.casefold())


@register
class ClassF1(BestExact):
    """Scores a level by the mean of the F1 of its answers' classes."""

    name = "class_f1"
    answers: ClassVar = "first"

    def score_records(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> float:
        """Return 100 times the mean of the classes' F1."""
        pairs = [
            (said, answer_texts(right)[0]) for said, right in zip(predictions, answers, strict=True)
        ]
        told = [text for pair in pairs for text in pair]
        found = [
            2 * pairs.count((name, name)) / told.count(name)
            for name in sorted({right for _, right in pairs})
        ]
        return round(100 * sum(found) / len(found), 2)
