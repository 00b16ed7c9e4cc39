"""Areas under the curve, fold by fold: by a passage's place, by its length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import mean, stdev

import numpy as np
from numpy.typing import NDArray

from lvbuild.marks.contexts import TENTHS, Context
from lvbuild.marks.folds import FOLDS
from lvbuild.release.telltale import Figure

_STUDENT_T = 2.776
"""Of four degrees of freedom: 95% lie within."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def figure(areas: Sequence[float]) -> Figure:
    """Return the mean of the folds' areas with its 95% interval, by Student's t."""
    middle, reach = mean(areas), _STUDENT_T * stdev(areas) / FOLDS**0.5
    low, high = max(middle - reach, 0), min(middle + reach, 1)
    return Figure(mean=round(middle, 3), low=round(low, 3), high=round(high, 3))


def have_both(supports: Ints, folds: Ints) -> bool:
    """Return whether each fold has passages that support, and others."""
    kinds = (np.unique(supports[folds == fold]).size for fold in range(FOLDS))
    return all(found == 2 for found in kinds)


class PlacesAndLengths:
    """The passages of contexts as numbers: whether they support, their folds, tenths, lengths."""

    def __init__(self, contexts: Sequence[Context], folds: Mapping[str, int]) -> None:
        every = [(folds[context.question_id], p) for context in contexts for p in context.passages]
        self.folds = np.array([fold for fold, _ in every], np.int64)
        self.supports = np.array([passage.supports for _, passage in every], np.int64)
        self._tenths = np.array([passage.tenth for _, passage in every], np.int64)
        self._lengths = np.array([len(passage.text) for _, passage in every], np.int64)

    def by_place(self) -> Figure:
        """Score a passage by how often those of its tenth support in the other folds."""

        def scores(train: NDArray[np.bool_]) -> Floats:
            tenths, supports = self._tenths[train], self.supports[train]
            shares: Floats = np.full(TENTHS, supports.mean())
            held = np.bincount(tenths, minlength=TENTHS)
            found = np.bincount(tenths, supports, TENTHS)
            np.divide(found, held, out=shares, where=held > 0)
            return shares[self._tenths]

        return self._figure(scores)

    def by_length(self) -> Figure:
        """Score a passage by its characters: the more or the fewer, as the other folds have it."""

        def scores(train: NDArray[np.bool_]) -> Ints:
            longer = area(self.supports[train], self._lengths[train]) >= 0.5
            return self._lengths if longer else -self._lengths

        return self._figure(scores)

    def _figure(self, scores: Callable[[NDArray[np.bool_]], Floats | Ints]) -> Figure:
        areas = []
        for fold in range(FOLDS):
            test = self.folds == fold
            areas.append(area(self.supports[test], scores(~test)[test]))
        return figure(areas)


def area(supports: Ints, scores: NDArray[np.generic]) -> float:
    """Return the area under the curve: how often what supports scores higher than what does not."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(supports, scores))
