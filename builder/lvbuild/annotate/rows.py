"""The rows under review as an annotator sees them, and the cards on which they are decided."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict

from lvbuild.annotate.ledger import Entry, content
from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import key_of, row_json
from lvbuild.text.pairs import FIGURES

Reviewed = Literal["questions", "replacements", "confusing_facts", "answer_keywords", "needles"]
TABLES: Sequence[Reviewed] = get_args(Reviewed)
SELECTION = "selection"
"""The table whose rows are decided on with their questions, on no card."""


class PlantedRow(BaseModel):
    """A line of the file of planted rows: `right` is what is right of one."""

    model_config = ConfigDict(extra="forbid")

    table: Reviewed
    row: dict[str, Any]
    right: Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A row as one annotator sees it.

    `version` names it in requests: another version of it has another. Its `key`, and what follows
    from that, its `name` and the `slug` of its element, it keeps whatever it says; `said` is that,
    of whichever question, whoever decided on it. `in_table` says whether it stands in its table as
    he sees it: what he does to any other is kept in the ledger alone. `right` is the decision that
    is right of a planted row. `told` is what he may know of what was done to it; on a `disputed`
    one two others disagree, whose decisions are among that.
    """

    version: str
    table: str
    row: BaseModel
    key: tuple[str, ...]
    name: str
    slug: str
    said: tuple[object, ...]
    in_table: bool = True
    right: Literal["", "accept", "reject"] = ""
    told: tuple[Entry, ...] = ()
    disputed: bool = False

    @property
    def status(self) -> Status:
        """What was decided on it, as far as the annotator may see: nothing of a disputed one."""
        status: Status = vars(self.row).get("status", "draft")
        return "draft" if self.disputed else status

    @property
    def is_flagged(self) -> bool:
        """Whether somebody asked for a word on it, and nobody decided since."""
        return bool(self.told) and self.told[-1].action == "flag" and bool(self.told[-1].reason)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the row."""
        return self.row.model_dump(mode="json")

    @property
    def together(self) -> tuple[object, ...]:
        """What rows share that are decided on as one."""
        told = vars(self.row)
        if shift := year_shift(self.row):
            return self.table, shift
        if told.get("entity") and told["kind"] not in FIGURES:
            return self.table, told["entity"]
        return self.name, ""


@dataclass(frozen=True, slots=True)
class Card:
    """Rows that are decided on as one.

    `lines` are those of a question that belong together: the forms of a name, the years that move
    by one shift, else one row. `equal` are the same rows of questions that share its documents.
    """

    lines: tuple[ReviewRow, ...]
    equal: tuple[ReviewRow, ...] = ()

    @property
    def table(self) -> str:
        """The table of its rows."""
        return self.lines[0].table

    @property
    def rows(self) -> tuple[ReviewRow, ...]:
        """All its rows."""
        return (*self.lines, *self.equal)

    @property
    def is_of_years(self) -> bool:
        """Whether its lines are years that move together."""
        return bool(year_shift(self.lines[0].row))

    @property
    def waiting(self) -> tuple[ReviewRow, ...]:
        """The rows that wait for a decision."""
        return tuple(row for row in self.rows if row.status == "draft")

    @property
    def status(self) -> Status:
        """What was decided on all its lines, "draft" where one waits."""
        found = {row.status for row in self.lines}
        return "draft" if "draft" in found or len(found) > 1 else found.pop()


_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")


def year_shift(row: BaseModel) -> tuple[int, ...]:
    """Return by how many years a date's replacement and alternatives move it, () where no year."""
    told = vars(row)
    if told.get("kind") != "date":
        return ()
    phrases = (told["original"], told["replacement"], *told["alternatives"])
    years = [[int(year) for year in _YEAR.findall(phrase)] for phrase in phrases]
    rest = {_YEAR.sub("", phrase) for phrase in phrases}
    if not years[0] or len(rest) > 1:
        return ()
    shifts = [{new - old for old, new in zip(years[0], each, strict=True)} for each in years[1:]]
    return tuple(shift.pop() for shift in shifts) if all(len(s) == 1 for s in shifts) else ()


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
            planted.append(replace(row, in_table=False, right=one.right))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return planted


@lru_cache(maxsize=20_000)
def stored_row(table: str, row: BaseModel) -> ReviewRow:
    """Return a row of a table as it stands there."""
    key, fields = key_of(row), content(vars(row)).items()
    name = name_of(table, key)
    slug = hashlib.blake2b(name.encode(), digest_size=6).hexdigest()
    said = (table, *(value for field, value in fields if field != "question_id"))
    return ReviewRow(version_of(row), table, row, key, name, slug, said)


def version_of(row: BaseModel) -> str:
    """Return what tells whether a row is still as it was shown or written out."""
    return hashlib.blake2b(row_json(row).encode(), digest_size=6).hexdigest()


def name_of(table: str, key: Iterable[str]) -> str:
    """Return what names a row of a table whatever it says: its key."""
    return f"{table}:{'/'.join(key)}"
