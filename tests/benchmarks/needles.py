"""Measure the write phase of needle tasks against writing the same bytes.

    python tests/benchmarks/needles.py [FOLDER OF CORPORA]

Each case writes 500 records of 128k words that share a background: one needle each, and 64 decoys
beside it. Without a folder of corpora the invented one is used. Prints medians of five rounds, in
which the contestants take turns; every file is fresh, and nobody calls fsync. Bar: at most 1.5x of
writing and hashing the same bytes.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

import yaml

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.recipe import load_recipe
from lvbuild.release.folder import TemporaryFile
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles, write_lines
from lvbuild.tasks.gathering import gather

ROUNDS = 5
RECORDS = 500
CASES: dict[str, dict[str, object]] = {
    "needle_single_en": {},
    "needle_multi_key_en": {"decoys": 64, "keys": "uuids"},
}


def main(corpora: Path | None) -> None:
    """Measure, and print a line each."""
    options = BuildOptions(sample=corpora is None, corpora=corpora)
    with tempfile.TemporaryDirectory() as folder:
        for name, changes in CASES.items():
            recipe = yaml.safe_load(load_recipe(name).content)
            path = Path(folder) / f"{name}.yaml"
            own = {**recipe, **changes, "levels": ["128k"], "count": RECORDS}
            path.write_text(yaml.safe_dump(own), encoding="utf-8")
            [source] = gather([path], options)
            started = perf_counter()
            prepared = source.prepare([Level.parse("128k")])
            print(f"{name}: preparation {perf_counter() - started:.2f} s")
            schema = RecordSchema.of(source.file.recipe, source.options)
            for text in prepared.levels.values():
                measure(LevelFiles(text, schema), Path(folder) / "written")


def measure(files: LevelFiles, path: Path) -> None:
    """Measure a level."""

    def ours(lines: Callable[[], Iterable[bytes]]) -> None:
        with TemporaryFile(path) as file:
            write_lines(file, lines(), lambda records, size: None)
            file.put()

    lines = list(files.records())
    seconds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        contestants: dict[str, Callable[[], None]] = {
            "lvbuild": lambda: ours(files.records),
            "provenance": lambda: ours(files.provenance),
            "the same bytes": lambda: _write(path, lines),
        }
        for who, work in contestants.items():
            seconds.setdefault(who, []).append(_timed(work))
            path.unlink()
    mine, provenance, same = (median(times) for times in seconds.values())
    size = sum(map(len, lines)) / 1e6
    print(
        f"  {files.configuration.name}: {len(lines)} records, {size:.0f} MB in {mine:.3f} s,"
        f" {mine / same:.2f}x of writing and hashing the same bytes (bar: 1.5x); provenance"
        f" {provenance:.3f} s"
    )


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


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
