"""What annotators do with rows: they decide, edit, flag, add, and take back.

What one does to a row that stands in its table as he sees it changes the table. On any other, which
another changed unseen or which is planted, it is kept in the ledger alone, for `agreement`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from pydantic import BaseModel

from lvbuild.annotate.ledger import Action, Fields, checked_person
from lvbuild.annotate.review import Review
from lvbuild.annotate.rows import ReviewRow, version_of
from lvbuild.annotate.view import Findings, View, is_grave
from lvbuild.annotate.workbench import Step
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import Change, ConflictError

_DECISIONS: Mapping[str, tuple[Status, Action]] = {
    "accept": ("approved", "accept"),
    "reject": ("rejected", "reject"),
    "reopen": ("draft", "edit"),
}
"""What a row's status is, and what the ledger says, by what is decided on it."""


class UnacceptedError(LvbuildError):
    """Rows cannot be accepted: they break an error's rule, or have warnings to be seen first.

    `found` are these by the rows' names.
    """

    def __init__(self, found: Findings) -> None:
        self.found = found
        self.is_final = any(each.severity == "error" for of in found.values() for each in of)
        super().__init__("; ".join(each.message for of in found.values() for each in of))


class Reviewer:
    """An annotator who does one thing to rows, named by their versions: to all or to none.

    It took so many `seconds`. No person's name raises UsageError; what is done raises GoneError and
    ConflictError where somebody else changed a row, and ValueError for fields that are none.
    """

    def __init__(self, review: Review, annotator: str, seconds: float = 0.0) -> None:
        self._review, self._workbench = review, review.workbench
        self._annotator, self._seconds = checked_person(annotator), seconds
        self._done = review.done[self._annotator]

    def decide(
        self, versions: Iterable[str], decision: str, reason: str = "", *, despite: bool = False
    ) -> None:
        """Accept or reject rows as one, or reopen them as drafts.

        Raises UsageError where a rejection has no reason, UnacceptedError where a row breaks an
        error's rule or, unless it is to be accepted `despite` that, has a warning.
        """
        if decision not in _DECISIONS:
            raise UsageError(f"{decision!r} is none of {', '.join(_DECISIONS)}")
        status, action = _DECISIONS[decision]
        if action == "reject" and not reason.strip():
            raise UsageError("a rejection has a reason")
        with self._holding() as view:
            rows = view.by_versions(versions)
            if action == "accept":
                _hold(rows, view, despite)
            by = {"status": status} | ({"note": reason.strip()} if action == "reject" else {})
            self._change([(row, self._made(row, by)) for row in rows], action, reason.strip())

    def edit(self, version: str, fields: Fields, *, accept: bool = False) -> None:
        """Change the fields of a row, which is a draft again, or accepted as it then is.

        Raises UnacceptedError, the row being a draft then.
        """
        with self._holding() as view:
            [row] = view.by_versions([version])
            edited = self._made(row, {**fields, "status": "draft"})
            self._change([(row, edited)], "edit")
            if accept:
                self._seconds = 0.0
                self.decide([version_of(edited)], "accept")
                accepted = self._done.pop()
                self._done[-1] += accepted  # both are taken back as one

    def take_alternative(self, versions: Iterable[str], number: str) -> None:
        """Let the replacements of rows change places with their alternatives of a digit, from 1.

        Raises UsageError where a row has no such one.
        """
        with self._holding() as view:
            changes = []
            for row in view.by_versions(versions):
                fields = vars(row.row)
                others = [*fields.get("alternatives", ())]
                if not re.fullmatch("[1-9]", number) or (place := int(number) - 1) >= len(others):
                    raise UsageError(f"there is no alternative {number}, but {len(others)} in all")
                taken, others[place] = others[place], fields["replacement"]
                words = {"replacement": taken, "alternatives": others, "status": "draft"}
                changes.append((row, self._made(row, words)))
            self._change(changes, "edit")

    def flag(self, version: str, comment: str) -> None:
        """Ask for a word on a row; an empty comment takes that back."""
        with self._holding() as view:
            [row] = view.by_versions([version])
            step = Step("flag", Change(row.table, row.row, row.row), row.right)
            self._workbench.write([step], self._annotator, self._seconds, comment.strip())

    def add(self, question_id: str, rows: Iterable[tuple[str, Fields]]) -> None:
        """Add drafts to tables of a question, as one."""
        types, done = row_types(self._workbench.recipe), list[Step]()
        with self._holding():
            for table, fields in rows:
                given = {**fields, "status": "draft", "annotator": self._annotator}
                given |= {} if table == "needles" else {"question_id": question_id}
                row = row_of(given, types[table])
                action = self._review.adding(table, row, self._annotator)
                done.append(Step(action, Change(table, None, row)))
            self._write(done)

    def select(self, question_id: str, fields: Fields) -> None:
        """Keep, drop or correct a question of the selection.

        Raises UsageError for a question that is not selected: a selection of it alone would be all
        that builds ask.
        """
        with self._holding() as view:
            if (row := view.selected(question_id)) is None:
                raise UsageError("the question is not selected; run `lvbuild annotate select`")
            given = row_of({**fields, "question_id": question_id}, type(row.row))
            self._change([(row, given)], "edit")

    def undo(self) -> Sequence[Change]:
        """Take back what the annotator did last, as one; return the changes, none for nothing.

        Raises ConflictError where somebody else changed a row since: it can be taken back no more.
        """
        with self._holding():
            if not self._done:
                return ()
            back = [one.back for one in reversed(self._done[-1])]
            try:
                self._workbench.write(back, self._annotator)
            except ConflictError:
                self._done.pop()
                raise
            self._done.pop()
            return [one.change for one in back]

    @property
    def view(self) -> View:
        """What the annotator sees."""
        return self._review.view(self._annotator)

    @contextmanager
    def _holding(self) -> Iterator[View]:
        """Hold what the annotator sees as it is."""
        with self._review.lock:
            yield self.view

    def _made(self, row: ReviewRow, fields: Fields) -> BaseModel:
        """Return what the annotator makes of a row by some of its fields."""
        return row_of({**vars(row.row), **fields, "annotator": self._annotator}, type(row.row))

    def _change(
        self, changes: Iterable[tuple[ReviewRow, BaseModel]], action: Action, reason: str = ""
    ) -> None:
        """Put rows in the places of others, in their tables or in the ledger alone."""
        done = []
        for row, after in changes:
            rules = row.disputed and action in ("accept", "reject")
            kept: Action = "judge" if not row.in_table else "rule" if rules else action
            if row.row != after:
                done.append(Step(kept, Change(row.table, row.row, after), row.right))
        self._write(done, reason)

    def _write(self, done: list[Step], reason: str = "") -> None:
        """Do what can be taken back."""
        self._workbench.write(done, self._annotator, self._seconds, reason)
        self._done.append(done)


def _hold(rows: Sequence[ReviewRow], view: View, despite: bool) -> None:
    """Raise UnacceptedError where rows may not be accepted yet."""
    found = view.findings([question_of(row.row) for row in rows])
    own = {row.name: found[row.name] for row in rows if is_grave(found.get(row.name, ()))}
    errors = {n: [each for each in of if each.severity == "error"] for n, of in own.items()}
    broken = {name: of for name, of in errors.items() if of}
    if broken or (own and not despite):
        raise UnacceptedError(broken or own)
