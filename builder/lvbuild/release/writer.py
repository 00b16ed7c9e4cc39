"""Writing a level's files: each line hashed as it is written."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Protocol

from lvbuild.mixing.plan import Spread
from lvbuild.release.folder import TemporaryFile
from lvbuild.release.manifest import FileEntry, LengthEntry, digest
from lvbuild.release.transaction import put_in_place
from lvbuild.tasks.prepared import LevelText

Report = Callable[[int, int], None]
"""Told how many records and bytes have come since it was last told."""

_REPORT_EVERY = 8 * 2**20


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a level took: seconds of the records and of their provenance, and memory."""

    records: int = 0
    bytes: int = 0
    write_seconds: float = 0.0
    provenance_seconds: float = 0.0
    peak_rss_bytes: int = 0


@dataclass(frozen=True, slots=True)
class WriteLevel:
    """The work of writing those files of a level that do not stand yet."""

    text: LevelText
    folder: Path
    standing: frozenset[str]

    def __call__(self, report: Report) -> Written:
        """Write the files and put them in place."""
        written = Written()
        started = perf_counter()
        if (path := self.text.configuration.data_path) not in self.standing:
            entry = self._write(path, self.text.records(), report)
            written = Written(entry.records, entry.bytes, perf_counter() - started)
        started = perf_counter()
        if (path := self.text.configuration.provenance_path) not in self.standing:
            self._write(path, self.text.provenance(), lambda records, size: None)
        return Written(
            written.records,
            written.bytes,
            written.write_seconds,
            perf_counter() - started,
            peak_memory(),
        )

    def _write(self, path: str, lines: Iterator[bytes], report: Report) -> FileEntry:
        with TemporaryFile(self.folder / path) as temporary:
            counted = write_lines(temporary, lines, report)
            entry = file_entry(self.text, path, counted)
            put_in_place(self.folder, path, entry, temporary)
        return entry


def file_entry(text: LevelText, path: str, counted: FileEntry) -> FileEntry:
    """Complete what was counted of a file while it was written by what its plan says."""
    figures: dict[str, object] = {"beyond": beyond_hash(text)}
    if path == text.configuration.data_path:
        lengths = Spread.of([record.length for record in text.plan.records])
        figures["length"] = LengthEntry(**lengths._asdict())
        figures["shared_places"] = text.plan.shared_places
    return counted.model_copy(update=figures)


def beyond_hash(text: LevelText) -> str | None:
    """Hash the files that a level takes beyond the recipe's inputs; None where there are none."""
    if not text.beyond:
        return None
    return digest("".join(f"{file.sha256}  {file.path}\n" for file in text.beyond).encode())


def peak_memory() -> int:
    """Return the most bytes of memory that this process has held.

    Linux tells it in /proc since the program was started; `getrusage` includes what the parent
    held, and counts kilobytes, on macOS bytes.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


class Sink(Protocol):
    """Takes the bytes of a file."""

    def write(self, content: bytes) -> None:
        """Take some more bytes."""


def write_lines(file: Sink, lines: Iterable[bytes], report: Report) -> FileEntry:
    """Write and hash lines; tell of the progress now and then."""
    sha256 = hashlib.sha256()
    records = size = told_records = told_size = 0
    for line in lines:
        file.write(line)
        sha256.update(line)
        records += 1
        size += len(line)
        if size - told_size >= _REPORT_EVERY:
            report(records - told_records, size - told_size)
            told_records, told_size = records, size
    report(records - told_records, size - told_size)
    return FileEntry(records=records, bytes=size, sha256=sha256.hexdigest())
