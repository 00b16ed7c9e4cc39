"""What the tasks over numbered passages share: a haystack of whole paragraphs, and its levels."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level, Origin
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument, pool_documents
from lvbuild.mixing.excerpts import PoolText
from lvbuild.mixing.layout import ContextLayout, HeadingUnits
from lvbuild.mixing.lengths import PassageLengths, fit_record
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.planning import Planners, dropped_levels, plan_questions
from lvbuild.mixing.prepared import LevelText, Prepared, corpus_use
from lvbuild.mixing.rewording import split_pool
from lvbuild.questions.annotations import draws_for
from lvbuild.recipe.sources import CorpusSource
from lvbuild.rules import enforce
from lvbuild.sample import SampleArticles, SampleCorpus
from lvbuild.tables.reading import Tables
from lvbuild.tasks.task import HaystackTask, Invented, Source
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


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
        """Read the passages, ask about them and plan the levels."""
        enforce(self.read_case(source))
        passages = Passages.read(source, self)
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
            corpora=(corpus_use(source.corpora[self.haystack_name]),),
            refused=dict(sorted(refused.items())),
            asked=outcome.asked,
            left_out=tuple(sorted(outcome.left_out.items())),
        )

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the passages."""
        return self.invented(SampleArticles(world, self.ascending_levels[-1].size, counting))

    def invented(self, articles: SampleArticles, tables: Tables | None = None) -> Invented:
        """Return what the sample world has: more articles for a level that these do not reach."""
        return Invented({self.haystack_name: articles}, tables)

    def question_ids(self, kind: str) -> list[str]:
        """Return an id for each of its questions."""
        digits = len(str(self.count - 1))
        return [f"{kind}:{number:0{digits}}" for number in range(self.count)]


@dataclass(frozen=True, slots=True)
class Passages:
    """What the contexts of a recipe are planned from.

    `pool` are the documents that are long enough, each text once, in the recipe's order; `unused`
    counts the others, by the reason. `documents` are those of the pool by their ids, and those that
    questions are about: of one text with several ids the pool has one.
    """

    source: Source
    recipe: PassageTask
    pool: Sequence[SplitDocument]
    unused: Mapping[str, int]
    documents: Mapping[str, SplitDocument]
    headings: HeadingUnits
    tokens: PassageLengths | None

    @classmethod
    def read(cls, source: Source, task: PassageTask) -> Passages:
        """Read and split the documents of a recipe."""
        corpus, counting = source.corpora[task.haystack_name], source.counters.levels
        gathered = pool_documents(task, [corpus])
        order = draws_for(task, source.options, "pool").shuffled(gathered.documents)
        texts = [PoolText(each.id, each.text, Origin(each.id, 0)) for each in order]
        pool = split_pool(texts, task.language, counting)
        documents = {document.document_id: document for document in pool}
        for name in sorted(set(task.described(source)) - documents.keys()):
            text = corpus.document(name).text
            documents[name] = SplitDocument.of(name, text, task.language, counting)
        layout = ContextLayout(find_language(task.language).heading)
        headings = HeadingUnits(layout, counting)
        tokens = _lengths(source.counters.tokens, documents, headings)
        return cls(source, task, pool, gathered.unused, documents, headings, tokens)

    def draws(self, purpose: str, question_id: str = "-") -> Draws:
        """Return the draws for a purpose."""
        return draws_for(self.recipe, self.source.options, purpose, question_id=question_id)

    def fit(
        self, level: Level, plan: Callable[[int], RecordPlan], length: Callable[[RecordPlan], int]
    ) -> RecordPlan:
        """Return a record of the level by its exact length: in tokens, or what `length` returns."""
        return fit_record(level, plan, length if self.tokens is None else self.tokens.of)

    def level_text(self, level: Level, records: Iterable[RecordPlan]) -> LevelText:
        """Gather what writing a level takes, with the tokens of records where asked for."""
        plan = LevelPlan(level, tuple(records)[: self.source.options.limit])
        lengths = _lengths(self.source.counters.reported, self.documents, self.headings)
        if lengths is not None:
            plan = plan.reporting(list(map(lengths.of, plan.records)))
        used = {passage.document_id for record in plan.records for passage in record.passages}
        texts = {name: self.documents[name].escaped for name in sorted(used)}
        return LevelText(plan, texts, self.headings.layout)


def _lengths(
    tokens: TokenCounting | None, documents: Mapping[str, SplitDocument], headings: HeadingUnits
) -> PassageLengths | None:
    """Return what counts records in tokens, where that is asked for."""
    if tokens is None:
        return None
    counted = tokens is headings.counting
    return PassageLengths(tokens, documents.values(), headings.layout, counted=counted)
