"""What a task is, and what it is given: a recipe with its tables and corpora."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol

from pydantic import Field

from lvbuild.core.model import Level
from lvbuild.core.options import ResolvedOptions
from lvbuild.core.seeds import Seeds
from lvbuild.corpora.corpus import Corpus, ProseCorpus, named_corpora
from lvbuild.errors import InvalidRowError
from lvbuild.languages import find_language
from lvbuild.mixing.beginnings import by_beginnings
from lvbuild.mixing.choices import Chooser
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.haystack import RecordGroup
from lvbuild.mixing.lengths import Counters
from lvbuild.mixing.plan import HeadingUnits
from lvbuild.mixing.planning import Prepared, corpus_use, dropped_levels, level_texts
from lvbuild.mixing.question_plans import Outcome, Planners
from lvbuild.recipe import Recipe, RecipeFile
from lvbuild.recipe.layouts import layouts
from lvbuild.recipe.sources import CorpusSource, source_names
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleArticles, SampleCorpus, SampleProse
from lvbuild.tables.reading import Tables
from lvbuild.tasks.prepared import prepared_once
from lvbuild.text.counting import Counting
from lvbuild.text.replacing import Hit


@dataclass(frozen=True, slots=True)
class Invented:
    """What the sample world has for a recipe: its corpora, and tables where it invents rows.

    The tables are made when they are asked for.
    """

    corpora: dict[str, Corpus]
    tables: Callable[[], Tables] = Tables


@dataclass(frozen=True, slots=True)
class ListedQuestion:
    """A question in its original words.

    `selected` says whether the selection names it, None where there is no selection; `left_out` why
    it cannot be asked, `doubt` why it would not be drawn, "" where it can or would.
    """

    question_id: str
    question: str
    answers: tuple[str, ...]
    supporting: tuple[str, ...] = ()
    selected: bool | None = None
    left_out: str = ""
    doubt: str = ""


class MadePassage(NamedTuple):
    """A passage of a record: its role, its document, and its text without facts set into it."""

    role: str
    document_id: str
    text: str


class MadeRecord(NamedTuple):
    """What a record asks and expects, its facts with their kinds, and its passages in order."""

    input: str
    answers: tuple[str, ...]
    keywords: str
    facts: Sequence[tuple[str, str]]
    passages: Sequence[MadePassage]


@dataclass(frozen=True, slots=True)
class Source:
    """A recipe with its tables, its opened corpora, and what its levels count.

    `options` are those it was gathered with and what the recipe says beside them; `invented` is
    what a sample world has for it. A sample world's tables are made when they are first asked for.
    """

    file: RecipeFile
    read_tables: Callable[[], Tables]
    corpora: dict[str, Corpus]
    options: ResolvedOptions
    counters: Counters
    invented: Invented | None = None

    @property
    def tables(self) -> Tables:
        """The recipe's tables."""
        return self.read_tables()

    def having(self, tables: Tables) -> Source:
        """Return the same with other tables."""
        return replace(self, read_tables=lambda: tables)

    @property
    def task(self) -> Task:
        """The recipe, as the task that it is."""
        return as_task(self.file.recipe)

    @property
    def built(self) -> Recipe:
        """The recipe as its records have it: under another name where they are a twin's."""
        return self.file.recipe.without(self.options.left_out)

    @property
    def seeds(self) -> Seeds:
        """What its draws follow from."""
        return Seeds.of(self.options, self.file.recipe.name)

    @property
    def invents_tables(self) -> bool:
        """Whether the sample world made the tables."""
        return self.invented is not None and self.file.recipe.invents_rows

    @property
    def tables_licence(self) -> str:
        """The licence of the tables' rows: the recipe's, or of a sample world that made them."""
        if self.invents_tables:
            return next(iter(self.corpora.values())).licence
        return self.file.recipe.licence

    def planned(
        self,
        levels: Sequence[Level],
        outcome: Outcome,
        planners: Planners,
        documents: Mapping[str, SplitDocument],
        headings: HeadingUnits,
        *,
        unused: Mapping[str, int],
        refused: Mapping[str, int] = MappingProxyType({}),
        left_out: Mapping[str, str] = MappingProxyType({}),
        own: Mapping[str, Mapping[str, SplitDocument]] = MappingProxyType({}),
        **told: Any,
    ) -> Prepared:
        """Return the levels that were planned, with what there is to tell of them.

        `documents` by id are what records share, `own` what a question has in its own words.
        `unused` counts the documents that no question may have, `refused` those of some, by reason;
        `left_out` are questions that were not planned. What is `told` beside is Prepared's.
        """
        recipe = self.task
        texts = level_texts(
            recipe,
            outcome,
            levels,
            documents,
            headings,
            limit=self.options.limit,
            reported=self.counters.reported,
            own=own,
        )
        return Prepared(
            texts,
            dropped_levels(recipe, levels, outcome, planners, unused),
            tuple(map(corpus_use, named_corpora(recipe.corpora, self.corpora))),
            dict(sorted({**refused, **unused}.items())),
            outcome.asked,
            tuple(sorted({**left_out, **outcome.left_out}.items())),
            **told,
        )

    def prepare(self, levels: Sequence[Level], *, anew: bool = False) -> Prepared:
        """Read, replace and plan; levels that cannot be built are in `dropped`.

        A level that a sample world does not reach is prepared by itself, with a larger one: that
        would change what stands in the recipe's own levels. Raises InvalidRowError for the first
        row of a table that breaks a rule. What was prepared before of the same is kept, and taken
        unless it is to be made `anew`.
        """
        source, limit = self, self.options.limit
        if layouts[self.task.layout].choices and limit is not None:
            source = replace(self, options=replace(self.options, limit=None))
        prepare = partial(source._prepare, levels)
        prepared = prepare() if anew else prepared_once(source, levels, prepare)
        if source is not self:
            prepared = prepared.first(limit)
        return by_beginnings(prepared) if self.task.order == "prefix" else prepared

    def _prepare(self, levels: Sequence[Level]) -> Prepared:
        larger = {level: self._larger_at(level) for level in levels}
        try:
            own = self.task.prepare(self, [level for level in levels if not larger[level]])
            found, dropped = dict(own.levels), dict(own.dropped)
            for level, source in larger.items():
                if source:
                    other = self.task.prepare(source, [level])
                    found.update(other.levels)
                    dropped.update(other.dropped)
            prepared = replace(own, levels=found, dropped=dropped)
            if layouts[self.task.layout].choices:
                return Chooser(self.task, self.tables, self.seeds).choose(prepared)
            return prepared
        except InvalidRowError as error:
            name = f"{self.file.argument}{' --sample' if self.options.sample else ''}"
            raise InvalidRowError(f"{error}; `lvbuild check {name}` tells all") from error

    def _larger_at(self, level: Level) -> Source | None:
        """Return the same with a larger sample world, None where this one reaches a level."""
        small = {
            corpus
            for corpus in self.corpora.values()
            if isinstance(corpus, SampleArticles) and level.size > corpus.size
        }
        if not small:
            return None
        larger: dict[Corpus, Corpus] = {corpus: corpus.reaching(level.size) for corpus in small}
        corpora = {name: larger.get(corpus, corpus) for name, corpus in self.corpora.items()}
        return replace(self, corpora=corpora)


