"""How the English sample world is asked about."""

from __future__ import annotations

from lvbuild.sample.english.prose import capital, named
from lvbuild.sample.english.terms import with_article
from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys

_COUNTABLE = {"profession", "treasure"}


def _as_answer(relation: str, value: Value) -> str:
    return value.name if isinstance(value, Entity) else str(value)


def _in_sentence(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return named(value)
    return with_article(str(value)) if relation in _COUNTABLE else str(value)


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
