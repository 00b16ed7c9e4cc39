"""How well a passage of a release is told by its text, its place and its length, fold by fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lvbuild.audit.choosing import Choice, read_choices
from lvbuild.core.model import Configuration
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.recipe import Recipe, tasks
from lvbuild.release.entry import held_keys
from lvbuild.release.reading import Record, Release
from lvbuild.release.telltale import Figure, Ngram

_TENTHS, _ENDS = 10, 5
PARTS = _TENTHS + 2 * _ENDS


def part_of(number: int, passages: int) -> int:
    """Return the part of a context in which the passage of a number, from 0, of so many stands.

    The first five are parts by themselves, so are the last five; the others go by tenths.
    """
    if number < _ENDS:
        return number
    if passages - number <= _ENDS:
        return _ENDS + passages - number - 1
    return 2 * _ENDS + number * _TENTHS // passages


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that supports or distracts.

    `text` is without the facts set into it. `part` is that of the context in which it stands.
    """

    document_id: str
    text: str
    part: int
    supports: bool


@dataclass(frozen=True, slots=True)
class Context:
    """What of a record is told apart: the passages of its context, the choices that it offers."""

    record_id: str
    question_id: str
    passages: tuple[Passage, ...]
    choices: tuple[Choice, ...] = ()


def read_contexts(release: Release, configuration: Configuration) -> list[Context]:
    """Read the contexts of a configuration; a text that many share is held once.

    Passages that neither support nor distract, those of a haystack, are left out. Raises UsageError
    as reading a release does.
    """
    texts: dict[str, str] = {}
    recipe = held_keys(release.folder, configuration.recipe)
    language = find_language(recipe.language)
    labels = tasks.get(recipe.task, Recipe).answers_are_labels
    return [
        Context(
            record.provenance["_id"],
            record.provenance["question_id"],
            tuple(_passages(record, texts)),
            tuple(read_choices(record.content, language, labels=labels)),
        )
        for record in release.records(configuration.name)
    ]


def _passages(record: Record, texts: dict[str, str]) -> Iterator[Passage]:
    passages = record.provenance["passages"]
    facts = sorted(fact["span"] for fact in record.provenance["facts"])
    for place, passage in enumerate(passages):
        if passage["role"] != "haystack":
            start, end = passage["span"]
            planted = facts if passage["role"] != "rival" else []
            text = without_facts(record.fields["context"], start, end, planted)
            part = part_of(place, len(passages))
            supports = passage["role"] == "supporting"
            yield Passage(passage["document_id"], texts.setdefault(text, text), part, supports)


def without_facts(context: str, start: int, end: int, facts: Iterable[Sequence[int]]) -> str:
    """Return a stretch of a context without the facts in it: spans that ascend.

    The white space that parts a fact from what stands before it goes with it, at the beginning of
    the stretch that after it: none is left to mark passages that had a fact.
    """
    parts = []
    at = start
    for begin, finish in facts:
        if at <= begin and finish <= end:
            parts.append(context[at:begin].rstrip())
            at = finish
    rest = context[at:end]
    return "".join([*parts, rest if any(parts) or at == start else rest.lstrip()])


FOLDS = 5
MOST_DISTRACTING = 8
"""Passages drawn of a context, so that a long one counts no more than a short one."""

_Node = tuple[str, str]


def deal_questions(contexts: Iterable[Context]) -> dict[str, int]:
    """Deal questions to folds by their ids."""
    questions = sorted({context.question_id for context in contexts})
    dealt = Draws("tell-tale", "questions").shuffled(questions)
    return {question: place % FOLDS for place, question in enumerate(dealt)}


def draw_passages(contexts: Sequence[Context]) -> list[tuple[int, Passage]]:
    """Draw passages, each with its fold, such that no text and no document stands in two folds.

    All that is of one document is of one fold: its excerpts, and what questions with other
    replacements made of it; so are documents of which some passages are alike. Questions that a
    document supports are dealt together with it, group by group, the largest first, to the fold
    with the fewest records. All other documents are dealt out evenly. A context gives its
    supporting passages, and at most eight distracting ones: drawn from those whose documents are
    of its own fold, among them documents that support other questions there.
    """
    groups = _Groups()
    for context in contexts:
        question = groups.of(("question", context.question_id))
        for passage in context.passages:
            document = ("document", passage.document_id)
            groups.join(document, ("text", passage.text))
            if passage.supports:
                groups.join(document, question)
    asked = Counter(groups.of(("question", context.question_id)) for context in contexts)
    shuffled = Draws("tell-tale", "documents").shuffled(sorted({*map(groups.of, list(groups))}))
    others = (group for group in shuffled if group not in asked)
    folds = {group: place % FOLDS for place, group in enumerate(others)}
    loads = [0] * FOLDS
    for group in sorted(filter(asked.get, shuffled), key=lambda group: -asked[group]):
        folds[group] = loads.index(min(loads))
        loads[folds[group]] += asked[group]
    drawn = []
    for context in contexts:
        fold = folds[groups.of(("question", context.question_id))]
        near = [
            p for p in context.passages if folds[groups.of(("document", p.document_id))] == fold
        ]
        distracting = [passage for passage in near if not passage.supports]
        order = Draws("tell-tale", "passages", context.record_id).shuffled(distracting)
        chosen = [passage for passage in near if passage.supports] + order[:MOST_DISTRACTING]
        drawn += [(fold, passage) for passage in chosen]
    return drawn


