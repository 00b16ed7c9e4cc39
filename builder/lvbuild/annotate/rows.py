"""The rows under review as an annotator sees them, with planted ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict

from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import key_of, row_json

Decision = Literal["accept", "reject"]
STATUS: Mapping[Decision, Status] = {"accept": "approved", "reject": "rejected"}
Reviewed = Literal["replacements", "confusing_facts", "answer_keywords", "needles"]
TABLES: Sequence[Reviewed] = get_args(Reviewed)


class PlantedRow(BaseModel):
    """A line of the file of planted rows: `right` is what is right of one."""

    model_config = ConfigDict(extra="forbid")

    table: Reviewed
    row: dict[str, Any]
    right: Decision


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A row as one annotator sees it.

    `version` names it in requests: another version of it has another name. `status` is what the
    annotator may see: of a row that is his to judge as the second it is "draft". `right` is the
    decision that is right of a planted row.
    """

    version: str
    table: str
    row: BaseModel
    status: Status
    second: bool = False
    right: Decision | Literal[""] = ""

    @property
    def name(self) -> str:
        """What the row keeps whatever it says."""
        return name_of(self.table, key_of(self.row))

    @property
    def is_compared(self) -> bool:
        """Whether what is decided on it is for comparison alone."""
        return self.second or bool(self.right)

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


def read_controls(lines: Iterable[Mapping[str, Any]], workbench: Workbench) -> list[ReviewRow]:
    """Return planted rows, as drafts by "control" whatever their lines say.

    Raises ValueError that says what to mend.
    """
    types = row_types(workbench.recipe)
    planted = []
    for number, line in enumerate(lines, start=1):
        try:
            one = row_of(line, PlantedRow)
            fields = {**one.row, "status": "draft", "annotator": "control"}
            row = stored_row(one.table, row_of(fields, types[one.table]))
            planted.append(replace(row, right=one.right))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return planted


@lru_cache(maxsize=20_000)
def stored_row(table: str, row: BaseModel) -> ReviewRow:
    """Return a row of a table as it stands there."""
    return ReviewRow(version_of(row), table, row, vars(row)["status"])


def version_of(row: BaseModel) -> str:
    """Return what tells whether a row is still as it was shown or written out."""
    return hashlib.blake2b(row_json(row).encode(), digest_size=6).hexdigest()


def name_of(table: str, key: Iterable[str]) -> str:
    """Return what names a row of a table whatever it says: its key."""
    return f"{table}:{'/'.join(key)}"
