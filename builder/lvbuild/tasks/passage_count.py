"""The task passage_count: how many different passages a context holds, some more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from math import floor
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import LanguageCode, Level, Question
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.mixing.plan import RecordPlan
from lvbuild.mixing.pool import Pool
from lvbuild.mixing.question_plans import Planners
from lvbuild.mixing.repeats import RepeatMixer
from lvbuild.recipe import metrics, register
from lvbuild.tables.reading import Tables
from lvbuild.tables.rows import Text
from lvbuild.tasks.passages import Passages, PassageTask
from lvbuild.tasks.task import ListedQuestion, MadeRecord, Source

_SPARE = 3
"""How many times a level the documents are that its records draw from: to compare all with each
other takes long.
"""
_FEWEST = 60
"""So many they are at least, to choose from."""


@register
class PassageCount(PassageTask):
    """A recipe that asks how many of the passages differ."""

    repeats_passages: ClassVar = True
    may_count_passages: ClassVar = True
    refused_keys: ClassVar = (*PassageTask.refused_keys, "answer_keywords")

    task: Literal["passage_count"] = Field(
        description="what is asked: how many different passages there are"
    )
    question: Text = Field(description="what is asked, the same of every context")
    least_distinct: float = Field(
        0.3,
        ge=0.01,
        le=1,
        description="the least part of the passages that are different ones; records have all "
        "parts from it to 1 alike",
    )

    @model_validator(mode="after")
    def _counts_whole_numbers(self) -> Self:
        if metrics[self.metric].finds_parts:
            raise ValueError(f"metric: {self.metric} finds the answer 7 in 17; write f1")
        return self

    def ask(self, passages: Passages) -> tuple[Planners, Mapping[str, int]]:
        """Return what plans each record, its part of different passages drawn."""
        names = self.question_ids("count")
        strata = passages.seeds.draws("parts of different passages").shuffled(range(len(names)))
        pools = _Pools(passages.pool, self.largest, self.language)
        planners = {}
        for name, stratum in zip(names, strata, strict=True):
            question = Question(name, self.question, ())
            place = stratum, len(names)
            planners[name] = _Planner(passages, pools, question, self.least_distinct, place)
        return planners, {"near-duplicate of another": pools.refused}

    def may_answer(self, text: str, passages: int) -> bool:
        """Tell whether so many of the passages may be different ones."""
        least = floor(self.least_distinct * passages)
        return super().may_answer(text, passages) and int(text) >= max(least, 1)

    def check_record(self, record: MadeRecord, tables: Tables) -> Iterator[str]:
        """Yield where it asks otherwise, or other than so many of its passages differ."""
        differing = len({passage.text for passage in record.passages})
        if record.answers != (str(differing),):
            told = ", ".join(record.answers)
            yield f"{differing} of its passages differ, and its answer is {told}"
        if record.input != self.question:
            yield f"it asks {record.input!r}"

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the question of each record; the answers are those of its levels."""
        return [ListedQuestion(name, self.question, ()) for name in self.question_ids("count")]


@dataclass(frozen=True)
class _Planner:
    """All that a record is planned from: its part of different passages is drawn of a stratum."""

    passages: Passages
    pools: _Pools
    question: Question
    least_distinct: float
    stratum: tuple[int, int]

    def of_passages(self, number: int) -> RecordPlan:
        """Plan a record with so many passages."""
        return self.passages.record(*self._mixer(0).of_passages(number))

    def least(self) -> int:
        """Return the units of a record with two of the longest passages."""
        headings = self.passages.headings
        longest = max(document.outline.size for document in self.passages.pool)
        return headings.counting.count(self.question.input) + 2 * (longest + headings.of(1))

    def begin(self, level: Level) -> RepeatMixer:
        """Return what plans a level, and then larger ones of the recipe's own: of the same pool."""
        return self._mixer(level.size)

    def _mixer(self, size: int) -> RepeatMixer:
        draws = self.passages.seeds.draws("passages", question_id=self.question.id)
        number, strata = self.stratum
        place = (number + draws.uniform(0, 1)) / strata
        pool = self.pools.of(size)
        return RepeatMixer(
            self.question,
            pool,
            share=self.least_distinct + (1 - self.least_distinct) * place,
            order=draws.index(2**53),
            draws=draws,
            headings=self.passages.headings,
        )

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        return self.passages.length(record)


class _Pools:
    """The documents that levels are filled with, of which none is like another.

    The recipe's own levels share one pool, whatever is asked for, that of `least` units; a larger
    one has more of the same. `refused` counts the documents that are left out of the first.
    """

    def __init__(
        self, documents: Sequence[SplitDocument], least: int, language: LanguageCode
    ) -> None:
        self._documents = documents
        self._least = least
        self._language: LanguageCode = language
        self._pools: dict[int, Pool] = {}
        unlike = self.of(least)
        self.refused = len(_first(documents, least)) - len(unlike.outlines)

    def of(self, size: int) -> Pool:
        """Return the pool for a level of so many units."""
        size = max(size, self._least)
        if size not in self._pools:
            unlike = _unlike(_first(self._documents, size), self._language)
            self._pools[size] = Pool([document.outline for document in unlike])
        return self._pools[size]


def _first(pool: Sequence[SplitDocument], size: int) -> Sequence[SplitDocument]:
    """Return as many documents as are enough for levels of so many units."""
    units = accumulate(document.outline.size for document in pool)
    enough = sum(1 for _ in takewhile(lambda before: before < _SPARE * size, units)) + 1
    return pool[: max(enough, _FEWEST)]


def _unlike(documents: Sequence[SplitDocument], language: LanguageCode) -> list[SplitDocument]:
    spoken = find_language(language)
    texts = spoken.normal_texts([document.text for document in documents])
    names = [document.document_id for document in documents]
    alike = near_duplicates(dict(zip(names, texts, strict=True)), dict(enumerate(texts)), spoken)
    forms: set[str] = set()
    taken: set[int] = set()
    for place, (name, text) in enumerate(zip(names, texts, strict=True)):
        if text.folded not in forms and not alike[name] & taken:
            taken.add(place)
        forms.add(text.folded)
    return [documents[place] for place in sorted(taken)]
