"""Things that are too many to be held at once: they stand in a temporary file that has no name."""

from __future__ import annotations

import mmap
import os
import pickle
import tempfile
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import IO, Any, NamedTuple, SupportsIndex, TypeVar, overload
from weakref import finalize

T = TypeVar("T")

_WAITING = 2**18
"""Bytes that are written to the file together."""


def map_file(file: IO[bytes], access: int = mmap.ACCESS_READ) -> memoryview:
    """Return what was written to a file, mapped into memory: it may be closed then."""
    file.flush()
    if not os.fstat(file.fileno()).st_size:  # nothing can be mapped
        return memoryview(b"" if access == mmap.ACCESS_READ else bytearray())
    return memoryview(mmap.mmap(file.fileno(), 0, access=access))


class _File(NamedTuple):
    """What a process has written, from a byte of all on, to the file of a descriptor."""

    start: int
    process: int
    descriptor: int


class Spool(Sequence[T]):
    """A sequence that grows at its end and holds the things that were last asked for alone.

    They are pickled: what is read again is equal to what was appended, and not the same. The file
    goes with the sequence. A process that was forked appends to a file of its own.
    """

    def __init__(self, remembered: int = 1) -> None:
        self._files: list[_File] = []
        self._waiting = bytearray()
        self._ends = array("Q", [0])
        self._remembered = remembered
        self._last: OrderedDict[int, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def append(self, thing: T) -> None:
        """Put a thing behind the others."""
        pickled = pickle.dumps(self._written(thing), pickle.HIGHEST_PROTOCOL)
        self._waiting += pickled
        self._ends.append(self._ends[-1] + len(pickled))
        if len(self._waiting) > _WAITING:
            self._write()
        self._remember(len(self) - 1, thing)

    @overload
    def __getitem__(self, number: int) -> T: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[T]: ...

    def __getitem__(self, number: int | slice) -> T | Sequence[T]:
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        if number not in self._last:
            number = range(len(self))[number]
        if number in self._last:
            self._last.move_to_end(number)
            return self._last[number]
        thing = self._made(number, pickle.loads(self._read(number)))  # noqa: S301 - from our own
        self._remember(number, thing)
        return thing

    def _written(self, thing: T) -> Any:
        """Return what is pickled of a thing."""
        return thing

    def _made(self, number: int, written: Any) -> T:
        """Return a thing by its number and what was pickled of it."""
        found: T = written
        return found

    def _remember(self, number: int, thing: T) -> None:
        self._last[number] = thing
        if len(self._last) > self._remembered:
            self._last.popitem(last=False)

    @property
    def _in_files(self) -> int:
        """The bytes that stand in files; the others wait."""
        return self._ends[-1] - len(self._waiting)

    def _write(self) -> None:
        if not self._files or self._files[-1].process != os.getpid():
            with tempfile.TemporaryFile(buffering=0) as file:
                descriptor = os.dup(file.fileno())
            finalize(self, os.close, descriptor)
            self._files.append(_File(self._in_files, os.getpid(), descriptor))
        start, _, descriptor = self._files[-1]
        left = memoryview(self._waiting)
        while left:
            left = left[os.pwrite(descriptor, left, self._ends[-1] - len(left) - start) :]
        del left
        self._waiting.clear()

    def _read(self, number: int) -> bytes | bytearray:
        start, stop = self._ends[number], self._ends[number + 1]
        if start >= self._in_files:
            waiting = slice(start - self._in_files, stop - self._in_files)
            return self._waiting[waiting]
        first, _, descriptor = next(one for one in reversed(self._files) if one.start <= start)
        return os.pread(descriptor, stop - start, start - first)


class StoredNumbers(Sequence[int]):
    """Numbers that are put behind others in a spool, and read when they are looked at."""

    def __init__(self, stored: Spool[array[int]], numbers: array[int]) -> None:
        self._stored, self._at, self._count = stored, len(stored), len(numbers)
        stored.append(numbers)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._stored[self._at])

    def __getitem__(self, place: Any) -> Any:
        return self._stored[self._at][place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return self._stored[self._at].__reduce_ex__(protocol)


class Named(Mapping[str, T]):
    """Things of a sequence by their names, which are given with their places there.

    What is there `instead` of some is found by their names.
    """

    def __init__(
        self,
        places: Mapping[str, int],
        things: Sequence[T],
        instead: Mapping[str, T] = MappingProxyType({}),
    ) -> None:
        self._places = places
        self._things = things
        self._instead = instead

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> T:
        return self._instead[name] if name in self._instead else self._things[self._places[name]]
