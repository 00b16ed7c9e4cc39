"""Which entities a question's answer depends on most."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.model import Language
from lvbuild.text.phrases import holds

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
IN_ANSWER, IN_QUESTION, BESIDE_ANSWER, ELSEWHERE = range(4)


def rank(
    entity: Entity,
    question: str,
    answers: Sequence[str],
    documents: Sequence[str],
    language: Language,
) -> int:
    """Return how far an entity is from the answer, 0 for in it."""
    forms = entity.forms
    if any(holds(answer, form, language) for answer in answers for form in forms):
        return IN_ANSWER
    if any(holds(question, form, language) for form in forms):
        return IN_QUESTION
    for text in documents:
        for sentence in _SENTENCE.findall(text):
            if any(holds(sentence, answer, language) for answer in answers) and any(
                holds(sentence, form, language) for form in forms
            ):
                return BESIDE_ANSWER
    return ELSEWHERE


def place_in_order(entity: Entity, ranked: int, texts: str) -> tuple[int, int, int]:
    """Return by what entities are ordered: their rank, figures and countries last, then place."""
    late = 2 * (entity.kind in {"date", "number"}) + (entity.subkind in {"country", "latin"})
    first = min((at for form in entity.forms if (at := texts.find(form)) >= 0), default=len(texts))
    return ranked, late if ranked else 0, first
