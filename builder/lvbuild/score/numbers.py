"""Answers that are a number, as LongBench scores them: of all numbers told, how many are right."""

from __future__ import annotations

import re
from typing import ClassVar

from lvbuild.errors import UsageError
from lvbuild.score.metric import Metric, register

_NUMBER = re.compile(r"\d+")


@register
class CountNumber(Metric):
    """Scores by the share of a prediction's numbers that are the answer; without any it is 0.

    Numbers are runs of digits: 1,200 is two of them, 3.5 too, and 07 is not 7.
    """

    name = "count_number"
    meaning = "the share of its numbers that are the {which} answer"
    answers: ClassVar = "best"

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return the share of the prediction's numbers that are the right one."""
        told: list[str] = _NUMBER.findall(prediction)
        return told.count(self.wanted(answer)) / len(told) if told else 0.0

    def wanted(self, answer: str) -> str:
        """Return the number that an answer asks for: the answer as it is written."""
        return answer


@register
class RetrievalNumber(CountNumber):
    """Scores likewise by the number of the passage that the answer names, as `Paragraph 17`.

    LongBench's scorer fails on an answer of another form; here any answer with a number will do.
    """

    name = "retrieval_number"
    meaning = "the share of its numbers that are the {which} answer's"

    def wanted(self, answer: str) -> str:
        """Return the first number in an answer; raise UsageError where there is none."""
        found = _NUMBER.search(answer)
        if found is None:
            raise UsageError(f"{answer!r} names no passage by its number; {self.name} takes one")
        return found[0]
