"""Reading a release: its configurations, records and their provenance, one at a time.

It may be a stranger's: each line is held to its shape.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails

from lvbuild.core.model import Configuration, answer_texts
from lvbuild.core.places import place_of
from lvbuild.core.resources import digest
from lvbuild.core.validation import invalid_values
from lvbuild.errors import UsageError, VerificationError
from lvbuild.recipe.layouts import Content, content_of, layouts, offers_choices
from lvbuild.release.folder import (
    MOST_BYTES,
    SUMS,
    content_digest,
    open_content,
    parse_sums,
    read_regular,
    recipe_path,
)
from lvbuild.release.manifest import FileEntry, Manifest, read_manifest
from lvbuild.release.prompts import Prompt, filled, recipe_keys

LARGEST_INPUT = 2**30
"""Bytes of a file that is no record's, at most."""
_LONGEST = 2**30
"""Bytes of a line: beyond what a record of the largest level takes."""
_ALTERED = 2**16
"""Bytes by which a file may have grown where somebody altered it, and still be read."""
_Count = Annotated[int, Field(ge=0)]
_Span = Annotated[list[_Count], Field(min_length=2, max_length=2)]
_Depth = Annotated[float, Field(ge=0, le=1)]


class _Line(BaseModel):
    model_config = ConfigDict(strict=True)


class _Record(_Line):
    input: str
    context: str
    answers: list[str]
    length: _Count
    dataset: str
    language: str
    answer_keywords: str = ""
    confusing_facts: list[str] = []
    id: str = Field("", alias="_id")
    contamination_identifier: str = ""


_CHOICE_FIELDS: dict[str, Any] = {
    field.name.strip("_"): (str | None if field.nullable else str, Field(alias=field.name))
    for field in layouts["longbench_v2"].fields
}
_ChoiceRecord = create_model("_ChoiceRecord", __base__=_Line, **_CHOICE_FIELDS)


class _Passage(_Line):
    number: _Count
    document_id: str
    role: Literal["supporting", "distracting", "rival", "haystack"]
    span: _Span
    cut: _Span


class _Fact(_Line):
    kind: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    span: _Span
    depth: _Depth


class _Replacement(_Line):
    original: str
    replacement: str
    count: _Count


class _Provenance(_Line):
    id: str = Field(alias="_id")
    question_id: str
    level: str
    place: _Count | None = None
    tokens: _Count | None = None
    corrected: str = ""
    annotated: bool = True
    answer: Any = None
    decomposition: list[dict[str, Any]] = []
    revisions: dict[str, _Count] = {}
    answers: list[str] = []
    length: _Count = 0
    passages: list[_Passage]
    facts: list[_Fact]
    evidence_depths: list[_Depth]
    replacements: list[_Replacement]


def check_file(folder: Path, name: str, expected: str, entry: FileEntry | None) -> str:
    """Say what is wrong with a file of a release; "" where it is the one expected."""
    try:
        found = content_digest(folder, name, entry.bytes if entry else LARGEST_INPUT)
        return "" if found == expected else f"{name} differs from its hash"
    except FileNotFoundError:
        return f"{name} is missing"
    except OSError as error:
        return f"{name} cannot be read ({error.strerror})"


