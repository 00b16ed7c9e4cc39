"""How the Chinese sample world is asked about."""

from __future__ import annotations

from lvbuild.corpora.sample.asking import Asking, read_relations, read_surveys
from lvbuild.corpora.sample.chinese.question_words_land import LAND
from lvbuild.corpora.sample.chinese.question_words_lives import LIVES
from lvbuild.corpora.sample.chinese.strangers import stranger
from lvbuild.corpora.sample.chinese.survey_words import SURVEYS
from lvbuild.corpora.sample.chinese.terms import TERMS
from lvbuild.corpora.sample.entities import Entity, Value

_UNITS = {
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


def _answered(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return value.name
    return f"{value}{_UNITS.get(relation, '')}"


def _told(relation: str, value: Value) -> str:
    return _named(value) if isinstance(value, Entity) else _answered(relation, value)


ASKING = Asking(
    relations=read_relations(LAND + LIVES),
    surveys=read_surveys(SURVEYS),
    terms=TERMS,
    common=frozenset({"民谣", "砚台", "笔墨"}),
    named=_named,
    answered=_answered,
    told=_told,
    capital=str,
    stranger=stranger,
)
