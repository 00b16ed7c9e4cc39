"""Changing rows of tables: the lines of all other rows stay byte for byte."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

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


class ConflictError(BuildError):
    """A row is no longer as it was when a change to it was begun.

    `now` is the row that stands where it stood, None where it is gone.
    """

    def __init__(self, change: Change, now: BaseModel | None) -> None:
        self.change, self.now = change, now
        row = " / ".join(map(repr, key_of(change.before or change.after)))
        there = "it is gone" if now is None else f"now it is {row_json(now)}"
        if change.before is None:
            message = f"there is a row {row} already ({there}); change that"
        else:
            clash = f"the row {row} was changed by somebody else meanwhile ({there})"
            message = f"{clash}; look at it again"
        super().__init__(f"{change.table}: {message}")


def key_of(row: BaseModel | None) -> tuple[str, ...]:
    """Return what tells a row from the others of its table, whatever else it says.

    A replacement's is its question and original, a confusing fact's its question and fact, any
    other's its question or its own id.
    """
    return fields_key({} if row is None else vars(row))


def fields_key(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what tells a row from the others of its table, from its fields."""
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
    content = table.content.removeprefix(BOM_UTF8)
    parts = content.split(b"\n")[: None if content[-1:] not in {b"", b"\n"} else -1]
    lines = {(number, 0): part + b"\n" for number, part in enumerate(parts, start=1)}
    owners = {_owner(row) for change in changes for row in change[1:] if isinstance(row, BaseModel)}
    rows: dict[tuple[str, ...], tuple[tuple[int, int], BaseModel]] = {}
    last: dict[str, int] = {}
    for placed in table.placed:
        if (owner := _owner(placed.row)) in owners:
            rows.setdefault(key_of(placed.row), ((placed.line, 0), placed.row))
            last[owner] = placed.line
    for number, change in enumerate(changes, start=1):
        _, before, after = change
        if before is not None:
            place, stands = rows.pop(key_of(before), ((0, 0), None))
            if stands != before:
                raise ConflictError(change, stands)
        elif after is not None:
            place = last.setdefault(_owner(after), len(parts) + number), number
        if after is None:
            del lines[place]
            continue
        if taken := rows.get(key_of(after)):
            raise ConflictError(change, taken[1])
        lines[place] = row_json(after).encode() + b"\n"
        rows[key_of(after)] = place, after
    return b"".join(lines[place] for place in sorted(lines))


def _owner(row: BaseModel) -> str:
    return str(vars(row).get("question_id", ""))
