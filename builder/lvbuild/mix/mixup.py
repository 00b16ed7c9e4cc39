"""Planning mixups: supporting passages at their depths among distracting ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.filling import Filler, Gap, Measure, Pool
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Insertion, Passage, RecordPlan
from lvbuild.mix.supporting import Supporting, trimmed, units_between
from lvbuild.model import Language, Level, Question
from lvbuild.text.counting import Unit, count

_GAP_TOLERANCE = 0.0025


@dataclass(frozen=True, slots=True)
class Form:
    """How contexts are written: what counts, and what stands before a passage's number."""

    language: Language
    unit: Unit
    heading: str

    def heading_of(self, number: int) -> str:
        """Return the heading of a passage, its number counted from 1."""
        return f"{self.heading}{number}\n"


@dataclass(frozen=True, slots=True)
class Mixed:
    """A question to be mixed: its words, documents and refusals, its depths and its offset.

    `depths` belong to the supporting documents in their order; `refused` and `changed` are places
    in the pool; `phase` (within a quarter) shifts the places of the confusing facts.
    """

    question: Question
    supporting: tuple[Supporting, ...]
    depths: tuple[float, ...]
    refused: Collection[int]
    changed: Mapping[int, Outline]
    offset: int
    phase: float


class _Laid(NamedTuple):
    passage: Passage
    outline: Outline

    @property
    def length(self) -> int:
        return self.passage.stop - self.passage.start


