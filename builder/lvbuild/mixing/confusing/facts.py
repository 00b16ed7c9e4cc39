"""Setting confusing facts into a context: evenly, and where they are at home."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, product
from math import inf
from operator import itemgetter
from typing import NamedTuple, Protocol

from lvbuild.core.model import LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.mixing.confusing.homes import FARTHER, NEARLY, WINDOW, Guest, brought_home
from lvbuild.mixing.outline import PARAGRAPH_BREAKS
from lvbuild.mixing.plan import ContextLayout, Insertion, Passage
from lvbuild.mixing.pool import PoolView
from lvbuild.text.counting import Counting

_OFFSET = itemgetter(Boundary._fields.index("offset"))
_AT_HOME = 0.5
"""Of the likeness of the passage most alike: one so alike comes before any that leans less."""


class Surroundings(Protocol):
    """What is asked of the texts around a question's confusing facts."""

    def likeness(self, fact: int, passage: Passage) -> float | None:
        """Return how much a fact, by its place among all of the question's, is like a passage.

        None where it would be a foreign body there, in another script.
        """

    def lean(self, document_id: str, boundary: int) -> Lean:
        """Return how much the sentence after a boundary, by its place in the outline, leans."""


class _Place(NamedTuple):
    """A boundary of a passage, by its place in the outline, and where it stands in the context."""

    start: float
    passage: int
    boundary: int
    mark: Boundary


class FactSetter:
    """Sets the confusing facts of a question into its contexts, each at its depth.

    Within 5% of the context around its depth, or 10% where long evidence leaves none, a fact goes
    into the distracting passage most like it, at a firm boundary before a sentence that names what
    it tells of, or at the passage's end; failing that before one that goes on, and only then
    elsewhere, at the nearest such boundary. A passage beside a supporting one has a fact only where
    there is no other. `homes` are the places in the pool of passages known to be most like facts,
    with the depths of these.
    """

    def __init__(
        self,
        question: Question,
        depths: Sequence[float],
        *,
        surroundings: Surroundings,
        pool: PoolView,
        layout: ContextLayout,
        language: LanguageCode,
        homes: Mapping[int, float] | None = None,
    ) -> None:
        self._homes = {
            depth: pool.passage(place).document_id for place, depth in (homes or {}).items()
        }
        self._facts = list(zip(question.facts_of("confusing"), depths, strict=True))
        self._surroundings = surroundings
        self._pool = pool
        self._layout = layout
        self._space = find_language(language).space

    def bring_home(self, laid: Sequence[Passage]) -> list[Passage]:
        """Return passages in an order in which each fact has one like it near its depth."""
        facts = [
            Guest(depth, partial(self._surroundings.likeness, fact), self._homes.get(depth))
            for (fact, _), depth in self._facts
        ]
        return brought_home(laid, facts, self._layout)

    def most_around(self, counting: Counting) -> int:
        """Return the most units that the white space around the facts takes."""
        return len(self._facts) * max(map(counting.count, (self._space, *PARAGRAPH_BREAKS)))

    def set_in(self, laid: Sequence[Passage]) -> tuple[Insertion, ...]:
        """Return where the facts stand among passages, in ascending order."""
        if not self._facts or all(passage.role == "supporting" for passage in laid):
            return ()
        context = _Context(laid, self._layout, self._pool)
        total = context.length + sum(len(text) for (_, text), _ in self._facts)
        set_in: list[Insertion] = []
        after, added = 0.0, 0
        for (fact, text), depth in self._facts:
            place = self._place(fact, depth * (total - len(text)) - added, context, after)
            set_in.append(self._insertion(fact, place, laid))
            after = place.start
            added += len(text)
        return tuple(set_in)

    def _insertion(self, fact: int, place: _Place, laid: Sequence[Passage]) -> Insertion:
        outline = self._pool.outline_of(laid[place.passage].document_id)
        lead = outline.paragraph_break if place.mark.paragraph else self._space
        return Insertion(fact, place.passage, place.mark.offset, lead, "")

    def _place(self, fact: int, target: float, context: _Context, after: float) -> _Place:
        """Return the best place for a fact, which comes after the one before it."""
        for reach in (context.window, FARTHER * context.window):
            low, high = target - reach, target + reach
            near = self._most_alike_first(fact, context.around(low, high), target, context)
            if near:
                break
        stretch = max(low, after + 1), high
        least = _AT_HOME * near[0][0] if near else 0.0
        alike = [each for each in near if each[0] >= least]
        for among, most in product((alike, near), (Lean.NAMES, Lean.GOES_ON)):
            if place := self._most_at_home(among, stretch, target, context, most):
                return place
        home = [each for each in context.away if self._likeness(fact, each, context) is not None]
        for passages, most in (
            (home, Lean.GOES_ON),
            (context.away, Lean.GOES_ON),
            (context.away, Lean.POINTS_BACK),
        ):
            beyond = chain.from_iterable(context.places(each, after + 1) for each in passages)
            if place := self._nearest(beyond, target, context, most):
                return place
        anywhere = (context.places(each, after, firm=False) for each in context.distracting)
        return min(chain.from_iterable(anywhere), key=lambda place: abs(place.start - target))

    def _most_alike_first(
        self, fact: int, passages: Iterable[int], target: float, context: _Context
    ) -> list[tuple[float, int]]:
        """Return the passages in which a fact is no foreign body, with its likeness to each."""
        found = ((self._likeness(fact, each, context), each) for each in passages)
        alike = [(likeness, each) for likeness, each in found if likeness is not None]
        return sorted(alike, key=lambda one: (-one[0], context.distance(one[1], target)))

    def _most_at_home(
        self,
        near: Iterable[tuple[float, int]],
        stretch: tuple[float, float],
        target: float,
        context: _Context,
        most: Lean,
    ) -> _Place | None:
        """Return a place inside the passage most alike, or inside of one nearly as alike.

        Where there is none it is the end of the first that ends in the stretch.
        """
        least, at_end = 0.0, None
        for likeness, passage in near:
            if at_end and likeness < least:
                break
            places = list(context.places(passage, *stretch))
            inside = [place for place in places if not context.is_end(place)]
            if place := self._nearest(inside, target, context, most):
                return place
            if not at_end and len(inside) < len(places):
                least, at_end = NEARLY * likeness, places[-1]
        return at_end

    def _likeness(self, fact: int, passage: int, context: _Context) -> float | None:
        return self._surroundings.likeness(fact, context.laid[passage])

    def _nearest(
        self, places: Iterable[_Place], target: float, context: _Context, most: Lean
    ) -> _Place | None:
        """Return the place nearest to the target before a sentence that leans so much at most."""
        nearest_first = sorted(places, key=lambda place: abs(place.start - target))
        return next((each for each in nearest_first if self._lean(each, context) <= most), None)

    def _lean(self, place: _Place, context: _Context) -> Lean:
        if context.is_end(place):
            return Lean.NAMES
        return self._surroundings.lean(context.laid[place.passage].document_id, place.boundary)


