"""ROUGE-L against the package that LV-Eval calls, and on texts that are too long for that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge import Rouge

from lvbuild.score.rouge_l import rouge_l

WORDS = st.lists(st.sampled_from([*"abcde", ".", "", "北"]), max_size=25)


@settings(max_examples=300, deadline=None)
@given(WORDS, WORDS)
def test_scores_are_the_packages_where_it_gives_one(said: list[str], right: list[str]) -> None:
    prediction, answer = " ".join(said), " ".join(right)
    try:
        [scores] = Rouge(metrics=["rouge-l"], stats=["f"]).get_scores(prediction, answer)
    except ValueError:
        assert rouge_l(prediction, answer) == 0
        return
    assert rouge_l(prediction, answer) == scores["rouge-l"]["f"]


def test_a_long_text_has_the_score_of_its_words_however_deep_the_caller_stands() -> None:
    prediction = " ".join(f"w{n}" for n in range(5_000))
    answer = " ".join(f"w{n}" for n in range(0, 5_000, 2))

    def deeper(frames: int) -> float:
        return deeper(frames - 1) if frames else rouge_l(prediction, answer)

    [score] = {deeper(0), deeper(400), deeper(800)}
    assert score == pytest.approx(2 * 0.5 / 1.5, abs=1e-7)
