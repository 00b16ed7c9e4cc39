"""What ties an entity to others beyond its own facts: a person's works, a town's natives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lvbuild.sample.entities import Entity, Fact, Value
from lvbuild.sample.world import World

_MOST_LISTED = 3

# Facts of others whose value an entity is, by kind and relation of theirs: the field under which an
# article lists them, or names the first alone with another relation of it.
_LISTED: Mapping[tuple[str, str], str] = {
    ("work", "made_by"): "works",
    ("work", "about"): "books",
    ("work", "kept_at"): "kept",
    ("person", "taught_by"): "students",
    ("person", "born_in"): "natives",
    ("person", "studied_at"): "alumni",
    ("person", "worked_at"): "members",
    ("institution", "located_in"): "houses",
    ("river", "flows_into"): "rivers",
}
_FIRST: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("town", "founded_by"): ("founded_town", "founded_town_in", "founded"),
    ("institution", "founded_by"): ("founded_house", "founded_house_in", "opened"),
    ("river", "surveyed_by"): ("surveyed_river", "surveyed_river_in", "surveyed_in"),
    ("sea", "charted_by"): ("charted_sea", "charted_sea_in", "charted_in"),
    ("work", "dedicated_to"): ("dedicated_work", "dedicator", "made_by"),
}


@dataclass(frozen=True, slots=True)
class Tie:
    """A field of templates and the values that it tells, one or several."""

    field: str
    values: tuple[Value, ...]

    def names(self) -> Sequence[Entity]:
        """Return the values that have names."""
        return [value for value in self.values if isinstance(value, Entity)]

    def text(self) -> str:
        """Return the values as a sentence lists them: 甲、乙和丙, 《甲》《乙》."""
        words = [_word(value) for value in self.values]
        if words[0].startswith("《"):
            return "".join(words)
        return "和".join(filter(None, ("、".join(words[:-1]), words[-1])))


def ties_of(world: World, entity: Entity) -> Iterator[Tie]:
    """Yield what ties an entity to others beyond its own facts, as far as articles tell of it."""

    def sort(fact: Fact) -> tuple[str, str]:
        return fact.subject.kind, fact.relation

    for group, facts in groupby(sorted(world.mentions(entity), key=sort), key=sort):
        others = [fact.subject for fact in facts if not _heads(world, fact.subject, entity)]
        if group in _LISTED and others:
            yield Tie(_LISTED[group], tuple(others[:_MOST_LISTED]))
        if group in _FIRST:
            field, beside, relation = _FIRST[group]
            yield Tie(field, (others[0],))
            yield Tie(beside, (world.value(others[0], relation),))
    if entity.kind == "river" and (towns := world.towns_downstream(entity)):
        yield Tie("towns", tuple(towns))
    if entity.kind == "town":
        yield from _neighbours(world, entity)


def _heads(world: World, person: Entity, place: Entity) -> bool:
    """Tell whether a place is headed by a person: an article names such a one as its head."""
    return place.kind == "institution" and world.value(place, "headed_by") == person


def _neighbours(world: World, town: Entity) -> Iterator[Tie]:
    river = world.value(town, "stands_on")
    if isinstance(river, Entity):
        towns = list(world.towns_downstream(river))
        place = towns.index(town)
        if place:
            yield Tie("above", (towns[place - 1],))
        if place + 1 < len(towns):
            yield Tie("below", (towns[place + 1],))


def _word(value: Value) -> str:
    if not isinstance(value, Entity):
        return str(value)
    return f"《{value.name}》" if value.kind == "work" else value.name
