"""Corpora without code: files read through the field mapping of a recipe's inline source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.core.model import answer_texts
from lvbuild.corpora.corpus import (
    CorpusEntry,
    CorpusFolder,
    CorpusQuestion,
    HubHome,
    LoadedCorpus,
)
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading, as_it_stands, question_digest
from lvbuild.corpora.reading.record import (
    Record,
    RecordError,
    kind_of,
    plain,
    plain_places,
    string,
)
from lvbuild.corpora.reading.taking import Taking
from lvbuild.errors import BuildError, UsageError
from lvbuild.recipe.mapping import EACH, SQUAD, Files, steps
from lvbuild.recipe.sources import InlineSource


def mapped_entry(source: InlineSource) -> CorpusEntry:
    """Return what is known of an inline source, so that it can be looked for and opened."""
    home = f" from {source.homepage}" if source.homepage else ""
    files = " and ".join(f"{each.glob} ({each.format})" for each in reversed(source.parts))
    hub = source.hub
    return CorpusEntry(
        name=source.name,
        licence=source.licence,
        gated=source.gated,
        layout=f"its files {files}{home}",
        opener=partial(read_mapped, source),
        folder=source.name,
        path=source.folder,
        beside=source.beside,
        files=source.glob,
        hub=HubHome(hub.repository, hub.revision, hub.files) if hub else None,
    )


def open_mapped(source: InlineSource, path: Path) -> LoadedCorpus:
    """Read the documents of a folder on this machine, and the questions if the mapping has any.

    Raises BuildError where a record is not as the mapping says.
    """
    return read_mapped(source, CorpusFolder(mapped_entry(source), path))


def read_mapped(source: InlineSource, folder: CorpusFolder) -> LoadedCorpus:
    """Read the same of a folder that may be fetched as it is read."""
    if source.take:
        loading: Loading = Taking(folder, source.name, source.take)
    else:
        loading = Loading(folder, source.name, lasting=bool(source.mapping.id))
    names: _Names = {}
    for part in source.parts:
        for path in loading.files.require(part.pattern):
            try:
                _read_file(part, path, loading, names)
            except BuildError as error:
                if instead := loading.files.other_format(path, part.format):
                    raise BuildError(f"{path}: {instead}") from error
                raise
    corpus = loading.done()
    if not any(corpus.batches()):
        part = source.parts[0]
        raise BuildError(
            f"{folder.path}: the files {part.glob} hold no document; expected one at least: "
            f"change fields.documents ({part.mapping.documents}) in the recipe, or give other "
            "files"
        )
    return corpus


_Names = dict[str, set[str]]
"""The ids of documents by the names that records may give them, "" for one without text."""


def _read_file(part: Files, path: Path, loading: Loading, names: _Names) -> None:
    """Read a file's documents, the `names` of those apart among them, or what it asks of these."""
    if part.format == "text":
        name, text = loading.files.name_of(path), loading.files.text(path, empty=True)
        known = loading.add_document(str(path), text, upstream_id=name)
        if not text:
            loading.leave_out("empty")
        for alias in {name, path.name, path.stem}:
            names.setdefault(alias, set()).add(known)
        return
    apart = names if isinstance(part, InlineSource) and part.texts else None
    for each in _records(loading.files, path, part):
        record = _Record(part, loading, each, apart)
        if isinstance(part, InlineSource) and part.mapping.question:
            record.add_questions(part)
        elif not isinstance(part, InlineSource):
            for name, ids in record.names.items():
                names.setdefault(name, set()).update(ids)
    loading.end_file()


def _records(files: RecordFiles, path: Path, source: Files) -> Iterable[Found]:
    match source.format:
        case "json" | "squad":
            where = f"{path}, record" if source.record_path.startswith(EACH) else str(path)
            value = files.value(path)
            fields = source.mapping.documents or source.mapping.question
            if isinstance(value, dict) and source.record_path == EACH and steps(fields)[0] in value:
                return [Found(str(path), value, "")]  # a record a file
            root = Found(where, value, f"records ({source.record_path})")
            return list(_walk(root, steps(source.record_path)))
        case "csv":
            records: Iterable[Record] = files.table(path, source.delimiter)
        case "jsonl":
            records = files.lines(path)
        case _:
            records = files.rows(path)
    return (Found(record.where, record.fields, "") for record in records)


