"""The ledger of a recipe's tables: who changed which row when and why; what that tells of a row."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

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

_Kept = Literal["judge", "retract", "flag", "ask"]
"""What is said of a row in the ledger alone: to judge is to decide on it for comparison alone, to
retract to take that back, to flag to ask for a word on it (`reason`). To ask is of a question: that
a model was asked for what its rows leave, and has written it."""
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
    return _read_entries(folder, 0)[0]


def _read_entries(folder: Path, start: int) -> tuple[list[Entry], int]:
    """Read the entries of a ledger from a byte of it on; return also where its last one ends."""
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


@contextmanager
def appended(folder: Path, entries: Iterable[Entry]) -> Iterator[None]:
    """Add entries to the ledger of a folder, under its lock: to the disk.

    They go again where the `with` block fails. In one that was never left, as where the machine
    stopped, rows may be missing that the ledger tells of: nobody was told that these stood.
    """
    lines = [each.model_dump_json(exclude_defaults=True).encode() + b"\n" for each in entries]
    with (folder / LEDGER).open("a+b", buffering=0) as file:
        file.seek(0)
        # A last line that was never finished goes, so that the next does not go on with it.
        end = file.read().rfind(b"\n") + 1
        file.truncate(end)
        try:
            left = memoryview(b"".join(lines))
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
            yield
        except BaseException:
            file.truncate(end)
            raise


Fields = Mapping[str, Any]
_BY_WHOM = frozenset({"status", "annotator", "note"})


def undecided(fields: Fields) -> Fields:
    """Return a row as nobody decided on it: what a program rejected stays so."""
    if fields.get("status", "draft") == "draft" or names_program(fields["annotator"]):
        return fields
    return {**fields, "status": "draft", "note": ""}


def content(fields: Fields) -> Fields:
    """Return what a row says, without who decided what on it."""
    return {name: value for name, value in fields.items() if name not in _BY_WHOM}


@dataclass(slots=True, eq=False)
class RowHistory:
    """What a ledger tells of one row.

    `base` is the row as nobody decided on it, None where a person added it; `own` is by annotator
    how each has left it, None where he took it away; `now` is how it came to stand in its table,
    None where the ledger does not say. `blind` is what each decided without knowing
    what another did. `control` is what is right of it where it is a planted row.
    """

    table: str
    key: tuple[str, ...]
    base: Fields | None
    control: str = ""
    entries: list[Entry] = field(default_factory=list)
    own: dict[str, Fields | None] = field(default_factory=dict)
    blind: dict[str, Literal["accept", "edit", "reject"]] = field(default_factory=dict)
    now: Fields | None = None
    ruled: bool = False

    def is_for(self, annotator: str) -> bool:
        """Tell whether an annotator may rule on it: two others disagree, and no third has ruled."""
        disputed = len({*self.blind.values()}) > 1 and not self.ruled and not self.control
        return disputed and annotator not in self.blind

    def told_to(self, annotator: str, *, is_blind: bool) -> tuple[Entry, ...]:
        """Return what people did to it: where it is shown blind, only what the annotator did.

        Of a row that he took back and added again, as others may have meanwhile, he sees the last.
        """
        if not is_blind:
            return tuple(each for each in self.entries if not names_program(each.annotator))
        own = tuple(each for each in self.entries if each.annotator == annotator)
        return own[max((n for n, each in enumerate(own) if each.before is None), default=0) :]

    def add(self, entry: Entry) -> None:
        """Add what was done to it next."""
        self.entries.append(entry)
        if entry.action not in TABLE_STAYS:
            self.now = entry.after
        before, after, name = entry.before or {}, entry.after, entry.annotator
        if entry.action == "flag" or names_program(name):
            return
        self.own[name] = after
        if entry.action in ("rule", "undo"):
            self.ruled = entry.action == "rule"
        if after is None or not entry.decision or after["annotator"] != name:
            self.blind.pop(name, None)
        elif entry.action == "judge" or before.get("status") == "draft" or name in self.blind:
            edited = self.base is not None and content(after) != content(self.base)
            self.blind[name] = "edit" if edited and entry.decision == "accept" else entry.decision


class History:
    """The `rows` of a ledger, and the `seconds` that each annotator spent.

    `refresh` reads what was added to it.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.rows: list[RowHistory] = []
        self.seconds: dict[str, float] = defaultdict(float)
        self._known: dict[tuple[str, bool, str, tuple[str, ...]], RowHistory] = {}
        self._end = 0
        for entry in entries:
            self._add(entry)

    def refresh(self, folder: Path) -> bool:
        """Read what was added to the ledger of a folder, and tell whether anything was.

        Raises UsageError where it is broken.
        """
        entries, end = _read_entries(folder, self._end)
        is_new = end != self._end
        if end < self._end:  # another file stands there
            for held in (self.rows, self.seconds, self._known):
                held.clear()
            entries, end = _read_entries(folder, 0)
        self._end = end
        for entry in entries:
            self._add(entry)
        return is_new

    def of(self, table: str, key: tuple[str, ...], *, planted: bool = False) -> RowHistory | None:
        """Return what is told of the row that has a key now, None where nothing is."""
        return self._known.get(("", planted, table, key))

    def _add(self, entry: Entry) -> None:
        if entry.action == "ask":
            return
        name, planted, table = entry.annotator, bool(entry.control), entry.table
        before, after = entry.before, entry.after
        key = fields_key(before or after or {})
        self.seconds[name] += entry.seconds
        # What is judged keeps its name for all others.
        by = name if entry.action in TABLE_STAYS else ""
        row = self._known.get((name, planted, table, key)) or self.of(table, key, planted=planted)
        # Who adds a row meets those alone who added it too, while one of them has it still.
        if row and before is None and (row.base is not None or not any(row.own.values())):
            row = None
        if row is None:
            is_own = before is None and entry.action in ("add", "judge")
            found = None if is_own else before or after
            row = RowHistory(table, key, undecided(found) if found else None, entry.control)
            self.rows.append(row)
            self._known[by if before is None else "", planted, table, key] = row
        row.add(entry)
        if after is not None and (now := fields_key(after)) != key:
            self._known[by, planted, table, now] = row
