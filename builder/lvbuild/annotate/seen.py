"""The rows under review as each annotator sees them.

The rows of a share of the questions are shown to everyone as if nobody else had decided on them.
Planted rows, whose right decision is known, stand among the others. Where two disagree a third sees
what both said.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import RLock
from typing import Any, Literal, get_args

from pydantic import BaseModel

from lvbuild.annotate.history import History, RowHistory, undecided
from lvbuild.annotate.ledger import Action
from lvbuild.annotate.rows import TABLES, Card, ReviewRow, cards_of, name_of, stored_row
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.seeds import child_seed
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.rules import OF_QUESTION, findings
from lvbuild.rules.context import Finding
from lvbuild.tables.reading import Placed, Tables, row_of, row_types
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.writing import Change, ConflictError, key_of
from lvbuild.tasks.task import ListedQuestion

QuestionState = Literal["waiting", "done", "empty"]
RowState = Literal["warned", "disputed", "flagged", "mine", "rejected"]
STATES: Sequence[str] = ("all", *get_args(QuestionState), *get_args(RowState))
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
        found = not sought or sought in one.question.casefold() or sought in one.question_id
        return found and self.state in (one.state, "all", *get_args(RowState))

    def takes_row(self, row: ReviewRow, annotator: str, found: Findings) -> bool:
        """Tell whether a row of such a question is looked for."""
        tests: Mapping[str, Callable[[], bool]] = {
            "waiting": lambda: row.status == "draft",
            "warned": lambda: any(
                is_grave(found.get(key, ())) for key in (row.name, question_of(row.row))
            ),
            "disputed": lambda: row.disputed,
            "flagged": lambda: row.is_flagged,
            "mine": lambda: row.status != "draft" and vars(row.row)["annotator"] == annotator,
            "rejected": lambda: row.status == "rejected",
        }
        of_kind = self.kind in ("", vars(row.row).get("kind", row.table))
        return of_kind and (self.state not in tests or tests[self.state]())


def is_grave(found: Iterable[Finding]) -> bool:
    """Tell whether a person must see what was found before a row is accepted."""
    return any(one.severity != "note" for one in found)


class Seen:
    """The rows of a recipe as any number of annotators see them.

    A `share` of the questions is shown to everyone as if nobody else had decided; `planted` rows
    are shown to everyone. Whoever changes rows holds `lock`.
    """

    def __init__(
        self, workbench: Workbench, share: float = 0.0, planted: Sequence[ReviewRow] = ()
    ) -> None:
        self.workbench = workbench
        self.lock = RLock()
        self.history = History()
        self._share = share
        self._planted: dict[str, list[ReviewRow]] = defaultdict(list)
        for row in planted:
            self._planted[question_of(row.row)].append(row)
        self._tables: Tables | None = None
        self._rows: dict[str, list[ReviewRow]] = {}
        self._owners: dict[str, str] = {}
        self._types = row_types(workbench.recipe)
        self._found: dict[tuple[str, str], tuple[list[ReviewRow], Findings]] = {}
        known = {name: one.supporting for name, one in workbench.questions.items()}
        self._sharing = SharedEvidence(known)
        self._refresh()

    def questions(self, annotator: str) -> list[ReviewQuestion]:
        """Return all questions, in the recipe's order."""
        with self.lock:
            self._refresh()
            known = self.workbench.questions
            return [
                self._question(number, known[name], annotator)
                for number, name in enumerate(self._ids())
            ]

    def chosen(
        self, questions: Iterable[ReviewQuestion], annotator: str, wanted: RowFilter
    ) -> list[ReviewQuestion]:
        """Return those of some questions that a filter picks out, by themselves and their rows."""
        taken = [one for one in questions if wanted.takes(one)]
        if not wanted.kind and wanted.state not in get_args(RowState):
            return taken
        with self.lock:
            having = {question_of(row.row) for row in self._picked(taken, annotator, wanted)}
            return [one for one in taken if one.question_id in having]

    def question(self, question_id: str, annotator: str) -> ReviewQuestion | None:
        """Return a question by its id, the first one for "", None where there is none."""
        with self.lock:
            self._refresh()
            ids = self._ids()
            question_id = question_id or next(iter(ids), "")
            if question_id not in ids:
                return None
            listed = self.workbench.questions[question_id]
            return self._question(ids.index(question_id), listed, annotator)

    def hours(self, annotator: str) -> float:
        """Return the hours that an annotator spent."""
        return self.history.seconds.get(annotator, 0.0) / 3600

    def rows(self, question_id: str, annotator: str) -> list[ReviewRow]:
        """Return the rows of a question as an annotator sees them, table by table."""
        with self.lock:
            self._refresh()
            return self._rows_of(question_id, annotator)

    def by_versions(self, versions: Iterable[str], annotator: str) -> list[ReviewRow | None]:
        """Return rows by their versions, None for each that there is no more."""
        wanted = dict.fromkeys(versions)
        with self.lock:
            self._refresh()
            near = {self._owners[version] for version in wanted if version in self._owners}
            found: dict[str, ReviewRow] = {}
            for names in (near, self._ids()):
                if len(found) < len(wanted):
                    every = (row for name in names for row in self._rows_of(name, annotator))
                    found |= {row.version: row for row in every if row.version in wanted}
            return [found.get(version) for version in wanted]

    def cards(self, question_id: str, annotator: str) -> list[Card]:
        """Return the rows of a question by what is decided on as one."""
        with self.lock:
            self._refresh()
            supporting = self.workbench.questions[question_id].supporting
            sharing = dict.fromkeys(name for each in supporting for name in self._sharing.of(each))
            blind, ids = self.is_blind(question_id), set(self._ids())
            beside = [
                row
                for name in sharing
                if name != question_id and name in ids and self.is_blind(name) == blind
                for row in self._rows_of(name, annotator)
            ]
            return cards_of(self._rows_of(question_id, annotator), beside)

    def picked(self, annotator: str, wanted: RowFilter) -> list[ReviewRow]:
        """Return the waiting rows that a filter picks out and in which no rule finds a fault."""
        with self.lock:
            taken = [one for one in self.questions(annotator) if wanted.takes(one)]
            picked = self._picked(taken, annotator, wanted)
            waiting = [row for row in picked if row.status == "draft"]
            found = self.findings(dict.fromkeys(question_of(r.row) for r in waiting), annotator)
            return [row for row in waiting if not is_grave(found.get(row.name, ()))]

    def tables(self, question_id: str, annotator: str) -> Tables:
        """Return the tables with the rows of a question as an annotator sees them."""
        with self.lock:
            rows = self.rows(question_id, annotator)
            return _with_rows(self.workbench.tables, {question_id: rows})

    def findings(self, question_ids: Iterable[str], annotator: str) -> Findings:
        """Return what the rules find in questions and their rows as an annotator sees them."""
        with self.lock:
            self._refresh()
            names = dict.fromkeys(question_ids)
            rows = {name: self._rows_of(name, annotator) for name in names}
            held = {name: self._found.get((name, annotator)) for name in names}
            stale = {n: of for n, of in rows.items() if not (f := held[n]) or not _alike(f[0], of)}
            found = self._findings(stale) if stale else {}
            for name, of in stale.items():
                own = {key: found[key] for key in (name, *(r.name for r in of)) if key in found}
                self._found[name, annotator] = of, own
            return {key: of for n in names for key, of in self._found[n, annotator][1].items()}

    def is_blind(self, question_id: str) -> bool:
        """Tell whether a question is shown to everyone as if nobody else had decided on it."""
        return _drawn(question_id) < self._share

    def adding(self, table: str, row: BaseModel, annotator: str) -> Action:
        """Return how an annotator adds a row: beside one of its key that he does not see, unseen.

        Raises ConflictError where he sees one of its key.
        """
        name, question = name_of(table, key_of(row)), question_of(row)
        for seen in self.rows(question, annotator):
            if seen.name == name and not seen.right:
                raise ConflictError(Change(table, None, row), seen.row)
        stored = self._rows.get(question, ())
        return "judge" if any(r.name == name and not r.right for r in stored) else "add"

    def _findings(self, rows: Mapping[str, Sequence[ReviewRow]]) -> Findings:
        tables = _with_rows(self.workbench.tables.of_questions(rows), rows)
        found: dict[str, list[Finding]] = defaultdict(list)
        for table, row, each in self.workbench.found_in(tables, findings):
            of_question = each.rule in OF_QUESTION
            found[question_of(row) if of_question else name_of(table, key_of(row))].append(each)
        return found

    def _picked(
        self, questions: Iterable[ReviewQuestion], annotator: str, wanted: RowFilter
    ) -> list[ReviewRow]:
        names = [one.question_id for one in questions]
        found = self.findings(names, annotator) if wanted.state == "warned" else {}
        every = (row for name in names for row in self._rows_of(name, annotator))
        return [row for row in every if wanted.takes_row(row, annotator, found)]

    def _refresh(self) -> None:
        """Read what changed in the tables and the ledger."""
        tables = self.workbench.tables
        self.history.refresh(self.workbench.folder)
        if self._tables is not tables:
            self._tables, self._rows, self._owners = tables, defaultdict(list), {}
            for name in TABLES:
                table = tables.named().get(name)
                for row in table.rows if table else ():
                    stored = stored_row(name, row)
                    self._rows[question_of(row)].append(stored)
                    self._owners[stored.version] = question_of(row)
            for question in {*self._rows, *self._planted}:
                rows = [*self._rows[question], *self._planted.get(question, ())]
                self._rows[question] = sorted(rows, key=_place)

    def _ids(self) -> list[str]:
        """Return the questions in the recipe's order: asked, dropped, others with rows."""
        known, selection = self.workbench.questions, self.workbench.tables.selection
        dropped = [row.question_id for row in selection.rows if row.dropped] if selection else []
        there = (name for name in (*dropped, *self._rows) if name in known)
        return list(dict.fromkeys([*self.workbench.asked, *there]))

    def _question(self, number: int, one: ListedQuestion, annotator: str) -> ReviewQuestion:
        counts = Counter(row.status for row in self._rows_of(one.question_id, annotator))
        of = counts["draft"], counts["approved"], counts["rejected"]
        return ReviewQuestion(number, one.question_id, one.question, *of)

    def _rows_of(self, question_id: str, annotator: str) -> list[ReviewRow]:
        seen = (self._seen(row, annotator) for row in self._stored(question_id, annotator))
        rows = [row for row in seen if row is not None]
        for told, fields in self.history.kept_alone(question_id.removeprefix("needle:"), annotator):
            row = stored_row(told.table, row_of(fields, self._types[told.table]))
            entries = tuple(told.told_to(annotator, is_blind=True))
            rows.append(replace(row, in_table=False, told=entries))
        return sorted(rows, key=_place)

    def _stored(self, question_id: str, annotator: str) -> Iterator[ReviewRow]:
        """Yield the rows of a question as they stand, with planted ones.

        These are left out where all know that somebody else decided: none but they would wait.
        """
        rows = self._rows.get(question_id, ())
        if not self._planted.get(question_id) or self.is_blind(question_id):
            yield from rows
            return
        by = {vars(r.row)["annotator"] for r in rows if not r.right and r.status != "draft"}
        for row in rows:
            told = self._told(row)
            if not row.right or not by - {annotator} or (told and annotator in told.own):
                yield row

    def _told(self, row: ReviewRow) -> RowHistory | None:
        return self.history.of(row.table, key_of(row.row), planted=bool(row.right))

    def _is_own(self, stored: ReviewRow) -> bool:
        """Tell whether an annotator sees his own decisions alone on a row."""
        return bool(stored.right) or self.is_blind(question_of(stored.row))

    def _seen(self, stored: ReviewRow, annotator: str) -> ReviewRow | None:
        """Return a row as an annotator sees it, None where it is not there for him."""
        told = self._told(stored)
        disputed = told is not None and told.is_for(annotator)
        blind, seen = self._is_own(stored) and not disputed, stored
        if blind and (told is not None or stored.status != "draft"):
            fields = (
                undecided(stored.fields) if told is None else told.left_by(annotator, stored.fields)
            )
            if fields is None:
                return None
            row = stored_row(stored.table, row_of(fields, type(stored.row)))
            here = row.version == stored.version and stored.in_table
            seen = replace(row, in_table=here, right=stored.right)
        entries = tuple(told.told_to(annotator, is_blind=blind)) if told else ()
        return replace(seen, told=entries, disputed=disputed) if entries else seen


