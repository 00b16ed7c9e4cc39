"""What stands before a passage of a titled document: its title, and the header of a cut table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lvbuild.core.model import LanguageCode, Origin
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.excerpts import excerpt_id
from lvbuild.text.counting import Counting
from lvbuild.text.rows import Rows, header_at, rows_of


@dataclass(frozen=True)
class Leads:
    """Makes passages that begin with their document's title, as `title_of` has it by its id.

    `mark` stands before the title. One that begins within a table begins with the table's header
    below it. A document without a title has only that.
    """

    title_of: Callable[[str], str]
    mark: str
    language: LanguageCode
    counting: Counting
    _tables: dict[str, list[Rows]] = field(default_factory=dict, repr=False)

    def passage(self, name: str, text: str, cut: tuple[int, int] | None) -> SplitDocument:
        """Return the characters of a `cut` of a document behind their lead; None is all of it."""
        start, stop = cut or (0, len(text))
        if name not in self._tables:
            self._tables[name] = rows_of(text)
        lead = f"{self.mark}{title}\n" if (title := self.title_of(name)) else ""
        if header := header_at(self._tables[name], start):
            lead += f"{text[slice(*header)]}\n"
        return SplitDocument.of(
            excerpt_id(name, cut) if cut else name,
            lead + text[start:stop],
            self.language,
            self.counting,
            origin=Origin(name, start, len(lead)),
        )
