"""Measure what a user waits for before anything is written.

    python tests/benchmarks/readiness.py

Prints the medians of five runs of `lvbuild --help` (bar: 0.3 s), and the seconds it takes to invent
a million words and a million characters (bar: 10 s each).
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from lvbuild.core.model import LanguageCode
from lvbuild.languages import languages
from lvbuild.sample import SampleCorpus

SIZE = 1_000_000


def main() -> None:
    """Measure, and print a line each."""
    times = []
    for _ in range(5):
        started = perf_counter()
        subprocess.run(
            [sys.executable, "-m", "lvbuild", "--help"], check=True, stdout=subprocess.DEVNULL
        )
        times.append(perf_counter() - started)
    print(f"lvbuild --help: {median(times):.2f} s (bar: 0.3 s)")
    for language in languages:
        started = perf_counter()
        size = _invent(language)
        unit = "words" if language == "en" else "characters"
        print(f"{size:,} {unit} invented: {perf_counter() - started:.2f} s (bar: 10 s)")


def _invent(language: LanguageCode) -> int:
    corpus = SampleCorpus(42, language)
    size = 0
    for batch in corpus.batches():
        texts = [corpus.document(document_id).text for document_id in batch]
        size += sum(len(text.split()) if language == "en" else len(text) for text in texts)
        if size >= SIZE:
            break
    return size


if __name__ == "__main__":
    main()
