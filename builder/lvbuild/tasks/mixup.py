"""Preparing mixups: choosing questions, planning every question's levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import Corpus, QuestionCorpus, named_corpora
from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.layout import ContextLayout, HeadingUnits
from lvbuild.mix.mixup import Mixed, Mixer
from lvbuild.mix.plan import LevelPlan, RecordPlan
from lvbuild.mix.pool import Pool
from lvbuild.model import Document, Level
from lvbuild.options import BuildOptions
from lvbuild.seeds import Draws
from lvbuild.tables.reading import Tables
from lvbuild.tables.rules import enforce
from lvbuild.tasks.cases import mixup_case
from lvbuild.tasks.choosing import choose_questions
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.lengths import MixupLengths, fitted
from lvbuild.tasks.mixing import mix
from lvbuild.tasks.nearby import Unplanned, other_levels
from lvbuild.tasks.outcome import Outcome, PlanLevels, plan_questions
from lvbuild.tasks.pool import Read, pool_documents, read_pool
from lvbuild.tasks.prepared import (
    Dropped,
    LevelText,
    Prepared,
    corpus_use,
    record_format,
)
from lvbuild.tasks.refusals import refuse
from lvbuild.tasks.worded import (
    Documents,
    Worded,
    change,
    lacking,
)
from lvbuild.tasks.words import question_draws

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering
    from lvbuild.text.tokens import TokenCounting

_LAYOUTS = {"en": ContextLayout("### Passage "), "zh": ContextLayout("### 文章 ")}


class _Preparation:
    def __init__(
        self,
        recipe: QuestionAnswering,
        tables: Tables,
        corpora: Mapping[str, Corpus],
        options: BuildOptions,
        counters: Counters,
    ) -> None:
        self._recipe = recipe
        self._tables = tables
        self._options = options
        self._counters = counters
        self._asking: list[QuestionCorpus] = named_corpora(recipe.asking, corpora)  # type: ignore[assignment]
        self.documents = Documents(self._asking)
        self._distractors = named_corpora(recipe.distracting, corpora)
        self._layout = _LAYOUTS[recipe.language]
        self._escaped: dict[str, EscapedText] = {}
        self.left_out: dict[str, str] = {}
        self._planner: Callable[[Mixed], PlanLevels]

    def _draws(self, question_id: str, purpose: str) -> Draws:
        return question_draws(self._recipe, self._options, question_id, purpose)

    @cached_property
    def pool(self) -> list[Read]:
        """The distracting documents, in the recipe's order."""
        draws = self._draws("-", "pool")
        documents, _ = self._documents
        return read_pool(self._recipe, documents, draws, self._counters.levels)

    @property
    def unused(self) -> Mapping[str, int]:
        """How many documents are not in the pool, by the reason."""
        _, reasons = self._documents
        return reasons

    @cached_property
    def _documents(self) -> tuple[list[Document], dict[str, int]]:
        return pool_documents(self._recipe, self._distractors)

    def enforce_rules(self) -> None:
        """Raise InvalidRowError for a row that would make records false."""
        only = self._options.approved_only
        enforce(
            mixup_case(
                self._recipe,
                self._tables,
                self._asking,
                self.documents,
                lambda: {read.document_id: read.text for read in self.pool},
                approved_only=only,
            )
        )

    def choose(self) -> list[Worded]:
        """Take questions until the recipe's count is reached; the others are told in left_out."""
        chosen = choose_questions(
            self._recipe,
            self._tables,
            self._options,
            corpora=self._asking,
            documents=self.documents,
            counting=self._counters.levels,
        )
        self.left_out.update(chosen.left_out)
        return chosen.questions

    def plan(
        self, questions: Sequence[Mixed], levels: Sequence[Level], worded: Sequence[Worded]
    ) -> Outcome:
        """Plan all levels of the recipe's list, nested, and any other by itself."""
        pool = Pool([read.outline for read in self.pool])
        lengths = self._lengths(self._counters.tokens, worded)
        headings = HeadingUnits(self._layout, self._counters.levels)

        def planner(mixed: Mixed) -> PlanLevels:
            return partial(_planned, Mixer(pool, mixed, self._recipe.language, headings), lengths)

        self._planner = planner
        own, nested = self._recipe.ascending_levels, self._recipe.nested
        others = [level for level in levels if level not in own]
        outcome = plan_questions(questions, own, others, nested=nested, planner=planner)
        self.left_out |= outcome.left_out
        return outcome

    def told(self, level: Level, error: Unplanned, questions: Sequence[Mixed]) -> Dropped:
        """Tell why a level is dropped, and what to ask for."""
        where, unit = f"{self._recipe.name} at {level.label}", self._recipe.unit
        if isinstance(error, LevelTooLargeError):
            return Dropped(
                f"{where}: the documents that a question may have come to {error.have:,} {unit},"
                f" {error.need:,} are needed; add distractors or ask for smaller levels",
                error.need - error.have,
            )
        if isinstance(error, UnevenTextError):
            near = other_levels(level, lambda near: [self._planner(q)(near) for q in questions])
            off = f"a record can only be {error.nearest:,} {unit} long, over 0.5% off; {near}"
            return Dropped(f"{where}: {off}", None)
        smallest = self._recipe.ascending_levels[0].label
        told = f"a question cannot be asked ({error}); ask for {smallest} or more"
        return Dropped(f"{where}: {told}", None)

    def _lengths(
        self, tokens: TokenCounting | None, questions: Sequence[Worded]
    ) -> MixupLengths | None:
        if tokens is None:
            return None
        counted = tokens is self._counters.levels
        return MixupLengths(tokens, self.pool, questions, self._layout, counted=counted)

    def report(self, questions: Sequence[Worded], texts: Iterable[LevelText]) -> list[LevelText]:
        """Report the tokens of records, where that is asked for."""
        lengths = self._lengths(self._counters.reported, questions)
        if lengths is None:
            return list(texts)
        return [
            replace(text, plan=text.plan.reporting(list(map(lengths.of, text.plan.records))))
            for text in texts
        ]

    def level_text(
        self, level: Level, plans: Sequence[RecordPlan], questions: Sequence[Worded]
    ) -> LevelText:
        """Gather what writing a level takes."""
        limit = self._options.limit
        records = tuple(plans if limit is None else plans[:limit])
        used = {passage.document_id for record in records for passage in record.passages}
        for read in self.pool:
            if read.document_id in used and read.document_id not in self._escaped:
                self._escaped[read.document_id] = read.escape()
        asked = {record.question.id for record in records}
        kept = [worded for worded in questions if worded.question.id in asked]
        return LevelText(
            LevelPlan(level, records),
            {name: text for name, text in self._escaped.items() if name in used},
            record_format(self._recipe, self._options, self._layout),
            changed={worded.question.id: worded.texts for worded in kept},
        )