def _alike(some: Sequence[ReviewRow], others: Sequence[ReviewRow]) -> bool:
    """Tell whether rules find the same in rows: whoever decided on them, but for rejections."""
    read = ([row.what_rules_read for row in rows] for rows in (some, others))
    return some == others or next(read) == next(read)


def _place(row: ReviewRow) -> tuple[int, str]:
    """Return where a row stands among those of its question."""
    return TABLES.index(row.table), row.name


@lru_cache(maxsize=20_000)
def _drawn(question_id: str) -> float:
    """Return a question's place among all, drawn from 0 to 1: the same on every machine."""
    return child_seed("second", question_id) / 2**64


def _with_rows(tables: Tables, rows: Mapping[str, Sequence[ReviewRow]]) -> Tables:
    """Return tables in which some questions have other rows."""
    changed: dict[str, Any] = {}
    for name in TABLES:
        if (table := tables.named().get(name)) is not None:
            kept = [placed for placed in table.placed if question_of(placed.row) not in rows]
            seen = [each.row for of in rows.values() for each in of if each.table == name]
            lines = enumerate(seen, start=kept[-1].line + 1 if kept else 1)
            placed = (Placed(table.path, line, row) for line, row in lines)
            changed[name] = replace(table, placed=(*kept, *placed))
    return replace(tables, **changed)
