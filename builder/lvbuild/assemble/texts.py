"""The texts of a level as they are written, some of them in a question's own wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress, count
from operator import itemgetter, not_

import orjson

from lvbuild.assemble.escaped import EscapedText
from lvbuild.mix.plan import Passage

_WHOLE = itemgetter(Passage._fields.index("whole"))


class Texts:
    """Escaped texts by document id: those all records share, and those of one question.

    What records need of every passage stands in plain tables, made once a level.
    """

    def __init__(self, shared: Mapping[str, EscapedText]) -> None:
        self._shared = shared
        self._own: Mapping[str, EscapedText] = {}
        self._data = {name: text.data for name, text in shared.items()}
        self._own_data: dict[str, bytes] = {}
        self.names = _Names()

    def worded(self, own: Mapping[str, EscapedText]) -> Texts:
        """Return these texts with some in a question's own wording."""
        texts = object.__new__(Texts)
        texts._shared, texts._data, texts.names = self._shared, self._data, self.names
        texts._own = own
        texts._own_data = {name: text.data for name, text in own.items()}
        texts._hit = self._hit
        return texts

    def __getitem__(self, document_id: str) -> EscapedText:
        return self._own.get(document_id) or self._shared[document_id]

    def data(self, passages: Sequence[Passage]) -> list[bytes | memoryview]:
        """Return the bytes of passages."""
        # Each step runs in C over all passages: a context has thousands.
        ids = [passage[0] for passage in passages]
        shared: Iterable[bytes | None] = map(self._data.get, ids)
        found: list[bytes | memoryview] = list(map(self._own_data.get, ids, shared))  # type: ignore[arg-type]
        for place in compress(count(), map(not_, map(_WHOLE, passages))):
            document_id, _, start, stop, _ = passages[place]
            found[place] = self[document_id].cut(start, stop)
        return found

    def replaced(self, passages: Iterable[Passage]) -> Iterable[int]:
        """Yield the pair of every place in passages where words were replaced."""
        changed = self._hit | {name for name, text in self._own.items() if text.hits}
        if changed:
            for document_id, _, start, stop, _ in [p for p in passages if p[0] in changed]:
                for hit in self[document_id].hits_between(start, stop):
                    yield hit.pair

    @cached_property
    def _hit(self) -> frozenset[str]:
        return frozenset(name for name, text in self._shared.items() if text.hits)


class _Names(dict[str, str]):
    """The ids of documents as JSON, each made when it is first asked for."""

    def __missing__(self, document_id: str) -> str:
        self[document_id] = name = orjson.dumps(document_id).decode()
        return name
