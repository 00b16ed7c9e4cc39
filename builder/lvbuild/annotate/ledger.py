"""The ledger of a recipe's tables: who changed which row when, why, and how long it took."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from lvbuild.core.controls import one_line
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import LEDGER, row_of
from lvbuild.tables.rows import Note, Text, names_program
from lvbuild.tables.writing import fields_key

_LONGEST = 100


def checked_name(name: str) -> str:
    """Return an annotator's name without white space around it; raise UsageError for none."""
    name = name.strip()
    if not name:
        raise UsageError("the annotator's name is empty; say who decides")
    if len(name) > _LONGEST:
        raise UsageError(f"the annotator's name has over {_LONGEST} characters; take a shorter one")
    try:
        return one_line(name)
    except ValueError as error:
        raise UsageError(f"the annotator's name is no line of text ({error})") from error


def checked_person(name: str) -> str:
    """Return the name of a person; raise UsageError for none, and for a program's."""
    name = checked_name(name)
    if names_program(name):
        raise UsageError(f"{name!r} names a program; a person decides, by name")
    return name


_MOST_BYTES = 512 * 2**20

_Kept = Literal["judge", "retract", "flag"]
"""What is said of a row in the ledger alone: to judge is to decide on it for comparison alone, to
retract to take that back, to flag to ask for a word on it (`reason`)."""
_Written = Literal["suggest", "draft", "import", "add", "edit", "accept", "reject", "undo", "rule"]
"""What changes the row in its table; to rule is to decide where two disagree."""
Action = Literal[_Written, _Kept]
TABLE_STAYS: frozenset[Action] = frozenset(get_args(_Kept))


class Entry(BaseModel):
    """One change of one row, or a judgement of it.

    `before` and `after` are the row's fields, null where it was not there. `seconds` is the time
    that it took the annotator, `reason` why a row was rejected or flagged. `control` is what is
    known to be right of a row that was only there to see how an annotator decides.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    time: datetime
    annotator: Text
    action: Action
    table: Text
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    seconds: Annotated[float, Field(ge=0, le=86_400)] = 0.0
    reason: Note = ""
    control: Literal["", "accept", "reject"] = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What the row keeps whatever it says: the ids of its question and its own, its words."""
        return fields_key(self.before or self.after or {})

    @property
    def told(self) -> str:
        """What was done, as the annotator knows it: not whether the table has it."""
        if self.action == "judge":
            return self.decision or ("edit" if self.before else "add")
        return "undo" if self.action == "retract" else self.action

    @property
    def decision(self) -> Literal["", "accept", "reject"]:
        """What was decided on the row: it stands as approved, as rejected, or neither."""
        status = (self.after or {}).get("status") if self.action != "flag" else ""
        if status == "approved":
            return "accept"
        return "reject" if status == "rejected" else ""


def now() -> datetime:
    """Return the time as the ledger has it: UTC, in whole milliseconds."""
    time = datetime.now(UTC)
    return time.replace(microsecond=time.microsecond // 1000 * 1000)


def read_ledger(folder: Path) -> list[Entry]:
    """Read the ledger of a tables' folder; none has no entries.

    A last line that was cut short, as where the machine stopped while it was written, is passed
    over: nobody was told that it stood. Raises UsageError for any other line that is no entry.
    """
    return read_entries(folder, 0)[0]


def read_entries(folder: Path, start: int) -> tuple[list[Entry], int]:
    """Read the entries of a ledger from a byte of it on; return also where its last one ends.

    Raises UsageError as `read_ledger` does.
    """
    path = folder / LEDGER
    try:
        content = read_file(path, _MOST_BYTES)
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        raise UsageError(f"{path}: the ledger cannot be read ({error.strerror})") from error
    entries = []
    end = content.rfind(b"\n") + 1
    first = content.count(b"\n", 0, start) + 1
    for number, line in enumerate(content[start:end].split(b"\n")[:-1], start=first):
        try:
            entries.append(row_of(json.loads(line), Entry))
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"{path}:{number}: is no entry of a ledger ({error}); take the file back from where"
                " it is kept under version control"
            ) from error
    return entries, end


def append_entries(file: BinaryIO, entries: Iterable[Entry]) -> None:
    """Add entries to a ledger that is open for it, under its folder's lock: to the disk."""
    file.seek(0)
    # A last line that was never finished goes, so that the next does not go on with it.
    file.truncate(file.read().rfind(b"\n") + 1)
    for entry in entries:
        file.write(entry.model_dump_json(exclude_defaults=True).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())
