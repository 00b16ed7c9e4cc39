"""Exact lengths in tokens of records of numbered passages, from counts made once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter

from lvbuild.mixing.layout import ContextLayout, HeadingUnits
from lvbuild.mixing.plan import Passage, RecordPlan
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.lengths import question_length
from lvbuild.text.boundaries import Boundary
from lvbuild.text.tokens import REACH, Seams, TokenCounting

_BESIDE = 500
"""Characters of the passages beside one in which a fact is set, that are looked at with it."""
_OFFSET = itemgetter(Boundary._fields.index("offset"))


class PassageLengths:
    """Counts records of numbered passages.

    That is what its passages and headings take, each counted once, and windows where a passage is
    cut or a fact set in; where the tokenizer does not break at lines, also where passages meet.
    `own` are the documents that a question has in its own words, by its id; `counted` says that the
    counts of the outlines are in the same tokens.
    """

    def __init__(
        self,
        counting: TokenCounting,
        pool: Sequence[SplitDocument],
        own: Mapping[str, Mapping[str, SplitDocument]],
        layout: ContextLayout,
        *,
        counted: bool,
    ) -> None:
        self._counting = counting
        self._pool = {document.document_id: document for document in pool}
        self._own = own
        self._layout = layout
        self._headings = HeadingUnits(layout, counting)
        self._seams = Seams(counting)
        self._counted = counted
        self._counts: dict[int, Sequence[int]] = {}

    def of(self, record: RecordPlan) -> int:
        """Return the length of a record."""
        own = self._own.get(record.question.id)
        documents = {**self._pool, **own} if own else self._pool
        asked = question_length(record.question, self._counting)
        taken = sum(
            self._taken(documents[passage.document_id], passage) for passage in record.passages
        )
        added = sum(
            self._counting.inserted(text, offset, words)
            for text, offset, words in self._insertions(record, documents)
        )
        if self._counting.breaks:
            around = self._headings.of(len(record.passages))
        else:
            headings = self._layout.headings(len(record.passages))
            edges = (_edges(documents[p.document_id], p) for p in record.passages)
            around = self._seams.around(zip(headings, edges, strict=True))
        return asked + around + taken + added

    def _taken(self, document: SplitDocument, passage: Passage) -> int:
        """Count what a passage takes, its final line feed included."""
        counts = self._counts_of(document)
        if passage.whole:
            return counts[-1]
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

    def _counts_of(self, document: SplitDocument) -> Sequence[int]:
        if self._counted:
            return document.outline.counts
        if id(document) not in self._counts:
            offsets = list(map(_OFFSET, document.outline.boundaries))
            self._counts[id(document)] = self._counting.at(document.text, offsets)
        return self._counts[id(document)]

    def _insertions(
        self, record: RecordPlan, documents: Mapping[str, SplitDocument]
    ) -> Iterator[tuple[str, int, str]]:
        """Yield what is set in at each place: the text around it, the place in that, the words.

        It reaches into the passages beside: a tokenizer that does not break at lines may go on
        otherwise in them.
        """

        def text(number: int) -> str:
            passage = record.passages[number]
            return documents[passage.document_id].text[passage.start : passage.stop]

        for (number, offset), facts in groupby(
            record.insertions, key=attrgetter("passage", "offset")
        ):
            headings = self._layout.headings(number + 2)
            head, tail = headings[number], "\n"
            if number:
                head = f"{text(number - 1)[-_BESIDE:]}\n{head}"
            if number + 1 < len(record.passages):
                tail = f"\n{headings[number + 1]}{text(number + 1)[:_BESIDE]}"
            words = "".join(map(record.inserted, facts))
            place = len(head) + offset - record.passages[number].start
            yield f"{head}{text(number)}{tail}", place, words


def _edges(document: SplitDocument, passage: Passage) -> tuple[str, str]:
    """Return the first and the last characters of a passage."""
    text, start, stop = document.text, passage.start, passage.stop
    return text[start : min(start + REACH, stop)], text[max(stop - REACH, start) : stop]
