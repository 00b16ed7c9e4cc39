"""Dealing questions to folds so that what is learnt on four can be tested on the fifth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lvbuild.marks.contexts import Context, Passage
from lvbuild.seeds import Draws

FOLDS = 5
MOST_DISTRACTING = 8
"""Passages drawn of a context, so that a long one counts no more than a short one."""

_Node = tuple[str, str]


class Drawn(NamedTuple):
    """A passage that a program learns from or is tested on."""

    fold: int
    passage: Passage


def deal_questions(contexts: Iterable[Context]) -> dict[str, int]:
    """Deal questions to folds by their ids."""
    questions = sorted({context.question_id for context in contexts})
    dealt = Draws("tell-tale", "questions").shuffled(questions)
    return {question: place % FOLDS for place, question in enumerate(dealt)}


def draw_passages(contexts: Sequence[Context]) -> list[Drawn]:
    """Draw passages for folds such that no text and no document stands in two.

    All that is of one document is of one fold: its excerpts, and what questions with other
    replacements made of it; so are documents of which some passages are alike. Questions that a
    document supports are dealt together with it, group by group, the largest first, to the fold
    with the fewest records. All other documents are dealt out evenly. A context gives its
    supporting passages, and at most eight distracting ones: drawn from those whose documents are
    of its own fold, among them documents that support other questions there.
    """
    groups = _Groups()
    for context in contexts:
        question = ("question", context.question_id)
        groups.add(question)
        for passage in context.passages:
            document = ("document", passage.document_id)
            groups.join(document, ("text", passage.text))
            if passage.supports:
                groups.join(document, question)
    folds = _deal_groups(groups, [("question", context.question_id) for context in contexts])
    drawn = []
    for context in contexts:
        fold = folds[groups.of(("question", context.question_id))]
        near = [
            p for p in context.passages if folds[groups.of(("document", p.document_id))] == fold
        ]
        distracting = [passage for passage in near if not passage.supports]
        order = Draws("tell-tale", "passages", context.record_id).shuffled(distracting)
        chosen = [passage for passage in near if passage.supports] + order[:MOST_DISTRACTING]
        drawn += [Drawn(fold, passage) for passage in chosen]
    return drawn


class _Groups:
    """What belongs together (union-find)."""

    def __init__(self) -> None:
        self._parents: dict[_Node, _Node] = {}

    def add(self, node: _Node) -> None:
        self._parents.setdefault(node, node)

    def of(self, node: _Node) -> _Node:
        """Return the one that stands for a node's group."""
        while (parent := self._parents[node]) != node:
            self._parents[node] = node = self._parents[parent]
        return node

    def join(self, one: _Node, other: _Node) -> None:
        self.add(one)
        self.add(other)
        self._parents[self.of(other)] = self.of(one)

    def representatives(self) -> list[_Node]:
        return sorted({self.of(node) for node in list(self._parents)})


def _deal_groups(groups: _Groups, records: Iterable[_Node]) -> dict[_Node, int]:
    asked = Counter(map(groups.of, records))
    shuffled = Draws("tell-tale", "documents").shuffled(groups.representatives())
    folds: dict[_Node, int] = {}
    loads = [0] * FOLDS
    for group in sorted(filter(asked.get, shuffled), key=lambda group: -asked[group]):
        folds[group] = loads.index(min(loads))
        loads[folds[group]] += asked[group]
    others = (group for group in shuffled if group not in asked)
    return folds | {group: place % FOLDS for place, group in enumerate(others)}
