"""The rows of tables by their questions, and by the names that requests call them by."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field

from pydantic import BaseModel

from lvbuild.annotate.shown import TABLES
from lvbuild.tables.reading import Tables
from lvbuild.tables.writing import row_json


@dataclass(frozen=True, slots=True)
class IndexedRows:
    """The rows of some tables: by question with version and table, and by version."""

    tables: Tables
    by_question: dict[str, list[tuple[str, str, BaseModel]]]
    by_version: dict[str, tuple[str, BaseModel]]


@dataclass
class RowIndex:
    """Indexes the rows of tables anew where they have changed."""

    _indexed: IndexedRows | None = None
    _versions: dict[int, str] = field(default_factory=dict)

    def of(self, tables: Tables) -> IndexedRows:
        """Return the rows of tables, indexed."""
        if self._indexed is None or self._indexed.tables is not tables:
            self._indexed = IndexedRows(tables, defaultdict(list), {})
            for name, table in tables.named().items():
                for row in table.rows if name in TABLES else ():
                    version = self.version(name, row)
                    self._indexed.by_question[owner_of(row)].append((version, name, row))
                    self._indexed.by_version[version] = (name, row)
        return self._indexed

    def version(self, table: str, row: BaseModel) -> str:
        """Return the name of a row as it is: another version of it has another."""
        # Rows are kept by the workbench as long as it lives, so that their ids stay theirs.
        version = self._versions.get(id(row))
        if version is None:
            content = f"{table}\n{row_json(row)}".encode()
            version = hashlib.blake2b(content, digest_size=8).hexdigest()
            self._versions[id(row)] = version
        return version


def owner_of(row: BaseModel) -> str:
    """Return the id of the question that a row is for, of a needle its own."""
    own: str = getattr(row, "question_id", None) or f"needle:{getattr(row, 'id', '')}"
    return own
