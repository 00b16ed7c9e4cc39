"""What the page shows of a question: its texts, its rows, its facts where a build sets them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any

from lvbuild.annotate.page.speech import language_tag
from lvbuild.annotate.preview import ReplacedText, preview_question, question_pairs
from lvbuild.annotate.rows import TABLES, Card, version_of
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.view import ReviewQuestion, View
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import LanguageCode, Question
from lvbuild.errors import LvbuildError
from lvbuild.languages import find_language
from lvbuild.languages.phrases import occurrences
from lvbuild.questions.annotated import row_pairs
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles
from lvbuild.rules.occurrences import that_may_hold
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacing import Replacer, leftmost_longest

_BESIDE_FACT = 400


def placed_facts(workbench: Workbench, question_id: str) -> dict[str, Any]:
    """Return the smallest level's label, and the confusing facts of a question as it has them.

    With each stands its rival passage, what is before and behind that in its context, and its
    depth. They are planned afresh. Raises LvbuildError where the recipe cannot be planned.
    """
    source = workbench.source.having(workbench.tables)
    level = workbench.recipe.ascending_levels[0]
    prepared = source.prepare([level])
    if level not in prepared.levels:
        raise LvbuildError(prepared.dropped[level].reason)
    text = prepared.levels[level]
    records = tuple(each for each in text.plan.records if each.question.id == question_id)[:1]
    asked = replace(text, plan=replace(text.plan, records=records))
    files = LevelFiles(asked, RecordSchema.of(workbench.recipe, source.options))
    lines = zip(records, files.records(), files.provenance(), strict=True)
    placed = [fact for record, *line in lines for fact in _placed(record.question, *line)]
    return {"level": level.label, "placed": placed}


def _placed(question: Question, record: bytes, provenance: bytes) -> Iterator[dict[str, Any]]:
    """Yield where each confusing fact stands: what is around it, and what its row says."""
    context, told = json.loads(record)["context"], json.loads(provenance)
    facts = zip(question.facts, (question.original or question).facts, strict=True)
    original = {fact.text: own.text for fact, own in facts}
    rivals = [each["span"] for each in told["passages"] if each["role"] == "rival"]
    for fact in told["facts"]:
        start, end = fact["span"]
        around = (span for span in rivals if span[0] <= start and end <= span[1])
        first, last = next(around, (start, end))
        if fact["kind"] != "needle":
            yield {
                "before": context[max(first - _BESIDE_FACT, 0) : first],
                "passage": (context[first:start], context[start:end], context[end:last]),
                "after": context[last : last + _BESIDE_FACT],
                "depth": fact["depth"],
                "fact": original[context[start:end]],
            }


def question_values(
    view: View, shown: ReviewQuestion, entities: Sequence[Entity]
) -> dict[str, Any]:
    """Return what the templates show of a question, whose texts name some `entities`."""
    name = shown.question_id
    bench = view.bench(name)
    replaced = preview_question(bench, name)
    shown_texts = [one for one in replaced if one.name not in ("keywords", "fact", "needle")]
    texts = []
    for text in shown_texts:
        old = [(at.start, at.end, f"original row-{at.pair}") for at in text.matches]
        new = [(at.start, at.stop, f"new row-{at.pair}") for at in text.hits]
        old += _uncovered(text, entities, bench.language)
        pieces = list(_pieces(text.original, old)), list(_pieces(text.replaced, new))
        tag = language_tag(bench.language, text.original)
        title = "" if text.name in ("question", "answer") else bench.title(text.name)
        texts.append((text.name, title, tag, *pieces))

    whole = "\n".join(one.original for one in shown_texts)

    def place(card: Card) -> tuple[int, float]:
        # Whatever was decided on it, so that no card moves.
        at = whole.find(vars(card.lines[0].row).get("original", ""))
        return TABLES.index(card.table), at if at >= 0 else inf

    cards = sorted(view.cards(name), key=place)
    pairs = question_pairs(bench, name)
    return {
        "shown": shown,
        "texts": texts,
        "places": {version_of(row): at for at, row in enumerate(pairs)},
        "tables": [(table, list(of)) for table, of in groupby(cards, key=attrgetter("table"))],
        "found": view.findings([name]),
        "rest": [row.version for card in cards for row in card.waiting],
        "selected": view.selected(name),
    }


def _uncovered(
    text: ReplacedText, entities: Sequence[Entity], language: LanguageCode
) -> list[tuple[int, int, str]]:
    """Return the places of a text's names, dates and numbers that no row replaces, the longest."""
    spoken = find_language(language)
    forms = {form for entity in entities for form in entity.forms if form in text.original}
    found = [(at.start, at.end) for at in text.matches]
    left = []
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        for start, end in occurrences(text.original, form, spoken.word_character):
            if all(end <= a or b <= start for a, b in found):
                found.append((start, end))
                left.append((start, end, "left"))
    return left


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

    def places(name: str, text: str) -> list[tuple[str, str, str, str]]:
        return [
            (
                name,
                text[max(match.start - _BESIDE_PLACE, 0) : match.start],
                text[match.start : match.end],
                text[match.end : match.end + _BESIDE_PLACE],
            )
            for match in leftmost_longest(replacer.find(text))
        ]

    asked = [row.question_id for row in rows if row.question_id in workbench.questions]
    own = {key: text for name in asked for key, text in workbench.documents(name).items()}
    pool = that_may_hold(workbench.pool, replacer.phrases)
    others = [found for name, text in pool if name not in own and (found := places(name, text))]
    return {
        "original": " · ".join(row.original for row in rows),
        "here": [place for each in own.items() for place in places(*each)][:_MOST_SHOWN],
        "elsewhere": len(others),
        "places": sum(map(len, others)),
        "samples": [each[0] for each in others[:5]],
    }
