"""The manifest: what a release holds, and what it was made from."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)

from lvbuild import __version__
from lvbuild.core.controls import json_printable
from lvbuild.core.model import LONGEST_NAME, NAME, Configuration
from lvbuild.core.options import Compress, ResolvedOptions, Seed, Sha256, Variant
from lvbuild.core.resources import code_sha256, digest
from lvbuild.core.shard import Shard
from lvbuild.core.twins import full_name, twin_name
from lvbuild.errors import UsageError
from lvbuild.release.folder import MANIFEST, MOST_BYTES, read_regular, stored
from lvbuild.release.options import load_options
from lvbuild.release.telltale import Telltale

FORMAT: Literal[5] = 5
"""Raised whenever the same inputs come to other bytes."""

_Name = Annotated[str, Field(pattern=NAME, max_length=LONGEST_NAME)]


_Count = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Sparse(_Part):
    """A part of which nothing is written where it is None."""

    @model_serializer(mode="wrap")
    def _without_none(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: held for name, held in dump(self).items() if held is not None}


class CorpusFileEntry(_Part):
    """A file of a corpus: its path within the corpus."""

    path: str
    sha256: str


class CorpusEntry(_Sparse):
    """A corpus a recipe was built from.

    `cleaned` counts the noise that was mended or left out of its texts, by its kind. `epochs` are
    there where its texts are of some date: that of its questions, and that of its pages.
    `source_canaries` are there where upstream has set such into its files.
    """

    name: str
    revision: str
    files: tuple[CorpusFileEntry, ...]
    licence: str
    cleaned: dict[str, int]
    epochs: dict[Literal["questions", "pages"], str] | None = None
    source_canaries: tuple[str, ...] | None = None


class TableEntry(_Part):
    """A table of a recipe: its rows, how many of them a person has approved, their licence.

    `annotators` counts its rows by who wrote them, `approved_by` those that were approved by whose
    name they bear: persons stand there by pseudonyms.
    """

    sha256: str
    licence: str
    rows: int
    approved: int
    annotators: dict[str, int] = {}
    approved_by: dict[str, int] = {}


class LeftOut(_Part):
    """A question that stands at no level, and why."""

    question_id: str
    reason: str


class RecipeEntry(_Sparse):
    """How a recipe of the release was built.

    `options` are the others that change a file's bytes, beside seed and variant. `shortfalls` say,
    a line each, where it gives less than the recipe and its tables hold; `corrected` counts the
    questions that its tables correct. `common` are answers and keywords that too many documents
    hold for a document to be refused by. `licence` is that of the records, "" where they can have
    none; `warnings` say, a line each, why they may not be passed on. `prompt` is how a model is
    asked, and `max_new_tokens` how many tokens it may answer; older releases do not tell. `labels`
    are there where they are those of its corpora.
    """

    seed: Seed
    variant: Variant
    options: dict[str, Any]
    input_hash: str
    canary: str
    corpora: tuple[CorpusEntry, ...]
    tables: dict[str, TableEntry]
    left_out: tuple[LeftOut, ...]
    refused: dict[str, int]
    lacking: dict[str, int]
    shortfalls: tuple[str, ...] = ()
    corrected: int = 0
    common: tuple[str, ...] = ()
    licence: str = ""
    warnings: tuple[str, ...] = ()
    prompt: str = ""
    max_new_tokens: Annotated[int, Field(ge=1)] | None = None
    labels: tuple[str, ...] | None = None

    @cached_property
    def build_options(self) -> ResolvedOptions:
        """What the user chose and the recipe said, to build the same again."""
        return load_options(self.options, seed=self.seed, variant=self.variant)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _ = self.build_options
        return self


class LengthEntry(_Part):
    """Lengths of a file's records, in the recipe's unit."""

    min: int
    mean: float
    max: int


class AskedEntry(_Part):
    """What a file's records ask: each question counts once, however often it is asked.

    `confusing_facts` and `replacements` (pairs of words) are those of all of them,
    `answer_keywords` the questions that have such.
    """

    questions: _Count
    confusing_facts: _Count
    replacements: _Count
    answer_keywords: _Count


DEPTH_BINS = 20
"""Equal parts of a context in which depths are counted."""


def depth_bin(depth: float) -> int:
    """Return the part of a context in which a depth falls."""
    return min(int(depth * DEPTH_BINS), DEPTH_BINS - 1)


class FileEntry(_Sparse):
    """A file of records, with their `length` and what is `asked`, or of provenance, with `depths`.

    `depths` counts the needles, or the supporting passages where there are none, by the twentieth
    of the context in which they stand.

    `astray` counts the records with a fact in running text farther from its depth than it may be:
    0.01 the first, half of the step between them the others. In older releases `shared_places`
    counts those whose needle stands where the one before has it. `beyond` is the hash of the
    corpora's files that a level outside the recipe's list takes in addition.
    `telltale` was measured of these records: it goes with the entry when they are written anew.
    """

    records: _Count
    bytes: _Count
    sha256: Sha256
    length: LengthEntry | None = None
    asked: AskedEntry | None = None
    depths: Annotated[
        tuple[_Count, ...] | None, Field(min_length=DEPTH_BINS, max_length=DEPTH_BINS)
    ] = None
    shared_places: int | None = None
    astray: int | None = None
    beyond: str | None = None
    telltale: Telltale | None = None


class Manifest(BaseModel):
    """A release's manifest.

    `pending` are files that were begun and have not been finished; `complete` says that there are
    none. `sums` is the hash of SHA256SUMS, which covers all other files; the manifest ends with
    its own hash, `sha256`: that of the same bytes with "" in the hash's place. A `shard` holds its
    part of the records; what it says of them beside their number, bytes and depths is of all.
    Where files are compressed (`compress`), bytes and hashes are those of their content. `code` is
    the hash of the code that wrote all of it, "" where several did, or one that hashed nothing.
    """

    model_config = ConfigDict(extra="forbid")

    format: Literal[4, 5] = FORMAT
    lvbuild: Annotated[str, Field(pattern=r"^\d+(\.\d+)+[0-9a-z.+-]*$", max_length=40)]
    code: Sha256 | Literal[""] = ""
    recipes: dict[_Name, RecipeEntry] = {}
    files: dict[str, FileEntry] = {}
    pending: list[str] = []
    sums: str = ""
    shard: str = ""
    compress: Compress | None = None
    complete: bool = False
    sha256: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        Shard.parse(self.shard)
        for path in (*self.files, *self.pending):
            found = Configuration.of_file(path)
            if found is None or found.recipe not in self.recipes:
                raise ValueError(f"{path!r} is no file of a recipe that it holds")
        for name, entry in self.recipes.items():
            if name != twin_name(full_name(name), entry.build_options.left_out):
                raise ValueError(f"{name!r} leaves out other parts than its name says")
        return self

    @property
    def is_by_this_code(self) -> bool:
        """Whether this very code wrote all of it, so that it can be made again and compared."""
        return (self.format, self.code) == (FORMAT, code_sha256())

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """The configurations whose records it holds, by recipe and level."""
        held = {one for one in map(Configuration.of_file, self.files) if one}
        return tuple(sorted(one for one in held if one.data_path in self.files))

    @property
    def record_files(self) -> dict[Configuration, FileEntry]:
        """The files of records that stand under their final names, by recipe and level."""
        finished, held = self.finished, self.configurations
        return {one: finished[one.data_path] for one in held if one.data_path in finished}

    @property
    def finished(self) -> dict[str, FileEntry]:
        """The files that stand under their final names."""
        return {path: file for path, file in self.files.items() if path not in self.pending}

    def place(self, path: str) -> str:
        """Return where a file stands in its folder, by its path: records may be compressed."""
        return stored(path, self.compress)

    def hashes(self, configuration: Configuration) -> dict[str, str]:
        """Return the hashes of a configuration's finished files, by their paths."""
        finished = self.finished
        return {path: finished[path].sha256 for path in configuration.paths if path in finished}

    def to_bytes(self) -> bytes:
        """Return the manifest as JSON, indented, its names sorted, its own hash at its end."""
        data = self.model_dump(
            exclude={name for name in ("code", "shard", "compress") if not getattr(self, name)}
        ) | {"sha256": ""}
        data |= {name: dict(sorted(data[name].items())) for name in ("recipes", "files")}
        dumped = orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        unsigned = json_printable(dumped.decode()).encode()
        before, _, after = unsigned.rpartition(_own_hash(""))
        return before + _own_hash(digest(unsigned)) + after


