"""The contexts of a level: the bytes of their passages, and where the passages' texts stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, compress, count
from operator import add, itemgetter, not_, sub

import orjson

from lvbuild.mixing.plan import ContextLayout, Passage
from lvbuild.text.escaped import EscapedText, escape

_WHOLE = itemgetter(Passage._fields.index("whole"))
_CUT = itemgetter(Passage._fields.index("start"), Passage._fields.index("stop"))
_START, _STOP = (itemgetter(Passage._fields.index(name)) for name in ("start", "stop"))
_END = escape("\n")


class LevelTexts:
    """The escaped texts of a level by document id, and what every passage needs of them."""

    def __init__(
        self,
        texts: Mapping[str, EscapedText],
        changed: Mapping[str, Mapping[str, EscapedText]],
    ) -> None:
        self.texts = texts
        self.changed = changed
        self.data = {name: text.data for name, text in texts.items()}
        every = chain(texts.items(), *(own.items() for own in changed.values()))
        self.documents = {
            name: text.origin.document_id if text.origin else name for name, text in every
        }
        self.ids = {name: orjson.dumps(own).decode() for name, own in self.documents.items()}
        self.replaced = frozenset(name for name, text in texts.items() if text.hits)
        self.shifted = frozenset(name for name, text in texts.items() if text.shifted)

    def of(self, question_id: str) -> QuestionTexts:
        """Return the texts as a question has them."""
        return QuestionTexts(self, self.changed.get(question_id, {}))


class QuestionTexts:
    """The texts of a record: those that all share, some of them in its question's own wording."""

    def __init__(self, level: LevelTexts, own: Mapping[str, EscapedText]) -> None:
        self._level = level
        self._own = own
        self.ids = level.ids
        self.documents = level.documents

    def __getitem__(self, document_id: str) -> EscapedText:
        return self._own.get(document_id) or self._level.texts[document_id]

    def pieces(
        self, passages: Sequence[Passage], layout: ContextLayout
    ) -> list[bytes | memoryview]:
        """Return the bytes of a context without facts: before each passage's what parts it."""
        # Each step runs in C over all passages: a context has thousands.
        ids = [passage[0] for passage in passages]
        own = {name: text.data for name, text in self._own.items()}
        shared: Iterable[bytes | None] = map(self._level.data.get, ids)
        found: list[bytes | memoryview] = list(map(own.get, ids, shared))  # type: ignore[arg-type]
        for place in compress(count(), map(not_, map(_WHOLE, passages))):
            document_id, _, start, stop, _ = passages[place]
            found[place] = self[document_id].cut(start, stop)
        if not found:
            return [b""]
        pieces: list[bytes | memoryview] = [_END] * (2 * len(passages) + 1)
        pieces[:-1:2], pieces[1::2] = _seams(layout, len(passages)), found
        return pieces

    def cuts(self, passages: Sequence[Passage]) -> list[tuple[int, int]]:
        """Return what passages keep of their documents, in characters before replacement."""
        cuts = list(map(_CUT, passages))
        own = (name for name, text in self._own.items() if text.shifted)
        if shifted := self._level.shifted.union(own):
            for place, (document_id, _, start, stop, _) in enumerate(passages):
                if document_id in shifted:
                    text = self[document_id]
                    cuts[place] = text.original(start), text.original(stop)
        return cuts

    def uses(self, passages: Iterable[Passage]) -> Counter[int]:
        """Return how often each pair was used in passages."""
        uses: Counter[int] = Counter()
        own = (name for name, text in self._own.items() if text.hits)
        if replaced := self._level.replaced.union(own):
            for document_id, _, start, stop, _ in [p for p in passages if p[0] in replaced]:
                uses.update(hit.pair for hit in self[document_id].hits_between(start, stop))
        return uses


@lru_cache(maxsize=16)
def _seams(layout: ContextLayout, passages: int) -> list[bytes]:
    """Return what stands before the text of each passage, escaped."""
    return list(map(escape, layout.seams(passages)))


@dataclass(frozen=True, slots=True)
class Spans:
    """Where the texts of a context's passages begin and end, in characters of the context.

    `sizes` are their characters, `length` those of the whole context.
    """

    starts: list[int]
    ends: list[int]
    sizes: list[int]
    length: int

    @classmethod
    def of(cls, sizes: list[int], layout: ContextLayout) -> Spans:
        """Return the spans of texts with so many characters."""
        # A seam ends where its text begins: the line feed that ends a passage is not yet in it.
        before = layout.characters(len(sizes))[1:]
        ends = [characters - 1 for characters in map(add, accumulate(sizes), before)]
        return cls(list(map(sub, ends, sizes)), ends, sizes, ends[-1] + 1 if ends else 0)

    @classmethod
    def without_facts(cls, passages: Sequence[Passage], layout: ContextLayout) -> Spans:
        """Return the spans of a context's passages, no fact set into them."""
        return cls.of(list(map(sub, map(_STOP, passages), map(_START, passages))), layout)
