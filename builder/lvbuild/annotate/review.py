"""The rows under review as each annotator may see them."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from threading import RLock

from pydantic import BaseModel

from lvbuild.annotate.ledger import Action, History, undecided
from lvbuild.annotate.rows import SELECTION, TABLES, ReviewRow, name_of, stored_row
from lvbuild.annotate.view import View
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.core.seeds import child_seed
from lvbuild.tables.reading import Tables, row_of, row_types
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.writing import Change, ConflictError, key_of

_ORDER = (*TABLES, SELECTION)


class Review:
    """The rows of a recipe under review by any number of annotators at once, as each sees them.

    A `share` of the questions is shown to everyone as if nobody else had decided; `planted` rows,
    whose right decision is known, stand among the others; where two disagree a third sees what both
    said. `done` is what each can take back. Whoever changes rows holds `lock`.
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
        self._stored: dict[str, list[ReviewRow]] = {}
        self._deciding: dict[str, set[str]] = defaultdict(set)
        self._views: dict[str, View] = {}
        self._fresh: set[str] = set()
        self._types = row_types(workbench.recipe)
        workbench.read_texts()

    def view(self, annotator: str) -> View:
        """Return what an annotator sees; raise UsageError where tables or ledger are broken."""
        with self.lock:
            tables = self.workbench.tables
            if self.history.refresh(self.workbench.folder) or self._tables is not tables:
                self._tables, self._stored = tables, self._read(tables)
                self._fresh.clear()
            if annotator not in self._fresh:
                rows, last = self._rows_of(annotator), self._views.get(annotator)
                view = View(annotator, rows, self.workbench, self.is_blind, last)
                self._views[annotator] = view
                self._fresh.add(annotator)
            return self._views[annotator]

    def is_blind(self, question_id: str) -> bool:
        """Tell whether a question is shown to everyone as if nobody else had decided on it."""
        return _drawn(question_id) < self._share

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

    def _rows_of(self, annotator: str) -> dict[str, list[ReviewRow]]:
        """Return the rows of each question as an annotator sees them."""
        found: dict[str, list[ReviewRow]] = defaultdict(list)
        for name, rows in self._stored.items():
            seen = (self._seen(row, annotator) for row in rows)
            found[name] = [row for row in seen if row is not None]
        for told, fields in self.history.kept_alone(annotator):
            row = stored_row(told.table, row_of(fields, self._types[told.table]))
            own = replace(row, in_table=False, told=told.told_to(annotator, is_blind=True))
            insort(found[question_of(row.row)], own, key=_place)
        return found

    def _read(self, tables: Tables) -> dict[str, list[ReviewRow]]:
        rows: dict[str, list[ReviewRow]] = defaultdict(list)
        self._deciding.clear()
        named = tables.named()
        for name in _ORDER:
            for row in named[name].rows if name in named else ():
                rows[question_of(row)].append(stored_row(name, row))
                if vars(row).get("status", "draft") != "draft":
                    self._deciding[question_of(row)].add(vars(row)["annotator"])
        for planted in self._planted:
            rows[question_of(planted.row)].append(planted)
        return {name: sorted(of, key=_place) for name, of in rows.items()}

    def _seen(self, stored: ReviewRow, annotator: str) -> ReviewRow | None:
        """Return a row as an annotator sees it, None where it is not there for him."""
        told = self.history.of(stored.table, stored.key, planted=bool(stored.right))
        question, seen = question_of(stored.row), stored
        blind = self.is_blind(question)
        # Where all know that somebody else decided, none but planted rows would wait.
        lone = stored.right and not blind and self._deciding[question] - {annotator}
        if lone and (told is None or annotator not in told.own):
            return None
        disputed = told is not None and told.is_for(annotator)
        blind = (blind or bool(stored.right)) and not disputed
        if blind and (told or stored.status != "draft"):
            fields = told.left_by(annotator, stored.fields) if told else undecided(stored.fields)
            if fields is None:
                return None
            row = stored_row(stored.table, row_of(fields, type(stored.row)))
            here = row.version == stored.version and stored.in_table
            seen = replace(row, in_table=here, right=stored.right)
        entries = told.told_to(annotator, is_blind=blind) if told else ()
        return replace(seen, told=entries, disputed=disputed) if entries else seen


def _place(row: ReviewRow) -> tuple[int, str]:
    """Return where a row stands among those of its question."""
    return _ORDER.index(row.table), row.name


@lru_cache(maxsize=20_000)
def _drawn(question_id: str) -> float:
    """Return a question's place among all, drawn from 0 to 1: the same on every machine."""
    return child_seed("second", question_id) / 2**64
