"""What a page shows of a record: its context in stretches to be read one by one, with marks.

A stretch is a passage, or a part of a long one. Texts carry their marks with them, as runs, so that
a page counts no characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import orjson

from lvbuild.core.controls import masked
from lvbuild.core.model import Level
from lvbuild.languages import Language
from lvbuild.release.reading import Place, Record
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, leftmost_longest

_LONGEST = 6_000
"""Characters of a stretch: what a person reads without losing the place."""
_ENDS = re.compile(r"\n+|[。！？]|(?<=[.!?]) ")
_MOST_ASKED = 20_000
"""Characters of a question or an answer that are shown."""
_BESIDE = 160
"""Bytes of a stretch beside its text and its document's name."""

Run = tuple[str, str, str]
"""A text, the kind of the fact that it is part of, the word that it replaces; "" where none."""


class Stretch(NamedTuple):
    """A passage or a part of it: [start, end) in characters of the context.

    `cut` is what the whole passage keeps of its document. One that is `asked` is evidence, a rival
    passage, or holds a fact.
    """

    role: str
    passage: int
    part: int
    parts: int
    start: int
    end: int
    document: str
    cut: Sequence[int]
    asked: bool


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record as JSON of a page; the texts of so many of its stretches are left out."""

    json: bytes
    stretches: int
    left_out: int


def as_json(content: object) -> bytes:
    """Return JSON that can stand in HTML: without "<", with which a tag would begin or end."""
    return orjson.dumps(content).replace(b"<", b"\\u003c")


def shown_record(
    record: Record, name: str, *, level: Level, unit: str, language: Language, most: int
) -> ShownRecord:
    """Return what a page shows of a record, in at most so many bytes beside what is asked.

    Texts that would take more are left out, those farthest from evidence and facts first. Raises
    ValueError where its passages do not stand one behind the other.
    """
    content, provenance, places = record.content, record.provenance, record.places
    context, marks = record.fields["context"], _Marks(record, language)
    stretches = list(_stretches(context, provenance["passages"], places))
    texts: dict[int, orjson.Fragment] = {}
    for at in _nearest_first(stretches):
        text = as_json(marks.runs(context, stretches[at].start, stretches[at].end))
        most -= len(text) + len(stretches[at].document.encode()) + _BESIDE
        if most < 0:
            break
        texts[at] = orjson.Fragment(text)
    shown, where = _shown(stretches, texts, max(len(context), 1))
    starts = [stretch.start for stretch in stretches]
    shown_content = {
        "name": name,
        "id": masked(provenance["_id"]),
        "question_id": masked(provenance["question_id"]),
        "lang": _tag(language, context[:_LONGEST]),
        "question": marks.of(content.question),
        "answers": [marks.of(answer) for answer in content.answers],
        "choices": [
            [letter, letter == content.right, marks.of(text)]
            for letter, text in content.choices.items()
        ],
        "keywords": marks.of(content.keywords),
        "replaced": [[masked(old), masked(new), count] for old, new, count in marks.pairs],
        "length": content.length,
        "level": level.label,
        "size": content.length if level.passages else level.target_of(content.length).size,
        "unit": unit,
        "passages": len(provenance["passages"]),
        "parts": len(stretches),
        "left_out": len(stretches) - len(texts),
        "places": [
            {
                "kind": place.kind,
                "passage": place.passage,
                "depth": round(place.depth, 4),
                "at": where[max(bisect_right(starts, place.start) - 1, 0)],
            }
            for place in (places if stretches else ())
        ],
        "stretches": shown,
    }
    return ShownRecord(as_json(shown_content), len(stretches), len(stretches) - len(texts))


def _tag(language: Language, text: str) -> str:
    return f"{language.code}-Hant" if language.script(text) == "traditional" else language.code


def _stretches(
    context: str, passages: Sequence[Mapping[str, Any]], places: Sequence[Place]
) -> Iterator[Stretch]:
    """Yield the stretches of a context; no fact stands in two."""
    facts = [place for place in places if place.passage is None]
    starts = [fact.start for fact in facts]
    last = 0
    for each in passages:
        start, end = each["span"]
        if start < last:
            raise ValueError(f"passage {each['number']} begins within the one before it")
        last = end
        inside = facts[bisect_right(starts, start - 1) : bisect_right(starts, end)]
        ends = [*_cuts(context, start, end, inside), end]
        for part, (first, stop) in enumerate(pairwise([start, *ends]), start=1):
            asked = each["role"] in {"supporting", "rival"}
            asked = asked or any(first <= fact.start < stop for fact in inside)
            yield Stretch(
                each["role"],
                each["number"],
                part,
                len(ends),
                first,
                stop,
                masked(each["document_id"]),
                each["cut"],
                asked,
            )


def _cuts(context: str, start: int, end: int, facts: Sequence[Place]) -> Iterator[int]:
    """Yield where a long passage is cut: behind its lines or sentences, outside its facts."""
    at = 0
    while end - start > _LONGEST:
        ends = [found.end() for found in _ENDS.finditer(context, start + 1, start + _LONGEST)]
        cut = ends[-1] if ends else start + _LONGEST
        while at < len(facts) and facts[at].end <= cut:
            at += 1
        if at < len(facts) and facts[at].start < cut:
            cut = facts[at].start if facts[at].start > start else facts[at].end
        if cut >= end:
            return
        yield cut
        start = cut


def _nearest_first(stretches: Sequence[Stretch]) -> list[int]:
    """Return the places of stretches, those nearest to evidence, rivals and facts first."""
    far = [0 if stretch.asked else len(stretches) for stretch in stretches]
    for at in range(1, len(far)):
        far[at] = min(far[at], far[at - 1] + 1)
    for at in reversed(range(len(far) - 1)):
        far[at] = min(far[at], far[at + 1] + 1)
    return sorted(range(len(far)), key=far.__getitem__)


def _shown(
    stretches: Sequence[Stretch], texts: Mapping[int, orjson.Fragment], length: int
) -> tuple[list[dict[str, Any]], list[int]]:
    """Return stretches as a page has them, and for each which of these it is.

    Those without text that stand together are one, but for what is asked.
    """

    def together(at: int) -> object:
        stretch = stretches[at]
        return at if at in texts or stretch.asked else stretch.role

    shown: list[dict[str, Any]] = []
    where: list[int] = []
    for _, group in groupby(range(len(stretches)), key=together):
        own = list(group)
        first, last = stretches[own[0]], stretches[own[-1]]
        where += [len(shown)] * len(own)
        shown.append(
            {
                "role": first.role,
                "passage": first.passage,
                "last": last.passage,
                "part": first.part,
                "parts": first.parts,
                "from": round(first.start / length, 6),
                "to": round(last.end / length, 6),
                "document": first.document if len(own) == 1 else "",
                "cut": first.cut,
                "text": texts.get(own[0]),
            }
        )
    return shown, where


class _Marks:
    """Marks facts and replaced words in the texts of a record."""

    def __init__(self, record: Record, language: Language) -> None:
        self.pairs: list[tuple[str, str, int]] = [
            (each["original"], each["replacement"], each["count"])
            for each in record.provenance["replacements"]
        ]
        used = [(old, new) for old, new, count in self.pairs if count and new.strip()]
        self._originals = [masked(old) for old, _ in used]
        # A word that is written small may open a sentence; a name stands as it is written.
        self._words = Replacer(
            [Pair(new, old, "term" if new[:1].islower() else "person") for old, new in used],
            language.code,
        )
        facts = [place for place in record.places if place.passage is None]
        self._facts = [(fact.start, fact.end, fact.kind) for fact in facts]
        self._starts = [fact.start for fact in facts]

    def of(self, asked: str) -> list[Run]:
        """Return the runs of a question or an answer."""
        long = asked[:_MOST_ASKED] + "…" * (len(asked) > _MOST_ASKED)
        return list(self._runs(long, 0, ()))

    def runs(self, context: str, start: int, end: int) -> list[Run]:
        """Return the runs of a stretch of the context."""
        near = slice(bisect_right(self._starts, start - 1), bisect_right(self._starts, end - 1))
        return list(self._runs(context[start:end], start, self._facts[near]))

    def _runs(self, text: str, start: int, facts: Sequence[tuple[int, int, str]]) -> Iterator[Run]:
        told = deque(
            (first - start, min(stop - start, len(text)), kind) for first, stop, kind in facts
        )
        words = deque(
            (match.start, match.end, self._originals[match.pair])
            for match in leftmost_longest(self._words.find(text))
        )
        edges = {edge for first, stop, _ in (*told, *words) for edge in (first, stop)}
        for first, stop in pairwise(sorted({0, len(text), *edges})):
            while told and told[0][1] <= first:
                told.popleft()
            while words and words[0][1] <= first:
                words.popleft()
            kind = told[0][2] if told and told[0][0] <= first else ""
            original = words[0][2] if words and words[0][0] <= first else ""
            yield masked(text[first:stop]), kind, original
