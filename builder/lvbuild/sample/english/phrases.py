"""What English templates are filled with, and how the English sample world is asked about."""

from __future__ import annotations

from lvbuild.sample.english.sentences import capital, named
from lvbuild.sample.english.words import with_article
from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys
from lvbuild.sample.world import World

_YEAR_OF = {
    "town": "founded",
    "institution": "opened",
    "river": "surveyed_in",
    "sea": "charted_in",
    "work": "year",
}
_COUNTABLE = {"profession", "sort", "treasure"}


def slots_of(world: World, entity: Entity) -> dict[str, str]:
    """Return the slots of an article's subject: `{relation}`, `{Relation}`, `{a_relation}`."""
    slots = {"name": entity.name, "Quoted": capital(named(entity))}
    for fact in world.facts(entity):
        slots |= both(fact.relation, _said(fact.value))
        if fact.relation in _COUNTABLE and isinstance(fact.value, str):
            slots |= both(f"a_{fact.relation}", with_article(fact.value))
    return slots


def slots_about(world: World, other: Entity) -> dict[str, str]:
    """Return the slots of something that an article tells of besides its subject.

    `{other}`, its `{year}`, of a work and an institution `{sort}` and `{a_sort}`, of a work
    its `{maker}`.
    """
    slots = both("other", named(other))
    facts = {fact.relation: fact for fact in world.facts(other)}
    if other.kind in _YEAR_OF:
        slots["year"] = _said(facts[_YEAR_OF[other.kind]].value)
    if "sort" in facts:
        sort = _said(facts["sort"].value)
        slots |= both("sort", sort) | both("a_sort", with_article(sort))
    if "made_by" in facts:
        slots |= both("maker", _said(facts["made_by"].value))
    return slots


def both(slot: str, text: str) -> dict[str, str]:
    """Return a slot and, under a capital, the same text as it begins a sentence."""
    return {slot: text, capital(slot): capital(text)}


def number(world: World, entity: Entity, relation: str) -> int:
    """Return the value of a relation that is a whole number."""
    value = world.value(entity, relation)
    if not isinstance(value, int):
        raise TypeError(f"{relation} of {entity.id} is no number")
    return value


def related(world: World, entity: Entity, relation: str) -> Entity | None:
    """Return the entity that a relation leads to, None where it has none."""
    values = [fact.value for fact in world.facts(entity) if fact.relation == relation]
    return values[0] if values and isinstance(values[0], Entity) else None


def mentioned(world: World, entity: Entity, kind: str, relation: str) -> list[Entity]:
    """Return the entities of a kind that stand in a relation to this one."""
    return [
        fact.subject
        for fact in world.mentions(entity)
        if fact.relation == relation and fact.subject.kind == kind
    ]


def _said(value: Value) -> str:
    return named(value) if isinstance(value, Entity) else str(value)


_ASKED_WITH_ARTICLE = {"profession", "treasure"}


def _as_answer(relation: str, value: Value) -> str:
    return value.name if isinstance(value, Entity) else str(value)


def _in_sentence(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return named(value)
    return with_article(str(value)) if relation in _ASKED_WITH_ARTICLE else str(value)


def _introduced(entity: Entity, noun: str) -> str:
    match entity.kind:
        case "town":
            return f"the town of {entity.name}"
        case "river" | "work":
            return f"the {noun} {named(entity).removeprefix('the ')}"
    return named(entity)


PHRASING = Phrasing(
    relations=read_relations("en"),
    surveys=read_surveys("en"),
    common=frozenset({"judge", "miller", "weaver"}),
    nouns={"sea": "sea", "river": "river", "town": "town", "person": "person"},
    named=named,
    introduced=_introduced,
    apposed="{}, {},".format,
    as_answer=_as_answer,
    in_sentence=_in_sentence,
    capital=capital,
)
