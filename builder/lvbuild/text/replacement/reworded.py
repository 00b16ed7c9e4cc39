"""Whether what two questions replace in one text goes together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Self

from lvbuild.text.replacement.forms import Pair
from lvbuild.text.replacement.replacer import (
    Hit,
    Match,
    Replaced,
    Replacer,
    leftmost_longest,
    original_offset,
    rewrite,
)


def disagreeing(one: Sequence[Match], other: Sequence[Match]) -> Iterator[tuple[Match, Match]]:
    """Yield the matches of two in one text that overlap and would not come to the same words.

    Each is without overlaps of its own, in ascending order. A match within another agrees with it
    where its new words are among the other's.
    """
    start = 0
    for match in one:
        while start < len(other) and other[start].end <= match.start:
            start += 1
        for place in range(start, len(other)):
            if other[place].start >= match.end:
                break
            if not (_covers(match, other[place]) or _covers(other[place], match)):
                yield match, other[place]


def uncovered(wanted: Iterable[Match], found: Sequence[Match]) -> Iterator[Match]:
    """Yield those of some matches in a text that no other one covers with the same new words."""
    for match in wanted:
        if not any(_covers(other, match) for other in found):
            yield match


def _covers(outer: Match, inner: Match) -> bool:
    if (outer.start, outer.end) == (inner.start, inner.end):
        return outer.wording == inner.wording
    within = outer.start <= inner.start and inner.end <= outer.end
    return within and inner.wording in outer.wording


ANOTHERS = -1
"""The pair of a hit that is none of those asked about."""

_HIT_START = itemgetter(Hit._fields.index("start"))


@dataclass(frozen=True)
class Reworded:
    """A text whose words pairs have replaced, `matches` being their places in the `original`."""

    original: str
    pairs: tuple[Pair, ...]
    matches: tuple[Match, ...]

    @classmethod
    def of(cls, text: str, pairs: Iterable[Pair], language: str) -> Self:
        """Replace pairs in a text, each once where it is given several times."""
        each = tuple(dict.fromkeys(pairs))
        return cls(text, each, tuple(leftmost_longest(Replacer(each, language).find(text))))

    @cached_property
    def replaced(self) -> Replaced:
        """The text as it then stands; its hits are another's."""
        return rewrite(self.original, [match._replace(pair=ANOTHERS) for match in self.matches])

    @cached_property
    def used(self) -> frozenset[Pair]:
        """The pairs that have replaced words in it."""
        return frozenset(self.pairs[match.pair] for match in self.matches)

    def pair_at(self, start: int, end: int) -> Pair | None:
        """Return the pair whose new words reach into [start, end) of the text as it stands."""
        hits = self.replaced.hits
        before = bisect_right(hits, end - 1, key=_HIT_START)
        if not before or hits[before - 1].stop <= start:
            return None
        return self.pairs[self.matches[before - 1].pair]

    def under(self, pairs: Sequence[Pair], matches: Iterable[Match]) -> Replaced:
        """Return the text with more pairs replaced, whose `matches` are in it as it stands.

        New words are not looked at again: neither what a pair has replaced that is among its own,
        nor a match that reaches into new words. Hits of pairs that are not given are another's;
        places in the old text are those of the original.
        """
        known = {pair: index for index, pair in enumerate(pairs)}
        kept = [
            match._replace(pair=known.get(self.pairs[match.pair], ANOTHERS))
            for match in self.matches
        ]
        done = set(self.pairs)
        added = (match for match in matches if pairs[match.pair] not in done)
        return rewrite(self.original, [*kept, *self._in_original(added)])

    def _in_original(self, matches: Iterable[Match]) -> Iterable[Match]:
        hits = self.replaced.hits
        for match in matches:
            if self.pair_at(match.start, match.end):
                continue
            article = match.article
            if article:
                start, end = (original_offset(hits, at) for at in article[:2])
                article = article._replace(start=start, end=end)
            yield match._replace(
                start=original_offset(hits, match.start),
                end=original_offset(hits, match.end),
                article=article,
            )
