"""The documents that can fill a recipe's contexts, and what of them a question may have."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, overload

from lvbuild.core.seeds import child_seed, permuted
from lvbuild.core.spool import Named
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.outline import Outline, nearest
from lvbuild.mixing.plan import Passage, Passages, WholePassages, whole

if TYPE_CHECKING:
    from lvbuild.mixing.columns import Numbers


class Measure(NamedTuple):
    """What a gap is filled by: units or characters, and what a heading adds to each document.

    `usual` is what a document takes in the mean, with its heading.
    """

    units: bool
    heading: float
    usual: float

    def cost(self, outline: Outline) -> float:
        """Return what a whole document takes."""
        return (outline.size if self.units else outline.length) + self.heading

    def before(self, outline: Outline, place: int) -> int:
        """Return what a document takes up to a boundary, without its heading."""
        return outline.counts[place] if self.units else outline.boundaries[place].offset

    def cut(self, outline: Outline, room: float) -> tuple[int, float]:
        """Return the boundary at which the document takes nearest to the room, and what it takes.

        The boundary is a place in the outline's list.
        """
        places = outline.cuts
        values = [self.before(outline, place) for place in places]
        best = nearest(values, room - self.heading)
        return places[best], values[best] + self.heading


class Pool:
    """Documents in the recipe's order.

    `outlines` are of the `texts` that all contexts have; these may be missing where nothing looks
    at them. `corpora` are, for each, the names of the corpora that hold it, `documents` the ids of
    what they are excerpts of, else their own. `keys` are a number for each that follows from its
    id, `by_document` the places in the order of the documents' ids, `worded` those of the texts in
    which words are replaced. `unused` counts the excerpts that are left out, by the reason.
    """

    def __init__(
        self,
        outlines: Sequence[Outline],
        corpora: Sequence[Collection[str]] = (),
        documents: Sequence[str] = (),
        texts: Sequence[SplitDocument] = (),
        unused: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.outlines = outlines
        self.texts = texts
        self.unused = unused
        self.sizes: list[int] = []
        self.lengths: list[int] = []
        self.worded: list[int] = []
        names: list[str] = []
        origins: list[str] = []
        for text in texts:  # each is split where it is cut, and few are
            if text.hits:
                self.worded.append(len(names))
            origins.append(text.origin.document_id)
            names.append(text.document_id if text.is_excerpt else origins[-1])
            self.sizes.append(text.outlined_size)
            self.lengths.append(len(text.text))
        for outline in outlines if not texts else ():
            names.append(outline.document_id)
            self.sizes.append(outline.size)
            self.lengths.append(outline.length)
        self.keys = array("Q", map(child_seed, names))
        self.documents = documents or origins or names
        self.passages = WholePassages(names, self.lengths)
        of = self.documents.__getitem__
        self.by_document = array("I", sorted(range(len(names)), key=of))
        self._corpora = corpora
        self._stocks: dict[str, tuple[_Stock, _Stock]] = {}

    @classmethod
    def of(
        cls,
        texts: Sequence[SplitDocument],
        corpora: Mapping[str, Collection[str]] = MappingProxyType({}),
        unused: Mapping[str, int] = MappingProxyType({}),
    ) -> Pool:
        """Return the pool of split documents, given the names of the corpora that hold each."""
        found = cls(_Outlines(texts), texts=texts, unused=unused)
        if corpora:
            found._corpora = [corpora[name] for name in found.documents]
        return found

    def named(
        self, instead: Mapping[str, SplitDocument] = MappingProxyType({})
    ) -> Mapping[str, SplitDocument]:
        """Return the texts by id, others instead of some."""
        return Named(self.places, self.texts, instead)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The places by id."""
        return {name: place for place, name in enumerate(self.passages.names)}

    def places_of(self, document: str) -> Sequence[int]:
        """Return the places of a document: several where it stands in excerpts."""
        of = self.documents.__getitem__
        first = bisect_left(self.by_document, document, key=of)
        return self.by_document[first : bisect_right(self.by_document, document, key=of)]

    def taken(self, *, units: bool) -> Sequence[int]:
        """Return what each document takes, in units or in characters."""
        return self.sizes if units else self.lengths

    def stocks(self, corpus: str) -> tuple[_Stock, _Stock]:
        """Return the documents that a corpus holds, and all others."""
        if corpus not in self._stocks:
            every = range(len(self.sizes))
            held = {place for place, names in enumerate(self._corpora) if corpus in names}
            others = {place for place in every if place not in held}
            self._stocks[corpus] = _Stock(held, self), _Stock(others, self)
        return self._stocks[corpus]


