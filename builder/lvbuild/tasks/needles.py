"""What needle tasks share: facts with coined words, hidden in running text at chosen depths."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, Field, model_validator

from lvbuild.core.model import Fact, Level
from lvbuild.recipe.schema import Recipe
from lvbuild.sample import SampleCorpus
from lvbuild.tables.reading import Tables, read_tables
from lvbuild.tables.rows import OwnRow
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needle_levels import prepare_needles
from lvbuild.tasks.own_rows import own_rows
from lvbuild.tasks.prepared import Prepared
from lvbuild.tasks.task import HaystackTask, Invented, ListedQuestion, Source
from lvbuild.text.counting import Counting

_DEPTHS = re.compile(r"(\d(?:\.\d+)?)\.\.(\d(?:\.\d+)?) by (\d(?:\.\d+)?)")


def parse_depths(text: str) -> tuple[float, ...]:
    """Return the depths of such as "0..1 by 0.1"; raise ValueError where it is none."""
    found = _DEPTHS.fullmatch(text)
    first, last, step = map(float, found.groups()) if found else (0.0, 0.0, 0.0)
    if not found or not 0 <= first < last <= 1 or step <= 0:
        raise ValueError("write depths from 0 to 1 as 0..1 by 0.1")
    return tuple(round(first + place * step, 9) for place in range(_steps(last - first, step) + 1))


def _steps(distance: float, step: float) -> int:
    return int(distance / step + 1e-9)


def check_depths(text: str) -> str:
    """Return what depths are written as; raise ValueError where they are none."""
    parse_depths(text)
    return text


@dataclass(frozen=True, slots=True)
class NeedleQuestion:
    """A question in words, with its facts: the first stands at the record's depth.

    `lacks_rows` says that the table has too few rows for all the facts that the recipe asks for.
    """

    input: str
    answers: tuple[str, ...]
    facts: tuple[Fact, ...]
    lacks_rows: bool = False


class NeedleTask(HaystackTask):
    """A recipe that hides facts with words coined for each record.

    A task is a subclass with a table of its own and what it makes of its rows.
    """

    reads_whole_corpora: ClassVar = False
    depths_of: ClassVar = "needle"
    other_facts: ClassVar = "decoys"
    records_together: ClassVar[int] = 1
    """How many records in a row differ by facts alone."""
    asks_for_several: ClassVar[bool] = False
    """Whether a question has several answers, all of which are asked for."""

    depths: Annotated[str, AfterValidator(check_depths)] | None = Field(
        None, description="of the needles in turn, as 0..1 by 0.1; else evenly from 0 to 1"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.confusing_facts or self.replacements or self.answer_keywords:
            raise ValueError(
                f"{self.task} takes no confusing_facts, replacements or answer_keywords: its words"
                " are coined; leave these keys out"
            )
        if self.asks_for_several and self.metric != "all_of":
            raise ValueError(
                f"metric: a question of {self.task} asks for several answers, of which"
                f" {self.metric} scores the first; write all_of"
            )
        if self.count % self.records_together:
            raise ValueError(f"count: records come by {self.records_together}; take a multiple")
        if self.depths is None and self.positions < 2:
            raise ValueError("count: a needle takes at least 2 positions")
        if self.depths is not None and self.positions % len(parse_depths(self.depths)):
            depths = len(parse_depths(self.depths)) * self.records_together
            raise ValueError(f"count: there are {depths} depths; take a multiple")
        return self

    @abstractmethod
    def ask(self, rows: Sequence[Any], coin: Coinage, position: int) -> Sequence[NeedleQuestion]:
        """Return what is asked at a position: a question, or several that differ by facts alone.

        The first has all facts. `rows` are those of the task's table, its own first.
        """

    @property
    def positions(self) -> int:
        """How many depths there are, with repeated ones."""
        return self.count // self.records_together

    def depth(self, position: int) -> float:
        """Return the depth of the first fact."""
        if self.depths is None:
            return position / (self.positions - 1)
        depths = parse_depths(self.depths)
        return depths[position % len(depths)]

    def rows(self, tables: Tables) -> list[OwnRow]:
        """Return the rows of its table that builds take; raise UsageError where there are none."""
        return own_rows(tables)

    def answered(self, rows: Sequence[Any], text: str) -> Collection[str]:
        """Return the ids of the rows whose question a text of the haystack may answer."""
        return ()

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the haystack; the tables are the recipe's own."""
        return Invented({self.haystack_name: world})

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Plan the levels."""
        return prepare_needles(
            self,
            source.tables,
            self.prose(source),
            levels,
            source.options,
            counters=source.counters,
        )

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of its rows, with their placeholders."""
        rows: list[Any] = self.rows(read_tables(tables, self))
        return [ListedQuestion(row.id, row.question, ()) for row in rows]


def joined(words: Sequence[str], recipe: Recipe) -> str:
    """Return words as a list within a sentence: A, B and C."""
    *most, last = words
    comma, and_ = (", ", " and ") if recipe.language == "en" else ("、", "和")
    return and_.join([comma.join(most), last]) if most else last
