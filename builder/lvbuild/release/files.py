"""The files of a folder that may be a stranger's: none is opened but regular ones within it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal, NamedTuple

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