class Mixer:
    """Plans a question's records level by level, each holding the documents of the shorter ones."""

    def __init__(self, pool: Pool, mixed: Mixed, form: Form) -> None:
        self._mixed = mixed
        self._form = form
        self._filler = Filler(pool, mixed.offset, mixed.refused, mixed.changed)
        self._standing = sorted(range(len(mixed.depths)), key=lambda i: (mixed.depths[i], i))
        edges = [0.0, *(mixed.depths[i] for i in self._standing), 1.0]
        self._gaps = [Gap(high - low) for low, high in pairwise(edges)]
        units = sum(outline.size for outline in pool.outlines)
        self._density = sum(outline.length for outline in pool.outlines) / max(units, 1)
        self._mean_size = units / max(len(pool.outlines), 1)

    def plan(self, level: Level) -> RecordPlan:
        """Plan a level, which is larger than the one planned before.

        Raises TrimmingError where a supporting document cannot be trimmed, LevelTooLargeError where
        the pool does not suffice, UnevenTextError where nothing comes within the tolerance.
        """
        question = self._mixed.question
        supporting = self._supporting(level)
        self._fill(level, supporting)
        laid = self._lay(supporting)
        facts = self._set_facts(laid)
        told = [question.input, *question.answers, *question.confusing_facts]
        length = sum(count(text, self._form.unit) for text in told)
        length += sum(self._units(item) + self._heading(n) for n, item in enumerate(laid, start=1))
        length += sum(count(fact.lead + fact.tail, self._form.unit) for fact in facts)
        if level.size - length > level.tolerance:
            raise LevelTooLargeError(length, level.size)
        if length - level.size > level.tolerance:
            raise UnevenTextError(length)
        return RecordPlan(question.id, 0, length, tuple(item.passage for item in laid), facts)

    def _supporting(self, level: Level) -> list[_Laid]:
        """Lay the supporting passages in their documents' order, at most half a level together."""
        share = level.size // 2 // max(len(self._mixed.supporting), 1)
        laid = []
        for document in self._mixed.supporting:
            outline = document.outline
            start, stop = trimmed(document, share)
            whole = (start, stop) == (0, outline.length)
            passage = Passage(outline.document_id, "supporting", start, stop, whole)
            laid.append(_Laid(passage, outline))
        return laid

    def _fill(self, level: Level, supporting: Sequence[_Laid]) -> None:
        """Fill the gaps: all but the largest by characters, that one by what then is missing."""
        question = self._mixed.question
        passages = round(level.size / (self._mean_size + 1)) + len(supporting)
        # Headings of few digits count less, so what one takes is their mean.
        numbers = range(1, passages + 1)
        heading = sum(map(self._heading, numbers)) / passages
        told = [question.input, *question.answers, *question.confusing_facts]
        room = float(level.size - sum(count(text, self._form.unit) for text in told))
        room -= sum(self._units(item) + heading for item in supporting)
        units = Measure(units=True, heading=heading)
        written = sum(len(self._form.heading_of(number)) + 1 for number in numbers)
        characters = Measure(units=False, heading=written / passages)
        tolerance = level.size * _GAP_TOLERANCE
        largest = max(self._gaps, key=lambda gap: gap.share)
        left = 0.0
        for gap in self._gaps:
            if gap is not largest:
                target = gap.share * room * self._density + left
                left = self._filler.fill(gap, target, tolerance * self._density, characters)
        for gap in self._gaps:
            if gap is not largest:
                room -= sum(self._units(item) + heading for item in self._lay_gap(gap))
        self._filler.fill(largest, room, tolerance, units)

    def _lay(self, supporting: Sequence[_Laid]) -> list[_Laid]:
        laid = self._lay_gap(self._gaps[0])
        for document, gap in zip(self._standing, self._gaps[1:], strict=True):
            laid += [supporting[document], *self._lay_gap(gap)]
        return laid

    def _lay_gap(self, gap: Gap) -> list[_Laid]:
        laid = []
        for index in gap.documents:
            outline = self._filler.outline(index)
            cut = gap.cut if index == gap.documents[-1] else None
            stop = outline.length if cut is None else cut
            whole = stop == outline.length
            passage = Passage(outline.document_id, "distracting", 0, stop, whole)
            laid.append(_Laid(passage, outline))
        return laid

    def _units(self, item: _Laid) -> int:
        if item.passage.whole:
            return item.outline.size
        if self._form.unit == "characters":
            return item.length
        return units_between(item.outline, item.passage.start, item.passage.stop)

    def _heading(self, number: int) -> int:
        """Return the units of a heading and of the line feed that ends its passage."""
        return count(self._form.heading_of(number), self._form.unit) + count("\n", self._form.unit)

    def _set_facts(self, laid: Sequence[_Laid]) -> tuple[Insertion, ...]:
        """Set k facts near (j + 1 + phase) / (k + 1) of the context, in distracting passages."""
        facts = self._mixed.question.confusing_facts
        headings = (len(self._form.heading_of(n)) for n in range(1, len(laid) + 1))
        starts = [
            end - item.length - 1
            for item, end in zip(
                laid,
                accumulate(h + item.length + 1 for h, item in zip(headings, laid, strict=True)),
                strict=True,
            )
        ]
        total = starts[-1] + laid[-1].length + 1 + sum(map(len, facts))
        set_in: list[Insertion] = []
        added = 0
        for j, fact in enumerate(facts):
            target = (j + 1 + self._mixed.phase) / (len(facts) + 1) * total - added
            set_in.append(self._place(j, target, laid, starts))
            added += len(fact)
        return tuple(set_in)

    def _place(
        self, fact: int, target: float, laid: Sequence[_Laid], starts: Sequence[int]
    ) -> Insertion:
        """Find the boundary inside a distracting passage nearest to a place in the context."""
        here = max(bisect_right(starts, target) - 1, 0)
        nearby = sorted(range(len(laid)), key=lambda index: (abs(index - here), index))
        best: tuple[float, Insertion] | None = None
        for index in nearby:
            gap = max(starts[index] - target, target - starts[index] - laid[index].length, 0)
            if best is not None and gap >= best[0]:
                break
            found = self._nearest_inside(fact, index, target - starts[index], laid[index])
            if found is not None and (best is None or found[0] < best[0]):
                best = found
        if best is None:
            raise UnevenTextError(0)
        return best[1]

    def _nearest_inside(
        self, fact: int, index: int, target: float, item: _Laid
    ) -> tuple[float, Insertion] | None:
        if item.passage.role != "distracting":
            return None
        inside = [mark for mark in item.outline.boundaries if mark.offset < item.passage.stop]
        firm = [mark for mark in inside if mark.firm] or inside
        if not firm:
            return None
        mark = min(firm, key=lambda mark: abs(mark.offset - target))
        space = " " if self._form.language == "en" else ""
        lead = item.outline.paragraph_break if mark.paragraph else space
        insertion = Insertion("confusing", fact, index, mark.offset, lead, "")
        return abs(mark.offset - target), insertion
