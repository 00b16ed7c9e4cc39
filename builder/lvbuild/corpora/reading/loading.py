"""A corpus while it is read: its documents and questions, cleaned, each id once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, Epochs, LoadedCorpus
from lvbuild.corpora.reading.cleaning import (
    PAGE_LINES,
    CleanedTexts,
    cleaned_question,
    distinct,
    shared_lines,
    without_lines,
)
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.record import REMEDY, Record, RecordError
from lvbuild.corpora.reading.screening import why_refused
from lvbuild.errors import BuildError
from lvbuild.languages import only_shipped
from lvbuild.text import cleaning
from lvbuild.text.cleaning import Cleaning


class Loading:
    """A corpus while it is read: documents and questions, each id once.

    `prefix` begins the ids: what the corpora that share a folder have in common. Texts are handed
    over as upstream has them, and ids are made of these.
    `lasting` ids of questions are upstream's; others are made of their wording. `counts` says how
    often each kind of noise was mended or left out.
    """

    def __init__(self, folder: CorpusFolder, prefix: str, lasting: bool = True) -> None:
        self.files = RecordFiles(folder.path, folder.entry.layout, folder.fetched)
        self._prefix = prefix
        self._folder = folder
        self._lasting = lasting
        rules = tuple(getattr(cleaning, name) for name in folder.entry.cleaning)
        names = " ".join(folder.entry.cleaning) if only_shipped() else ""
        self.counts: Counter[str] = Counter()
        self._texts = CleanedTexts(Cleaning(rules), self.counts, names)
        self._documents: dict[str, Document] = {}
        self._refused: dict[str, str] = {}
        self._outcomes: dict[str, CorpusQuestion | str] = {}
        self._faults: list[RecordError] = []
        self._read_well = 0

    def records(
        self, *patterns: str, within: str = "", lines: bool = False, member: str = ""
    ) -> Iterator[Record]:
        """Yield the records of all files of the first of the patterns that there are any of.

        They are rows of parquet, JSON `lines`, perhaps of the `member` of a zip, else a list of
        JSON, perhaps `within` a field. Raises as `end_file` does.
        """
        for path in self.files.require(*patterns):
            if path.suffix == ".parquet":
                yield from self.files.rows(path)
            elif lines:
                yield from self.files.lines(path, member)
            else:
                yield from self.files.objects(path, within)
            self.end_file()

    def add_document(self, where: str, text: str, title: str = "", upstream_id: str = "") -> str:
        """Keep a document unless it is known; return its id, "" where it has no text.

        Raises BuildError where another document has the same upstream id.
        """
        if not text:
            return ""
        document_id = self.document_id(text, title, upstream_id)
        before = self._texts.before(document_id)
        if not before:
            cleaned = self._texts.add(document_id, text)
            if why := why_refused(cleaned):
                self._refuse(document_id, why)
            else:
                self._documents[document_id] = Document(document_id, cleaned, title)
        elif before != text:
            raise _twice(where, "document", document_id)
        return document_id

    def document_id(self, text: str, title: str, upstream_id: str) -> str:
        """Return the id of a document: upstream's, else one made of its title and text."""
        return f"{self._prefix}:{upstream_id or digest(title, text)}"

    def leave_out(self, why: str, count: int = 1) -> None:
        """Count documents that are none, or are not taken."""
        if count:
            self.counts[f"documents left out: {why}"] += count

    def text(self, document_id: str) -> str:
        """Return the text of a document that was added, as upstream has it."""
        return self._texts.before(document_id)

    def add_question(
        self,
        where: str,
        question: CorpusQuestion,
        *,
        starts: Sequence[object] = (),
        extractive: bool = False,
    ) -> None:
        """Clean a question and keep it, or leave it out where it lacks what makes it one.

        `starts` are the places of its answers in its one supporting document, where upstream tells
        them. Of an `extractive` question only the answers that stand in a supporting document are
        kept. A second question of the same id has to be the same. Where it is not, that is a
        BuildError if ids are lasting; else both are left out.
        """
        refused = [name for name in question.supporting if name in self._refused]
        outcome: CorpusQuestion | str
        if refused:
            outcome = self._refused_support(refused[0])
        elif self._texts.cuts(question, extractive):
            outcome = "cleaning would cut its answer or its evidence"
        else:
            kept = replace(
                question,
                retrieved=tuple(n for n in question.retrieved if n not in self._refused),
                distracting=tuple(n for n in question.distracting if n not in self._refused),
            )
            made = cleaned_question(kept, self._texts, starts, extractive)
            outcome = _unfit(made, question, extractive) or made
        self.settle(where, question.id, outcome)

    def settle(self, where: str, question_id: str, outcome: CorpusQuestion | str) -> None:
        """Keep a cleaned question, or why it cannot be asked; the same holds of its id."""
        if self._outcomes.setdefault(question_id, outcome) == outcome:
            return
        if self._lasting:
            raise _twice(where, "question", question_id)
        self._outcomes[question_id] = "asked twice, with different answers"

    @contextmanager
    def question(self, where: str, key: str) -> Iterator[str]:
        """Read a question of an upstream id and yield its own.

        A fault in what is its alone leaves it out, and stops no other.
        """
        question_id = f"{self._prefix}:{key}"
        try:
            yield question_id
        except RecordError as fault:
            self._faults.append(fault)
            self.settle(where, question_id, fault.within(where))
        else:
            self._read_well += 1

    def end_file(self) -> None:
        """Raise a file's first fault if it has no question without one: it is of another layout."""
        faults, read_well = self._faults, self._read_well
        self._faults, self._read_well = [], 0
        if faults and not read_well:
            raise faults[0]

    def drop_page_lines(self) -> None:
        """Take away the lines that stand on the pages of many questions, wherever they stand."""
        asked = [each for each in self._outcomes.values() if isinstance(each, CorpusQuestion)]
        lines = shared_lines(
            [self._documents[name].text for name in (*each.supporting, *each.retrieved)]
            for each in asked
        )
        for name, document in list(self._documents.items()):
            text = without_lines(document.text, lines)
            if text == document.text:
                continue
            self.counts[PAGE_LINES] += 1
            if text:
                self._documents[name] = replace(document, text=text)
            else:
                self._refuse(name, f"nothing but {PAGE_LINES}")
                del self._documents[name]
        for each in asked:
            self._outcomes[each.id] = self._with_documents(each, lines)

    def _with_documents(
        self, question: CorpusQuestion, lines: Collection[str]
    ) -> CorpusQuestion | str:
        """Return a question without the documents that are gone; why it is left out with them."""
        supporting = tuple(name for name in question.supporting if name in self._documents)
        if not supporting:
            return self._refused_support(question.supporting[0])
        return replace(
            question,
            supporting=supporting,
            evidence=distinct(without_lines(each, lines) for each in question.evidence),
            retrieved=tuple(name for name in question.retrieved if name in self._documents),
        )

    def _refused_support(self, document_id: str) -> str:
        return f"a supporting document is left out: {self._refused[document_id]}"

    def _refuse(self, document_id: str, why: str) -> None:
        self._refused[document_id] = why
        self.leave_out(why)

    def done(self, epochs: Epochs | None = None, canaries: tuple[str, ...] = ()) -> LoadedCorpus:
        """Return the corpus, as far as its files were read; its texts may be of some date."""
        folder, outcomes = self._folder, self._outcomes.items()
        return LoadedCorpus(
            folder.entry.name,
            folder.revision,
            folder.entry.licence,
            self._documents,
            tuple(kept for _, kept in outcomes if not isinstance(kept, str)),
            tuple((key, why) for key, why in outcomes if isinstance(why, str)),
            tuple(sorted(self.files.read, key=lambda file: file.path)),
            dict(sorted(self.counts.items())),
            epochs,
            canaries,
        )


