"""Twins of haystacks: the same windows of the texts, without facts or in other words.

What is left stands where the full release has it. Where a record would then be too short, or its
needle at another depth, the texts go on at both ends of the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from lvbuild.core.model import Level, Question
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.haystack import FARTHEST, Surplus, units_alone
from lvbuild.mixing.plan import LevelPlan, Passage, Passages, RecordPlan, UnevenTextError
from lvbuild.mixing.plans.supporting import units_between
from lvbuild.mixing.running_text import RunningText
from lvbuild.text.replacing import original_offset

_STEPS = 20
"""Windows that are tried: they begin between where the full one does and where the twin's would
have its needle as deep, or the other way round."""


@dataclass(frozen=True)
class HaystackTwin:
    """Makes the records of a twin, which asks a `question`, of those of the full release.

    Of the facts those are left whose places are `kept`, the needle's first. `full` are the texts as
    the full release words them, `texts` the same in the twin's words. `positions` are those that a
    needle has, at even steps of depth.
    """

    question: Question
    kept: Sequence[int]
    positions: int
    full: Sequence[SplitDocument]
    texts: Sequence[SplitDocument]

    def plan(self, planned: LevelPlan, surplus: Surplus) -> LevelPlan:
        """Return the twin's records; UnevenTextError where one cannot have the level's length."""
        more = surplus.get(self.question.id, 0)
        records = tuple(self._record(goal, record, more) for record, goal in planned.goals)
        return replace(planned, records=records)

    def _record(self, level: Level, planned: RecordPlan, surplus: int) -> RecordPlan:
        wanted, intended = _depth(planned), planned.position / (self.positions - 1)

        def rank(made: RecordPlan) -> tuple[bool, bool, float]:
            depth = _depth(made)
            uneven = abs(made.length - level.size) > level.tolerance
            return uneven, abs(depth - intended) > FARTHEST, abs(depth - wanted)

        best = self._standing(planned, surplus)
        uneven, astray, off = rank(best)
        if uneven or astray or off > FARTHEST / 2:
            best = min((best, *self._moved(level, planned, best, surplus)), key=rank)
            uneven, astray, _ = rank(best)
        if uneven:
            raise UnevenTextError(best.length)
        return best._replace(astray=planned.astray or astray)

    def _standing(self, planned: RecordPlan, surplus: int) -> RecordPlan:
        """Return the twin of a record, its window left as it is."""
        texts = [self._numbers[passage.document_id] for passage in planned.passages]
        passages = Passages.of(planned.passages).exchanged(
            passage._replace(start=self._at(text, passage.start), stop=self._at(text, passage.stop))
            for passage, text in zip(planned.passages, texts, strict=True)
        )
        length = planned.length + units_alone(self.question, self._running) + surplus
        length -= units_alone(planned.question, self._running)
        for text, old, new in zip(texts, planned.passages, passages, strict=True):
            if self.full[text] != self.texts[text]:
                length += _units(self.texts[text], new) - _units(self.full[text], old)
        insertions = tuple(
            one._replace(
                fact=self.kept.index(one.fact), offset=self._at(texts[one.passage], one.offset)
            )
            for one in planned.insertions
            if one.fact in self.kept
        )
        return RecordPlan(self.question, planned.position, length, passages, insertions)

    def _at(self, text: int, offset: int) -> int:
        """Return where a place of a text of the full release is in the twin's."""
        full = self.full[text]
        return offset if full == self.texts[text] else original_offset(full.hits, offset)

    def _moved(
        self, level: Level, planned: RecordPlan, made: RecordPlan, surplus: int
    ) -> Iterator[RecordPlan]:
        """Yield the record in other windows, in which its facts stand at the same places."""
        import numpy as np

        text, round_, texts = self._running, self._running.length, len(self.texts)
        alone = units_alone(self.question, text) + surplus
        first = self._numbers[made.passages[0].document_id]
        start = self._starts[first] + made.passages[0].start
        gone = _inserted_before(planned) - _inserted_before(made)
        begins = start - gone * np.arange(_STEPS + 1) // _STEPS
        found = text.windows(begins, level.size - alone, level.tolerance / 2)
        for begin, *numbers in zip(begins.tolist(), *found, strict=True):
            window = text.window(*numbers)
            # A window begins in the first round of the texts.
            rounds = 1 if begin < 0 else 0
            insertions = []
            for one in made.insertions:
                number = first + one.passage
                place = self._starts[number % texts] + number // texts * round_ + one.offset
                if window.first.start <= place + rounds * round_ <= window.last.start:
                    passage = number + rounds * texts - window.first.text
                    insertions.append(one._replace(passage=passage))
            if len(insertions) == len(made.insertions):
                yield made._replace(
                    length=alone + window.units,
                    passages=window.passages,
                    insertions=tuple(insertions),
                )

    @cached_property
    def _running(self) -> RunningText:
        one = self.texts[0]
        return RunningText(self.texts, one.counting, one.language)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text.document_id: number for number, text in enumerate(self.texts)}

    @cached_property
    def _starts(self) -> Sequence[int]:
        """Where each text begins in all of them, a line feed behind each."""
        return list(accumulate((len(text.text) + 1 for text in self.texts), initial=0))


def _units(document: SplitDocument, passage: Passage) -> int:
    if document.counting.unit == "characters":
        return passage.stop - passage.start
    return units_between(document.outline, passage.start, passage.stop)


def _inserted_before(record: RecordPlan) -> int:
    """Return the characters of the facts that stand before the needle, which is the first fact."""
    before = 0
    for insertion in record.insertions:
        if insertion.fact == 0:
            break
        before += len(record.inserted(insertion))
    return before


def _depth(record: RecordPlan) -> float:
    """Return where the needle starts, over all the places where it could."""
    [needle] = [one for one in record.insertions if one.fact == 0]
    sizes = [passage.stop - passage.start + 1 for passage in record.passages]
    place = needle.offset - record.passages[needle.passage].start
    start = sum(sizes[: needle.passage]) + place + _inserted_before(record) + len(needle.lead)
    length = sum(sizes) + sum(len(record.inserted(one)) for one in record.insertions)
    return start / (length - len(record.question.facts[0].text))
