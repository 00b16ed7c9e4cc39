"""Planning the levels of a recipe: their records and texts, or why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from lvbuild.core.model import Level
from lvbuild.corpora.corpus import Corpus, CorpusFile, LoadedCorpus
from lvbuild.mixing.bare import bare_level
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.lengths import NOTHING_OWN, fit_record, passage_lengths
from lvbuild.mixing.plan import (
    ContextLayout,
    HeadingUnits,
    LevelPlan,
    LevelTooLargeError,
    Passage,
    Passages,
    RecordPlan,
    UnevenTextError,
    UnplannedError,
)
from lvbuild.mixing.question_plans import Outcome, Planners
from lvbuild.recipe import Recipe
from lvbuild.text.escaped import EscapedText, mapped
from lvbuild.text.tokens import TokenCounting


@dataclass(frozen=True, slots=True)
class CorpusUse:
    """A corpus as it was read, and the files that the recipe's own levels take from it.

    `cleaned` counts the noise that was mended or left out of its texts, by its kind; `epochs` are
    there where these are of some date, `source_canaries` where upstream has set such into files.
    """

    name: str
    revision: str
    licence: str
    files: tuple[CorpusFile, ...]
    cleaned: Mapping[str, int]
    epochs: Mapping[str, str] | None = None
    source_canaries: tuple[str, ...] | None = None


def corpus_use(corpus: Corpus) -> CorpusUse:
    """Return a corpus as it has been read so far."""
    loaded = corpus if isinstance(corpus, LoadedCorpus) else None
    epochs = loaded.epochs if loaded else None
    return CorpusUse(
        corpus.name,
        corpus.revision,
        corpus.licence,
        tuple(corpus.files()),
        corpus.cleaned(),
        epochs and epochs._asdict(),
        loaded.canaries or None if loaded else None,
    )


@dataclass(frozen=True, slots=True)
class LevelText:
    """A planned level with the texts it takes: all that its files follow from.

    `changed` are the texts that a question's replacements alter, by its id and the ascending places
    of their passages in its record. `extra_files` are the corpora's files that it takes and the
    recipe's own levels do not.
    """

    plan: LevelPlan
    texts: Mapping[str, EscapedText]
    layout: ContextLayout
    changed: Mapping[str, Mapping[int, EscapedText]] = field(default_factory=dict)
    extra_files: tuple[CorpusFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a level cannot be built, in a line.

    `missing` are the units that the corpora lack for it; None where they have enough, but no
    record comes near the level.
    """

    reason: str
    missing: int | None


RefusedFor = Callable[[str], Mapping[str, Sequence[str]]]
"""Returns the ids of documents by reason, given that of a question."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A recipe, read, checked and planned.

    `dropped` holds the levels that cannot be built; `refused` counts the documents
    that were not used, by reason; `asked` are the ids of the questions, whatever the `limit`,
    `left_out` those that could not be asked, each with its reason; `lacking` counts the questions
    without rows of a table that the recipe asks for, by table; `unmarked` those for which upstream
    marks no distracting document where the recipe asks for such, `alone` the confusing facts whose
    rows have no passage, so that they are one by themselves, `common` the answers and
    keywords that were too common to refuse documents by, `corrected` the questions that a
    table corrects, `more` those that the corpora have beside the ones that a table selects.
    `labels` are those that may be answered, where they are the corpora's, and `miscounted` counts
    the records whose corpus tells another length than their contexts have. `refused_for` returns
    the documents that a question may not have beside those that none may, by reason.
    """

    levels: Mapping[Level, LevelText]
    dropped: Mapping[Level, Dropped]
    corpora: tuple[CorpusUse, ...]
    refused: Mapping[str, int]
    asked: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    lacking: Mapping[str, int] = field(default_factory=dict)
    unmarked: int = 0
    alone: int = 0
    corrected: int = 0
    common: tuple[str, ...] = ()
    more: int = 0
    labels: tuple[str, ...] = ()
    miscounted: int = 0
    refused_for: RefusedFor = lambda question_id: {}

    def first(self, limit: int | None) -> Prepared:
        """Return the same with the first records of each level alone, so many at most."""
        levels = {
            level: replace(text, plan=text.plan.first(limit)) for level, text in self.levels.items()
        }
        return replace(self, levels=levels)


_STEPS = 10
"""Hundredths of a level that are tried on either side."""


def level_texts(
    recipe: Recipe,
    outcome: Outcome,
    levels: Iterable[Level],
    documents: Mapping[str, SplitDocument],
    headings: HeadingUnits,
    *,
    limit: int | None,
    reported: TokenCounting | None,
    own: Mapping[str, Mapping[str, SplitDocument]] = MappingProxyType({}),
) -> dict[Level, LevelText]:
    """Gather what writing each level takes that can be built: `documents` by id, shared by all.

    Of its questions the first are written, in their order, up to a limit. Some have documents of
    their `own`; records get their tokens where these are `reported`. Levels without distracting
    text are what the recipe's smallest level leaves of itself.
    """
    lengths = passage_lengths(reported, documents, headings)
    plans: dict[Level, LevelPlan] = {}
    smallest = recipe.ascending_levels[0]

    def worded(record: RecordPlan) -> Mapping[str, str]:
        mine = own.get(record.question.id, NOTHING_OWN)
        return {n: (mine.get(n) or documents[n]).text for n, *_ in record.passages}

    for level in sorted(set(levels) - outcome.dropped.keys()):
        planned = outcome.plans.get(level if level.has_distractors else smallest, {})
        if not level.has_distractors and smallest in outcome.dropped:
            continue
        records = tuple(planned[name] for name in outcome.asked[:limit])
        plan = LevelPlan(level, records)
        owners = [own.get(name, NOTHING_OWN) for name in outcome.asked[:limit]]
        if not level.has_distractors:
            counting, layout = headings.counting, headings.layout
            plan = bare_level(level, records, worded, layout, counting=counting, reported=reported)
        elif lengths is not None:
            plan = plan.reporting(list(map(lengths.of, records, owners)))
        plans[level] = plan
    shared = escaped_texts(plans, documents)
    texts = {}
    for level, plan in plans.items():
        changed = {}
        for record in plan.records:
            mine = own.get(record.question.id, NOTHING_OWN)
            changed[record.question.id] = {
                place: mine[passage[0]].escaped
                for place, passage in Passages.of(record.passages).own
                if passage[0] in mine
            }
        texts[level] = LevelText(plan, shared[level], headings.layout, changed)
    return texts


