"""RULER's recall over several answers."""

from __future__ import annotations

from typing import ClassVar

from lvbuild.score.metric import Metric, register


@register
class AllOf(Metric):
    """Scores by the share of the answers that stand in the prediction.

    This is RULER's `string_match_all`: case aside, an answer stands there as a run of characters
    wherever it begins and ends, so that 17 holds 7 and a plural its singular.
    """

    name = "all_of"
    meaning = "the share of the answers that stand in it"
    answers: ClassVar = "all"
    finds_parts = True

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return 1 where the answer stands in the prediction, else 0."""
        return float(answer.lower() in prediction.lower())
