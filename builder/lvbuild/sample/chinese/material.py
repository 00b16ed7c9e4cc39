"""What ties an entity to others beyond its own facts: a person's works, a town's natives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lvbuild.sample.chinese.words import CALLED, INSTITUTIONS, WORKS
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


@dataclass(frozen=True, slots=True)
class Material:
    """The values of the `fields` that templates can be filled with; "" are conditions alone.

    `distinct` are the fields by which a sentence is of its province alone, such as the names of
    others; `rivals` the names of the same kind as the subject; `pronoun` what may stand for it.
    """

    values: Mapping[str, str]
    fields: frozenset[str]
    distinct: frozenset[str]
    rivals: Sequence[str]
    pronoun: str


def material_for(world: World, entity: Entity) -> Material:
    """Return what an article about an entity can tell.

    Facts stand under their relation, and ties (see `ties`) under names of their own.
    """
    facts = [Tie(fact.relation, (fact.value,)) for fact in world.facts(entity)]
    ties = [*facts, *ties_of(world, entity)]
    words = dict(_words(world, entity))
    values = {"name": entity.name, **words, **dict(_conditions(world, entity, ties))}
    values.update((tie.field, tie.text()) for tie in ties)
    return Material(
        values=values,
        fields=frozenset(values),
        distinct=_LARGE.union(tie.field for tie in ties if tie.names()),
        rivals=[one.name for tie in ties for one in tie.names() if one.kind == entity.kind],
        pronoun=words.get("they") or words["called"],
    )


def _words(world: World, entity: Entity) -> Iterator[tuple[str, str]]:
    """Yield the words that go with what an entity is: measure words, pronouns."""
    match entity.kind:
        case "person":
            traits = CALLED["女" if entity.female else "男"]
        case "institution":
            traits = INSTITUTIONS[str(world.value(entity, "sort"))]
        case "work":
            traits = WORKS[str(world.value(entity, "sort"))]
        case _:
            traits = CALLED[entity.name[-1]]
    yield from ((key, words[0]) for key, words in traits.items())


def _conditions(world: World, entity: Entity, ties: Sequence[Tie]) -> Iterator[tuple[str, str]]:
    """Yield what holds of an entity and no template prints, and a person's age."""
    for tie in ties:
        if len(tie.values) > 1:
            yield f"several_{tie.field}", ""
        least, condition = _CONDITIONS_FROM.get((entity.kind, tie.field), (0, ""))
        if condition and _number(tie.values[0]) >= least:
            yield condition, ""
    facts: dict[str, Value] = {fact.relation: fact.value for fact in world.facts(entity)}
    match entity.kind:
        case "town" if "founded_by" not in facts:
            yield "no_founded_by", ""
        case "person":
            yield "age", str(_number(facts["died"]) - _number(facts["born"]))
            yield ("same_town" if facts["born_in"] == facts["died_in"] else "other_town"), ""
            if isinstance(place := facts.get("worked_at"), Entity):
                yield ("head" if world.value(place, "headed_by") == entity else "member"), ""
        case "institution":
            if "teaches" in INSTITUTIONS[str(facts["sort"])].get("does", ()):
                yield "teaching", ""
        case "work":
            style = WORKS[str(facts["sort"])]["style"][0]
            yield style, ""
            if style != "scholarly":
                yield "free", ""


def _number(value: Value) -> int:
    return int(str(value))
