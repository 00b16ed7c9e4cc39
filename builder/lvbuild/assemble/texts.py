"""The texts of a level as they are written, some of them in a question's own wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import compress, count
from operator import itemgetter, not_
from types import MappingProxyType

import orjson

from lvbuild.assemble.escaped import EscapedText
from lvbuild.mixing.plan import Passage

_WHOLE = itemgetter(Passage._fields.index("whole"))
_CUT = itemgetter(Passage._fields.index("start"), Passage._fields.index("stop"))


class SharedTexts:
    """Escaped texts by document id, and what every passage needs of them in plain tables."""

    def __init__(self, texts: Mapping[str, EscapedText]) -> None:
        self.texts = texts
        self.data = {name: text.data for name, text in texts.items()}
        self.names = _Names(texts)

    @cached_property
    def hit(self) -> frozenset[str]:
        """The documents in which words were replaced."""
        return frozenset(name for name, text in self.texts.items() if text.hits)

    @cached_property
    def moved(self) -> frozenset[str]:
        """The texts whose characters are others of their documents: these, and excerpts."""
        begun = (name for name, text in self.texts.items() if text.origin and text.origin.start)
        return self.hit.union(begun)


class Texts:
    """The texts of a record: those that all share, some of them in its question's own wording."""

    def __init__(
        self, shared: SharedTexts, own: Mapping[str, EscapedText] = MappingProxyType({})
    ) -> None:
        self._shared = shared
        self._own = own
        self._own_data = {name: text.data for name, text in own.items()}

    @property
    def names(self) -> Mapping[str, str]:
        """The ids of documents as JSON."""
        return self._shared.names

    def __getitem__(self, document_id: str) -> EscapedText:
        return self._own.get(document_id) or self._shared.texts[document_id]

    def data(self, passages: Sequence[Passage]) -> list[bytes | memoryview]:
        """Return the bytes of passages."""
        # Each step runs in C over all passages: a context has thousands.
        ids = [passage[0] for passage in passages]
        shared: Iterable[bytes | None] = map(self._shared.data.get, ids)
        found: list[bytes | memoryview] = list(map(self._own_data.get, ids, shared))  # type: ignore[arg-type]
        for place in compress(count(), map(not_, map(_WHOLE, passages))):
            document_id, _, start, stop, _ = passages[place]
            found[place] = self[document_id].cut(start, stop)
        return found

    def cuts(self, passages: Sequence[Passage]) -> list[tuple[int, int]]:
        """Return what passages keep of their documents, in characters before replacement."""
        cuts = list(map(_CUT, passages))
        if moved := self._shared.moved | self._changed:
            for place, (document_id, _, start, stop, _) in enumerate(passages):
                if document_id in moved:
                    text = self[document_id]
                    cuts[place] = text.original(start), text.original(stop)
        return cuts

    def replaced(self, passages: Iterable[Passage]) -> Iterable[int]:
        """Yield the pair of every place in passages where words were replaced."""
        if self._changed:
            for document_id, _, start, stop, _ in [p for p in passages if p[0] in self._changed]:
                for hit in self[document_id].hits_between(start, stop):
                    yield hit.pair

    @cached_property
    def _changed(self) -> AbstractSet[str]:
        """The documents in which words were replaced."""
        own = {name for name, text in self._own.items() if text.hits}
        return self._shared.hit | own if own else self._shared.hit


class _Names(dict[str, str]):
    """The ids of the texts' documents as JSON, each made when it is first asked for."""

    def __init__(self, texts: Mapping[str, EscapedText]) -> None:
        super().__init__()
        self._texts = texts

    def __missing__(self, name: str) -> str:
        text = self._texts.get(name)
        document_id = text.origin.document_id if text and text.origin else name
        self[name] = told = orjson.dumps(document_id).decode()
        return told