class _Context:
    """Passages as they are laid out, without any fact.

    `distracting` are the places of those that are, `away` of those with no supporting one beside.
    """

    def __init__(self, laid: Sequence[Passage], layout: ContextLayout, pool: PoolView) -> None:
        self.laid = laid
        self._pool = pool
        # A heading's characters hold the line feed after its passage.
        sizes = [passage.stop - passage.start for passage in laid]
        before = layout.characters(len(laid))[1:]
        self._starts = [
            a + b - 1 for a, b in zip(before, accumulate([0, *sizes[:-1]]), strict=True)
        ]
        self.length = self._starts[-1] + sizes[-1] + 1
        self.window = WINDOW * self.length
        self.distracting = [n for n, one in enumerate(laid) if one.role == "distracting"]
        beside = {
            n + step for n, one in enumerate(laid) if one.role != "distracting" for step in (-1, 1)
        }
        self.away = [n for n in self.distracting if n not in beside]

    def around(self, low: float, high: float) -> list[int]:
        """Return the passages away from any supporting one that reach into a stretch."""
        first = bisect_right(self._starts, low) - 1
        last = bisect_right(self._starts, high)
        return self.away[bisect_left(self.away, first) : bisect_left(self.away, last)]

    def distance(self, passage: int, target: float) -> float:
        """Return how far the middle of a passage is from a place in the context."""
        size = self.laid[passage].stop - self.laid[passage].start
        return abs(self._starts[passage] + size / 2 - target)

    def is_end(self, place: _Place) -> bool:
        """Return whether a passage ends at a place."""
        return place.mark.offset == self.laid[place.passage].stop

    def places(
        self, passage: int, low: float, high: float = inf, *, firm: bool = True
    ) -> Iterator[_Place]:
        """Yield the boundaries of a passage within a stretch, in their order."""
        document_id, _, start, stop, _ = self.laid[passage]
        marks = self._pool.outline_of(document_id).boundaries
        shift = self._starts[passage] - start
        first = bisect_left(marks, max(low - shift, start + 1), key=_OFFSET)
        last = bisect_right(marks, min(high - shift, stop), key=_OFFSET)
        for boundary in range(first, last):
            mark = marks[boundary]
            if mark.firm or not firm:
                yield _Place(mark.offset + shift, passage, boundary, mark)
