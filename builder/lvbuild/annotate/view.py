"""What one annotator sees: the questions, their rows and cards, what the rules find in them.

All that the page shows of tables, and all that is proposed to an annotator, is read through here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, get_args

from lvbuild.annotate.rows import SELECTION, TABLES, Card, ReviewRow, name_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import LvbuildError
from lvbuild.rules.context import Finding
from lvbuild.rules.every import OF_QUESTION, findings
from lvbuild.tables.reading import Placed, Tables
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.writing import key_of, row_json
from lvbuild.tasks.task import ListedQuestion

QuestionState = Literal["waiting", "done", "empty"]
RowState = Literal["warned", "disputed", "flagged", "mine", "rejected"]
STATES: Sequence[str] = ("all", *get_args(QuestionState), *get_args(RowState))
_ASKING = (SELECTION, "questions", "needles")
"""The tables that say what is asked: all of their rows count for every question."""
Findings = Mapping[str, Sequence[Finding]]
"""What the rules find, by the names of rows, in questions by their ids."""


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """A question in the list: how many of its rows wait for a decision, are approved, rejected."""

    number: int
    question_id: str
    question: str
    waiting: int
    approved: int
    rejected: int

    @property
    def state(self) -> QuestionState:
        """What is to be done."""
        if self.waiting:
            return "waiting"
        return "done" if self.approved + self.rejected else "empty"


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which questions and rows are looked for: by words of the question, by state, by kind.

    The kind is that of a replacement, or another table.
    """

    find: str = ""
    state: str = "all"
    kind: str = ""

    def takes(self, one: ReviewQuestion) -> bool:
        """Tell whether a question is looked for, as far as it says so itself."""
        sought = self.find.casefold().strip()
        found = sought in one.question.casefold() or sought in one.question_id
        return found and self.state in (one.state, "all", *get_args(RowState))


def is_grave(found: Iterable[Finding]) -> bool:
    """Tell whether a person must see what was found before a row is accepted."""
    return any(one.severity != "note" for one in found)


class GoneError(LvbuildError):
    """A row is no longer as the page showed it: somebody else changed it."""


class UnknownError(LvbuildError):
    """A question is asked for that there is not."""


