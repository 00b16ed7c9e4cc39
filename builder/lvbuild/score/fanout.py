"""FanOutQA's accuracy: which of an answer's strings stand in a prediction, both evened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from lvbuild.core.model import Answer, answer_texts
from lvbuild.languages import Language
from lvbuild.score.metric import Metric, register
from lvbuild.score.results import mean_score
from lvbuild.score.rouge import rouge_scores

_GROUPED = re.compile(r"(\d+,)+\d+(\.\d+)?")
_PUNCTUATION = re.compile(r"[,.?!:;]")


@register
class FanOutLoose(Metric):
    """Scores by the share of the answers' strings that a prediction holds.

    Both are evened first: small letters, ftfy, numbers without commas, words in their basic forms,
    no punctuation. A string is held where it begins and ends at a word's border, so that one that
    begins with a sign, such as $5, is not found behind a space.
    """

    name = "fanout_loose"
    meaning = "the share of the answers that it holds, both evened as FanOutQA does"
    answers: ClassVar = "all"
    whole: ClassVar = False  # upstream finds no "$5" at a word's border

    @property
    def note(self) -> str:
        """Say which basic forms of words are taken where they are not FanOutQA's."""
        return self.language.lemmas_note

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return 1 where the answer stands in the prediction, else 0."""
        wanted, said = evened(answer, self.language), evened(prediction, self.language)
        return float(re.search(rf"\b{re.escape(wanted)}\b", said) is not None)

    def details(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> Mapping[str, float]:
        """Return the strict score beside the loose, and ROUGE where words stand between spaces."""
        strict = mean_score([float(score == 1) for score in scores])
        return {"strict": strict, **self._rouge(predictions, answers)}

    def _rouge(self, predictions: Sequence[str], answers: Sequence[Answer]) -> Mapping[str, float]:
        if not self.language.space:
            return {}
        pairs = zip(predictions, answers, strict=True)
        found = [rouge_scores(said, " ".join(answer_texts(right))) for said, right in pairs]
        return {name: mean_score([each[name] for each in found]) for name in found[0]}


@register
class FanOutStrict(FanOutLoose):
    """Scores 1 where a prediction holds all of the answers' strings, else 0."""

    name = "fanout_strict"
    meaning = "1 where it holds all of the answers, both evened as FanOutQA does, else 0"

    def score_record(self, prediction: str, answers: Answer, keywords: str = "") -> float:
        """Return 1 where all answers stand in the prediction, else 0; UsageError for none."""
        return float(super().score_record(prediction, answers, keywords) == 1)

    def details(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> Mapping[str, float]:
        """Return the loose score beside the strict, and ROUGE likewise."""
        loose = super().score_record
        pairs = zip(predictions, answers, strict=True)
        told = mean_score([loose(said, right) for said, right in pairs])
        return {"loose": told, **self._rouge(predictions, answers)}


@lru_cache(maxsize=4096)
def evened(text: str, language: Language) -> str:
    """Return a text as FanOutQA compares it: its `normalize`, step by step."""
    import ftfy

    text = ftfy.fix_text(text.lower())
    text = _GROUPED.sub(lambda number: number[0].replace(",", ""), text)
    text = _PUNCTUATION.sub("", language.lemmas(text))
    return re.sub(r"\s+", " ", text)
