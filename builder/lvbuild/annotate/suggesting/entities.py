"""What is found in the texts of a question: names, dates and numbers in all their forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from lvbuild.tables.rows import Kind

Gender = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What texts name, with its kind and the forms in which they do, the fullest first.

    `subkind` tells how words for it are made where its kind does not, such as a year among dates.
    """

    kind: Kind
    forms: tuple[str, ...]
    subkind: str = ""
    gender: Gender = ""


Words = dict[str, tuple[str, ...]]
"""What stands for each form of an entity: a replacement and its alternatives."""

CHOICES = 3
"""A replacement and two alternatives."""


class Proposer(Protocol):
    """Proposes words for the entities of texts that belong together."""

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""


class Taken(Protocol):
    """What no proposal may be."""

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""

    def is_common(self, word: str) -> bool:
        """Tell whether texts have an English word in small letters too, so that it is no name."""


def merged(entities: Sequence[Entity]) -> list[Entity]:
    """Return entities without those whose forms an earlier one has."""
    seen: set[str] = set()
    kept = []
    for entity in entities:
        forms = tuple(form for form in dict.fromkeys(entity.forms) if form not in seen)
        if forms:
            seen.update(forms)
            kept.append(Entity(entity.kind, forms, entity.subkind, entity.gender))
    return kept
