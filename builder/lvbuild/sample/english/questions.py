"""How the English sample world is asked about."""

from __future__ import annotations

from lvbuild.sample.english.prose import capital, named
from lvbuild.sample.english.question_words_land import LAND
from lvbuild.sample.english.question_words_lives import LIVES
from lvbuild.sample.english.survey_words import SURVEYS
from lvbuild.sample.english.terms import TERMS, with_article
from lvbuild.sample.english.unused_names import stranger
from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys

_COUNTABLE = {"profession", "treasure"}


def _as_answer(relation: str, value: Value) -> str:
    return value.name if isinstance(value, Entity) else str(value)


def _in_sentence(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return named(value)
    return with_article(str(value)) if relation in _COUNTABLE else str(value)


PHRASING = Phrasing(
    relations=read_relations(LAND + LIVES),
    surveys=read_surveys(SURVEYS),
    terms=TERMS,
    common=frozenset({"judge", "miller", "weaver"}),
    named=named,
    as_answer=_as_answer,
    in_sentence=_in_sentence,
    capital=capital,
    unused_name=stranger,
)
