"""Texts in their normal form, which of them hold phrases, and their shingles as numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalPhrase, NormalText

_AT_ONCE = 1_000_000


def normal_content(text: NormalText, language: str, length: int = 4) -> set[str]:
    """Return the content words of a text; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    return find_language(language).normal_content(text, length)


def normal_texts(texts: Iterable[str], language: str) -> list[NormalText]:
    """Return texts in their normal form, many at once: the cost is that of reading them once."""
    return [
        form for batch in _batches(texts) for form in find_language(language).normal_texts(batch)
    ]


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _AT_ONCE:
            yield batch
            batch, size = [], 0
    yield batch


def normalise(text: str, language: str) -> str:
    """Return a text as a reader compares it.

    Case, width, diacritics, quotation marks, dashes, spaces, initials, thousands, traditional
    characters, numbers in words, dates, regular plurals and Roman numerals after a name are made
    one. Places in it are not those of the text.
    """
    return normal_texts([text], language)[0].folded.strip(" ;")


@lru_cache(maxsize=4096)
def normal_phrase(phrase: str, language: str, any_case: bool = False) -> NormalPhrase | None:
    """Return a phrase as it is looked for, None where it is marks alone.

    With `any_case` a single word that begins with a capital is no name either.
    """
    return find_language(language).normal_phrase(phrase, any_case)


def stands_in(text: str, phrase: str, language: str) -> bool:
    """Tell whether a text holds a phrase, as a reader compares them."""
    wanted = normal_phrase(phrase, language)
    return wanted is not None and wanted.stands_in(normal_texts([text], language)[0])


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_FACTOR = 0x9E3779B97F4A7C15
_BUCKETS = 1 << 20


class Shingles(NamedTuple):
    """The hashes of shingles of texts, and the texts' places.

    Hashes are only ever compared within one process.
    """

    hashes: Numbers
    places: Numbers

    def distinct(self) -> Shingles:
        """Return the shingles sorted, each once a text."""
        import numpy as np

        order = np.argsort(self.hashes, kind="stable")
        hashes, places = self.hashes[order], self.places[order]
        new = np.ones(len(hashes), dtype=bool)
        new[1:] = (hashes[1:] != hashes[:-1]) | (places[1:] != places[:-1])
        return Shingles(hashes[new], places[new])

    def among(self, others: Shingles) -> Shingles:
        """Return those that others, which are sorted, have too."""
        import numpy as np

        if not len(others.hashes):
            return Shingles(self.hashes[:0], self.places[:0])
        taken = np.zeros(_BUCKETS, dtype=bool)
        taken[others.hashes % _BUCKETS] = True
        likely = np.flatnonzero(taken[self.hashes % _BUCKETS])
        hashes = self.hashes[likely]
        at = np.minimum(np.searchsorted(others.hashes, hashes), len(others.hashes) - 1)
        held = others.hashes[at] == hashes
        return Shingles(hashes[held], self.places[likely[held]])

    def shared(self, others: Shingles) -> tuple[Numbers, Numbers]:
        """Return what others have of these, which are sorted: the texts' places there and here."""
        import numpy as np

        first = np.searchsorted(self.hashes, others.hashes, "left")
        count = np.searchsorted(self.hashes, others.hashes, "right") - first
        steps = np.arange(count.sum()) - np.repeat(count.cumsum() - count, count)
        return np.repeat(others.places, count), self.places[np.repeat(first, count) + steps]


def shingles(texts: Sequence[NormalText], language: str, length: int) -> Shingles:
    """Return the shingles of texts: runs of `length` words, in Chinese of so many characters.

    A shorter text is a shingle of its own.
    """
    units, sizes = find_language(language).normal_units(texts)
    return _hashed(units, sizes, length)


def _hashed(units: Numbers, sizes: Numbers, length: int) -> Shingles:
    """Hash runs of units; after each text as many blank ones stand as a run is long."""
    import numpy as np

    owners = np.repeat(np.arange(len(sizes)), sizes)
    spaced = np.zeros(len(units) + length * len(sizes), dtype=np.uint64)
    spaced[np.arange(len(units)) + length * owners] = units
    begins = np.cumsum(sizes + length) - sizes - length
    counts = np.maximum(sizes - length + 1, 1)
    starts = np.arange(counts.sum()) + np.repeat(begins - counts.cumsum() + counts, counts)
    hashes = np.zeros(max(len(spaced) - length + 1, 0), dtype=np.uint64)
    for step in range(length):
        hashes *= np.uint64(_FACTOR)
        hashes += spaced[step : step + len(hashes)]
        hashes ^= hashes >> np.uint64(29)
    return Shingles(hashes[starts], np.repeat(np.arange(len(sizes)), counts))


def holders(
    phrases: Iterable[NormalPhrase], pool: Mapping[int, NormalText]
) -> dict[NormalPhrase, set[int]]:
    """Return the places in a pool of the texts that hold each phrase.

    The cost is that of reading each text once, however many phrases there are.
    """
    found: dict[NormalPhrase, set[int]] = {phrase: set() for phrase in phrases}
    for way, forms in enumerate(_forms(found)):
        for place, form in _standing(list(forms), pool, way):
            for phrase in forms[form]:
                if phrase.fits(pool[place]):
                    found[phrase].add(place)
    return found


def _forms(phrases: Iterable[NormalPhrase]) -> tuple[Mapping[str, list[NormalPhrase]], ...]:
    """Return what is looked for in each of a text's forms, with the phrases that it stands for."""
    folded, cased, compounds = (defaultdict[str, list[NormalPhrase]](list) for _ in range(3))
    for phrase in phrases:
        for form in phrase.folded:
            folded[form].append(phrase)
        for form in phrase.cased:
            cased[form].append(phrase)
        for form in phrase.words:
            compounds[form.lower()].append(phrase)
    return folded, cased, compounds


def _standing(
    forms: Sequence[str], pool: Mapping[int, NormalText], way: int
) -> Iterator[tuple[int, str]]:
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    if not forms:
        return
    automaton = AhoCorasick(forms, matchkind=MatchKind.Standard, implementation=Implementation.DFA)
    for place, text in pool.items():
        matches = automaton.find_matches_as_indexes(text[way], overlapping=True)
        for number in {number for number, _, _ in matches}:
            yield place, forms[number]
