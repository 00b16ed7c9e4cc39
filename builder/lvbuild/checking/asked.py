"""A question with the rows that its tables have for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from lvbuild.annotations.tables import ConfusingFactRow, ReplacementRow
from lvbuild.model import Language, Question
from lvbuild.preparation.words import replace_words
from lvbuild.text.replacement import Pair, Replacer

R_co = TypeVar("R_co", bound=BaseModel, covariant=True)


@dataclass(frozen=True, slots=True)
class Placed(Generic[R_co]):
    """A row, and the file and line where it stands."""

    file: Path
    line: int
    row: R_co


@dataclass(frozen=True, slots=True)
class Worded:
    """A question's words under one choice of its replacements; `uses` counts each row's."""

    new: tuple[str, ...]
    question: Question
    uses: tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    """A question in the original words, with its own rows and, last, those of every question.

    `supporting` are the ids of its documents; `facts` stand in the order of `words`.
    """

    words: Question
    supporting: tuple[str, ...]
    rows: tuple[Placed[ReplacementRow], ...]
    facts: tuple[Placed[ConfusingFactRow], ...]
    language: Language

    @property
    def own(self) -> tuple[Placed[ReplacementRow], ...]:
        """The rows that only this question has."""
        return tuple(placed for placed in self.rows if placed.row.question_id != "*")

    @cached_property
    def wordings(self) -> Sequence[Worded]:
        """The question under its replacements, then under each place of their alternatives."""
        given = [len(placed.row.alternatives) for placed in self.rows if placed.row.alternatives]
        return [self._worded(place) for place in range(min(given, default=0) + 1)]

    def _worded(self, place: int) -> Worded:
        rows = [placed.row for placed in self.rows]
        new = [
            row.alternatives[place - 1] if place and row.alternatives else row.replacement
            for row in rows
        ]
        pairs = [
            Pair(row.original, word, row.kind, "" if place else row.plural, row.everywhere)
            for row, word in zip(rows, new, strict=True)
        ]
        question, uses = replace_words(self.words, pairs, Replacer(pairs, self.language))
        return Worded(tuple(new), question, uses)


def each_choice(row: ReplacementRow) -> Iterator[tuple[str, str]]:
    """Yield each word that may stand for a row's original, and what to call it in a message."""
    yield row.replacement, f"the replacement {row.replacement!r}"
    for word in row.alternatives:
        yield word, f"the alternative {word!r}"
