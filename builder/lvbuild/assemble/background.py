"""The passages of a context as one run of bytes, into which facts are set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

import orjson

from lvbuild.assemble.escaped import EscapedText, escape
from lvbuild.mix.plan import Passage

_END = escape("\n")


@dataclass(frozen=True)
class Background:
    """Passages joined, each under its heading and ending with one line feed.

    `starts` are the bytes, `places` the characters before each passage's text; `length` the
    characters of all.
    """

    passages: tuple[Passage, ...]
    texts: Mapping[str, EscapedText]
    data: bytes
    starts: tuple[int, ...]
    places: tuple[int, ...]
    length: int

    @classmethod
    def of(
        cls, passages: tuple[Passage, ...], texts: Mapping[str, EscapedText], heading: str = ""
    ) -> Background:
        """Join passages; a heading ends with the passage's number on a line of its own."""
        bodies = [
            texts[document_id].data if whole else texts[document_id].cut(start, stop)
            for document_id, _, start, stop, whole in passages
        ]
        seams, lengths = _seams(heading, len(passages))
        pieces = [piece for pair in zip(seams, bodies, strict=True) for piece in pair]
        before = accumulate(map(len, pieces))
        spans = [stop - start for _, _, start, stop, _ in passages]
        ends = accumulate(map(int.__add__, lengths, spans))
        places = tuple(map(int.__sub__, ends, spans))
        length = places[-1] + spans[-1] + 1 if places else 0
        starts = tuple(before)[::2]
        return cls(passages, texts, b"".join([*pieces, _END]), starts, places, length)

    def position(self, passage: int, offset: int) -> int:
        """Return the bytes before an offset of a passage's document."""
        document_id, _, start, _, _ = self.passages[passage]
        text = self.texts[document_id]
        return self.starts[passage] + text.position(offset) - text.position(start)

    @cached_property
    def descriptions(self) -> list[tuple[int, str, str]]:
        """What provenance says of each passage: its characters, and the JSON around its span."""
        return [
            (
                stop - start,
                f'{{"number":{number},"document_id":{orjson.dumps(document_id).decode()},'
                f'"role":"{role}","span":[',
                f'],"cut":{"null" if whole else f"[{start},{stop}]"}}}',
            )
            for number, (document_id, role, start, stop, whole) in enumerate(self.passages, start=1)
        ]

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each pair was used in the passages."""
        return Counter(
            hit.pair
            for document_id, _, start, stop, _ in self.passages
            for hit in self.texts[document_id].hits_between(start, stop)
        )


@lru_cache(maxsize=16)
def _seams(heading: str, count: int) -> tuple[list[bytes], list[int]]:
    """Return what stands before each of so many texts, escaped, and its characters."""
    headings = [f"{heading}{number}\n" if heading else "" for number in range(1, count + 1)]
    seams = [text if number == 0 else f"\n{text}" for number, text in enumerate(headings)]
    return [escape(seam) for seam in seams], [len(seam) for seam in seams]
