"""What annotators do with rows: they decide, edit, flag, add, and take back.

What one does to a row that stands in its table as he sees it changes the table. On any other, which
another changed unseen or which is planted, it is kept in the ledger alone, for `agreement`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel

from lvbuild.annotate.history import Fields
from lvbuild.annotate.ledger import Action, checked_person
from lvbuild.annotate.rows import STATUS, ReviewRow, version_of
from lvbuild.annotate.seen import Findings, Seen, is_grave
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.writing import Change, ConflictError


class GoneError(LvbuildError):
    """A row is no longer as the page showed it: somebody else changed it."""


class UnacceptedError(LvbuildError):
    """Rows cannot be accepted: they break an error's rule, or have warnings to be seen first.

    `found` are these by the rows' names.
    """

    def __init__(self, found: Findings) -> None:
        self.found = found
        self.is_final = any(each.severity == "error" for of in found.values() for each in of)
        super().__init__("; ".join(each.message for of in found.values() for each in of))


class Review:
    """The rows of a recipe under review by any number of annotators at once, as each has `seen`."""

    def __init__(
        self, workbench: Workbench, share: float = 0.0, planted: Sequence[ReviewRow] = ()
    ) -> None:
        self.workbench = workbench
        self.seen = Seen(workbench, share, planted)
        self._undo: dict[str, list[list[Step]]] = defaultdict(list)

    def decide(
        self,
        versions: Iterable[str],
        decision: str,
        *,
        annotator: str,
        reason: str = "",
        seconds: float = 0.0,
        despite: bool = False,
    ) -> None:
        """Accept or reject rows as one, or reopen them as drafts: all or none.

        Raises GoneError and ConflictError where somebody else changed one of them, UsageError where
        the annotator's name is no person's or a rejection has no reason, UnacceptedError where one
        breaks an error's rule or, unless it is to be accepted `despite` that, has a warning.
        """
        annotator, reason = checked_person(annotator), reason.strip()
        if (status := STATUS.get(decision)) is None:
            raise UsageError(f"{decision!r} is none of {', '.join(STATUS)}")
        if decision == "reject" and not reason:
            raise UsageError("a rejection has a reason")
        with self.seen.lock:
            rows = self._rows(versions, annotator)
            if decision == "accept":
                self._hold(rows, annotator, despite)
            done: Action = "edit"
            by: dict[str, Any] = {"status": status}
            if decision == "reject":
                done, by["note"] = "reject", reason
            elif decision == "accept":
                done = "accept"
            self._change([(row, by) for row in rows], done, annotator, seconds, reason)

    def edit(
        self,
        version: str,
        fields: Fields,
        *,
        annotator: str,
        seconds: float = 0.0,
        accept: bool = False,
    ) -> None:
        """Change the fields of a row, which is a draft again, or accepted as it then is.

        Raises ValueError for invalid fields, and UnacceptedError, the row being a draft then.
        """
        annotator = checked_person(annotator)
        with self.seen.lock:
            [row] = self._rows([version], annotator)
            given = {**fields, "status": "draft"}
            [edited] = self._change([(row, given)], "edit", annotator, seconds)
            if accept:
                self.decide([version_of(edited)], "accept", annotator=annotator)
                accepted = self._undo[annotator].pop()
                self._undo[annotator][-1] += accepted  # both are taken back as one

    def take_alternative(
        self, versions: Iterable[str], number: str, *, annotator: str, seconds: float = 0.0
    ) -> None:
        """Let the replacements of rows change places with their alternatives of a digit, from 1.

        Raises UsageError where a row has no such one.
        """
        annotator = checked_person(annotator)
        with self.seen.lock:
            changes = []
            for row in self._rows(versions, annotator):
                fields = vars(row.row)
                others = [*fields.get("alternatives", ())]
                if not re.fullmatch("[1-9]", number) or (place := int(number) - 1) >= len(others):
                    raise UsageError(f"there is no alternative {number}, but {len(others)} in all")
                taken, others[place] = others[place], fields["replacement"]
                words = {"replacement": taken, "alternatives": others, "status": "draft"}
                changes.append((row, words))
            self._change(changes, "edit", annotator, seconds)

    def flag(self, version: str, comment: str, *, annotator: str, seconds: float = 0.0) -> None:
        """Ask for a word on a row; an empty comment takes that back."""
        annotator = checked_person(annotator)
        with self.seen.lock:
            [row] = self._rows([version], annotator)
            same = Change(row.table, row.row, row.row)
            step = Step("flag", same, row.right)
            self.workbench.write([step], annotator, seconds, comment.strip())

    def add(
        self,
        question_id: str,
        rows: Iterable[tuple[str, Fields]],
        *,
        annotator: str,
        seconds: float = 0.0,
    ) -> None:
        """Add drafts to tables of a question, as one; raise ValueError for invalid fields."""
        annotator = checked_person(annotator)
        types, added = row_types(self.workbench.recipe), []
        for table, fields in rows:
            given = {**fields, "status": "draft", "annotator": annotator}
            if table != "needles":
                given["question_id"] = question_id
            added.append((table, row_of(given, types[table])))
        with self.seen.lock:
            done = [
                Step(self.seen.adding(table, row, annotator), Change(table, None, row))
                for table, row in added
            ]
            self.workbench.write(done, annotator, seconds)
            self._undo[annotator].append(done)

    def select(
        self, question_id: str, fields: Fields, *, annotator: str, seconds: float = 0.0
    ) -> None:
        """Keep, drop or correct a question of the selection; raise ValueError for invalid fields.

        Raises UsageError for a question that is not selected: a selection of it alone would be all
        that builds ask.
        """
        annotator = checked_person(annotator)
        with self.seen.lock:
            if (row := self.seen.view(annotator).selected(question_id)) is None:
                raise UsageError("the question is not selected; run `lvbuild annotate select`")
            given = {**fields, "question_id": question_id}
            self._write([(row, row_of(given, type(row.row)))], "edit", annotator, seconds)

    def undo(self, annotator: str) -> Sequence[Change]:
        """Take back what an annotator did last, as one; return the changes, none if there is none.

        Raises ConflictError where somebody else changed a row since: it can be taken back no more.
        """
        with self.seen.lock:
            if not (done := self._undo[annotator]):
                return ()
            back = [one.back for one in reversed(done[-1])]
            try:
                self.workbench.write(back, annotator)
            except ConflictError:
                done.pop()
                raise
            done.pop()
            return [one.change for one in back]

    def _rows(self, versions: Iterable[str], annotator: str) -> list[ReviewRow]:
        found = self.seen.view(annotator).by_versions(versions)
        rows = [row for row in found if row is not None]
        if len(rows) < len(found) or not rows:
            raise GoneError("the row was changed by somebody else meanwhile")
        return rows

    def _hold(self, rows: Sequence[ReviewRow], annotator: str, despite: bool) -> None:
        """Raise UnacceptedError where rows may not be accepted yet."""
        found = self.seen.view(annotator).findings([question_of(row.row) for row in rows])
        own = {row.name: found[row.name] for row in rows if is_grave(found.get(row.name, ()))}
        errors = {n: [e for e in of if e.severity == "error"] for n, of in own.items()}
        broken = {name: of for name, of in errors.items() if of}
        if broken or (own and not despite):
            raise UnacceptedError(broken or own)

    def _change(
        self,
        changes: Iterable[tuple[ReviewRow, Fields]],
        action: Action,
        annotator: str,
        seconds: float,
        reason: str = "",
    ) -> list[BaseModel]:
        """Change fields of rows, and return these."""
        after = [
            (row, row_of({**row.row.model_dump(), **to, "annotator": annotator}, type(row.row)))
            for row, to in changes
        ]
        self._write(after, action, annotator, seconds, reason)
        return [row for _, row in after]

    def _write(
        self,
        changes: Iterable[tuple[ReviewRow, BaseModel]],
        action: Action,
        annotator: str,
        seconds: float,
        reason: str = "",
    ) -> None:
        """Put rows in the places of others, in their tables or in the ledger alone.

        It can be taken back.
        """
        done = list[Step]()
        for row, after in changes:
            rules = row.disputed and action in ("accept", "reject")
            kept: Action = "judge" if not row.in_table else "rule" if rules else action
            if row.row != after:
                done.append(Step(kept, Change(row.table, row.row, after), row.right))
        self.workbench.write(done, annotator, seconds, reason)
        self._undo[annotator].append(done)
