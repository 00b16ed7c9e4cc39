"""What a filter is: it tells which documents of a pool a question may not have, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from lvbuild.core.model import Question


class PoolText(Protocol):
    """A document of a pool as a context has it, whole and in sentences."""

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def sentences(self) -> Sequence[str]:
        """The sentences, as they stand there."""


@dataclass(frozen=True, slots=True)
class PooledQuestion:
    """A question beside a pool, as filters see it.

    `original` is the question before its replacements. `supporting` and `retrieved` are documents
    by id, in their original words: those that hold its evidence, and others that upstream found for
    it. `worded` are the supporting ones after replacement. `changed` are the pool's documents that
    replacement alters, by their places; `clashing` are the places of those that hold a word which
    replaces a name.
    """

    question: Question
    original: Question
    supporting: Mapping[str, str]
    retrieved: Mapping[str, str]
    worded: Sequence[str]
    changed: Mapping[int, PoolText]
    clashing: AbstractSet[int]


class Filter(Protocol):
    """Finds the documents that a question may not have.

    A filter is made once for a pool and all questions, so that it reads each text once.
    """

    def refused(self, question: PooledQuestion) -> Mapping[str, AbstractSet[int]]:
        """Return the places in the pool of the documents that are refused, by reason.

        A document is counted under the first reason of the first filter that refuses it. There is
        every reason of the filter, also where no document is refused for it.
        """


class Replacements:
    """Refuses the documents that hold a replacement; they were found with the originals."""

    def refused(self, question: PooledQuestion) -> Mapping[str, AbstractSet[int]]:
        """Return the places of the documents, by reason."""
        return {"holds a replacement": question.clashing}
