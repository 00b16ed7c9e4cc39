"""What ties an entity to others beyond its own facts: a person's works, a town's natives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from lvbuild.sample.chinese.words import TRAITS, named
from lvbuild.sample.word_files import Traits
from lvbuild.sample.world import Entity, Fact, Value, World

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


class Tie(NamedTuple):
    """A field of templates and the values that it tells, one or several."""

    field: str
    values: Sequence[Value]

    def names(self) -> Sequence[Entity]:
        """Return the values that have names."""
        return [value for value in self.values if isinstance(value, Entity)]

    def text(self) -> str:
        """Return the values as a sentence lists them: 甲、乙和丙, 《甲》《乙》."""
        words = [named(each) if isinstance(each, Entity) else str(each) for each in self.values]
        if words[0].startswith("《"):
            return "".join(words)
        return "和".join(filter(None, ("、".join(words[:-1]), words[-1])))


def ties_of(world: World, entity: Entity) -> Iterator[Tie]:
    """Yield what ties an entity to others beyond its own facts, as far as articles tell of it."""

    def sort(fact: Fact) -> tuple[str, str]:
        return fact.subject.kind, fact.relation

    # An article names the head of an institution as such, and nowhere else.
    head = world.related(entity, "headed_by")
    for group, facts in groupby(sorted(world.mentions(entity), key=sort), key=sort):
        others = [fact.subject for fact in facts if fact.subject != head]
        if group in _LISTED and others:
            yield Tie(_LISTED[group], others[:_MOST_LISTED])
        if group in _FIRST:
            field, beside, relation = _FIRST[group]
            yield Tie(field, others[:1])
            yield Tie(beside, [world.value(others[0], relation)])
    if entity.kind == "river" and (towns := world.towns_downstream(entity)):
        yield Tie("towns", towns)
    if entity.kind == "town":
        towns = world.towns_downstream(world.entity(entity, "stands_on"))
        place = towns.index(entity)
        if place:
            yield Tie("above", [towns[place - 1]])
        if place + 1 < len(towns):
            yield Tie("below", [towns[place + 1]])


_LARGE = frozenset({"area_km2", "population", "holdings"})
_CONDITIONS_FROM: Mapping[tuple[str, str], tuple[int, str]] = {
    ("sea", "area_km2"): (100_000, "wide"),
    ("sea", "depth_m"): (1_500, "deep"),
    ("river", "source_altitude_m"): (1_500, "high"),
    ("town", "population"): (20_000, "large"),
    ("institution", "staff"): (60, "busy"),
    ("work", "pages"): (300, "thick"),
}
"""From which number of a relation on a condition holds."""


class Material(NamedTuple):
    """The values of the fields that templates can be filled with; "" are conditions alone.

    `distinct` are the fields by which a sentence is of its province alone, such as the names of
    others; `rivals` the names of the same kind as the subject; `pronoun` what may stand for it.
    """

    values: Mapping[str, str]
    distinct: AbstractSet[str]
    rivals: Sequence[str]
    pronoun: str


def material_for(world: World, entity: Entity) -> Material:
    """Return what an article about an entity can tell.

    Facts stand under their relation, ties (see `ties_of`) under names of their own, and the words
    that go with what the entity is, such as measure words and pronouns, under their keys.
    """
    facts = [Tie(fact.relation, [fact.value]) for fact in world.facts(entity)]
    ties = [*facts, *ties_of(world, entity)]
    match entity.kind:
        case "person":
            traits = TRAITS["女" if entity.female else "男"]
        case "institution" | "work":
            traits = TRAITS[str(world.value(entity, "sort"))]
        case _:
            traits = TRAITS[entity.name[-1]]
    words = {key: words[0] for key, words in traits.items()}
    values = {"name": entity.name, **words, **dict(_conditions(world, entity, ties, traits))}
    values.update((tie.field, tie.text()) for tie in ties)
    return Material(
        values=values,
        distinct=_LARGE.union(tie.field for tie in ties if tie.names()),
        rivals=[one.name for tie in ties for one in tie.names() if one.kind == entity.kind],
        pronoun=words.get("they") or words["called"],
    )


def _conditions(
    world: World, entity: Entity, ties: Sequence[Tie], traits: Traits
) -> Iterator[tuple[str, str]]:
    """Yield what holds of an entity and no template prints, and a person's age."""
    for tie in ties:
        if len(tie.values) > 1:
            yield f"several_{tie.field}", ""
        least, condition = _CONDITIONS_FROM.get((entity.kind, tie.field), (0, ""))
        if condition and world.number(entity, tie.field) >= least:
            yield condition, ""
    match entity.kind:
        case "town" if not world.related(entity, "founded_by"):
            yield "no_founded_by", ""
        case "person":
            yield "age", str(world.number(entity, "died") - world.number(entity, "born"))
            same = world.related(entity, "born_in") == world.related(entity, "died_in")
            yield ("same_town" if same else "other_town"), ""
            if place := world.related(entity, "worked_at"):
                yield ("head" if world.related(place, "headed_by") == entity else "member"), ""
        case "institution":
            if "teaches" in traits.get("does", ()):
                yield "teaching", ""
        case "work":
            yield traits["style"][0], ""
            if traits["style"][0] != "scholarly":
                yield "free", ""
