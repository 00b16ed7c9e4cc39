"""What needle tasks share: facts with coined words, hidden in running text at chosen depths."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, Field, model_validator

from lvbuild.core.model import Fact, Level, Question
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.errors import UsageError
from lvbuild.mixing.haystack import RecordGroup, even_depths
from lvbuild.mixing.planning import Prepared
from lvbuild.recipe import metrics
from lvbuild.recipe.keys import NewTokens
from lvbuild.recipe.layouts import layouts
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import Tables
from lvbuild.tables.rows import OwnRow
from lvbuild.tasks.haystack import Haystack, prepare_haystack
from lvbuild.tasks.needles.unique_words import ToldWords, UniqueWords
from lvbuild.tasks.own_tables import own_rows
from lvbuild.tasks.task import CheckedText, HaystackTask, ListedQuestion, Source

_DEPTHS = re.compile(r"(\d(?:\.\d+)?)\.\.(\d(?:\.\d+)?) by (\d(?:\.\d+)?)")


def parse_depths(text: str) -> tuple[float, ...]:
    """Return the depths of such as "0..1 by 0.1"; raise ValueError where it is none."""
    found = _DEPTHS.fullmatch(text)
    first, last, step = map(float, found.groups()) if found else (0.0, 0.0, 0.0)
    if not found or not 0 <= first < last <= 1 or step <= 0:
        raise ValueError("write depths from 0 to 1 as 0..1 by 0.1")
    steps = int((last - first) / step + 1e-9)
    return tuple(round(first + place * step, 9) for place in range(steps + 1))


def read_by(parse: Callable[[str], object]) -> AfterValidator:
    """Keep a text as it is written; `parse` raises ValueError where it cannot be read."""

    def check(text: str) -> str:
        parse(text)
        return text

    return AfterValidator(check)


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
    refused_keys: ClassVar = ("confusing_facts", "replacements", "answer_keywords")
    refused_as: ClassVar = "its words are coined"
    records_together: ClassVar[int] = 1
    """How many records in a row differ by facts alone."""
    asks_for_several: ClassVar[bool] = False
    """Whether a question has several answers, all of which are asked for."""

    max_new_tokens: NewTokens = 128
    depths: Annotated[str, read_by(parse_depths)] | None = Field(
        None, description="of the needles in turn, as 0..1 by 0.1; else evenly from 0 to 1"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        takes_all = metrics[self.metric].answers == "all" or layouts[self.layout].choices
        if self.asks_for_several and not takes_all:
            raise ValueError(
                f"metric: a question of {self.task} asks for several answers, of which"
                f" {self.metric} scores the first; write all_of"
            )
        if self.count % self.records_together:
            raise ValueError(f"count: records come by {self.records_together}; take a multiple")
        if self.depths is None and self.positions < 2:
            raise ValueError("count: a needle takes at least 2 positions")
        depths = len(parse_depths(self.depths)) if self.depths is not None else 1
        if self.positions % depths:
            together = depths * self.records_together
            raise ValueError(f"count: there are {together} depths; take a multiple")
        return self

    @abstractmethod
    def ask(
        self, rows: Sequence[Any], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Return what is asked at a position: a question, or several that differ by facts alone.

        The first has all facts. `rows` are those of the task's table, its own first.
        """

    @property
    def positions(self) -> int:
        """How many depths there are, with repeated ones."""
        return self.count // self.records_together

    def depth_of(self, place: int) -> float:
        """Return where the first fact of a record stands."""
        position = place // self.records_together
        if self.depths is None:
            return position / (self.positions - 1)
        depths = parse_depths(self.depths)
        return depths[position % len(depths)]

    def answered(self, rows: Sequence[Any], text: str) -> Collection[str]:
        """Return the ids of the rows whose question a text of the haystack may answer."""
        return ()

    def groups(
        self, rows: Sequence[Any], words: UniqueWords, seeds: Seeds
    ) -> Iterator[tuple[RecordGroup, int]]:
        """Yield the records of each position, and how many of them lack rows."""
        draws = seeds.draws("order of rows and facts")
        order = draws.shuffled(rows)
        for position in range(self.positions):
            first = position % len(order)
            together = self.ask([*order[first:], *order[:first]], words, position)
            yield _group(self, position, together, draws), sum(one.lacks_rows for one in together)

    def remake(
        self, tables: Tables, seeds: Seeds, left_out: Collection[str], told: Sequence[Sequence[str]]
    ) -> HiddenNeedles:
        """Make the questions of records again."""
        rows = [row for row in own_rows(tables) if row.id not in left_out]
        words = ToldWords(self.language, seeds, chain.from_iterable(told))
        made, groups = self.groups(rows, words, seeds), []
        for first in range(0, len(told), self.records_together):
            facts = chain.from_iterable(told[first : first + self.records_together])
            words.here = "\n".join(facts)
            groups += [group for group, _ in islice(made, 1)]
        return HiddenNeedles(self, rows, words, groups)

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read the haystack, coin words that it lacks, and plan the levels.

        The words are coined against the texts of the recipe's own levels, whatever is asked for,
        and the rows are those whose question these do not answer; of the texts of larger levels
        those are refused that hold such a word or an answer.
        """
        enforce(LintContext(self, source.tables))
        rows = own_rows(source.tables)
        seeds, haystack = source.seeds, Haystack(self, source)
        haystack.read(self.ascending_levels[-1], CheckedText)
        texts = [split.text for split in haystack.texts]
        answered = {name for text in texts for name in self.answered(rows, text)}
        asked = [row for row in rows if row.id not in answered]
        if not asked:
            name = haystack.corpus.name
            raise UsageError(f"{self.name}: {name} may answer all questions of its rows; add rows")
        words = UniqueWords(self.language, seeds, texts)
        made = list(self.groups(asked, words, seeds))
        groups, lacking = [group for group, _ in made], sum(few for _, few in made)
        needles = HiddenNeedles(self, asked, words, groups)
        ids = tuple(question.id for group in groups for question in group.questions)
        prepared = prepare_haystack(haystack, needles, levels, ids)
        left_out = tuple((name, "the haystack may answer it") for name in sorted(answered))
        [table] = self.own_tables
        return replace(prepared, left_out=left_out, lacking={table: lacking} if lacking else {})

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of its rows, with their placeholders."""
        return [ListedQuestion(row.id, row.question, ()) for row in own_rows(tables)]


