"""Corpora without code: files read through the field mapping of a recipe's inline source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.core.model import answer_texts
from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles, other_format
from lvbuild.corpora.reading.loading import Loading, as_it_stands, question_digest
from lvbuild.corpora.reading.record import RecordError, kind_of, plain, plain_places, string
from lvbuild.errors import BuildError, UsageError
from lvbuild.recipe.sources import EACH, SQUAD, Fields, InlineSource, steps


def mapped_layout(source: InlineSource) -> str:
    """Say what the folder of an inline source holds, for who has to put it there."""
    home = f" from {source.homepage}" if source.homepage else ""
    return f"its files {source.glob} ({source.format}){home}"


def open_mapped(source: InlineSource, path: Path) -> LoadedCorpus:
    """Read the documents of a folder on this machine, and the questions if the mapping has any.

    Raises BuildError where a record is not as the mapping says.
    """
    layout = mapped_layout(source)
    folder = CorpusFolder(name=source.name, path=path, licence=source.licence, layout=layout)
    return read_mapped(source, folder)


def read_mapped(source: InlineSource, folder: CorpusFolder) -> LoadedCorpus:
    """Read the same of a folder that may be fetched as it is read."""
    files, loading = RecordFiles(folder), Loading(source.name)
    reading = _Reading(source, source.mapping, loading)
    for path in files.require(source.pattern):
        try:
            _read(files, path, reading)
        except BuildError as error:
            if instead := other_format(path, source.format):
                raise BuildError(f"{path}: {instead}") from error
            raise
    corpus = loading.done(folder, files.read)
    if not any(corpus.batches()):
        raise BuildError(
            f"{folder.path}: the files {source.glob} hold no document; expected one at least: "
            f"change fields.documents ({source.mapping.documents}) in the recipe, or give other "
            "files"
        )
    return corpus


def _read(files: RecordFiles, path: Path, reading: _Reading) -> None:
    if reading.source.format == "text":
        name, text = files.document(path)
        reading.loading.add_document(str(path), text, upstream_id=name)
        return
    for record in _records(files, path, reading.source):
        reading.add(record)
    reading.loading.end_file()


def _records(files: RecordFiles, path: Path, source: InlineSource) -> Iterator[MappedRecord]:
    if source.format in ("json", "squad"):
        yield from records_at(str(path), files.value(path), source.record_path)
        return
    if source.format == "csv":
        records = files.table(path, source.delimiter)
    else:
        records = files.lines(path) if source.format == "jsonl" else files.rows(path)
    for record in records:
        yield MappedRecord(record.where, record.fields)


@dataclass(frozen=True, slots=True)
class _Documents:
    """A record's documents: as it has them, their ids ("" without text), titles, upstream ids."""

    found: list[Found]
    ids: list[str]
    titles: list[str]
    keys: list[str]

    @property
    def names(self) -> list[str]:
        """What a mapping may call them by."""
        return self.keys or self.titles


