"""The contexts of a level: the bytes of their passages, and where the passages' texts stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from lvbuild.mixing.plan import (
    ContextLayout,
    Insertion,
    Passage,
    Passages,
    RecordPlan,
    WholePassages,
)
from lvbuild.text.escaped import EscapedText, escape
from lvbuild.text.replacing import ANOTHERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Make = Callable[[int, Passage], Any]

_END = escape("\n")
_AT_ONCE = 1024
"""Passages that are looked up together."""


class Told(NamedTuple):
    """What provenance tells of a passage: JSON on both sides of its span, and more to add up.

    `uses` are the question's pairs that were used in it, as often as they were.
    """

    before: bytes
    after: bytes
    uses: tuple[int, ...]

    @classmethod
    def of(cls, passage: Passage, text: EscapedText) -> Told:
        """Tell of a passage of a text."""
        _, role, start, stop, _ = passage
        begin, end = kept(passage, text)
        return cls(
            b'"document_id":%b,"role":"%b","span":['
            % (orjson.dumps(document_of(passage, text)), role.encode()),
            b'],"cut":[%d,%d]}' % (begin, end),
            tuple(hit.pair for hit in text.hits_between(start, stop) if hit.pair != ANOTHERS),
        )


class _AllTold(NamedTuple):
    """The same of many passages by their numbers; `uses` has those that use any."""

    before: NDArray[Any]
    after: NDArray[Any]
    uses: dict[int, tuple[int, ...]]


class _Common:
    """What all records need of the passages that they share, each by its number.

    A level has thousands of passages in each of hundreds of records, most of them the same ones:
    they are looked up in arrays, many at once.
    """

    def __init__(self, shared: WholePassages, texts: Mapping[str, EscapedText]) -> None:
        self.shared = shared
        self.texts = texts

    @cached_property
    def pieces(self) -> NDArray[Any]:
        """The bytes of each."""
        held = map(self.texts.get, self.shared.names)
        return self._array(b"" if text is None else text.data for text in held)

    @cached_property
    def sizes(self) -> NDArray[Any]:
        """The characters of each."""
        return self._array(self.shared.lengths, "int64")

    @cached_property
    def told(self) -> _AllTold:
        """What provenance tells of each."""
        before, after, alike = list[bytes](), list[bytes](), dict[bytes, bytes]()
        uses = dict[int, tuple[int, ...]]()
        for number, text in enumerate(map(self.texts.get, self.shared.names)):
            told = Told(b"", b"", ()) if text is None else Told.of(self.shared[number], text)
            before.append(told.before)
            after.append(alike.setdefault(told.after, told.after))  # many are of one length
            if told.uses:
                every = range(number, len(self.shared), len(self.shared.names))
                uses |= dict.fromkeys(every, told.uses)
        return _AllTold(self._array(before), self._array(after), uses)

    def _array(self, values: Iterable[object], dtype: str = "object") -> NDArray[Any]:
        """Return the values of the documents for all rounds of them."""
        import numpy as np

        return np.tile(np.fromiter(values, dtype, len(self.shared.names)), self.shared.rounds)


class LevelTexts:
    """The escaped texts of a level by document id, and what every passage needs of them.

    `changed` are those of one question, by its id and the ascending places of their passages.
    """

    def __init__(
        self,
        texts: Mapping[str, EscapedText],
        changed: Mapping[str, Mapping[int, EscapedText]],
    ) -> None:
        self._changed = changed
        self._common = _Common(WholePassages((), ()), texts)

    def of(self, plan: RecordPlan) -> RecordTexts:
        """Return the texts of a record's passages."""
        passages = Passages.of(plan.passages)
        if self._common.shared is not passages.shared:
            self._common = _Common(passages.shared, self._common.texts)
        own = self._changed.get(plan.question.id, {})
        return RecordTexts(plan, passages, self._common, own)