@dataclass(frozen=True, slots=True)
class HiddenNeedles:
    """All questions of a needle task, and what the texts of its haystack are checked against."""

    task: NeedleTask
    rows: Sequence[OwnRow]
    words: UniqueWords
    groups: Sequence[RecordGroup]

    def check(self, text: str) -> CheckedText:
        """Return a text as it is; refuse one that holds a coined word or an answer."""
        if self.words.stands_in(text):
            return CheckedText("", refused="holds a key or a value")
        answers = self.task.answered(self.rows, text)
        return CheckedText(text, refused="may answer a question" if answers else "")

    def tells(self, text: str) -> bool:
        """Tell whether a text holds a coined word."""
        return self.words.stands_in(text)


def _group(
    task: NeedleTask, position: int, together: Sequence[NeedleQuestion], draws: Draws
) -> RecordGroup:
    """Return the questions of a position, the same whatever the levels and the limit."""
    digits = len(str(task.count - 1))
    # The order of the others tells nothing of which belong together.
    facts = (together[0].facts[0], *draws.shuffled(together[0].facts[1:]))
    number = position * task.records_together
    questions = tuple(
        Question(
            f"needle:{number + place:0{digits}}",
            one.input,
            one.answers,
            facts=tuple(fact for fact in facts if fact in one.facts),
        )
        for place, one in enumerate(together)
    )
    return RecordGroup(questions, even_depths(task.depth_of(number), len(facts)))
