"""The walk over a record's context that its bytes and its provenance share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lvbuild.mix.plan import Insertion, Passage, RecordPlan


class Stretch(NamedTuple):
    """The characters [start, stop) of a passage's document."""

    passage: Passage
    start: int
    stop: int


Part = str | Stretch | Insertion
"""A piece of a context: a heading or white space, a stretch of a document, a fact."""


def walk(plan: RecordPlan) -> Iterator[tuple[int, Part]]:
    """Yield the parts of a context in order, each with the index of its passage.

    Every passage ends with exactly one line feed.
    """
    insertions = iter(plan.insertions)
    insertion = next(insertions, None)
    for number, passage in enumerate(plan.passages):
        done = passage.start
        while insertion is not None and insertion.passage == number:
            if insertion.offset > done:
                yield number, Stretch(passage, done, insertion.offset)
                done = insertion.offset
            yield number, insertion
            insertion = next(insertions, None)
        if passage.stop > done:
            yield number, Stretch(passage, done, passage.stop)
        yield number, "\n"
