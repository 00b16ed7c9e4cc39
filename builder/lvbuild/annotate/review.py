"""What annotators decide on: the rows of each question as one of them sees them, and decisions.

A tenth of the rows, or another share, is shown to two: the second decides without knowing what the
first did, and his decision is kept in the ledger for `agreement` alone. Planted rows, whose right
decision is known, stand among the others and never enter a table.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Literal

from pydantic import BaseModel

from lvbuild.annotate.ledger import Entry, append_entries, now, read_ledger
from lvbuild.annotate.row_index import RowIndex, owner_of
from lvbuild.annotate.shown import STATUS, TABLES, Control, Decision, ShownQuestion, ShownRow
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.release.folder import locked
from lvbuild.tables.finding import Finding
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import Status
from lvbuild.tables.rules import findings
from lvbuild.tables.rules.rows import names_program
from lvbuild.tables.writing import Change, key_of


class GoneError(LvbuildError):
    """A row is no longer as the page showed it."""


@dataclass
class Review:
    """The rows of a recipe under review by any number of annotators at once."""

    workbench: Workbench
    share: float = 0.0
    controls: Sequence[Control] = ()
    _index: RowIndex = field(default_factory=RowIndex, repr=False)
    _undo: dict[str, list[Change]] = field(default_factory=dict, repr=False)
    _judged: dict[tuple[str, str], Decision] = field(default_factory=dict, repr=False)
    _decided_by: dict[str, str] = field(default_factory=dict, repr=False)
    _lock: RLock = field(default_factory=RLock, repr=False)

    def __post_init__(self) -> None:
        for entry in read_ledger(self.workbench.folder):
            self._remember(entry)

    @property
    def question_ids(self) -> list[str]:
        """The questions under review, in the recipe's order: asked ones, then others with rows."""
        asked = self.workbench.asked
        there = self._index.of(self.workbench.tables).by_question
        return list(dict.fromkeys([*asked, *(n for n in there if n in self.workbench.questions)]))

    def questions(self, annotator: str) -> list[ShownQuestion]:
        """Return the list of questions as an annotator sees it."""
        with self._lock:
            ids = self.question_ids
            return [self._question(number, name, annotator) for number, name in enumerate(ids)]

    def question_at(self, number: int, annotator: str) -> ShownQuestion | None:
        """Return the question of a number in the list, None where there is none."""
        with self._lock:
            ids = self.question_ids
            if not 0 <= number < len(ids):
                return None
            return self._question(number, ids[number], annotator)

    def _question(self, number: int, name: str, annotator: str) -> ShownQuestion:
        counts = Counter(row.status for row in self.rows(name, annotator))
        text = self.workbench.questions[name].question
        return ShownQuestion(
            number, name, text, counts["draft"], counts["approved"], counts["rejected"]
        )

    def rows(self, question_id: str, annotator: str) -> list[ShownRow]:
        """Return the rows of a question as an annotator sees them, table by table."""
        with self._lock:
            index = self._index.of(self.workbench.tables)
            shown = [
                self._shown(version, table, row, annotator)
                for version, table, row in index.by_question.get(question_id, ())
            ]
            shown += [
                self._shown_control(control, annotator)
                for control in self.controls
                if owner_of(control.row) == question_id
            ]
            return sorted(shown, key=lambda row: TABLES.index(row.table))

    def row(self, version: str, annotator: str) -> ShownRow:
        """Return a row by its version; raise GoneError where there is none such any more."""
        with self._lock:
            for control in self.controls:
                if self._index.version(control.table, control.row) == version:
                    return self._shown_control(control, annotator)
            found = self._index.of(self.workbench.tables).by_version.get(version)
            if found is None:
                raise GoneError(
                    "the row was changed by somebody else meanwhile; what it is now is shown"
                )
            return self._shown(version, *found, annotator)

    def decide(
        self,
        version: str,
        decision: Decision | Literal["reopen"],
        *,
        annotator: str,
        reason: str = "",
        seconds: float = 0.0,
    ) -> None:
        """Accept or reject a row, or take a decision back to a draft.

        Raises GoneError and ConflictError where somebody else changed it, UsageError where the
        annotator's name is a program's or a rejection has no reason.
        """
        if names_program(annotator):
            raise UsageError(f"{annotator!r} names a program; a person decides, by name")
        if decision == "reject" and not reason.strip():
            raise UsageError("a rejection has a reason")
        with self._lock:
            shown = self.row(version, annotator)
            if decision != "reopen" and (shown.second or shown.control is not None):
                self._judge(shown, decision, annotator, reason, seconds)
                return
            status: Status = "draft" if decision == "reopen" else STATUS[decision]
            update = {"status": status, "annotator": annotator}
            if decision == "reject":
                update["note"] = reason.strip()
            after = row_of({**shown.row.model_dump(), **update}, type(shown.row))
            action: Any = "edit" if decision == "reopen" else decision
            self._apply(Change(shown.table, shown.row, after), annotator, action, reason, seconds)

    def edit(
        self, version: str, fields: Mapping[str, Any], *, annotator: str, seconds: float = 0.0
    ) -> None:
        """Change the fields of a row, which is a draft again; raise ValueError for invalid ones."""
        with self._lock:
            shown = self.row(version, annotator)
            if shown.control is not None or shown.second:
                raise UsageError("the row is there to be decided on; accept or reject it")
            given = {**shown.row.model_dump(), **fields, "annotator": annotator, "status": "draft"}
            after = row_of(given, type(shown.row))
            self._apply(Change(shown.table, shown.row, after), annotator, "edit", "", seconds)

    def add(
        self,
        question_id: str,
        table: str,
        fields: Mapping[str, Any],
        *,
        annotator: str,
        seconds: float = 0.0,
    ) -> None:
        """Add a draft to a table of a question; raise ValueError for invalid fields."""
        row_type = row_types(self.workbench.recipe)[table]
        given = {**fields, "status": "draft", "annotator": annotator}
        if table != "needles":
            given["question_id"] = question_id
        with self._lock:
            row = row_of(given, row_type)
            self._apply(Change(table, None, row), annotator, "add", "", seconds)

    def undo(self, annotator: str) -> Change | None:
        """Take back the last change of an annotator; return it, None where there is none.

        Raises ConflictError where somebody else changed the row since.
        """
        with self._lock:
            done = self._undo.get(annotator)
            if not done:
                return None
            change = done[-1].undone
            self.workbench.apply([change], annotator=annotator, action="undo")
            done.pop()
            self._decided_by.pop(f"{change.table}:{'/'.join(key_of(change.before))}", None)
            return change

    def findings(self, question_id: str) -> dict[str, list[Finding]]:
        """Return what the rules find in the rows of a question, by the rows' versions."""
        tables = self.workbench.tables.of_question(question_id)
        case = self.workbench.case_of(tables)
        lines = {
            (str(table.path), line): self._index.version(name, row)
            for name, table in tables.named().items()
            for line, row in zip(table.lines, table.rows, strict=True)
        }
        found: dict[str, list[Finding]] = defaultdict(list)
        for each in findings(case):
            if (version := lines.get((each.file, each.line))) is not None:
                found[version].append(each)
        return found

    def _apply(
        self, change: Change, annotator: str, action: Any, reason: str, seconds: float
    ) -> None:
        self.workbench.apply(
            [change], annotator=annotator, action=action, reason=reason, seconds=seconds
        )
        self._undo.setdefault(annotator, []).append(change)
        if action in ("accept", "reject") and change.after is not None:
            self._decided_by[_name(change.table, change.after)] = annotator

    def _judge(
        self, shown: ShownRow, decision: Decision, annotator: str, reason: str, seconds: float
    ) -> None:
        entry = Entry(
            time=now(),
            annotator=annotator,
            action="judge",
            table=shown.table,
            before=shown.fields,
            after={**shown.fields, "status": STATUS[decision], "annotator": annotator},
            reason=reason,
            seconds=seconds,
            control=shown.control.right if shown.control else "",
        )
        with locked(self.workbench.folder):
            append_entries(self.workbench.folder, [entry])
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        """Keep who decided on a row, and what was judged of it for comparison."""
        if entry.after is None or entry.action not in ("accept", "reject", "judge"):
            return
        name = f"{entry.table}:{'/'.join(_key_of_fields(entry.after))}"
        if entry.action == "judge":
            decision: Decision = "accept" if entry.decision == "accept" else "reject"
            self._judged[name, entry.annotator] = decision
        else:
            self._decided_by[name] = entry.annotator

    def _shown(self, version: str, table: str, row: BaseModel, annotator: str) -> ShownRow:
        status: Status = getattr(row, "status", "draft")
        name = _name(table, row)
        decided_by = self._decided_by.get(name)
        if status == "draft" or decided_by in (None, annotator) or not self._is_shared(name):
            return ShownRow(version, table, row, status)
        judged = self._judged.get((name, annotator))
        return ShownRow(version, table, row, STATUS[judged] if judged else "draft", second=True)

    def _shown_control(self, control: Control, annotator: str) -> ShownRow:
        judged = self._judged.get((_name(control.table, control.row), annotator))
        return ShownRow(
            self._index.version(control.table, control.row),
            control.table,
            control.row,
            STATUS[judged] if judged else "draft",
            control=control,
        )

    def _is_shared(self, name: str) -> bool:
        drawn = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big")
        return drawn < self.share * 2**32


def _name(table: str, row: BaseModel) -> str:
    return f"{table}:{'/'.join(key_of(row))}"


def _key_of_fields(fields: Mapping[str, Any]) -> list[str]:
    keys = ("question_id", "id", "original", "fact")
    return [str(fields[key]) for key in keys if fields.get(key) is not None]
