"""Records without distracting text: with the supporting passages or the needles alone, or nothing.

Each is what another record leaves without the rest, so that both ask and expect the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from lvbuild.core.model import Level
from lvbuild.mixing.lengths import context_of
from lvbuild.mixing.plan import ContextLayout, LevelPlan, RecordPlan
from lvbuild.text.counting import Counting

Texts = Callable[[RecordPlan], Mapping[str, str]]
"""Returns the texts of the documents of a record's passages, by id, as its question words them."""


def bare_level(
    level: Level,
    records: Iterable[RecordPlan],
    texts: Texts,
    layout: ContextLayout,
    *,
    counting: Counting,
    reported: Counting | None,
) -> LevelPlan:
    """Return a level without distracting text, given the records of another level."""
    plans: list[RecordPlan] = []
    for record in records:
        made = bare_record(record, evidence=level.evidence)
        held = (made.question.input, *made.question.answers, context_of(made, texts(made), layout))
        tokens = None if reported is None else sum(map(reported.count, held))
        plans.append(made._replace(length=sum(map(counting.count, held)), tokens=tokens))
    return LevelPlan(level, tuple(plans))


def bare_record(record: RecordPlan, *, evidence: bool) -> RecordPlan:
    """Return a record with its evidence alone, or with an empty context; its length is to be told.

    Supporting passages stand in the order of the record. Needles stand in its order too, one behind
    the other, in an empty part of the text that it begins with.
    """
    question = record.question
    kept = [n for n, fact in enumerate(question.facts) if evidence and fact.role == "needle"]
    passages = tuple(each for each in record.passages if evidence and each.role == "supporting")
    set_in = [each for each in record.insertions if each.fact in kept]
    if set_in:
        first = record.passages[0]
        passages = (first._replace(stop=first.start, whole=False),)
        offset = first.start
        set_in = [
            each._replace(
                fact=kept.index(each.fact),
                passage=0,
                offset=offset,
                lead=each.lead if place else "",
                tail="",
            )
            for place, each in enumerate(set_in)
        ]
    return record._replace(
        question=replace(question, facts=tuple(question.facts[n] for n in kept)),
        passages=passages,
        insertions=tuple(set_in),
        astray=False,
    )
