"""Measure the finding of boundaries in one line of 1, 3 and 10 MB.

    python tests/benchmarks/boundaries.py

Prints a line for prose of each language, with speech, brackets and italics strewn in, and one for
every run of marks that could make a search go back. Of three runs the best is taken, in nanoseconds
a byte of UTF-8. Bar: the largest takes at most 1.5 times as long a byte as the smallest.
"""

from __future__ import annotations

from itertools import cycle
from time import process_time

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language, languages
from lvbuild.sample import SampleCorpus

BAR = 1.5
SIZES = (1_000_000, 3_000_000, 10_000_000)
ROUNDS = 3
STREWN: dict[LanguageCode, list[str]] = {
    "en": [
        " “It is late,” he said. “We must go.” ",
        " (It rained. They knew.) ",
        " He read _War. And Peace_ twice. ",
        ' "No!" cried she. ',
    ],
    "zh": ["他说：“好。我们走吧。”", "（从前住在乡下。）", "《红楼梦》", "她问：「谁？」"],
}
RUNS = [".", " ", "(", "_", "“", "”", '"', "'", "a.", "。", "「", "：", "[ "]


def main() -> None:
    """Measure, and print two lines a language."""
    for language in languages:
        prose = _prose(language)
        _measure(
            f"{language}, prose", [prose * (size // len(prose) + 1) for size in SIZES], language
        )
        _measure(f"{language}, runs of marks", [_runs(size) for size in SIZES], language)


def _measure(name: str, texts: list[str], language: LanguageCode) -> None:
    times = []
    for text, size in zip(texts, SIZES, strict=True):
        line = text.encode()[:size].decode(errors="ignore")
        times.append(min(_seconds(line, language) for _ in range(ROUNDS)) / size * 1e9)
    shown = ", ".join(
        f"{size / 1e6:.0f} MB {time:.0f} ns/B" for size, time in zip(SIZES, times, strict=True)
    )
    print(f"{name}: {shown}; {times[-1] / times[0]:.2f} times (bar: {BAR})", flush=True)


def _seconds(text: str, language: LanguageCode) -> float:
    started = process_time()
    find_language(language).boundaries(text)
    return process_time() - started


def _runs(size: int) -> str:
    """Return every run as long as the others, with a sentence's end before and behind."""
    length = size // len(RUNS)
    return "".join(f"A. {run * (length // len(run.encode()))} 说。" for run in RUNS)


def _prose(language: LanguageCode) -> str:
    """Return a million bytes of invented documents in one line."""
    corpus, strewn = SampleCorpus(42, language), cycle(STREWN[language])
    pieces: list[str] = []
    size = 0
    for batch in corpus.batches():
        for document_id in batch:
            pieces += corpus.document(document_id).text.replace("\n", " "), next(strewn)
            size += len(pieces[-2].encode())
        if size >= SIZES[0]:
            break
    return "".join(pieces)


if __name__ == "__main__":
    main()
