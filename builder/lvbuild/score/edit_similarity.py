"""How much a line of code is like the right one, as LongBench scores its tasks on code."""

from __future__ import annotations

from typing import ClassVar

from lvbuild.score.metric import Metric, register

_OTHER = ("`", "#", "//")
"""What a line of a prediction holds that is no code: a fence, a comment."""


@register
class EditSimilarity(Metric):
    """Scores by the characters that the answer and the prediction's first line of code share.

    They are compared as fuzzywuzzy does by itself, in hundredths: twice the characters that
    difflib finds in both, over those of both. (Where python-Levenshtein is installed it finds more
    of them in some texts; LongBench does not ask for that.)
    """

    name = "edit_similarity"
    meaning = "how much its first line of code is like the {which} answer, as LongBench has it"
    answers: ClassVar = "best"

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return the likeness of the prediction's first line of code and the answer."""
        from difflib import SequenceMatcher

        lines = prediction.lstrip("\n").split("\n")
        code = next((line for line in lines if not any(sign in line for sign in _OTHER)), "")
        if code == answer:
            return 1.0
        if not code or not answer:
            return 0.0
        return round(100 * SequenceMatcher(None, code, answer).ratio()) / 100
