"""Who decided on which row, and how a second annotator judged it, as the ledger tells."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import BaseModel

from lvbuild.annotate.ledger import Entry, now
from lvbuild.annotate.shown import STATUS, Control, Decision, IndexedRow, ShownRow, name_of_fields


@dataclass
class Opinions:
    """The decisions on rows. Of a `share` of them each annotator but the first is asked too."""

    share: float = 0.0
    _judged: dict[tuple[str, str], Decision] = field(default_factory=dict, repr=False)
    _decided_by: dict[str, str] = field(default_factory=dict, repr=False)

    def remember(self, entries: Iterable[Entry]) -> None:
        """Keep who decided on rows, and what was judged of them for comparison."""
        for entry in entries:
            if entry.after is None or entry.action not in ("accept", "reject", "judge"):
                continue
            name = name_of_fields(entry.table, entry.after)
            if entry.action == "judge":
                self._judged[name, entry.annotator] = (
                    "accept" if entry.decision == "accept" else "reject"
                )
            else:
                self._decided_by[name] = entry.annotator

    def decided(self, name: str, annotator: str) -> None:
        """Keep who decided on a row."""
        self._decided_by[name] = annotator

    def forget(self, name: str) -> None:
        """Forget who decided on a row: it was taken back."""
        self._decided_by.pop(name, None)

    def shown(self, indexed: IndexedRow, annotator: str) -> ShownRow:
        """Return a row as an annotator sees it: one decided on may be his to judge too."""
        version, name, table, row = indexed
        status = vars(row).get("status", "draft")
        if not self.share or status == "draft" or not self._is_anothers(name, annotator):
            return ShownRow(version, table, row, status)
        judged = self._judged.get((name, annotator))
        return ShownRow(version, table, row, STATUS[judged] if judged else "draft", second=True)

    def shown_control(self, indexed: IndexedRow, control: Control, annotator: str) -> ShownRow:
        """Return a planted row as an annotator sees it."""
        version, name, table, row = indexed
        judged = self._judged.get((name, annotator))
        return ShownRow(version, table, row, STATUS[judged] if judged else "draft", control=control)

    def _is_anothers(self, name: str, annotator: str) -> bool:
        if self._decided_by.get(name) in (None, annotator):
            return False
        drawn = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big")
        return drawn < self.share * 2**32


def judgement(
    shown: ShownRow, decision: Decision, annotator: str, reason: str, seconds: float
) -> Entry:
    """Return what the ledger says of a decision for comparison alone."""
    row: BaseModel = shown.row
    fields = row.model_dump(mode="json")
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
