"""What a program learns of supporting passages from their texts alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lvbuild.marks.areas import Floats, Ints, area, figure
from lvbuild.marks.folds import FOLDS
from lvbuild.release.telltale import Figure, Ngram

LONGEST = 4
_HEAVIEST = 10


class Learnt(NamedTuple):
    """How well supporting passages are told by their text, and the n-grams that weigh most."""

    figure: Figure
    ngrams: tuple[Ngram, ...]


def learn(texts: Sequence[str], supports: Ints, folds: Ints) -> Learnt:
    """Learn on four folds what marks supporting passages, and test it on the fifth, five times.

    By logistic regressions, balanced, on the character 1- to 4-grams that the four folds have: one
    on their presence, one on tf-idf; the better counts. A weight is the mean of the folds'.
    """
    from sklearn.feature_extraction.text import CountVectorizer
    from threadpoolctl import threadpool_limits

    vectorizer = CountVectorizer(analyzer=ngrams)
    counts = vectorizer.fit_transform(texts)
    models = _models()
    areas = np.zeros((len(models), FOLDS))
    weights = np.zeros((len(models), counts.shape[1]))
    with threadpool_limits(1):  # sums of several threads differ in their last digits
        for fold in range(FOLDS):
            train = folds != fold
            seen = counts[train].getnnz(axis=0) > 0
            learnt, tested = counts[train][:, seen], counts[~train][:, seen]
            for number, model in enumerate(models):
                model.fit(learnt, supports[train])
                areas[number, fold] = area(supports[~train], model.decision_function(tested))
                weights[number, seen] += model[-1].coef_[0] / FOLDS
    best = int(areas.mean(axis=1).argmax())
    names = vectorizer.get_feature_names_out()
    return Learnt(figure(areas[best].tolist()), _heaviest(names, weights[best]))


def ngrams(text: str) -> Iterator[str]:
    """Yield the runs of 1 to 4 characters of a text as they stand, white space and case kept."""
    for length in range(1, LONGEST + 1):
        for start in range(len(text) - length + 1):
            yield text[start : start + length]


def _models() -> list[Any]:
    """Return the two programs; their solver draws nothing."""
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import Binarizer

    def balanced(c: float) -> Any:
        return LogisticRegression(C=c, class_weight="balanced", solver="liblinear", max_iter=1000)

    return [
        make_pipeline(Binarizer(), balanced(0.1)),
        make_pipeline(TfidfTransformer(), balanced(10)),
    ]


def _heaviest(names: NDArray[np.object_], weights: Floats) -> tuple[Ngram, ...]:
    """Return the n-grams of the largest weights, rounded; of equal ones the shorter come first."""
    rounded = weights.round(3)
    sizes = np.abs(rounded)
    least = np.sort(sizes)[-_HEAVIEST:][0]
    found = [Ngram(str(names[at]), float(rounded[at])) for at in np.flatnonzero(sizes >= least)]
    found.sort(key=lambda one: (-abs(one.weight), len(one.characters), one.characters))
    return tuple(found[:_HEAVIEST])
