"""Exact lengths in tokens: of records, and plans that are fitted to them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any

from lvbuild.core.model import Level
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.plan import (
    ContextLayout,
    HeadingUnits,
    LevelPlan,
    Passage,
    Passages,
    RecordPlan,
    UnevenTextError,
    WholePassages,
)
from lvbuild.text.counting import Counting
from lvbuild.text.tokens import REACH, Seams, TokenCounting

_TRIES = 6


@dataclass(frozen=True, slots=True)
class Counters:
    """What levels count, and what is reported in addition.

    `tokens` is the first where that counts tokens, so that its counts need windows to be exact.
    """

    levels: Counting
    tokens: TokenCounting | None = None
    reported: TokenCounting | None = None


def fit(
    plan: Callable[[Mapping[str, int]], LevelPlan], lengths: Callable[[LevelPlan], Sequence[int]]
) -> LevelPlan:
    """Return a plan whose records have their exact lengths, all within the level's tolerance.

    `plan` is asked again, with what the counts of each question were off by (in its record that is
    farthest from the level) as the surplus, where one was off by too much. Raises UnevenTextError
    where that does not help.
    """
    surplus: dict[str, int] = {}
    farthest = 0
    for _ in range(_TRIES):
        planned = plan(surplus)
        found = list(zip(planned.goals, lengths(planned), strict=True))
        by_distance = sorted(found, key=lambda each: -abs(each[1] - each[0][1].size))
        (_, goal), farthest = by_distance[0]
        if abs(farthest - goal.size) <= goal.tolerance:
            fitted = tuple(record._replace(length=length) for (record, _), length in found)
            return replace(planned, records=fitted)
        off: dict[str, int] = {}
        for (record, _), length in by_distance:
            off.setdefault(record.question.id, length - record.length)
        surplus = {name: surplus.get(name, 0) + more for name, more in off.items()}
    raise UnevenTextError(farthest)


def fit_record(
    level: Level, plan: Callable[[Level, int], RecordPlan], length: Callable[[RecordPlan], int]
) -> RecordPlan:
    """Return a question's record with its exact length, as `fit`; `plan` is given its surplus."""
    planned = fit(
        lambda surplus: LevelPlan(level, (plan(level, sum(surplus.values())),)),
        lambda planned: list(map(length, planned.records)),
    )
    return planned.records[0]


def passage_lengths(
    tokens: TokenCounting | None, documents: Mapping[str, SplitDocument], headings: HeadingUnits
) -> PassageLengths | None:
    """Return what counts records of numbered passages in tokens, where that is asked for."""
    return None if tokens is None else PassageLengths(tokens, documents, headings)


NOTHING_OWN: Mapping[str, SplitDocument] = MappingProxyType({})
_BESIDE = 500
"""Characters of the passages beside one in which a fact is set, that are looked at with it."""
_OFFSET = itemgetter(Boundary._fields.index("offset"))


def context_of(record: RecordPlan, texts: Mapping[str, str], layout: ContextLayout) -> str:
    """Return the context of a record, given the texts of its passages by id."""
    parts = []
    for place, seam in enumerate(layout.seams(len(record.passages))):
        document_id, _, done, stop, _ = record.passages[place]
        parts.append(seam)
        for one in record.insertions:
            if one.passage == place:
                parts += texts[document_id][done : one.offset], record.inserted(one)
                done = one.offset
        parts.append(texts[document_id][done:stop])
    return "".join([*parts, "\n"]) if parts else ""


