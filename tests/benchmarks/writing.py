"""Measure the write phase of factrecall_en at 256k against writing the same bytes.

    python tests/benchmarks/writing.py [FOLDER OF CORPORA]

Without a folder of corpora the invented one is used. Prints medians of five rounds, in which the
contestants take turns; every file is fresh, on one file system, and nobody calls fsync. Bars, as
ratios in one run: at most 1.5x of writing and hashing the same bytes; at least 1.7x faster than
orjson and 5x faster than json.dumps a record; provenance at most half of the records' time.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter
from typing import Any

import orjson

ROUNDS = 5

Records = list[dict[str, Any]]


def main(corpora: Path | None) -> None:
    """Measure, and print a table."""
    from lvbuild.preparation.prepared import Choices
    from lvbuild.preparation.source import gather
    from lvbuild.recipe import parse_level
    from lvbuild.release.folder import TemporaryFile
    from lvbuild.release.writer import write_lines

    libraries = getrusage(RUSAGE_SELF).ru_maxrss
    started = perf_counter()
    choices = Choices(sample=corpora is None)
    [source] = gather(["factrecall_en"], choices, corpora=corpora)
    prepared = source.prepare([parse_level("256k")], choices)
    preparation = perf_counter() - started
    [text] = prepared.levels.values()

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def ours(lines: Iterable[bytes]) -> None:
            with TemporaryFile(folder / "written") as file:
                write_lines(file, lines, lambda records, size: None)
                file.put()

        ours(text.records())
        (folder / "written").unlink()
        peak = getrusage(RUSAGE_SELF).ru_maxrss - libraries
        lines = list(text.records())
        contestants: dict[str, Callable[[Records], None]] = {
            "lvbuild": lambda _: ours(text.records()),
            "lvbuild, provenance": lambda _: ours(text.provenance()),
            "the same bytes": lambda _: _write(folder / "written", lines),
            "orjson": lambda records: _write(folder / "written", map(_orjson, records)),
            "json.dumps": lambda records: _write(folder / "written", map(_json, records)),
        }
        seconds: dict[str, list[float]] = {who: [] for who in contestants}
        for _ in range(ROUNDS):
            for who, write in contestants.items():
                # Fresh records each time: a string keeps its UTF-8 form once it was written,
                # which no builder that composes each context once could use.
                records = [orjson.loads(line) for line in lines]
                seconds[who].append(_timed(lambda: write(records)))  # noqa: B023 - called here
                (folder / "written").unlink()
    print(f"{text.name}: {len(lines)} records, {sum(map(len, lines)) / 1e6:.0f} MB")
    print(f"preparation {preparation:.2f} s (bar: 3 s); peak memory {peak / 1e3:.0f} MB")
    _tell(seconds)


def _tell(seconds: dict[str, list[float]]) -> None:
    mine = median(seconds["lvbuild"])
    for who, times in seconds.items():
        print(f"{who:<20} {median(times):6.3f} s   {median(times) / mine:5.2f} of lvbuild's")
    print(f"of writing the same bytes: {mine / median(seconds['the same bytes']):.2f}x (bar: 1.5x)")


def _timed(work: Callable[[], None]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


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
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
