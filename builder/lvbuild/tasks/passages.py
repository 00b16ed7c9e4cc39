"""What the tasks over numbered passages share: a haystack of whole paragraphs, and its levels."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, cast

from pydantic import Field

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Seeds
from lvbuild.errors import BuildError
from lvbuild.mixing.documents import SplitDocument, pool_documents
from lvbuild.mixing.lengths import PassageLengths, passage_lengths
from lvbuild.mixing.plan import ContextLayout, HeadingUnits, LevelTooLargeError, Passage, RecordPlan
from lvbuild.mixing.planning import Prepared
from lvbuild.mixing.question_plans import Outcome, Planner, Planners, plan_questions
from lvbuild.recipe.sources import CorpusSource
from lvbuild.rules import enforce
from lvbuild.sample import SampleArticles, SampleCorpus
from lvbuild.tables.reading import Tables
from lvbuild.tasks.task import HaystackTask, Invented, Source
from lvbuild.text.counting import Counting

_USUAL = 300
"""Units of a passage, or more than it has: so many are enough to choose from."""


class PassagePlanner(Planner, Protocol):
    """All that the records of one question are planned from."""

    def of_passages(self, number: int) -> RecordPlan:
        """Plan a record with so many passages, its length as far as counts add up.

        Raises LevelTooLargeError, in passages, where there are too few.
        """


class PassageTask(HaystackTask):
    """A recipe that asks about the numbered passages of a context.

    A task is a subclass that says how its questions are planned.
    """

    answers_stand_in_texts: ClassVar = False
    passages_are: ClassVar = "paragraph"
    asks_without_text: ClassVar = False
    refused_keys: ClassVar[tuple[str, ...]] = ("confusing_facts", "replacements")
    refused_as: ClassVar = "its passages stand as they are"

    haystack: CorpusSource = Field(description="the corpus of the passages")

    @abstractmethod
    def ask(self, passages: Passages) -> tuple[Planners, Mapping[str, int]]:
        """Return what plans each question, and how many documents these may not have, by reason."""

    def may_answer(self, text: str, passages: int) -> bool:
        """Tell whether a number in an answer is that of a passage, or of some of them."""
        return all(0 < int(number) <= passages for number in re.findall(r"\d+", text))

    def described(self, tables: Tables) -> Iterable[str]:
        """Return the ids of the documents that its questions are about."""
        return ()

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read the passages, ask about them and plan the levels."""
        enforce(self.read_case(source))
        passages = self.read_passages(source)
        planners, own_refused = self.ask(passages)
        unused = {name: n for name, n in {**passages.unused, **own_refused}.items() if n}
        if self.passages is None:
            outcome = plan_questions(self, planners, levels, source.seeds)
        else:
            outcome = self._plan_passages(planners, passages)
        documents, headings = passages.documents, passages.headings
        return source.planned(levels, outcome, planners, documents, headings, unused=unused)

    def _plan_passages(self, planners: Planners, passages: Passages) -> Outcome:
        """Plan a record of each question that has the number of passages."""
        [level], number = self.ascending_levels, self.passages or 0
        plans = {}
        # Tasks whose contexts may have a number of passages have such planners.
        for name, planner in cast("Mapping[str, PassagePlanner]", planners).items():
            try:
                record = planner.of_passages(number)
            except LevelTooLargeError as error:
                raise BuildError(
                    f"{self.name}: a context has {error.need:,} passages, and {self.haystack_name}"
                    f" has {error.have:,} that its question may have; add documents, or write"
                    " fewer passages"
                ) from error
            plans[name] = record._replace(length=passages.length(record))
        return Outcome({level: plans}, {}, {}, tuple(plans))

    @property
    def largest(self) -> int:
        """The units of the largest level; of contexts with a number of passages about as many."""
        return (self.passages or 0) * _USUAL or self.ascending_levels[-1].size

    def read_passages(self, source: Source) -> Passages:
        """Read and split the documents of the recipe."""
        corpus, counters = source.corpora[self.haystack_name], source.counters
        layout = ContextLayout.of(self.heading)
        headings = HeadingUnits(layout, counters.levels)
        gathered = pool_documents(self, [corpus])
        order = source.seeds.draws("pool").shuffled([*gathered.texts])
        language, counting = self.language, counters.levels
        pool = [SplitDocument.of(name, gathered.texts[name], language, counting) for name in order]
        documents = {document.document_id: document for document in pool}
        for name in sorted(set(self.described(source.tables)) - documents.keys()):
            text = corpus.document(name).text
            documents[name] = SplitDocument.of(name, text, language, counting)
        tokens = passage_lengths(counters.tokens, documents, headings)
        return Passages(
            source.tables, source.seeds, pool, gathered.unused, documents, headings, tokens
        )

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the passages."""
        articles = SampleArticles(world, self.largest, counting)
        return Invented({self.haystack_name: articles})

    def question_ids(self, kind: str) -> list[str]:
        """Return an id for each of its questions."""
        digits = len(str(self.count - 1))
        return [f"{kind}:{number:0{digits}}" for number in range(self.count)]


@dataclass(frozen=True, slots=True)
class Passages:
    """What the contexts of a recipe are planned from.

    `pool` are the documents that are long enough, each text once, in the recipe's order; `unused`
    counts the others, by the reason. `documents` are those of the pool by their ids, and those that
    questions are about: of one text with several ids the pool has one. `tokens` counts records
    where levels are in tokens.
    """

    tables: Tables
    seeds: Seeds
    pool: Sequence[SplitDocument]
    unused: Mapping[str, int]
    documents: Mapping[str, SplitDocument]
    headings: HeadingUnits
    tokens: PassageLengths | None

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        return record.length if self.tokens is None else self.tokens.of(record)

    def record(self, question: Question, passages: Sequence[Passage]) -> RecordPlan:
        """Return the record of a question over whole passages."""
        units = sum(map(self.headings.counting.count, question.texts))
        units += sum(self.documents[one.document_id].outline.size for one in passages)
        length = units + self.headings.of(len(passages))
        return RecordPlan(question, 0, length, tuple(passages), ())
