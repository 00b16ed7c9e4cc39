"""The passages of a context as one run of bytes, into which facts are set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from lvbuild.assemble.escaped import EscapedText, escape
from lvbuild.mix.plan import Passage

_END = escape("\n")


@dataclass(frozen=True)
class Background:
    """Passages joined, each ending with one line feed.

    `starts` are the bytes, `places` the characters before each passage, and before the end.
    """

    passages: tuple[Passage, ...]
    texts: Mapping[str, EscapedText]
    data: bytes
    starts: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, passages: tuple[Passage, ...], texts: Mapping[str, EscapedText]) -> Background:
        """Join passages."""
        pieces = [
            texts[document_id].data if whole else texts[document_id].cut(start, stop)
            for document_id, _, start, stop, whole in passages
        ]
        lengths = (stop - start + 1 for _, _, start, stop, _ in passages)
        return cls(
            passages,
            texts,
            _END.join([*pieces, b""]),
            tuple(accumulate((len(piece) + len(_END) for piece in pieces), initial=0)),
            tuple(accumulate(lengths, initial=0)),
        )

    def position(self, passage: int, offset: int) -> int:
        """Return the bytes before an offset of a passage's document."""
        document_id, _, start, _, _ = self.passages[passage]
        text = self.texts[document_id]
        return self.starts[passage] + text.position(offset) - text.position(start)

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each pair was used in the passages."""
        return Counter(
            hit.pair
            for document_id, _, start, stop, _ in self.passages
            for hit in self.texts[document_id].hits_between(start, stop)
        )