class _Record:
    """A record of a file: its documents as it has them, and their ids, "" without text.

    `apart` are the documents that stand in no record, None where records have their own.
    """

    def __init__(
        self, source: Files, loading: Loading, record: Found, apart: _Names | None
    ) -> None:
        self._fields = source.mapping
        self._loading = loading
        self._record = record
        self._apart = apart
        self._found = record.find("documents", self._fields.documents) if apart is None else []
        self._titles = self._beside("titles", self._fields.titles)
        self._keys = self._beside("document_ids", self._fields.document_ids)
        self._ids = [
            loading.add_document(
                each.where,
                each.joined(source.join),
                self._titles[number] if self._titles else "",
                self._keys[number] if self._keys else "",
            )
            for number, each in enumerate(self._found)
        ]
        loading.leave_out("empty", self._ids.count(""))

    def _beside(self, key: str, path: str) -> list[str]:
        """Read what the record says of each of its documents."""
        if not path:
            return []
        found = self._record.find(key, path)
        if len(found) != len(self._found):
            there = Found(self._record.where, None, f"fields.{key} ({path})")
            raise there.invalid(
                f"has {len(found)} for {len(self._found)} documents", "one for each"
            )
        return [each.text() for each in found]

    @property
    def names(self) -> _Names:
        """The ids of its documents by the names that it gives them."""
        found: _Names = {}
        for each, name in zip(self._keys or self._titles, self._ids, strict=False):
            found.setdefault(each, set()).add(name)
        return found

    def add_questions(self, source: InlineSource) -> None:
        path = self._fields.asked
        for asked in self._record.find("asked", path) if path else [self._record]:
            with self._loading.question(asked.where, self._key(asked)) as question_id:
                self._ask(asked, question_id, source)

    def _key(self, asked: Found) -> str:
        if self._fields.id:
            return asked.identity("id", self._fields.id)
        question = asked.text_at("question", self._fields.question)
        text = next((self._loading.text(name) for name in self._ids if name), "")
        return question_digest(next(iter(self._titles), ""), text, question)

    def _ask(self, asked: Found, question_id: str, source: InlineSource) -> None:
        question = asked.text_at("question", self._fields.question)
        supporting, reason = self._supporting(asked)
        if reason:
            self._loading.settle(asked.where, question_id, reason)
            return
        found = asked.find("answers", self._fields.answers)
        answers = tuple(chain.from_iterable(each.answer() for each in found))
        others = tuple(name for name in distinct(self._ids) if name not in supporting)
        distract = source.others_distract
        self._loading.add_question(
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
            starts=self._starts(asked, source),
            extractive=source.spans,
        )

    def _starts(self, asked: Found, source: InlineSource) -> list[int | None]:
        """Return the places of the answers where SQuAD's layout tells them."""
        told = source.format == "squad" and self._fields.answers == SQUAD.answers
        if not told or len(self._found) != 1:
            return []
        starts = [each.value.get("answer_start") for each in asked.find("answers", "answers[]")]
        return plain_places(self._found[0].raw(), starts)

    def _evidence(self, asked: Found, supporting: Iterable[str]) -> tuple[str, ...]:
        if not (path := self._fields.evidence):
            return ()
        texts = [self._loading.text(name) for name in supporting]
        passages = filter(None, (each.text() for each in asked.find("evidence", path)))
        stand = ([as_it_stands(text, passage) for text in texts] for passage in passages)
        return distinct(next(filter(None, each), "") for each in stand)

    def _supporting(self, asked: Found) -> tuple[tuple[str, ...], str]:
        """Return the ids of the supporting documents in the record's order, or what is wrong."""
        if not (path := self._fields.supporting):
            kept = distinct(self._ids)
            return kept, "" if kept else "none of its documents has text"
        marks = asked.find("supporting", path)
        if self._apart is not None or all(isinstance(mark.value, str) for mark in marks):
            return self._named(marks)
        for mark in marks:
            if mark.value not in (True, False):
                seen = mark.value if type(mark.value) is int else kind_of(mark.value)
                raise mark.invalid(f"is {seen}", "true or false, 1 or 0, or names alone")
        if len(marks) != len(self._ids):
            there = Found(asked.where, None, marks[0].key)
            raise there.invalid(f"has {len(marks)} for {len(self._ids)} documents", "one for each")
        marked = [name for name, mark in zip(self._ids, marks, strict=True) if mark.value]
        if marked and not all(marked):
            return (), "a supporting document has no text"
        return distinct(marked), ""

    def _named(self, marks: list[Found]) -> tuple[tuple[str, ...], str]:
        names = self.names if self._apart is None else self._apart
        supporting: list[str] = []
        for mark in marks:
            if not names and self._ids:
                raise mark.invalid(
                    "names a document", "the names of documents at fields.titles or document_ids"
                )
            name = mark.text()
            meant = names.get(name, set())
            if meant <= {""}:
                close = get_close_matches(name, names, 1) if not meant else ()
                hint = f"; is {close[0]!r} meant?" if close else ""
                return (), f"its supporting document {name!r} is missing{hint}"
            if len(meant) > 1:
                return (), f"two of its documents have the name {name!r} of a supporting one"
            supporting.extend(meant)
        return distinct(name for name in self._ids or supporting if name in supporting), ""


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
        parts = _walk(self, [EACH])
        if glue:
            return plain(glue.join(filter(None, (part.text() for part in parts))))
        return plain("".join(part.raw() for part in parts))

    def find(self, key: str, path: str) -> list[Found]:
        """Return what stands at a path of a record, in the file's order; a null list is empty."""
        here = Found(self.where, self.value, f"fields.{key} ({path})")
        if self.value is None:
            raise here.invalid("is null", "a record")
        return list(_walk(here, steps(path)))

    def text_at(self, key: str, path: str) -> str:
        """Return the one string at a path without []; "" for null."""
        [found] = self.find(key, path)
        return found.text()

    def identity(self, key: str, path: str) -> str:
        """Return the one id at a path without []; null or an empty one is a BuildError."""
        [found] = self.find(key, path)
        if isinstance(found.value, float) or not (text := found.text()):
            raise found.invalid("is no id", "a string or a whole number")
        return text


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
