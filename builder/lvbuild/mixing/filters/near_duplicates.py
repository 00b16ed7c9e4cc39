"""Near-duplicates: documents that share much of their wording with a text of a question's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.pool import Pool
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.normal import by_parts, shingles

OWN_DOCUMENT = "its own supporting document"
_SHARED = 0.3


def like_its_own(
    questions: Sequence[MixupQuestion],
    documents: Mapping[str, str],
    pool: Pool,
    found: Mapping[int, NormalText],
    language: Language,
) -> Iterator[Mapping[str, set[int]]]:
    """Yield for each question its own passages, what upstream retrieved for it, and their likes.

    Of a document that stands in a question's contexts in part, other excerpts may distract from it.
    What was retrieved is known by its text too: the pool may hold the same page under another id.
    """
    own = [_own_texts(question) for question in questions]
    known = {name: documents[name] for one in questions for name in one.source.retrieved}
    known.update(chain.from_iterable(texts.items() for texts in own))
    forms = dict(zip(known, language.normal_texts(list(known.values())), strict=True))
    alike = near_duplicates(forms, found, language)
    for question, texts in zip(questions, own, strict=True):
        retrieved = question.source.retrieved
        held = (pool.places_of(name) for name in retrieved)
        yield {
            OWN_DOCUMENT: _overlapping(question, pool),
            "near-duplicate of one": set().union(*map(alike.__getitem__, texts)),
            "retrieved for it upstream": set().union(*map(alike.__getitem__, retrieved), *held),
        }


def _overlapping(question: MixupQuestion, pool: Pool) -> set[int]:
    """Return the places of the excerpts that hold some of its supporting passages."""
    windows = defaultdict(list)
    for name, window in question.windows:
        windows[name].append(window)

    def overlaps(place: int, name: str) -> bool:
        text = pool.texts[place]
        start, stop = text.original(0, len(text.text))
        return any(start < high and low < stop for low, high in windows[name])

    return {
        place
        for name in question.source.supporting
        for place in pool.places_of(name)
        if name not in windows or overlaps(place, name)
    }


def _own_texts(question: MixupQuestion) -> Mapping[str, str]:
    """Return its supporting documents by id; what stands in part by a name of its own."""
    windows = [*question.windows]
    cut = {name for name, _ in windows}
    texts = {name: text for name, text in question.evidence.items() if name not in cut}
    for name, (start, stop) in windows:
        texts[f"{name}[{start}:{stop}]"] = question.evidence[name][start:stop]
    return texts


def near_duplicates(
    texts: Mapping[str, NormalText], pool: Mapping[int, NormalText], language: Language
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
    sizes, buckets = np.bincount(known.places, minlength=len(names)), known.buckets()

    def alike(places: Sequence[int]) -> list[tuple[str, int]]:
        own = shingles([pool[place] for place in places], language, length)
        own_sizes = np.bincount(own.places)
        others, owners = known.shared(own.likely_in(buckets).distinct())
        pairs, counts = np.unique(others * len(names) + owners, return_counts=True)
        each = zip(*divmod(pairs, len(names)), counts.tolist(), strict=True)
        return [
            (names[name], places[other])
            for other, name, count in each
            if count >= _SHARED * min(sizes[name], own_sizes[other])
        ]

    for name, place in by_parts(alike, list(pool)):
        found[name].add(place)
    return found
