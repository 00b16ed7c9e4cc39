"""Near-duplicates: documents that share much of their wording with a text of a question's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.pool import Pool, PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.normal import shingles

_SHARED = 0.3
_AT_ONCE = 4096


class NearDuplicates:
    """Refuses a question's own documents, those that upstream retrieved for it, and their likes.

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
        for question in questions:
            known.update(question.evidence)
            known.update({name: documents[name] for name in question.source.retrieved})
        texts = dict(zip(known, language.normal_texts(list(known.values())), strict=True))
        self._alike = near_duplicates(texts, found, language)
        self._places_of = pool.places_of

    def refused(self, question: MixupQuestion, changes: PoolChanges) -> Mapping[str, set[int]]:
        """Return the places of the documents, by reason."""
        supporting, retrieved = question.source.supporting, question.source.retrieved
        return {
            "its own supporting document": self._known(supporting),
            "near-duplicate of one": self._like(supporting),
            "retrieved for it upstream": self._known(retrieved) | self._like(retrieved),
        }

    def _known(self, names: Iterable[str]) -> set[int]:
        return set().union(*map(self._places_of, names))

    def _like(self, names: Iterable[str]) -> set[int]:
        return set().union(*(self._alike[name] for name in names))


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
