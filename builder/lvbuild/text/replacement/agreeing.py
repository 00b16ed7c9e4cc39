"""Whether what two questions replace in one text goes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lvbuild.text.replacement.replacer import Match


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
