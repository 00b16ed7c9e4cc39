"""Near-duplicates: documents that share much of their wording with a text of a question's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lvbuild.model import Language
from lvbuild.text.normal import NormalText, shingles

_LENGTH = {"en": 8, "zh": 13}
_SHARED = 0.3
_AT_ONCE = 4096


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
    known = shingles(list(texts.values()), language, _LENGTH[language]).distinct()
    sizes = np.bincount(known.places, minlength=len(names))
    for start in range(0, len(pool), _AT_ONCE):
        own = shingles(pool[start : start + _AT_ONCE], language, _LENGTH[language])
        own_sizes = np.bincount(own.places)
        places, owners = known.shared(own.among(known).distinct())
        pairs, counts = np.unique(places * len(names) + owners, return_counts=True)
        for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
            place, name = divmod(pair, len(names))
            if count >= _SHARED * min(sizes[name], own_sizes[place]):
                found[names[name]].add(start + place)
    return found
