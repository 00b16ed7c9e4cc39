"""A recipe as it is checked: its rows in place, its questions, and the texts around them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.core.model import Fact, Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.questions.annotated import AnnotatedQuestion, each_choice
from lvbuild.questions.shared_evidence import Owners
from lvbuild.recipe import Recipe
from lvbuild.rules.occurrences import Hits, Occurrences, SearchedTexts, sought, sought_original
from lvbuild.tables.reading import BrokenRow, Placed, Table, Tables
from lvbuild.tables.rows import (
    AnswerKeywordsRow,
    ConfusingFactRow,
    NeedleRow,
    OwnRow,
    ReplacementRow,
    SelectionRow,
)
from lvbuild.text.replacement import Pair
from lvbuild.text.replacement.forms import FIGURES, NAMES

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True)
class LintContext:
    """All that the rules look at: rows that builds take, questions, documents by id.

    `sources` are the corpora's questions, `unasked` those upstream has but that cannot be asked,
    each with why, `doubts` what speaks against those that can; all are empty in fact recall, where
    the needles are the questions. `documents`
    are the supporting ones, `read_pool` reads the distracting ones, in fact recall the haystack's,
    when a rule needs them. `broken` are the tables' bad rows.
    """

    recipe: Recipe
    tables: Tables
    sources: Mapping[str, CorpusQuestion] = field(default_factory=dict)
    unasked: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    read_pool: Callable[[], Mapping[str, str]] = dict
    broken: Sequence[BrokenRow] = ()

    @cached_property
    def needles(self) -> Sequence[Placed[NeedleRow]]:
        """The rows of needles that builds take."""
        return self._used(self.tables.needles)

    @cached_property
    def selection(self) -> Sequence[Placed[SelectionRow]]:
        """The rows of the selection."""
        return self._used(self.tables.selection)

    @cached_property
    def keywords(self) -> Sequence[Placed[AnswerKeywordsRow]]:
        """The rows of answer keywords that builds take."""
        return self._used(self.tables.answer_keywords)

    @cached_property
    def facts(self) -> Sequence[Placed[ConfusingFactRow]]:
        """The rows of confusing facts that builds take."""
        return self._used(self.tables.confusing_facts)

    @cached_property
    def replacements(self) -> Sequence[Placed[ReplacementRow]]:
        """The rows of replacements that builds take."""
        return self._used(self.tables.replacements)

    @cached_property
    def own(self) -> Mapping[str, Sequence[Placed[OwnRow]]]:
        """The rows that builds take of the tables that the task brings itself."""
        return {name: self._used(table) for name, table in self.tables.own.items()}

    def _used(self, table: Table[R] | None) -> Sequence[Placed[R]]:
        return () if table is None else table.used

    @property
    def rows(self) -> Iterator[Placed[BaseModel]]:
        """All rows of all tables."""
        for table in (self.needles, self.selection, self.keywords, self.facts, self.replacements):
            yield from table
        for own in self.own.values():
            yield from own

    @cached_property
    def pool(self) -> Mapping[str, str]:
        """The documents that a question may have to distract."""
        return self.read_pool()

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """All documents: the supporting ones and the pool's."""
        if isinstance(self.pool, SearchedTexts):
            return self.pool.with_first(self.documents)
        return {**self.documents, **self.pool}

    @cached_property
    def annotated(self) -> Mapping[str, AnnotatedQuestion]:
        """The known questions that have rows, by id."""
        facts, rows = _by_question(self.facts), _by_question(self.replacements)
        return {
            words.id: AnnotatedQuestion(
                _with_facts(words, facts[words.id]),
                {name: self.documents[name] for name in supporting},
                (*rows[words.id], *rows["*"]),
                tuple(facts[words.id]),
                self.recipe.language,
                {name: self._shared_rows(name, rows) for name in supporting},
            )
            for words, supporting in self._questions()
        }

    def _shared_rows(
        self, document: str, rows: Mapping[str, Sequence[Placed[ReplacementRow]]]
    ) -> tuple[Placed[ReplacementRow], ...]:
        return tuple(placed for owner in self.owners.of(document) for placed in rows[owner])

    @cached_property
    def owners(self) -> Owners:
        """The questions with replacements of their own that builds may ask, by their documents."""
        return Owners.of_rows(self.tables, self.sources.values())

    def _questions(self) -> Iterator[tuple[Question, tuple[str, ...]]]:
        """Yield the questions that have rows, each with its supporting documents."""
        for placed in reversed(self.needles):  # of several with one id the first stays
            row = placed.row
            yield (
                Question(
                    question_id(row),
                    row.question,
                    row.answers,
                    row.keywords,
                    (Fact("needle", row.fact),),
                ),
                (),
            )
        keywords = {placed.row.question_id: placed.row.keywords for placed in self.keywords[::-1]}
        for source in self.known:
            words = Question(source.id, source.input, source.answers, keywords.get(source.id, ""))
            yield words, source.supporting

    @property
    def known(self) -> list[CorpusQuestion]:
        """The questions of the corpora that have rows."""
        names = dict.fromkeys(question_id(placed.row) for placed in self.rows)
        return [self.sources[name] for name in names if name in self.sources]

    @cached_property
    def first_row(self) -> Mapping[str, Placed[BaseModel]]:
        """The first row of each question: where what is wrong with the question itself is told."""
        return {question_id(placed.row): placed for placed in reversed([*self.rows])}

    @cached_property
    def uses(self) -> Mapping[tuple[str, Pair], int]:
        """How often a build replaces originals in fields and supporting documents.

        The keys are the rows' question ids and what finds their originals.
        """
        counts: Counter[tuple[str, Pair]] = Counter()
        for annotated in self.annotated.values():
            for placed, uses in zip(annotated.rows, annotated.replaced[0].uses, strict=True):
                counts[placed.row.question_id, sought_original(placed.row)] += uses
        return counts

    @cached_property
    def hits(self) -> Mapping[int, Hits]:
        """What a build replaces in the documents that a question can have, by the row's line."""
        rows = _by_question(self.replacements)
        phrases = {placed.line: sought_original(placed.row) for placed in self.replacements}
        occurrences = Occurrences(phrases.values(), self.texts, self.recipe.language)
        found: dict[int, Hits] = {}
        for name, own in list(rows.items()):
            together = own if name == "*" else [*own, *rows["*"]]
            kept = occurrences.replaced(dict.fromkeys(phrases[placed.line] for placed in together))
            annotated = self.annotated.get(name)
            seen = self.pool.keys() | set(annotated.supporting if annotated else ())
            for placed in own:
                hits = kept[phrases[placed.line]]
                found[placed.line] = {text: each for text, each in hits.items() if text in seen}
        return found

    @cached_property
    def new_words(self) -> Occurrences:
        """Where the names and figures that replace others stand in the supporting documents."""
        return Occurrences(self._new_words(NAMES | FIGURES), self.documents, self.recipe.language)

    @cached_property
    def new_names_in_pool(self) -> Occurrences:
        """Where the names that replace others stand in the pool."""
        return Occurrences(self._new_words(NAMES), self.pool, self.recipe.language)

    def _new_words(self, kinds: frozenset[str]) -> Iterator[Pair]:
        for placed in self.replacements:
            if placed.row.kind in kinds:
                for word, _ in each_choice(placed.row):
                    yield sought(word, placed.row.kind)


def question_id(row: BaseModel) -> str:
    """Return the id of the question that a row is for; a task's own rows, for many, have theirs."""
    if isinstance(row, OwnRow):
        return row.id
    name: str = f"needle:{row.id}" if isinstance(row, NeedleRow) else getattr(row, "question_id")  # noqa: B009
    return name


def _by_question(table: Sequence[Placed[R]]) -> dict[str, list[Placed[R]]]:
    found: dict[str, list[Placed[R]]] = defaultdict(list)
    for placed in table:
        found[question_id(placed.row)].append(placed)
    return found


def _with_facts(question: Question, rows: Sequence[Placed[ConfusingFactRow]]) -> Question:
    confusing = (Fact("confusing", placed.row.fact) for placed in rows)
    return replace(question, facts=(*question.facts, *confusing))
