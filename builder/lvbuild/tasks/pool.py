"""The pool of a mixup: its distracting documents, and what the pairs of questions change in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from lvbuild.model import Document, Language
from lvbuild.seeds import Draws
from lvbuild.tables.occurrences import sought_names
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.counting import Counting
from lvbuild.text.replacement import Match, Pair, Replacer, rewrite


def split_pool(
    documents: Sequence[Document], draws: Draws, language: Language, counting: Counting
) -> list[SplitDocument]:
    """Split the documents of the pool, in a seeded order."""
    order = draws.shuffled(documents)
    return [SplitDocument.of(each.id, each.text, language, counting) for each in order]


class PoolChanges(NamedTuple):
    """What a question's pairs find in the pool.

    `changed` are the documents that they alter, as these then are, by their places; `clashing` the
    places of those that hold a word which replaces a name.
    """

    changed: Mapping[int, SplitDocument]
    clashing: frozenset[int]


def change_pool(
    pool: Sequence[SplitDocument],
    pairs: Sequence[Sequence[Pair]],
    language: Language,
    counting: Counting,
) -> list[PoolChanges]:
    """Return what the pairs of each question find in the pool.

    Each document is looked through once, for the pairs of all questions together.
    """
    owners = [owner for owner, own in enumerate(pairs) for _ in own]
    firsts = list(accumulate(map(len, pairs), initial=0))
    names = [sought_names(own, language) for own in pairs]
    namers = [owner for owner, own in enumerate(names) for _ in own]
    replacer = Replacer([*chain.from_iterable(pairs), *chain.from_iterable(names)], language)
    changed: list[dict[int, SplitDocument]] = [{} for _ in pairs]
    clashing: list[set[int]] = [set() for _ in pairs]
    for place, document in enumerate(pool):
        matches: defaultdict[int, list[Match]] = defaultdict(list)
        for match in replacer.find(document.text):
            if match.pair >= len(owners):
                clashing[namers[match.pair - len(owners)]].add(place)
            else:
                owner = owners[match.pair]
                matches[owner].append(match._replace(pair=match.pair - firsts[owner]))
        for owner, own in matches.items():
            text, hits = rewrite(document.text, own)
            changed[owner][place] = SplitDocument.of(
                document.document_id, text, language, counting, hits=hits
            )
    return list(map(PoolChanges, changed, map(frozenset, clashing)))