class _Groups(dict[_Node, _Node]):
    """What belongs together (union-find): each node, with the next towards that of its group."""

    def __missing__(self, node: _Node) -> _Node:
        self[node] = node
        return node

    def of(self, node: _Node) -> _Node:
        """Return the one that stands for a node's group."""
        while (parent := self[node]) != node:
            self[node] = node = self[parent]
        return node

    def join(self, one: _Node, other: _Node) -> None:
        self[self.of(other)] = self.of(one)


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


def learn_places(passages: Sequence[Passage], supports: Ints, folds: Ints) -> Figure:
    """Score passages by how often those of their part of a context support in the other folds."""
    parts = np.array([passage.part for passage in passages], np.int64)
    areas = []
    for fold in range(FOLDS):
        test, train = folds == fold, folds != fold
        held = np.bincount(parts[train], minlength=PARTS)
        found = np.bincount(parts[train], supports[train], PARTS)
        # What few passages tell of a part counts little.
        shares = (found + 1) / (held + 1 / supports[train].mean())
        areas.append(area(supports[test], shares[parts[test]]))
    return figure(areas)


def learn_lengths(passages: Sequence[Passage], supports: Ints, folds: Ints) -> Figure:
    """Score passages by their characters: the more or the fewer, or by those of like length.

    How often the passages of the other folds support that are nearest in length, as many of them as
    support there, finds lengths that are neither long nor short; the better of the two counts.
    """
    lengths = np.array([len(passage.text) for passage in passages], np.int64)
    near = []
    for fold in range(FOLDS):
        test, train = folds == fold, folds != fold
        shares = _shares_near(lengths[test], lengths[train], supports[train])
        near.append(area(supports[test], shares))
    alike, rising = figure(near), learn_rising(lengths, supports, folds)
    return max(rising, alike, key=lambda one: one.mean)


def learn_rising(scores: NDArray[np.generic], supports: Ints, folds: Ints) -> Figure:
    """Score passages by a number of each: the more or the less, as the other folds have it."""
    areas = []
    for fold in range(FOLDS):
        test, train = folds == fold, folds != fold
        found = area(supports[test], scores[test])
        areas.append(found if area(supports[train], scores[train]) >= 0.5 else 1 - found)
    return figure(areas)


def _shares_near(lengths: Ints, known: Ints, supports: Ints) -> Floats:
    """Return the share that supports of the known passages nearest to each length."""
    order = np.argsort(known, kind="stable")
    ascending, before = known[order], np.concatenate([[0], np.cumsum(supports[order])])
    reach = max(int(supports.sum()) // 2, 1)
    low, high = (np.searchsorted(ascending, lengths, side) for side in ("left", "right"))
    middle = (low + high) // 2
    first = np.minimum(low, np.maximum(middle - reach, 0))
    last = np.maximum(high, np.minimum(middle + reach, len(known)))
    shares: Floats = (before[last] - before[first]) / (last - first)
    return shares


def area(supports: Ints, scores: NDArray[np.generic]) -> float:
    """Return the area under the curve: how often what supports scores higher than what does not."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(supports, scores))


LONGEST = 4
_HEAVIEST = 10


def learn(texts: Sequence[str], supports: Ints, folds: Ints) -> tuple[Figure, tuple[Ngram, ...]]:
    """Learn on four folds what marks supporting passages, and test it on the fifth, five times.

    By logistic regressions, balanced, on the character 1- to 4-grams that the four folds have: one
    on their presence, one on tf-idf; the better counts. A weight is the mean of the folds'.
    """
    from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import Binarizer
    from threadpoolctl import threadpool_limits

    vectorizer = CountVectorizer(analyzer=ngrams)
    counts = vectorizer.fit_transform(texts)

    def balanced(c: float) -> Any:  # its solver draws nothing
        return LogisticRegression(C=c, class_weight="balanced", solver="liblinear", max_iter=1000)

    models = [
        make_pipeline(Binarizer(), balanced(0.1)),
        make_pipeline(TfidfTransformer(), balanced(10)),
    ]
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
    rounded = weights[best].round(3)
    sizes = np.abs(rounded)
    least = np.sort(sizes)[-_HEAVIEST:][0]
    found = [Ngram(str(names[at]), float(rounded[at])) for at in np.flatnonzero(sizes >= least)]
    found.sort(key=lambda one: (-abs(one.weight), len(one.characters), one.characters))
    return figure(areas[best].tolist()), tuple(found[:_HEAVIEST])


def ngrams(text: str) -> Iterator[str]:
    """Yield the runs of 1 to 4 characters of a text as they stand, white space and case kept."""
    for length in range(1, LONGEST + 1):
        for start in range(len(text) - length + 1):
            yield text[start : start + length]
