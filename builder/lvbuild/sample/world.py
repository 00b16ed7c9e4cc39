"""The invented world: a stream of provinces, each whole in itself, and the facts about them.

A province is drawn from the seed and its number, and from the names that those before it took:
so a world of n provinces is the beginning of one of n + 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from lvbuild.core.model import Language
from lvbuild.core.seeds import Draws
from lvbuild.sample.draft import Draft
from lvbuild.sample.entities import Entity, Fact, Lexicon, Value
from lvbuild.sample.inventing import (
    make_works,
    marry,
    open_institutions,
    pour_waters,
    settle,
    survey_waters,
    teach,
    twin_towns,
)
from lvbuild.sample.word_files import Names

__all__ = ["Entity", "Fact", "Lexicon", "World", "make_world", "stream_provinces"]

Province = Mapping[Entity, Mapping[str, Value]]
"""The entities of a province in the order of their articles, each with its relations."""


class World:
    """Everything in some provinces, and what is true of it.

    The relations of each kind (a ? marks those that some lack, all others hold for each):

    - sea: depth_m, area_km2, charted_in (a year), charted_by
    - river: flows_into, length_km, source_altitude_m, fish, surveyed_in (a year), surveyed_by
    - town: stands_on, founded, founded_by?, population, altitude_m, craft, market_day,
      festival_month, twin
    - person: born, born_in, died, died_in, profession, collected, married?, taught_by?,
      studied_at?, worked_at?
    - institution: sort, located_in, opened, holdings, staff, treasure, founded_by, headed_by
    - work: sort, made_by, year, pages, dedicated_to, kept_at, about (a town or a river)
    """

    def __init__(self, language: Language, provinces: Sequence[Province]) -> None:
        self.language = language
        self.entities: Sequence[Entity] = [entity for province in provinces for entity in province]
        self._relations: Mapping[str, Mapping[str, Value]] = {
            entity.id: relations for province in provinces for entity, relations in province.items()
        }
        self._facts: Mapping[str, Sequence[Fact]] = {
            entity.id: [Fact(entity, *one) for one in self._relations[entity.id].items()]
            for entity in self.entities
        }
        self._mentions: dict[str, list[Fact]] = {entity.id: [] for entity in self.entities}
        for entity in self.entities:
            for fact in self.facts(entity):
                if isinstance(fact.value, Entity):
                    self._mentions[fact.value.id].append(fact)

    def facts(self, entity: Entity) -> Sequence[Fact]:
        """Return all that is true of an entity."""
        return self._facts[entity.id]

    def mentions(self, entity: Entity) -> Sequence[Fact]:
        """Return the facts of others whose value this entity is; all are of its province."""
        return self._mentions[entity.id]

    def value(self, entity: Entity, relation: str) -> Value:
        """Return the value of a relation; KeyError where the entity has none such."""
        return self._relations[entity.id][relation]

    def towns_downstream(self, river: Entity) -> Sequence[Entity]:
        """Return the towns on a river in the order in which a boat going down it passes them."""
        towns = [fact.subject for fact in self.mentions(river) if fact.relation == "stands_on"]
        return sorted(towns, key=lambda town: -int(str(self.value(town, "altitude_m"))))

    def names(self) -> Sequence[str]:
        """Return every form of a name that stands in texts, the longest first."""
        forms = {form for entity in self.entities for form in (entity.name, entity.short)}
        return sorted(forms, key=lambda form: (-len(form), form))


def stream_provinces(seed: int, lexicon: Lexicon, language: Language) -> Iterator[Province]:
    """Yield province after province, without end."""
    names = Names(language)
    number = 0
    while True:
        draft = Draft(number, Draws(seed, "sample", language, number), lexicon, names)
        pour_waters(draft)
        settle(draft)
        twin_towns(draft)
        survey_waters(draft)
        marry(draft)
        open_institutions(draft)
        teach(draft)
        make_works(draft)
        yield {entity: draft.facts[entity] for entity in draft.draws.shuffled(list(draft.facts))}
        number += 1


def make_world(seed: int, lexicon: Lexicon, language: Language, provinces: int) -> World:
    """Invent a world of so many provinces."""
    return World(language, list(islice(stream_provinces(seed, lexicon, language), provinces)))
