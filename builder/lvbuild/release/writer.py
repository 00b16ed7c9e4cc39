"""Writing a level's files: each line hashed as it is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

from lvbuild.preparation.prepared import LevelText
from lvbuild.release.folder import TemporaryFile, data_path, provenance_path
from lvbuild.release.ledger import put_in_place
from lvbuild.release.manifest import FileEntry, LengthEntry

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
        if (path := data_path(self.text.name)) not in self.standing:
            entry = self._write(path, self.text.records(), report)
            written = Written(entry.records, entry.bytes, perf_counter() - started)
        started = perf_counter()
        if (path := provenance_path(self.text.name)) not in self.standing:
            self._write(path, self.text.provenance(), lambda records, size: None)
        return Written(
            written.records,
            written.bytes,
            written.write_seconds,
            perf_counter() - started,
            getrusage(RUSAGE_SELF).ru_maxrss * 1024,
        )

    def _write(self, path: str, lines: Iterator[bytes], report: Report) -> FileEntry:
        with TemporaryFile(self.folder / path) as temporary:
            entry = write_lines(temporary, lines, report)
            if path == data_path(self.text.name):
                plan = self.text.plan
                lengths = [record.length for record in plan.records]
                entry = entry.model_copy(
                    update={
                        "length": LengthEntry(
                            min=min(lengths),
                            mean=round(sum(lengths) / len(lengths), 2),
                            max=max(lengths),
                        ),
                        "shared_places": plan.shared_places,
                    }
                )
            put_in_place(self.folder, path, entry, temporary)
        return entry


def write_lines(file: TemporaryFile, lines: Iterator[bytes], report: Report) -> FileEntry:
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