@dataclass(frozen=True, slots=True)
class _Reading:
    source: InlineSource
    fields: Fields
    loading: Loading

    def add(self, record: MappedRecord) -> None:
        documents = self._documents(record)
        if not self.fields.question:
            return
        path, lasting = self.fields.asked, bool(self.fields.id)
        for asked in record.within("asked", path) if path else [record]:
            question_id = f"{self.loading.prefix}:{self._key(asked, documents)}"
            with self.loading.question(asked.where, question_id, lasting):
                self._ask(asked, question_id, documents)

    def _key(self, asked: MappedRecord, documents: _Documents) -> str:
        if self.fields.id:
            return asked.identity("id", self.fields.id)
        question = asked.text("question", self.fields.question)
        text = next((self.loading.text(name) for name in documents.ids if name), "")
        return question_digest(next(iter(documents.titles), ""), text, question)

    def _documents(self, record: MappedRecord) -> _Documents:
        found = record.find("documents", self.fields.documents)
        titles = self._beside(record, "titles", self.fields.titles, len(found))
        keys = self._beside(record, "document_ids", self.fields.document_ids, len(found))
        ids = [
            self.loading.add_document(
                each.where,
                each.joined(self.source.join),
                titles[number] if titles else "",
                keys[number] if keys else "",
            )
            for number, each in enumerate(found)
        ]
        return _Documents(found, ids, titles, keys)

    def _beside(self, record: MappedRecord, key: str, path: str, count: int) -> list[str]:
        """Read what a record says of each of its documents."""
        if not path:
            return []
        found = record.find(key, path)
        if len(found) != count:
            there = Found(record.where, None, f"fields.{key} ({path})")
            raise there.invalid(f"has {len(found)} for {count} documents", "one for each")
        return [each.text() for each in found]

    def _ask(self, asked: MappedRecord, question_id: str, documents: _Documents) -> None:
        fields, lasting = self.fields, bool(self.fields.id)
        question = asked.text("question", fields.question)
        supporting, reason = self._supporting(asked, documents)
        if reason:
            self.loading.leave_out(asked.where, question_id, reason, lasting)
            return
        found = asked.find("answers", fields.answers)
        answers = tuple(chain.from_iterable(each.answer() for each in found))
        others = tuple(name for name in distinct(documents.ids) if name not in supporting)
        distract = self.source.others_distract
        self.loading.add_question(
            asked.where,
            CorpusQuestion(
                question_id,
                question,
                answers,
                supporting,
                self._evidence(asked, supporting),
                () if distract else others,
                others if distract else (),
            ),
            lasting,
            starts=self._starts(asked, documents),
            extractive=self.source.spans,
        )

    def _starts(self, asked: MappedRecord, documents: _Documents) -> list[int | None]:
        """Return the places of the answers where SQuAD's layout tells them."""
        if self.source.format != "squad" or self.fields.answers != SQUAD.answers:
            return []
        if len(documents.found) != 1:
            return []
        starts = [each.value.get("answer_start") for each in asked.within("answers", "answers[]")]
        return plain_places(documents.found[0].raw(), starts)

    def _evidence(self, asked: MappedRecord, supporting: Iterable[str]) -> tuple[str, ...]:
        texts = [self.loading.text(name) for name in supporting]
        passages = asked.texts("evidence", self.fields.evidence) if self.fields.evidence else ()
        stand = ([as_it_stands(text, passage) for text in texts] for passage in passages if passage)
        return distinct(next(filter(None, each), "") for each in stand)

    def _supporting(
        self, asked: MappedRecord, documents: _Documents
    ) -> tuple[tuple[str, ...], str]:
        """Return the ids of the supporting documents in the record's order, or what is wrong."""
        path = self.fields.supporting
        if not path:
            kept = distinct(documents.ids)
            return kept, "" if kept else "none of its documents has text"
        marks = asked.find("supporting", path)
        if all(isinstance(mark.value, str) for mark in marks):
            return self._named(marks, documents)
        for mark in marks:
            if mark.value not in (True, False):
                seen = mark.value if type(mark.value) is int else kind_of(mark.value)
                raise mark.invalid(f"is {seen}", "true or false, 1 or 0, or names alone")
        if len(marks) != len(documents.ids):
            there = Found(asked.where, None, marks[0].key)
            raise there.invalid(
                f"has {len(marks)} for {len(documents.ids)} documents", "one for each"
            )
        marked = [name for name, mark in zip(documents.ids, marks, strict=True) if mark.value]
        if marked and not all(marked):
            return (), "a supporting document has no text"
        return distinct(marked), ""

    def _named(self, marks: list[Found], documents: _Documents) -> tuple[tuple[str, ...], str]:
        names = documents.names
        supporting: list[str] = []
        for mark in marks:
            if not names and documents.ids:
                raise mark.invalid(
                    "names a document", "the names of documents at fields.titles or document_ids"
                )
            name = mark.text()
            meant = {i for i, known in zip(documents.ids, names, strict=True) if known == name}
            if meant <= {""}:
                return (), f"its supporting document {name!r} is missing"
            if len(meant) > 1:
                return (), f"two of its documents have the name {name!r} of a supporting one"
            supporting.extend(meant)
        return distinct(name for name in documents.ids if name in supporting), ""


