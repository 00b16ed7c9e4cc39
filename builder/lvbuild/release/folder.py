"""A release's folder: where its files stand, who may change them, and how a stranger's are read."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal

from lvbuild.core.model import NAME, Configuration
from lvbuild.core.options import Compress
from lvbuild.core.places import (
    is_remote,
    names_remote,
    open_remote,
    put_remote,
    upload,
)
from lvbuild.core.resources import read_file
from lvbuild.core.twins import full_name
from lvbuild.errors import UsageError
from lvbuild.release.compression import COMPRESSED, Sink, compressing, decompressed

CARD = "README.md"
CROISSANT = "croissant.json"
HUB_TASKS = "eval.yaml"
ERRATA = "errata.jsonl"
SUMS = "SHA256SUMS"
MANIFEST = "manifest.json"

_NAME = NAME.strip("^$")
_INPUT = re.compile(
    rf"inputs/({_NAME})/"
    rf"(?:({_NAME})\.yaml|annotations/({_NAME})/[a-z_]+\.jsonl|data_cards/({_NAME})\.md)",
    re.ASCII,
)


def check_outside(folder: Path) -> None:
    """Raise UsageError for a folder that is a release or stands in one, which holds its own alone.

    It need not be there.
    """
    place = folder.resolve()
    for each in (place, *place.parents):
        if (each / MANIFEST).exists() and (each / SUMS).exists():
            raise UsageError(f"{folder}: is a release, or stands in {each}; name another folder")


def input_of(path: str) -> str | None:
    """Return the recipe that a file is an input of, by its path; None where it is none."""
    match = _INPUT.fullmatch(path)
    if match is None:
        return None
    holder, *of = filter(None, match.groups())
    return holder if of == [full_name(holder)] else None


def inputs_folder(recipe: str) -> str:
    """Return where a recipe stands as it was built, with its tables and its data card.

    A twin has a folder of its own, in which these have the names of the recipe in full: it is built
    from them.
    """
    return f"inputs/{recipe}"


def recipe_path(recipe: str) -> str:
    """Return where a recipe's file stands."""
    return f"{inputs_folder(recipe)}/{full_name(recipe)}.yaml"


def tables_folder(recipe: str) -> str:
    """Return where the tables of a recipe stand."""
    return f"{inputs_folder(recipe)}/annotations/{full_name(recipe)}"


def table_path(recipe: str, table: str) -> str:
    """Return where a table of a recipe stands."""
    return f"{tables_folder(recipe)}/{table}.jsonl"


def data_card_path(recipe: str) -> str:
    """Return where a recipe's data card stands."""
    return f"{inputs_folder(recipe)}/data_cards/{full_name(recipe)}.md"


_FIGURE = re.compile(rf"figures/({_NAME})\.svg", re.ASCII)


def figure_path(recipe: str) -> str:
    """Return where the figure of a recipe's records stands."""
    return f"figures/{recipe}.svg"


_SUFFIX = ".lvbuild-tmp"
_BLOCK = 2**20


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: whoever changes its manifest or puts a file in place holds it.

    The folder itself is locked, so that no lock file is left in it. One elsewhere is locked for
    this machine alone.
    """
    if is_remote(folder):
        lock = _spool() / f"{hashlib.sha256(str(folder).encode()).hexdigest()}.lock"
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    else:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _spool() -> Path:
    """Make the folder where files of a release elsewhere stand until they are finished."""
    spool = Path(tempfile.gettempdir()) / f"lvbuild-{os.getuid()}"
    spool.mkdir(mode=0o700, exist_ok=True)
    if spool.is_symlink() or spool.stat().st_uid != os.getuid():
        raise UsageError(f"{spool}: is another user's; name another folder by TMPDIR")
    return spool


class TemporaryFile:
    """A file under a temporary name in its folder, locked while its writer lives.

    `put` renames it to its final name; leaving the context without that removes it. What is written
    is compressed where that is asked for. One for a folder elsewhere stands here, and is brought
    there.
    """

    def __init__(self, final: Path, compress: Compress | None = None) -> None:
        folder = _spool() if is_remote(final) else final.parent
        folder.mkdir(parents=True, exist_ok=True)
        self._final = final
        while True:
            try:
                descriptor, name = tempfile.mkstemp(_SUFFIX, f".{final.name}.", folder)
            except OSError as error:
                error.filename = str(final)  # as asked for
                raise
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.fstat(descriptor).st_nlink:  # else a cleaner was there before the lock
                break
            os.close(descriptor)
        self._path = Path(name)
        self._file = os.fdopen(descriptor, "wb", buffering=0)
        self._sink: Sink | None = compressing(self._write, compress) if compress else None

    def __enter__(self) -> TemporaryFile:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(FileNotFoundError):
            self._path.unlink()
        self._file.close()

    def write(self, content: bytes | memoryview) -> None:
        """Write all of some bytes."""
        (self._sink.write if self._sink else self._write)(content)

    def _write(self, content: bytes | memoryview) -> None:
        """Write bytes as they are, however many the system takes at a time."""
        view = memoryview(content)
        try:
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            error.filename = str(self._final)
            raise

    def put(self, *, durably: bool = False) -> None:
        """Give the file its final name, in place of what stood there.

        `durably`: it is on the disk before, so that even a failure of power leaves one of the two.
        """
        if self._sink:
            self._sink.close()
        if is_remote(self._final):
            upload(self._path, self._final)
            return
        if durably:
            os.fsync(self._file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(self._file.fileno(), 0o666 & ~mask)
        self._path.rename(self._final)


def put_file(path: Path, content: bytes, *, durably: bool = False) -> None:
    """Write a small file whole, or not at all, as `TemporaryFile.put` does.

    One that holds these bytes is left as it is.
    """
    if is_remote(path):
        put_remote(path, content)
        return
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    with TemporaryFile(path) as temporary:
        temporary.write(content)
        temporary.put(durably=durably)


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary files whose writers are gone."""
    folder = _spool() if is_remote(folder) else folder
    for name, kind in list(entries(folder)):
        if kind == "file" and is_temporary(name):
            with suppress(FileNotFoundError, BlockingIOError), open_regular(folder, name) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                (folder / name).unlink()


