"""Records whose contexts begin alike, next to each other: a model's prefix cache serves them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from lvbuild.mixing.plan import RecordPlan
from lvbuild.mixing.planning import LevelText, Prepared
from lvbuild.text.escaped import escape


def by_beginnings(prepared: Prepared) -> Prepared:
    """Return the same, the records of each level in the order of what their contexts begin with.

    In no other order have neighbours more in common. Each record is told the place that it had, in
    which order those stand whose contexts are equal.
    """
    return replace(prepared, levels={at: _sorted(text) for at, text in prepared.levels.items()})


def _sorted(text: LevelText) -> LevelText:
    plan = text.plan
    reworded = frozenset(
        record.passages[place].document_id
        for record in plan.records
        for place in text.changed.get(record.question.id, {})
    )
    placed = [one._replace(place=place) for place, one in enumerate(plan.records)]
    order = sorted(placed, key=lambda one: (*_contents(text, one, reworded),))
    targets = tuple(plan.targets[one.place or 0] for one in order) if plan.targets else ()
    return replace(text, plan=replace(plan, records=tuple(order), targets=targets))


def _contents(text: LevelText, record: RecordPlan, reworded: frozenset[str]) -> Iterator[object]:
    """Yield what stands in a context, first to last: contexts are equal as far as this is.

    Of a passage these are its document, where it begins, its facts, each behind its offset, and
    where it ends. Of a document that has another wording for another question it is the bytes.
    """
    own = text.changed.get(record.question.id, {})
    for number, passage in enumerate(record.passages):
        name, start, stop = passage.document_id, passage.start, passage.stop
        facts = [each for each in record.insertions if each.passage == number]
        told = [*((fact.offset, record.inserted(fact)) for fact in facts), (stop, "")]
        yield from (name, start)
        if name not in reworded:
            yield from told
            continue
        held = own.get(number) or text.texts[name]
        if passage.whole and not facts:
            yield bytes(held.data)
            continue
        edges = pairwise([start, *(offset for offset, _ in told)])
        cuts = zip(edges, told, strict=True)
        yield b"".join(bytes(held.cut(*edge)) + escape(fact) for edge, (_, fact) in cuts)
