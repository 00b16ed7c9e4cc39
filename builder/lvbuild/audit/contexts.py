"""The passages of a release's contexts, as who measures their marks needs them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lvbuild.core.model import Configuration
from lvbuild.release.reading import Record, Release

TENTHS = 10


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that supports or distracts.

    `text` is without the facts set into it. `tenth` is that of the context, from 0, in which its
    number falls.
    """

    document_id: str
    text: str
    tenth: int
    supports: bool


@dataclass(frozen=True, slots=True)
class Context:
    """What of a record's context is told apart."""

    record_id: str
    question_id: str
    passages: tuple[Passage, ...]


def read_contexts(release: Release, configuration: Configuration) -> list[Context]:
    """Read the contexts of a configuration; a text that many share is held once.

    Passages that neither support nor distract, those of a haystack, are left out. Raises UsageError
    as reading a release does.
    """
    texts: dict[str, str] = {}
    contexts = []
    for record in release.records(configuration.name):
        origin = record.provenance
        passages = tuple(_passages(record, texts))
        contexts.append(Context(origin["_id"], origin["question_id"], passages))
    return contexts


def _passages(record: Record, texts: dict[str, str]) -> Iterator[Passage]:
    passages = record.provenance["passages"]
    facts = sorted(fact["span"] for fact in record.provenance["facts"])
    for place, passage in enumerate(passages):
        if passage["role"] in {"supporting", "distracting"}:
            start, end = passage["span"]
            text = without_facts(record.fields["context"], start, end, facts)
            tenth = place * TENTHS // len(passages)
            supports = passage["role"] == "supporting"
            yield Passage(passage["document_id"], texts.setdefault(text, text), tenth, supports)


def without_facts(context: str, start: int, end: int, facts: Iterable[Sequence[int]]) -> str:
    """Return a stretch of a context without the facts in it: spans that ascend.

    The white space that parts a fact from what stands before it goes with it, at the beginning of
    the stretch that after it: none is left to mark passages that had a fact.
    """
    parts = []
    at = start
    for begin, finish in facts:
        if at <= begin and finish <= end:
            parts.append(context[at:begin].rstrip())
            at = finish
    rest = context[at:end]
    return "".join([*parts, rest if any(parts) or at == start else rest.lstrip()])
