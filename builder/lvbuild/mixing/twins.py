"""Twins of mixups: the contexts of the full release, but for what they lack.

A twin is planned as the full release is, so that what refuses a document in one refuses it in both.
In the place of a rival stands the distracting passage that is nearest in length, of those that the
question has at no level; without replacements passages have the words of their corpora.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from lvbuild.core.model import Level
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.lengths import Counters, PassageLengths, passage_lengths
from lvbuild.mixing.mixup import MixupPlanner
from lvbuild.mixing.plan import (
    HeadingUnits,
    Passage,
    Passages,
    RecordPlan,
    UnevenTextError,
    UnplannedError,
)
from lvbuild.mixing.plans.supporting import units_between
from lvbuild.mixing.pool import Measure, Pool
from lvbuild.mixing.question_plans import Outcome
from lvbuild.questions.annotated import leave_out
from lvbuild.text.replacing import original_offset

Planners = Mapping[str, MixupPlanner]


class Wording(NamedTuple):
    """Documents by id as contexts have them: those that questions share, those of each question."""

    shared: Mapping[str, SplitDocument]
    own: Mapping[str, Mapping[str, SplitDocument]]

    def document(self, question: str, name: str) -> SplitDocument:
        """Return a document as a question has it."""
        return self.own[question].get(name) or self.shared[name]


def original_wording(pool: Pool, planners: Planners, originals: Mapping[str, str]) -> Wording:
    """Return the documents in the words of their corpora, which `originals` has by their ids."""

    def unreplaced(text: SplitDocument, document: str | None = None) -> SplitDocument:
        return text.unreplaced(document or originals[text.origin.document_id])

    own = {}
    for name, planner in planners.items():
        question = planner.question
        original = question.question.original or question.question
        told = (fact.rival for fact in original.facts if fact.rival)
        rivals = {rival.document_id: rival.text for rival in told}
        found = [unreplaced(text) for text in (*question.documents, *planner.view.changed.values())]
        found += [unreplaced(text, rivals[text.document_id]) for text in question.rivals]
        own[name] = {text.document_id: text for text in found}
    worded = (pool.texts[place] for place in pool.worded)
    return Wording(pool.named({text.document_id: unreplaced(text) for text in worded}), own)


def twin_outcome(
    outcome: Outcome,
    planners: Planners,
    parts: Collection[str],
    *,
    pool: Pool,
    originals: Mapping[str, str],
    counters: Counters,
    headings: HeadingUnits,
    own_levels: Collection[Level],
) -> tuple[Outcome, Wording]:
    """Return the plans of the twin that lacks some parts, given those of the full release.

    With them come the documents in its words; `originals` are they as corpora have them. Without
    parts it is the full release. Of the recipe's own levels all plans hold their passages. A level
    is dropped that a record of the twin cannot have the length of.
    """
    full = worded = Wording(pool.named(), {name: each.own for name, each in planners.items()})
    if not parts:
        return outcome, full
    if "replacements" in parts:
        worded = original_wording(pool, planners, originals)
    lengths = passage_lengths(counters.tokens, worded.shared, headings)
    levels = sorted(outcome.plans.keys() - outcome.dropped.keys())
    own = [level for level in levels if level in own_levels]
    plans: dict[Level, dict[str, RecordPlan]] = {level: {} for level in levels}
    dropped: dict[Level, UnplannedError] = dict(outcome.dropped)
    for name in outcome.asked:
        of_own = [outcome.plans[level][name] for level in own]
        runs = [own, *([level] for level in levels if level not in own_levels)]
        for run in runs:
            records = [outcome.plans[level][name] for level in run]
            twin = _Twin(planners[name], parts, (full, worded), lengths, pool.places)
            twin.had_by([*of_own, *records])
            for level, record in zip(run, records, strict=True):
                try:
                    plans[level][name] = twin.record(level, record)
                except UnevenTextError as error:
                    dropped.setdefault(level, error)
    return replace(outcome, plans=plans, dropped=dropped), worded


@dataclass
class _Twin:
    """Makes the twin's records of one question, those of smaller levels first.

    `places` are those of documents in the pool. What stands in another's place does so at every
    level that has that one.
    """

    planner: MixupPlanner
    parts: Collection[str]
    wordings: tuple[Wording, Wording]
    lengths: PassageLengths | None
    places: Mapping[str, int]
    _instead: dict[str, Passage | None] = field(default_factory=dict)
    _smaller: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        own, language = self.planner.question, self.planner.question.documents[0].language
        self._name = own.source.id
        self._question = leave_out(own.question, self.parts, own.pairs, language.code)
        self._taken = {*self.planner.view.refused, *self.planner.view.changed}

    def had_by(self, records: Sequence[RecordPlan]) -> None:
        """Let nothing stand in another's place that any of these records has."""
        named = {passage.document_id for record in records for passage in record.passages}
        self._taken |= {self.places[name] for name in named & self.places.keys()}

    def record(self, level: Level, planned: RecordPlan) -> RecordPlan:
        """Return the twin of a record; raises UnevenTextError where none has the level's length.

        In a range that is the length of the record, as near as can be.
        """
        stand = Passages.of(planned.passages).exchanged(map(self._passage, planned.passages))
        made = self._made(planned, stand)
        target = level.target_of(planned.length)
        off = made.length - target.size
        if abs(off) > target.tolerance:
            try:
                made = self._exchanged(target, planned, made)
            except UnevenTextError:
                # The shortest records of a range have few passages to exchange.
                if not (level.span and level.allows(made.length)):
                    raise
        self._smaller.update(passage.document_id for passage in planned.passages)
        return made

    def _made(self, planned: RecordPlan, passages: Passages) -> RecordPlan:
        question, headings = self._question, self.planner.headings
        record = planned._replace(question=question, passages=passages)
        if self.lengths is not None:
            return record._replace(length=self.lengths.of(record, self.wordings[1].own[self._name]))
        asked = sum(map(headings.counting.count, (question.input, *question.answers)))
        length = asked + headings.of(len(passages)) + sum(map(self._units, passages))
        return record._replace(length=length)

    def _units(self, passage: Passage, twin: bool = True) -> int:
        document = self.wordings[twin].document(self._name, passage.document_id)
        if passage.whole:
            return document.outline.size
        if self.planner.headings.counting.unit == "characters":
            return passage.stop - passage.start
        return units_between(document.outline, passage.start, passage.stop)

    def _passage(self, planned: Passage) -> Passage | None:
        """Return what stands in a passage's place; None where nothing is left that could."""
        name = planned.document_id
        if planned.role == "rival" and "facts" in self.parts and name not in self._instead:
            self._instead[name] = self._nearest(self._units(planned, twin=False))
        if name in self._instead:
            return self._instead[name]
        old, new = (wording.document(self._name, name) for wording in self.wordings)
        if old is new:
            return planned
        start, stop = (original_offset(old.hits, at) for at in (planned.start, planned.stop))
        return planned._replace(start=start, stop=stop)

    def _nearest(self, units: int) -> Passage | None:
        """Take the passage nearest to a length of those that the question may have, and has not."""
        view, measure = self.planner.view, Measure(units=True, heading=0, usual=0)
        farthest = units + max(view.pool.sizes)
        place = view.fitting(units, farthest, measure, self._taken)
        if place is None:
            return None
        self._taken.add(place)
        found = view.passage(place)
        document = self.wordings[1].document(self._name, found.document_id)
        return found._replace(stop=len(document.text))

    def _exchanged(self, level: Level, planned: RecordPlan, made: RecordPlan) -> RecordPlan:
        """Return a record of the level's length: of one passage that no smaller level has another.

        Raises UnevenTextError where that does not help.
        """
        off = made.length - level.size
        nearest = made.length
        for each in planned.passages:
            name = each.document_id
            standing = self._passage(each)
            if standing is None or standing.role != "distracting" or name in self._smaller:
                continue
            wanted = self._units(standing) - off
            before = self._taken.copy()
            instead = self._nearest(wanted) if wanted > 0 else None
            stand = (instead if one == standing else one for one in made.passages)
            tried = self._made(planned, Passages.of(made.passages).exchanged(stand))
            if instead and abs(tried.length - level.size) <= level.tolerance:
                self._instead[name] = instead
                return tried
            self._taken = before
        raise UnevenTextError(nearest)
