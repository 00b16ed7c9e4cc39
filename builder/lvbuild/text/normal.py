"""Which of many texts in their normal form hold phrases, and their shingles as numbers."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, islice, pairwise
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lvbuild.core.processes import shared_out
from lvbuild.core.spool import map_file
from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalPhrase, NormalText

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lvbuild.languages.language import Numbers

T = TypeVar("T")
R = TypeVar("R")

_FACTOR = 0x9E3779B97F4A7C15
_BUCKETS = 1 << 20
_AT_ONCE = 1_000
"""Texts whose shingles, or normal forms, are found together."""
_PART = 250
"""Of which a process finds so many on end."""
_UTF_8 = "utf-8", "surrogatepass"


class NormalTexts(Mapping[int, NormalText]):
    """Texts in their normal form by their places, in a temporary file that is mapped into memory.

    Those that are reworded stand in for what is in the file.
    """

    def __init__(self, texts: Iterable[str], language: Language) -> None:
        self._reworded: Mapping[int, NormalText] = {}
        self._ends = array("Q", [0])
        with TemporaryFile() as file:
            left = iter(texts)
            while some := list(islice(left, _AT_ONCE)):
                for form in by_parts(language.normal_texts, some):
                    for part in form:
                        file.write(part.encode(*_UTF_8))
                        self._ends.append(file.tell())
            self._data = map_file(file)

    def reworded(self, texts: Mapping[int, NormalText]) -> NormalTexts:
        """Return the same with some of them in other words."""
        found = copy(self)
        found._reworded = texts
        return found

    def __len__(self) -> int:
        return len(self._ends) // len(NormalText._fields)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, place: object) -> bool:
        return place in range(len(self))

    def __getitem__(self, place: int) -> NormalText:
        if place in self._reworded:
            return self._reworded[place]
        fields = len(NormalText._fields)
        ends = self._ends[fields * place : fields * (place + 1) + 1]
        return NormalText(*(str(self._data[a:b], *_UTF_8) for a, b in pairwise(ends)))


class Shingles(NamedTuple):
    """The hashes of shingles of texts, and the texts' places.

    Hashes are only ever compared within one process, and those that it forks.
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

    def buckets(self) -> NDArray[Any]:
        """Return of each bucket of hashes whether one of these falls into it."""
        import numpy as np

        taken = np.zeros(_BUCKETS, dtype=bool)
        taken[self.hashes % _BUCKETS] = True
        return taken

    def likely_in(self, buckets: NDArray[Any]) -> Shingles:
        """Return those that others of such buckets have too, and a few more."""
        import numpy as np

        likely = np.flatnonzero(buckets[self.hashes % _BUCKETS])
        return Shingles(self.hashes[likely], self.places[likely])

    def shared(self, others: Shingles) -> tuple[Numbers, Numbers]:
        """Return what others have of these, which are sorted: the texts' places there and here."""
        import numpy as np

        first = np.searchsorted(self.hashes, others.hashes, "left")
        count = np.searchsorted(self.hashes, others.hashes, "right") - first
        steps = np.arange(count.sum()) - np.repeat(count.cumsum() - count, count)
        return np.repeat(others.places, count), self.places[np.repeat(first, count) + steps]


def shingles(texts: Sequence[NormalText], language: Language, length: int) -> Shingles:
    """Return the shingles of texts: runs of `length` words, in Chinese of so many characters.

    A shorter text is a shingle of its own.
    """
    import numpy as np

    units, sizes = language.normal_units(texts)
    # After each text as many blank units stand as a run is long.
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


class StoredShingles:
    """The distinct shingles of many texts, in a temporary file that is mapped into memory.

    Those of a part of the texts are found, and sorted, together.
    """

    def __init__(self, texts: Iterable[NormalText], language: Language, length: int) -> None:
        import numpy as np

        sizes, left = [], iter(texts)
        with TemporaryFile() as file:
            while some := list(islice(left, _AT_ONCE)):
                found = shingles(some, language, length).distinct()
                file.write(found.hashes.data)
                file.write(found.places.data)
                sizes.append((len(found.hashes), len(some)))
            held, done = np.frombuffer(map_file(file), np.uint64), 0
        self._parts = []
        for size, texts_in in sizes:
            hashes, places = held[done : done + size], held[done + size : done + 2 * size]
            self._parts.append((Shingles(hashes, places.view(np.int64)), texts_in))
            done += 2 * size

    def counts(self, wanted: Shingles) -> Numbers:
        """Return how many of some shingles, each once, each of the texts has."""
        import numpy as np

        found = [np.zeros(0, np.int64)]
        for part, texts in self._parts:
            _, places = part.shared(wanted)
            found.append(np.bincount(places, minlength=texts))
        return np.concatenate(found)


def holders(
    phrases: Iterable[NormalPhrase], pool: Mapping[int, NormalText]
) -> dict[NormalPhrase, set[int]]:
    """Return the places in a pool of the texts that hold each phrase.

    The cost is that of reading each text once, however many phrases there are.
    """
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    found: dict[NormalPhrase, set[int]] = {phrase: set() for phrase in phrases}
    numbers = {phrase: number for number, phrase in enumerate(found)}
    # It is as quick as a DFA, which of thousands of forms takes longer to make than to use.
    kind = Implementation.ContiguousNFA
    finders = [
        (way, list(meant), meant, AhoCorasick(list(meant), MatchKind.Standard, implementation=kind))
        for way, meant in enumerate(_forms(found))
        if meant
    ]

    def held(places: Sequence[int]) -> list[tuple[int, int]]:
        pairs = []
        for place in places:
            text = pool[place]
            for way, forms, meant, finder in finders:
                matches = finder.find_matches_as_indexes(text[way], overlapping=True)
                for number in {number for number, _, _ in matches}:
                    fitting = (phrase for phrase in meant[forms[number]] if phrase.fits(text))
                    pairs += [(numbers[phrase], place) for phrase in fitting]
        return pairs

    every = list(found.values())
    for number, place in by_parts(held, list(pool)):
        every[number].add(place)
    return found


def by_parts(find: Callable[[Sequence[T]], Iterable[R]], things: Sequence[T]) -> Iterator[R]:
    """Yield what is found of things, so many on end at a time, in shares."""
    parts = [things[first : first + _PART] for first in range(0, len(things), _PART)]
    return chain.from_iterable(shared_out(find, parts, worth=1))


def _forms(phrases: Iterable[NormalPhrase]) -> tuple[Mapping[str, list[NormalPhrase]], ...]:
    """Return what is looked for in each of a text's forms, with the phrases that it stands for."""
    every = tuple(defaultdict[str, list[NormalPhrase]](list) for _ in NormalText._fields)
    for phrase in phrases:
        compounds = map(str.lower, phrase.words)
        for known, forms in zip(every, (phrase.folded, phrase.cased, compounds), strict=True):
            for form in forms:
                known[form].append(phrase)
    return every
