"""Planning mixups: supporting passages at their depths among distracting ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass

from lvbuild.core.model import Level, Question
from lvbuild.mixing.plan import (
    HeadingUnits,
    LevelTooLargeError,
    Passage,
    Passages,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
    UnplannedError,
)
from lvbuild.mixing.plans.depths import evidence_places, rival_places
from lvbuild.mixing.plans.filling import Filler, Gap
from lvbuild.mixing.plans.supporting import Share, Supporting, trimmed, units_between
from lvbuild.mixing.pool import Measure, PoolView
from lvbuild.text.counting import Counting

_GAP_TOLERANCE = 0.0025
_CHOSEN_TOLERANCE = 0.004
_MORE = (0.0, 0.0, 0.01, -0.01, 0.02, -0.02, 0.03, -0.03, 0.04, -0.04, 0.05, -0.05)
"""Shares of the room that gaps are given beyond their own, attempt by attempt."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the parts of a question's contexts stand, as it was drawn.

    `depths` belong to the supporting documents in their order, `rival_depths` to the rivals. `seed`
    draws the order in which the pool's documents are taken, those of `first` before all others, and
    the order in which they stand: no two questions have one in common.
    """

    depths: tuple[float, ...]
    seed: int
    rival_depths: tuple[float, ...] = ()
    first: tuple[int, ...] = ()


def without_others(
    question: Question,
    documents: Sequence[Supporting],
    level: Level,
    smallest: Level,
    counting: Counting,
    *,
    own: bool = True,
) -> tuple[list[Passage], int]:
    """Lay the supporting passages in their documents' order, as the smallest level has them.

    A level that is none of the recipe's `own` may be smaller than that, its passages shorter.
    Return them and the units of a record that holds nothing else but its question, answers and
    rivals, their headings not counted. Raises TrimmingError where a document cannot be
    trimmed, QuestionTooLongError where there is no room for anything else.
    """
    share = Share.of(smallest if own else level, smallest, max(len(documents), 1))
    units = sum(map(counting.count, question.texts))
    laid = []
    for document in documents:
        outline = document.outline
        window = document.window if own else None
        start, stop = window or trimmed(document, share)
        whole = (start, stop) == (0, outline.length)
        laid.append(Passage(outline.document_id, "supporting", start, stop, whole))
        if counting.unit == "characters":
            units += stop - start
        else:
            units += units_between(outline, start, stop)
    if units >= level.size:
        raise QuestionTooLongError(units)
    return laid, units


@dataclass
class Mixer:
    """Plans a question's records level by level, each holding the documents of the shorter ones.

    Where supporting passages stand in the smallest level, of a range at its upper end, says how
    deep they are at all, also where those are planned by themselves; so it is with `rivals`, the
    passages of confusing facts. Of levels that are not `wanted` only whether there is a record is
    certain: it may come without its passages.
    """

    question: Question
    supporting: Sequence[Supporting]
    _: KW_ONLY
    placement: Placement
    pool: PoolView
    smallest: Level
    headings: HeadingUnits
    rivals: Sequence[Passage] = ()
    wanted: Collection[Level] | None = None

    def __post_init__(self) -> None:
        self._filler = self._make_filler()
        self._standing: Sequence[int] = ()
        self._gaps = [Gap(1.0)]
        self._level: Level | None = None

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it.

        Raises TrimmingError where a supporting document cannot be trimmed, QuestionTooLongError
        where the question leaves no room, LevelTooLargeError where the pool does not suffice,
        UnevenTextError where nothing comes within the tolerance.
        """
        first = Level(self.smallest.size)
        if self._level is None and (level > first or self.smallest.span):
            # The depths are taken from the smallest level, and nothing else of it.
            with suppress(UnplannedError):
                self._plan(first, 0, laid=False)
            gaps = self._parted()
            if any(gap.share for gap in gaps):
                self._filler = self._make_filler()
                self._gaps = [Gap(gap.share) for gap in gaps]
        return self._plan(level, surplus, laid=self.wanted is None or level in self.wanted)

    def _plan(self, level: Level, surplus: int, *, laid: bool) -> RecordPlan:
        question = self.question
        supporting, alone = without_others(
            question,
            self.supporting,
            level,
            self.smallest,
            self.headings.counting,
            own=level >= self.smallest or self.smallest.span > 0,
        )
        given = alone + surplus
        room = float(level.size - given)
        if level != self._level:
            # What stands in a smaller level stays, each in its gap.
            self._gaps = self._gaps if self._level is None else self._parted()
            self._level = level
            for gap in self._gaps:
                gap.kept = len(gap.documents)
        nearest = given
        placed = [*supporting, *self.rivals]
        for attempt in range(len(_MORE) + 1):
            left = self._fill(level, room, len(placed), attempt)
            record = self._record(level, placed, given, laid=laid)
            off = (length := record.length) - level.size
            if abs(off) <= level.tolerance and any(gap.documents for gap in self._gaps):
                return record
            nearest = min(nearest, length, key=lambda each: abs(each - level.size))
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
            have = length if self._filler.exhausted else given + self.pool.units
            if have < level.size:
                raise LevelTooLargeError(have, level.size)
        raise UnevenTextError(nearest)

    def _record(
        self, level: Level, placed: Sequence[Passage], given: int, *, laid: bool
    ) -> RecordPlan:
        """Return the record as its gaps are filled; where it need not be laid, only its length."""
        passages = len(placed) + sum(len(gap.documents) for gap in self._gaps)
        bare = Measure(units=True, heading=0, usual=0)
        taken = sum(self._filler.takes(gap, bare) for gap in self._gaps)
        length = given + int(taken) + self.headings.of(passages)
        if not laid and abs(level.size - length) <= level.tolerance:
            return RecordPlan(self.question, 0, length, (), ())
        first, *others = self._parted()
        stand: list[Passages | Passage] = [self._filler.passages(first)]
        for one, gap in zip(self._standing, others, strict=True):
            stand += [placed[one], self._filler.passages(gap)]
        return RecordPlan(self.question, 0, length, Passages.of(stand), ())

    def _make_filler(self) -> Filler:
        placed = self.placement
        return Filler(self.pool, placed.first, placed.seed)

    def _parted(self) -> list[Gap]:
        """Return the gaps before, between and after the supporting passages and the rivals.

        The first level to be planned is filled as one gap. Where evidence and rivals then stand
        among its documents, in a drawn order, is their depth at every level.
        """
        if len(self._gaps) > 1:
            return self._gaps
        [whole] = self._gaps
        depths, rival_depths = self.placement.depths, self.placement.rival_depths
        drawn, documents = (*depths, *rival_depths), len(whole.documents)
        at = evidence_places(depths, documents)
        at += rival_places(rival_depths, at, documents)
        self._standing = sorted(range(len(at)), key=lambda one: (at[one], drawn[one], one))
        after = sorted(at)
        passages = documents + len(after)
        written = self.headings.layout.characters(passages)[-1] / passages
        measure = Measure(units=False, heading=written, usual=0)
        return self._filler.part(whole, after, measure)

    def _fill(self, level: Level, room: float, placed: int, attempt: int) -> float:
        """Fill the gaps: all but the largest by characters, that one by what then is missing.

        Return the units that are missing still. From the second attempt on the largest is filled by
        choosing; from the third on the others are filled afresh, to a little more or less.
        """
        more = _MORE[max(attempt - 1, 0)]
        for gap in self._gaps if more else ():
            self._filler.give_back(gap)
        size, density = self.pool.means(room)
        passages = round(level.size / (size + 1)) + placed
        # Headings of few digits count less, so what one takes is their mean.
        heading = self.headings.of(passages) / passages
        room -= placed * heading
        units = Measure(units=True, heading=heading, usual=size + heading)
        written = self.headings.layout.characters(passages)[-1] / passages
        characters = Measure(units=False, heading=written, usual=size * density + written)
        tolerance = level.size * _GAP_TOLERANCE
        largest = max(self._gaps, key=lambda gap: gap.share)
        left = 0.0
        for gap in self._gaps:
            if gap is not largest and gap.share:
                target = (gap.share + more) * room * density + left
                left = self._filler.fill(gap, target, tolerance * density, characters)
        others = sum(self._filler.takes(gap, units) for gap in self._gaps if gap is not largest)
        left = self._filler.fill(largest, room - others, tolerance, units)
        if attempt and abs(left) > tolerance:
            chosen = level.size * _CHOSEN_TOLERANCE
            left = self._filler.choose(largest, room - others, chosen, units, attempt)
        return left
