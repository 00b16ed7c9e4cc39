"""What a Chinese article can tell: an entity's facts, who and what is tied to it, words for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.sample.chinese.terms import CALLED, INSTITUTIONS, WORKS
from lvbuild.sample.chinese.ties import Tie, ties_of
from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.world import World

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
    told = [*facts, *ties_of(world, entity)]
    words = dict(_words(world, entity))
    values = {"name": entity.name, **words, **dict(_conditions(world, entity, told))}
    values.update((tie.field, tie.text()) for tie in told)
    return Material(
        values=values,
        fields=frozenset(values),
        distinct=_LARGE.union(tie.field for tie in told if tie.names()),
        rivals=[one.name for tie in told for one in tie.names() if one.kind == entity.kind],
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


def _conditions(world: World, entity: Entity, told: Sequence[Tie]) -> Iterator[tuple[str, str]]:
    """Yield what holds of an entity and no template prints, and a person's age."""
    for tie in told:
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
