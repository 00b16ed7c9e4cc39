"""The texts of a haystack, read as far as levels need them, and the levels planned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from lvbuild.core.model import Level
from lvbuild.core.processes import shared_out
from lvbuild.core.seen import Seen
from lvbuild.core.spool import Named
from lvbuild.corpora.corpus import CorpusFile
from lvbuild.languages import find_language
from lvbuild.mixing.bare import bare_level
from lvbuild.mixing.documents import SplitDocument, StoredDocuments, known_of, units_read
from lvbuild.mixing.haystack import NO_SURPLUS, RecordGroup, Surplus, plan_groups
from lvbuild.mixing.haystack_twins import HaystackTwin
from lvbuild.mixing.lengths import PassageLengths, fit
from lvbuild.mixing.plan import (
    ContextLayout,
    HeadingUnits,
    LevelPlan,
    LevelTooLargeError,
    QuestionTooLongError,
    UnevenTextError,
    UnplannedError,
)
from lvbuild.mixing.planning import (
    Dropped,
    LevelText,
    Prepared,
    corpus_use,
    escaped_texts,
    other_levels,
)
from lvbuild.mixing.running_text import RunningText
from lvbuild.tasks.task import CheckedText, HaystackTask, Hidden, Source
from lvbuild.text.tokens import TokenCounting

_HELD = 2_000_000
"""Characters of texts that are split together."""


class TwinQuestions(Protocol):
    """What is asked of a haystack in a twin."""

    def word(self, text: SplitDocument, original: str) -> SplitDocument:
        """Return a text in the twin's words, given how the full release and the corpus have it."""

    def twin(self, full: Sequence[SplitDocument], texts: Sequence[SplitDocument]) -> HaystackTwin:
        """Return what makes the twin's records, given the texts in the words of both."""


class Haystack:
    """The corpus's texts in the recipe's seeded order, read as far as a level needs them.

    `texts` are planned with, `written` the same as records have them, which a twin may word
    otherwise.
    """

    def __init__(
        self, recipe: HaystackTask, source: Source, twin: TwinQuestions | None = None
    ) -> None:
        counting = source.counters.levels
        self.texts = StoredDocuments(recipe.language, counting)
        self.written = StoredDocuments(recipe.language, counting) if twin else self.texts
        self.twin = twin
        self.refused: Counter[str] = Counter()
        self.recipe = recipe
        self.source = source
        self.corpus = corpus = recipe.prose(source)
        self._seen = Seen()
        self._units = 0
        self._running: RunningText | None = None
        self._documents = (
            corpus.document(name)
            for number, batch in enumerate(corpus.batches())
            for name in source.seeds.draws(f"haystack {number}").shuffled(batch)
        )

    def originals(self, check: Callable[[str], CheckedText]) -> Mapping[str, str]:
        """Return the texts of the recipe's own levels in the original words, by id."""
        self.read(self.recipe.ascending_levels[-1], check)
        return {name: self.corpus.document(name).text for name in self.texts.names}

    @property
    def running_text(self) -> RunningText:
        """The texts that have been read, as running text."""
        if self._running is None:
            language = find_language(self.recipe.language)
            self._running = RunningText(self.texts, self.source.counters.levels, language)
        return self._running

    def read(self, level: Level, check: Callable[[str], CheckedText]) -> None:
        """Read on until the texts reach past the level, or the corpus ends.

        `check` says of each text that was not read before how contexts have it.
        """
        found: list[tuple[SplitDocument, str]] = []
        held = 0
        while self._units < units_read(level) and (document := next(self._documents, None)):
            if not document.text:
                text, hits, refused = CheckedText("", refused="no running prose outside speech")
            elif not self._seen.add(document.text):
                text, hits, refused = CheckedText("", refused="duplicate")
            else:
                text, hits, refused = check(document.text)
            if refused:
                self.refused[refused] += 1
                continue
            language, counting = self.recipe.language, self.source.counters.levels
            split = SplitDocument.of(document.id, text, language, counting, hits=hits)
            found.append((split, document.text))
            self._units += split.outlined_size
            held += len(text)
            if held > _HELD:
                self._keep(found)
                found, held = [], 0
        self._keep(found)

    def _keep(self, found: Sequence[tuple[SplitDocument, str]]) -> None:
        """Keep texts, each with how the corpus has it, and what is known of them."""
        known = shared_out(known_of, [split for split, _ in found])
        for (split, original), parts in zip(found, known, strict=True):
            vars(split).update(parts)
            self.texts.append(split)
            if self.twin:
                self.written.append(self.twin.word(split, original))
            self._running = None


