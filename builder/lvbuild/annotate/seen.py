"""The rows under review as each annotator sees them: the one way in which the page reads tables.

The rows of a share of the questions are shown to everyone as if nobody else had decided on them.
Planted rows, whose right decision is known, stand among the others. Where two disagree a third sees
what both said.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from threading import RLock
from typing import Any, Literal, get_args

from pydantic import BaseModel

from lvbuild.annotate.history import History, RowHistory, undecided
from lvbuild.annotate.ledger import Action
from lvbuild.annotate.rows import SELECTION, TABLES, Card, ReviewRow, cards_of, name_of, stored_row
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.seeds import child_seed
from lvbuild.errors import LvbuildError
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.rules import OF_QUESTION, findings
from lvbuild.rules.context import Finding
from lvbuild.tables.reading import Placed, Tables, row_of, row_types
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.writing import Change, ConflictError, key_of, row_json
from lvbuild.tasks.task import ListedQuestion

QuestionState = Literal["waiting", "done", "empty"]
RowState = Literal["warned", "disputed", "flagged", "mine", "rejected"]
STATES: Sequence[str] = ("all", *get_args(QuestionState), *get_args(RowState))
_ORDER = (*TABLES, SELECTION)
_ASKING = (SELECTION, "questions")
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

    @property
    def is_of_rows(self) -> bool:
        """Whether it asks for more than questions say of themselves."""
        return bool(self.kind) or self.state in get_args(RowState)

    def takes(self, one: ReviewQuestion) -> bool:
        """Tell whether a question is looked for, as far as it says so itself."""
        sought = self.find.casefold().strip()
        found = not sought or sought in one.question.casefold() or sought in one.question_id
        return found and self.state in (one.state, "all", *get_args(RowState))

    def takes_row(self, row: ReviewRow, annotator: str, found: Findings) -> bool:
        """Tell whether a row of such a question is looked for."""
        if self.kind not in ("", vars(row.row).get("kind", row.table)):
            return False
        if self.state == "warned":
            keys = row.name, question_of(row.row)
            return any(is_grave(found.get(key, ())) for key in keys)
        tests = {
            "waiting": row.status == "draft",
            "disputed": row.disputed,
            "flagged": row.is_flagged,
            "mine": row.status != "draft" and vars(row.row)["annotator"] == annotator,
            "rejected": row.status == "rejected",
        }
        return tests.get(self.state, True)


def is_grave(found: Iterable[Finding]) -> bool:
    """Tell whether a person must see what was found before a row is accepted."""
    return any(one.severity != "note" for one in found)


class GoneError(LvbuildError):
    """A row is no longer as the page showed it: somebody else changed it."""


class View:
    """What an annotator sees of tables and ledger as they stand: after a change another is made.

    `hours` are those that he spent.
    """

    def __init__(self, seen: Seen, annotator: str, last: View | None) -> None:
        self.annotator = annotator
        self.hours = seen.history.seconds.get(annotator, 0.0) / 3600
        self._seen = seen
        self._rows: dict[str, list[ReviewRow]] = seen.rows_of(annotator)
        self._stored = seen.workbench.tables
        before = last._asking if last else seen.workbench
        self._asking: Workbench = before.with_tables(self._tables(_ASKING, self._rows))
        self._found: dict[str, tuple[Sequence[ReviewRow], Findings]] = last._found if last else {}

    def bench(self, *question_ids: str) -> Workbench:
        """Return the workbench with the rows of some questions as he sees them, or of all."""
        asking, names = self._asking.tables, [*(question_ids or self._rows), "*"]
        rest = self._tables([name for name in TABLES if name not in _ASKING], names)
        asked = {name: getattr(asking, name) for name in _ASKING}
        return self._asking.with_tables(replace(rest, **asked))

    def _tables(self, tables: Iterable[str], question_ids: Iterable[str]) -> Tables:
        """Return the tables with those rows of some that some questions have, the others' bare."""
        seen: dict[str, Any] = {}
        for name, table in self._stored.named().items():
            if name not in tables:
                continue
            known = (question_of(row) for row in table.rows) if name in _ASKING else ()
            order = dict.fromkeys([*known, *question_ids])
            rows = [r.row for one in order for r in self._rows.get(one, ()) if r.table == name]
            placed = tuple(Placed(table.path, n, row) for n, row in enumerate(rows, start=1))
            seen[name] = replace(table, placed=placed)
            if name in _ASKING and rows != [*table.rows]:
                seen[name] = replace(seen[name], content="\n".join(map(row_json, rows)).encode())
        return replace(self._stored, **seen)

    @cached_property
    def questions(self) -> Sequence[ReviewQuestion]:
        """All questions, in the recipe's order: asked, dropped, others with rows."""
        known, selection = self._asking.questions, self._asking.tables.selection
        dropped = [row.question_id for row in selection.rows if row.dropped] if selection else []
        others = (name for name in known if name in self._rows and self.rows(name))
        listed = []
        for number, name in enumerate(dict.fromkeys([*self._asking.asked, *dropped, *others])):
            if name in known:
                counts = Counter(row.status for row in self.rows(name))
                of = counts["draft"], counts["approved"], counts["rejected"]
                listed.append(ReviewQuestion(number, name, known[name].question, *of))
        return listed

    @cached_property
    def _by_id(self) -> Mapping[str, ReviewQuestion]:
        return {one.question_id: one for one in self.questions}

    @cached_property
    def _by_version(self) -> Mapping[str, ReviewRow]:
        return {row.version: row for name in self._by_id for row in self.rows(name)}

    def question(self, question_id: str) -> ReviewQuestion | None:
        """Return a question by its id, the first one for "", None where there is none."""
        return self._by_id.get(question_id or next(iter(self._by_id), ""))

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
        blind = self._seen.is_blind(question_id)
        beside = (
            row
            for name in self._seen.sharing(question_id)
            if name in self._by_id and self._seen.is_blind(name) == blind
            for row in self.rows(name)
        )
        return cards_of(self.rows(question_id), list(beside))

    def chosen(self, wanted: RowFilter) -> list[ReviewQuestion]:
        """Return the questions that a filter picks out, by themselves and their rows."""
        taken = [one for one in self.questions if wanted.takes(one)]
        if not wanted.is_of_rows:
            return taken
        having = {question_of(row.row) for row in self._picked(wanted)}
        return [one for one in taken if one.question_id in having]

    def picked(self, wanted: RowFilter) -> list[ReviewRow]:
        """Return the waiting rows that a filter picks out and in which no rule finds a fault."""
        waiting = [row for row in self._picked(wanted) if row.status == "draft"]
        found = self.findings(dict.fromkeys(question_of(row.row) for row in waiting))
        return [row for row in waiting if not is_grave(found.get(row.name, ()))]

    def _picked(self, wanted: RowFilter) -> list[ReviewRow]:
        names = [one.question_id for one in self.questions if wanted.takes(one)]
        found = self.findings(names) if wanted.state == "warned" else {}
        every = (row for name in names for row in self.rows(name))
        return [row for row in every if wanted.takes_row(row, self.annotator, found)]

    def findings(self, question_ids: Iterable[str]) -> Findings:
        """Return what the rules find in questions and their rows; what is the same is kept."""
        names, stale = [*question_ids], {}
        for name in names:
            held, rows = self._found.get(name), self._rows.get(name, [])
            if held is None or not _alike(held[0], rows):
                stale[name] = rows
        if stale:
            found: dict[str, list[Finding]] = defaultdict(list)
            bench = self.bench(*stale)
            for table, row, each in bench.found_in(bench.tables, findings):
                of_question = each.rule in OF_QUESTION
                found[question_of(row) if of_question else name_of(table, key_of(row))].append(each)
            for name, rows in stale.items():
                keys = (name, *(row.name for row in rows))
                self._found[name] = rows, {key: found[key] for key in keys if key in found}
        return {key: of for name in names for key, of in self._found[name][1].items()}


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
        self._stored: dict[str, list[ReviewRow]] = {}
        self._views: dict[str, View] = {}
        self._fresh: set[str] = set()
        self._types = row_types(workbench.recipe)
        known = {name: one.supporting for name, one in workbench.questions.items()}
        self._sharing = SharedEvidence(known)

    def view(self, annotator: str) -> View:
        """Return what an annotator sees; raise UsageError where tables or ledger are broken."""
        with self.lock:
            tables = self.workbench.tables
            if self.history.refresh(self.workbench.folder) or self._tables is not tables:
                self._tables, self._stored = tables, self._read(tables)
                self._fresh.clear()
            if annotator not in self._fresh:
                self._views[annotator] = View(self, annotator, self._views.get(annotator))
                self._fresh.add(annotator)
            return self._views[annotator]

    def is_blind(self, question_id: str) -> bool:
        """Tell whether a question is shown to everyone as if nobody else had decided on it."""
        return _drawn(question_id) < self._share

    def sharing(self, question_id: str) -> Iterable[str]:
        """Return the other questions that share documents with one."""
        supporting = self.workbench.questions[question_id].supporting
        sharing = dict.fromkeys(name for each in supporting for name in self._sharing.of(each))
        return [name for name in sharing if name != question_id]

    def adding(self, table: str, row: BaseModel, annotator: str) -> Action:
        """Return how an annotator adds a row: beside one of its key that he does not see, unseen.

        Raises ConflictError where he sees one of its key.
        """
        name, question = name_of(table, key_of(row)), question_of(row)
        for seen in self.view(annotator).rows(question):
            if seen.name == name and not seen.right:
                raise ConflictError(Change(table, None, row), seen.row)
        stored = self._stored.get(question, ())
        return "judge" if any(r.name == name and not r.right for r in stored) else "add"

    def rows_of(self, annotator: str) -> dict[str, list[ReviewRow]]:
        """Return the rows of each question as an annotator sees them."""
        found: dict[str, list[ReviewRow]] = defaultdict(list)
        for name in self._stored:
            seen = (self._seen(row, annotator) for row in self._shown(name, annotator))
            found[name] = [row for row in seen if row is not None]
        for told, fields in self.history.kept_alone(annotator):
            row = stored_row(told.table, row_of(fields, self._types[told.table]))
            entries = tuple(told.told_to(annotator, is_blind=True))
            name = question_of(row.row)
            found[name] = sorted(
                [*found[name], replace(row, in_table=False, told=entries)], key=_place
            )
        return found

    def _read(self, tables: Tables) -> dict[str, list[ReviewRow]]:
        rows: dict[str, list[ReviewRow]] = defaultdict(list)
        named = tables.named()
        for name in _ORDER:
            for row in named[name].rows if name in named else ():
                rows[question_of(row)].append(stored_row(name, row))
        for name, planted in self._planted.items():
            rows[name] += planted
        return {name: sorted(of, key=_place) for name, of in rows.items()}

    def _shown(self, question_id: str, annotator: str) -> Iterator[ReviewRow]:
        """Yield the rows of a question as they stand, with planted ones.

        These are left out where all know that somebody else decided: none but they would wait.
        """
        rows = self._stored[question_id]
        if question_id not in self._planted or self.is_blind(question_id):
            yield from rows
            return
        by = {vars(r.row).get("annotator") for r in rows if not r.right and r.status != "draft"}
        for row in rows:
            told = self._told(row)
            if not row.right or not by - {annotator} or (told and annotator in told.own):
                yield row

    def _told(self, row: ReviewRow) -> RowHistory | None:
        return self.history.of(row.table, row.key, planted=bool(row.right))

    def _seen(self, stored: ReviewRow, annotator: str) -> ReviewRow | None:
        """Return a row as an annotator sees it, None where it is not there for him."""
        told = self._told(stored)
        disputed = told is not None and told.is_for(annotator)
        blind, seen = bool(stored.right) or self.is_blind(question_of(stored.row)), stored
        if blind and not disputed and (told is not None or stored.status != "draft"):
            fields = (
                undecided(stored.fields) if told is None else told.left_by(annotator, stored.fields)
            )
            if fields is None:
                return None
            row = stored_row(stored.table, row_of(fields, type(stored.row)))
            here = row.version == stored.version and stored.in_table
            seen = replace(row, in_table=here, right=stored.right)
        entries = told.told_to(annotator, is_blind=blind and not disputed) if told else ()
        return replace(seen, told=tuple(entries), disputed=disputed) if entries else seen


def _alike(some: Sequence[ReviewRow], others: Sequence[ReviewRow]) -> bool:
    """Tell whether rules find the same in rows: whoever decided on them, but for rejections."""
    read = ([row.what_rules_read for row in rows] for rows in (some, others))
    return some == others or next(read) == next(read)


def _place(row: ReviewRow) -> tuple[int, str]:
    """Return where a row stands among those of its question."""
    return _ORDER.index(row.table), row.name


@lru_cache(maxsize=20_000)
def _drawn(question_id: str) -> float:
    """Return a question's place among all, drawn from 0 to 1: the same on every machine."""
    return child_seed("second", question_id) / 2**64
