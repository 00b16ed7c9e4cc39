"""ROUGE-L as the package `rouge` computes it, on texts of any length.

The package (https://github.com/pltrdy/rouge, which LV-Eval calls) finds the same words by recursing
once a word, so that it fails on a long text, and how long depends on its caller.
"""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.score.metric import Metric, register

_SMALL = 1e-8


@register
class RougeL(Metric):
    """Scores by the longest common subsequence of words, those that are ignored left out.

    With `words: plain` they are compared as they are written, and none is ignored: LongBench's way.
    """

    name = "rouge_l"
    meaning = "ROUGE-L of it and the {which} answer"
    keys = frozenset({"blacklist", "answers", "words"})
    free_text = True

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return the F of ROUGE-L of a prediction and an answer."""
        return rouge_l(self._words(prediction), self._words(answer))

    def _words(self, text: str) -> str:
        if self.recipe.words == "plain":
            return self.language.spaced(text)
        return " ".join(w for w in self.language.rouge_words(text) if w not in self.ignored)


def rouge_l(prediction: str, answer: str) -> float:
    """Return the F of ROUGE-L at summary level, from 0 to 1; 0 where either text is empty.

    A text's sentences end with full stops, its words with spaces. A word counts once, however often
    it stands there; a small number in the denominator has like texts come to just under 1.
    """
    said, right = _sentences(prediction), _sentences(answer)
    if not said or not right:
        return 0.0
    common = {word for wanted in right for given in said for word in _longest_common(wanted, given)}
    recall = len(common) / len({word for sentence in right for word in sentence})
    precision = len(common) / len({word for sentence in said for word in sentence})
    return 2.0 * ((precision * recall) / (precision + recall + _SMALL))


def _sentences(text: str) -> list[list[str]]:
    """Return the words of each sentence; one of nothing but spaces holds one empty word."""
    return [" ".join(part.split()).split(" ") for part in text.split(".") if part]


def _longest_common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the words of a longest common subsequence, from the last to the first.

    Of several that are as long it is the one that the package comes to.
    """
    import numpy as np

    numbers = {word: number for number, word in enumerate({*one, *other})}
    column = np.fromiter((numbers[word] for word in other), np.int64, len(other))
    # Row by row, the lengths of what the words so far have in common with each start of the other.
    row = np.zeros(len(other) + 1, np.int32)
    back = []
    for word in one:
        longer = np.maximum(row[1:], row[:-1] + (column == numbers[word]))
        new = np.concatenate(([0], np.maximum.accumulate(longer)))
        back.append(np.packbits(row[1:] > new[:-1]))
        row = new
    common = []
    i, j = len(one), len(other)
    while i and j:
        if one[i - 1] == other[j - 1]:
            i, j = i - 1, j - 1
            common.append(one[i])
        elif back[i - 1][(j - 1) >> 3] >> (7 - ((j - 1) & 7)) & 1:
            i -= 1
        else:
            j -= 1
    return common
