"""A confusing fact in the passage where a build would set it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from lvbuild.annotate.workbench import Workbench
from lvbuild.assemble.provenance import set_facts
from lvbuild.assemble.record import record_line
from lvbuild.errors import LvbuildError

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
