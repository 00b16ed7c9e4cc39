"""The pool of a mixup: its distracting documents, and what the pairs of questions change in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from types import MappingProxyType
from typing import NamedTuple

from lvbuild.core.model import Document, LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.rules.occurrences import sought_names
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.counting import Counting
from lvbuild.text.replacement import Match, Pair, Replacer, Reworded


def split_pool(
    documents: Sequence[Document], draws: Draws, language: LanguageCode, counting: Counting
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
    language: LanguageCode,
    counting: Counting,
    reworded: Mapping[int, Reworded] = MappingProxyType({}),
) -> list[PoolChanges]:
    """Return what the pairs of each question find in the pool.

    Each document is looked through once, for the pairs of all questions together. `reworded` are
    those that pairs have changed already, by their places: a question's own count among its own,
    and what reaches into the new words of others clashes.
    """
    found = _Found(pairs, language)
    changed: list[dict[int, SplitDocument]] = [{} for _ in pairs]
    clashing: list[set[int]] = [set() for _ in pairs]
    for place, document in enumerate(pool):
        known = reworded.get(place) or Reworded(document.text, (), ())
        matches, clashes = found.within(known)
        for owner in clashes:
            clashing[owner].add(place)
        for owner, own in matches.items():
            text, hits = known.under(pairs[owner], own)
            changed[owner][place] = (
                SplitDocument.of(
                    document.document_id,
                    text,
                    language,
                    counting,
                    hits=hits,
                    origin=document.origin,
                )
                if text != document.text
                else replace(document, hits=hits)
            )
    return list(map(PoolChanges, changed, map(frozenset, clashing)))


class _Found:
    """Finds the pairs of all questions, and the words that replace names in them, in one pass."""

    def __init__(self, pairs: Sequence[Sequence[Pair]], language: LanguageCode) -> None:
        self._pairs = [frozenset(own) for own in pairs]
        self._owners = [owner for owner, own in enumerate(pairs) for _ in own]
        self._firsts = list(accumulate(map(len, pairs), initial=0))
        names = [sought_names(own, language) for own in pairs]
        self._namers = [owner for owner, own in enumerate(names) for _ in own]
        each = [*chain.from_iterable(pairs), *chain.from_iterable(names)]
        self._replacer = Replacer(each, language)
        self._having: defaultdict[Pair, list[int]] = defaultdict(list)
        for owner, own in enumerate(self._pairs):
            for pair in own:
                self._having[pair].append(owner)

    def within(self, text: Reworded) -> tuple[Mapping[int, list[Match]], set[int]]:
        """Return the matches in a text of the questions that change it, and those it clashes with.

        Those of whose pairs one has changed it already are among the first.
        """
        matches: defaultdict[int, list[Match]] = defaultdict(list)
        clashes = set()
        for pair in text.used:
            for owner in self._having[pair]:
                matches[owner] = []
        for match in self._replacer.find(text.replaced.text):
            by = text.pair_at(match.start, match.end)
            if match.pair >= len(self._owners):
                owner = self._namers[match.pair - len(self._owners)]
                is_new = by is None or by not in self._pairs[owner]
            else:
                owner = self._owners[match.pair]
                is_new = by is not None and by not in self._pairs[owner]
                if by is None:
                    own = match._replace(pair=match.pair - self._firsts[owner])
                    matches[owner].append(own)
            if is_new:
                clashes.add(owner)
        return matches, clashes
