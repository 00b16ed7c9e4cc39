"""The task passage_count: how many different passages a context holds, some more than once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from lvbuild.filters.near_duplicates import near_duplicates
from lvbuild.mix.plan import RecordPlan
from lvbuild.mix.pool import Pool
from lvbuild.mix.repeats import RepeatMixer
from lvbuild.model import Level, Question
from lvbuild.recipe import register
from lvbuild.sample import SampleArticles, SampleCorpus
from lvbuild.tables.case import Case
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.mixup_plans import PlanLevels, Planners
from lvbuild.tasks.passages import Passages, PassageTask
from lvbuild.tasks.task import Invented, ListedQuestion, Source
from lvbuild.text.counting import Counting
from lvbuild.text.normal import normal_texts


@register
class PassageCount(PassageTask):
    """A recipe that asks how many of the passages differ."""

    keys_refused: ClassVar = (*PassageTask.keys_refused, "answer_keywords")

    task: Literal["passage_count"] = Field(
        description="what is asked: how many different passages there are"
    )
    question: str = Field(description="what is asked, the same of every context")
    least_distinct: float = Field(
        0.3,
        gt=0,
        le=1,
        description="the least part of the passages that are different ones; records have all "
        "parts from it to 1 alike",
    )

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the passages."""
        size = self.ascending_levels[-1].size
        return self.invented(SampleArticles(world, size, counting))

    def planners(self, passages: Passages) -> Planners:
        """Return what begins to plan each record, its part of different passages drawn."""
        pool = Pool([document.outline for document in _unlike(passages)])
        names = self.question_ids("count")
        strata = passages.draws("parts of different passages").shuffled(range(len(names)))

        def begin(name: str, stratum: int) -> PlanLevels:
            draws = passages.draws("passages", name)
            place = (stratum + draws.uniform(0, 1)) / len(names)
            mixer = RepeatMixer(
                Question(name, self.question, ()),
                pool,
                share=self.least_distinct + (1 - self.least_distinct) * place,
                offset=draws.index(max(len(pool.sizes), 1)),
                draws=draws,
                headings=passages.headings,
            )
            return partial(_plan, passages, mixer)

        return {
            name: partial(begin, name, stratum) for name, stratum in zip(names, strata, strict=True)
        }

    def read_case(self, source: Source) -> Case:
        """Return a case without rows: it takes no tables."""
        return Case(self, source.tables)

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the question of each record; the answers are those of its levels."""
        return [ListedQuestion(name, self.question, ()) for name in self.question_ids("count")]


def _plan(passages: Passages, mixer: RepeatMixer, level: Level) -> RecordPlan:
    return passages.fitted(
        level, lambda surplus: mixer.plan(level, surplus), lambda record: record.length
    )


def _unlike(passages: Passages) -> Sequence[SplitDocument]:
    """Return the documents of the pool of which none is like one before it."""
    language = passages.recipe.language
    texts = normal_texts([document.text for document in passages.pool], language)
    names = [document.document_id for document in passages.pool]
    alike = near_duplicates(dict(zip(names, texts, strict=True)), texts, language)
    first: dict[str, int] = {}
    unlike: list[SplitDocument] = []
    taken: set[int] = set()
    for place, document in enumerate(passages.pool):
        known = first.setdefault(texts[place].folded, place)
        if known != place or alike[document.document_id] & taken:
            passages.refused["near-duplicate of another"] += 1
        else:
            taken.add(place)
            unlike.append(document)
    return unlike
