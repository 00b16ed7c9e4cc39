"""The texts of a level as they are written, some of them in a question's own wording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
        self._changed = {name for name, text in shared.items() if text.hits}
        self._names = {name: orjson.dumps(name).decode() for name in shared}

    def worded(self, own: Mapping[str, EscapedText]) -> Texts:
        """Return these texts with some in a question's own wording."""
        texts = object.__new__(Texts)
        texts._shared, texts._data, texts._names = self._shared, self._data, self._names
        texts._own = own
        texts._own_data = {name: text.data for name, text in own.items()}
        texts._changed = self._changed | {name for name, text in own.items() if text.hits}
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

    def names(self, passages: Iterable[Passage]) -> list[str]:
        """Return the documents' ids as JSON."""
        names = self._names
        return [names.get(p[0]) or orjson.dumps(p[0]).decode() for p in passages]

    def replaced(self, passages: Iterable[Passage]) -> Iterable[int]:
        """Yield the pair of every place in passages where words were replaced."""
        for document_id, _, start, stop, _ in passages:
            if document_id in self._changed:
                for hit in self[document_id].hits_between(start, stop):
                    yield hit.pair
