"""The nouns of the invented world: what is in it, and what is true of that."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entity:
    """Something with a name: a sea, river, town, person, institution or work.

    `id` is `<kind>-<number>`, unique in the world; `short` is what a text calls it after the
    first mention: a person's surname, else the name again. `female`: a person of whom texts may
    say "she".
    """

    id: str
    kind: str
    name: str
    short: str
    female: bool = False


Value = Entity | int | str
"""Another entity, a whole number (texts write it as plain digits) or a term of the lexicon."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of an entity: `subject` stands in `relation` to `value`."""

    subject: Entity
    relation: str
    value: Value
