"""The texts of a haystack, read as far as levels need them, and the levels planned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import NamedTuple, Protocol

from lvbuild.core.model import Level
from lvbuild.languages import find_language
from lvbuild.mixing.bare import bare_level
from lvbuild.mixing.documents import SplitDocument, units_read
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
)
from lvbuild.mixing.planning import Dropped, LevelText, Prepared, corpus_use, other_levels
from lvbuild.mixing.running_text import RunningText
from lvbuild.recipe import Recipe
from lvbuild.tasks.task import HaystackTask, Source
from lvbuild.text.replacing import Hit
from lvbuild.text.tokens import TokenCounting


class CheckedText(NamedTuple):
    """A text as contexts have it, and where words were replaced; `refused` says why they do not."""

    text: str
    hits: tuple[Hit, ...] = ()
    refused: str = ""


class HaystackQuestions(Protocol):
    """What is asked over a haystack, and which of its texts may be read for it."""

    @property
    def groups(self) -> Sequence[RecordGroup]:
        """The questions of all records, the same at every level."""

    def check(self, text: str) -> CheckedText:
        """Return a text as contexts have it, or why they do not."""


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
        self.texts: list[SplitDocument] = []
        self.written: list[SplitDocument] = []
        self.twin = twin
        self.refused: Counter[str] = Counter()
        self.recipe = recipe
        self.source = source
        self.corpus = corpus = recipe.prose(source)
        self._seen: set[bytes] = set()
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
        ids = (text.document_id for text in self.texts)
        return {name: self.corpus.document(name).text for name in ids}

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
        while self._units < units_read(level):
            document = next(self._documents, None)
            if document is None:
                return
            digest = blake2b(document.text.encode(), digest_size=16).digest()
            if not document.text:
                text, hits, refused = CheckedText("", refused="no running prose outside speech")
            elif digest in self._seen:
                text, hits, refused = CheckedText("", refused="duplicate")
            else:
                text, hits, refused = check(document.text)
            self._seen.add(digest)
            if refused:
                self.refused[refused] += 1
                continue
            language, counting = self.recipe.language, self.source.counters.levels
            split = SplitDocument.of(document.id, text, language, counting, hits=hits)
            self.texts.append(split)
            self.written.append(self.twin.word(split, document.text) if self.twin else split)
            self._running = None
            self._units += split.outline.size


def prepare_haystack(
    haystack: Haystack,
    questions: HaystackQuestions,
    levels: Sequence[Level],
    asked: tuple[str, ...],
) -> Prepared:
    """Plan levels; those that cannot be met are in `dropped`, with why.

    `asked` are the ids of the questions, whatever the limit. The haystack is read for the recipe's
    own levels whatever is asked for, so that what is said of it (`corpora`, `refused`) is the same
    for every choice of levels.
    """
    recipe, corpus, source = haystack.recipe, haystack.corpus, haystack.source
    counters, groups = source.counters, questions.groups
    haystack.read(recipe.ascending_levels[-1], questions.check)
    use = corpus_use(corpus)
    refused = dict(sorted(haystack.refused.items()))
    ready: dict[Level, LevelText] = {}
    dropped: dict[Level, Dropped] = {}
    smallest = recipe.ascending_levels[0]

    def plan(level: Level) -> LevelPlan:
        """Plan a level by exact lengths: whatever the limit, all records are laid out alike."""

        def lay_out(surplus: Surplus) -> LevelPlan:
            return plan_groups(
                level,
                haystack.running_text,
                groups,
                draws=source.seeds.draws("order of places"),
                lengths=source.seeds.draws("length", level=level.label),
                surplus=surplus,
            )

        def lengths(
            planned: LevelPlan, tokens: TokenCounting, texts: Sequence[SplitDocument]
        ) -> list[int]:
            documents = {text.document_id: text for text in texts}
            headings = HeadingUnits(ContextLayout(), counters.levels)
            return list(map(PassageLengths(tokens, documents, headings).of, planned.records))

        def laid(plan: Callable[[Surplus], LevelPlan], texts: Sequence[SplitDocument]) -> LevelPlan:
            if (tokens := counters.tokens) is None:
                return plan(NO_SURPLUS)
            return fit(plan, lambda made: lengths(made, tokens, texts))

        planned = laid(lay_out, haystack.texts)
        if haystack.twin is not None:
            twin = haystack.twin.twin(haystack.texts, haystack.written)
            planned = laid(partial(twin.plan, planned), haystack.written)
        planned = planned.first(source.options.limit)
        if counters.reported is not None:
            planned = planned.reporting(lengths(planned, counters.reported, haystack.written))
        return planned

    def bare(level: Level) -> LevelPlan:
        """Plan a level without distracting text: what the smallest other one leaves."""
        texts = {text.document_id: text.text for text in haystack.written}
        return bare_level(
            level,
            plan(smallest).records,
            lambda record: texts,
            ContextLayout(),
            counting=counters.levels,
            reported=counters.reported,
        )

    for level in sorted(levels):
        haystack.read(level, questions.check)
        try:
            planned = plan(level) if level.has_distractors else bare(level)
        except (LevelTooLargeError, QuestionTooLongError) as error:
            dropped[level] = _too_far(recipe, level, haystack, error)
            continue
        except UnevenTextError as error:
            why = "have no end of a sentence near it"
            if error.nearest:
                nearest = f"{error.nearest:,} {recipe.unit}"
                why = f"can only be laid out to a record of {nearest}, over 0.5% off"
            reason = f"{recipe.name} at {level.label}: the texts of {corpus.name} {why}"
            dropped[level] = Dropped(f"{reason}; {other_levels(level, plan)}", None)
            continue
        beyond = tuple(file for file in corpus.files() if file not in use.files)
        passages = (passage for record in planned.records for passage in record.passages)
        taken = {passage.document_id for passage in passages}
        texts = {t.document_id: t.escaped for t in haystack.written if t.document_id in taken}
        ready[level] = LevelText(planned, texts, ContextLayout(), extra_files=beyond)
    return Prepared(ready, dropped, (use,), refused, asked)


def _too_far(
    recipe: Recipe,
    level: Level,
    haystack: Haystack,
    error: LevelTooLargeError | QuestionTooLongError,
) -> Dropped:
    where = f"{recipe.name} at {level.label}"
    if isinstance(error, QuestionTooLongError):
        reason = f"{error} {recipe.unit}; shorten its facts or ask for larger levels"
        return Dropped(f"{where}: {reason}", None)
    refused = sum(haystack.refused.values())
    also = f" ({refused} more texts were refused)" if refused else ""
    name = haystack.corpus.name
    return Dropped(
        f"{where}: {name} has {error.have:,} {recipe.unit}{also}, {error.need:,} are needed;"
        " add texts to the corpus or ask for smaller levels",
        error.need - error.have,
    )
