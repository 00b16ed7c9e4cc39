"""The lines of a release's files: each is what it should be, or one message says where not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.errors import UsageError
from lvbuild.validation import invalid_values

_LONGEST = 2**30
"""Bytes of a line: beyond what a record of the largest level takes."""
_ALTERED = 2**16
"""Bytes by which a file may have grown where somebody altered it, and still be read."""
_Count = Annotated[int, Field(ge=0)]
_Span = Annotated[list[_Count], Field(min_length=2, max_length=2)]
_Depth = Annotated[float, Field(ge=0, le=1)]


class _Line(BaseModel):
    model_config = ConfigDict(strict=True)


class _Record(_Line):
    input: str
    context: str
    answers: Annotated[list[str], Field(min_length=1)]
    length: _Count
    dataset: str
    language: str
    answer_keywords: str = ""
    confusing_facts: list[str] = []
    id: str = Field("", alias="_id")
    contamination_identifier: str = ""


class _Passage(_Line):
    number: _Count
    document_id: str
    role: Literal["supporting", "distracting", "haystack"]
    span: _Span
    cut: _Span


class _Fact(_Line):
    kind: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    span: _Span
    depth: _Depth


class _Replacement(_Line):
    original: str
    replacement: str
    count: _Count


class _Provenance(_Line):
    id: str = Field(alias="_id")
    question_id: str
    level: str
    tokens: _Count | None = None
    passages: list[_Passage]
    facts: list[_Fact]
    evidence_depths: list[_Depth]
    replacements: list[_Replacement]


def lines(path: Path, file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the lines of an open file that has about so many bytes by its manifest.

    Raises UsageError for a line that is longer than the file should be, or than any record.
    """
    most = min(_LONGEST, size + _ALTERED)
    number = 0
    while line := file.readline(most):
        number += 1
        if len(line) == most:
            raise damaged(f"{path}:{number}", "it is longer than any record")
        yield line


def record_of(place: str, line: bytes) -> dict[str, Any]:
    """Read a record's line; raise UsageError that names the place where it is none."""
    return _read(place, line, _Record)


def provenance_of(place: str, line: bytes) -> dict[str, Any]:
    """Read a line of provenance; raise UsageError that names the place where it is none."""
    read = _read(place, line, _Provenance)
    supporting = sum(passage["role"] == "supporting" for passage in read["passages"])
    if supporting != len(read["evidence_depths"]):
        raise damaged(place, "evidence_depths: is not one a supporting passage")
    return read


def check_alike(place: str, fields: dict[str, Any], origin: dict[str, Any]) -> None:
    """Raise UsageError where a record's provenance, at a place, is that of another record."""
    if fields.get("_id", origin["_id"]) != origin["_id"]:
        raise damaged(place, "_id: is not that of the record")
    spans = (part["span"] for part in (*origin["passages"], *origin["facts"]))
    if any(not start <= end <= len(fields["context"]) for start, end in spans):
        raise damaged(place, "span: is none of the record's context")


def damaged(place: str, problem: str) -> UsageError:
    """Return the error for a damaged line of a release."""
    return UsageError(f"{place}: is damaged ({problem}); see `lvbuild verify`")


def _read(place: str, line: bytes, shape: type[BaseModel]) -> dict[str, Any]:
    try:
        read: dict[str, Any] = orjson.loads(line)
        shape.model_validate(read)
    except orjson.JSONDecodeError as error:
        raise damaged(place, f"it is no JSON: {error}") from error
    except ValidationError as error:
        problems = error.errors()
        plain = f"{_key(problems[0])}: {problems[0]['msg']}"
        raise damaged(place, next(invalid_values(problems, _key), plain)) from error
    return read


def _key(problem: ErrorDetails) -> str:
    return ".".join(map(str, problem["loc"])) or "it"
