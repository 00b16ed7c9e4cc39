"""What can be known of a release from its files alone: whether they agree with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.claims import Claim
from lvbuild.core.model import Configuration
from lvbuild.core.places import place_of
from lvbuild.core.resources import digest
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.errors import UsageError, VerificationError
from lvbuild.release.describing import descriptions
from lvbuild.release.differences import rebuild_differences
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.folder import (
    CARD,
    CROISSANT,
    ERRATA,
    HUB_TASKS,
    MANIFEST,
    MOST_BYTES,
    SUMS,
    WHY_NOT,
    data_card_path,
    entries,
    figure_path,
    open_content,
    parquet_path,
    parse_sums,
    read_regular,
    recipe_path,
    table_path,
    tables_folder,
)
from lvbuild.release.manifest import (
    FileEntry,
    Manifest,
    RecipeEntry,
    is_signed,
    parse_manifest,
    read_manifest_bytes,
)
from lvbuild.release.reading import LARGEST_INPUT, check_file, lines, provenance_of
from lvbuild.release.records import canary
from lvbuild.tables.reading import read_tables

Report = Callable[[str], None]
"""Takes each file that was found right."""


def check_files(folder: Path, manifest: Manifest, report: Report) -> Iterator[str]:
    """Yield what is wrong with the files of a release: their hashes, their kinds, their names."""
    if not manifest.complete or manifest.pending:
        yield "it is not complete: run the command that built it again"
        return
    try:
        content = read_regular(folder, SUMS, MOST_BYTES)
        sums = parse_sums(content)
    except (FileNotFoundError, UsageError) as error:
        yield str(error) if isinstance(error, UsageError) else f"{SUMS} is missing"
        return
    if digest(content) != manifest.sums:
        yield f"{SUMS} is not the one of the manifest"
        return
    yield from _check_names(folder, manifest, sums)
    for name, expected in sums.items():
        with suppress(UsageError):  # it is no regular file, and is named as such
            if problem := check_file(folder, name, expected, manifest.files.get(name)):
                yield problem
            else:
                report(name)


def _check_names(folder: Path, manifest: Manifest, sums: dict[str, str]) -> Iterator[str]:
    """Yield what stands in the folder or in the sums without being of the release, and what not."""
    needed = {path: file.sha256 for path, file in manifest.finished.items()}
    others = {CARD, CROISSANT, ERRATA, HUB_TASKS}
    for name, entry in manifest.recipes.items():
        needed |= {table_path(name, table): held.sha256 for table, held in entry.tables.items()}
        others |= {recipe_path(name), data_card_path(name), figure_path(name)}
    for name, sha256 in sorted(needed.items()):
        if sums.get(name) != sha256:
            yield f"{name} has another hash in {SUMS} than in the manifest"
    for name in sorted(sums.keys() - needed.keys() - others):
        yield f"{SUMS} has {name}, which is not of this release"
    beside = (parquet_path(each.name) for each in manifest.configurations)
    known = {MANIFEST, SUMS, *map(manifest.place, sums), *beside}
    folders = {parent.as_posix() for name in known for parent in Path(name).parents}
    for name, kind in entries(folder):
        if kind in {"link", "special"}:
            yield f"{name} {WHY_NOT[kind]}"
        elif name not in (folders if kind == "folder" else known):
            yield f"{name} is not of this release"


def check_statements(folder: Path, manifest: Manifest, content: bytes) -> Iterator[str]:
    """Yield what a release's files, each whole, say otherwise of each other.

    `content` are the bytes of the manifest's file.
    """
    if not is_signed(content, manifest.sha256):
        yield f"{MANIFEST} differs from its own hash"
    with_records = {configuration.recipe for configuration in manifest.configurations}
    for name in sorted(manifest.recipes.keys() - with_records):
        yield f"{name} has no records"
    for path in sorted(manifest.files):
        configuration = Configuration.of_file(path)
        for other in configuration.paths if configuration else ():
            if other not in manifest.files:
                yield f"{path} is without {other}"
    try:
        for name, entry in sorted(manifest.recipes.items()):
            yield from _check_recipe(folder, name, entry, manifest)
        yield from _check_corpora(manifest)
        for path, held in sorted(manifest.finished.items()):
            yield from _check_lines(folder, path, held)
        if manifest.is_by_this_code:  # what other code wrote it may write otherwise
            for path, described in descriptions(folder, manifest).items():
                if not _holds(folder, path, described):
                    yield f"{path} is not that of what the manifest holds"
    except UsageError as error:
        yield str(error).removeprefix(f"{folder}/")


def _holds(folder: Path, path: str, content: bytes) -> bool:
    try:
        return read_regular(folder, path, LARGEST_INPUT) == content
    except FileNotFoundError:
        return False


def _check_recipe(folder: Path, name: str, entry: RecipeEntry, manifest: Manifest) -> Iterator[str]:
    file = held_recipe(folder, name, any_metric=True)
    where = f"{MANIFEST}: {name}:"
    # What other code hashed is hashed with what only that has.
    if manifest.is_by_this_code and input_hash(entry, file) != entry.input_hash:
        yield f"{where} its input_hash is not that of its inputs"
    if canary(name, entry.build_options) != entry.canary:
        yield f"{where} its canary is not that of its seed and variant"
    read = read_tables(
        folder / tables_folder(name), file.recipe, no_tables=not entry.build_options.tables
    ).named()
    for table, held in sorted(entry.tables.items()):
        found = read.get(table)
        if found is None or (len(found.rows), found.approved) != (held.rows, held.approved):
            yield f"{where} {table} has other rows than it says"


def _check_corpora(manifest: Manifest) -> Iterator[str]:
    """Yield where recipes say otherwise of a file of one corpus that all know."""
    said: dict[tuple[str, str, str], object] = {}
    for name, entry in sorted(manifest.recipes.items()):
        for corpus in (one for one in entry.corpora if one.name in CATALOGUE):
            for file in corpus.files:
                key = corpus.name, corpus.revision, file.path
                if said.setdefault(key, file) != file:
                    told = f"{MANIFEST}: {name}: of {corpus.name}"
                    yield f"{told} {file.path} is not another recipe's"


def _check_lines(folder: Path, path: str, entry: FileEntry) -> Iterator[str]:
    """Yield where a file has not its records' lines; those of provenance are read."""
    number = 0
    is_provenance = path.startswith("provenance/")
    with open_content(folder, path) as file:
        for number, line in enumerate(lines(folder / path, file, entry.bytes), start=1):
            if is_provenance:
                provenance_of(f"{folder / path}:{number}", line)
    if number != entry.records:
        yield f"{path} has {number} lines, {entry.records} in {MANIFEST}"


