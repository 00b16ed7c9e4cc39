"""Verifying a release: every hash, and on request every byte built anew from its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

from lvbuild.errors import VerificationError
from lvbuild.preparation.prepared import LevelText
from lvbuild.preparation.source import gather
from lvbuild.recipe import parse_level
from lvbuild.release.card import inputs_folder
from lvbuild.release.entry import recipe_entry
from lvbuild.release.folder import data_path, provenance_path
from lvbuild.release.ledger import SUMS, read_sums
from lvbuild.release.manifest import Manifest, digest, file_digest, read_manifest

Report = Callable[[str], None]
"""Told each file that was found right."""

_COVERED = ("data", "provenance", "inputs")


def verify(
    path: str | Path,
    *,
    rebuild: bool = False,
    corpora: str | Path | None = None,
    offline: bool = False,
    report: Report = lambda path: None,
) -> Manifest:
    """Check every file of a release against its hash; return the manifest when all are right.

    With `rebuild` every recipe is built again from `inputs/` and the corpora, and compared byte by
    byte; nothing is written. Raises VerificationError that names every file that differs,
    UsageError where the folder is no release, MissingCorpusError for a rebuild without corpora.
    """
    folder = Path(path)
    manifest = read_manifest(folder)
    problems = list(_check_hashes(folder, manifest, report))
    if not problems and rebuild:
        problems = list(_rebuild(folder, manifest, corpora, offline, report))
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
    folder: Path, manifest: Manifest, corpora: str | Path | None, offline: bool, report: Report
) -> Iterator[str]:
    for name, entry in sorted(manifest.recipes.items()):
        recipe = folder / inputs_folder(name) / f"{name}.yaml"
        where = None if corpora is None else Path(corpora)
        [source] = gather([recipe], entry.choices, corpora=where, offline=offline)
        labels = [
            Path(path).stem.removeprefix(f"{name}_")
            for path in manifest.files
            if Path(path).stem.rpartition("_")[0] == name and path.startswith("data/")
        ]
        prepared = source.prepare([parse_level(label) for label in labels], entry.choices)
        if recipe_entry(source, prepared, entry.choices).input_hash != entry.input_hash:
            yield f"{name} was built from other corpora than those found here"
            continue
        yield from prepared.dropped.values()
        for text in prepared.levels.values():
            yield from _compare(folder, text, report)


def _compare(folder: Path, text: LevelText, report: Report) -> Iterator[str]:
    for path, lines in (
        (data_path(text.name), text.records()),
        (provenance_path(text.name), text.provenance()),
    ):
        with (folder / path).open("rb") as file:
            for number, (held, built) in enumerate(zip_longest(file, lines), start=1):
                if held != built:
                    yield f"{path}:{number} differs from what its inputs build"
                    break
            else:
                report(f"{path} (built again)")