def prepare_haystack(
    haystack: Haystack, hidden: Hidden, levels: Sequence[Level], asked: tuple[str, ...]
) -> Prepared:
    """Plan levels; those that cannot be met are in `dropped`, with why.

    `asked` are the ids of the questions, whatever the limit. The haystack is read for the recipe's
    own levels whatever is asked for, so that what is said of it (`corpora`, `refused`) is the same
    for every choice of levels.
    """
    recipe, corpus = haystack.recipe, haystack.corpus
    haystack.read(recipe.ascending_levels[-1], hidden.check)
    use = corpus_use(corpus)
    refused = dict(sorted(haystack.refused.items()))
    plans: dict[Level, LevelPlan] = {}
    beyond: dict[Level, tuple[CorpusFile, ...]] = {}
    dropped: dict[Level, Dropped] = {}
    planner = _LevelPlanner(haystack, hidden.groups)
    # None of the recipe's own has more read.
    own = sorted(set(levels).intersection(recipe.ascending_levels), reverse=True)
    shared = [haystack.running_text.passages] if own else []
    found = dict(zip(own, shared_out(planner.attempt, own, shared=shared, worth=1), strict=True))
    for level in sorted(levels):
        haystack.read(level, hidden.check)
        planned = found.pop(level, None) or planner.attempt(level)
        if isinstance(planned, UnplannedError):
            dropped[level] = planner.dropped(level, planned)
            continue
        plans[level] = planned
        beyond[level] = tuple(file for file in corpus.files() if file not in use.files)
    places = {name: place for place, name in enumerate(haystack.written.names)}
    texts = escaped_texts(plans, Named(places, haystack.written))
    ready = {
        level: LevelText(plan, texts[level], ContextLayout(), extra_files=beyond[level])
        for level, plan in plans.items()
    }
    return Prepared(ready, dropped, (use,), refused, asked)


@dataclass(frozen=True)
class _LevelPlanner:
    """Plans levels of a haystack by exact lengths."""

    haystack: Haystack
    groups: Sequence[RecordGroup]

    def attempt(self, level: Level) -> LevelPlan | UnplannedError:
        """Plan a level, or return why it cannot be."""
        try:
            return self.plan(level)
        except UnplannedError as error:
            return error

    def dropped(self, level: Level, error: UnplannedError) -> Dropped:
        """Return what is told of a level that cannot be planned."""
        haystack, unit = self.haystack, self.haystack.recipe.unit
        where, name = f"{haystack.recipe.name} at {level.label}", haystack.corpus.name
        if isinstance(error, QuestionTooLongError):
            reason = f"{error} {unit}; shorten its facts or ask for larger levels"
            return Dropped(f"{where}: {reason}", None)
        if isinstance(error, LevelTooLargeError):
            refused = sum(haystack.refused.values())
            also = f" ({refused} more texts were refused)" if refused else ""
            return Dropped(
                f"{where}: {name} has {error.have:,} {unit}{also}, {error.need:,} are needed;"
                " add texts to the corpus or ask for smaller levels",
                error.need - error.have,
            )
        why = "have no end of a sentence near it"
        if isinstance(error, UnevenTextError) and error.nearest:
            why = f"can only be laid out to a record of {error.nearest:,} {unit}, over 0.5% off"
        reason = f"{where}: the texts of {name} {why}"
        return Dropped(f"{reason}; {other_levels(level, self.plan)}", None)

    def plan(self, level: Level) -> LevelPlan:
        """Plan a level; one without distracting text is what the smallest other one leaves."""
        if level.has_distractors:
            return self._filled(level)
        texts = {text.document_id: text.text for text in self.haystack.written}
        counters = self.haystack.source.counters
        return bare_level(
            level,
            self._filled(self.haystack.recipe.ascending_levels[0]).records,
            lambda record: texts,
            ContextLayout(),
            counting=counters.levels,
            reported=counters.reported,
        )

    def _filled(self, level: Level) -> LevelPlan:
        """Plan a level with its text: whatever the limit, all records are laid out alike."""
        haystack, source = self.haystack, self.haystack.source

        def lay_out(surplus: Surplus) -> LevelPlan:
            return plan_groups(
                level,
                haystack.running_text,
                self.groups,
                draws=source.seeds.draws("order of places"),
                lengths=source.seeds.draws("length", level=level.label),
                surplus=surplus,
            )

        planned = self._fitted(lay_out, haystack.texts)
        if haystack.twin is not None:
            twin = haystack.twin.twin(haystack.texts, haystack.written)
            planned = self._fitted(partial(twin.plan, planned), haystack.written)
        planned = planned.first(source.options.limit)
        if (reported := source.counters.reported) is not None:
            planned = planned.reporting(self._lengths(planned, reported, haystack.written))
        return planned

    def _fitted(
        self, plan: Callable[[Surplus], LevelPlan], texts: Sequence[SplitDocument]
    ) -> LevelPlan:
        if (tokens := self.haystack.source.counters.tokens) is None:
            return plan(NO_SURPLUS)
        return fit(plan, lambda made: self._lengths(made, tokens, texts))

    def _lengths(
        self, planned: LevelPlan, tokens: TokenCounting, texts: Sequence[SplitDocument]
    ) -> list[int]:
        documents = {text.document_id: text for text in texts}
        headings = HeadingUnits(ContextLayout(), self.haystack.source.counters.levels)
        return list(map(PassageLengths(tokens, documents, headings).of, planned.records))
