"""A province while it is being invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lvbuild.core.seeds import Draws
from lvbuild.sample.entities import Entity, Lexicon, Value
from lvbuild.sample.word_files import Names

COUNTS = {"sea": 1, "river": 4, "town": 12, "person": 24, "institution": 8, "work": 14}
"""How many of each kind a province has; the first two towns have no founder."""

UNFOUNDED_TOWNS = 2
ADULT = 22
"""The age from which people found, head, make, survey and marry."""

AGED = 75
"""The age from which they begin nothing new."""


@dataclass(frozen=True, slots=True)
class Life:
    """A person and the years they lived."""

    person: Entity
    born: int
    died: int

    def adult_years(self) -> range:
        """Return the years in which this person can do things, never empty."""
        return range(self.born + ADULT, min(self.died, self.born + AGED))


@dataclass(slots=True)
class Draft:
    """The entities of one province so far, each with what is true of it."""

    number: int
    draws: Draws
    lexicon: Lexicon
    names: Names
    facts: dict[Entity, dict[str, Value]] = field(default_factory=dict)
    lives: list[Life] = field(default_factory=list)
    founded: dict[Entity, int] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, name: str, short: str, female: bool = False) -> Entity:
        """Add an entity that has been given a name."""
        place = sum(entity.kind == kind for entity in self.facts)
        number = self.number * COUNTS[kind] + place + 1
        entity = Entity(f"{kind}-{number}", kind, name, short, female)
        self.facts[entity] = {}
        return entity

    def state(self, entity: Entity, **values: Value) -> None:
        """State relations of an entity and their values."""
        self.facts[entity].update(values)

    def term(self, relation: str) -> str:
        """Draw a term of the language, each once before any comes again."""
        return self._draw(relation, self.lexicon.terms[relation])

    def treasure(self, sort: str) -> str:
        """Draw what a sort of institution is proud of, each once before any comes again."""
        return self._draw(f"treasure of {sort}", self.lexicon.treasures[sort])

    def _draw(self, deck: str, terms: Sequence[str]) -> str:
        if not self.decks.get(deck):
            self.decks[deck] = self.draws.shuffled(terms)
        return self.decks[deck].pop()

    def of(self, kind: str) -> list[Entity]:
        """Return the entities of one kind, in the order they were added."""
        return [entity for entity in self.facts if entity.kind == kind]

    def number_of(self, entity: Entity, relation: str) -> int:
        """Return the value of a relation that is a whole number."""
        value = self.facts[entity][relation]
        if not isinstance(value, int):
            raise TypeError(f"{relation} of {entity.id} is no number")
        return value

    def towns_by(self, year: int) -> list[Entity]:
        """Return the towns that stood in a year."""
        return [town for town, founded in self.founded.items() if founded < year]

    def adult_and_year(self, lives: list[Life] | None = None) -> tuple[Entity, int]:
        """Draw a person and a year of their adult life."""
        life = self.draws.choice(lives or self.lives)
        return life.person, self.draws.choice(life.adult_years())
