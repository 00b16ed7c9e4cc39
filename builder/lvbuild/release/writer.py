"""The files of a level: their lines, written and hashed as they are made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from lvbuild.core.model import Configuration
from lvbuild.core.processes import peak_memory
from lvbuild.core.resources import digest
from lvbuild.core.shard import WHOLE, Shard
from lvbuild.mixing.plan import Spread
from lvbuild.mixing.planning import LevelText
from lvbuild.release.contexts import LevelTexts
from lvbuild.release.folder import TemporaryFile, stored
from lvbuild.release.manifest import (
    DEPTH_BINS,
    AskedEntry,
    FileEntry,
    LengthEntry,
    depth_bin,
    read_manifest,
)
from lvbuild.release.provenance import provenance_of_plan
from lvbuild.release.records import RecordSchema, in_parts, line_pieces
from lvbuild.release.transaction import put_in_place

Report = Callable[[int, int], None]
"""Takes how many records and bytes have come since it was last called."""

_REPORT_EVERY = 8 * 2**20


class LevelFiles:
    """What the files of a level hold, in the order of its records: all, or those of a shard.

    `depths` counts what is asked by where it stands, once the provenance was gone through.
    """

    def __init__(self, text: LevelText, schema: RecordSchema, shard: Shard = WHOLE) -> None:
        self.configuration = Configuration(schema.recipe, text.plan.level)
        self.text = text
        self._plans = shard.take(text.plan.records)
        self._schema = schema
        self._texts = LevelTexts(text.texts, text.changed)
        self.depths: tuple[int, ...] = ()

    def records(self) -> Iterator[bytes]:
        """Yield the records' lines."""
        yield from map(b"".join, self.record_parts())

    def record_parts(self) -> Iterator[Iterable[bytes | memoryview]]:
        """Yield the parts of each record's line, which may be too long to be held whole."""
        for plan in self._plans:
            texts = self._texts.of(plan)
            yield in_parts(line_pieces(plan, texts, self.text.layout, self._schema))

    def provenance(self) -> Iterator[bytes]:
        """Yield the provenance's lines, one a record."""
        yield from map(b"".join, self.provenance_parts())

    def provenance_parts(self) -> Iterator[Iterable[bytes | memoryview]]:
        """Yield the parts of each line of the provenance."""
        level, depths = self.configuration.level, [0] * DEPTH_BINS
        for plan in self._plans:
            texts = self._texts.of(plan)
            found = provenance_of_plan(plan, level, texts, self.text.layout, self._schema)
            for depth in found.depths if level.has_distractors else ():
                depths[depth_bin(depth)] += 1
            yield in_parts(found.line)
        self.depths = tuple(depths)

    def asked(self) -> AskedEntry:
        """Count what the records ask."""
        questions = {plan.question.id: plan.question for plan in self.text.plan.records}.values()
        has_keywords = "answer_keywords" in {field.name for field in self._schema.fields}
        return AskedEntry(
            questions=len(questions),
            confusing_facts=sum(len(question.confusing_facts) for question in questions),
            replacements=sum(len(question.replacements) for question in questions),
            answer_keywords=sum(has_keywords and bool(q.keywords) for q in questions),
        )

    def lines_of(self, path: str) -> Iterator[Iterable[bytes | memoryview]]:
        """Yield the lines of one of the two files, by its path in a release, each in its parts."""
        is_data = path == self.configuration.data_path
        return self.record_parts() if is_data else self.provenance_parts()


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a level took: seconds of the records and of their provenance, and memory."""

    records: int
    bytes: int
    write_seconds: float
    provenance_seconds: float
    peak_rss_bytes: int


@dataclass(frozen=True, slots=True)
class WriteLevel:
    """The work of writing files of a level, those of its `paths`, or a shard of each."""

    text: LevelText
    schema: RecordSchema
    folder: Path
    paths: Sequence[str]
    shard: Shard = WHOLE

    @property
    def records(self) -> int:
        """How many records it writes."""
        data_path = Configuration(self.schema.recipe, self.text.plan.level).data_path
        return len(self.shard.take(self.text.plan.records)) if data_path in self.paths else 0

    def __call__(self, report: Report) -> Written:
        """Write the files and put them in place."""
        files = LevelFiles(self.text, self.schema, self.shard)
        compress = read_manifest(self.folder).compress
        records = size = 0
        write_seconds = provenance_seconds = 0.0
        finished: dict[str, tuple[FileEntry, TemporaryFile]] = {}
        with ExitStack() as opened:
            for path in self.paths:
                started = perf_counter()
                is_data = path == files.configuration.data_path
                temporary = TemporaryFile(self.folder / stored(path, compress), compress)
                opened.enter_context(temporary)
                reported = report if is_data else lambda records, size: None
                counted = write_lines(temporary, files.lines_of(path), reported)
                finished[path] = file_entry(files, path, counted), temporary
                if is_data:
                    records, size = counted.records, counted.bytes
                    write_seconds = perf_counter() - started
                else:
                    provenance_seconds = perf_counter() - started
            put_in_place(self.folder, finished)
        return Written(records, size, write_seconds, provenance_seconds, peak_memory())


def file_entry(files: LevelFiles, path: str, counted: FileEntry) -> FileEntry:
    """Complete what was counted of a file, whose lines were gone through, by what its plan says."""
    figures: dict[str, object] = {"beyond": extra_files_hash(files.text)}
    if path == files.configuration.data_path:
        plan = files.text.plan
        lengths = Spread.of([record.length for record in plan.records])
        figures["length"] = LengthEntry(**lengths._asdict())
        figures["asked"] = files.asked()
        figures["astray"] = plan.astray
    else:
        figures["depths"] = files.depths
    return counted.model_copy(update=figures)


def extra_files_hash(text: LevelText) -> str | None:
    """Hash the files that a level takes beyond the recipe's inputs; None where there are none."""
    if not text.extra_files:
        return None
    return digest("".join(f"{file.sha256}  {file.path}\n" for file in text.extra_files).encode())


def write_lines(
    file: TemporaryFile, lines: Iterable[Iterable[bytes | memoryview]], report: Report
) -> FileEntry:
    """Write and hash lines, each of several parts; report the progress now and then."""
    sha256 = hashlib.sha256()
    records = size = reported_records = reported_size = 0
    for line in lines:
        for part in line:
            file.write(part)
            sha256.update(part)
            size += len(part)
        records += 1
        if size - reported_size >= _REPORT_EVERY:
            report(records - reported_records, size - reported_size)
            reported_records, reported_size = records, size
    report(records - reported_records, size - reported_size)
    return FileEntry(records=records, bytes=size, sha256=sha256.hexdigest())
