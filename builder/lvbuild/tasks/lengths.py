"""Exact lengths in tokens: plans that are fitted to them, and those of records in running text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from operator import itemgetter

from lvbuild.core.model import Question
from lvbuild.mixing.failures import UnevenTextError
from lvbuild.mixing.plan import LevelPlan, Passage, RecordPlan
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.tokens import TokenCounting

_TRIES = 6
_AROUND = 2_048
"""Characters on either side of a fact that are looked at: far more than a tokenizer takes."""


def fitted(
    plan: Callable[[int], LevelPlan], lengths: Callable[[LevelPlan], Sequence[int]]
) -> LevelPlan:
    """Return a plan whose records have their exact lengths, all within the level's tolerance.

    `plan` is asked again, with what its counts were off by as the surplus, where they were off by
    too much. Raises UnevenTextError where that does not help.
    """
    surplus = farthest = 0
    for _ in range(_TRIES):
        planned = plan(surplus)
        level = planned.level
        found = lengths(planned)
        records = tuple(
            record._replace(length=length)
            for record, length in zip(planned.records, found, strict=True)
        )
        worst = max(range(len(found)), key=lambda index: abs(found[index] - level.size))
        farthest = found[worst]
        if abs(farthest - level.size) <= level.tolerance:
            return replace(planned, records=records)
        surplus += farthest - planned.records[worst].length
    raise UnevenTextError(farthest)


def fitted_questions(
    plan: Callable[[Mapping[str, int]], LevelPlan], lengths: Callable[[LevelPlan], Sequence[int]]
) -> LevelPlan:
    """Return a plan whose records have their exact lengths, all within the level's tolerance.

    `plan` is asked again, with what the counts of each question were off by, where one was off by
    too much. Raises UnevenTextError where that does not help.
    """
    surplus: dict[str, int] = {}
    farthest = 0
    for _ in range(_TRIES):
        planned = plan(surplus)
        size = planned.level.size
        found = lengths(planned)
        farthest = max(found, key=lambda length: abs(length - size))
        if abs(farthest - size) <= planned.level.tolerance:
            pairs = zip(planned.records, found, strict=True)
            return replace(planned, records=tuple(r._replace(length=n) for r, n in pairs))
        for record, length in zip(planned.records, found, strict=True):
            name = record.question.id
            surplus[name] = surplus.get(name, 0) + length - record.length
    raise UnevenTextError(farthest)


def question_length(question: Question, counting: TokenCounting) -> int:
    """Count the question and its answers, each by itself."""
    return sum(map(counting.count, (question.input, *question.answers)))


def haystack_lengths(
    plan: LevelPlan, documents: Mapping[str, SplitDocument], counting: TokenCounting
) -> list[int]:
    """Count the records of a level: the texts that many share once, then the facts of each."""
    backgrounds: dict[int, _Text] = {}
    lengths = []
    for record in plan.records:
        key = id(record.passages)
        if key not in backgrounds:
            backgrounds[key] = _Text.of(record.passages, documents, counting)
        length = backgrounds[key].length(record, counting)
        lengths.append(length + question_length(record.question, counting))
    return lengths


@dataclass(frozen=True, slots=True)
class _Text:
    """Passages that are run together, their beginnings in it, and its tokens."""

    text: str
    starts: Sequence[int]
    tokens: int

    @classmethod
    def of(
        cls,
        passages: Sequence[Passage],
        documents: Mapping[str, SplitDocument],
        counting: TokenCounting,
    ) -> _Text:
        text = "".join(f"{documents[p.document_id].text[p.start : p.stop]}\n" for p in passages)
        starts = tuple(accumulate((p.stop - p.start + 1 for p in passages), initial=0))
        return cls(text, starts, counting.count(text))

    def length(self, record: RecordPlan, counting: TokenCounting) -> int:
        """Count a context: each fact is added to what stands before it, other facts included."""
        placed = [
            (self.starts[one.passage] + one.offset - record.passages[one.passage].start, one)
            for one in record.insertions
        ]
        tokens, before, done = self.tokens, "", 0
        for place, facts in groupby(placed, key=itemgetter(0)):
            words = "".join(record.inserted(one) for _, one in facts)
            before = (before + self.text[max(done, place - _AROUND) : place])[-_AROUND:]
            around = before + self.text[place : place + _AROUND]
            tokens += counting.inserted(around, len(before), words)
            before, done = (before + words)[-_AROUND:], place
        return tokens
