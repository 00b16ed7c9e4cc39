"""The task as_published: records of LongBench, passed on as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from lvbuild.core.model import Level, Question
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.corpora.longbench import LongBenchPart, LongBenchRecord, is_part
from lvbuild.errors import BuildError, UsageError
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.lengths import passage_lengths
from lvbuild.mixing.plan import ContextLayout, HeadingUnits, RecordPlan, whole
from lvbuild.mixing.planning import Prepared
from lvbuild.mixing.question_plans import Outcome
from lvbuild.recipe import metrics, register
from lvbuild.recipe.layouts import layouts
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SamplePublished
from lvbuild.tables.reading import Tables
from lvbuild.tasks.task import Invented, ListedQuestion, Source, Task
from lvbuild.text.counting import Counting


def _check_part(name: str) -> str:
    known = [each.removeprefix("longbench_") for each in CATALOGUE if is_part(each)]
    if name not in known:
        raise ValueError(f"{name!r} is no part of LongBench; there are {', '.join(known)}")
    return name


@register
class AsPublished(Task):
    """A recipe whose records are those of a part of LongBench: nothing is mixed."""

    source_keys: ClassVar = ("part",)
    answers_stand_in_texts: ClassVar = False
    asks_without_text: ClassVar = False
    passages_are: ClassVar = "example"
    labels_are_read: ClassVar = True
    has_levels: ClassVar = False
    keeps_ids: ClassVar = True
    refused_keys: ClassVar = ("replacements", "confusing_facts", "answer_keywords")
    refused_as: ClassVar = "its records are passed on as they are"

    task: Literal["as_published"] = Field(description="what is asked: what a published record asks")
    part: Annotated[str, AfterValidator(_check_part)] = Field(
        description="the part of LongBench, such as hotpotqa, or of LongBench-E, such as hotpotqa_e"
    )

    @property
    def corpus(self) -> str:
        """The name of the corpus that the part is."""
        return f"longbench_{self.part}"

    def given(self, key: str) -> Sequence[str]:
        """Return the part as the corpus that it is."""
        return [self.corpus]

    @property
    def question_corpora(self) -> tuple[str, ...]:
        """The name of the corpus that asks."""
        return (self.corpus,)

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take records over numbered articles of the world."""
        records = SamplePublished(
            world, 1, counting, shape="multi_hop_qa", questions=self.count, asker=self.name
        )
        return Invented({self.corpus: records})

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read the records, and plan each as it is."""
        [own] = self.ascending_levels
        counters, defects = source.counters, source.options.known_defects
        found = {one.question_id: one for one in self._read(source)}
        read = [one for name, one in found.items() if name not in defects]
        labels = tuple(dict.fromkeys(name for each in read for name in each.classes))
        if layouts[self.layout].choices:
            labels = ()  # letters are answered
        elif "labels" in metrics[self.metric].keys and not (labels or self.labels):
            otherwise = ", or leave out --sample" if source.invented else ""
            raise UsageError(
                f"{source.file.argument}: metric: {self.metric} scores by classes, and the records"
                f" have none; take another metric{otherwise}"
            )
        language, counting = self.language, counters.levels
        documents = {
            one.question_id: SplitDocument.of(one.question_id, one.context, language, counting)
            for one in read
        }
        headings = HeadingUnits(ContextLayout.of(self.heading), counters.levels)
        lengths = passage_lengths(counters.tokens, documents, headings)
        plans = {}
        for each in read:
            name = each.question_id
            passage = whole(name, len(each.context), "haystack")
            asked = Question(name, each.input, each.answers)
            counted = sum(map(counters.levels.count, (*asked.texts, each.context)))
            plan = RecordPlan(asked, 0, counted + headings.of(1), (passage,), ())
            plans[name] = plan._replace(length=lengths.of(plan)) if lengths else plan
        outcome = Outcome({own: plans}, {}, {}, tuple(plans))
        return source.planned(
            levels,
            outcome,
            {},
            documents,
            headings,
            unused={},
            left_out={name: defects[name] for name in found if name in defects},
            labels=labels,
            miscounted=sum(each.miscounted for each in read),
        )

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return what the records ask."""
        records = self._read(open_source())
        return [ListedQuestion(one.question_id, one.input, one.answers) for one in records]

    def _read(self, source: Source) -> list[LongBenchRecord]:
        """Return the first records, up to the count.

        Raises BuildError where two have one id, one has no context or no answer, or is of another
        language than the recipe.
        """
        corpus = source.corpora[self.corpus]
        records: Iterable[LongBenchRecord] = ()
        if isinstance(corpus, LongBenchPart | SamplePublished):
            records = corpus.records()
        found: dict[str, LongBenchRecord] = {}
        for number, record in zip(range(1, self.count + 1), records, strict=False):
            where = f"{self.corpus}, record {number} ({record.id})"
            if record.id in found:
                raise BuildError(f"{where}: another record before it has its _id; take one away")
            if not record.context or not record.answers:
                what = "answers" if record.context else "context"
                raise BuildError(f"{where}: has no {what}; take it away, or fetch the file again")
            if record.language != self.language and not source.invented:
                raise UsageError(
                    f"{source.file.argument}: language: {self.part} is in {record.language!r}, not"
                    f" in {self.language!r}; write that, and a unit that goes with it"
                )
            found[record.id] = record
        return [*found.values()]