def digest(subject: str, text: str) -> str:
    """Make an id of what upstream has no id for."""
    return blake2b(f"{subject}\n{text}".encode(), digest_size=6).hexdigest()


def question_digest(title: str, document: str, question: str) -> str:
    """Make an id of a question's wording and its document's title, or beginning if it has none."""
    return digest(" ".join((title or document[:200]).split()), question)


def as_it_stands(document: str, passage: str) -> str:
    """Return a passage with the white space it has in a document; "" if it is not there."""
    if passage in document:
        return passage
    found = re.search(r"\s+".join(map(re.escape, passage.split())), document)
    return found[0] if found else ""


def _unfit(question: CorpusQuestion, upstream: CorpusQuestion, extractive: bool) -> str:
    if not question.input:
        return "the question is empty"
    kept = upstream.fan_out is not None and upstream.fan_out.answer is None
    if not kept and (not any(upstream.answers) or not (question.answers or extractive)):
        return "upstream gives no answer"
    if not question.supporting:
        return "upstream marks no supporting document"
    if kept:
        return ""
    return "" if question.answers else "none of its answers stands in a supporting document"


def _twice(where: str, what: str, identity: str) -> BuildError:
    return BuildError(
        f"{where}: another {what} with the id {identity} came before it; expected every id once: "
        f"{REMEDY}, or take one of the files away"
    )
