"""What is made of texts once and kept in the cache, by the hash of what it was made from.

A kind of things kept, such as the boundaries of texts, has a folder of its own for each version of
the code that makes it, and in it packs: files that are written whole under a temporary name, never
changed, and mapped into memory, so that all processes share one copy. A pack begins with its mark
and the hash of its index; the index holds four columns of numbers, as the machine has its bytes
(the halves of the keys, ascending, the hashes of what is kept, where each ends), and what is kept
follows. Nothing of it is believed: an index or a thing that is not as its hash says is made anew,
and a cache that cannot be written only saves nothing.
"""

from __future__ import annotations

import atexit
import mmap
import os
import re
import sys
import tempfile
import threading
import time
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple

from lvbuild.errors import UsageError

LAYERS = (
    "core languages text recipe corpora score tables sample questions rules mixing tasks".split()
)
"""The folders of the package that things kept are made in; each imports of those before alone."""
LIBRARIES = (
    "ahocorasick_rs ftfy jieba nltk numpy opencc orjson pyarrow pydantic pydantic_core pylatexenc"
    " pyyaml rapidfuzz roman_numerals simplemma text2num tiktoken tokenizers".split()
)
"""The packages that these call, as their folders of metadata are named."""
OPTIONAL = "beautifulsoup4 markdownify mwparserfromhell".split()
"""Those that some corpora call where they are installed."""

_MARK = b"lvbuild kept 1\n\0"
_NUMBER = 8
_COLUMNS = 4
_HEAD = len(_MARK) + 2 * _NUMBER
_PENDING = 8 * 2**20
"""Bytes not yet written that one process holds, of all kinds together: what they take is more."""
_PACKS, _SMALL = 8, 32 * 2**20
"""So many packs of a folder, of so many bytes at most, are put together."""
_MEGABYTES = 1000
_ABANDONED = 3600
"""Seconds after which nobody goes on with a temporary file."""
_SUFFIX, _PART = ".pack", ".part"
_FOLDER = re.compile(r"\w+-\w+")
_LOADED = time.time()
"""When the code of this process was read: what is newer is not what it runs."""


def cache_folder() -> Path:
    """Return the folder of all that is kept to save fetching, asking or making it again."""
    named = os.environ.get("LVBUILD_CACHE")
    if not named:
        named = str(Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "lvbuild")
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise UsageError("there is no home for a cache; set LVBUILD_CACHE to a folder") from None


def kept_folder() -> Path:
    """Return the folder of the cache that holds what is kept."""
    return cache_folder() / "kept"


def most_bytes() -> int:
    """Return how much may be kept: LVBUILD_CACHE_SIZE in megabytes, 0 for nothing."""
    named = os.environ.get("LVBUILD_CACHE_SIZE", "")
    return (int(named) if named.isdecimal() else _MEGABYTES) * 10**6


@cache
def code_version(layer: str) -> str:
    """Return a hash of the code up to a layer, of the libraries it calls and of Python.

    It is "" where the version of a library cannot be told, or where code is newer than the process
    that runs: nothing is kept then.
    """
    place = LAYERS.index(layer)
    below = code_version(LAYERS[place - 1]) if place else _libraries()
    if not below:
        return ""
    folder = Path(__file__).parents[1] / layer
    found = {}
    for path in folder.rglob("*"):
        if path.suffix != ".pyc" and path.is_file():
            if path.stat().st_mtime > _LOADED:
                return ""
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return _hash(found, below)


def _libraries() -> str:
    """Return a hash of Python and of the libraries' versions; "" where that cannot be told."""
    found = {"python": sys.version.encode(), "bytes": sys.byteorder.encode()}
    found["unicode"] = unicodedata.unidata_version.encode()
    known = {*LIBRARIES, *OPTIONAL}
    for folder in filter(os.path.isdir, sys.path):
        for name in os.listdir(folder):
            stem, dot, kind = name.rpartition(".")
            library = stem.partition("-")[0].lower().replace("-", "_").replace(".", "_")
            if dot and kind in {"dist-info", "egg-info"} and library in known:
                found.setdefault(library, stem.encode())
                if os.stat(os.path.join(folder, name)).st_mtime > _LOADED:
                    return ""
    return _hash(found, "") if found.keys() >= set(LIBRARIES) else ""


def _hash(found: Mapping[str, bytes], below: str) -> str:
    hashed = blake2b(below.encode(), digest_size=12)
    for key, content in sorted(found.items()):
        hashed.update(key.encode() + b"\n" + blake2b(content).digest())
    return hashed.hexdigest()


