"""Folders and files that may stand elsewhere: a path, or a URL that fsspec knows.

A place elsewhere (s3://, gs://, hf://, memory://) is a UPath, which names its files as a Path does.
What a Path does by other means is here. There is no rename there and no lock: a file stands under
its name when all of it has come, and whoever writes takes care that others do not.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any, BinaryIO, cast

from lvbuild.core.extras import require
from lvbuild.errors import UsageError

_ATTEMPTS = 5
_BLOCK = 8 * 2**20


def place_of(of: str | Path) -> Path:
    """Return the place of a path or a URL; raise UsageError where it cannot be reached."""
    text = str(of)
    if "://" not in text or isinstance(of, os.PathLike):
        return Path(of)
    require("a URL", "universal-pathlib", "s3")
    from upath import UPath

    try:
        found = cast(Path, UPath(text, use_listings_cache=False))
        _fs(found).exists(_path(found))
    except Exception as error:  # each protocol's package has errors of its own
        raise UsageError(
            f"{text}: cannot be reached ({error}); check it, and your access"
        ) from error
    return found


def is_remote(path: Path) -> bool:
    """Tell whether a place is elsewhere."""
    return not isinstance(path, os.PathLike)


def open_remote(path: Path) -> BinaryIO:
    """Open a file elsewhere, to be read as it comes; reading raises OSError alone."""
    with as_os_errors(path):
        file = _fs(path).open(_path(path), "rb", block_size=_BLOCK)
    return stream(file, path)


def read_remote(path: Path, most: int) -> bytes:
    """Read a small file elsewhere at one go; raise OSError where it has more bytes."""
    with as_os_errors(path):
        if (size := _fs(path).size(_path(path))) > most:
            raise OSError(errno.EFBIG, f"it has {size:,} bytes, {most:,} are the most")
        return cast(bytes, _fs(path).cat_file(_path(path)))


def stream(source: BinaryIO, path: Path, closing: BinaryIO | None = None) -> BinaryIO:
    """Return what reads from a source, whose every failure is an OSError that names the path.

    Closing it closes `closing`, or else the source.
    """
    return cast(BinaryIO, io.BufferedReader(_Stream(source, path, closing or source), 2**20))


def names_remote(folder: Path) -> list[str]:
    """List the files elsewhere below a folder, by their paths within it, sorted."""
    prefix = f"{_path(folder).rstrip('/')}/"
    with as_os_errors(folder):
        found = _fs(folder).find(_path(folder))
    return sorted(name.removeprefix(prefix) for name in found if name != prefix)


def put_remote(path: Path, content: bytes) -> None:
    """Write a small file elsewhere, whole or not at all; one that holds these bytes is left."""
    fs = _fs(path)
    with as_os_errors(path):
        try:
            if fs.cat_file(_path(path)) == content:
                return
        except FileNotFoundError:
            pass
        fs.pipe_file(_path(path), content)


def upload(source: Path, path: Path) -> None:
    """Bring a file elsewhere; it is tried again where that fails, and held to its size."""
    size = source.stat().st_size
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with as_os_errors(path):
                _fs(path).put_file(str(source), _path(path))
                if _fs(path).size(_path(path)) != size:
                    raise OSError(errno.EIO, "less has come than was sent", str(path))
        except (PermissionError, FileNotFoundError):
            raise
        except OSError:
            if attempt == _ATTEMPTS:
                raise
            sleep(2**attempt / 10)
        else:
            return


def fetched(folder: Path, kept: Path) -> Path:
    """Return a folder of this machine with the files of one elsewhere, fetched into `kept` once.

    It is named by their names, sizes and versions: where these change, all are fetched anew. One
    that is here, or nowhere, is returned as it is.
    """
    if not is_remote(folder):
        return folder
    fs, names = _fs(folder), names_remote(folder)
    if not names:
        return folder
    with as_os_errors(folder):
        versions = [f"{name} {fs.ukey(_path(folder / name))}\n" for name in names]
        key = hashlib.sha256(f"{folder}\n{''.join(versions)}".encode()).hexdigest()[:16]
        here = kept / f"{folder.name}@{key}"
        if not here.is_dir():
            kept.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=kept) as coming:
                for name in names:
                    (target := Path(coming, "all", name)).parent.mkdir(parents=True, exist_ok=True)
                    fs.get_file(_path(folder / name), str(target))
                with suppress(FileExistsError):
                    Path(coming, "all").rename(here)
    return here


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, if it is there."""
    if not is_remote(folder):
        shutil.rmtree(folder, ignore_errors=True)
        return
    with as_os_errors(folder):
        for name in names_remote(folder):
            _fs(folder).rm_file(_path(folder / name))


class _Stream(io.RawIOBase):
    def __init__(self, source: BinaryIO, path: Path, closing: BinaryIO) -> None:
        self._source, self._path, self._closing = source, path, closing

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer)
        with as_os_errors(self._path):
            read = self._source.read(len(view))
        view[: len(read)] = read
        return len(read)

    def close(self) -> None:
        self._closing.close()
        super().close()


@contextmanager
def as_os_errors(path: Path) -> Iterator[None]:
    """Raise what packages of protocols and formats raise as an OSError that names the path."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error
    except OSError as error:
        known = errno.EACCES if isinstance(error, PermissionError) else errno.EIO
        told = error.strerror or str(error)
        raise OSError(error.errno or known, told, str(path)) from error
    except Exception as error:
        raise OSError(errno.EIO, f"{type(error).__name__}: {error}", str(path)) from error


def _fs(path: Path) -> Any:
    return path.fs  # type: ignore[attr-defined]


def _path(path: Path) -> str:
    return str(path.path)  # type: ignore[attr-defined]
