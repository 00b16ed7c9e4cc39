"""Reading one row of a table from its line, or from fields that stand for one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

import jsonlines
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.core.validation import invalid_values

R = TypeVar("R", bound=BaseModel)


class BrokenRowError(ValueError):
    """A line is no row of its table: the message says what to mend."""


def read_row(line: bytes, row_type: type[R]) -> R:
    """Read a row; raise BrokenRowError that says what to mend."""
    try:
        data = jsonlines.Reader([line.decode()], loads=_loads).read(type=dict)
        return row_of(data, row_type)
    except UnicodeDecodeError as error:
        raise BrokenRowError("is no UTF-8 text; save the table as UTF-8") from error
    except jsonlines.InvalidLineError as error:
        problem = error.__cause__ if isinstance(error.__cause__, _TwiceError) else ""
        raise BrokenRowError(f"is no JSON object{problem}; mend that line") from error


def row_of(fields: Mapping[str, Any], row_type: type[R]) -> R:
    """Return the row of some fields; raise ValueError that says what to mend."""
    try:
        return row_type.model_validate(fields)
    except ValidationError as error:
        raise BrokenRowError(_problem(error, row_type)) from error


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
    for name, count in Counter(names).items():
        if count > 1:
            raise _TwiceError(f" with each field once ({name!r} stands twice)")
    return dict(pairs)


def _problem(error: ValidationError, row_type: type[BaseModel]) -> str:
    lines, invalid = [], []
    for problem in error.errors():
        field = _field(problem)
        if problem["type"] == "missing":
            lines.append(f"the field {field!r} is missing; add it")
        elif problem["type"] == "extra_forbidden":
            there = ", ".join(known.alias or name for name, known in row_type.model_fields.items())
            lines.append(f"unknown field {field!r}; there are {there}")
        else:
            invalid.append(problem)
    return "; ".join([*lines, *invalid_values(invalid, _field)])


def _field(problem: ErrorDetails) -> str:
    return ".".join(map(str, problem["loc"]))
