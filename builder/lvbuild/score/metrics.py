"""Metrics of words and of answers: LV-Eval's F1 and recall of keywords, RULER's of all answers.

Each is from 0 to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

MEANINGS = {
    "f1_keywords": "F1 of its words and the first answer's, 0 where it lacks the keywords",
    "f1": "F1 of its words and the first answer's",
    "rouge_l": "ROUGE-L of it and the first answer",
    "all_of": "the share of the answers that stand in it",
}
"""What a prediction's score is by each metric."""


def f1(prediction: Sequence[str], answer: Sequence[str]) -> float:
    """Return the F1 of the words, each counted as often as it stands in both; 0 for none."""
    same = (Counter(prediction) & Counter(answer)).total()
    if same == 0:
        return 0.0
    precision, recall = same / len(prediction), same / len(answer)
    return 2 * precision * recall / (precision + recall)


def keyword_recall(
    prediction: Sequence[str], keywords: Sequence[str], blacklist: Collection[str]
) -> float:
    """Return the share of the keywords that the prediction holds, each as often as it stands there.

    A blacklisted word is no hit, but counts among the keywords, of which there is at least one.
    """
    common = Counter(prediction) & Counter(keywords)
    hits = sum(count for word, count in common.items() if word not in blacklist)
    return hits / len(keywords)


def all_of(prediction: str, answers: Sequence[str]) -> float:
    """Return the share of the answers that stand in the prediction, of which there is at least one.

    This is RULER's `string_match_all`: case aside, an answer stands there as a run of characters
    wherever it begins and ends, so that 17 holds 7 and a plural its singular.
    """
    said = prediction.lower()
    return sum(answer.lower() in said for answer in answers) / len(answers)
