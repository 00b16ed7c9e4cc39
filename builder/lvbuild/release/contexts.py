"""The contexts of a level: the bytes of their passages, and where the passages' texts stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, compress, count
from operator import itemgetter, sub
from typing import NamedTuple, TypeVar

import orjson

from lvbuild.mixing.plan import ContextLayout, Passage
from lvbuild.text.escaped import EscapedText, escape

T = TypeVar("T")
Make = Callable[[Passage, EscapedText], T]

_ID, _START, _STOP = (
    itemgetter(Passage._fields.index(name)) for name in ("document_id", "start", "stop")
)
_END = escape("\n")


class Told(NamedTuple):
    """What provenance tells of a passage, as JSON, on both sides of its span."""

    before: bytes
    after: bytes


class _Shared(dict[Passage, T | None]):
    """What follows from passages of texts alone, each worked out where it is first asked for.

    A level has thousands of passages in each of hundreds of records, most of them the same ones.
    There is None for a passage of another text: a question has it in its own wording.
    """

    def __init__(self, texts: Mapping[str, EscapedText], make: Make[T]) -> None:
        self._texts = texts
        self._make = make

    def __missing__(self, passage: Passage) -> T | None:
        text = self._texts.get(passage.document_id)
        made = self[passage] = None if text is None else self._make(passage, text)
        return made


class LevelTexts:
    """The escaped texts of a level by document id, and what every passage needs of them."""

    def __init__(
        self,
        texts: Mapping[str, EscapedText],
        changed: Mapping[str, Mapping[str, EscapedText]],
    ) -> None:
        self.texts = texts
        self.changed = changed
        every = chain(texts.items(), *(own.items() for own in changed.values()))
        self.documents = {
            name: text.origin.document_id if text.origin else name for name, text in every
        }
        self.replaced = frozenset(name for name, text in texts.items() if text.hits)
        self.pieces = _Shared(texts, _piece)
        self.told = _Shared(texts, self.told_of)

    def told_of(self, passage: Passage, text: EscapedText) -> Told:
        """Return what provenance tells of a passage of a text."""
        name = orjson.dumps(self.documents[passage.document_id])
        start, stop = kept(passage, text)
        return Told(
            b'"document_id":%b,"role":"%b","span":[' % (name, passage.role.encode()),
            b'],"cut":[%d,%d]}' % (start, stop),
        )

    def of(self, question_id: str) -> QuestionTexts:
        """Return the texts as a question has them."""
        return QuestionTexts(self, self.changed.get(question_id, {}))


class QuestionTexts:
    """The texts of a record: those that all share, some of them in its question's own wording."""

    def __init__(self, level: LevelTexts, own: Mapping[str, EscapedText]) -> None:
        self._level = level
        self._own = own
        self.documents = level.documents

    def __getitem__(self, document_id: str) -> EscapedText:
        return self._own.get(document_id) or self._level.texts[document_id]

    def pieces(
        self, passages: Sequence[Passage], layout: ContextLayout
    ) -> list[bytes | memoryview]:
        """Return the bytes of a context without facts: before each passage's what parts it."""
        if not passages:
            return []
        pieces: list[bytes | memoryview] = [_END] * (2 * len(passages) + 1)
        pieces[:-1:2] = _Seams.of(layout, len(passages)).escaped
        pieces[1::2] = self._of_each(passages, self._level.pieces, _piece)
        return pieces

    def told(self, passages: Sequence[Passage]) -> Sequence[Told]:
        """Return what provenance tells of passages."""
        return self._of_each(passages, self._level.told, self._level.told_of)

    def _of_each(self, passages: Sequence[Passage], shared: _Shared[T], make: Make[T]) -> list[T]:
        # Each step runs in C over all passages: a context has thousands.
        found = list(map(shared.__getitem__, passages))
        if self._own:
            for place in compress(count(), _of_any(self._own, passages)):
                passage = passages[place]
                found[place] = make(passage, self[passage.document_id])
        return found  # type: ignore[return-value]  # own where there is none

    def uses(self, passages: Sequence[Passage]) -> Counter[int]:
        """Return how often each pair was used in passages."""
        uses: Counter[int] = Counter()
        own = (name for name, text in self._own.items() if text.hits)
        if replaced := self._level.replaced.union(own):
            for document_id, _, start, stop, _ in compress(passages, _of_any(replaced, passages)):
                uses.update(hit.pair for hit in self[document_id].hits_between(start, stop))
        return uses


def _of_any(names: Container[str], passages: Iterable[Passage]) -> Iterator[bool]:
    """Tell of each passage whether it is of one of some documents."""
    return map(names.__contains__, map(_ID, passages))


def _piece(passage: Passage, text: EscapedText) -> bytes | memoryview:
    return text.data if passage.whole else text.cut(passage.start, passage.stop)


def kept(passage: Passage, text: EscapedText) -> tuple[int, int]:
    """Return what a passage keeps of its document, in characters before replacement."""
    if not text.shifted:
        return passage.start, passage.stop
    return text.original(passage.start), text.original(passage.stop)


class _Seams(NamedTuple):
    """What stands before the text of each passage, escaped, and its characters."""

    escaped: Sequence[bytes]
    characters: Sequence[int]

    @classmethod
    def of(cls, layout: ContextLayout, passages: int) -> _Seams:
        """Return those of so many."""
        escaped, characters = _many_seams(layout, 1 << passages.bit_length())
        return cls(escaped[:passages], characters[:passages])


@lru_cache(maxsize=16)
def _many_seams(layout: ContextLayout, passages: int) -> _Seams:
    seams = layout.seams(passages)
    return _Seams(list(map(escape, seams)), list(map(len, seams)))


@dataclass(frozen=True, slots=True)
class Spans:
    """Where the texts of a context's passages begin and end, in characters of the context.

    `edges` are the `starts` and `ends` in turns, `sizes` the characters of the texts, `length`
    those of the whole context.
    """

    edges: list[int]
    starts: list[int]
    ends: list[int]
    sizes: list[int]
    length: int

    @classmethod
    def of(cls, sizes: list[int], layout: ContextLayout) -> Spans:
        """Return the spans of texts with so many characters."""
        parts = [0] * (2 * len(sizes))
        parts[::2], parts[1::2] = _Seams.of(layout, len(sizes)).characters, sizes
        edges = list(accumulate(parts))
        return cls(edges, edges[::2], edges[1::2], sizes, edges[-1] + 1 if edges else 0)

    @classmethod
    def without_facts(cls, passages: Sequence[Passage], layout: ContextLayout) -> Spans:
        """Return the spans of a context's passages, no fact set into them."""
        return cls.of(list(map(sub, map(_STOP, passages), map(_START, passages))), layout)
