"""What the tasks over numbered passages share: a haystack of whole paragraphs, and its levels."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level, Origin
from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import Corpus
from lvbuild.mixing.documents import PoolDocuments, SplitDocument, pool_documents
from lvbuild.mixing.excerpts import PoolText
from lvbuild.mixing.layout import HeadingUnits
from lvbuild.mixing.lengths import PassageLengths, fitted
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.planning import Planners, dropped_levels, plan_questions
from lvbuild.mixing.prepared import LevelText, Prepared, corpus_use
from lvbuild.mixing.rewording import split_pool
from lvbuild.questions.variant import draws_for
from lvbuild.recipe.sources import CorpusSource
from lvbuild.sample import SampleArticles, SampleCorpus
from lvbuild.tables.reading import Tables
from lvbuild.tasks.numbered_inputs import NumberedInputs
from lvbuild.tasks.task import HaystackTask, Invented, Source
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    pass


class Asked(NamedTuple):
    """What plans each question, and how many documents these may not have, by reason."""

    planners: Planners
    refused: Mapping[str, int]


class PassageTask(HaystackTask):
    """A recipe that asks about the numbered passages of a context.

    A task is a subclass that says how its questions are planned.
    """

    keys_refused: ClassVar[tuple[str, ...]] = ("confusing_facts", "replacements")
    """Those that every recipe may have and these may not."""

    haystack: CorpusSource = Field(description="the corpus of the passages")

    @model_validator(mode="after")
    def _takes_no_annotations(self) -> Self:
        if any(getattr(self, key) for key in self.keys_refused):
            keys = " or ".join(self.keys_refused)
            raise ValueError(
                f"{self.task} takes no {keys}: its passages stand as they are; leave these keys out"
            )
        return self

    @abstractmethod
    def ask(self, passages: Passages) -> Asked:
        """Return what plans each question, and what these may not have."""

    def described(self, source: Source) -> Iterable[str]:
        """Return the ids of the documents that its questions are about."""
        return ()

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Plan the levels."""
        own, *others = (self._prepare(*part) for part in source.reaching(levels))
        return own.with_levels_of(others)

    def _prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        passages = Passages(source, self)
        planners, own_refused = self.ask(passages)
        refused = {name: n for name, n in {**passages.unused, **own_refused}.items() if n}
        own = self.ascending_levels
        others = [level for level in levels if level not in own]
        outcome = plan_questions(planners, own, others, nested=self.nested)
        return Prepared(
            levels={
                level: passages.level_text(level, records)
                for level, records in outcome.records_of(levels).items()
            },
            dropped=dropped_levels(self, levels, outcome, planners, refused),
            corpora=(corpus_use(passages.corpus),),
            refused=dict(sorted(refused.items())),
            asked=outcome.asked,
            left_out=tuple(sorted(outcome.left_out.items())),
        )

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the passages."""
        return self.invented(SampleArticles(world, self.ascending_levels[-1].size, counting))

    def invented(self, articles: SampleArticles, tables: Tables | None = None) -> Invented:
        """Return what the sample world has: more articles for a level that these do not reach."""
        corpora: dict[str, Corpus] = {self.haystack_name: articles}

        def larger(level: Level) -> Mapping[str, Corpus]:
            # More would change what stands in the recipe's own levels.
            if level.size <= articles.size:
                return corpora
            return {self.haystack_name: articles.reaching(level.size)}

        return Invented(corpora, tables, larger)

    def question_ids(self, kind: str) -> list[str]:
        """Return an id for each of its questions."""
        digits = len(str(self.count - 1))
        return [f"{kind}:{number:0{digits}}" for number in range(self.count)]


@dataclass(frozen=True)
class Passages(NumberedInputs):
    """What the contexts of a recipe are planned from."""

    task: PassageTask

    @cached_property
    def headings(self) -> HeadingUnits:
        """What headings take."""
        return HeadingUnits(self.layout, self.counting)

    @property
    def corpus(self) -> Corpus:
        """The corpus of the passages."""
        return self.source.corpora[self.task.haystack_name]

    @cached_property
    def pool(self) -> list[SplitDocument]:
        """The documents that are long enough, each text once, in the recipe's order."""
        order = self.draws("pool").shuffled(self._pool_documents.documents)
        texts = [PoolText(each.id, each.text, Origin(each.id, 0)) for each in order]
        return split_pool(texts, self.recipe.language, self.counting)

    @property
    def unused(self) -> Mapping[str, int]:
        """How many documents are not in the pool, by the reason."""
        return self._pool_documents.unused

    @cached_property
    def documents(self) -> Mapping[str, SplitDocument]:
        """The documents by their ids: the pool's, and those that questions are about.

        Of one text with several ids the pool has one.
        """
        pool = {document.document_id: document for document in self.pool}
        described = set(self.task.described(self.source)) - pool.keys()
        return pool | {name: self._split(name) for name in sorted(described)}

    def _split(self, name: str) -> SplitDocument:
        text = self.corpus.document(name).text
        return SplitDocument.of(name, text, self.recipe.language, self.counting)

    @cached_property
    def _pool_documents(self) -> PoolDocuments:
        return pool_documents(self.recipe, [self.corpus])

    def draws(self, purpose: str, question_id: str = "-") -> Draws:
        """Return the draws for a purpose."""
        return draws_for(self.recipe, self.options, purpose, question_id=question_id)

    def fitted(
        self, level: Level, plan: Callable[[int], RecordPlan], length: Callable[[RecordPlan], int]
    ) -> RecordPlan:
        """Return a record of the level by its exact length: in tokens, or what `length` returns."""
        exact = length if self._tokens is None else self._tokens.of
        planned = fitted(
            lambda surplus: LevelPlan(level, (plan(surplus),)),
            lambda plan: list(map(exact, plan.records)),
        )
        return planned.records[0]

    def level_text(self, level: Level, records: Iterable[RecordPlan]) -> LevelText:
        """Gather what writing a level takes, with the tokens of records where asked for."""
        plan = LevelPlan(level, tuple(records)[: self.options.limit])
        lengths = self.count_in(self.source.counters.reported, self.documents.values())
        if lengths is not None:
            plan = plan.reporting(list(map(lengths.of, plan.records)))
        used = {passage.document_id for record in plan.records for passage in record.passages}
        return LevelText(
            plan,
            {name: self.documents[name].escaped for name in sorted(used)},
            self.layout,
        )

    @cached_property
    def _tokens(self) -> PassageLengths | None:
        return self.count_in(self.source.counters.tokens, self.documents.values())
