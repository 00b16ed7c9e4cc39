"""The rows of tables by their questions, and by the names that requests call them by."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel

from lvbuild.annotate.shown import TABLES
from lvbuild.tables.reading import Tables
from lvbuild.tables.writing import key_of, row_json


class IndexedRow(NamedTuple):
    """A row with its table, its `version`, and the `name` that it keeps whatever it says."""

    version: str
    name: str
    table: str
    row: BaseModel


@dataclass(frozen=True, slots=True)
class IndexedRows:
    """The rows of some tables, by question and by version."""

    tables: Tables
    by_question: Mapping[str, Sequence[IndexedRow]]
    by_version: Mapping[str, IndexedRow]


@dataclass
class RowIndex:
    """Indexes the rows of tables anew where they have changed."""

    _indexed: IndexedRows | None = None
    _known: dict[int, IndexedRow] = field(default_factory=dict)

    def of(self, tables: Tables) -> IndexedRows:
        """Return the rows of tables, indexed."""
        if self._indexed is None or self._indexed.tables is not tables:
            by_question: dict[str, list[IndexedRow]] = defaultdict(list)
            by_version: dict[str, IndexedRow] = {}
            for table in TABLES:
                for row in held.rows if (held := tables.named().get(table)) else ():
                    indexed = self.row(table, row)
                    by_question[owner_of(row)].append(indexed)
                    by_version[indexed.version] = indexed
            self._indexed = IndexedRows(tables, by_question, by_version)
        return self._indexed

    def row(self, table: str, row: BaseModel) -> IndexedRow:
        """Return a row by its names: another version of it has another version's."""
        # Rows are kept by the workbench as long as it lives, so that their ids stay theirs.
        indexed = self._known.get(id(row))
        if indexed is None:
            content = f"{table}\n{row_json(row)}".encode()
            version = hashlib.blake2b(content, digest_size=8).hexdigest()
            indexed = IndexedRow(version, f"{table}:{'/'.join(key_of(row))}", table, row)
            self._known[id(row)] = indexed
        return indexed


def name_of_fields(table: str, fields: Mapping[str, Any]) -> str:
    """Return the name that a row of these fields keeps."""
    keys = ("question_id", "id", "original", "fact")
    return f"{table}:{'/'.join(str(fields[key]) for key in keys if fields.get(key) is not None)}"


def owner_of(row: BaseModel) -> str:
    """Return the id of the question that a row is for, of a needle its own."""
    fields = vars(row)
    return str(fields.get("question_id") or f"needle:{fields.get('id', '')}")
