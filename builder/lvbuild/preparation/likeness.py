"""Near-duplicates: documents that share much of their wording with a text of a question's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lvbuild.model import Language
from lvbuild.text.normal import NormalText

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_LENGTH = {"en": 8, "zh": 13}
_SHARED = 0.3
_FACTOR = 0x9E3779B97F4A7C15
_ONE = (1 << 64) - 1


def near_duplicates(
    texts: Mapping[str, NormalText], pool: Sequence[NormalText], language: Language
) -> dict[str, set[int]]:
    """Return the places in the pool of the near-duplicates of each text.

    Two texts are near-duplicates where they share 30% of the shorter one's shingles: runs of eight
    words, in Chinese of thirteen characters, of their normal form. The cost is that of reading each
    text once.
    """
    import numpy as np

    holders: dict[int, list[str]] = defaultdict(list)
    sizes: dict[str, int] = {}
    for name, text in texts.items():
        shingles = np.unique(_shingles(text, language)).tolist()
        sizes[name] = len(shingles)
        for shingle in shingles:
            holders[shingle].append(name)
    known = np.array(sorted(holders), dtype=np.uint64)
    found: dict[str, set[int]] = {name: set() for name in texts}
    for place, text in enumerate(pool if holders else ()):
        shingles = _shingles(text, language)
        at = np.searchsorted(known, shingles)
        at[at == len(known)] = 0
        if not (shared := shingles[known[at] == shingles]).size:
            continue
        size = np.unique(shingles).size
        counts = Counter(name for s in np.unique(shared).tolist() for name in holders[s])
        for name, count in counts.items():
            if count >= _SHARED * min(sizes[name], size):
                found[name].add(place)
    return found


def _shingles(text: NormalText, language: Language) -> Numbers:
    """Return the hashes of a text's shingles; only ever compared within one process."""
    import numpy as np

    length = _LENGTH[language]
    if language == "en":
        units = np.array([hash(word) & _ONE for word in text.folded.split()], dtype=np.uint64)
    else:
        joined = text.folded.replace(" ", "").encode("utf-32-le", "replace")
        units = np.frombuffer(joined, dtype="<u4").astype(np.uint64)
    count = max(len(units) - length + 1, 1)
    units = np.concatenate([units, np.zeros(length, dtype=np.uint64)])
    hashes = np.zeros(count, dtype=np.uint64)
    for place in range(length):
        hashes = hashes * np.uint64(_FACTOR) + units[place : place + count]
        hashes ^= hashes >> np.uint64(29)
    return hashes
