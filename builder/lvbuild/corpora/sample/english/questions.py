"""How the English sample world is asked about."""

from __future__ import annotations

from lvbuild.corpora.sample.asking import Asking, read_relations, read_surveys
from lvbuild.corpora.sample.english.prose import capital, named
from lvbuild.corpora.sample.english.question_words_land import LAND
from lvbuild.corpora.sample.english.question_words_lives import LIVES
from lvbuild.corpora.sample.english.strangers import stranger
from lvbuild.corpora.sample.english.survey_words import SURVEYS
from lvbuild.corpora.sample.english.terms import TERMS, with_article
from lvbuild.corpora.sample.entities import Entity, Value

_COUNTABLE = {"profession", "treasure"}


def _answered(relation: str, value: Value) -> str:
    return value.name if isinstance(value, Entity) else str(value)


def _told(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return named(value)
    return with_article(str(value)) if relation in _COUNTABLE else str(value)


ASKING = Asking(
    relations=read_relations(LAND + LIVES),
    surveys=read_surveys(SURVEYS),
    terms=TERMS,
    common=frozenset({"judge", "miller", "weaver"}),
    named=named,
    answered=_answered,
    told=_told,
    capital=capital,
    stranger=stranger,
)
