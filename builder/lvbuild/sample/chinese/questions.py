"""How the Chinese sample world is asked about."""

from __future__ import annotations

from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys

UNITS = {
    **dict.fromkeys(
        ("born", "died", "founded", "opened", "year", "charted_in", "surveyed_in"), "年"
    ),
    **dict.fromkeys(("depth_m", "source_altitude_m", "altitude_m"), "米"),
    "length_km": "千米",
    "area_km2": "平方千米",
    "population": "人",
    "holdings": "件",
    "pages": "页",
}


def _named(entity: Entity) -> str:
    return f"《{entity.name}》" if entity.kind == "work" else entity.name


def _as_answer(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return value.name
    return f"{value}{UNITS.get(relation, '')}"


def _in_sentence(relation: str, value: Value) -> str:
    return _named(value) if isinstance(value, Entity) else _as_answer(relation, value)


PHRASING = Phrasing(
    relations=read_relations("zh"),
    surveys=read_surveys("zh"),
    common=frozenset(),
    nouns={"sea": "海", "river": "河", "town": "城镇", "person": "人"},
    named=_named,
    introduced=lambda entity, noun: _named(entity),
    apposed=lambda name, phrase: f"{phrase}{name}",
    as_answer=_as_answer,
    in_sentence=_in_sentence,
    capital=str,
)