def lines(path: Path, file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the lines of an open file that has about so many bytes by its manifest.

    Raises UsageError for a line that is longer than the file should be, or than any record.
    """
    most = min(_LONGEST, size + _ALTERED)
    number = 0
    while line := file.readline(most):
        number += 1
        if len(line) == most:
            raise damaged(f"{path}:{number}", "it is longer than any record")
        yield line


def provenance_of(place: str, line: bytes) -> dict[str, Any]:
    """Read a line of provenance; raise UsageError that names the place where it is none."""
    read = _parsed(place, line, _Provenance)
    supporting = sum(passage["role"] == "supporting" for passage in read["passages"])
    if supporting != len(read["evidence_depths"]):
        raise damaged(place, "evidence_depths: is not one a supporting passage")
    if read.get("answer") is not None:
        try:
            answer_texts(read["answer"])
        except UsageError as error:
            raise damaged(place, f"answer: {error}") from error
    return read


def _are_kept(provenance: Mapping[str, Any]) -> bool:
    """Return whether the publisher of a question keeps its answers."""
    return provenance.get("answer", "") is None


def damaged(place: str, problem: str) -> UsageError:
    """Return the error for a damaged line of a release."""
    return UsageError(f"{place}: is damaged ({problem}); see `lvbuild verify`")


def _parsed(place: str, line: bytes, shape: type[BaseModel] | None) -> dict[str, Any]:
    """Read a line of a shape; None is that of a record, whose keys tell its layout."""
    try:
        read: dict[str, Any] = orjson.loads(line)
        if shape is None:
            chosen = isinstance(read, dict) and offers_choices(read)
            shape = _ChoiceRecord if chosen else _Record
        shape.model_validate(read)
    except orjson.JSONDecodeError as error:
        raise damaged(place, f"it is no JSON: {error}") from error
    except ValidationError as error:
        problems = error.errors()
        plain = f"{_key(problems[0])}: {problems[0]['msg']}"
        raise damaged(place, next(invalid_values(problems, _key), plain)) from error
    return read


def _key(problem: ErrorDetails) -> str:
    return ".".join(map(str, problem["loc"])) or "it"


def _check_same(place: str, fields: dict[str, Any], origin: dict[str, Any]) -> None:
    if fields.get("_id", origin["_id"]) != origin["_id"]:
        raise damaged(place, "_id: is not that of the record")
    spans = (part["span"] for part in (*origin["passages"], *origin["facts"]))
    if any(not start <= end <= len(fields["context"]) for start, end in spans):
        raise damaged(place, "span: is none of the record's context")


class Place(NamedTuple):
    """A fact or a supporting passage: its kind, its characters of the context, its depth.

    `passage` is a supporting passage's number, None for a fact.
    """

    kind: str
    passage: int | None
    start: int
    end: int
    depth: float


@dataclass(frozen=True, slots=True)
class Record:
    """A record as its line holds it, its provenance, and the recipe of the release it is of."""

    fields: Mapping[str, Any]
    provenance: Mapping[str, Any]
    recipe: str = ""

    @property
    def content(self) -> Content:
        """What it says, whatever its layout."""
        return content_of(self.fields, self.provenance)

    @property
    def places(self) -> list[Place]:
        """Where its facts and its supporting passages stand, in their order."""
        found = [
            Place(fact["kind"], None, fact["span"][0], fact["span"][1], fact["depth"])
            for fact in self.provenance["facts"]
        ]
        supporting = [p for p in self.provenance["passages"] if p["role"] == "supporting"]
        # The depths are in the documents' order; those of the passages ascend.
        depths = sorted(self.provenance["evidence_depths"])
        found += [
            Place("supporting", passage["number"], passage["span"][0], passage["span"][1], depth)
            for passage, depth in zip(supporting, depths, strict=True)
        ]
        return sorted(found, key=lambda place: place.start)


def _unreadable(error: OSError) -> UsageError:
    return UsageError(f"{error.filename}: cannot be read ({error.strerror}); see `lvbuild verify`")


def _record(at: Sequence[str], line: bytes | None, origin: bytes | None, recipe: str) -> Record:
    """Return a recipe's record of a line and that of its provenance, given their places."""
    if line is None or origin is None:
        raise damaged(at[line is not None], "the line is missing")
    fields, provenance = _parsed(at[0], line, None), provenance_of(at[1], origin)
    if offers_choices(fields) and not {"answers", "length"} <= provenance.keys():
        raise damaged(at[1], "answers or length: is missing")
    if offers_choices(fields) and f"choice_{fields['answer']}" not in fields:
        raise damaged(at[0], "answer: is the letter of no choice")
    if not content_of(fields, provenance).answers and not _are_kept(provenance):
        raise damaged(at[0], "answers: must be a list that is not empty, not []")
    _check_same(at[1], fields, provenance)
    return Record(fields, provenance, recipe)


@dataclass(frozen=True, slots=True)
class Release:
    """A release's folder, opened: `manifest` says what it holds and what it was made from."""

    folder: Path
    manifest: Manifest

    @property
    def recipes(self) -> tuple[str, ...]:
        """The names of the recipes it holds, sorted."""
        return tuple(sorted(self.manifest.recipes))

    @property
    def configurations(self) -> tuple[str, ...]:
        """The names of its files of records, such as factrecall_en_16k."""
        return tuple(each.name for each in self.manifest.configurations)

    def configuration(self, name: str) -> Configuration:
        """Return the configuration of a name; raise UsageError where the release holds none."""
        found = Configuration.parse(name)
        if found is None or found not in self.manifest.configurations:
            raise UsageError(
                f"{self.folder}: holds no {name!r};"
                f" there are {', '.join(self.configurations) or 'none'}"
            )
        return found

    def records(
        self, configuration: str, numbers: Collection[int] | None = None
    ) -> Iterator[Record]:
        """Yield the records of a configuration, each with its provenance, reading as it goes.

        With `numbers` those alone that have one of these places in the file, counted from 0.
        Raises UsageError where its files are damaged, with the line, or where they are links.
        """
        for record in self.lines(configuration, numbers):
            if isinstance(record, UsageError):
                raise record
            yield record

    def lines(
        self, configuration: str, numbers: Collection[int] | None = None
    ) -> Iterator[Record | UsageError]:
        """Yield the records of a configuration as `records` does, for a damaged one its error."""
        asked = self.configuration(configuration)
        paths = asked.paths
        places = [self.folder / path for path in paths]
        try:
            with (
                open_content(self.folder, paths[0]) as data,
                open_content(self.folder, paths[1]) as origins,
            ):
                entries = map(self.manifest.files.get, paths)
                sizes = [entry.bytes if entry else 0 for entry in entries]
                each = zip_longest(
                    lines(places[0], data, sizes[0]), lines(places[1], origins, sizes[1])
                )
                for number, (line, origin) in enumerate(each, start=1):
                    if numbers is None or number - 1 in numbers:
                        try:
                            at = [f"{place}:{number}" for place in places]
                            yield _record(at, line, origin, asked.recipe)
                        except UsageError as error:
                            yield error
        except OSError as error:
            raise _unreadable(error) from error

    def ids(self, configuration: str) -> Iterator[str]:
        """Yield the ids of a configuration's records, by its provenance; see `records`."""
        return (str(origin["_id"]) for origin in self.origins(configuration))

    def origins(self, configuration: str) -> Iterator[Mapping[str, Any]]:
        """Yield the provenance of a configuration's records, without reading these."""
        path = self.configuration(configuration).provenance_path
        entry = self.manifest.files.get(path)
        try:
            with open_content(self.folder, path) as file:
                held = lines(self.folder / path, file, entry.bytes if entry else 0)
                for number, line in enumerate(held, start=1):
                    yield provenance_of(f"{self.folder / path}:{number}", line)
        except OSError as error:
            raise _unreadable(error) from error

    def prompt(self, record: Record) -> Prompt:
        """Return how a model is asked a record of the release, in how many tokens it answers."""
        entry = self.manifest.recipes[record.recipe]
        held = recipe_keys(self.folder, record.recipe, entry.input_hash)
        labels = tuple(record.content.choices) or entry.labels or held.labels
        text = filled(entry.prompt or held.prompt, record.fields)
        return Prompt(text, self.max_new_tokens(record.recipe), labels or ())

    def max_new_tokens(self, recipe: str) -> int:
        """Return in how many tokens a model may answer the records of a recipe."""
        entry = self.manifest.recipes[recipe]
        held = recipe_keys(self.folder, recipe, entry.input_hash)
        return entry.max_new_tokens or held.max_new_tokens

    def check(self, configuration: Configuration) -> None:
        """Raise VerificationError where the files of a configuration differ from their hashes."""
        hashes = self.manifest.hashes(configuration)
        for path in configuration.paths:
            self._require(path, hashes.get(path, ""))

    def check_recipe(self, name: str) -> None:
        """Raise VerificationError where a recipe's file differs from its hash, or the hashes do."""
        try:
            content = read_regular(self.folder, SUMS, MOST_BYTES)
        except FileNotFoundError:
            content = b""
        if digest(content) != self.manifest.sums:
            raise self._changed(f"{SUMS} is not the one of the manifest")
        self._require(recipe_path(name), parse_sums(content).get(recipe_path(name), ""))

    def _require(self, path: str, expected: str) -> None:
        if problem := check_file(self.folder, path, expected, self.manifest.files.get(path)):
            raise self._changed(problem)

    def _changed(self, problem: str) -> VerificationError:
        return VerificationError(f"{self.folder}: {problem}; see `lvbuild verify`")

    def record(self, configuration: str, number: int) -> Record:
        """Return one record by its place in the file, counted from 0."""
        for record in self.records(configuration, {number}):
            return record
        held = self.manifest.files[self.configuration(configuration).data_path].records
        raise UsageError(f"{configuration} holds records 0 to {held - 1}, and no {number}")


def open_release(path: str | Path) -> Release:
    """Open a release folder; raise UsageError where it is none."""
    folder = place_of(path)
    manifest = read_manifest(folder)
    if manifest.shard:
        raise UsageError(f"{folder}: is shard {manifest.shard}; `lvbuild merge` makes a release")
    return Release(folder, manifest)