class _Outlines(Sequence[Outline]):
    """The outlines of texts, each made when it is first looked at."""

    def __init__(self, texts: Sequence[SplitDocument]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> Outline: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Outline]: ...

    def __getitem__(self, place: int | slice) -> Outline | Sequence[Outline]:
        if isinstance(place, slice):
            return [text.outline for text in self._texts[place]]
        return self._texts[place].outline


class _Stock:
    """Those documents of a pool that one corpus holds, or all others, by their places."""

    def __init__(self, places: set[int], pool: Pool) -> None:
        self.places = places
        self.units = sum(map(pool.sizes.__getitem__, places))
        self.characters = sum(map(pool.lengths.__getitem__, places))
        self._documents = pool.documents
        self._ordered = array("I", sorted(places))
        self._by_size = _ascending(pool.sizes, self._ordered)
        self._by_length = _ascending(pool.lengths, self._ordered)
        held = filter(places.__contains__, pool.by_document)
        each = groupby(held, key=pool.documents.__getitem__)
        several = ((name, {*found}) for name, found in each)
        self._excerpts = {name: found for name, found in several if len(found) > 1}
        self._whole = places.difference(*self._excerpts.values()) if self._excerpts else places

    def drawn(self, seed: int) -> Iterator[int]:
        """Yield the places in an order that a seed draws, one excerpt of each document first."""
        places = map(self._ordered.__getitem__, permuted(len(self._ordered), seed))
        return self._in_turns(places, seed) if self._excerpts else places

    def _in_turns(self, places: Iterable[int], seed: int) -> Iterator[int]:
        """Yield one place of each document, then a second, and so on; few are often enough.

        Beside documents that stand whole, one comes no sooner for having many excerpts: its turn is
        where one that is drawn of them stands. Whole ones are the longer passages, and support as
        often as there are such documents.
        """
        drawn: dict[str, int] = {}

        def is_drawn(place: int) -> bool:
            document = self._documents[place]
            excerpts = self._excerpts.get(document)
            if excerpts is None:
                return True
            if document not in drawn:
                drawn[document] = min(excerpts, key=partial(child_seed, seed))
            return drawn[document] == place

        mixed = bool(self._whole)
        while True:
            seen: set[str] = set()
            later: list[int] = []
            for place in places:
                if self._documents[place] in seen or (mixed and not is_drawn(place)):
                    later.append(place)
                else:
                    seen.add(self._documents[place])
                    yield place
            if not later:
                return
            places, mixed = later, False

    def fitting(
        self, room: float, tolerance: float, measure: Measure, barred: Collection[int]
    ) -> int | None:
        """Return the document, not barred, that takes nearest to the room, within tolerance."""
        values, indices = self._by_size if measure.units else self._by_length
        target = room - measure.heading
        right = bisect_left(values, target)
        left = right - 1
        while True:
            above = values[right] - target if right < len(values) else tolerance + 1
            below = target - values[left] if left >= 0 else tolerance + 1
            if min(above, below) > tolerance:
                return None
            if above <= below:
                index, right = indices[right], right + 1
            else:
                index, left = indices[left], left - 1
            if index not in barred:
                return index

    def had(self, taken: AbstractSet[int], refused: AbstractSet[int]) -> AbstractSet[int]:
        """Return the excerpts of documents that have had their turn, given what was taken.

        The turn is that of the document of which least was taken, the refused excerpts aside.
        """
        if not self._excerpts:
            return frozenset()
        turns = {
            name: len(places & taken) - len(places & refused)
            for name, places in self._excerpts.items()
        }
        left = [turns[name] for name, places in self._excerpts.items() if not places <= taken]
        turn = min(left, default=0) if self._whole <= taken else 0
        return frozenset().union(*(self._excerpts[name] for name in turns if turns[name] > turn))


class PoolChanges(NamedTuple):
    """What a question's pairs change in the pool.

    `changed` are the documents that they alter, by their places; `clashing` the places of those of
    them that hold a word which replaces a name beside those that do so.
    """

    changed: dict[int, SplitDocument]
    clashing: set[int]


