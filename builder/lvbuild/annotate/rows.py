"""The rows under review as an annotator sees them, with planted ones and those of one name."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import Tables, question_id, row_of, row_types
from lvbuild.tables.rows import ReplacementRow, Status
from lvbuild.tables.writing import key_of, row_json
from lvbuild.text.pairs import FIGURES

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
class ReviewRow:
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
class ReviewQuestion:
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


class RowIndex:
    """The rows of some tables, by question and by version: indexed anew where they have changed."""

    def __init__(self) -> None:
        self.by_question: Mapping[str, Sequence[IndexedRow]] = {}
        self.by_version: Mapping[str, IndexedRow] = {}
        self._tables: Tables | None = None
        self._known: dict[int, IndexedRow] = {}

    def update(self, tables: Tables) -> None:
        """Index the rows of tables."""
        if self._tables is tables:
            return
        by_question: dict[str, list[IndexedRow]] = defaultdict(list)
        for table in TABLES:
            for row in held.rows if (held := tables.named().get(table)) else ():
                by_question[question_id(row)].append(self.row(table, row))
        self._tables, self.by_question = tables, by_question
        self.by_version = {each.version: each for rows in by_question.values() for each in rows}

    def row(self, table: str, row: BaseModel) -> IndexedRow:
        """Return a row by its names: another version of it has another version's."""
        # Rows are kept by the workbench as long as it lives, so that their ids stay theirs.
        indexed = self._known.get(id(row))
        if indexed is None:
            content = f"{table}\n{row_json(row)}".encode()
            version = hashlib.blake2b(content, digest_size=8).hexdigest()
            indexed = IndexedRow(version, name_of(table, key_of(row)), table, row)
            self._known[id(row)] = indexed
        return indexed


def name_of(table: str, key: Iterable[str]) -> str:
    """Return what names a row of a table whatever it says: its key."""
    return f"{table}:{'/'.join(key)}"


def families(rows: Sequence[BaseModel]) -> list[list[int]]:
    """Return the places of a question's rows, those that replace names of one entity together.

    What is told of an entity, a date or number, is decided on by itself.
    """
    found: dict[object, list[int]] = {}
    for place, row in enumerate(rows):
        key: object = place
        if isinstance(row, ReplacementRow) and row.entity and row.kind not in FIGURES:
            key = row.entity
        found.setdefault(key, []).append(place)
    return list(found.values())
