"""A release's folder: its lock, its temporary files."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from lvbuild.release.files import entries, open_regular

_SUFFIX = ".lvbuild-tmp"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: whoever changes its manifest or puts a file in place holds it.

    The folder itself is locked, so that no lock file is left in it.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class TemporaryFile:
    """A file under a temporary name in its folder, locked while its writer lives.

    `put` renames it to its final name; leaving the context without that removes it.
    """

    def __init__(self, final: Path) -> None:
        final.parent.mkdir(parents=True, exist_ok=True)
        self._final = final
        self._file: BinaryIO
        self._path: Path
        while True:
            descriptor, name = _made(final)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.fstat(descriptor).st_nlink:  # else a cleaner was there before the lock
                break
            os.close(descriptor)
        self._path = Path(name)
        self._file = os.fdopen(descriptor, "wb", buffering=0)

    def __enter__(self) -> TemporaryFile:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(FileNotFoundError):
            self._path.unlink()
        self._file.close()

    def write(self, content: bytes) -> None:
        """Write all of some bytes, however many the system takes at a time."""
        view = memoryview(content)
        while view:
            view = view[self._file.write(view) :]

    def put(self, *, durably: bool = False) -> None:
        """Give the file its final name, in place of what stood there.

        `durably`: it is on the disk before, so that even a failure of power leaves one of the two.
        """
        if durably:
            os.fsync(self._file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(self._file.fileno(), 0o666 & ~mask)
        self._path.rename(self._final)


def _made(final: Path) -> tuple[int, str]:
    """Make a file beside the final one; raise an OSError that names the final one, as asked for."""
    try:
        return tempfile.mkstemp(_SUFFIX, f".{final.name}.", final.parent)
    except OSError as error:
        error.filename = str(final)
        raise


def put_file(path: Path, content: bytes) -> None:
    """Write a small file whole, or not at all; one that holds these bytes is left as it is."""
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    with TemporaryFile(path) as temporary:
        temporary.write(content)
        temporary.put()


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary files whose writers are gone."""
    for name, kind in list(entries(folder)):
        if kind == "file" and is_temporary(name):
            with suppress(FileNotFoundError, BlockingIOError), open_regular(folder, name) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                (folder / name).unlink()


def is_temporary(name: str) -> bool:
    """Tell whether a file has the name of a temporary one."""
    return name.rpartition("/")[2].startswith(".") and name.endswith(_SUFFIX)
