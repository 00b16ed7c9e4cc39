"""A recipe on the workbench: its questions and texts, its tables as they now stand, its ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from lvbuild.annotate.ledger import TABLE_STAYS, Action, Entry, appended, now
from lvbuild.core.options import BuildOptions
from lvbuild.core.resources import shipped
from lvbuild.corpora.corpus import named_corpora
from lvbuild.errors import UsageError
from lvbuild.questions.evidence import CorpusDocuments, SharedEvidence
from lvbuild.release.folder import TemporaryFile, locked, remove_abandoned
from lvbuild.rules.context import Finding, LintContext
from lvbuild.rules.every import errors
from lvbuild.tables.reading import (
    BrokenRow,
    Table,
    Tables,
    parse_table,
    question_id,
    read_tables,
    row_of,
    row_types,
    used_rows,
)
from lvbuild.tables.rows import SelectionRow
from lvbuild.tables.writing import Change, changed
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import ListedQuestion, Source

Rules = Callable[[LintContext], Iterable[Finding]]
"""What finds the breaches of some rules."""
_Signature = tuple[int, int, int]
_TITLE = 60


class Step(NamedTuple):
    """What is done to a row, and why; `control` is what is right of a planted one."""

    action: Action
    change: Change
    control: Literal["", "accept", "reject"] = ""
    reason: str = ""


class Workbench:
    """A recipe with its corpora, and the `folder` of its tables.

    These are read anew where a file of theirs has changed, and written whole, with the ledger.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.recipe = source.file.recipe
        self.language = self.recipe.language
        self.folder = source.file.beside(f"annotations/{self.recipe.name}")
        self._given: Tables | None = None
        self._read: tuple[Sequence[_Signature | None], Tables, Sequence[BrokenRow]] | None = None
        self._last: tuple[list[bytes | None], _Asking] | None = None

    def with_tables(self, tables: Tables) -> Workbench:
        """Return it as though its tables were these, to be read.

        Texts once read are shared, and what is asked where the tables that say it are the same.
        """
        other = copy(self)
        other._given = tables
        return other

    def read_texts(self) -> None:
        """Read all texts, so that they are there at once, and shared."""
        _ = self.pool, self._documents

    @classmethod
    def open(cls, recipe: str | Path, **options: Any) -> Workbench:
        """Open a recipe by name or path; tables that are not there yet have no rows.

        The `options` are a build's: where `corpora` are, `offline`, and the `seed` by which
        questions are drawn where none are selected. Raises UsageError (recipe, tables) and
        MissingCorpusError.
        """
        [source] = gather([recipe], BuildOptions(**options), broken=[], absent_empty=True)
        return cls(source)

    @property
    def tables(self) -> Tables:
        """The tables as they now stand; rows that are broken are left out."""
        return self._given or self._tables()[0]

    @property
    def broken(self) -> Sequence[BrokenRow]:
        """The lines of the tables that are no rows."""
        return self._tables()[1]

    def _tables(self) -> tuple[Tables, Sequence[BrokenRow]]:
        paths = (self.folder / f"{name}.jsonl" for name in row_types(self.recipe))
        signatures = [_signature(path) for path in paths]
        if self._read is None or self._read[0] != signatures:
            broken: list[BrokenRow] = []
            tables = read_tables(self.folder, self.recipe, broken=broken, absent_empty=True)
            self._read = signatures, tables, broken
        return self._read[1:]

    def rows(self, table: str) -> Sequence[Any]:
        """Return the rows of a table, none where there is no such table."""
        found = self.tables.named().get(table)
        return found.rows if found else ()

    def used(self, table: str) -> list[Any]:
        """Return the rows of a table that builds take, none where there is no such table."""
        return [placed.row for placed in used_rows(self.tables.named().get(table))]

    def lint_context(self) -> LintContext:
        """Return what the rules look at; the texts are read once."""
        case, pool = self._asking().case, lambda: self.pool
        return replace(case, tables=self.tables, broken=self.broken, read_pool=pool)

    def _asking(self) -> _Asking:
        """Return what follows from the tables that say what is asked."""
        asking = self.tables.selection, self.tables.questions, self.tables.needles
        said = [table.content if table else None for table in asking]
        if not self._last or self._last[0] != said:
            self._last = said, _Asking(self.source.having(self.tables))
        return self._last[1]

    def errors_of(self, changes: Sequence[Change]) -> list[tuple[BaseModel, str]]:
        """Return the rows that break an error's rule after changes, as `broken_by`."""
        return self.broken_by(changes, errors)

    def broken_by(self, changes: Sequence[Change], rules: Rules) -> list[tuple[BaseModel, str]]:
        """Return the rows that break rules after changes, each with the message.

        Held against each other are the rows of the questions that are changed, of all that share
        documents with these, and of every question. Raises ConflictError.
        """
        names = {question_id(change.after) for change in changes if change.after is not None}
        sharing = (other for name in names & self.questions.keys() for other in self.sharing(name))
        tables = self.after(changes).of_questions([*names, *sharing])
        return [(row, each.message) for _, row, each in self.with_tables(tables).found(rules)]

    def found(self, rules: Rules = errors) -> Iterator[tuple[str, BaseModel, Finding]]:
        """Yield what rules, usually those of errors, find in rows, each with its table and row."""
        return with_rows(rules(self.lint_context()), self.tables)

    @property
    def questions(self) -> Mapping[str, ListedQuestion]:
        """The questions that the recipe may ask, by id, in the order of their corpora."""
        return self._asking().questions

    @property
    def asked(self) -> Sequence[str]:
        """The ids of the questions that a build asks: the selected ones, else those it draws."""
        return self._asking().asked

    def sharing(self, question_id: str) -> Sequence[str]:
        """Return the other questions that share documents with one."""
        owners = self._asking().owners
        every = (n for each in self.questions[question_id].supporting for n in owners.of(each))
        return [name for name in dict.fromkeys(every) if name != question_id]

    def draw(self, count: int | None = None) -> list[SelectionRow]:
        """Return rows for the questions that builds draw and that the selection has not.

        `count` are the questions that there are to be with them and those that annotators wrote,
        else as many as the recipe asks.
        Raises UsageError for a recipe that selects no questions.
        """
        recipe, tables = self.recipe, self.tables
        if "selection" not in recipe.optional_tables:
            raise UsageError(f"{recipe.name} asks no questions of a corpus; nothing to select")
        task = self.source.task.model_copy(update={"fill": True, "count": count or recipe.count})
        asked = task.asked_questions(self.source.having(tables))
        there = [tables.selection, tables.questions]
        known = {question_id(row) for table in there if table for row in table.rows}
        note = f"drawn with seed {self.source.options.seed}"
        return [SelectionRow(question_id=name, note=note) for name in asked if name not in known]

    def documents(self, question_id: str) -> Mapping[str, str]:
        """Return the texts of the supporting documents of a question, by id, in their order."""
        supporting = self.questions[question_id].supporting
        return {name: self._documents[name] for name in supporting}

    def title(self, document_id: str) -> str:
        """Return a document's title, its first words where it has none."""
        document = self._documents.document(document_id)
        return document.title or f"{document.text[:_TITLE].strip()}…"

    @cached_property
    def _documents(self) -> CorpusDocuments:
        return CorpusDocuments(named_corpora(self.recipe.corpora, self.source.corpora))

    @cached_property
    def pool(self) -> Mapping[str, str]:
        """The texts of all distracting documents, in fact recall of the haystack, by id."""
        return self._asking().case.pool

    def after(self, changes: Sequence[Change]) -> Tables:
        """Return the tables as changes would leave them; raise ConflictError."""
        types = row_types(self.recipe)
        tables = {
            path.stem: parse_table(path, content, types[path.stem], [])
            for path, content in self._changed(changes).items()
        }
        return self.tables.having(tables)

    def apply(self, changes: Sequence[Change], *, annotator: str, action: Action) -> None:
        """Change rows of the tables by one action, as `write` does."""
        self.write([Step(action, change) for change in changes], annotator)

    def write(self, steps: Iterable[Step], annotator: str, seconds: float = 0.0) -> None:
        """Change rows of the tables, and say so in the ledger; both are on the disk afterwards.

        To judge or flag changes no table. The `seconds` are those of all steps together. All are
        made or, where one of them is of a row that somebody else has changed (ConflictError), none.
        Raises ValueError for a row that is none, UsageError where the tables cannot be written, or
        are those that came with an installed lvbuild.
        """
        done = [s for s in steps if s.action in TABLE_STAYS or s.change.before != s.change.after]
        if not done:
            return
        self.require_own()
        by: dict[str, Any] = {"annotator": annotator, "time": now()}
        by["seconds"] = round(seconds / len(done), 3)
        entries = []
        for action, (table, old, new), control, reason in done:
            if new is not None:
                row_of(new.model_dump(by_alias=True), type(new))
            by |= {"action": action, "table": table, "control": control, "reason": reason}
            entries.append(Entry(before=_dump(old), after=_dump(new), **by))
        changes = [step.change for step in done if step.action not in TABLE_STAYS]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                remove_abandoned(self.folder)
                # Nothing is touched where a change conflicts or the disk is full.
                contents = self._changed(changes)
                with ExitStack() as opened:
                    files = [opened.enter_context(TemporaryFile(path)) for path in contents]
                    for file, content in zip(files, contents.values(), strict=True):
                        file.write(content)
                    with appended(self.folder, entries):
                        for file in files:
                            file.put(durably=True)
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot be written ({error.strerror})") from error

    def require_rows(self) -> None:
        """Raise UsageError where a line of the tables is no row, before others go behind it."""
        if self.broken:
            first = self.broken[0]
            raise UsageError(f"{first.path}: line {first.line} {first.problem}")

    def require_own(self) -> None:
        """Raise UsageError where tables cannot be written, or came with an installed lvbuild."""
        packaged, name = shipped("annotations"), self.recipe.name
        if packaged.parent.name == "_data" and self.folder.is_relative_to(packaged):
            raise UsageError(
                f"{self.folder}: these tables came with lvbuild and are not yours to change; copy"
                f" them beside a recipe of yours: `lvbuild show {name} --yaml > {name}.yaml` and"
                f" `mkdir -p annotations && cp -r {self.folder} annotations/`"
            )
        there = next(folder for folder in (self.folder, *self.folder.parents) if folder.exists())
        if not os.access(there, os.W_OK):
            raise UsageError(f"{self.folder}: cannot be written; take a copy of the recipe")

    def _changed(self, changes: Sequence[Change]) -> dict[Path, bytes]:
        """Return the bytes of the tables after changes, by their paths; raise ConflictError."""
        named = self.tables.named()
        found: dict[Path, bytes] = {}
        for name in sorted({change.table for change in changes}):
            path = self.folder / f"{name}.jsonl"
            table: Table[Any] = named.get(name) or Table(path, b"", ())
            found[table.path] = changed(table, [each for each in changes if each.table == name])
        return found


