"""What other records tell of a passage: in which order it stood with others, and in what company.

Neither looks at what is asked: records whose passages come in one order, or together more often
than chance has it, give away the one that does not belong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lvbuild.audit.areas import Context
from lvbuild.core.seeds import Draws

_COMPARED = 128
"""Passages of a record that are compared with each other: drawn, if it has more."""
_OTHERS = 200
"""Records in which they are looked for: drawn, if there are more."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Company(NamedTuple):
    """What other records tell of some passages of a record, each by its place among all of them.

    Scores are ranks among these passages, from 0 to 1: how far their order with the others is what
    it was elsewhere, and how many of them stood beside them there, each as often as it did.
    """

    places: Sequence[int]
    order: Floats
    company: Floats


def keep_company(contexts: Sequence[Context]) -> list[Company]:
    """Score the passages of each record by the records of other questions.

    A passage is known again by its text.
    """
    numbers: dict[str, int] = {}
    held = [
        np.array([numbers.setdefault(passage.text, len(numbers)) for passage in one.passages])
        for one in contexts
    ]
    sorting = [np.argsort(each, kind="stable") for each in held]
    scores = []
    for record, context in enumerate(contexts):
        places = _compared(context)
        order, met = np.zeros((2, len(places)))
        for other in _others(contexts, record):
            theirs = _find(held[record][places], held[other], sorting[other])
            common = np.flatnonzero(theirs >= 0)
            stood = theirs[common]
            # The places ascend: where the others' do, too, the order is the same.
            same = np.triu(np.sign(stood[None, :] - stood[:, None]))
            order[common] += same.sum(axis=0) + same.sum(axis=1)
            met[common] += len(common) - 1
        scores.append(Company(places, _ranks(order / np.maximum(met, 1)), _ranks(met)))
    return scores


def _compared(context: Context) -> list[int]:
    """Return the places of the passages that are compared: those that support, and others."""
    places = range(len(context.passages))
    supporting = [place for place in places if context.passages[place].supports]
    others = [place for place in places if not context.passages[place].supports]
    drawn = Draws("tell-tale", "company", context.record_id).shuffled(others)
    return sorted(supporting + drawn[: max(_COMPARED - len(supporting), 0)])


def _others(contexts: Sequence[Context], record: int) -> list[int]:
    """Return the records of other questions to be compared with one."""
    question = contexts[record].question_id
    others = [n for n, each in enumerate(contexts) if each.question_id != question]
    if len(others) > _OTHERS:
        draws = Draws("tell-tale", "records", contexts[record].record_id)
        others = draws.shuffled(others)[:_OTHERS]
    return others


def _find(wanted: Ints, held: Ints, sorting: Ints) -> Ints:
    """Return the place of each number among those held, which `sorting` sorts; -1 for none."""
    if not len(held):
        return np.full(len(wanted), -1)
    at = np.minimum(np.searchsorted(held, wanted, sorter=sorting), len(held) - 1)
    found = sorting[at]
    return np.where(held[found] == wanted, found, -1)


def _ranks(scores: Floats) -> Floats:
    """Return the share of scores that each one is above, of its equals half."""
    above = scores[:, None] > scores[None, :]
    equal = scores[:, None] == scores[None, :]
    ranks: Floats = (above + equal / 2).mean(axis=1)
    return ranks
