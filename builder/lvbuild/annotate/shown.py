"""What the review page shows of a question and its rows, and what is planted among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import row_types
from lvbuild.tables.row_lines import row_of
from lvbuild.tables.rows import Status

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