def is_temporary(name: str) -> bool:
    """Tell whether a file has the name of a temporary one."""
    return name.rpartition("/")[2].startswith(".") and name.endswith(_SUFFIX)


Kind = Literal["file", "folder", "link", "special"]

_OF_THE_HUB = {".git": "folder", ".gitattributes": "file", ".cache": "folder"}
WHY_NOT: Mapping[Kind, str] = {
    "link": "is a link; a release holds regular files alone (one in the Hub's cache is made of"
    " links: download it into a folder of its own, with local_dir)",
    "special": "is a device, a pipe or a socket, which no release holds; remove it",
    "folder": "is a folder where a file should be",
    "file": "is a file where a folder should be",
}
"""Why a release holds no such thing where it stands."""


def stored(path: str, compress: Compress | None) -> str:
    """Return where a file of a release stands: records and provenance may be compressed."""
    return f"{path}.{compress}" if compress and Configuration.of_file(path) else path


def parquet_path(configuration: str) -> str:
    """Return where a published release may have records once more; it is no part of it."""
    return f"parquet/{configuration}.parquet"


def content_path(name: str) -> str:
    """Return the path of what a file of a release holds: another one where it is compressed."""
    path, _, suffix = name.rpartition(".")
    return path if suffix in COMPRESSED and Configuration.of_file(path) else name


def open_content(folder: Path, name: str) -> BinaryIO:
    """Open a file of a release to be read, compressed or not, as `open_regular` does."""
    for compress in COMPRESSED if Configuration.of_file(name) else ():
        place = stored(name, compress)
        with suppress(FileNotFoundError):
            return decompressed(open_regular(folder, place), folder / place, compress)
    return open_regular(folder, name)


def content_digest(folder: Path, name: str, most: int) -> str:
    """Hash the content of a file of a release; "" where that is of more bytes."""
    sha256, size = hashlib.sha256(), 0
    with open_content(folder, name) as file:
        while size <= most and (block := file.read(_BLOCK)):
            size += len(block)
            sha256.update(block)
    return sha256.hexdigest() if size <= most else ""


def open_regular(folder: Path, name: str) -> BinaryIO:
    """Open a regular file of a folder to be read.

    Raises UsageError, and opens nothing, where it or a folder on its way is a link or no such
    thing, or where the path leads out; OSError where it is missing or cannot be read.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts:
        raise UsageError(f"{folder}: {name!r} is no path within it; it was damaged or forged")
    if is_remote(folder):
        return open_remote(folder / name)
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
    if is_remote(folder):
        return read_file(folder / name, most)
    with open_regular(folder, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise UsageError(f"{folder / name}: has {size:,} bytes, {most:,} at most are read")
        return file.read(size)


def entries(folder: Path) -> Iterator[tuple[str, Kind]]:
    """Yield the names and kinds of all that a folder holds, a folder before what is in it.

    They are sorted within each folder. What goes meanwhile is passed over, and what downloading
    from the Hub leaves beside a release.
    """
    if is_remote(folder):
        yield from ((name, "file") for name in names_remote(folder))
        return
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        names: list[str] = []
        with suppress(FileNotFoundError, NotADirectoryError):
            names = sorted(os.listdir(folder / prefix))
        for name in names:
            with suppress(FileNotFoundError):
                kind = _kind((folder / prefix / name).lstat().st_mode)
                if not prefix and _OF_THE_HUB.get(name) == kind:
                    continue
                if kind == "folder":
                    waiting.append(f"{prefix}{name}/")
                yield prefix + name, kind


def _require(place: Path, mode: int, wanted: str) -> None:
    kind = _kind(mode)
    if kind != wanted:
        raise UsageError(f"{place}: {WHY_NOT[kind]}")


def _kind(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    return "link" if stat.S_ISLNK(mode) else "special"


MOST_BYTES = 64 * 2**20
"""Of a manifest, or of SHA256SUMS, that are read."""

_LINE = re.compile("([0-9a-f]{64})  (.+)")


def sums_bytes(sums: Mapping[str, str]) -> bytes:
    """Return the file for the hashes of paths, as `sha256sum --check` reads it."""
    return "".join(f"{sha256}  {path}\n" for path, sha256 in sorted(sums.items())).encode()


def parse_sums(content: bytes) -> dict[str, str]:
    """Return the hash of each path, all of them paths that a release can have.

    Raises UsageError for any other line.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{SUMS} is no UTF-8 text") from error
    sums = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        match = _LINE.fullmatch(line)
        path = match[2] if match else ""
        if match is None or not _can_stand(path):
            raise UsageError(f"{SUMS}:{number} names no file that a release can have")
        sums[path] = match[1]
    return sums


def _can_stand(path: str) -> bool:
    named = path in (CARD, CROISSANT, ERRATA, HUB_TASKS) or _FIGURE.fullmatch(path)
    known = named or Configuration.of_file(path) or input_of(path)
    return bool(known)
