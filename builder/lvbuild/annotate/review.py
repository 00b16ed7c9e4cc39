"""The rows under review as each annotator may see them, and what annotators do with them.

What one does to a row that stands in its table as he sees it changes the table. On any other, which
another changed unseen or which is planted, it is kept in the ledger alone, for `agreement`.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import RLock

from pydantic import BaseModel

from lvbuild.annotate.ledger import Action, Fields, History, checked_person, content, undecided
from lvbuild.annotate.rows import SELECTION, TABLES, ReviewRow, name_of, stored_row, version_of
from lvbuild.annotate.view import Findings, View, is_grave
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.core.seeds import child_seed
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import Tables, row_of, row_types
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.rows import Status
from lvbuild.tables.writing import Change, ConflictError, key_of

_ORDER = (*TABLES, SELECTION)


class Review:
    """The rows of a recipe under review by any number of annotators at once, as each sees them.

    A `share` of the questions is shown to everyone as if nobody else had decided; `planted` rows,
    whose right decision is known, stand among the others; where two disagree a third sees what both
    said. `stored` are each question's rows as they stand, `done` is what each annotator can take
    back. Whoever changes rows holds `lock`.
    """

    def __init__(
        self, workbench: Workbench, share: float = 0.0, planted: Sequence[ReviewRow] = ()
    ) -> None:
        self.workbench = workbench
        self.lock = RLock()
        self.history = History()
        self.done: dict[str, list[list[Step]]] = defaultdict(list)
        self._share, self._planted = share, planted
        self._tables: Tables | None = None
        self.stored: dict[str, list[ReviewRow]] = {}
        self._views: dict[str, View] = {}
        self._last: dict[str, View] = {}
        workbench.read_texts()

    def view(self, annotator: str) -> View:
        """Return what an annotator sees; raise UsageError where tables or ledger are broken."""
        with self.lock:
            tables = self.workbench.tables
            if self.history.refresh(self.workbench.folder) or self._tables is not tables:
                self._tables, self.stored = tables, self._read()
                self._last, self._views = self._last | self._views, {}
            if annotator not in self._views:
                rows, last = self._rows_of(annotator), self._last.get(annotator)
                view = View(annotator, rows, self.workbench, self.is_blind, last)
                self._views[annotator] = view
            return self._views[annotator]

    def is_blind(self, question_id: str) -> bool:
        """Tell whether a question is shown to everyone as if nobody else had decided on it.

        Which are is drawn, the same ones on every machine.
        """
        return child_seed("second", question_id) / 2**64 < self._share

    def _rows_of(self, annotator: str) -> dict[str, list[ReviewRow]]:
        """Return the rows of each question as an annotator sees them."""
        found, types = defaultdict[str, list[ReviewRow]](list), row_types(self.workbench.recipe)
        for name, rows in self.stored.items():
            seen = (self._seen(row, annotator) for row in rows)
            found[name] = [row for row in seen if row is not None]
        for told in self.history.rows:
            own = told.own.get(annotator)
            if not own or told.now is not None or told.control:
                continue
            entries = told.told_to(annotator, is_blind=True)
            if entries[0].before is None:  # he added it, and it stands in no table
                row = stored_row(told.table, row_of(own, types[told.table]))
                added = replace(row, in_table=False, told=entries)
                insort(found[question_of(row.row)], added, key=_place)
        return found

    def _read(self) -> dict[str, list[ReviewRow]]:
        rows: dict[str, list[ReviewRow]] = defaultdict(list)
        for name in _ORDER:
            for row in self.workbench.rows(name):
                rows[question_of(row)].append(stored_row(name, row))
        for planted in self._planted:
            rows[question_of(planted.row)].append(planted)
        return {name: sorted(of, key=_place) for name, of in rows.items()}

    def _seen(self, stored: ReviewRow, annotator: str) -> ReviewRow | None:
        """Return a row as an annotator sees it, None where it is not there for him."""
        told = self.history.of(stored.table, stored.key, planted=bool(stored.right))
        seen, blind = stored, self.is_blind(question_of(stored.row))
        # Where all know that somebody else decided, none but planted rows would wait.
        beside = self.stored[question_of(stored.row)] if stored.right and not blind else ()
        decided = {vars(one.row)["annotator"] for one in beside if one.status != "draft"}
        if decided - {annotator} and (told is None or annotator not in told.own):
            return None
        disputed = told is not None and told.is_for(annotator)
        blind = (blind or bool(stored.right)) and not disputed
        if blind and (told or stored.status != "draft"):
            stands, left = stored.fields, told.own.get(annotator, told.base) if told else None
            # One that was changed without the ledger is seen as it stands.
            if told is None or (told.now is not None and content(told.now) != content(stands)):
                left = undecided(stands)
            if left is None:
                return None
            row = stored_row(stored.table, row_of(left, type(stored.row)))
            here = row.version == stored.version and stored.in_table
            seen = replace(row, in_table=here, right=stored.right)
        entries = told.told_to(annotator, is_blind=blind) if told else ()
        return replace(seen, told=entries, disputed=disputed) if entries else seen


def _place(row: ReviewRow) -> tuple[int, str]:
    """Return where a row stands among those of its question."""
    return _ORDER.index(row.table), row.name


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

    @property
    def view(self) -> View:
        """What the annotator sees."""
        return self._review.view(self._annotator)

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
        view = self.view
        rows = view.by_versions(versions)
        if action == "accept":
            found = view.findings([question_of(row.row) for row in rows])
            own = {row.name: found[row.name] for row in rows if is_grave(found.get(row.name, ()))}
            errors = {n: [each for each in of if each.severity == "error"] for n, of in own.items()}
            broken = {name: of for name, of in errors.items() if of}
            if broken or (own and not despite):
                raise UnacceptedError(broken or own)
        by = {"status": status} | ({"note": reason.strip()} if action == "reject" else {})
        self._change([(row, self._made(row, by)) for row in rows], action, reason.strip())

    def edit(self, version: str, fields: Fields, *, accept: bool = False) -> None:
        """Change the fields of a row, which is a draft again, or accepted as it then is.

        Raises UnacceptedError, the row being a draft then.
        """
        [row] = self.view.by_versions([version])
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
        changes = []
        for row in self.view.by_versions(versions):
            fields = vars(row.row)
            others = [*fields.get("alternatives", ())]
            if number not in [*"123456789"][: len(others)]:
                raise UsageError(f"there is no alternative {number}, but {len(others)} in all")
            place = int(number) - 1
            taken, others[place] = others[place], fields["replacement"]
            words = {"replacement": taken, "alternatives": others, "status": "draft"}
            changes.append((row, self._made(row, words)))
        self._change(changes, "edit")

    def flag(self, version: str, comment: str) -> None:
        """Ask for a word on a row; an empty comment takes that back."""
        [row] = self.view.by_versions([version])
        step = Step("flag", Change(row.table, row.row, row.row), row.right, comment.strip())
        self._workbench.write([step], self._annotator, self._seconds)

    def add(self, question_id: str, rows: Iterable[tuple[str, Fields]]) -> None:
        """Add drafts to tables of a question, as one: unseen beside a row that one does not see.

        Raises ConflictError where the annotator sees a row of its key.
        """
        types, view, done = row_types(self._workbench.recipe), self.view, list[Step]()
        for table, fields in rows:
            given = {**fields, "status": "draft", "annotator": self._annotator}
            given |= {} if table == "needles" else {"question_id": question_id}
            row = row_of(given, types[table])
            change, question = Change(table, None, row), question_of(row)
            if seen := _twin(change, view.rows(question)):
                raise ConflictError(change, seen.row)
            unseen = _twin(change, self._review.stored.get(question, ()))
            done.append(Step("judge" if unseen else "add", change))
        self._write(done)

    def select(self, question_id: str, fields: Fields) -> None:
        """Keep, drop or correct a question of the selection.

        Raises UsageError for a question that is not selected: a selection of it alone would be all
        that builds ask.
        """
        if (row := self.view.selected(question_id)) is None:
            raise UsageError("the question is not selected; run `lvbuild annotate select`")
        given = row_of({**fields, "question_id": question_id}, type(row.row))
        self._change([(row, given)], "edit")

    def undo(self) -> Sequence[Change]:
        """Take back what the annotator did last, as one; return the changes, none for nothing.

        Raises ConflictError where somebody else changed a row since: it can be taken back no more.
        """
        if not self._done:
            return ()
        back = []
        for action, (table, before, after), right, _ in reversed(self._done[-1]):
            # To retract what is in the ledger alone leaves the table as it is.
            undoing: Action = "retract" if action == "judge" else "undo"
            back.append(Step(undoing, Change(table, after, before), right))
        try:
            self._workbench.write(back, self._annotator)
        except ConflictError:
            self._done.pop()
            raise
        self._done.pop()
        return [one.change for one in back]

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
                done.append(Step(kept, Change(row.table, row.row, after), row.right, reason))
        self._write(done)

    def _write(self, done: list[Step]) -> None:
        """Do what can be taken back."""
        self._workbench.write(done, self._annotator, self._seconds)
        self._done.append(done)


def _twin(change: Change, rows: Iterable[ReviewRow]) -> ReviewRow | None:
    """Return the row among others that has the key of one to be added, None where none has."""
    name = name_of(change.table, key_of(change.after))
    return next((row for row in rows if row.name == name and not row.right), None)