class View:
    """What an annotator sees of tables and ledger as they stand: after a change another is made."""

    def __init__(
        self,
        annotator: str,
        rows: Mapping[str, list[ReviewRow]],
        workbench: Workbench,
        is_blind: Callable[[str], bool],
        last: View | None,
    ) -> None:
        self.annotator, self._rows, self._is_blind = annotator, rows, is_blind
        before = last._asking if last else workbench
        tables = self._tables(workbench.tables, _ASKING, self._rows)
        self._asking: Workbench = before.with_tables(tables)
        self._found: dict[str, tuple[Sequence[ReviewRow], Findings]] = last._found if last else {}

    def bench(self, *question_ids: str) -> Workbench:
        """Return the workbench with the rows of some questions alone as he sees them, or of all."""
        rest = [name for name in TABLES if name not in _ASKING]
        tables = self._tables(self._asking.tables, rest, [*(question_ids or self._rows), "*"])
        if question_ids:  # what is asked follows from the rows of all
            _, tables = self._asking.asked, tables.of_questions(question_ids)
        return self._asking.with_tables(tables)

    def _tables(self, tables: Tables, names: Iterable[str], question_ids: Iterable[str]) -> Tables:
        """Return the tables, some of them with the rows alone that he sees of some questions."""
        seen: dict[str, Any] = {}
        for name, table in tables.named().items():
            if name not in names:
                continue
            known = (question_of(row) for row in table.rows) if name in _ASKING else ()
            order = dict.fromkeys([*known, *question_ids])
            rows = [r.row for one in order for r in self._rows.get(one, ()) if r.table == name]
            placed = tuple(Placed(table.path, n, row) for n, row in enumerate(rows, start=1))
            seen[name] = replace(table, placed=placed)
            if name in _ASKING and rows != [*table.rows]:
                seen[name] = replace(seen[name], content="\n".join(map(row_json, rows)).encode())
        return tables.having(seen)

    @cached_property
    def questions(self) -> Mapping[str, ReviewQuestion]:
        """All questions by id, in the recipe's order: asked, dropped, others with rows."""
        known, selection = self._asking.questions, self._asking.tables.selection
        dropped = [row.question_id for row in selection.rows if row.dropped] if selection else []
        others = (name for name in known if name in self._rows and self.rows(name))
        listed = {}
        for number, name in enumerate(dict.fromkeys([*self._asking.asked, *dropped, *others])):
            if name in known:
                counts = Counter(row.status for row in self.rows(name))
                of = counts["draft"], counts["approved"], counts["rejected"]
                listed[name] = ReviewQuestion(number, name, known[name].question, *of)
        return listed

    @cached_property
    def _by_version(self) -> Mapping[str, ReviewRow]:
        return {row.version: row for name in self.questions for row in self.rows(name)}

    def question(self, question_id: str) -> ReviewQuestion:
        """Return a question by its id, the first one for ""; raise UnknownError for no such one."""
        if (found := self.questions.get(question_id or next(iter(self.questions), ""))) is None:
            raise UnknownError("there is no such question")
        return found

    def listed(self, question_id: str) -> ListedQuestion:
        """Return the words of a question that there is."""
        return self._asking.questions[question_id]

    def rows(self, question_id: str) -> list[ReviewRow]:
        """Return the rows of a question, table by table."""
        return [row for row in self._rows.get(question_id, ()) if row.table != SELECTION]

    def selected(self, question_id: str) -> ReviewRow | None:
        """Return the row by which a question is selected, None where none is."""
        rows = self._rows.get(question_id, ())
        return next((row for row in rows if row.table == SELECTION), None)

    def by_versions(self, versions: Iterable[str]) -> list[ReviewRow]:
        """Return rows by their versions; raise GoneError where there is one no more."""
        found = [self._by_version.get(version) for version in dict.fromkeys(versions)]
        rows = [row for row in found if row is not None]
        if len(rows) < len(found) or not rows:
            raise GoneError("the row was changed by somebody else meanwhile")
        return rows

    def cards(self, question_id: str) -> list[Card]:
        """Return the rows of a question by what is decided on as one."""
        blind, sharing = self._is_blind(question_id), self._asking.sharing(question_id)
        beside = [name for name in sharing if self._is_blind(name) == blind]
        equal: dict[object, list[ReviewRow]] = defaultdict(list)
        for row in (row for name in beside if name in self.questions for row in self.rows(name)):
            equal[row.said].append(row)
        found: dict[object, list[ReviewRow]] = defaultdict(list)
        for row in self.rows(question_id):
            found[row.together].append(row)
        return [
            Card(tuple(lines), tuple(other for row in lines for other in equal[row.said]))
            for lines in found.values()
        ]

    def chosen(self, wanted: RowFilter) -> list[ReviewQuestion]:
        """Return the questions that a filter picks out, by themselves and their rows."""
        taken = [one for one in self.questions.values() if wanted.takes(one)]
        if not wanted.kind and wanted.state not in get_args(RowState):
            return taken  # they say by themselves what is asked
        having = {question_of(row.row) for row in self._picked(wanted)}
        return [one for one in taken if one.question_id in having]

    def picked(self, wanted: RowFilter) -> list[ReviewRow]:
        """Return the waiting rows that a filter picks out and in which no rule finds a fault."""
        waiting = [row for row in self._picked(wanted) if row.status == "draft"]
        found = self.findings(dict.fromkeys(question_of(row.row) for row in waiting))
        return [row for row in waiting if not is_grave(found.get(row.name, ()))]

    def _picked(self, wanted: RowFilter) -> list[ReviewRow]:
        names = [name for name, one in self.questions.items() if wanted.takes(one)]
        found = self.findings(names) if wanted.state == "warned" else {}
        warned, by = {name for name, of in found.items() if is_grave(of)}, self.annotator
        tests: Mapping[str, Callable[[ReviewRow], bool]] = {
            "waiting": lambda row: row.status == "draft",
            "warned": lambda row: row.name in warned or question_of(row.row) in warned,
            "disputed": lambda row: row.disputed,
            "flagged": lambda row: row.is_flagged,
            "mine": lambda row: row.status != "draft" and vars(row.row)["annotator"] == by,
            "rejected": lambda row: row.status == "rejected",
        }
        every = (row for name in names for row in self.rows(name))
        picked = [*filter(tests[wanted.state], every)] if wanted.state in tests else [*every]
        return [row for row in picked if wanted.kind in ("", vars(row.row).get("kind", row.table))]

    def findings(self, question_ids: Iterable[str]) -> Findings:
        """Return what the rules find in questions and their rows; what is the same is kept."""
        rows = {name: self._rows.get(name, []) for name in question_ids}
        held = self._found
        stale = [name for name in rows if name not in held or not _alike(held[name][0], rows[name])]
        if stale:
            found: dict[str, list[Finding]] = defaultdict(list)
            for table, row, each in self.bench(*stale).found(findings):
                of_question = each.rule in OF_QUESTION
                found[question_of(row) if of_question else name_of(table, key_of(row))].append(each)
            for name in stale:
                keys = (name, *(row.name for row in rows[name]))
                held[name] = rows[name], {key: found[key] for key in keys if key in found}
        return {key: of for name in rows for key, of in held[name][1].items()}


def _alike(some: Sequence[ReviewRow], others: Sequence[ReviewRow]) -> bool:
    """Tell whether rules find the same in rows: whoever decided on them, but for rejections."""
    if some == others:
        return True
    read = ([(row.said, row.status == "rejected") for row in rows] for rows in (some, others))
    return next(read) == next(read)