def as_task(recipe: Recipe) -> Task:
    """Return a recipe that was read as the task it is: only tasks are registered."""
    if not isinstance(recipe, Task):
        raise TypeError(f"{recipe.task} is registered without being a Task")
    return recipe


class CheckedText(NamedTuple):
    """A text as contexts have it, and where words were replaced; `refused` says why they do not."""

    text: str
    hits: tuple[Hit, ...] = ()
    refused: str = ""


class Hidden(Protocol):
    """What a recipe hides in running text, and which texts it may be hidden in."""

    @property
    def groups(self) -> Sequence[RecordGroup]:
        """The records in their order, the same at every level: what each asks and expects."""

    def check(self, text: str) -> CheckedText:
        """Return a text as contexts have it, or why they do not."""

    def tells(self, text: str) -> bool:
        """Tell whether a text tells what nothing but needles may."""


class Task(Recipe):
    """A recipe of a task: its model says what is asked, its methods how records are planned.

    A task is a subclass that gives `task` the type `Literal` of its names, registered by
    `lvbuild.recipe.register`.
    """

    @abstractmethod
    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Return what the sample world has for the recipe."""

    @abstractmethod
    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read, replace and plan; levels that cannot be built are in `dropped`.

        What is returned holds a plan and its texts for each level, and says nothing of what fills
        it up: the plans of a level may as well have lengths within a range, their supporting
        passages alone, or no passage. Raises InvalidRowError for the first row of a table that
        breaks a rule.
        """

    def check_record(self, record: MadeRecord, tables: Tables) -> Iterator[str]:
        """Yield where a record is not what the task makes of its tables and passages."""
        yield from ()

    def remake(
        self, tables: Tables, seeds: Seeds, left_out: Collection[str], told: Sequence[Sequence[str]]
    ) -> Hidden | None:
        """Make what is hidden in running text again, without the corpora; None where nothing is.

        `left_out` are the ids of questions that were not asked, `told` the facts of each record,
        first to last. Raises UsageError where rows lack.
        """
        return None

    def read_case(self, source: Source) -> LintContext:
        """Return what the rules of tables look at: rows, and questions and documents if it has any.

        Rows alone, unless a task says more.
        """
        return LintContext(self, source.tables)

    def asked_questions(self, source: Source) -> list[str]:
        """Return the ids of the questions that a build asks, in its order."""
        listed = self.list_questions(source.tables, lambda: source)
        return [one.question_id for one in listed if not one.left_out]

    @abstractmethod
    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions that the recipe may ask.

        `tables` hold at least the questions themselves; `open_source` opens all tables and corpora,
        where these are needed.
        """


class HaystackTask(Task):
    """A recipe whose contexts are filled from one corpus."""

    source_keys: ClassVar = ("haystack",)

    haystack: CorpusSource = Field(description="the corpus whose texts are run together")

    @property
    def haystack_name(self) -> str:
        """The name of its corpus."""
        [name] = source_names([self.haystack])
        return name

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the haystack; the tables are the recipe's own."""
        return Invented({self.haystack_name: SampleProse(world)})

    def prose(self, source: Source) -> Corpus:
        """Return its corpus, its texts left with their running prose.

        The articles of the sample world are prose.
        """
        corpus = source.corpora[self.haystack_name]
        return corpus if source.invented else ProseCorpus(corpus, find_language(self.language))
