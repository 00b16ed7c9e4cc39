"""What the page shows of a question: its texts, its rows, its facts where a build sets them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from lvbuild.annotate.preview import preview_question, question_pairs
from lvbuild.annotate.review import Review
from lvbuild.annotate.rows import ReviewQuestion, ReviewRow, version_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import LvbuildError
from lvbuild.mixing.plan import RecordPlan
from lvbuild.questions.annotated import row_pairs
from lvbuild.release.contexts import Spans
from lvbuild.release.provenance import set_facts
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles
from lvbuild.rules.occurrences import that_may_hold
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import FIGURES
from lvbuild.text.replacing import Replacer, leftmost_longest

_BESIDE_FACT = 400


def placed_facts(workbench: Workbench, question_id: str) -> dict[str, Any]:
    """Return the smallest level's label, and the confusing facts of a question as it has them.

    With each stands its rival passage, what is before and behind that in its context, and its
    depth. They are planned afresh, with the tables as they now stand. Raises LvbuildError where the
    recipe cannot be planned.
    """
    source = replace(workbench.source, tables=workbench.tables)
    level = workbench.recipe.ascending_levels[0]
    prepared = source.prepare([level])
    if level not in prepared.levels:
        raise LvbuildError(prepared.dropped[level].reason)
    text, schema = prepared.levels[level], RecordSchema.of(workbench.recipe, source.options)
    lines = LevelFiles(text, schema).records()
    for record, line in zip(text.plan.records, lines, strict=True):
        if record.question.id == question_id:
            context = json.loads(line)["context"]
            spans = Spans.without_facts(record.passages, text.layout)
            placed = _placed(context, record, spans)
            return {"level": level.label, "placed": list(placed)}
    return {"level": level.label}


def _placed(context: str, record: RecordPlan, spans: Spans) -> Iterator[dict[str, Any]]:
    """Yield where each confusing fact stands: what is around it, and what its row says."""
    asked = record.question.original or record.question
    rivals = [place for place, each in enumerate(record.passages) if each.role == "rival"]
    ids = [fact.rival.document_id if fact.rival else "" for fact in record.question.facts]
    told = [ids.index(record.passages[place].document_id) for place in rivals]
    told += [one.fact for one in record.insertions]
    # Rivals come first: each stands between two others, which show what it is beside.
    for order, (fact, index) in enumerate(zip(set_facts(record, spans), told, strict=True)):
        start, end = fact["span"]
        first, last = start, end
        if order < len(rivals):
            first, last = spans.starts[rivals[order]], spans.ends[rivals[order]]
        if fact["kind"] != "needle":
            yield {
                "before": context[max(first - _BESIDE_FACT, 0) : first],
                "passage": (context[first:start], context[start:end], context[end:last]),
                "after": context[last : last + _BESIDE_FACT],
                "depth": fact["depth"],
                "fact": asked.facts[index].text,
            }


def question_values(review: Review, shown: ReviewQuestion, annotator: str) -> dict[str, Any]:
    """Return what the templates show of a question as an annotator sees it."""
    bench = review.workbench
    rows = review.rows(shown.question_id, annotator)
    texts = []
    for text in preview_question(bench, shown.question_id):
        if text.name not in ("keywords", "fact", "needle"):
            old = [(place.start, place.end, f"original row-{place.row}") for place in text.places]
            new = [
                (place.new_start, place.new_end, f"new row-{place.row}") for place in text.places
            ]
            pieces = list(_pieces(text.original, old)), list(_pieces(text.replaced, new))
            texts.append((text.name, *pieces))
    pairs = question_pairs(bench, shown.question_id)
    return {
        "shown": shown,
        "texts": texts,
        "places": {version_of(row): place for place, row in enumerate(pairs)},
        "tables": [(table, _families(of)) for table, of in groupby(rows, key=attrgetter("table"))],
    }


def _families(rows: Iterable[ReviewRow]) -> list[list[ReviewRow]]:
    """Return the rows of a table by what is decided on as one: the names of one entity.

    What is told of an entity, a date or number, is decided on by itself.
    """
    found: dict[object, list[ReviewRow]] = {}
    for place, row in enumerate(rows):
        told = vars(row.row)
        alone = not told.get("entity") or told["kind"] in FIGURES
        found.setdefault(place if alone else told["entity"], []).append(row)
    return list(found.values())


_BESIDE_PLACE = 60
_MOST_SHOWN = 200


def _pieces(text: str, marks: Iterable[tuple[int, int, str]]) -> Iterator[tuple[str, str]]:
    """Yield a text in pieces, those of some places with a class of the page, "" the plain ones."""
    done = 0
    for start, end, mark in sorted(marks):
        yield text[done:start], ""
        yield text[start:end], mark
        done = end
    yield text[done:], ""


def concordance(workbench: Workbench, rows: Sequence[ReplacementRow]) -> dict[str, Any]:
    """Return what the templates show of every place of some rows' originals.

    `here` are those in their question's documents, the first at most; `elsewhere` is how many
    documents of the pool beside these hold one, `places` how often, and `samples` are some of them.
    """
    replacer = Replacer(row_pairs(rows), workbench.language)

    def found(texts: Iterable[tuple[str, str]]) -> list[list[tuple[str, str, str, str]]]:
        places = (
            [
                (
                    name,
                    text[max(match.start - _BESIDE_PLACE, 0) : match.start],
                    text[match.start : match.end],
                    text[match.end : match.end + _BESIDE_PLACE],
                )
                for match in leftmost_longest(replacer.find(text))
            ]
            for name, text in texts
        )
        return [each for each in places if each]

    own: dict[str, str] = {}
    for row in rows:
        if row.question_id in workbench.questions:
            own.update(workbench.documents(row.question_id))
    pool = that_may_hold(workbench.pool, replacer.phrases)
    others = found((name, text) for name, text in pool if name not in own)
    return {
        "original": " · ".join(row.original for row in rows),
        "here": list(chain.from_iterable(found(own.items())))[:_MOST_SHOWN],
        "elsewhere": len(others),
        "places": sum(map(len, others)),
        "samples": [places[0] for places in others[:5]],
    }
