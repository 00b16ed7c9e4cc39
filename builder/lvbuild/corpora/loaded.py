"""Corpora that are read whole when they are opened: what question corpora have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b

from lvbuild.corpora.corpus import CorpusFile, CorpusQuestion
from lvbuild.corpora.record import REMEDY, RecordError
from lvbuild.errors import BuildError
from lvbuild.model import Document


@dataclass(frozen=True, slots=True)
class LoadedCorpus:
    """A question corpus in memory, its documents one batch."""

    name: str
    revision: str
    licence: str
    _documents: dict[str, Document]
    _questions: tuple[CorpusQuestion, ...]
    _left_out: tuple[tuple[str, str], ...]
    _files: tuple[CorpusFile, ...]

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of all documents, in the order they were read."""
        yield tuple(self._documents)

    def document(self, document_id: str) -> Document:
        """Return one document; BuildError where there is none of that id."""
        try:
            return self._documents[document_id]
        except KeyError:
            raise BuildError(
                f"{document_id}: no such document among the {len(self._documents)} of {self.name}; "
                "expected one of its ids: give the corpus that the plan was made from"
            ) from None

    def files(self) -> Sequence[CorpusFile]:
        """Return the files it was read from, sorted by path."""
        return self._files

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return all questions that can be asked, in the order they were read."""
        return self._questions

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return the ids of the questions that cannot be asked, each with why."""
        return self._left_out


@dataclass(slots=True)
class Loading:
    """A corpus while it is read: documents and questions, each id once.

    `prefix` begins the ids: what the corpora that share a folder have in common.
    """

    prefix: str
    _documents: dict[str, Document] = field(default_factory=dict)
    _outcomes: dict[str, CorpusQuestion | str] = field(default_factory=dict)
    _faults: list[RecordError] = field(default_factory=list)
    _read_well: int = 0

    def add_document(self, where: str, text: str, title: str = "", upstream_id: str = "") -> str:
        """Keep a document unless it is known; return its id, "" where it has no text.

        Raises BuildError where another document has the same upstream id.
        """
        if not text:
            return ""
        document_id = f"{self.prefix}:{upstream_id or digest(title, text)}"
        known = self._documents.setdefault(document_id, Document(document_id, text, title))
        if known.text != text:
            raise _twice(where, "document", document_id)
        return document_id

    def text(self, document_id: str) -> str:
        """Return the text of a document that was added."""
        return self._documents[document_id].text

    def add_question(self, where: str, question: CorpusQuestion, lasting: bool = True) -> None:
        """Keep a question, or leave it out where it lacks what makes it one.

        A second question of the same id has to be the same. Where it is not, that is a BuildError
        if the id is upstream's (`lasting`); if it was made from the wording, both are left out.
        """
        self._settle(where, question.id, _unfit(question) or question, lasting)

    def leave_out(self, where: str, question_id: str, reason: str, lasting: bool = True) -> None:
        """Say why a question cannot be asked; the same holds of its id."""
        self._settle(where, question_id, reason, lasting)

    @contextmanager
    def question(self, where: str, question_id: str, lasting: bool = True) -> Iterator[None]:
        """Read a question: a fault in what is its alone leaves it out, and stops no other."""
        try:
            yield
        except RecordError as fault:
            self._faults.append(fault)
            self.leave_out(where, question_id, fault.within(where), lasting)
        else:
            self._read_well += 1

    def end_file(self) -> None:
        """Raise a file's first fault if it has no question without one: it is of another layout."""
        faults, read_well = self._faults, self._read_well
        self._faults, self._read_well = [], 0
        if faults and not read_well:
            raise faults[0]

    def _settle(
        self, where: str, question_id: str, outcome: CorpusQuestion | str, lasting: bool
    ) -> None:
        if self._outcomes.setdefault(question_id, outcome) == outcome:
            return
        if lasting:
            raise _twice(where, "question", question_id)
        self._outcomes[question_id] = "asked twice, with different answers"

    def done(
        self, name: str, revision: str, licence: str, files: Iterable[CorpusFile]
    ) -> LoadedCorpus:
        """Return the corpus."""
        return LoadedCorpus(
            name,
            revision,
            licence,
            self._documents,
            tuple(kept for kept in self._outcomes.values() if not isinstance(kept, str)),
            tuple((key, why) for key, why in self._outcomes.items() if isinstance(why, str)),
            tuple(sorted(files, key=lambda file: file.path)),
        )


def digest(subject: str, text: str) -> str:
    """Make an id of what upstream has no id for."""
    return blake2b(f"{subject}\n{text}".encode(), digest_size=6).hexdigest()


def question_digest(title: str, document: str, question: str) -> str:
    """Make an id of a question's wording and its document's title, or beginning if it has none."""
    return digest(" ".join((title or document[:200]).split()), question)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Drop what is empty or has come before."""
    return tuple(dict.fromkeys(filter(None, texts)))


def as_it_stands(document: str, passage: str) -> str:
    """Return a passage with the white space it has in a document; "" if it is not there."""
    if passage in document:
        return passage
    found = re.search(r"\s+".join(map(re.escape, passage.split())), document)
    return found[0] if found else ""


def _unfit(question: CorpusQuestion) -> str:
    if not question.input:
        return "the question is empty"
    if not question.answers:
        return "upstream gives no answer"
    return "" if question.supporting else "upstream marks no supporting document"


def _twice(where: str, what: str, identity: str) -> BuildError:
    return BuildError(
        f"{where}: another {what} with the id {identity} came before it; expected every id once: "
        f"{REMEDY}, or take one of the files away"
    )
