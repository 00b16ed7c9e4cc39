"""The documents of a corpus as they are cleaned, and its questions' words beside them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lvbuild.text.cleaning import CHARACTERS, CONVERSION, HTML, Cleaning, Trace

CERTAIN = Cleaning((CHARACTERS, HTML, CONVERSION))
"""What is noise in whatever text: a corpus that no one knows is cleaned of it alone."""


@dataclass(slots=True)
class CleanedTexts:
    """Cleans texts, remembers what they were and where their passages went.

    `counts` says how many documents a rule has changed.
    """

    cleaning: Cleaning
    counts: Counter[str] = field(default_factory=Counter)
    _before: dict[str, str] = field(default_factory=dict)
    _after: dict[str, str] = field(default_factory=dict)
    _traces: dict[str, Trace] = field(default_factory=dict)
    _words: dict[str, str] = field(default_factory=dict)

    def add(self, document_id: str, text: str) -> str:
        """Clean a document's text and return it."""
        cleaned, kinds = self.cleaning.clean(text)
        self._after[document_id] = cleaned
        if kinds:
            self.counts.update(kinds)
            self._before[document_id] = text
        return cleaned

    def before(self, document_id: str) -> str:
        """Return a document's text as it was added; "" where there is none of that id."""
        return self._before.get(document_id) or self.after(document_id)

    def after(self, document_id: str) -> str:
        """Return a document's text as it was cleaned; "" where there is none of that id."""
        return self._after.get(document_id, "")

    def words(self, text: str) -> str:
        """Clean the words of a question, an answer or a passage by themselves, equal ones once."""
        if text not in self._words:
            self._words[text] = self.cleaning.clean(text).text
        return self._words[text]

    def line(self, text: str) -> str:
        """Clean the words of a question: what becomes several lines by it is one."""
        cleaned = self.words(text)
        return cleaned if cleaned == text else " ".join(cleaned.split("\n"))

    def passage(self, document_id: str, passage: str) -> str:
        """Return what became of a passage of a document, "" if it does not stand in it."""
        start = self.before(document_id).find(passage)
        return self.stretch(document_id, start, start + len(passage))[0] if start >= 0 else ""

    def stretch(self, document_id: str, start: int, end: int) -> tuple[str, int]:
        """Return what became of the characters [start, end) of a document, and where it begins."""
        text = self._after[document_id]
        if document_id in self._before:
            start, end = self._trace(document_id).span(start, end)
        kept = text[start:end]
        return kept.strip(), start + len(kept) - len(kept.lstrip())

    def _trace(self, document_id: str) -> Trace:
        if document_id not in self._traces:
            self._traces[document_id] = self.cleaning.trace(self._before[document_id])
        return self._traces[document_id]
