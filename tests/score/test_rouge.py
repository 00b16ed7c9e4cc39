"""ROUGE-1, 2 and L are those of the package that FanOutQA scores by."""

from __future__ import annotations

from random import Random

import pytest
from rouge_score.rouge_scorer import RougeScorer

from lvbuild.score.rouge import rouge_scores

WORDS = (
    "skies dying lied ties news howe caress ponies relational conditional rational hopping hoped"
    " Falling generalizations oscillators fully happily controlling 3,850,809 2.5 New-York R&B"
    " été 北京 \u0130stanbul don't U.S. a an the of in 1 12 world worlds"
).split()
NAMES = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rougeL": "ROUGE-L"}


def test_2000_pairs_score_as_the_package_scores_them() -> None:
    theirs, draws = RougeScorer([*NAMES], use_stemmer=True), Random(9)
    seen = set()
    for _ in range(2_000):
        texts = [
            draws.choice([" ", "\n", " - "]).join(draws.choices(WORDS, k=draws.randrange(30)))
            for _ in range(2)
        ]
        prediction, answer = texts
        expected = {NAMES[name]: f.fmeasure for name, f in theirs.score(answer, prediction).items()}
        found = rouge_scores(prediction, answer)
        assert found == pytest.approx(expected, abs=1e-12), (prediction, answer)
        seen.add(round(found["ROUGE-2"], 3))
    assert len(seen) > 50


def test_a_long_prediction_is_scored_in_a_moment() -> None:
    assert rouge_scores("tea and milk " * 50_000, "milk and tea")["ROUGE-L"] < 0.001
