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

from lvbuild.annotate.ledger import Action, Entry, checked_person, now, read_ledger
from lvbuild.annotate.rows import (
    STATUS,
    TABLES,
    Control,
    Decision,
    IndexedRow,
    ReviewQuestion,
    ReviewRow,
    RowIndex,
    name_of,
)
from lvbuild.annotate.workbench import Workbench, with_rows
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.rules import findings
from lvbuild.rules.context import Finding
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.writing import Change, ConflictError


class GoneError(LvbuildError):
    """A row is no longer as the page showed it."""


@dataclass
class Review:
    """The rows of a recipe under review by any number of annotators at once.

    Of a `share` of the rows each annotator but the first is asked too.
    """

    workbench: Workbench
    share: float = 0.0
    controls: Sequence[Control] = ()
    _index: RowIndex = field(default_factory=RowIndex, repr=False)
    _undo: dict[str, list[list[Change]]] = field(default_factory=dict, repr=False)
    _decided_by: dict[str, str] = field(default_factory=dict, repr=False)
    _judged: dict[tuple[str, str], Decision] = field(default_factory=dict, repr=False)
    _lock: RLock = field(default_factory=RLock, repr=False)

    def __post_init__(self) -> None:
        self._read(read_ledger(self.workbench.folder))

    def _read(self, entries: Sequence[Entry]) -> None:
        """Keep who decided on rows, and what was judged of them for comparison."""
        for entry in entries:
            name = name_of(entry.table, entry.key)
            if entry.action == "judge" and entry.decision:
                self._judged[name, entry.annotator] = entry.decision
            elif entry.after is not None and entry.action in ("accept", "reject"):
                self._decided_by[name] = entry.annotator

    def questions(self, annotator: str) -> list[ReviewQuestion]:
        """Return the list of questions as an annotator sees it."""
        with self._lock:
            ids = self._question_ids()
            return [self._question(at, name, annotator) for at, name in enumerate(ids)]

    def question_at(self, number: int, annotator: str) -> ReviewQuestion | None:
        """Return the question of a number in the list, None where there is none."""
        with self._lock:
            ids = self._question_ids()
            if not 0 <= number < len(ids):
                return None
            return self._question(number, ids[number], annotator)

    def rows(self, question_id: str, annotator: str) -> list[ReviewRow]:
        """Return the rows of a question as an annotator sees them, table by table."""
        with self._lock:
            self._index.update(self.workbench.tables)
            shown = self._rows(question_id, annotator)
            return sorted(shown, key=lambda row: TABLES.index(row.table))

    def row(self, version: str, annotator: str) -> ReviewRow:
        """Return a row by its version; raise GoneError where there is none such any more."""
        with self._lock:
            for control in self.controls:
                indexed = self._index.row(control.table, control.row)
                if indexed.version == version:
                    return self._shown(indexed, annotator, control)
            self._index.update(self.workbench.tables)
            found = self._index.by_version.get(version)
            if found is None:
                raise GoneError(
                    "the row was changed by somebody else meanwhile; what it is now is shown"
                )
            return self._shown(found, annotator)

    def decide(
        self,
        versions: Sequence[str],
        decision: Decision | Literal["reopen"],
        *,
        annotator: str,
        reason: str = "",
        seconds: float = 0.0,
    ) -> None:
        """Accept or reject rows as one, or take the decisions back to drafts: all or none.

        Raises GoneError and ConflictError where somebody else changed one of them, UsageError where
        the annotator's name is no person's or a rejection has no reason.
        """
        annotator, reason = checked_person(annotator), reason.strip()
        if decision == "reject" and not reason:
            raise UsageError("a rejection has a reason")
        with self._lock:
            rows = [self.row(version, annotator) for version in dict.fromkeys(versions)]
            spent = seconds / max(len(rows), 1)
            changes, judged = [], []
            for shown in rows:
                if decision != "reopen" and shown.is_compared:
                    judged.append(_judgement(shown, decision, annotator, reason, spent))
                else:
                    status = "draft" if decision == "reopen" else STATUS[decision]
                    note = {"note": reason} if decision == "reject" else {}
                    decided = {"status": status, "annotator": annotator, **note}
                    after = row_of({**shown.row.model_dump(), **decided}, type(shown.row))
                    changes.append(Change(shown.table, shown.row, after))
            action: Action = "edit" if decision == "reopen" else decision
            self._apply(changes, annotator, action, reason, spent * len(changes))
            if judged:
                self.workbench.append(judged)
                self._read(judged)

    def edit(
        self, version: str, fields: Mapping[str, Any], *, annotator: str, seconds: float = 0.0
    ) -> None:
        """Change the fields of a row, which is a draft again; raise ValueError for invalid ones."""
        annotator = checked_person(annotator)
        with self._lock:
            shown = self.row(version, annotator)
            if shown.is_compared:
                raise UsageError("the row is there to be decided on; accept or reject it")
            given = {**shown.row.model_dump(), **fields, "annotator": annotator, "status": "draft"}
            after = row_of(given, type(shown.row))
            self._apply([Change(shown.table, shown.row, after)], annotator, "edit", "", seconds)

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
        annotator = checked_person(annotator)
        row_type = row_types(self.workbench.recipe)[table]
        given = {**fields, "status": "draft", "annotator": annotator}
        if table != "needles":
            given["question_id"] = question_id
        with self._lock:
            row = row_of(given, row_type)
            self._apply([Change(table, None, row)], annotator, "add", "", seconds)

    def undo(self, annotator: str) -> Sequence[Change]:
        """Take back what an annotator did last, as one; return the changes, none if there is none.

        Raises ConflictError where somebody else changed a row since: it can be taken back no more.
        """
        with self._lock:
            if not (done := self._undo.get(annotator)):
                return ()
            undone = reversed(done[-1])
            changes = [Change(table, after, before) for table, before, after in undone]
            try:
                self.workbench.apply(changes, annotator=annotator, action="undo")
            except ConflictError:
                done.pop()
                raise
            done.pop()
            for change in changes:
                if change.before is not None:
                    name = self._index.row(change.table, change.before).name
                    self._decided_by.pop(name, None)
            return changes

    def findings(self, question_id: str) -> dict[str, list[Finding]]:
        """Return what the rules find in the rows of a question, by the rows' versions."""
        tables = self.workbench.tables.of_questions([question_id])
        found: dict[str, list[Finding]] = defaultdict(list)
        for table, row, each in with_rows(findings(self.workbench.lint_context(tables)), tables):
            found[self._index.row(table, row).version].append(each)
        return found

    def _question_ids(self) -> list[str]:
        """Return the questions in the recipe's order: asked ones, then others with rows."""
        self._index.update(self.workbench.tables)
        there = (name for name in self._index.by_question if name in self.workbench.questions)
        return list(dict.fromkeys([*self.workbench.asked, *there]))

    def _question(self, number: int, name: str, annotator: str) -> ReviewQuestion:
        counts = Counter(row.status for row in self._rows(name, annotator))
        text = self.workbench.questions[name].question
        return ReviewQuestion(
            number, name, text, counts["draft"], counts["approved"], counts["rejected"]
        )

    def _rows(self, question_id: str, annotator: str) -> list[ReviewRow]:
        there = self._index.by_question.get(question_id, ())
        return [self._shown(each, annotator) for each in there] + [
            self._shown(self._index.row(control.table, control.row), annotator, control)
            for control in self.controls
            if question_of(control.row) == question_id
        ]

    def _shown(
        self, indexed: IndexedRow, annotator: str, control: Control | None = None
    ) -> ReviewRow:
        """Return a row as an annotator sees it: one decided on may be his to judge too."""
        version, name, table, row = indexed
        status = vars(row).get("status", "draft")
        another = self._decided_by.get(name) not in (None, annotator)
        drawn = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big")
        drawn_for_two = drawn / 2**32 < self.share
        second = control is None and status != "draft" and another and drawn_for_two
        if second or control is not None:
            judged = self._judged.get((name, annotator))
            status = STATUS[judged] if judged else "draft"
        return ReviewRow(version, table, row, status, second, control)

    def _apply(
        self,
        changes: Sequence[Change],
        annotator: str,
        action: Action,
        reason: str,
        seconds: float,
    ) -> None:
        if not changes:
            return
        self.workbench.apply(
            changes, annotator=annotator, action=action, reason=reason, seconds=seconds
        )
        self._undo.setdefault(annotator, []).append(list(changes))
        for change in changes:
            if action in ("accept", "reject") and change.after is not None:
                name = self._index.row(change.table, change.after).name
                self._decided_by[name] = annotator


def _judgement(
    shown: ReviewRow, decision: Decision, annotator: str, reason: str, seconds: float
) -> Entry:
    fields = shown.fields
    return Entry(
        time=now(),
        annotator=annotator,
        action="judge",
        table=shown.table,
        before=fields,
        after={**fields, "status": STATUS[decision], "annotator": annotator},
        reason=reason,
        seconds=round(seconds, 3),
        control=shown.control.right if shown.control else "",
    )
