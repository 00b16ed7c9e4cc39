"""What needle tasks share: facts with coined words, hidden in running text at chosen depths."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, Field, model_validator

from lvbuild.core.model import Fact, Level, Question
from lvbuild.core.options import BuildOptions
from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import Corpus
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.mixing.lengths import fitted_questions, haystack_lengths
from lvbuild.mixing.needles import Hidden, NeedlePlanner, even_depths, first_records
from lvbuild.mixing.plan import LevelPlan
from lvbuild.mixing.prepared import Prepared
from lvbuild.questions.variant import draws_for
from lvbuild.recipe.schema import Recipe, metrics
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleCorpus
from lvbuild.tables.reading import Tables, read_tables
from lvbuild.tables.rows import OwnRow
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.haystack import Haystack, Taken, prepare_haystack
from lvbuild.tasks.own_tables import own_rows
from lvbuild.tasks.task import HaystackTask, Invented, ListedQuestion, Source
from lvbuild.tasks.unique_words import UniqueWords
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
        if self.asks_for_several and metrics[self.metric].answers != "all":
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
    def ask(
        self, rows: Sequence[Any], coin: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
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
    return find_language(recipe.language).listed(words)


def prepare_needles(
    task: NeedleTask,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a needle task.

    The words are coined against the texts of the recipe's own levels, whatever is asked for, and
    the rows are those whose question these do not answer; of the texts of larger levels those are
    refused that hold such a word or an answer.
    """
    enforce(LintContext(task, tables))
    rows = task.rows(tables)
    coin: UniqueWords | None = None

    def take(text: str) -> Taken:
        if coin is None:
            return Taken(text)
        if coin.stands_in(text):
            return Taken("", refused="holds a key or a value")
        return Taken(text, refused="may answer a question" if task.answered(asked, text) else "")

    haystack = Haystack(task, corpus, options, counters.levels, take)
    haystack.fill(task.ascending_levels[-1])
    texts = [split.text for split in haystack.texts]
    answered = {name for text in texts for name in task.answered(rows, text)}
    asked = _unanswered(task, corpus, rows, answered)
    coin = UniqueWords(task.name, task.language, partial(_draws, task, options), texts)
    draws = _draws(task, options, "order of rows and facts")
    questions = _ask(task, draws.shuffled(asked), coin)
    hidden = _hidden(task, questions, draws)

    def plan(level: Level) -> LevelPlan:
        return _plan(task, level, haystack, hidden, options=options, counters=counters)

    prepared = prepare_haystack(
        task,
        haystack,
        levels,
        options,
        plan=plan,
        asked=tuple(question.id for each in hidden for question in each.questions),
        left_out=tuple((name, "the haystack may answer it") for name in sorted(answered)),
    )
    [table] = task.own_tables
    lacking = sum(one.lacks_rows for together in questions for one in together)
    return replace(prepared, lacking={table: lacking} if lacking else {})


def _unanswered(
    task: NeedleTask, corpus: Corpus, rows: Sequence[OwnRow], answered: Collection[str]
) -> list[OwnRow]:
    """Return the rows whose question the haystack does not answer; there has to be one."""
    asked = [row for row in rows if row.id not in answered]
    if not asked:
        raise UsageError(
            f"{task.name}: {corpus.name} may answer all questions of its rows; add rows"
        )
    return asked


def _draws(task: NeedleTask, options: BuildOptions, purpose: str) -> Draws:
    return draws_for(task, options, purpose)


def _ask(
    task: NeedleTask, order: Sequence[object], coin: UniqueWords
) -> list[Sequence[NeedleQuestion]]:
    """Return what is asked at each position; the rows take turns."""
    return [
        task.ask([*order[first:], *order[:first]], coin, position)
        for position in range(task.positions)
        for first in [position % len(order)]
    ]


def _hidden(
    task: NeedleTask, asked: Sequence[Sequence[NeedleQuestion]], draws: Draws
) -> list[Hidden]:
    """Return all questions, the same whatever the levels and the limit."""
    digits = len(str(task.count - 1))
    found = []
    for position, together in enumerate(asked):
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
        found.append(Hidden(questions, even_depths(task.depth(position), len(facts))))
    return found


def _plan(
    task: NeedleTask,
    level: Level,
    haystack: Haystack,
    hidden: Sequence[Hidden],
    *,
    options: BuildOptions,
    counters: Counters,
) -> LevelPlan:
    texts = [text.outline for text in haystack.texts]
    planner = NeedlePlanner(texts, hidden, task.language, counters.levels)
    documents = {text.document_id: text for text in haystack.texts}
    plan = partial(planner.plan, level)
    tokens = counters.tokens
    if tokens is None:
        planned = plan()
    else:
        # Whatever the limit, so that all records are laid out alike.
        planned = fitted_questions(plan, lambda made: haystack_lengths(made, documents, tokens))
    planned = first_records(planned, options.limit)
    if counters.reported is not None:
        planned = planned.reporting(haystack_lengths(planned, documents, counters.reported))
    return planned