class _Read(NamedTuple):
    """A release that is verified: its folder, its manifest, also as bytes, and who is told."""

    folder: Path
    manifest: Manifest
    content: bytes
    report: Report


def _hashes(read: _Read) -> Iterator[str]:
    """Every file is the one of its hash, and none stands there beside those of the release."""
    yield from check_files(read.folder, read.manifest, read.report)


def _statements(read: _Read) -> Iterator[str]:
    """Manifest, sums, card, inputs and provenance say the same of each other."""
    yield from check_statements(read.folder, read.manifest, read.content)


CLAIMS: Sequence[Claim[_Read, str]] = (
    Claim("hashes", "error", _hashes),
    Claim("statements", "error", _statements),
)
"""What is verified of a release, in this order: where one is untrue, no later one is tested."""

_MOST = 50
"""Problems named in one message."""


def verify(
    path: str | Path,
    *,
    rebuild: bool = False,
    corpora: str | Path | None = None,
    offline: bool = False,
    tokenizers: Sequence[str] = (),
    report: Report = lambda path: None,
) -> Manifest:
    """Check every file of a release against its hash; return the manifest when all are right.

    What the files say of each other is checked too: manifest, sums, card, inputs and provenance.
    Who forges all of them alike is found by `rebuild` alone: every recipe is built again from
    `inputs/` and the corpora, and compared byte by byte; nothing is written. `tokenizers` are the
    files of those it was built with. Raises VerificationError that names the files that differ,
    UsageError where the folder is no release, MissingCorpusError for a rebuild without corpora.
    """
    folder = place_of(path)
    manifest, stated = read_whole(folder, report)
    if not (problems := [*stated]) and rebuild:
        here = {"corpora": corpora, "offline": offline}
        for name in sorted(manifest.recipes):
            differing = rebuild_differences(
                folder, manifest, name, here=here, tokenizers=tokenizers, report=report
            )
            problems += (str(each) if each.path else f"{name}: {each}" for each in differing)
    _raise(folder, problems)
    return manifest


def read_whole(
    path: str | Path, report: Report = lambda path: None
) -> tuple[Manifest, Sequence[str]]:
    """Read the manifest of a release all of whose files are those of their hashes.

    With it comes what the files say otherwise of each other. Raises as `verify` does.
    """
    folder = place_of(path)
    content = read_manifest_bytes(folder)
    manifest = parse_manifest(folder, content)
    hashes, statements = CLAIMS
    read = _Read(folder, manifest, content, report)
    _raise(folder, list(hashes.untrue(read)))
    return manifest, list(statements.untrue(read))


def _raise(folder: Path, problems: Sequence[str]) -> None:
    """Raise VerificationError for problems of a release, if there are any."""
    if problems:
        more = [f"and {len(problems) - _MOST:,} more"] if len(problems) > _MOST else []
        raise VerificationError(f"{folder}: {'; '.join([*problems[:_MOST], *more])}")
