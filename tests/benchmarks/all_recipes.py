"""Measure `lvbuild recipe lveval --sample` with two workers, and the preparation of real mixups.

    python tests/benchmarks/all_recipes.py [FOLDER OF CORPORA]

The rate counts the bytes of records over the time from when the world is made to the end: reading,
planning, records, provenance, manifest. Bars: 150 MB/s, 300 MB of memory a process; preparation of
cmrc_mixup 5 s and of hotpotwikiqa_mixup 10 s, with all filters and the full count of questions.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

import lvbuild
from lvbuild.core.options import BuildOptions
from lvbuild.engine.build import Listener, Summary
from lvbuild.tasks.gathering import gather

PREPARATION = {"cmrc_mixup": 5, "hotpotwikiqa_mixup": 10}


class Watch(Listener):
    """Notes when the first recipe is prepared, and what the build did."""

    def __init__(self) -> None:
        self.begun = 0.0
        self.summary: Summary | None = None

    def preparing(self, recipe: str) -> None:
        """Start the clock at the first recipe: by then the world is made."""
        self.begun = self.begun or perf_counter()

    def finished(self, summary: Summary) -> None:
        """Keep what the build did."""
        self.summary = summary


def main(corpora: Path | None) -> None:
    """Measure, and print a line each."""
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        lvbuild.build("lveval", Path(folder) / "release", sample=True, workers=2, listener=watch)
        seconds = perf_counter() - watch.begun
    done = watch.summary
    assert done is not None
    print(
        f"recipe lveval --sample: {done.records:,} records, {done.bytes / 1e6:,.0f} MB in"
        f" {seconds:.1f} s, {done.bytes / 1e6 / seconds:.0f} MB/s (bar: 150 MB/s),"
        f" {done.peak_rss_bytes / 1e6:.0f} MB a process at most (bar: 300 MB)"
    )
    for name, bar in PREPARATION.items() if corpora else ():
        options = BuildOptions(corpora=corpora, tables=False)
        started = perf_counter()
        [source] = gather([name], options)
        source.prepare(source.file.recipe.ascending_levels)
        print(f"{name}: preparation {perf_counter() - started:.1f} s (bar: {bar} s)")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