class _Asking:
    """What follows from the tables that say what is asked; each is read once for these."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @cached_property
    def case(self) -> LintContext:
        """What the rules look at beside the tables: the questions and texts of the corpora."""
        return self._source.task.read_case(self._source)

    @cached_property
    def questions(self) -> Mapping[str, ListedQuestion]:
        """The questions that may be asked, by id, with those written that were rejected."""
        tables = self._source.tables
        if (written := tables.questions) is not None:
            drafts = (
                replace(one, row=one.row.model_copy(update={"status": "draft"}))
                for one in written.placed
            )
            tables = replace(tables, questions=replace(written, placed=tuple(drafts)))
        source = self._source.having(tables)
        listed = self._source.task.list_questions(tables, lambda: source)
        return {one.question_id: one for one in listed if not one.left_out}

    @cached_property
    def owners(self) -> SharedEvidence:
        """The questions by the documents that they share."""
        return SharedEvidence({name: one.supporting for name, one in self.questions.items()})

    @cached_property
    def asked(self) -> Sequence[str]:
        """The ids of the questions that a build asks."""
        return self._source.task.asked_questions(self._source)


def _dump(row: BaseModel | None) -> dict[str, Any] | None:
    return None if row is None else row.model_dump(mode="json", by_alias=True)


def _signature(path: Path) -> _Signature | None:
    """Return what differs where a file was written anew, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


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