def prepare_mixup(
    recipe: QuestionAnswering,
    tables: Tables,
    corpora: Mapping[str, Corpus],
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a mixup; those that the corpora cannot fill are told of in `dropped`."""
    preparation = _Preparation(recipe, tables, corpora, options, counters)
    preparation.enforce_rules()
    questions = preparation.choose()
    change(preparation.pool, questions, recipe, counters.levels)
    refused, counts = refuse(preparation.pool, questions, preparation.documents, recipe.language)
    counts.update(preparation.unused)
    mixed = mix(recipe, options, preparation.pool, questions, refused)
    outcome = preparation.plan(mixed, levels, questions)
    asking = [one for one in questions if one.question.id not in outcome.left_out]
    mixed = [one for one in mixed if one.question.id not in outcome.left_out]
    texts = preparation.report(
        asking,
        (
            preparation.level_text(level, outcome.records(level, mixed), asking)
            for level in sorted(levels)
            if level not in outcome.dropped
        ),
    )
    ready = {text.plan.level: text for text in texts}
    dropped = {
        level: preparation.told(level, outcome.dropped[level], mixed)
        for level in sorted(levels)
        if level in outcome.dropped
    }
    uses = tuple(map(corpus_use, named_corpora(recipe.corpora, corpora)))
    left_out = tuple(sorted(preparation.left_out.items()))
    asked = tuple(worded.question.id for worded in asking)
    return Prepared(ready, dropped, uses, _sorted(counts), asked, left_out, lacking(asking, recipe))


def _planned(mixer: Mixer, lengths: MixupLengths | None, level: Level) -> RecordPlan:
    if lengths is None:
        return mixer.plan(level)
    plan = fitted(
        lambda surplus: LevelPlan(level, (mixer.plan(level, surplus),)),
        lambda plan: list(map(lengths.of, plan.records)),
    )
    return plan.records[0]


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
