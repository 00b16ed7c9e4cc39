"""Drafting replacements: what the rows of a question leave, and what questions share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, cast

from pydantic import BaseModel

from lvbuild.annotate.drafting.draft import Broken, Drafting, Standing, Wanted, found_in
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.suggesting.entities import CHOICES
from lvbuild.annotate.suggesting.suggest import ANNOTATOR, LEAST
from lvbuild.annotate.workbench import Step
from lvbuild.languages import find_language
from lvbuild.rules.every import RULES, findings, of_rows
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import key_of

_LEFT = ("name-without-row", "answer-unchanged")
"""The rules that tell what a question's rows leave."""
_find_left = partial(findings, rules=[rule for rule in RULES if rule.name in _LEFT])


class DraftingReplacements(Drafting):
    """Drafts what the replacements of questions leave: names, and the answer.

    What `suggest` wrote, and nobody has decided on, may be written anew.
    """

    together: ClassVar[bool] = True

    def lacking(self) -> Iterator[tuple[str, int, Mapping[str, str]]]:
        """Yield the questions that have few rows, or of which these leave something.

        Of those that the model was asked for, and wrote what was missing, none is asked for again;
        where it failed they come last. Told are the rows of a question, those of questions on its
        documents, and what they leave. Each row is a line; one with a star may be written anew.
        """
        bench, rows = self.bench, self.bench.used(self.table)
        there = Counter(row.question_id for row in rows)
        asked = {
            one.after["question_id"]: one.reason
            for one in read_ledger(bench.folder)
            if (one.action, one.annotator) == ("ask", self.annotator) and one.after
        }
        left: defaultdict[str, list[str]] = defaultdict(list)
        for *_, each in bench.found(_find_left):
            left[each.question_id].append(each.message)
        free = {key for one in self._names() if all(map(self.may_go, one.values())) for key in one}
        lines = [
            (row.question_id, f"{'* ' * (key_of(row) in free)}{row.original} -> {_words(row)}")
            for row in rows
        ]

        def lines_of(names: Collection[str]) -> str:
            return "\n".join(line for name, line in lines if name in names) or "-"

        lacking = [n for n in bench.asked if there[n] < LEAST or n in left]
        names = [name for name in lacking if asked.get(name) != ""]
        for name in sorted(names, key=asked.__contains__):
            own, others = lines_of({name, "*"}), lines_of(bench.sharing(name))
            told = {"rows": own, "others": others, "left": "\n".join(left[name]) or "-"}
            yield name, max(LEAST - there[name], 1), told

    def rows_of(
        self, wanted: Wanted, fields: Mapping[str, Any], there: Standing
    ) -> list[BaseModel]:
        """Return the row of a draft's fields, for all questions on the same documents.

        What a document names is replaced in all questions that name it too, or in none.
        """
        bench, holds = self.bench, find_language(self.bench.language).holds
        [made] = super().rows_of(wanted, fields, there)
        row, rows = cast(ReplacementRow, made), [made]
        if len({row.original, *row.words}) <= CHOICES:
            raise ValueError(f"{row.original}: has no {CHOICES} other words; give alternatives")
        for name in bench.sharing(wanted.name):
            one, new = bench.questions[name], row.model_copy(update={"question_id": name})
            old = cast(ReplacementRow | None, there.get(key_of(new)))
            decided = old and old.status != "rejected" and not self.may_go(old)
            if old and decided and old.words != row.words:
                raise ValueError(
                    f"{row.original}: a row of the same document has other words for it:"
                    f" {_words(old)}; repeat these"
                )
            named = any(holds(text, row.original) for text in (one.question, *one.answers))
            rows += [new] if named and name in bench.asked else []
        return rows

    def may_go(self, row: BaseModel) -> bool:
        """Tell whether a row may be written anew: rules suggested it and nobody has decided."""
        suggested = (vars(row)["annotator"], vars(row)["status"]) == (ANNOTATOR, "draft")
        return suggested or super().may_go(row)

    def refused(self, steps: Sequence[Step]) -> list[Broken]:
        """Return the rows of steps that may not stand, or not in the place of suggested ones.

        These go with all forms of a name, and only for what no warning doubts.
        """
        if refused := super().refused(steps):
            return refused
        new = {key_of(step.change.after): step.change.after for step in steps}
        doubted = {key_of(row): why for row, why in self.doubtful(steps)}
        found: list[Broken] = []
        for name in self._names():
            left = ", ".join(sorted(key[-1] for key in name.keys() - new.keys()))
            why = "; ".join(doubted[key] for key in name.keys() & doubted.keys())
            why = f"{left} is another form and stands; write all anew, or none" if left else why
            if why:
                found += [(row, why) for key, row in new.items() if key in name and row]
        return found

    def _names(self) -> Iterable[dict[tuple[str, ...], BaseModel]]:
        """Return the rows of each name of a question, by their keys: one of each form."""
        names: defaultdict[tuple[str, str], dict[tuple[str, ...], BaseModel]] = defaultdict(dict)
        for row in self.bench.used(self.table):
            names[row.question_id, row.entity or row.original][key_of(row)] = row
        return names.values()

    def doubtful(self, steps: Sequence[Step]) -> list[Broken]:
        """Return the rows of steps that warnings name."""
        return found_in(steps, partial(self.bench.broken_by, rules=of_rows))


def _words(row: ReplacementRow) -> str:
    return " / ".join(row.words)
