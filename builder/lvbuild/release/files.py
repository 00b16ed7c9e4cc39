"""The files of a folder that may be a stranger's: regular ones within it, read line by line."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.core.validation import invalid_values
from lvbuild.errors import UsageError

Kind = Literal["file", "folder", "link", "special"]

_OF_THE_HUB = {".git": "folder", ".gitattributes": "file", ".cache": "folder"}
_WHY = {
    "link": "is a link; a release holds regular files alone (one in the Hub's cache is made of"
    " links: download it into a folder of its own, with local_dir)",
    "special": "is a device, a pipe or a socket, which no release holds; remove it",
    "folder": "is a folder where a file should be",
    "file": "is a file where a folder should be",
}


class Entry(NamedTuple):
    """A name within a folder, and what it is; nothing is followed."""

    name: str
    kind: Kind


def open_regular(folder: Path, name: str) -> BinaryIO:
    """Open a regular file of a folder to be read.

    Raises UsageError, and opens nothing, where it or a folder on its way is a link or no such
    thing, or where the path leads out; OSError where it is missing or cannot be read.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts:
        raise UsageError(f"{folder}: {name!r} is no path within it; it was damaged or forged")
    place = folder
    for part in parts:
        wanted = "file" if place / part == folder / name else "folder"
        place /= part
        _require(place, place.lstat().st_mode, wanted)
    descriptor = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _require(place, os.fstat(descriptor).st_mode, "file")
    except UsageError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_regular(folder: Path, name: str, most: int) -> bytes:
    """Read such a file of at most so many bytes; raise UsageError where it has more."""
    with open_regular(folder, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise UsageError(f"{folder / name}: has {size:,} bytes, {most:,} at most are read")
        return file.read(size)


def entries(folder: Path) -> Iterator[Entry]:
    """Yield all that a folder holds, sorted within each folder, a folder before what it holds.

    What goes meanwhile is passed over, and what downloading from the Hub leaves beside a release.
    """
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        for name in _names(folder / prefix):
            with suppress(FileNotFoundError):
                kind = _kind((folder / prefix / name).lstat().st_mode)
                if not prefix and _OF_THE_HUB.get(name) == kind:
                    continue
                if kind == "folder":
                    waiting.append(f"{prefix}{name}/")
                yield Entry(prefix + name, kind)


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []


def check_regular(folder: Path) -> None:
    """Raise UsageError where a folder holds anything but regular files and folders."""
    for entry in entries(folder):
        if entry.kind in {"link", "special"}:
            raise UsageError(f"{folder / entry.name}: {_WHY[entry.kind]}")


def why_not(kind: Kind) -> str:
    """Say why a release holds no such thing."""
    return _WHY[kind]


def _require(place: Path, mode: int, wanted: str) -> None:
    kind = _kind(mode)
    if kind != wanted:
        raise UsageError(f"{place}: {_WHY[kind]}")


def _kind(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "link" if stat.S_ISLNK(mode) else "special"


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