class RecordTexts:
    """The texts of a record's passages, by their places: some in its question's own wording."""

    def __init__(
        self,
        plan: RecordPlan,
        passages: Passages,
        common: _Common,
        own: Mapping[int, EscapedText],
    ) -> None:
        self._plan = plan
        self._passages = passages
        self._common = common
        self._own = own

    def of(self, place: int, passage: Passage) -> EscapedText:
        """Return the text of the passage at a place."""
        return self._own.get(place) or self._common.texts[passage.document_id]

    def pieces(self, layout: ContextLayout) -> Iterator[list[bytes | memoryview]]:
        """Yield the bytes of a context, those of some passages at a time, with the facts in them.

        Before each passage stands what parts it from the one before.
        """
        seams = _Seams.of(layout, len(self._passages)).escaped
        for start, stop in self._runs():
            pieces: list[bytes | memoryview] = [b""] * (2 * (stop - start))
            pieces[::2] = seams[start:stop]
            pieces[1::2] = self._of_each(self._common.pieces, self._piece, start, stop).tolist()
            for insertion in reversed(self._plan.insertions):
                if start <= insertion.passage < stop:
                    at = 2 * (insertion.passage - start) + 1
                    pieces[at : at + 1] = self._parted(insertion, pieces[at])
            yield pieces
        if self._passages:
            yield [_END]

    def _parted(
        self, insertion: Insertion, piece: bytes | memoryview
    ) -> tuple[bytes | memoryview, ...]:
        """Return the piece of a passage, or what stands of it before a later fact, with a fact."""
        passage = self._passages[insertion.passage]
        text = self.of(insertion.passage, passage)
        place = text.position(insertion.offset) - text.position(passage.start)
        whole = memoryview(piece)
        return whole[:place], escape(self._plan.inserted(insertion)), whole[place:]

    @cached_property
    def _own_told(self) -> Mapping[int, Told]:
        return {at: Told.of(passage, self.of(at, passage)) for at, passage in self._passages.own}

    def told(self) -> Iterator[tuple[list[bytes], list[bytes]]]:
        """Yield what provenance tells before and after the spans of passages, some at a time."""
        every, own = self._common.told, self._own_told
        for start, stop in self._runs():
            yield (
                self._of_each(every.before, lambda at, _: own[at].before, start, stop).tolist(),
                self._of_each(every.after, lambda at, _: own[at].after, start, stop).tolist(),
            )

    def uses(self) -> Iterator[int]:
        """Yield the pairs that are used in the passages, as often as they are."""
        every, own = self._common.told.uses, self._own_told.values()
        shared = filter(every.__contains__, self._passages.common) if every else ()
        return chain.from_iterable(chain(map(every.__getitem__, shared), (o.uses for o in own)))

    def spans(self, layout: ContextLayout) -> Spans:
        """Return the spans of the passages, no fact set into them."""
        sizes = self._of_each(self._common.sizes, _size, 0, len(self._passages))
        return Spans.of(sizes, layout)

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield which passages are looked up together, from a first up to another."""
        count = len(self._passages)
        for start in range(0, count, _AT_ONCE):
            yield start, min(start + _AT_ONCE, count)

    @cached_property
    def _numbers(self) -> NDArray[Any]:
        """The numbers of all passages, at places of own ones too."""
        import numpy as np

        return np.asarray(self._passages.numbers[:], dtype=np.intp)

    def _of_each(self, shared: NDArray[Any], own: Make, start: int, stop: int) -> NDArray[Any]:
        """Return what is found for the passages [start, stop): by number, for own ones by place."""
        numbers = self._numbers[start:stop]
        # Where nothing is shared, every passage is its record's own.
        found = shared[numbers] if len(shared) else numbers.astype(shared.dtype)
        for place, passage in self._passages.own_between(start, stop):
            found[place - start] = own(place, passage)
        return found

    def _piece(self, place: int, passage: Passage) -> bytes | memoryview:
        text = self.of(place, passage)
        return text.data if passage.whole else text.cut(passage.start, passage.stop)


def document_of(passage: Passage, text: EscapedText) -> str:
    """Return the id of the document that a passage is of."""
    return text.origin.document_id if text.origin else passage.document_id


def _size(place: int, passage: Passage) -> int:
    return passage.stop - passage.start


def kept(passage: Passage, text: EscapedText) -> tuple[int, int]:
    """Return what a passage keeps of its document, in characters before replacement."""
    if not text.shifted:
        return passage.start, passage.stop
    return text.original(passage.start), text.original(passage.stop)


class _Seams(NamedTuple):
    """What stands before the text of each passage, escaped, and its characters."""

    escaped: Sequence[bytes]
    characters: NDArray[Any]

    @classmethod
    def of(cls, layout: ContextLayout, passages: int) -> _Seams:
        """Return those of so many."""
        escaped, characters = _many_seams(layout, 1 << passages.bit_length())
        return cls(escaped[:passages], characters[:passages])


@lru_cache(maxsize=16)
def _many_seams(layout: ContextLayout, passages: int) -> _Seams:
    import numpy as np

    seams = layout.seams(passages)
    # Escaped, no text holds what stands between two of them.
    return _Seams(orjson.dumps(seams)[2:-2].split(b'","'), np.array([*map(len, seams)]))


@dataclass(frozen=True, slots=True)
class Spans:
    """Where the texts of a context's passages begin and end, in characters of the context.

    `edges` are where each does, a row of two a passage, `sizes` the characters of the texts.
    """

    edges: NDArray[Any]
    sizes: NDArray[Any]

    @property
    def length(self) -> int:
        """The characters of the whole context."""
        return int(self.edges[-1, 1]) + 1 if len(self.edges) else 0

    def of_passage(self, place: int) -> tuple[int, int]:
        """Return where the text of a passage begins and ends."""
        begin, end = self.edges[place].tolist()
        return begin, end

    def with_facts(self, plan: RecordPlan, layout: ContextLayout) -> Spans:
        """Return those with a record's facts in its passages."""
        if not plan.insertions:
            return self
        sizes = self.sizes.copy()
        for insertion in plan.insertions:
            sizes[insertion.passage] += len(plan.inserted(insertion))
        return Spans.of(sizes, layout)

    @classmethod
    def of(cls, sizes: NDArray[Any], layout: ContextLayout) -> Spans:
        """Return the spans of texts with so many characters."""
        import numpy as np

        parts = np.empty((len(sizes), 2), sizes.dtype)
        parts[:, 0], parts[:, 1] = _Seams.of(layout, len(sizes)).characters, sizes
        return cls(parts.cumsum().reshape(parts.shape), sizes)