def _own_hash(sha256: str) -> bytes:
    return b'"sha256": "%b"' % sha256.encode()


def is_signed(content: bytes, sha256: str) -> bool:
    """Tell whether a manifest's bytes end with their own hash, which is that of them without it."""
    before, found, after = content.rpartition(_own_hash(sha256))
    return bool(found) and digest(before + _own_hash("") + after) == sha256


def read_manifest(folder: Path) -> Manifest:
    """Read a release's manifest; raise UsageError where the folder is no release of this format."""
    return parse_manifest(folder, read_manifest_bytes(folder))


def read_or_begin(folder: Path, shard: str = "", compress: Compress | None = None) -> Manifest:
    """Read a release's manifest, or that of a shard; begin one where the folder is none yet.

    Raises UsageError where it holds another part than the one asked for, or is compressed otherwise
    than is asked for, if that is.
    """
    if not (folder / MANIFEST).exists():
        code = code_sha256()
        return Manifest(lvbuild=__version__, code=code, shard=shard, compress=compress)
    manifest = read_manifest(folder)
    if manifest.shard != shard:
        held, asked = (f"shard {one}" if one else "a release" for one in (manifest.shard, shard))
        raise UsageError(f"{folder}: holds {held}, not {asked}; name another folder")
    if compress not in {None, manifest.compress}:
        held = manifest.compress or "not compressed"
        raise UsageError(f"{folder}: its files are {held}, not {compress}; name another folder")
    return manifest


def read_manifest_bytes(folder: Path) -> bytes:
    """Read the file of a release's manifest; raise UsageError where there is none."""
    path = folder / MANIFEST
    try:
        return read_regular(folder, MANIFEST, MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(
            f"{folder}: is no release (it holds no {MANIFEST}); check the path"
        ) from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


def parse_manifest(folder: Path, content: bytes) -> Manifest:
    """Read a manifest's bytes; raise UsageError where they are none of this format."""
    path = folder / MANIFEST
    try:
        return Manifest.model_validate_json(content)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"])) or "it"
        raise UsageError(
            f"{path}: is no manifest of format {FORMAT} ({where}: {problem['msg']});"
            " it was damaged, or made by another version of lvbuild: use that, or build it again"
        ) from error
