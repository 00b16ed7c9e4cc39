"""A task that lvbuild does not know: it shows a sentence and asks for the one that follows.

A remark from a table of the task's own stands behind the passage that holds both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field

from lvbuild.mix.layout import ContextLayout, HeadingUnits
from lvbuild.mix.plan import Insertion, LevelPlan, Passage, RecordPlan
from lvbuild.model import Fact, Level, Question
from lvbuild.recipe import register
from lvbuild.sample import SampleCorpus
from lvbuild.tables.case import Case
from lvbuild.tables.rows import OwnRow, Text
from lvbuild.tasks.documents import SplitDocument, haystack_documents
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.pool import split_pool
from lvbuild.tasks.prepared import Dropped, LevelText, Prepared, corpus_use, record_format
from lvbuild.tasks.task import Invented, ListedQuestion, Source, Task
from lvbuild.text.counting import Counting

LAYOUT = ContextLayout("### Passage ")
Questions = list[tuple[SplitDocument, Question]]


class RemarkRow(OwnRow):
    """A sentence that stands behind the evidence."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "document",
        "remark": "This passage was document twice.",
        "status": "draft",
        "annotator": "Ada",
    }
    remark: Text = Field(description="the sentence")


@register
class NextSentence(Task):
    """A recipe that asks what follows the first sentence of a passage, at even depths."""

    source_keys: ClassVar = ("passages",)
    own_tables: ClassVar = {"remarks": RemarkRow}
    reads_whole_corpora: ClassVar = False

    task: Literal["next_sentence"] = Field(description="what is asked: the sentence that follows")
    passages: str = Field(description="the corpus of the passages")

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles."""
        return Invented({self.passages: world})

    def read_case(self, source: Source) -> Case:
        """Return the rows to be checked."""
        return Case(self, source.tables)

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions in the order of the records."""
        source = open_source()
        asked = (question for _, question in self._asked(self._read(source), source))
        return [ListedQuestion(q.id, q.input, q.answers, q.supporting) for q in asked]

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Plan the levels, each record by itself."""
        documents = self._read(source)
        asked = self._asked(documents, source)
        headings = HeadingUnits(LAYOUT, source.counters.levels)
        form = record_format(self, source.options, LAYOUT)
        texts = {document.document_id: document.escaped for document in documents}
        ready, dropped = {}, {}
        for level in levels:
            plans = [
                self._plan(level, asked, place, documents, headings) for place in range(len(asked))
            ]
            records = tuple(plan for plan in plans if plan)[: source.options.limit]
            if None in plans:
                dropped[level] = Dropped(f"{self.name} at {level.label}: texts are lacking", None)
            else:
                ready[level] = LevelText(LevelPlan(level, records), texts, form)
        use = corpus_use(source.corpora[self.passages])
        return Prepared(ready, dropped, (use,), {}, tuple(question.id for _, question in asked))

    def _read(self, source: Source) -> list[SplitDocument]:
        documents = haystack_documents(self, source.corpora[self.passages])
        draws = draws_for(self, source.options, "pool")
        return split_pool(documents, draws, self.language, source.counters.levels)

    def _asked(self, documents: Sequence[SplitDocument], source: Source) -> Questions:
        rows = source.tables.own["remarks"].used(source.options.approved_only)
        remarks = tuple(Fact("remark", placed.row.remark) for placed in rows[:1])
        asked = []
        for document in documents[: self.count]:
            shown, answer = (sentence.strip() for sentence in document.sentences[:2])
            name, question = document.document_id, f"Which sentence follows this one? {shown}"
            asked.append((document, Question(name, question, (answer,), "", remarks, (name,))))
        return asked

    def _plan(
        self,
        level: Level,
        asked: Questions,
        place: int,
        documents: Sequence[SplitDocument],
        headings: HeadingUnits,
    ) -> RecordPlan | None:
        """Fill a context with other texts, the last one cut; None where nothing comes near."""
        own, question = asked[place]
        length = own.outline.size + sum(map(headings.counting.count, question.texts))
        passages: list[Passage] = []
        for document in documents:
            room = level.size - length - headings.of(len(passages) + 2)
            counts, marks = document.outline.counts, document.outline.boundaries
            end = min(document.outline.cuts, key=lambda cut: abs(room - counts[cut]))
            full = abs(room - counts[end]) <= level.tolerance
            if document is own or not (full or counts[-1] < room):
                continue
            end = end if full else len(counts) - 1
            stop = marks[end].offset
            whole = stop == len(document.text)
            passages.append(Passage(document.document_id, "distracting", 0, stop, whole))
            length += counts[end]
            if full:
                at = round(place / max(len(asked) - 1, 1) * len(passages))
                passages.insert(at, Passage(own.document_id, "supporting", 0, len(own.text), True))
                facts = range(len(question.facts))
                remarks = tuple(Insertion(fact, at, len(own.text), " ", "") for fact in facts)
                length += headings.of(len(passages))
                return RecordPlan(question, 0, length, tuple(passages), remarks)
        return None
