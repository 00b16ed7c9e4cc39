"""What a ledger tells of each row: how it was before anybody decided, and what each made of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from lvbuild.annotate.ledger import TABLE_STAYS, Entry, read_entries
from lvbuild.tables.rows import names_program
from lvbuild.tables.writing import fields_key

Fields = Mapping[str, Any]
Said = Literal["accept", "edit", "reject"]
_BY_WHOM = frozenset({"status", "annotator", "note"})


def undecided(fields: Fields) -> Fields:
    """Return a row as nobody decided on it: what a program rejected stays so."""
    if fields.get("status", "draft") == "draft" or names_program(fields["annotator"]):
        return fields
    return {**fields, "status": "draft", "note": ""}


def content(fields: Fields) -> Fields:
    """Return what a row says, without who decided what on it."""
    return {name: value for name, value in fields.items() if name not in _BY_WHOM}


@dataclass(slots=True, eq=False)
class RowHistory:
    """What a ledger tells of one row.

    `base` is the row as nobody decided on it, None where a person added it; `own` is by annotator
    how each has left it, None where he took it away; `now` is how it came to stand in its table,
    None where the ledger does not say. `blind` is what each decided without knowing
    what another did. `control` is what is right of it where it is a planted row.
    """

    table: str
    key: tuple[str, ...]
    base: Fields | None
    control: str = ""
    entries: list[Entry] = field(default_factory=list)
    own: dict[str, Fields | None] = field(default_factory=dict)
    blind: dict[str, Said] = field(default_factory=dict)
    now: Fields | None = None
    ruled: bool = False

    def is_for(self, annotator: str) -> bool:
        """Tell whether an annotator may rule on it: two others disagree, and no third has ruled."""
        disputed = len({*self.blind.values()}) > 1 and not self.ruled and not self.control
        return disputed and annotator not in self.blind

    def left_by(self, annotator: str, stored: Fields) -> Fields | None:
        """Return the row as one sees it who knows of nobody else's decisions.

        It stands as it is `stored` where that was changed without the ledger.
        """
        if self.now is not None and content(self.now) != content(stored):
            return undecided(stored)
        return self.own.get(annotator, self.base)

    def told_to(self, annotator: str, *, is_blind: bool) -> tuple[Entry, ...]:
        """Return what people did to it: where it is shown blind, only what the annotator did.

        Of a row that he took back and added again, as others may have meanwhile, he sees the last.
        """
        if not is_blind:
            return tuple(each for each in self.entries if not names_program(each.annotator))
        own = tuple(each for each in self.entries if each.annotator == annotator)
        return own[max((n for n, each in enumerate(own) if each.before is None), default=0) :]

    def add(self, entry: Entry) -> None:
        """Add what was done to it next."""
        self.entries.append(entry)
        if entry.action not in TABLE_STAYS:
            self.now = entry.after
        before, after, name = entry.before or {}, entry.after, entry.annotator
        if entry.action == "flag" or names_program(name):
            return
        self.own[name] = after
        if entry.action in ("rule", "undo"):
            self.ruled = entry.action == "rule"
        if after is None or not entry.decision or after["annotator"] != name:
            self.blind.pop(name, None)
        elif entry.action == "judge" or before.get("status") == "draft" or name in self.blind:
            edited = self.base is not None and content(after) != content(self.base)
            self.blind[name] = "edit" if edited and entry.decision == "accept" else entry.decision


class History:
    """The `rows` of a ledger, and the `seconds` that each annotator spent.

    `refresh` reads what was added to it.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.rows: list[RowHistory] = []
        self.seconds: dict[str, float] = defaultdict(float)
        self._known: dict[tuple[str, bool, str, tuple[str, ...]], RowHistory] = {}
        self._end = 0
        for entry in entries:
            self._add(entry)

    def refresh(self, folder: Path) -> bool:
        """Read what was added to the ledger of a folder, and tell whether anything was.

        Raises UsageError where it is broken.
        """
        before = self._end
        entries, end = read_entries(folder, before)
        if end < self._end:  # another file stands there
            for held in (self.rows, self.seconds, self._known):
                held.clear()
            entries, end = read_entries(folder, 0)
        self._end = end
        for entry in entries:
            self._add(entry)
        return end != before or bool(entries)

    def of(self, table: str, key: tuple[str, ...], *, planted: bool = False) -> RowHistory | None:
        """Return what is told of the row that has a key now, None where nothing is."""
        return self._known.get(("", planted, table, key))

    def kept_alone(self, annotator: str) -> Iterator[tuple[RowHistory, Fields]]:
        """Yield the rows that an annotator added and that stand in no table, as he left them."""
        for row in self.rows:
            is_added = row.base is None and row.now is None and not row.control
            if is_added and (own := row.own.get(annotator)) is not None:
                yield row, own

    def _add(self, entry: Entry) -> None:
        name, planted, table, key = entry.annotator, bool(entry.control), entry.table, entry.key
        before, after = entry.before, entry.after
        self.seconds[name] += entry.seconds
        # What is judged keeps its name for all others.
        by = name if entry.action in TABLE_STAYS else ""
        row = self._known.get((name, planted, table, key)) or self.of(table, key, planted=planted)
        # Who adds a row meets those alone who added it too, while one of them has it still.
        if row and before is None and (row.base is not None or not any(row.own.values())):
            row = None
        if row is None:
            is_own = before is None and entry.action in ("add", "judge")
            found = None if is_own else before or after
            row = RowHistory(table, key, undecided(found) if found else None, entry.control)
            self.rows.append(row)
            self._known[by if before is None else "", planted, table, key] = row
        row.add(entry)
        if after is not None and (now := fields_key(after)) != key:
            self._known[by, planted, table, now] = row
