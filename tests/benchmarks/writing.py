"""Measure the write phase against writing the same bytes.

    python tests/benchmarks/writing.py [FOLDER OF CORPORA [ROUNDS]]

Without a folder of corpora the invented one is used. Every point writes at least 200 MB. Prints
medians of five rounds, or so many, in which the contestants take turns, in the processor's seconds,
which others on the machine disturb less; every file is fresh, on one file system, and nobody calls
fsync. The memory is that of another process, which only builds.
Bars, as ratios in one run:

- at most 1.5x of writing and hashing the same bytes, in fact recall 1.2x;
- at least 1.7x faster than orjson a record, in fact recall 5x faster than json.dumps: both are
  given whole records; the line "orjson, composing" joins each mixup's passages first, as any
  builder has to;
- provenance at most half of the records' time in fact recall, 0.7 in mixups;
- a mixup's time a byte at 256k within 25% of that at 16k.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import orjson

if TYPE_CHECKING:
    from lvbuild.mixing.planning import LevelText
    from lvbuild.release.writer import LevelFiles

T = TypeVar("T")

LEAST_BYTES = 200_000_000


class Bars(NamedTuple):
    """What a recipe has to reach, in times of another contestant."""

    most: float
    provenance: float
    orjson: float = 1.7
    json_dumps: float = 0.0


CASES = {
    "factrecall_en": (("256k",), Bars(most=1.2, provenance=0.5, json_dumps=5)),
    "cmrc_mixup": (("16k", "256k"), Bars(most=1.5, provenance=0.7)),
    "hotpotwikiqa_mixup": (("16k", "256k"), Bars(most=1.5, provenance=0.7)),
}


def main(folder: str = "", times: str = "5") -> None:
    """Measure, and print a table for each recipe and level."""
    from lvbuild.core.model import Level
    from lvbuild.core.options import BuildOptions
    from lvbuild.release.records import RecordSchema
    from lvbuild.release.writer import LevelFiles
    from lvbuild.tasks.gathering import gather

    corpora, rounds = Path(folder) if folder else None, int(times)
    options = BuildOptions(sample=corpora is None, corpora=corpora, tables=corpora is None)
    for name, (levels, bars) in CASES.items():
        [source] = gather([name], options)
        started = perf_counter()
        prepared = source.prepare([Level.parse(level) for level in levels])
        print(f"{name}: preparation {perf_counter() - started:.2f} s")
        schema = RecordSchema.of(source.file.recipe, source.options)
        a_byte = [
            measure(LevelFiles(text, schema), bars, rounds) for text in prepared.levels.values()
        ]
        if len(a_byte) > 1:
            print(f"time a byte, 256k of 16k: {a_byte[1] / a_byte[0]:.2f} (bar: 0.75 to 1.25)")
        print(f"peak memory of a build alone: {peak_memory(name, levels, corpora) / 1e6:.0f} MB\n")


def peak_memory(name: str, levels: tuple[str, ...], corpora: Path | None) -> int:
    """Build a recipe in a process that does nothing else; return the most bytes it has held."""
    source = ["--sample"] if corpora is None else ["--corpora", str(corpora), "--no-tables"]
    with tempfile.TemporaryDirectory() as folder:
        build = ["recipe", name, "--levels", ",".join(levels), "--workers", "1", "--json", *source]
        done = subprocess.run(
            [sys.executable, "-m", "lvbuild", *build, "--out", f"{folder}/release"],
            check=True,
            stdout=subprocess.PIPE,
        )
    peak: int = json.loads(done.stdout)["peak_rss_bytes"]
    return peak


def measure(files: LevelFiles, bars: Bars, rounds: int) -> float:
    """Measure a level and print its table; return the nanoseconds a byte of its records."""
    from lvbuild.release.folder import TemporaryFile
    from lvbuild.release.writer import write_lines

    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "written"

        def ours(lines: Iterable[Iterable[bytes | memoryview]]) -> None:
            with TemporaryFile(path) as file:
                write_lines(file, lines, lambda records, size: None)
                file.put()

        text = files.text
        lines = list(files.records())
        raw = {} if _has_facts(text) else _raw(text)
        rest = [{k: v for k, v in orjson.loads(line).items() if k != "context"} for line in lines]
        assert not raw or [*map(_orjson, _composed(text, raw, rest))] == lines
        passes = -(-LEAST_BYTES // sum(map(len, lines)))
        size = passes * sum(map(len, lines))
        seconds: dict[str, list[float]] = {}
        for _ in range(rounds):
            contestants: dict[str, Callable[[], None]] = {
                "lvbuild": lambda: ours(_again(files.record_parts, passes)),
                "lvbuild, provenance": lambda: ours(_again(files.provenance_parts, passes)),
                "the same bytes": lambda: _write(path, _again(lambda: lines, passes)),
                "orjson": lambda: _write(path, map(_orjson, fresh)),  # noqa: B023 - called here
                "orjson, composing": lambda: _write(
                    path, map(_orjson, _again(lambda: _composed(text, raw, rest), passes))
                ),
                "json.dumps": lambda: _write(path, map(_json, fresh)),  # noqa: B023 - called here
            }
            if not raw:
                del contestants["orjson, composing"]
            if not bars.json_dumps:
                del contestants["json.dumps"]
            for who, write in contestants.items():
                # Fresh records each time: a string keeps its UTF-8 form once it was written,
                # which no builder that composes each context once could use.
                fresh = (
                    [orjson.loads(line) for _ in range(passes) for line in lines]
                    if who in {"orjson", "json.dumps"}
                    else []
                )
                seconds.setdefault(who, []).append(_timed(write))
                path.unlink()
    print(f"{files.configuration.name}: {len(lines)} records, {passes} times, {size / 1e6:.0f} MB")
    _tell(seconds, bars)
    return 1e9 * median(seconds["lvbuild"]) / size


def _tell(seconds: dict[str, list[float]], bars: Bars) -> None:
    mine = median(seconds["lvbuild"])
    told = {
        "lvbuild, provenance": f"   (bar: at most {bars.provenance})",
        "orjson": f"   (bar: at least {bars.orjson})",
        "orjson, composing": f"   (bar: at least {bars.orjson})",
        "json.dumps": f"   (bar: at least {bars.json_dumps})",
    }
    for who, times in seconds.items():
        ratio = median(times) / mine
        print(f"  {who:<20} {median(times):6.3f} s   {ratio:5.2f} of lvbuild's{told.get(who, '')}")
    ratio = mine / median(seconds["the same bytes"])
    print(f"  of writing the same bytes: {ratio:.2f}x (bar: {bars.most}x)")


def _has_facts(text: LevelText) -> bool:
    return any(record.insertions for record in text.plan.records)


def _raw(text: LevelText) -> dict[str, str]:
    """Return the texts of a level as strings."""
    changed = {
        record.passages[place].document_id: one
        for record in text.plan.records
        for place, one in text.changed.get(record.question.id, {}).items()
    }
    held = {**text.texts, **changed}
    return {name: orjson.loads(b'"%b"' % bytes(one.data)) for name, one in held.items()}


def _composed(
    text: LevelText, raw: dict[str, str], rest: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Compose records from strings, passage by passage, with the fields beside their contexts."""
    for plan, fields in zip(text.plan.records, rest, strict=True):
        context = "".join(
            f"{heading}{raw[document_id][start:stop]}\n"
            for heading, (document_id, _, start, stop, _) in zip(
                text.layout.headings(len(plan.passages)), plan.passages, strict=True
            )
        )
        yield {"input": fields["input"], "context": context, **fields}


def _again(make: Callable[[], Iterable[T]], passes: int) -> Iterator[T]:
    return chain.from_iterable(make() for make in repeat(make, passes))


def _timed(work: Callable[[], None]) -> float:
    started = process_time()
    work()
    return process_time() - started


def _write(path: Path, lines: Iterable[bytes]) -> None:
    sha256 = hashlib.sha256()
    with path.open("wb", buffering=0) as file:
        for line in lines:
            file.write(line)
            sha256.update(line)


def _orjson(record: dict[str, Any]) -> bytes:
    return orjson.dumps(record) + b"\n"


def _json(record: dict[str, Any]) -> bytes:
    return (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


if __name__ == "__main__":
    main(*sys.argv[1:])
