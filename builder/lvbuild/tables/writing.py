"""Changing rows of tables: the lines of all other rows stay byte for byte."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from pydantic import BaseModel

from lvbuild.errors import BuildError
from lvbuild.tables.reading import Table
from lvbuild.tables.rows import Row

R = TypeVar("R", bound=BaseModel)

_KEYS = ("question_id", "id", "original", "fact")


class Change(NamedTuple):
    """A row of a table before and after: None where it is added, or removed."""

    table: str
    before: BaseModel | None
    after: BaseModel | None

    @property
    def undone(self) -> Change:
        """The change that takes this one back."""
        return Change(self.table, self.after, self.before)


class ConflictError(BuildError):
    """A row is no longer as it was when a change to it was begun.

    `now` is the row that stands where it stood, None where it is gone.
    """

    def __init__(self, change: Change, now: BaseModel | None) -> None:
        self.change, self.now = change, now
        row = " / ".join(map(repr, key_of(change.before or change.after)))
        there = "it is gone" if now is None else f"now it is {row_json(now)}"
        if change.before is None:
            super().__init__(f"{change.table}: there is a row {row} already ({there}); change that")
            return
        super().__init__(
            f"{change.table}: the row {row} was changed by somebody else meanwhile ({there}); look"
            " at it again"
        )


def key_of(row: BaseModel | None) -> tuple[str, ...]:
    """Return what tells a row from the others of its table, whatever else it says.

    A replacement's is its question and original, a confusing fact's its question and fact, any
    other's its question or its own id.
    """
    fields = {} if row is None else vars(row)  # quicker than getattr where a model lacks the field
    return tuple(value for key in _KEYS if (value := fields.get(key)) is not None)


def row_json(row: BaseModel) -> str:
    """Return a row as a line of its table has it: all fields, in the order of `field_names`."""
    fields, known = row.model_dump(mode="json"), type(row).model_fields
    ordered = {known[name].alias or name: fields[name] for name in field_names(type(row))}
    return json.dumps(ordered, ensure_ascii=False)


def field_names(row_type: type[BaseModel]) -> list[str]:
    """Return the fields of a table's rows in their order: who wrote a row comes last."""
    names = list(row_type.model_fields)
    return sorted(names, key=lambda name: name in Row.model_fields)


def changed(table: Table[R], changes: Sequence[Change]) -> bytes:
    """Return a table's bytes after changes to it, made one after the other.

    A new row stands after the last one of its question, else at the end. Raises ConflictError where
    a row to be changed does not stand there as it was, or one to be added does.
    """
    owners = {_owner(row) for change in changes for row in change[1:] if isinstance(row, BaseModel)}
    sheet = _Sheet(table, owners)
    for change in changes:
        sheet.make(change)
    return sheet.content


@dataclass(slots=True)
class _Line:
    """A line of a table: its place among the others, its bytes, and the row that it holds."""

    place: tuple[int, int]
    content: bytes
    row: BaseModel | None = None

    def hold(self, row: BaseModel | None) -> None:
        self.row = row
        self.content = b"" if row is None else row_json(row).encode() + b"\n"


class _Sheet:
    """The lines of a table; those of the owners that are changed by their rows' keys."""

    def __init__(self, table: Table[R], owners: Collection[str]) -> None:
        content = table.content.removeprefix(BOM_UTF8)
        parts = content.split(b"\n")[: None if content[-1:] not in {b"", b"\n"} else -1]
        self._parts = [part + b"\n" for part in parts]
        self._lines: list[_Line] = []
        self._by_key: dict[tuple[str, ...], _Line] = {}
        self._last: dict[str, int] = {}
        for placed in table.placed:
            if (owner := _owner(placed.row)) in owners:
                line = _Line((placed.line, 0), self._parts[placed.line - 1], placed.row)
                self._lines.append(line)
                self._by_key.setdefault(key_of(placed.row), line)
                self._last[owner] = placed.line

    @property
    def content(self) -> bytes:
        """The bytes of all lines."""
        done, written = 0, []
        for line in sorted(self._lines, key=lambda line: line.place):
            number, added = line.place
            upto = number if added else number - 1
            written += [*self._parts[done:upto], line.content]
            done = max(done, number)
        return b"".join([*written, *self._parts[done:]])

    def make(self, change: Change) -> None:
        """Make a change; raise ConflictError."""
        before, after = change.before, change.after
        taken = self._by_key.get(key_of(after)) if after is not None else None
        if before is None:
            if taken is not None:
                raise ConflictError(change, taken.row)
            line = self._add(after) if after is not None else None
        else:
            line = self._by_key.get(key_of(before))
            if line is None or line.row != before:
                raise ConflictError(change, None if line is None else line.row)
            if taken is not None and taken is not line:
                raise ConflictError(change, taken.row)
            del self._by_key[key_of(before)]
            line.hold(after)
        if line is not None and after is not None:
            self._by_key[key_of(after)] = line

    def _add(self, row: BaseModel) -> _Line:
        end = len(self._parts) + len(self._lines) + 1
        last = self._last.setdefault(_owner(row), end)
        line = _Line((last, len(self._lines) + 1), b"")
        line.hold(row)
        self._lines.append(line)
        return line


def _owner(row: BaseModel) -> str:
    return str(vars(row).get("question_id", ""))
