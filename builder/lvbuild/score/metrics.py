"""LV-Eval's metrics of words: F1 and recall of keywords, each from 0 to 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence


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
