"""What annotators decide on: the rows of each question as one of them sees them, and decisions.

A tenth of the rows, or another share, is shown to two: the second decides without knowing what the
first did, and his decision is kept in the ledger for `agreement` alone. Planted rows, whose right
decision is known, stand among the others and never enter a table.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import RLock
from typing import Any, Literal

from lvbuild.annotate.ledger import Action, checked_person, read_ledger
from lvbuild.annotate.rows import (
    STATUS,
    TABLES,
    Decision,
    ReviewQuestion,
    ReviewRow,
    name_of,
    stored_row,
    version_of,
)
from lvbuild.annotate.workbench import Workbench, with_rows
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.rules import findings
from lvbuild.rules.context import Finding
from lvbuild.rules.rows import names_program
from lvbuild.tables.reading import Tables, row_of, row_types
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import Change, ConflictError, key_of


class GoneError(LvbuildError):
    """A row is no longer as the page showed it."""


class Review:
    """The rows of a recipe under review by any number of annotators at once.

    Of a `share` of the decided rows, imported ones too, everyone is asked but the person whom the
    row's `annotator` names; of `planted` ones everyone is.
    """

    def __init__(
        self, workbench: Workbench, share: float = 0.0, planted: Sequence[ReviewRow] = ()
    ) -> None:
        self.workbench = workbench
        self._share = share
        self._planted = planted
        self._tables: Tables | None = None
        self._stored: dict[str, list[ReviewRow]] = {}
        self._undo: dict[str, list[list[Change]]] = defaultdict(list)
        self._judged = {
            (name_of(each.table, each.key), each.annotator): STATUS[each.decision]
            for each in read_ledger(workbench.folder)
            if each.action == "judge" and each.decision
        }
        self._lock = RLock()

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
            rows = self._by_question().get(question_id, ())
            return [self._shown(each, annotator) for each in rows]

    def row(self, version: str, annotator: str) -> ReviewRow:
        """Return a row by its version; raise GoneError where there is none such any more."""
        with self._lock:
            stored = self._by_question().values()
            every = (each for rows in (self._planted, *stored) for each in rows)
            found = next((each for each in every if each.version == version), None)
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
            status: Status = "draft" if decision == "reopen" else STATUS[decision]
            note = {"note": reason} if decision == "reject" else {}
            decided = {"status": status, "annotator": annotator, **note}
            changes, judged = [], defaultdict(list)
            for shown in rows:
                after = row_of({**shown.row.model_dump(), **decided}, type(shown.row))
                change = Change(shown.table, shown.row, after)
                if decision != "reopen" and shown.is_compared:
                    judged[shown.right].append(change)
                else:
                    changes.append(change)
            by: dict[str, Any] = {"annotator": annotator, "reason": reason}
            action: Action = "edit" if decision == "reopen" else decision
            self._apply(changes, action, seconds=spent * len(changes), **by)
            for right, of in judged.items():
                told = {"seconds": spent * len(of), "control": right, **by}
                self.workbench.apply(of, action="judge", **told)
                names = (name_of(each.table, key_of(each.after)) for each in of)
                self._judged |= {(name, annotator): status for name in names}

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
            changed = [Change(shown.table, shown.row, after)]
            self._apply(changed, "edit", annotator=annotator, seconds=seconds)

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
            added = [Change(table, None, row)]
            self._apply(added, "add", annotator=annotator, seconds=seconds)

    def undo(self, annotator: str) -> Sequence[Change]:
        """Take back what an annotator did last, as one; return the changes, none if there is none.

        Raises ConflictError where somebody else changed a row since: it can be taken back no more.
        """
        with self._lock:
            if not (done := self._undo[annotator]):
                return ()
            undone = reversed(done[-1])
            changes = [Change(table, after, before) for table, before, after in undone]
            try:
                self.workbench.apply(changes, annotator=annotator, action="undo")
            except ConflictError:
                done.pop()
                raise
            done.pop()
            return changes

    def findings(self, question_id: str) -> dict[str, list[Finding]]:
        """Return what the rules find in the rows of a question, by the rows' versions."""
        tables = self.workbench.tables.of_questions([question_id])
        found: dict[str, list[Finding]] = defaultdict(list)
        for _, row, each in with_rows(findings(self.workbench.lint_context(tables)), tables):
            found[version_of(row)].append(each)
        return found

    def _question_ids(self) -> list[str]:
        """Return the questions in the recipe's order: asked ones, then others with rows."""
        there = (name for name in self._by_question() if name in self.workbench.questions)
        return list(dict.fromkeys([*self.workbench.asked, *there]))

    def _question(self, number: int, name: str, annotator: str) -> ReviewQuestion:
        rows = (self._shown(each, annotator) for each in self._stored.get(name, ()))
        counts = Counter(row.status for row in rows)
        text = self.workbench.questions[name].question
        return ReviewQuestion(
            number, name, text, counts["draft"], counts["approved"], counts["rejected"]
        )

    def _by_question(self) -> Mapping[str, Sequence[ReviewRow]]:
        """Return the rows of all questions as they stand, table by table, planted ones last."""
        tables = self.workbench.tables
        if self._tables is not tables:
            self._tables, self._stored = tables, defaultdict(list)
            for name in TABLES:
                table = tables.named().get(name)
                stored = [stored_row(name, row) for row in (table.rows if table else ())]
                for each in [*stored, *(row for row in self._planted if row.table == name)]:
                    self._stored[question_of(each.row)].append(each)
        return self._stored

    def _shown(self, stored: ReviewRow, annotator: str) -> ReviewRow:
        """Return a row as an annotator sees it: one that another decided on may be his to judge."""
        by = str(vars(stored.row)["annotator"])
        another = stored.status != "draft" and by != annotator and not names_program(by)
        drawn = hashlib.blake2b(stored.name.encode(), digest_size=4).digest()
        second = another and int.from_bytes(drawn, "big") / 2**32 < self._share
        if not (second or stored.right):
            return stored
        status = self._judged.get((stored.name, annotator), "draft")
        return replace(stored, status=status, second=second and not stored.right)

    def _apply(self, changes: Sequence[Change], action: Action, **told: Any) -> None:
        """Change rows, so that who does it can take all of them back as one."""
        if changes:
            self.workbench.apply(changes, action=action, **told)
            self._undo[told["annotator"]].append(list(changes))
