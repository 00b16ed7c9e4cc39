"""Building the recipes of a release again, to compare every byte; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from lvbuild.release.checks import Report
from lvbuild.release.entry import recipe_entry
from lvbuild.release.files import open_regular
from lvbuild.release.layout import recipe_path
from lvbuild.release.manifest import FileEntry, Manifest
from lvbuild.release.writer import file_entry, write_lines
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.prepared import LevelText


def rebuild_differences(
    folder: Path,
    manifest: Manifest,
    *,
    corpora: Path | None,
    offline: bool,
    tokenizers: tuple[str, ...],
    report: Report,
) -> Iterator[str]:
    """Yield where a release, whose files agree with each other, is not what its inputs build."""
    for name, entry in sorted(manifest.recipes.items()):
        options = replace(entry.build_options, corpora=corpora, offline=offline)
        [source] = gather(folder / recipe_path(name), options, tokenizer_files=tokenizers)
        held = manifest.configurations
        prepared = source.prepare([each.level for each in held if each.recipe == name])
        rebuilt = recipe_entry(source, prepared)
        if rebuilt != entry:
            what = "corpora" if rebuilt.corpora != entry.corpora else "inputs"
            yield f"{name} was built from other {what} than those found here"
            continue
        yield from (level.reason for level in prepared.dropped.values())
        for text in prepared.levels.values():
            both = text.records(), text.provenance()
            for path, lines in zip(text.configuration.paths, both, strict=True):
                yield from _compare(folder, manifest, text, path, lines)
                report(f"{path} (built again)")


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


def _built(entry: FileEntry) -> FileEntry:
    """Return what a build enters of a file: without what was measured of it later."""
    return entry.model_copy(update={"telltale": None})


def _compare(
    folder: Path, manifest: Manifest, text: LevelText, path: str, lines: Iterator[bytes]
) -> Iterator[str]:
    with open_regular(folder, path) as file:
        comparison = _Comparison(file)
        counted = write_lines(comparison, lines, lambda records, size: None)
        comparison.close()
    if comparison.differing is not None:
        yield f"{path}:{comparison.differing} differs from what its inputs build"
    elif file_entry(text, path, counted) != _built(manifest.files[path]):
        yield f"the manifest's figures of {path} are not those of the file"
