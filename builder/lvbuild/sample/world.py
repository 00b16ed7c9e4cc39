"""The invented world: what is in it, and what is true of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.model import LanguageCode


@dataclass(frozen=True, slots=True)
class Entity:
    """Something with a name: a river, town, person, institution or work.

    `id` is `<kind>-<number>`, unique in the world. `female`: a person of whom texts may say "she".
    """

    id: str
    kind: str
    name: str
    female: bool = False

    @property
    def document_id(self) -> str:
        """The id of the article about it."""
        return f"sample:{self.id}"

    @property
    def short(self) -> str:
        """What a text calls it after the first mention: a person's surname, else the name again."""
        return self.name.split(" ")[-1] if self.kind == "person" else self.name


Value = Entity | int | str
"""Another entity, a whole number or a term of the lexicon."""

YEARS = frozenset(
    {"born", "died", "portrait_year", "letters_year", "founded", "disaster_year", "landmark_year"}
    | {"opened", "damage_year", "extended", "year", "printed", "reprinted"}
    | {"surveyed_in", "bridge_year", "flood_year"}
)
"""The relations whose numbers are years."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of an entity: `subject` stands in `relation` to `value`."""

    subject: Entity
    relation: str
    value: Value

    @property
    def key(self) -> str:
        """The relation and the kind of thing that it is told of, such as town.founded."""
        return f"{self.subject.kind}.{self.relation}"


Province = Mapping[Entity, Mapping[str, Value]]
"""The entities of a province in the order of their articles, each with its relations."""


class World:
    """Everything in some provinces, and what is true of it.

    The relations of each kind (a ? marks those that some lack, all others hold for each):

    - river: flows_into? (the longest reaches the sea), length_km, source_altitude_m, rock, fish,
      banks, surveyed_in, surveyed_by, bridge_year?, bridged_at?, flood_year
    - town: stands_on, founded, founded_by?, population, altitude_m, craft, market_day,
      festival_month, disaster, disaster_year, landmark, landmark_year
    - person: born, born_in, died, died_in, profession, parent, siblings, collected, portrait_year,
      letters, letters_year, married?, taught_by?, studied_at?, worked_at?
    - institution: sort, located_in, opened, founded_by, headed_by, holdings, staff, treasure,
      disaster, damage_year, extended, closed_day
    - work: sort, made_by, year, about (a town), matter, parts, pages, dedicated_to, printed,
      copies, reprinted, quality, fault, kept_at
    """

    def __init__(self, language: LanguageCode, provinces: Sequence[Province]) -> None:
        self.language = language
        self.provinces = provinces
        self.entities: Sequence[Entity] = [entity for province in provinces for entity in province]
        self._relations: Mapping[str, Mapping[str, Value]] = {
            entity.id: relations for province in provinces for entity, relations in province.items()
        }
        self._facts: dict[str, Sequence[Fact]] = {}
        self._mentions: dict[tuple[str, str, str], list[Entity]] = {}
        for entity in self.entities:
            for relation, value in self._relations[entity.id].items():
                if isinstance(value, Entity):
                    key = (value.id, entity.kind, relation)
                    self._mentions.setdefault(key, []).append(entity)

    def __reduce__(self) -> tuple[type[World], tuple[LanguageCode, Sequence[Province]]]:
        return World, (self.language, self.provinces)

    def facts(self, entity: Entity) -> Sequence[Fact]:
        """Return all that is true of an entity."""
        if entity.id not in self._facts:
            relations = self._relations[entity.id].items()
            self._facts[entity.id] = tuple(Fact(entity, *one) for one in relations)
        return self._facts[entity.id]

    def value(self, entity: Entity, relation: str) -> Value | None:
        """Return the value of a relation, None where the entity has none such."""
        return self._relations.get(entity.id, {}).get(relation)

    def number(self, entity: Entity, relation: str) -> int:
        """Return the value of a relation that is a whole number; TypeError where it is none."""
        value = self.value(entity, relation)
        if not isinstance(value, int):
            raise TypeError(f"{relation} of {entity.id} is no number")
        return value

    def related(self, entity: Entity, relation: str) -> Entity | None:
        """Return the entity that a relation leads to, None where it leads to none."""
        value = self.value(entity, relation)
        return value if isinstance(value, Entity) else None

    def mentioned(self, entity: Entity, kind: str, relation: str) -> Sequence[Entity]:
        """Return the entities of a kind that stand in a relation to this one."""
        return self._mentions.get((entity.id, kind, relation), ())

    def towns_downstream(self, river: Entity) -> Sequence[Entity]:
        """Return the towns on a river in the order in which a boat going down it passes them."""
        towns = self.mentioned(river, "town", "stands_on")
        return sorted(towns, key=lambda town: -self.number(town, "altitude_m"))
