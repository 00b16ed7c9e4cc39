"""Reading the tables of a recipe from their folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

import jsonlines
from pydantic import ValidationError

from lvbuild.annotations.tables import ConfusingFactRow, NeedleRow, ReplacementRow, Row
from lvbuild.errors import UsageError

R = TypeVar("R", bound=Row)


@dataclass(frozen=True, slots=True)
class Table(Generic[R]):
    """A table: where it was read, its bytes, all its rows and the line of each."""

    path: Path
    content: bytes
    rows: tuple[R, ...]
    lines: tuple[int, ...]

    @property
    def sha256(self) -> str:
        """The hash of the table's bytes, in hex."""
        return sha256(self.content).hexdigest()

    @property
    def approved(self) -> int:
        """How many rows a person has approved."""
        return sum(row.status == "approved" for row in self.rows)

    def used(self, approved_only: bool) -> list[tuple[int, R]]:
        """Return the rows that builds take, each with its line: all but the rejected ones."""
        taken = {"approved"} if approved_only else {"approved", "draft"}
        return [
            (line, row)
            for line, row in zip(self.lines, self.rows, strict=True)
            if row.status in taken
        ]


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a fact-recall recipe; the last two are empty where the recipe has none."""

    needles: Table[NeedleRow]
    confusing_facts: Table[ConfusingFactRow] | None
    replacements: Table[ReplacementRow] | None

    def named(self) -> Mapping[str, Table[Row]]:
        """Return the tables that there are, by the names of their files."""
        tables = {
            "confusing_facts": self.confusing_facts,
            "needles": self.needles,
            "replacements": self.replacements,
        }
        return {name: table for name, table in tables.items() if table is not None}  # type: ignore[misc]


def read_tables(folder: Path, *, confusing_facts: bool, replacements: bool) -> Tables:
    """Read the tables of a fact-recall recipe; raise UsageError that names file and line."""
    return Tables(
        read_table(folder / "needles.jsonl", NeedleRow),
        read_table(folder / "confusing_facts.jsonl", ConfusingFactRow) if confusing_facts else None,
        read_table(folder / "replacements.jsonl", ReplacementRow) if replacements else None,
    )


def read_table(path: Path, row_type: type[R]) -> Table[R]:
    """Read a table of JSON lines; empty lines are passed over."""
    content = _read(path)
    rows: list[R] = []
    lines: list[int] = []
    for number, line in enumerate(content.decode("utf-8-sig").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            data = jsonlines.Reader([line], loads=_loads).read(type=dict)
            rows.append(row_type.model_validate(data))
        except jsonlines.InvalidLineError as error:
            problem = error.__cause__ if isinstance(error.__cause__, _TwiceError) else ""
            raise UsageError(
                f"{path}:{number}: is no JSON object{problem}; mend that line"
            ) from error
        except ValidationError as error:
            raise UsageError(f"{path}:{number}: {_problem(error, row_type)}") from error
        lines.append(number)
    return Table(path, content, tuple(rows), tuple(lines))


class _TwiceError(ValueError):
    pass


def _loads(line: str | bytes) -> object:
    try:
        return json.loads(line, object_pairs_hook=_object, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise _TwiceError(f" with each field once ({name!r} stands twice)")
    return dict(pairs)


def _read(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        content.decode()
    except OSError as error:
        raise UsageError(
            f"{path}: the table cannot be read ({error.strerror}); the recipe asks for it"
        ) from error
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{number}: is no UTF-8 text; save the table as UTF-8") from error
    return content


def _problem(error: ValidationError, row_type: type[Row]) -> str:
    problem = error.errors()[0]
    field = ".".join(map(str, problem["loc"]))
    if problem["type"] == "missing":
        return f"the field {field!r} is missing; add it"
    if problem["type"] == "extra_forbidden":
        return f"unknown field {field!r}; there are {', '.join(row_type.model_fields)}"
    return f"{field}: {problem['msg'].removeprefix('Value error, ')}"
