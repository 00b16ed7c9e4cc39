"""F1 over words, and LV-Eval's over those answers that hold their keywords."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from lvbuild.score.metric import Metric, register


@register
class F1(Metric):
    """Scores by the words that prediction and answer have in common."""

    name = "f1"
    meaning = "F1 of its words and the {which} answer's"
    keys = frozenset({"answers"})

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return the F1 of the words of a prediction and an answer."""
        return f1(*map(self.language.answer_words, (prediction, answer)))


@register
class F1Keywords(Metric):
    """LV-Eval's: F1, but 0 where too few of the keywords stand in the prediction.

    Without keywords there is no threshold in English; in Chinese the answer stands in for them.
    """

    name = "f1_keywords"
    meaning = "F1 of its words and the {which} answer's, 0 where it lacks the keywords"
    keys = frozenset({"keyword_recall", "blacklist"})

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return the F1 of the words, 0 where the keywords are not held."""
        said, right, wanted = map(self.language.answer_words, (prediction, answer, keywords))
        if not wanted and self.language.answer_for_keywords:
            wanted = right
        least = self.recipe.keyword_recall
        least = self.language.keyword_recall if least is None else least
        if wanted and keyword_recall(said, wanted, self.ignored) < least:
            return 0.0
        return f1(said, right)


def f1(prediction: Sequence[str], answer: Sequence[str]) -> float:
    """Return the F1 of the words, each counted as often as it stands in both; 0 for none."""
    same = (Counter(prediction) & Counter(answer)).total()
    if same == 0:
        return 0.0
    precision, recall = same / len(prediction), same / len(answer)
    return 2 * precision * recall / (precision + recall)


def keyword_recall(
    prediction: Sequence[str], keywords: Sequence[str], ignored: Collection[str]
) -> float:
    """Return the share of the keywords that the prediction holds, each as often as it stands there.

    An ignored word is no hit, but counts among the keywords, of which there is at least one.
    """
    common = Counter(prediction) & Counter(keywords)
    hits = sum(count for word, count in common.items() if word not in ignored)
    return hits / len(keywords)
