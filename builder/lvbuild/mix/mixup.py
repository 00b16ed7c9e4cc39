"""Planning mixups: supporting passages at their depths among distracting ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from lvbuild.mix.failures import LevelTooLargeError, QuestionTooLongError, UnevenTextError
from lvbuild.mix.filling import Filler
from lvbuild.mix.gap import Gap, Measure
from lvbuild.mix.layout import HeadingUnits
from lvbuild.mix.plan import Insertion, Passage, RecordPlan
from lvbuild.mix.pool import QuestionPool
from lvbuild.mix.supporting import Supporting, trimmed, units_between
from lvbuild.model import Language, Level, Question
from lvbuild.text.counting import Counting

_GAP_TOLERANCE = 0.0025
_CHOSEN_TOLERANCE = 0.004
_MORE = (0.0, 0.0, 0.01, -0.01, 0.02, -0.02, 0.03, -0.03, 0.04, -0.04, 0.05, -0.05)
"""Shares of the room that gaps are given beyond their own, attempt by attempt."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the parts of a question's contexts stand, as it was drawn.

    `depths` belong to the supporting documents in their order. The pool's documents are taken from
    the place `offset` on, those of `first` before all others. `phase` (within a quarter) shifts the
    places of the confusing facts.
    """

    depths: tuple[float, ...]
    offset: int
    phase: float
    first: tuple[int, ...] = ()


def without_others(
    question: Question, documents: Sequence[Supporting], level: Level, counting: Counting
) -> tuple[list[Passage], int]:
    """Lay the supporting passages in their documents' order, at most half a level together.

    Return them and the units of a record that holds nothing else but its question, answers and
    facts, their headings not counted. Raises TrimmingError where a document cannot be
    trimmed, QuestionTooLongError where there is no room for anything else.
    """
    share = level.size // 2 // max(len(documents), 1)
    units = sum(map(counting.count, question.texts))
    laid = []
    for document in documents:
        outline = document.outline
        start, stop = trimmed(document, share)
        whole = (start, stop) == (0, outline.length)
        laid.append(Passage(outline.document_id, "supporting", start, stop, whole))
        if counting.unit == "characters":
            units += stop - start
        else:
            units += units_between(outline, start, stop)
    if units >= level.size:
        raise QuestionTooLongError(units)
    return laid, units


class Mixer:
    """Plans a question's records level by level, each holding the documents of the shorter ones."""

    def __init__(
        self,
        question: Question,
        supporting: Sequence[Supporting],
        *,
        placement: Placement,
        pool: QuestionPool,
        language: Language,
        headings: HeadingUnits,
    ) -> None:
        self._question = question
        self._supporting = supporting
        self._phase = placement.phase
        self._space = " " if language == "en" else ""
        self._counting = headings.counting
        self._layout = headings.layout
        self._headings = headings
        self._pool = pool
        self._filler = Filler(pool, placement.offset, placement.first)
        depths = placement.depths
        self._standing = sorted(range(len(depths)), key=lambda i: (depths[i], i))
        edges = [0.0, *(depths[i] for i in self._standing), 1.0]
        self._gaps = [Gap(high - low) for low, high in pairwise(edges)]
        self._level: Level | None = None

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it.

        Raises TrimmingError where a supporting document cannot be trimmed, QuestionTooLongError
        where the question leaves no room, LevelTooLargeError where the pool does not suffice,
        UnevenTextError where nothing comes within the tolerance.
        """
        question = self._question
        supporting, alone = without_others(question, self._supporting, level, self._counting)
        given = alone + surplus
        if level != self._level:
            self._level = level
            for gap in self._gaps:
                gap.kept = len(gap.documents)
        room = float(level.size - given)
        for attempt in range(len(_MORE) + 1):
            left = self._fill(level, room, len(supporting), attempt)
            passages = self._lay(supporting)
            facts = self._set_facts(passages)
            length = given + sum(gap.units for gap in self._gaps) + self._headings.of(len(passages))
            length += sum(self._counting.count(fact.lead + fact.tail) for fact in facts)
            off = length - level.size
            if abs(off) <= level.tolerance and len(passages) > len(supporting):
                return RecordPlan(question, 0, length, tuple(passages), facts)
            # What is off beyond what could not be filled, counting by means did not foresee.
            room -= off + left
            if (
                -off > level.tolerance
                and self._filler.exhausted
                and not any(gap.cuts for gap in self._gaps)
            ):
                break
        if -off > level.tolerance:
            # Headings are few units beside all that it may have.
            have = length if self._filler.exhausted else given + self._pool.units
            if have < level.size:
                raise LevelTooLargeError(have, level.size)
        raise UnevenTextError(length)

    def _fill(self, level: Level, room: float, supporting: int, attempt: int) -> float:
        """Fill the gaps: all but the largest by characters, that one by what then is missing.

        Return the units that are missing still. From the second attempt on the largest is filled by
        choosing; from the third on the others are filled afresh, to a little more or less.
        """
        more = _MORE[max(attempt - 1, 0)]
        for gap in self._gaps if more else ():
            self._filler.give_back(gap)
        passages = round(level.size / (self._pool.mean_size + 1)) + supporting
        # Headings of few digits count less, so what one takes is their mean.
        heading = self._headings.of(passages) / passages
        room -= supporting * heading
        units = Measure(units=True, heading=heading)
        written = self._layout.characters(passages)[-1] / passages
        characters = Measure(units=False, heading=written)
        tolerance = level.size * _GAP_TOLERANCE
        largest = max(self._gaps, key=lambda gap: gap.share)
        others = [gap for gap in self._gaps if gap is not largest]
        left = 0.0
        for gap in others:
            target = (gap.share + more) * room * self._pool.density + left
            left = self._filler.fill(gap, target, tolerance * self._pool.density, characters)
        room -= sum(gap.taken(units) for gap in others)
        left = self._filler.fill(largest, room, tolerance, units)
        if attempt and abs(left) > tolerance:
            left = self._filler.choose(largest, room, level.size * _CHOSEN_TOLERANCE, units)
        return left

    def _lay(self, supporting: Sequence[Passage]) -> list[Passage]:
        laid = self._filler.passages(self._gaps[0])
        for document, gap in zip(self._standing, self._gaps[1:], strict=True):
            laid += [supporting[document], *self._filler.passages(gap)]
        return laid

    def _set_facts(self, laid: Sequence[Passage]) -> tuple[Insertion, ...]:
        """Set k facts near (j + 1 + phase) / (k + 1) of the context, in distracting passages."""
        facts = self._question.facts_of("confusing")
        if not facts or all(passage.role == "supporting" for passage in laid):
            return ()
        ends = accumulate(passage.stop - passage.start for passage in laid)
        headings = self._layout.characters(len(laid))
        # A heading's characters hold the line feed after its passage.
        starts = [
            before + end - (passage.stop - passage.start) - 1
            for before, end, passage in zip(headings[1:], ends, laid, strict=True)
        ]
        total = starts[-1] + laid[-1].stop - laid[-1].start + 1
        total += sum(len(text) for _, text in facts)
        set_in: list[Insertion] = []
        added = target = 0.0
        for j, (index, text) in enumerate(facts):
            # A long fact before it would take the next one back to before itself.
            target = max((j + 1 + self._phase) / (len(facts) + 1) * total - added, target)
            set_in.append(self._place(index, target, laid, starts))
            added += len(text)
        return tuple(set_in)

    def _place(
        self, fact: int, target: float, laid: Sequence[Passage], starts: Sequence[int]
    ) -> Insertion:
        """Find the boundary of a distracting passage nearest to a place in the context.

        It is inside a passage; at the end of one only where none has a boundary inside.
        """
        here = max(bisect_right(starts, target) - 1, 0)
        for ends in (False, True):
            best: tuple[float, Insertion] | None = None
            for way in (range(here, -1, -1), range(here + 1, len(laid))):
                for index in way:
                    length = laid[index].stop - laid[index].start
                    gap = max(starts[index] - target, target - starts[index] - length, 0)
                    if best is not None and gap >= best[0]:
                        break
                    found = self._nearest(fact, index, target - starts[index], laid[index], ends)
                    if found is not None and (best is None or found[0] < best[0]):
                        best = found
            if best is not None:
                return best[1]
        raise AssertionError("a distracting passage ends at a boundary")

    def _nearest(
        self, fact: int, index: int, target: float, passage: Passage, ends: bool
    ) -> tuple[float, Insertion] | None:
        if passage.role != "distracting":
            return None
        outline = self._pool.outline_of(passage.document_id)
        stop = passage.stop + ends
        inside = [mark for mark in outline.boundaries if mark.offset < stop]
        firm = [mark for mark in inside if mark.firm] or inside
        if not firm:
            return None
        mark = min(firm, key=lambda mark: abs(mark.offset - target))
        lead = outline.paragraph_break if mark.paragraph else self._space
        insertion = Insertion(fact, index, mark.offset, lead, "")
        return abs(mark.offset - target), insertion
