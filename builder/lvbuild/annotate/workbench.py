"""A recipe on the workbench: its questions and texts, its tables as they now stand, its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel

from lvbuild.annotate.table_store import TableStore
from lvbuild.core.model import LanguageCode
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import named_corpora
from lvbuild.questions.evidence import CorpusDocuments
from lvbuild.recipe import Recipe
from lvbuild.rules import errors
from lvbuild.rules.context import Finding, LintContext
from lvbuild.rules.occurrences import SearchedTexts
from lvbuild.tables.reading import BrokenRow, Tables, question_id
from lvbuild.tables.writing import Change
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import ListedQuestion, Source


@dataclass(frozen=True)
class Workbench:
    """A recipe with its corpora, and the folder of its tables.

    Its `store` reads the tables anew where a file of theirs has changed.
    """

    source: Source
    store: TableStore

    @classmethod
    def open(
        cls,
        recipe: str | Path,
        *,
        corpora: str | Path | None = None,
        offline: bool = False,
    ) -> Workbench:
        """Open a recipe by name or path; tables that are not there yet have no rows.

        Raises UsageError (recipe, tables) and MissingCorpusError.
        """
        options = BuildOptions(corpora=corpora, offline=offline)
        [source] = gather([recipe], options, broken=[], absent_empty=True)
        taken = source.file.recipe
        folder = source.file.beside(f"annotations/{taken.name}")
        return cls(source, TableStore(taken, folder))

    @property
    def recipe(self) -> Recipe:
        """The recipe."""
        return self.source.file.recipe

    @property
    def folder(self) -> Path:
        """The folder of its tables."""
        return self.store.folder

    @property
    def language(self) -> LanguageCode:
        """The language of its texts."""
        return self.recipe.language

    @property
    def tables(self) -> Tables:
        """The tables as they now stand; rows that are broken are left out."""
        return self.store.read()[0]

    @property
    def broken(self) -> Sequence[BrokenRow]:
        """The lines of the tables that are no rows."""
        return self.store.read()[1]

    def lint_context(self, tables: Tables) -> LintContext:
        """Return what the rules look at where the tables are these; the texts are read once."""
        context = replace(
            self._lint_context, tables=tables, broken=self.broken, read_pool=lambda: self.pool
        )
        needed = {name for question in context.known for name in question.supporting}
        return replace(context, documents={name: self._documents[name] for name in sorted(needed)})

    @cached_property
    def _lint_context(self) -> LintContext:
        """What the rules look at beside the tables: the questions and texts of the corpora."""
        return self.source.task.read_case(replace(self.source, tables=self.tables))

    def errors_of(self, changes: Sequence[Change]) -> list[tuple[BaseModel, str]]:
        """Return the rows that break an error's rule after changes, each with the message.

        Held against each other are the rows of the questions that are changed, of all that share
        documents with these, and of every question. Raises ConflictError.
        """
        names = {question_id(change.after) for change in changes if change.after is not None}
        known = [one for name, one in self.questions.items() if name in names]
        held = {document for one in known for document in one.supporting}
        sharing = (n for n, one in self.questions.items() if not held.isdisjoint(one.supporting))
        tables = self.store.after(changes).of_questions([*names, *sharing])
        found = with_rows(errors(self.lint_context(tables)), tables)
        return [(row, each.message) for _, row, each in found]

    @cached_property
    def questions(self) -> Mapping[str, ListedQuestion]:
        """The questions that the recipe may ask, by id, in the order of their corpora."""
        listed = self.source.task.list_questions(self.folder, lambda: self.source)
        return {one.question_id: one for one in listed if not one.left_out}

    @property
    def asked(self) -> Sequence[str]:
        """The ids of the questions that builds may ask: the selected ones, else all."""
        selection = self.tables.selection
        if selection is None or not selection.rows:
            return list(self.questions)
        return [row.question_id for row in selection.rows if row.question_id in self.questions]

    def documents(self, question_id: str) -> Mapping[str, str]:
        """Return the texts of the supporting documents of a question, by id, in their order."""
        supporting = self.questions[question_id].supporting
        return {name: self._documents[name] for name in supporting}

    @cached_property
    def _documents(self) -> CorpusDocuments:
        return CorpusDocuments(named_corpora(self.recipe.corpora, self.source.corpora))

    @cached_property
    def pool(self) -> SearchedTexts:
        """The texts of all distracting documents, in fact recall of the haystack, by id."""
        return SearchedTexts(self._lint_context.pool, self.language)


def with_rows(found: Iterable[Finding], tables: Tables) -> Iterator[tuple[str, BaseModel, Finding]]:
    """Yield what is found in the rows of tables, each with its table and row."""
    rows = {
        (str(placed.file), placed.line): (name, placed.row)
        for name, table in tables.named().items()
        for placed in table.placed
    }
    for each in found:
        if (each.file, each.line) in rows:
            yield *rows[each.file, each.line], each