class Found(NamedTuple):
    """A value, where it stands in its file, and the key of the recipe that leads to it."""

    where: str
    value: Any
    key: str

    def invalid(self, found: str, expected: str) -> RecordError:
        """Say what is wrong with it and which key to change."""
        remedy = f"change {self.key} in the recipe, or mend the file"
        return RecordError(self.where, f"{found}; expected {expected}", remedy)

    def text(self) -> str:
        """Return a string made plain, a number as it is written, "" for null."""
        return plain(self.raw())

    def raw(self) -> str:
        """Return the same with the white space it has."""
        if self.value is None:
            return ""
        if type(self.value) in (int, float):
            return str(self.value)
        if not isinstance(self.value, str):
            more = ", or a path with [] to what it holds" if isinstance(self.value, list) else ""
            raise self.invalid(f"is {kind_of(self.value)}", f"a string{more}")
        return string(self.where, self.value)

    def answer(self) -> list[str]:
        """Return the strings of an answer, each made plain, of a list or a mapping all it holds."""
        if not isinstance(self.value, bool | list | dict):
            return [self.text()]
        try:
            return [plain(string(self.where, text)) for text in answer_texts(self.value)]
        except UsageError as error:
            raise self.invalid("holds null", "an answer") from error

    def joined(self, glue: str) -> str:
        """Return a text that may be a list of strings.

        Between them stands `glue`. With it each is made plain before, and empty ones are dropped;
        without, they bring their own white space.
        """
        if not isinstance(self.value, list):
            return self.text()
        parts = [
            Found(f"{self.where} {number}", value, self.key)
            for number, value in enumerate(self.value, 1)
        ]
        if glue:
            return plain(glue.join(filter(None, (part.text() for part in parts))))
        return plain("".join(part.raw() for part in parts))


@dataclass(frozen=True, slots=True)
class MappedRecord:
    """A record, or a question within one; `where` names the file and the record's number."""

    where: str
    value: Any

    def find(self, key: str, path: str) -> list[Found]:
        """Return what stands at a path, in the file's order; a null list holds nothing."""
        here = Found(self.where, self.value, f"fields.{key} ({path})")
        if self.value is None:
            raise here.invalid("is null", "a record")
        return list(_walk(here, steps(path)))

    def texts(self, key: str, path: str) -> list[str]:
        """Return the strings at a path."""
        return [found.text() for found in self.find(key, path)]

    def text(self, key: str, path: str) -> str:
        """Return the one string at a path without []; "" for null."""
        return "".join(self.texts(key, path))

    def identity(self, key: str, path: str) -> str:
        """Return the one id at a path without []; null or an empty one is a BuildError."""
        for found in self.find(key, path):
            if isinstance(found.value, float) or not (text := found.text()):
                raise found.invalid("is no id", "a string or a whole number")
            return text
        raise Found(self.where, None, f"fields.{key} ({path})").invalid("has no id", "one")

    def within(self, key: str, path: str) -> list[MappedRecord]:
        """Return the objects at a path."""
        return [MappedRecord(found.where, found.value) for found in self.find(key, path)]


def records_at(where: str, value: Any, path: str) -> list[MappedRecord]:
    """Return the records of a JSON file's value; those of a list at its root are so counted."""
    root = f"{where}, record" if path.startswith(EACH) else where
    found = _walk(Found(root, value, f"records ({path})"), steps(path))
    return [MappedRecord(each.where, each.value) for each in found]


def _walk(found: Found, path: Sequence[str]) -> Iterator[Found]:
    if not path:
        yield found
        return
    step, rest, (where, value, key) = path[0], path[1:], found
    if value is None:
        if EACH not in path:
            yield found
    elif step == EACH:
        if not isinstance(value, list):
            raise found.invalid(f"is {kind_of(value)}", "a list before []")
        for number, item in enumerate(value, 1):
            yield from _walk(Found(f"{where} {number}", item, key), rest)
    elif isinstance(value, dict):
        if step not in value:
            names = ", ".join(map(repr, value)) or "none"
            raise found.invalid(f"has no field {step!r}", f"it among its fields, which are {names}")
        yield from _walk(Found(f"{where}, {step}", value[step], key), rest)
    elif isinstance(value, list) and step.isdecimal():
        if int(step) >= len(value):
            raise found.invalid(f"has {len(value)} items", f"one of the number {step}, from 0")
        yield from _walk(Found(f"{where} {int(step) + 1}", value[int(step)], key), rest)
    else:
        meant = "the number of an item or [] there" if isinstance(value, list) else "an object"
        raise found.invalid(f"is {kind_of(value)}", f"{meant} with {step!r}")
