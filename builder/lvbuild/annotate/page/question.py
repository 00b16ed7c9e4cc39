"""A confusing fact in the passage where a build would set it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from lvbuild.annotate.families import families
from lvbuild.annotate.page.texts import shared_words, shown_text
from lvbuild.annotate.preview import preview_question, question_pairs
from lvbuild.annotate.review import Review
from lvbuild.annotate.shown import ShownQuestion, ShownRow
from lvbuild.annotate.workbench import Workbench
from lvbuild.assemble.provenance import set_facts
from lvbuild.assemble.record import record_line
from lvbuild.errors import LvbuildError
from lvbuild.tables.rows import ReplacementRow

_AROUND = 400


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact in its context: what stands before and behind it, and how deep it stands."""

    before: str
    fact: str
    after: str
    depth: float


def placed_facts(workbench: Workbench, question_id: str) -> tuple[str, list[PlacedFact]]:
    """Return the smallest level's label, and the confusing facts of a question as it has them.

    They are planned afresh, with the tables as they now stand. Raises LvbuildError where the
    recipe cannot be planned.
    """
    source = replace(workbench.source, tables=workbench.tables)
    level = workbench.recipe.ascending_levels[0]
    prepared = source.prepare([level])
    if level not in prepared.levels:
        raise LvbuildError(prepared.dropped[level].reason)
    text = prepared.levels[level]
    found: list[PlacedFact] = []
    for record, background in text.grounded():
        if record.question.id != question_id:
            continue
        context = json.loads(record_line(record, background, text.form))["context"]
        for fact in set_facts(record, background):
            if fact["kind"] != "needle":
                start, end = fact["span"]
                found.append(
                    PlacedFact(
                        context[max(start - _AROUND, 0) : start],
                        context[start:end],
                        context[end : end + _AROUND],
                        fact["depth"],
                    )
                )
        break
    return level.label, found


@dataclass(frozen=True, slots=True)
class ShownFamily:
    """Rows that are decided on as one."""

    rows: Sequence[ShownRow]

    @property
    def waiting(self) -> str:
        """The versions of its rows that wait for a decision, as requests name them."""
        return ",".join(row.version for row in self.rows if row.status == "draft")

    @property
    def versions(self) -> str:
        """The versions of all its rows, as requests name them."""
        return ",".join(row.version for row in self.rows)

    @property
    def names(self) -> str:
        """What names it: the originals, the fullest first."""
        originals = sorted((row.fields["original"] for row in self.rows), key=len, reverse=True)
        return " · ".join(originals)


def question_values(
    review: Review, shown: ShownQuestion, annotator: str, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the templates show of a question as an annotator sees it."""
    bench = review.workbench
    rows = review.rows(shown.question_id, annotator)
    titles = {"question": words["question"], "answer": words["answers"]}
    texts = [
        (text.name if text.name in titles else "evidence", titles.get(text.name), text)
        for text in preview_question(bench, shown.question_id)
        if text.name not in ("keywords", "fact", "needle")
    ]
    pairs = {id(row): place for place, row in enumerate(question_pairs(bench, shown.question_id))}
    evidence = "\n".join(bench.documents(shown.question_id).values())
    return {
        "shown": shown,
        "texts": [(kind, title or text.name, shown_text(text)) for kind, title, text in texts],
        "places": {row.version: pairs.get(id(row.row)) for row in rows},
        "tables": [
            (table, list(_by_family(list(of), bench))) for table, of in groupby(rows, key=_table)
        ],
        "shared": {
            row.version: shared_words(row.fields["fact"], evidence, bench.language)
            for row in rows
            if row.table == "confusing_facts"
        },
    }


def _by_family(rows: Sequence[ShownRow], bench: Workbench) -> Iterator[ShownFamily]:
    """Yield the rows of a table, those of one family together."""
    replacing = [row.row for row in rows if isinstance(row.row, ReplacementRow)]
    if len(replacing) != len(rows):
        yield from (ShownFamily([row]) for row in rows)
        return
    for places in families(replacing, bench.language):
        yield ShownFamily([rows[place] for place in places])


def _table(row: ShownRow) -> str:
    return row.table
