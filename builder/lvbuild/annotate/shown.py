"""What the review page shows of a question and its rows, and what is planted among them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import Tables, row_of, row_types
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import key_of, row_json

Decision = Literal["accept", "reject"]
STATUS: Mapping[Decision, Status] = {"accept": "approved", "reject": "rejected"}
TABLES = ("replacements", "confusing_facts", "answer_keywords", "needles")


@dataclass(frozen=True, slots=True)
class Control:
    """A planted row, and the decision that is right of it."""

    table: str
    row: BaseModel
    right: Decision


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as one annotator sees it.

    `version` names it in requests: another version of it has another name. `status` is what the
    annotator may see: of a row that is his to judge as the second it is "draft".
    """

    version: str
    table: str
    row: BaseModel
    status: Status
    second: bool = False
    control: Control | None = None

    @property
    def is_compared(self) -> bool:
        """Whether what is decided on it is for comparison alone."""
        return self.second or self.control is not None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the row."""
        return self.row.model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question in the list: how many of its rows wait for a decision, are approved, rejected."""

    number: int
    question_id: str
    question: str
    waiting: int
    approved: int
    rejected: int

    @property
    def state(self) -> str:
        """What is to be done: "empty", "waiting" or "done"."""
        if self.waiting:
            return "waiting"
        return "done" if self.approved + self.rejected else "empty"


def read_controls(lines: Iterable[Mapping[str, Any]], workbench: Workbench) -> list[Control]:
    """Return planted rows, each of `table`, `row` and `right` ("accept" or "reject").

    Raises ValueError that says what to mend.
    """
    types = row_types(workbench.recipe)
    controls = []
    for number, line in enumerate(lines, start=1):
        table, right = line.get("table"), line.get("right")
        if table not in TABLES or right not in STATUS or not isinstance(line.get("row"), dict):
            raise ValueError(
                f"line {number}: a planted row has a table ({', '.join(TABLES)}), a row, and what"
                ' is right, "accept" or "reject"'
            )
        fields = {"status": "draft", "annotator": "control", **line["row"]}
        try:
            row = row_of(fields, types[str(table)])
            controls.append(Control(str(table), row, "accept" if right == "accept" else "reject"))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return controls


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
