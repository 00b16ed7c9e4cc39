"""Answers that are one of the recipe's labels: accuracy, macro-F1, and LongBench's classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from lvbuild.core.model import Answer, answer_texts
from lvbuild.recipe.schema import label_form
from lvbuild.score.metric import Metric, register


@register
class Label(Metric):
    """Scores by whether the label that a prediction names is the answer.

    A label is named where it stands, in any case of its letters and with or without a full stop at
    its end, with no letter or digit beside it, and not within a longer label that stands there,
    whatever parts the words of that. One letter is named in its own case, if more is said: "a" is
    an article. Who names several labels names none.
    """

    name = "label"
    meaning = "1 where of the recipe's labels it names the {which} answer alone, else 0"
    keys = frozenset({"labels"})

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return 1 where the prediction names the answer, and no other label, else 0."""
        return float(self.named(prediction) == label_form(answer))

    def named(self, prediction: str) -> str:
        """Return the label that a prediction names, by its form; "" for none or for several."""
        if (whole := label_form(prediction.strip(_AROUND))) in self._forms:
            return whole
        named = {
            self._forms[found.lastindex - 1]
            for found in self._any_label.finditer(prediction)
            if found.lastindex
        }
        return named.pop() if len(named) == 1 else ""

    @cached_property
    def _longest_first(self) -> Sequence[str]:
        return sorted(self.labels, key=len, reverse=True)

    @cached_property
    def _forms(self) -> Sequence[str]:
        """The forms of the labels, in the order of the groups that find them."""
        return [label_form(label) for label in self._longest_first]

    @cached_property
    def _any_label(self) -> re.Pattern[str]:
        labels = "|".join(map(_pattern, self._longest_first))
        parted = self.language.unit == "words"
        return re.compile(rf"(?<![^\W_])(?:{labels})(?![^\W_])" if parted else labels)

    def details(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> Mapping[str, float]:
        """Return the F1 of each label, and the score of who always names the most common answer."""
        right = _first_texts(answers)
        [(common, _)] = Counter(right).most_common(1)
        always = [common] * len(right)
        by_label = f1_by_label([self.named(each) for each in predictions], right)
        shown = {label_form(label): label for label in self.labels}
        return {
            **{f"F1 of {shown.get(each, each)}": _percent(by_label[each]) for each in by_label},
            "the most common answer": self.score_records(
                always, answers, [float(each == common) for each in right]
            ),
        }


_PARTING = r"[\s*_`~‐‑–-]+"
"""What may part the words of a label: spaces, a hyphen, marks of Markdown."""


_AROUND = " \n*_`~"
"""What may stand around a label that is all that is said."""


def _pattern(label: str) -> str:
    words = _PARTING.join(map(re.escape, label.rstrip(".。").split()))
    return f"({words})" if len(label) == 1 else f"((?i:{words}))"


@register
class MacroF1(Label):
    """Scores a level by the mean of its labels' F1, each record by whether its label is named.

    The labels are those that stand among the answers or are named by a prediction.
    """

    name = "macro_f1"
    meaning = f"{Label.meaning}; that of a level is the mean of the labels' F1"

    def score_records(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> float:
        """Return 100 times the mean of the F1 of the labels that are answered or named."""
        found = f1_by_label([self.named(each) for each in predictions], _first_texts(answers))
        return _percent(sum(found.values()) / len(found))


def f1_by_label(named: Sequence[str], right: Sequence[str]) -> dict[str, float]:
    """Return the F1 of each label that is named or right, the labels sorted.

    `named` are what predictions name, "" for nothing, `right` the answers of the same records.
    """
    both = Counter(one for one, other in zip(named, right, strict=True) if one == other)
    told = Counter(filter(None, named)) + Counter(right)
    return {label: 2 * both[label] / told[label] for label in sorted(told)}


def _first_texts(answers: Sequence[Answer]) -> list[str]:
    return [label_form(answer_texts(each)[0]) for each in answers]


def _percent(share: float) -> float:
    return round(100 * share, 2)


@register
class Classification(Metric):
    """LongBench's: one part in as many as the labels that a prediction holds, if one is right.

    A label that is part of the answer is dropped, if it is not the whole. As in LongBench's code
    the label behind one that was dropped is not looked at, and so may stay.
    """

    name = "classification"
    meaning = "1 in as many as the labels that stand in it, 0 where the {which} answer does not"
    answers: ClassVar = "best"
    keys = frozenset({"labels"})

    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return 1 over the number of labels in the prediction, 0 where the answer is not one."""
        held = [label for label in self.labels if label in prediction]
        place = 0
        while place < len(held):
            if held[place] in answer and held[place] != answer:
                del held[place]
            place += 1
        return 1 / len(held) if answer in held else 0.0