def _key(made_from: Iterable[str | bytes]) -> bytes:
    hashed = blake2b(digest_size=16)
    for part in made_from:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(_NUMBER, "little"))
        hashed.update(data)
    return hashed.digest()


def _checksum(data: bytes | memoryview) -> int:
    return int.from_bytes(blake2b(data, digest_size=_NUMBER).digest(), "big")


class _DamagedError(ValueError):
    """A file is no whole pack."""


class _Pack:
    """A file of things kept, mapped into memory."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        count = int.from_bytes(whole[_HEAD - _NUMBER : _HEAD], "big")
        stop = _HEAD + _COLUMNS * _NUMBER * count
        if whole[: len(_MARK)] != _MARK or stop > len(whole) or not count:
            raise _DamagedError
        index = whole[_HEAD:stop]
        if _checksum(index) != int.from_bytes(whole[len(_MARK) : len(_MARK) + _NUMBER], "big"):
            raise _DamagedError
        numbers = index.cast("Q")
        columns = (numbers[begin : begin + count] for begin in range(0, len(numbers), count))
        self._high, self._low, self._checksums, self._ends = columns
        self.size = len(whole)
        self._data = whole[stop:]
        if len(self._data) != self._ends[-1]:
            raise _DamagedError

    def find(self, key: bytes) -> memoryview | None:
        """Return what is kept under a key; None also where that is damaged."""
        half = int.from_bytes(key[:_NUMBER], "big")
        place = bisect_left(self._high, half)
        while place < len(self._high) and self._high[place] == half:
            if self._low[place] == int.from_bytes(key[_NUMBER:], "big"):
                return self._at(place)
            place += 1
        return None

    def _at(self, place: int) -> memoryview | None:
        data = self._data[self._ends[place - 1] if place else 0 : self._ends[place]]
        return data if _checksum(data) == self._checksums[place] else None

    def items(self) -> Iterator[tuple[bytes, memoryview]]:
        """Yield all that is whole in it."""
        for place, halves in enumerate(zip(self._high, self._low, strict=True)):
            if (data := self._at(place)) is not None:
                yield b"".join(half.to_bytes(_NUMBER, "big") for half in halves), data


def _write(folder: Path, items: dict[bytes, bytes | memoryview]) -> Path:
    """Write a pack; its name follows from what is in it, so that two writers agree."""
    keys = sorted(items)
    columns = (
        [int.from_bytes(key[:_NUMBER], "big") for key in keys],
        [int.from_bytes(key[_NUMBER:], "big") for key in keys],
        [_checksum(items[key]) for key in keys],
        list(accumulate(len(items[key]) for key in keys)),
    )
    index = array("Q", chain.from_iterable(columns)).tobytes()
    head = _MARK + b"".join(each.to_bytes(_NUMBER, "big") for each in (_checksum(index), len(keys)))
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(_PART, ".", folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(head + index)
            file.writelines(items[key] for key in keys)
        path = folder / f"{_key([head, index]).hex()}{_SUFFIX}"
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return path


def _packs_in(folder: Path) -> dict[Path, _Pack]:
    """Open the packs of a folder, and take away what is no whole one."""
    found: dict[Path, _Pack] = {}
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            found[path] = _Pack(path)
            os.utime(path)  # it was used: the bound takes others first
        except ValueError:  # mmap's for an empty file, and _DamagedError
            _remove(path)
        except OSError:
            continue
    return found


_NOTHING: dict[Path, _Pack] = {}
"""The packs where nothing is kept."""


class Kept:
    """Things of a kind that code up to a layer makes, kept in the cache.

    They are bytes. What is made anew is written when enough has come together, at the latest when
    the process ends.
    """

    def __init__(self, kind: str, layer: str) -> None:
        self._kind = kind
        self._layer = layer
        self._lock = threading.Lock()
        self._pending: dict[bytes, bytes | memoryview] = {}
        self._callers: dict[bytes, bytes | memoryview] = {}  # where this process was forked
        self._size = 0
        self._packs: dict[Path, _Pack] | None = None
        self._folder = Path()

    def get(self, made_from: Iterable[str | bytes], make: Callable[[], bytes]) -> bytes:
        """Return what is kept of this, else make it and keep it."""
        key = _key(made_from)
        if (found := self._find(key)) is not None:
            return bytes(found)
        made = make()
        self._keep(key, made)
        return made

    def find(self, made_from: Iterable[str | bytes]) -> bytes | memoryview | None:
        """Return what is kept of this, None where nothing is."""
        return self._find(_key(made_from))

    def keep(self, made_from: Iterable[str | bytes], data: bytes | memoryview) -> None:
        """Keep what was made of this."""
        self._keep(_key(made_from), data)

    def pairs(
        self, made_from: Iterable[str | bytes], make: Callable[[], Sequence[tuple[int, int]]]
    ) -> Sequence[Sequence[int]]:
        """Return the pairs of numbers that are kept of this, else make them and keep them."""
        key = _key(made_from)
        if (found := self._find(key)) is not None:
            numbers = memoryview(found).cast("q").tolist()
            return list(zip(numbers[::2], numbers[1::2], strict=True))
        made = make()
        self._keep(key, array("q", chain.from_iterable(made)).tobytes())
        return made

    def _find(self, key: bytes) -> bytes | memoryview | None:
        for waiting in (self._pending, self._callers):
            if (found := waiting.get(key)) is not None:
                return found
        for pack in tuple(self._opened().values()):  # another thread may write
            if (held := pack.find(key)) is not None:
                return held
        return None

    def _keep(self, key: bytes, data: bytes | memoryview) -> None:
        if self._opened() is _NOTHING:
            return
        with self._lock:
            if not self._pending:
                _begun.setdefault(id(self), self)
            self._pending[key] = data
            self._size += len(data)
        if sum(kept._size for kept in list(_begun.values())) > _PENDING:
            write_kept()

    def _opened(self) -> dict[Path, _Pack]:
        """Open the packs when they are first asked for."""
        if self._packs is None:
            found = _NOTHING
            with suppress(OSError, UsageError):
                if most_bytes() and (version := code_version(self._layer)):
                    self._folder = kept_folder() / f"{self._kind}-{version}"
                    found = _packs_in(self._folder)
            self._packs = found
        return self._packs

    def write(self) -> None:
        """Write what was made; the cache stays as it is where that cannot be."""
        packs = self._opened()
        with self._lock:
            pending, self._pending, self._size = self._pending, {}, 0
            if not pending:
                return
            small = {path: pack for path, pack in packs.items() if pack.size <= _SMALL}
            if len(small) + 1 < _PACKS:
                small = {}
            for pack in small.values():
                pending = {**dict(pack.items()), **pending}
            with suppress(OSError):
                path = _write(self._folder, pending)
                for old in small.keys() - {path}:
                    _remove(old)
                    del packs[old]
                packs[path] = _Pack(path)
                bound(most_bytes())


_begun: dict[int, Kept] = {}
"""The kinds of which something is to be written."""


@atexit.register
def write_kept() -> None:
    """Write all that was made in this process."""
    for kept in list(_begun.values()):
        kept.write()


def _leave_to_caller() -> None:
    """Forget, in a process that was forked, what its caller has yet to write."""
    for kept in _begun.values():
        kept._lock = threading.Lock()  # another thread may have held it
        kept._callers |= kept._pending
        kept._pending, kept._size = {}, 0
    _begun.clear()


os.register_at_fork(after_in_child=_leave_to_caller)


class KeptFile(NamedTuple):
    """A file of the cache: its path, its bytes, and when it was last used, in seconds."""

    path: Path
    size: int
    used: float


def kept_files() -> list[KeptFile]:
    """Return the files of things kept, the one used longest ago first."""
    found = []
    for path in kept_folder().glob("*/*"):
        if not _FOLDER.fullmatch(path.parent.name) or path.suffix not in {_SUFFIX, _PART}:
            continue
        with suppress(OSError):
            told = path.stat()
            found.append(KeptFile(path, told.st_size, told.st_mtime))
    return sorted(found, key=lambda file: (file.used, file.path))


def bound(most: int) -> None:
    """Remove what was used longest ago, until so many bytes are left; and what writers left."""
    files = kept_files()
    size = sum(file.size for file in files)
    for file in files:
        is_part = file.path.suffix == _PART
        if size > most if not is_part else file.used < time.time() - _ABANDONED:
            _remove(file.path)
            size -= file.size


def clear_kept() -> int:
    """Remove all that is kept; return how many bytes could be."""
    files = kept_files()
    for file in files:
        _remove(file.path)
    with suppress(OSError):
        kept_folder().rmdir()
    return sum(file.size for file in files) - sum(file.size for file in kept_files())


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
        path.parent.rmdir()  # where it was the last of its version
