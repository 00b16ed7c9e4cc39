"""Drafting replacements: what the rows of a question leave, and what questions share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from pydantic import BaseModel

from lvbuild.annotate.drafting.draft import Broken, Drafting, Wanted, found_in
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.suggesting.suggest import ANNOTATOR, LEAST
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.languages import find_language
from lvbuild.rules.every import RULES, findings
from lvbuild.tables.writing import Change, key_of

_LEFT = ("name-without-row", "answer-unchanged")
"""The rules that tell what a question's rows leave."""
_find_left = partial(findings, rules=[rule for rule in RULES if rule.name in _LEFT])
_find_doubtful = partial(
    findings, rules=[r for r in RULES if r.severity == "warning" and not r.of_question]
)


class DraftingReplacements(Drafting):
    """Drafts what the replacements of questions leave: names, and the answer.

    What `suggest` wrote, and nobody has decided on, may be written anew.
    """

    together: ClassVar[bool] = True

    def lacking(self) -> list[tuple[str, int]]:
        """Return the questions of which rows leave something, and about how many they lack.

        One that the model was asked for, and has drafted rows of, lacks them only if few stand.
        """
        there = Counter(row.question_id for row in self.bench.used(self.table))
        entries = read_ledger(self.bench.folder)
        own = (one for one in entries if (one.table, one.annotator) == (self.table, self.annotator))
        drafted = {one.after["question_id"] for one in own if one.after and not one.reason}
        left = self._left(self.bench).keys() - drafted
        names = [n for n in self.bench.asked if there[n] < LEAST or n in left]
        return [(name, max(LEAST - there[name], 1)) for name in names]

    def _left(self, bench: Workbench) -> defaultdict[str, list[str]]:
        """Return what rules say that the rows of questions leave, by question."""
        left: defaultdict[str, list[str]] = defaultdict(list)
        for *_, each in bench.found(_find_left):
            left[each.question_id].append(each.message)
        return left

    def told(self, name: str) -> Mapping[str, str]:
        """Return the rows of a question, those of questions on its documents, and what they leave.

        Each row is a line; one with a star may be written anew.
        """
        bench = self.bench
        left = self._left(bench.with_tables(bench.tables.of_questions([name])))[name]
        return {
            "rows": self._shown({name, "*"}),
            "others": self._shown(bench.sharing(name)),
            "left": "\n".join(left) or "-",
        }

    def _shown(self, names: Collection[str]) -> str:
        shown = (
            f"{'* ' * self.may_go(row)}{row.original} ->"
            f" {' / '.join((row.replacement, *row.alternatives))}"
            for row in self.bench.used(self.table)
            if row.question_id in names
        )
        return "\n".join(shown) or "-"

    def rows_of(self, wanted: Wanted, fields: Mapping[str, Any]) -> list[BaseModel]:
        """Return the row of a draft's fields, for all questions on the same documents.

        What a document names is replaced in all questions that name it too, or in none.
        """
        bench, holds = self.bench, find_language(self.bench.language).holds
        [row] = super().rows_of(wanted, fields)
        original = vars(row)["original"]
        asked = [
            bench.questions[name] for name in bench.sharing(wanted.name) if name in bench.asked
        ]
        sharing = [
            one.question_id
            for one in asked
            if any(holds(text, original) for text in (one.question, *one.answers))
        ]
        return [row, *(row.model_copy(update={"question_id": name}) for name in sharing)]

    def may_go(self, row: BaseModel) -> bool:
        """Tell whether rules suggested a row, and nobody has decided on it."""
        return (vars(row)["annotator"], vars(row)["status"]) == (ANNOTATOR, "draft")

    def steps(self, wanted: Wanted, rows: Sequence[BaseModel]) -> list[Step]:
        """Return what puts rows into the table; those of other questions say for which it was."""
        there = self.bench.rows(self.table)
        suggested = {key_of(row): row for row in there if self.may_go(row)}
        steps = []
        for row in rows:
            reason = "" if vars(row)["question_id"] == wanted.name else f"as in {wanted.name}"
            change = Change(self.table, suggested.get(key_of(row)), row)
            steps.append(Step("draft", change, reason=reason))
        return steps

    def doubtful(self, steps: Sequence[Step]) -> list[Broken]:
        """Return the rows of steps that warnings name."""
        return found_in(steps, partial(self.bench.broken_by, rules=_find_doubtful))