def escaped_texts(
    plans: Mapping[Level, LevelPlan], documents: Mapping[str, SplitDocument]
) -> Mapping[Level, Mapping[str, EscapedText]]:
    """Return the documents that the records of each level take, by id, each escaped once."""
    cuts = cuts_of([record for plan in plans.values() for record in plan.records])
    escaped = mapped(
        (name, documents[name].escaped_at(cuts[name])) for name in documents if name in cuts
    )
    found = {}
    for level, plan in plans.items():
        used = {passage.document_id for passage in _once(plan.records)}
        found[level] = {name: one for name, one in escaped.items() if name in used}
    return found


_NOWHERE: frozenset[int] = frozenset()


def cuts_of(records: Sequence[RecordPlan]) -> Mapping[str, Set[int]]:
    """Return where the documents of records are cut, by id: most stand as they are, cut nowhere."""
    cuts: dict[str, Set[int]] = {}
    for document_id, _, start, stop, whole in _once(records):
        edges = cuts.setdefault(document_id, _NOWHERE)
        if start or not whole:
            cuts[document_id] = edges | {start, stop}
    for record in records:
        for insertion in record.insertions:
            name = record.passages[insertion.passage].document_id
            cuts[name] = cuts[name] | {insertion.offset}
    return cuts


def _once(records: Iterable[RecordPlan]) -> Iterator[Passage]:
    """Yield the passages of records, those that they share once."""
    lists: dict[int, tuple[Sequence[Passage], set[int]]] = {}
    for record in records:
        passages = Passages.of(record.passages)
        _, numbers = lists.setdefault(id(passages.shared), (passages.shared, set()))
        numbers.update(passages.common)
        yield from (passage for _, passage in passages.own)
    for shared, numbers in lists.values():
        yield from map(shared.__getitem__, sorted(numbers))


def dropped_levels(
    recipe: Recipe,
    levels: Iterable[Level],
    outcome: Outcome,
    planners: Planners,
    refused: Mapping[str, int],
) -> dict[Level, Dropped]:
    """Return why levels are dropped, and what to ask for.

    `refused` counts, by reason, the documents that no question may have.
    """
    if not outcome.dropped:
        return {}
    # Where every question is left out, each is asked what levels it can have.
    planned = [planners[name] for name in outcome.asked] or [*planners.values()]
    dropped = {}
    smallest = recipe.ascending_levels[0]
    for level in levels if smallest in outcome.dropped else ():
        if not level.has_distractors:
            dropped[level] = Dropped(without_smallest(recipe, level), None)
    for level in sorted(outcome.dropped.keys() & levels):
        error, missing = outcome.dropped[level], None
        if isinstance(error, LevelTooLargeError):
            counts = "; ".join(f"{reason}: {number:,}" for reason, number in refused.items())
            missing = error.need - error.have
            takes = any(getattr(source, "take", None) for source in recipe.sources.values())
            raised = ", raise `take`" if takes else ""
            why = (
                f"the documents that a question may have come to {error.have:,} {recipe.unit}"
                f"{f' (refused: {counts})' if counts else ''}, {error.need:,} are needed; add"
                f" documents to the corpora{raised} or ask for smaller levels"
            )
        elif isinstance(error, UnevenTextError):
            near = other_levels(
                level,
                lambda near: [fit_record(near, p.begin(near).plan, p.length) for p in planned],
            )
            why = (
                f"a record can only be {error.nearest:,} {recipe.unit} long, over 0.5% off; {near}"
            )
        else:
            more = f"{smallest.label} or more" if level < smallest else "larger levels"
            why = f"a question cannot be asked ({error}); ask for {more}"
        dropped[level] = Dropped(f"{recipe.name} at {level.label}: {why}", missing)
    return dropped


def without_smallest(recipe: Recipe, level: Level) -> str:
    """Say why a level without distracting text is dropped where the smallest other one is."""
    smallest = recipe.ascending_levels[0].label
    return f"{recipe.name} at {level.label}: it is what {smallest} leaves, which cannot be built"


def other_levels(level: Level, plan: Callable[[Level], object]) -> str:
    """Return a request for the nearest level below and above that `plan` can plan by itself.

    A level is tried at each hundredth of the size, up to a tenth.
    """
    labels = []
    for way in (-1, 1):
        for step in range(1, _STEPS + 1):
            near = Level(level.size + way * max(level.size * step // 100, step))
            with suppress(UnplannedError):
                plan(near)
                labels.append(near.label)
                break
    return f"ask for {' or '.join(labels)}" if labels else "ask for another level"
