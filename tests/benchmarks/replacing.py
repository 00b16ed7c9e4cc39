"""Measure the finding and replacing of 800 pairs that match at most once a kB, on one core.

    python tests/benchmarks/replacing.py [FOLDER OF CORPORA [ROUNDS]]

Without a folder of corpora the invented one is used. Prints the medians of five rounds,
or so many, in MB of UTF-8 a second. Bars: 10 MB/s in English, 50 MB/s in Chinese.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from lvbuild.core.model import LanguageCode
from lvbuild.languages import languages
from lvbuild.sample import SampleCorpus
from lvbuild.text.pairs import Kind, Pair
from lvbuild.text.replacing import Replacer

BARS = {"en": 10, "zh": 50}
BYTES = 10_000_000
PAIRS = 800
PHRASES = {"en": r"[A-Za-z]{3,}(?: [A-Za-z]{3,})?", "zh": r"[\u4e00-\u9fff]{2,4}"}


def main(folder: str = "", times: str = "5") -> None:
    """Measure, and print a line a language."""
    corpora, rounds = Path(folder) if folder else None, int(times)
    for language in languages:
        texts = list(_texts(language, corpora))
        size = sum(len(text.encode()) for text in texts)
        pairs = _pairs(texts, language, size // 1000)
        started = perf_counter()
        replacer = Replacer(pairs, language)
        setting_up = perf_counter() - started
        finding, replacing = [], []
        for _ in range(rounds):
            # Fresh texts each time: a string keeps its UTF-8 form once it was read.
            fresh = [text.encode("utf-32").decode("utf-32") for text in texts]
            started = perf_counter()
            matches = sum(len(replacer.find(text)) for text in fresh)
            finding.append(perf_counter() - started)
            fresh = [text.encode("utf-32").decode("utf-32") for text in texts]
            started = perf_counter()
            for text in fresh:
                replacer.replace(text)
            replacing.append(perf_counter() - started)
        print(
            f"{language}: {size / 1e6:.1f} MB, {len(pairs)} pairs (made ready in"
            f" {setting_up:.2f} s), {matches * 1000 / size:.2f} matches a kB: found"
            f" {size / 1e6 / median(finding):.0f} MB/s, found and replaced"
            f" {size / 1e6 / median(replacing):.0f} MB/s (bar: {BARS[language]} MB/s)"
        )


def _texts(language: LanguageCode, corpora: Path | None) -> Iterator[str]:
    """Yield texts of some 10 MB in all, the same ones again where there are fewer."""
    texts = list(_books(language, corpora) if corpora else _invented(language))
    size = 0
    while size < BYTES:
        for text in texts:
            yield text
            size += len(text.encode())
            if size >= BYTES:
                return


def _books(language: LanguageCode, corpora: Path) -> Iterator[str]:
    folder = corpora / ("pg19/test" if language == "en" else "hongloumeng")
    for path in sorted(folder.glob("*.txt")):
        yield path.read_text(encoding="utf-8")


def _invented(language: LanguageCode) -> Iterator[str]:
    corpus = SampleCorpus(42, language)
    size = 0
    for batch in corpus.batches():
        for document_id in batch:
            text = corpus.document(document_id).text
            yield text
            size += len(text.encode())
        if size >= BYTES // 5:
            return


def _pairs(texts: list[str], language: LanguageCode, most: int) -> list[Pair]:
    """Draw phrases of the texts that stand there `most` times together; invent the rest."""
    whole, draw, taken = "\n".join(texts), random.Random(42), dict[str, Pair]()
    phrases = re.findall(PHRASES[language], whole)
    for phrase in draw.sample(phrases, min(len(phrases), PAIRS // 2)):
        count = whole.count(phrase)
        if phrase not in taken and count < most / 20:
            kind: Kind = "term" if phrase.islower() else "person"
            taken[phrase] = Pair(phrase, phrase[::-1], kind)
            most -= count
    letters = sorted(set("".join(taken)) - {" "})
    while len(taken) < PAIRS:
        name = "".join(draw.choices(letters, k=6))
        taken[name] = Pair(name, name[::-1])
    return list(taken.values())


if __name__ == "__main__":
    main(*sys.argv[1:])
