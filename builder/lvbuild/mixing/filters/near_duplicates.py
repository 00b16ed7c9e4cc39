"""Near-duplicates: documents that share much of their wording with a text of a question's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.pool import Pool
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.normal import shingles

_SHARED = 0.3
_AT_ONCE = 4096


class NearDuplicates:
    """Refuses a question's own passages, what upstream retrieved for it, and their likes.

    Of a document that stands in a question's contexts in part, other excerpts may distract from it.
    What was retrieved is known by its text too: the pool may hold the same page under another id.
    """

    def __init__(
        self,
        questions: Sequence[MixupQuestion],
        documents: Mapping[str, str],
        pool: Pool,
        found: Sequence[NormalText],
        language: Language,
    ) -> None:
        known: dict[str, str] = {}
        self._own: dict[str, list[str]] = {}
        for question in questions:
            known.update({name: documents[name] for name in question.source.retrieved})
            own = _own_texts(question)
            self._own[question.source.id] = [*own]
            known.update(own)
        texts = dict(zip(known, language.normal_texts(list(known.values())), strict=True))
        self._alike = near_duplicates(texts, found, language)
        self._pool = pool

    def refused(self, question: MixupQuestion) -> Mapping[str, set[int]]:
        """Return the places of the documents, by reason."""
        retrieved = question.source.retrieved
        return {
            "its own supporting document": self._overlapping(question),
            "near-duplicate of one": self._like(self._own[question.source.id]),
            "retrieved for it upstream": self._like(retrieved).union(
                *map(self._pool.places_of, retrieved)
            ),
        }

    def _overlapping(self, question: MixupQuestion) -> set[int]:
        """Return the places of the excerpts that hold some of its supporting passages."""
        windows = defaultdict(list)
        for name, window in question.windows:
            windows[name].append(window)
        return {
            place
            for name in question.source.supporting
            for place in self._pool.places_of(name)
            if name not in windows or self._overlaps(place, windows[name])
        }

    def _overlaps(self, place: int, windows: Iterable[tuple[int, int]]) -> bool:
        text = self._pool.texts[place]
        start, stop = text.original(0, len(text.text))
        return any(start < high and low < stop for low, high in windows)

    def _like(self, names: Iterable[str]) -> set[int]:
        return set().union(*(self._alike[name] for name in names))


def _own_texts(question: MixupQuestion) -> Mapping[str, str]:
    """Return its supporting documents by id; what stands in part by a name of its own."""
    windows = [*question.windows]
    cut = {name for name, _ in windows}
    texts = {name: text for name, text in question.evidence.items() if name not in cut}
    for name, (start, stop) in windows:
        texts[f"{name}[{start}:{stop}]"] = question.evidence[name][start:stop]
    return texts


def near_duplicates(
    texts: Mapping[str, NormalText], pool: Sequence[NormalText], language: Language
) -> dict[str, set[int]]:
    """Return the places in the pool of the near-duplicates of each text.

    Two texts are near-duplicates where they share 30% of the shorter one's shingles: runs of eight
    words, in Chinese of thirteen characters, of their normal form. The cost is that of reading each
    text once.
    """
    import numpy as np

    names = list(texts)
    found: dict[str, set[int]] = {name: set() for name in names}
    length = language.shingle
    known = shingles(list(texts.values()), language, length).distinct()
    sizes = np.bincount(known.places, minlength=len(names))
    for start in range(0, len(pool), _AT_ONCE):
        own = shingles(pool[start : start + _AT_ONCE], language, length)
        own_sizes = np.bincount(own.places)
        places, owners = known.shared(own.likely_among(known).distinct())
        pairs, counts = np.unique(places * len(names) + owners, return_counts=True)
        for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
            place, name = divmod(pair, len(names))
            if count >= _SHARED * min(sizes[name], own_sizes[place]):
                found[names[name]].add(start + place)
    return found
