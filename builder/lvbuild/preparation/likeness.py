"""Near-duplicates: documents that share much of their wording with a supporting one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from lvbuild.model import Language

_WORDS = 8
_CHARACTERS = 13
_SHARED = 0.3


def near_duplicates(
    texts: Mapping[str, str], pool: Sequence[str], language: Language
) -> dict[str, set[int]]:
    """Return the places in the pool of the near-duplicates of each text.

    Two texts are near-duplicates where they share 30% of the shorter one's shingles: runs of eight
    words, in Chinese of thirteen characters. The cost is that of reading each text once.
    """
    sizes: dict[str, int] = {}
    holders: dict[int, list[str]] = defaultdict(list)
    for name, text in texts.items():
        shingles = _shingles(text, language)
        sizes[name] = len(shingles)
        for shingle in shingles:
            holders[shingle].append(name)
    found: dict[str, set[int]] = {name: set() for name in texts}
    for place, text in enumerate(pool):
        shingles = _shingles(text, language)
        shared = Counter(name for s in shingles & holders.keys() for name in holders[s])
        for name, count in shared.items():
            if count >= _SHARED * min(sizes[name], len(shingles)):
                found[name].add(place)
    return found


def _shingles(text: str, language: Language) -> set[int]:
    """Return the hashes of a text's shingles; only ever compared within one process."""
    folded = text.casefold()
    if language == "en":
        words = folded.split()
        last = max(len(words) - _WORDS, 0)
        return {hash(tuple(words[start : start + _WORDS])) for start in range(last + 1)}
    joined = "".join(folded.split())
    last = max(len(joined) - _CHARACTERS, 0)
    return {hash(joined[start : start + _CHARACTERS]) for start in range(last + 1)}
