"""A recipe on the workbench: its questions and texts, its tables as they now stand, its ledger."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from lvbuild.annotate.ledger import Action, Entry, append_entries, now
from lvbuild.corpora.corpus import named_corpora
from lvbuild.errors import UsageError
from lvbuild.model import Language
from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.release.folder import TemporaryFile, locked
from lvbuild.resources import shipped
from lvbuild.tables.case import Case, question_id
from lvbuild.tables.finding import Finding
from lvbuild.tables.reading import (
    BrokenRow,
    Table,
    Tables,
    parse_table,
    read_tables,
    row_types,
)
from lvbuild.tables.rules import errors, findings
from lvbuild.tables.writing import Change, changed
from lvbuild.tasks.documents import CorpusDocuments
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import ListedQuestion, Source

_Signature = tuple[int, int, int]


@dataclass(frozen=True)
class Workbench:
    """A recipe with its corpora, and the folder of its tables.

    The tables are read anew where a file of theirs has changed.
    """

    source: Source
    folder: Path
    _read: dict[str, tuple[tuple[_Signature | None, ...], Tables, list[BrokenRow]]] = field(
        default_factory=dict
    )
    _known: dict[str, dict[bytes, Any]] = field(default_factory=dict)

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
        return cls(source, source.file.beside(f"annotations/{source.file.recipe.name}"))

    @property
    def recipe(self) -> Recipe:
        """The recipe."""
        return self.source.file.recipe

    @property
    def language(self) -> Language:
        """The language of its texts."""
        return self.recipe.language

    @property
    def tables(self) -> Tables:
        """The tables as they now stand; rows that are broken are left out."""
        return self._tables()[0]

    @property
    def broken(self) -> Sequence[BrokenRow]:
        """The lines of the tables that are no rows."""
        return self._tables()[1]

    @property
    def case(self) -> Case:
        """What the rules of tables look at, with the tables as they now stand."""
        return self.case_of(self.tables)

    def case_of(self, tables: Tables) -> Case:
        """Return what the rules look at where the tables are these; the texts are read once."""
        held = self._held_case
        case = replace(held, tables=tables, broken=self.broken, read_pool=lambda: self.pool)
        needed = {name for question in case.known for name in question.supporting}
        return replace(case, documents={name: self._documents[name] for name in sorted(needed)})

    @cached_property
    def _held_case(self) -> Case:
        """What the rules look at beside the tables: the questions and texts of the corpora."""
        return self.source.task.read_case(replace(self.source, tables=self.tables))

    def errors_of(self, change: Change) -> list[Finding]:
        """Return the errors of `check` that a row would have after a change to it.

        It is held against the rows of its own question and those of every question. Raises
        ConflictError.
        """
        if change.after is None:
            return []
        tables = self.after([change]).of_question(question_id(change.after))
        table = tables.named()[change.table]
        line = table.lines[table.rows.index(change.after)]
        return [
            found
            for found in findings(self.case_of(tables))
            if (found.file, found.line) == (str(table.path), line) and found.severity == "error"
        ]

    def errors_of_rows(
        self, changes: Sequence[Change], names: Sequence[str]
    ) -> list[tuple[BaseModel, str]]:
        """Return the rows that break an error's rule after changes, each with the message.

        Held against each other are the rows of the questions named, of all that share documents
        with these, and of every question. Raises ConflictError.
        """
        held = {document for name in names for document in self.questions[name].supporting}
        asked = [
            name
            for name, one in self.questions.items()
            if name in set(names) or not held.isdisjoint(one.supporting)
        ]
        case = self.case_of(self.after(changes).of_questions(asked))
        rows = {
            (str(table.path), line): row
            for table in case.tables.named().values()
            for line, row in zip(table.lines, table.rows, strict=True)
        }
        return [
            (rows[found.file, found.line], found.message)
            for found in errors(case)
            if (found.file, found.line) in rows
        ]

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
    def pool(self) -> Mapping[str, str]:
        """The texts of all distracting documents, in fact recall of the haystack, by id."""
        return self._held_case.pool

    def apply(
        self,
        changes: Sequence[Change],
        *,
        annotator: str,
        action: Action,
        reason: str = "",
        seconds: float = 0.0,
    ) -> None:
        """Change rows of the tables, and say so in the ledger; both are on the disk afterwards.

        The `seconds` are those of all changes together. All are made or, where one of them is of a
        row that somebody else has changed (ConflictError), none. Raises UsageError where the tables
        cannot be written, or are those that came with an installed lvbuild.
        """
        changes = [change for change in changes if change.before != change.after]
        if not changes:
            return
        self.require_own()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                self._write(changes)
                spent = seconds / len(changes)
                time = now()
                append_entries(
                    self.folder,
                    [
                        Entry(
                            time=time,
                            annotator=annotator,
                            action=action,
                            table=change.table,
                            before=_fields(change.before),
                            after=_fields(change.after),
                            seconds=round(spent, 3),
                            reason=reason,
                        )
                        for change in changes
                    ],
                )
        except PermissionError as error:
            raise UsageError(f"{self.folder}: cannot be written ({error.strerror})") from error

    def after(self, changes: Sequence[Change]) -> Tables:
        """Return the tables as changes would leave them; raise ConflictError."""
        changed = {path.stem: (path, content) for path, content in self._changed(changes).items()}
        types = row_types(self.recipe)
        tables: dict[str, Any] = {
            name: parse_table(path, content, types[name], [], self._known.setdefault(name, {}))
            for name, (path, content) in changed.items()
        }
        own = {name: tables.pop(name) for name in list(tables) if name in self.recipe.own_tables}
        return replace(self.tables, **tables, own={**self.tables.own, **own})

    def _changed(self, changes: Sequence[Change]) -> dict[Path, bytes]:
        """Return the bytes of the tables after changes, by their paths; raise ConflictError."""
        named = self.tables.named()
        found: dict[Path, bytes] = {}
        for name, of in groupby(sorted(changes, key=_table), key=_table):
            table: Table[Any] = named.get(name) or Table(self.path(name), b"", (), ())
            found[table.path] = changed(table, list(of))
        return found

    def _write(self, changes: Sequence[Change]) -> None:
        """Write the tables after changes; none is touched where one of them conflicts."""
        for path, content in self._changed(changes).items():
            with TemporaryFile(path) as temporary:
                temporary.write(content)
                temporary.put(durably=True)

    def path(self, name: str) -> Path:
        """Return where a table stands, or is to stand."""
        return self.folder / f"{name}.jsonl"

    def require_own(self) -> None:
        """Raise UsageError where the tables are those that came with an installed lvbuild."""
        if self.folder.is_relative_to(packaged := shipped("annotations")) and (
            packaged.parent.name == "_data"
        ):
            name = self.recipe.name
            raise UsageError(
                f"{self.folder}: these tables came with lvbuild and are not yours to change; copy"
                f" them beside a recipe of yours: `lvbuild show {name} --yaml > {name}.yaml` and"
                f" `mkdir -p annotations && cp -r {self.folder} annotations/`"
            )

    def _tables(self) -> tuple[Tables, list[BrokenRow]]:
        names = (*self.recipe.table_names, *self.recipe.optional_tables, *self.recipe.own_tables)
        paths = [self.path(name) for name in sorted({*names, *self.recipe.question_tables})]
        signatures = tuple(map(_signature, paths))
        if (held := self._read.get("tables")) is None or held[0] != signatures:
            broken: list[BrokenRow] = []
            tables = read_tables(
                self.folder, self.recipe, broken=broken, absent_empty=True, known=self._known
            )
            self._read["tables"] = held = (signatures, tables, broken)
        return held[1], held[2]


def _signature(path: Path) -> _Signature | None:
    """Return what differs where a file was written anew, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _fields(row: BaseModel | None) -> dict[str, object] | None:
    return None if row is None else row.model_dump(mode="json", by_alias=True)


def _table(change: Change) -> str:
    return change.table
