"""What a rule is, and what it looks at: rows in place, questions, the texts around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import Language, find_language
from lvbuild.questions.annotated import AnnotatedQuestion
from lvbuild.questions.annotations import Annotations
from lvbuild.recipe import Recipe
from lvbuild.rules.occurrences import Texts
from lvbuild.tables.reading import BrokenRow, Placed, Tables, question_id, used_rows
from lvbuild.tables.rows import (
    AnswerKeywordsRow,
    ConfusingFactRow,
    NeedleRow,
    OwnRow,
    QuestionRow,
    ReplacementRow,
    SelectionRow,
)


@dataclass(frozen=True)
class LintContext:
    """All that the rules look at: rows that builds take, questions, documents by id.

    `sources` are the corpora's questions, `unasked` those upstream has but that cannot be
    asked, each with why, `undrawn` those that can and are not drawn, `defects` those that
    errata leave out; all are empty in fact recall, where the needles are the questions.
    `documents` are the corpora's that ask, `read_pool` reads the distracting ones, in fact
    recall the haystack's, when a rule needs them. `broken` are the tables' bad rows. Without
    `alternatives` rows and questions are held against the rules in the words of a build without
    a variant, which takes no alternative of a row.
    """

    recipe: Recipe
    tables: Tables
    sources: Mapping[str, CorpusQuestion] = field(default_factory=dict)
    unasked: Mapping[str, str] = field(default_factory=dict)
    undrawn: Mapping[str, str] = field(default_factory=dict)
    defects: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    read_pool: Callable[[], Mapping[str, str]] = dict
    broken: Sequence[BrokenRow] = ()
    alternatives: bool = True

    @property
    def language(self) -> Language:
        """The language of the recipe."""
        return find_language(self.recipe.language)

    @cached_property
    def needles(self) -> Sequence[Placed[NeedleRow]]:
        """The rows of needles that builds take."""
        return used_rows(self.tables.needles)

    @cached_property
    def selection(self) -> Sequence[Placed[SelectionRow]]:
        """The rows of the selection."""
        return used_rows(self.tables.selection)

    @cached_property
    def written(self) -> Sequence[Placed[QuestionRow]]:
        """The questions that annotators wrote and builds take."""
        return used_rows(self.tables.questions)

    @cached_property
    def keywords(self) -> Sequence[Placed[AnswerKeywordsRow]]:
        """The rows of answer keywords that builds take."""
        return used_rows(self.tables.answer_keywords)

    @cached_property
    def facts(self) -> Sequence[Placed[ConfusingFactRow]]:
        """The rows of confusing facts that builds take."""
        return used_rows(self.tables.confusing_facts)

    @cached_property
    def replacements(self) -> Sequence[Placed[ReplacementRow]]:
        """The rows of replacements that builds take."""
        return used_rows(self.tables.replacements)

    @cached_property
    def own(self) -> Mapping[str, Sequence[Placed[OwnRow]]]:
        """The rows that builds take of the tables that the task brings itself."""
        return {name: table.used for name, table in self.tables.own.items()}

    @property
    def rows(self) -> Iterator[Placed[BaseModel]]:
        """All rows of all tables."""
        asked = self.needles, self.selection, self.written
        for table in (*asked, self.keywords, self.facts, self.replacements):
            yield from table
        for own in self.own.values():
            yield from own

    @cached_property
    def pool(self) -> Mapping[str, str]:
        """The documents that a question may have to distract."""
        return self.read_pool()

    @cached_property
    def annotations(self) -> Annotations:
        """The rows by question."""
        return Annotations(
            self.recipe,
            self.tables,
            self.sources.values(),
            self.documents,
            alternatives=self.alternatives,
        )

    @cached_property
    def annotated(self) -> Mapping[str, AnnotatedQuestion]:
        """The known questions that have rows, by id."""
        needles = {question_id(placed.row): placed.row for placed in reversed(self.needles)}
        return {  # of several needles with one id the first stays
            **{name: self.annotations.annotate_needle(row) for name, row in needles.items()},
            **{source.id: self.annotations.annotate(source) for source in self.known},
        }

    @cached_property
    def evidence(self) -> Mapping[str, Texts]:
        """The supporting documents of the questions that have rows, in their original words."""
        return {
            name: Texts(each.supporting.values(), self.language)
            for name, each in self.annotated.items()
        }

    @cached_property
    def known(self) -> list[CorpusQuestion]:
        """The questions of the corpora that have rows."""
        names = dict.fromkeys(question_id(placed.row) for placed in self.rows)
        return [self.sources[name] for name in names if name in self.sources]

    def choices(self, row: ReplacementRow) -> Iterator[tuple[str, str]]:
        """Yield each word that may stand for a row's original, and what to call it in a message."""
        yield row.replacement, f"the replacement {row.replacement!r}"
        for word in row.alternatives if self.alternatives else ():
            yield word, f"the alternative {word!r}"

    @cached_property
    def first_row(self) -> Mapping[str, Placed[BaseModel]]:
        """The first row of each question: where what is wrong with the question itself is told."""
        return {question_id(placed.row): placed for placed in reversed([*self.rows])}


Severity = Literal["error", "warning", "note"]
"""An error makes a record false, or stops a build; a warning is for a person to judge, a note tells
what may be meant so."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A rule that a row of a table breaks: where, how grave it is, and what to mend.

    `question_id` is "" where a row is too broken to have one.
    """

    recipe: str
    file: str
    line: int
    question_id: str
    rule: str
    severity: Severity
    message: str


class Breach(NamedTuple):
    """A place where a rule is broken, and what to mend there."""

    file: Path
    line: int
    question_id: str
    message: str


class Rule(NamedTuple):
    """A rule of the tables. The docstring of `breaches` says where it comes from.

    A breach of an error's rule ends every build. One `of_question` tells what is wrong with a
    question, in the place of one of its rows.
    """

    name: str
    severity: Severity
    breaches: Callable[[LintContext], Iterable[Breach]]
    of_question: bool = False


def breach(placed: Placed[BaseModel], message: str) -> Breach:
    """Return the breach of a rule by a row."""
    return Breach(placed.file, placed.line, question_id(placed.row), message)
