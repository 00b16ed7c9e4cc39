"""Verifying a release: every hash, and on request every byte built anew from its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from lvbuild.errors import UsageError, VerificationError
from lvbuild.preparation.counters import named_again
from lvbuild.preparation.prepared import LevelText
from lvbuild.preparation.source import gather
from lvbuild.recipe import parse_level
from lvbuild.release.card import card, inputs_folder
from lvbuild.release.entry import recipe_entry
from lvbuild.release.folder import data_path, provenance_path
from lvbuild.release.ledger import CARD, SUMS, read_sums
from lvbuild.release.manifest import Manifest, digest, file_digest, read_manifest
from lvbuild.release.writer import file_entry, write_lines

Report = Callable[[str], None]
"""Told each file that was found right."""

_COVERED = ("data", "provenance", "inputs")


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

    With `rebuild` every recipe is built again from `inputs/` and the corpora, and compared byte by
    byte; nothing is written. `tokenizers` are the files of those it
    was built with. Raises VerificationError that names every file that differs,
    UsageError where the folder is no release, MissingCorpusError for a rebuild without corpora.
    """
    folder = Path(path)
    manifest = read_manifest(folder)
    problems = list(_check_hashes(folder, manifest, report))
    if not problems and rebuild:
        problems = list(
            _rebuild(
                folder, manifest, corpora, offline, tokenizers=tuple(tokenizers), report=report
            )
        )
    if problems:
        raise VerificationError(f"{folder}: {'; '.join(problems)}")
    return manifest


def _check_hashes(folder: Path, manifest: Manifest, report: Report) -> Iterator[str]:
    if not manifest.complete:
        begun = ", ".join(manifest.pending) or "its last build was not ended"
        yield f"it is not complete ({begun}): run its build again"
    try:
        content = (folder / SUMS).read_bytes()
    except OSError:
        yield f"{SUMS} is missing"
        return
    if digest(content) != manifest.sums:
        yield f"{SUMS} is not the one of the manifest"
        return
    sums = read_sums(content)
    for name, expected in sums.items():
        place = folder / name
        if not place.is_file():
            yield f"{name} is missing"
            continue
        with place.open("rb") as file:
            if file_digest(file) != expected:
                yield f"{name} differs from its hash"
                continue
        report(name)
    for name, entry in sorted(manifest.files.items()):
        if sums.get(name) != entry.sha256:
            yield f"{name} has another hash in {SUMS} than in the manifest"
    for part in _COVERED:
        for place in sorted((folder / part).rglob("*")):
            name = place.relative_to(folder).as_posix()
            if place.is_file() and name not in sums:
                yield f"{name} is not of this release"


def _rebuild(
    folder: Path,
    manifest: Manifest,
    corpora: str | Path | None,
    offline: bool,
    *,
    tokenizers: tuple[str, ...],
    report: Report,
) -> Iterator[str]:
    for name, entry in sorted(manifest.recipes.items()):
        recipe = folder / inputs_folder(name) / f"{name}.yaml"
        where = None if corpora is None else Path(corpora)
        try:
            named = named_again(entry.choices, tokenizers)
        except UsageError as error:
            raise UsageError(f"{folder}: {name}: {error}") from error
        [source] = gather([recipe], entry.choices, corpora=where, offline=offline, tokenizers=named)
        labels = [
            Path(path).stem.removeprefix(f"{name}_")
            for path in manifest.files
            if Path(path).stem.rpartition("_")[0] == name and path.startswith("data/")
        ]
        prepared = source.prepare([parse_level(label) for label in labels])
        rebuilt = recipe_entry(source, prepared)
        if rebuilt != entry:
            what = "corpora" if rebuilt.corpora != entry.corpora else "inputs"
            yield f"{name} was built from other {what} than those found here"
            continue
        yield from (level.reason for level in prepared.dropped.values())
        for text in prepared.levels.values():
            for path, lines in (
                (data_path(text.name), text.records()),
                (provenance_path(text.name), text.provenance()),
            ):
                yield from _compare(folder, manifest, text, path, lines)
                report(f"{path} (built again)")
    if (folder / CARD).read_bytes() != card(folder, manifest):
        yield f"{CARD} is not the card of what the manifest holds"


class _Comparison:
    """Takes lines as they are built, and tells the first that a file holds otherwise."""

    def __init__(self, held: BinaryIO) -> None:
        self._held = held
        self._number = 0
        self.differing: int | None = None

    def write(self, line: bytes) -> None:
        self._number += 1
        if self._held.readline() != line and self.differing is None:
            self.differing = self._number

    def close(self) -> None:
        if self._held.read(1) and self.differing is None:
            self.differing = self._number + 1


def _compare(
    folder: Path, manifest: Manifest, text: LevelText, path: str, lines: Iterator[bytes]
) -> Iterator[str]:
    with (folder / path).open("rb") as file:
        comparison = _Comparison(file)
        counted = write_lines(comparison, lines, lambda records, size: None)
        comparison.close()
    if comparison.differing is not None:
        yield f"{path}:{comparison.differing} differs from what its inputs build"
    elif file_entry(text, path, counted) != manifest.files[path]:
        yield f"the manifest's figures of {path} are not those of the file"