class PoolView:
    """The pool as one question has it.

    `refused` are the places of the documents that it may not have, each with the reason; `changed`
    stand in for those whose words it replaces. The documents of `corpus`, which asks it, come
    before all others.
    """

    def __init__(
        self,
        pool: Pool,
        refused: Mapping[int, str] = MappingProxyType({}),
        changed: Mapping[int, SplitDocument] = MappingProxyType({}),
        corpus: str = "",
    ) -> None:
        self.pool = pool
        self.refused = refused
        self.changed = changed
        self._own, self._others = pool.stocks(corpus)

    def refused_documents(self) -> dict[str, list[str]]:
        """Return the ids of the documents of which it may have nothing or not all, by reason."""
        found: dict[str, dict[str, None]] = {}
        for place, reason in sorted(self.refused.items()):
            found.setdefault(reason, {})[self.pool.documents[place]] = None
        return {reason: sorted(names) for reason, names in sorted(found.items())}

    @property
    def units(self) -> int:
        """The units of all documents that the question may have."""
        every = range(len(self.pool.sizes))
        return self.take_together([p for p in every if p not in self.refused], units=True)

    def means(self, room: float) -> tuple[float, float]:
        """Return the mean units of the documents that fill so many, and characters of a unit.

        Those of its own corpus come first.
        """
        own, others = self._own, self._others
        refused = self.take_together(self.refused.keys() & own.places, units=True)
        # Its own words may make refused documents longer than all of the corpus's were.
        left = max(own.units - refused, 0)
        share = min(left / max(room, 1), 1.0) if others.units else 1.0
        parts = [(share, own), (1 - share, others)]
        density = sum(weight * part.characters / max(part.units, 1) for weight, part in parts)
        passages = sum(weight * len(part.places) / max(part.units, 1) for weight, part in parts)
        return 1 / passages if passages else 1.0, density

    def take(self, place: int, *, units: bool) -> int:
        """Return the units of a document, or its characters."""
        if own := self.changed.get(place):
            return own.size if units else len(own.text)
        return self.pool.taken(units=units)[place]

    def take_together(self, places: Collection[int], *, units: bool) -> int:
        """Return the same of several documents, each named once."""
        usual = self.pool.taken(units=units)
        changed = self.changed.keys() & places
        more = sum(self.take(place, units=units) - usual[place] for place in changed)
        return sum(map(usual.__getitem__, places)) + more

    def passage(self, place: int, end: int | None = None) -> Passage:
        """Return a document as a passage that ends at a boundary of its outline, or is not cut."""
        own = self.changed.get(place)
        found = self.pool.passages[place] if own is None else whole(own.document_id, len(own.text))
        stop = found.stop if end is None else self.outline(place).boundaries[end].offset
        return found if stop == found.stop else found._replace(stop=stop, whole=False)

    def passages(self, places: Numbers, cuts: Mapping[int, int]) -> Passages:
        """Return documents as passages, in their order: most as all questions have them."""
        import numpy as np

        others = [*self.changed.keys() | cuts.keys()]
        own = np.flatnonzero(np.isin(places, others)).tolist()
        found = ((at, int(places[at])) for at in own)
        stand = [(at, self.passage(place, cuts.get(place))) for at, place in found]
        return Passages(self.pool.passages, array("I", places.astype(np.uintc).tobytes()), stand)

    def outline(self, place: int) -> Outline:
        """Return what is known of a document as the question has it."""
        own = self.changed.get(place)
        return self.pool.outlines[place] if own is None else own.outline

    def walk(self, seed: int) -> Iterator[int]:
        """Yield all places in an order of its own, which a seed draws, in turns."""
        yield from self._own.drawn(seed)
        yield from self._others.drawn(seed)

    def allowed(self, places: Iterable[int]) -> Sequence[int]:
        """Return those of places that it may have, in their order, its own corpus's first."""
        allowed = [place for place in places if place not in self.refused]
        return sorted(allowed, key=lambda place: place not in self._own.places)

    def fitting(
        self, room: float, tolerance: float, measure: Measure, taken: AbstractSet[int]
    ) -> int | None:
        """Return the unchanged document, not taken, that takes nearest to the room.

        It is one of the question's own corpus as long as any is left, and no second excerpt of a
        document while there are others.
        """
        stock = self._others if self._own.places <= taken else self._own
        barred = taken | stock.had(taken, self.refused.keys()) | self.changed.keys()
        return stock.fitting(room, tolerance, measure, barred)


def _ascending(values: Sequence[int], ordered: Sequence[int]) -> tuple[array[int], array[int]]:
    indices = array("I", sorted(ordered, key=values.__getitem__))
    return array("I", map(values.__getitem__, indices)), indices