class PassageLengths:
    """Counts records of numbered passages.

    That is what its passages and headings take, each counted once, and the lines where a passage is
    cut or a fact set in; where headings are no lines by themselves, also windows where passages
    meet. A tokenizer that does not break at lines counts each record whole. Those of the
    `documents` are known where the levels' `headings` count in the same tokens.
    """

    def __init__(
        self,
        counting: TokenCounting,
        documents: Mapping[str, SplitDocument],
        headings: HeadingUnits,
    ) -> None:
        self._counting = counting
        self._documents = documents
        self._headings = HeadingUnits(headings.layout, counting)
        self._seams = Seams(counting)
        self._counted = counting is headings.counting
        self._known: dict[tuple[str, Sequence[Boundary]], Sequence[int]] = {}
        self._of_each: tuple[WholePassages | None, Any] = None, None

    def of(self, record: RecordPlan, own: Mapping[str, SplitDocument] = NOTHING_OWN) -> int:
        """Return the length of a record; `own` are documents in the question's own words."""
        question = record.question
        asked = sum(map(self._counting.count, (question.input, *question.answers)))
        if not self._counting.breaks:
            names = {passage.document_id for passage in record.passages}
            texts = {name: self._document(name, own).text for name in names}
            return asked + self._counting.count(context_of(record, texts, self._headings.layout))
        passages = Passages.of(record.passages)
        taken = self._taken_by_common(passages)
        taken += sum(self._taken(self._document(p[0], own), p) for _, p in passages.own)
        added = sum(
            self._counting.inserted(text, offset, words)
            for text, offset, words in self._insertions(record, own)
        )
        if self._headings.layout.has_whole_lines:
            around = self._headings.of(len(record.passages))
        else:
            headings = self._headings.layout.headings(len(record.passages))
            stand = (self._text(passage, own) for passage in record.passages)
            edges = ((text[:REACH], text[-REACH:]) for text in stand)
            around = self._seams.around(zip(headings, edges, strict=True))
        return asked + around + taken + added

    def _document(self, name: str, own: Mapping[str, SplitDocument]) -> SplitDocument:
        return own.get(name) or self._documents[name]

    def _text(self, passage: Passage, own: Mapping[str, SplitDocument]) -> str:
        return self._document(passage.document_id, own).text[passage.start : passage.stop]

    def _counts(self, document: SplitDocument) -> Sequence[int]:
        """Return the tokens of a document before each of its boundaries, as they were counted."""
        key = document.text, document.boundaries
        if key not in self._known:
            self._known[key] = self._count(document)
        return self._known[key]

    def _count(self, document: SplitDocument) -> Sequence[int]:
        if self._counted:
            return document.outline.counts
        offsets = list(map(_OFFSET, document.outline.boundaries))
        return self._counting.at(document.text, offsets)

    def _taken_by_common(self, passages: Passages) -> int:
        """Count what those take that all records may have: of each of thousands it is a look-up."""
        import numpy as np

        shared, known = self._of_each
        if shared is not passages.shared:
            shared, known = passages.shared, np.full(len(passages.shared.names), -1)
            self._of_each = shared, known
        numbers = np.fromiter(passages.common, np.intp) % max(len(known), 1)
        for number in np.unique(numbers[known[numbers] < 0]).tolist():
            known[number] = self._count(self._documents[shared.names[number]])[-1]
        return int(known[numbers].sum())

    def _taken(self, document: SplitDocument, passage: Passage) -> int:
        """Count what a passage takes, its final line feed included."""
        counts = self._counts(document)
        marks = document.outline.boundaries
        taken = counts[-1]
        if passage.stop < document.outline.length:
            place = bisect_left(marks, passage.stop, key=_OFFSET)
            taken = counts[place] + self._counting.ended(document.text, passage.stop)
        if passage.start:
            place = bisect_right(marks, passage.start, key=_OFFSET) - 1
            begun = self._counting.begun(document.text, marks[place].offset, passage.start)
            taken += begun - counts[place]
        return taken

    def _insertions(
        self, record: RecordPlan, own: Mapping[str, SplitDocument]
    ) -> Iterator[tuple[str, int, str]]:
        """Yield what is set in at each place: the text around it, the place in that, the words.

        It reaches into the passages beside: where these have no headings a fact that begins or ends
        with white space may change the tokens of their lines.
        """
        passages = record.passages
        for (number, offset), facts in groupby(
            record.insertions, key=attrgetter("passage", "offset")
        ):
            # No passage with a heading has any.
            head = f"{self._text(passages[number - 1], own)[-_BESIDE:]}\n" if number else ""
            behind = number + 1 < len(passages)
            tail = self._text(passages[number + 1], own)[:_BESIDE] if behind else ""
            words = "".join(map(record.inserted, facts))
            place = len(head) + offset - passages[number].start
            yield f"{head}{self._text(passages[number], own)}\n{tail}", place, words
