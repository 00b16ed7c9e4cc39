"""Filling the gaps of a context with documents of a pool, the last one chosen to fit."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse, islice, pairwise
from math import ceil, floor, inf
from typing import TYPE_CHECKING

from lvbuild.core.seeds import child_seed
from lvbuild.mixing.plan import Passages
from lvbuild.mixing.pool import Measure, PoolView

if TYPE_CHECKING:
    from lvbuild.mixing.columns import Numbers


def choose(items: Sequence[Sequence[int]], low: int, high: int) -> list[int | None] | None:
    """Choose of each item one of its costs, or none, so that they sum to something in [low, high].

    Return the place of the cost chosen of each item, None where the item is left out; None where no
    choice comes there. Costs are above 0. As few of the first items are looked at as can be, and of
    their sums that nearest to the middle is taken.
    """
    if high < 0:
        return None
    # The bits of a number say which sums can be reached.
    reached = [1]
    for costs in items:
        if reached[-1] >> max(low, 0):
            break
        before = sums = reached[-1]
        for cost in costs:
            if cost <= high:
                sums |= before << cost
        reached.append(sums & ((2 << high) - 1))
    near = [total for total in range(max(low, 0), high + 1) if reached[-1] >> total & 1]
    if not near:
        return None
    total = min(near, key=lambda total: abs(2 * total - low - high))
    chosen: list[int | None] = [None] * len(items)
    for place in range(len(reached) - 2, -1, -1):
        if reached[place] >> total & 1:
            continue
        costs = items[place]
        chosen[place] = next(
            n
            for n, cost in enumerate(costs)
            if cost <= total and reached[place] >> total - cost & 1
        )
        total -= costs[chosen[place]]  # type: ignore[index]
    return chosen


_LOOKED_AHEAD = 50
_GIVEN_BACK = 3
"""Documents that a level has added and that may go again where they leave no choice, each time."""
_FINE = 4
"""Parts of a unit in which is chosen, since a heading takes its mean."""


@dataclass
class Gap:
    """The documents between two supporting passages, by their places in the pool.

    `cuts` are the boundaries that documents end at, at a level, as places in their outlines' lists;
    `bent` are those that were cut at any level so far. The first `kept` documents are those of a
    smaller level.
    """

    share: float
    documents: list[int] = field(default_factory=list)
    cuts: dict[int, int] = field(default_factory=dict)
    bent: set[int] = field(default_factory=set)
    kept: int = 0


class Filler:
    """Fills the gaps of one question: each document once, in an order of its own.

    `seed` draws it; `first` are documents, each once, that come before all others. Within a gap
    documents stand in another order that it draws, whatever the one in which they came: what a
    smaller level holds is spread over the whole gap of a larger one.
    """

    def __init__(self, pool: PoolView, first: Sequence[int], seed: int) -> None:
        self._pool = pool
        self._taken = {*pool.refused}
        self._waiting: list[int] = []
        self._passed: set[int] = set()
        self._order = _walk((first, pool.walk(seed)), self._taken, self._passed)
        self._ranked, self._turned = (
            drawn_order(pool.pool.keys, seed, way) for way in ("rank", "turn")
        )

    @property
    def exhausted(self) -> bool:
        """Whether all documents that the question may have stand in its gaps."""
        return len(self._taken) == len(self._pool.pool.sizes)

    def takes(self, gap: Gap, measure: Measure) -> float:
        """Return what the documents of a gap take as they stand, with their headings."""
        taken = self._pool.take_together(gap.documents, units=measure.units)
        for index, place in gap.cuts.items():
            outline = self._pool.outline(index)
            taken += measure.before(outline, place) - measure.before(outline, -1)
        return taken + measure.heading * len(gap.documents)

    def passages(self, gap: Gap) -> Passages:
        """Return the passages of a gap."""
        return self._pool.passages(self._ranked(gap.documents), gap.cuts)

    def part(self, gap: Gap, after: Sequence[int], measure: Measure) -> list[Gap]:
        """Part a gap, its documents in a drawn order, after the given numbers of them.

        The parts hold documents as they stand in the gap; their shares are those of what they take.
        """
        order, whole = self._turned(gap.documents).tolist(), self.takes(gap, measure)
        parts = []
        for start, stop in pairwise([0, *after, len(order)]):
            # Those that were cut come last: where they are whole again, they may be too long.
            part = Gap(0.0, sorted(order[start:stop], key=gap.bent.__contains__))
            part.cuts = {index: gap.cuts[index] for index in part.documents if index in gap.cuts}
            part.bent = gap.bent.intersection(part.documents)
            part.share = self.takes(part, measure) / max(whole, 1)
            parts.append(part)
        return parts

    def fill(self, gap: Gap, room: float, tolerance: float, measure: Measure) -> float:
        """Fill a gap to within the tolerance of the room; return what is left of it.

        Documents that the gap holds stay, so that a longer level holds those of a shorter one.
        Where no whole document fits, one is cut. What is left is beyond the tolerance only where
        neither is possible.
        """
        gap.cuts.clear()
        missing = room - self.takes(gap, measure)
        if missing < -tolerance and gap.documents:
            outline = self._pool.outline(gap.documents[-1])
            kept = missing + measure.cost(outline)
            place, cost = measure.cut(outline, kept)
            self._cut(gap, gap.documents[-1], place)
            if kept - cost >= -tolerance:
                return kept - cost
            return self.choose(gap, room, tolerance, measure, 1)
        added = self._add_whole(gap, missing, measure)
        missing = room - self.takes(gap, measure)
        if missing <= tolerance:
            return missing
        if added and missing < measure.usual / 2:
            # A scrap would be known for one: the last document makes room for a longer one.
            missing += measure.cost(self._pool.outline(gap.documents[-1]))
            self._return_last(gap)
            added = False
        fitting = self._pool.fitting(missing, tolerance, measure, self._taken)
        if fitting is None and added:
            last = gap.documents[-1]
            room_without = missing + measure.cost(self._pool.outline(last))
            fitting = self._pool.fitting(room_without, tolerance, measure, self._taken)
            if fitting is not None:
                self._return_last(gap)
        if fitting is not None:
            self._add(gap, fitting)
            return room - self.takes(gap, measure)
        return self._add_cut(gap, missing, tolerance, measure)

    def _add_whole(self, gap: Gap, room: float, measure: Measure) -> bool:
        """Add the next documents that the room holds; return whether there was any.

        The room only shrinks: what it did not hold waits, and is not looked at again.
        """
        sizes, changed = self._pool.pool.taken(units=measure.units), self._pool.changed
        heading = measure.heading
        held: list[int] = []
        waiting: list[int] = []
        for places, most in ((self._waiting, inf), (self._order, _LOOKED_AHEAD)):
            for index in places if len(waiting) < most else ():
                cost = sizes[index]
                if index in changed:
                    cost = self._pool.take(index, units=measure.units)
                if cost <= room - heading:
                    held.append(index)
                    room -= cost + heading
                    continue
                waiting.append(index)
                if len(waiting) >= most:
                    break
        self._waiting = waiting
        self._taken.update(held)
        gap.documents += held
        return bool(held)

    def _add(self, gap: Gap, index: int) -> None:
        self._taken.add(index)
        if index in self._waiting:
            self._waiting.remove(index)
        gap.documents.append(index)

    def _return_last(self, gap: Gap) -> None:
        index = gap.documents.pop()
        self._taken.discard(index)
        self._waiting.insert(0, index)
        self._passed.add(index)

    def _add_cut(self, gap: Gap, missing: float, tolerance: float, measure: Measure) -> float:
        """Cut the first waiting document that fits the tolerance when cut, else the nearest."""
        best: tuple[int, int, float] | None = None
        for index in self._waiting:
            place, cost = measure.cut(self._pool.outline(index), missing)
            if best is None or abs(cost - missing) < abs(best[2] - missing):
                best = index, place, cost
            if abs(cost - missing) <= tolerance:
                break
        if best is None or abs(best[2] - missing) >= missing:
            return missing
        index, place, cost = best
        self._add(gap, index)
        self._cut(gap, index, place)
        return missing - cost

    def choose(
        self, gap: Gap, room: float, tolerance: float, measure: Measure, attempt: int
    ) -> float:
        """Fill a gap by choosing among documents and their cuts; return what is left of it.

        Those that this level has added at last may go again, more with each attempt, and of those
        that a smaller one holds the cut ones and the last one may be cut elsewhere. Where no choice
        comes to within the tolerance the gap holds what cannot go.
        """
        gap.cuts.clear()
        for _ in range(min(len(gap.documents) - gap.kept, _GIVEN_BACK * attempt)):
            self._return_last(gap)
        self._waiting += islice(self._order, max(_LOOKED_AHEAD - len(self._waiting), 0))
        last = gap.documents[-1:]
        held = [index for index in gap.documents if index in gap.bent or index in last]
        # Of a document that stays at least the first sentence does.
        gap.cuts = {index: self._pool.outline(index).cuts[0] for index in held}
        missing = room - self.takes(gap, measure)
        offers = []
        costs = []
        for index in (*held, *self._waiting[:_LOOKED_AHEAD]):
            outline = self._pool.outline(index)
            first, *later = outline.cuts
            places = later if index in held else [first, *later]
            base = measure.before(outline, first) if index in held else -measure.heading
            offers.append((index, places))
            costs.append([round(_FINE * (measure.before(outline, p) - base)) for p in places])
        low, high = ceil(_FINE * (missing - tolerance)), floor(_FINE * (missing + tolerance))
        chosen = choose(costs, low, high) or [None] * len(costs)
        for (index, places), taken in zip(offers, chosen, strict=True):
            if index in held:
                self._cut(gap, index, gap.cuts[index] if taken is None else places[taken])
            elif taken is not None:
                self._add(gap, index)
                self._cut(gap, index, places[taken])
        return room - self.takes(gap, measure)

    def give_back(self, gap: Gap) -> None:
        """Take out of a gap what this level has added."""
        gap.cuts.clear()
        for _ in range(len(gap.documents) - gap.kept):
            self._return_last(gap)

    def _cut(self, gap: Gap, index: int, place: int) -> None:
        gap.cuts.pop(index, None)
        if place < len(self._pool.outline(index).counts) - 1:
            gap.cuts[index] = place
            gap.bent.add(index)


def _walk(
    orders: tuple[Sequence[int], Iterator[int]], taken: set[int], passed: set[int]
) -> Iterator[int]:
    """Yield places of two orders, those of the first that the second has too but once.

    It holds nothing of its filler, as each would keep the other until garbage is looked for.
    """
    for places in orders:
        # What was given back waits, or stands there again.
        untaken = filterfalse(taken.__contains__, places)
        yield from filterfalse(passed.__contains__, untaken)
        passed.update(orders[0])


def drawn_ranks(keys: array[int], seed: int, purpose: str) -> Callable[[Numbers], Numbers]:
    """Return what ranks documents by their places: multiples of their keys, modulo 2**64."""
    import numpy as np

    held = np.frombuffer(keys, np.uint64)
    factor = np.uint64((2 * child_seed(seed, purpose) + 1) % 2**64)
    return lambda places: held[places] * factor


def drawn_order(keys: array[int], seed: int, purpose: str) -> Callable[[Sequence[int]], Numbers]:
    """Return what puts places into an order of their own, that of their ranks."""
    import numpy as np

    ranks = drawn_ranks(keys, seed, purpose)

    def ranked(places: Sequence[int]) -> Numbers:
        found = np.array(places, np.int64)
        order: Numbers = found[np.argsort(ranks(found), kind="stable")]
        return order

    return ranked
