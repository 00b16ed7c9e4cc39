"""Changing a release: every change is made under its lock, and leaves it readable throughout.

A file's entry is in the manifest before the file has its final name: whatever stands under a
final name is therefore known, and never written again while it is unchanged.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from lvbuild import __version__
from lvbuild.core.model import Configuration
from lvbuild.errors import BuildError, UsageError
from lvbuild.release.card import card
from lvbuild.release.files import check_regular, entries
from lvbuild.release.folder import (
    CARD,
    MANIFEST,
    SUMS,
    TemporaryFile,
    input_of,
    inputs_folder,
    is_temporary,
    locked,
    put_file,
    remove_abandoned,
    sums_bytes,
)
from lvbuild.release.manifest import (
    FileEntry,
    Manifest,
    RecipeEntry,
    digest,
    file_digest,
    read_manifest,
    read_or_begin,
)
from lvbuild.release.overwriting import Overwrite, check_entry, check_levels
from lvbuild.release.telltale import Telltale


@dataclass(frozen=True, slots=True)
class Admission:
    """A recipe to be built into a release: its entry, its inputs by path, what is to come of it.

    `beyond` tells what each configuration takes beyond the recipe's inputs (see FileEntry).
    """

    name: str
    entry: RecipeEntry
    inputs: Mapping[str, bytes]
    beyond: Mapping[Configuration, str | None]

    @property
    def files(self) -> tuple[str, ...]:
        """The files to come."""
        return tuple(chain.from_iterable(configuration.paths for configuration in self.beyond))


def check_folder(folder: Path) -> None:
    """Refuse a folder that is neither a release nor empty nor to be made.

    A release with links is refused too: nothing outside of it is to be written.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UsageError(f"{folder}: is a file; name a folder for the release")
    if (folder / MANIFEST).exists():
        check_regular(folder)
        read_manifest(folder)
    elif any(not is_temporary(path.name) for path in folder.iterdir()):
        raise UsageError(
            f"{folder}: is not empty and is no release; name another folder, or empty it"
        )


def _remove_unknown(folder: Path, manifest: Manifest, recipe: str) -> None:
    """Remove files of a recipe that an interrupted removal left behind."""
    for name, kind in list(entries(folder)):
        if kind == "file" and name not in manifest.files and _of(name, recipe):
            (folder / name).unlink(missing_ok=True)


def admit(folder: Path, admission: Admission, overwrite: Overwrite) -> list[str]:
    """Enter a recipe into a release; return the files that stand already, whole and unchanged."""
    _make(folder)
    with locked(folder):
        check_folder(folder)
        remove_abandoned(folder)
        manifest = read_or_begin(folder)
        _write(folder, manifest)  # from here on the folder is a release, whatever comes
        held = manifest.recipes.get(admission.name)
        if held is not None and held.input_hash != admission.entry.input_hash:
            if overwrite is Overwrite.NOTHING:
                check_entry(folder, manifest, admission.name, admission.entry)
            if overwrite is Overwrite.BUILT:
                check_levels(folder, manifest, admission.name, admission.beyond)
            _remove(folder, manifest, admission.name)
        _remove_unknown(folder, manifest, admission.name)
        standing = [
            path
            for configuration, beyond in admission.beyond.items()
            for path in configuration.paths
            if _stands(folder, manifest, path, beyond)
        ]
        manifest.recipes[admission.name] = admission.entry
        others = [path for path in manifest.pending if not _of(path, admission.name)]
        begun = [path for path in admission.files if path not in standing]
        manifest.pending = sorted({*others, *begun})
        manifest.complete = False
        for path, content in sorted(admission.inputs.items()):
            put_file(folder / path, content)
        _remove_other_inputs(folder, admission)
        _write(folder, manifest)
    return standing


def put_in_place(folder: Path, path: str, entry: FileEntry, temporary: TemporaryFile) -> None:
    """Give a finished file its name; the card and the sums follow it."""
    with locked(folder):
        manifest = read_manifest(folder)
        manifest.files[path] = entry
        _write(folder, manifest)
        temporary.put()
        manifest.pending = [other for other in manifest.pending if other != path]
        _write_card_and_sums(folder, manifest)


def close(folder: Path) -> Manifest:
    """Bring card and sums up to date, and say that the release is complete if it is."""
    with locked(folder):
        remove_abandoned(folder)
        manifest = read_manifest(folder)
        _complete(folder, manifest)
    return manifest


def put_telltales(
    folder: Path, measured: Manifest, found: Mapping[Configuration, Telltale]
) -> list[Configuration]:
    """Enter figures into the release that `measured` was the manifest of; the card follows.

    Returns the configurations whose files are others by now: their figures are not entered.
    """
    with locked(folder):
        check_folder(folder)
        remove_abandoned(folder)
        manifest = read_manifest(folder)
        changed = [each for each in found if manifest.hashes(each) != measured.hashes(each)]
        for each in found.keys() - set(changed):
            entry = manifest.files[each.data_path]
            manifest.files[each.data_path] = entry.model_copy(update={"telltale": found[each]})
        manifest.complete = False
        _write(folder, manifest)
        _complete(folder, manifest)
    return changed


def _complete(folder: Path, manifest: Manifest) -> None:
    _write_card_and_sums(folder, manifest)
    manifest.complete = not manifest.pending
    _write(folder, manifest)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder}: cannot be made ({error.strerror}); name another folder"
        ) from error
    check_writable(folder)


def check_writable(folder: Path) -> None:
    """Raise UsageError where nothing can be written into a folder."""
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{folder}: cannot be written to; change its rights or name another")


def _write(folder: Path, manifest: Manifest) -> None:
    manifest.lvbuild = __version__
    put_file(folder / MANIFEST, manifest.to_bytes())


def _write_card_and_sums(folder: Path, manifest: Manifest) -> None:
    put_file(folder / CARD, card(folder, manifest))
    covered = {path: entry.sha256 for path, entry in manifest.finished.items()}
    inputs = chain.from_iterable(_inputs(folder, recipe) for recipe in manifest.recipes)
    for path in (CARD, *inputs):
        covered[path] = digest((folder / path).read_bytes())
    sums = sums_bytes(covered)
    put_file(folder / SUMS, sums)
    manifest.sums = digest(sums)
    _write(folder, manifest)


def _of(path: str, recipe: str) -> bool:
    """Tell whether a file of records or provenance is a recipe's."""
    configuration = Configuration.of_file(path)
    return configuration is not None and configuration.recipe == recipe


def _stands(folder: Path, manifest: Manifest, path: str, beyond: str | None) -> bool:
    entry = manifest.files.get(path)
    place = folder / path
    if entry is None or entry.beyond != beyond:
        return False
    if not place.is_file() or place.stat().st_size != entry.bytes:
        return False
    with place.open("rb") as file:
        return file_digest(file) == entry.sha256


def _remove(folder: Path, manifest: Manifest, recipe: str) -> None:
    """Take a recipe out of a release."""
    gone = [path for path in manifest.files if _of(path, recipe)]
    for path in gone:
        del manifest.files[path]
    manifest.pending = [path for path in manifest.pending if not _of(path, recipe)]
    del manifest.recipes[recipe]
    _write(folder, manifest)
    _remove_unknown(folder, manifest, recipe)
    shutil.rmtree(folder / inputs_folder(recipe), ignore_errors=True)


def _remove_other_inputs(folder: Path, admission: Admission) -> None:
    """Remove inputs of a recipe that it has no longer, such as its data card."""
    for path in _inputs(folder, admission.name):
        if path not in admission.inputs:
            (folder / path).unlink()
            with suppress(OSError):  # other files may stand beside it
                (folder / path).parent.rmdir()


def _inputs(folder: Path, recipe: str) -> list[str]:
    """Return the paths of the inputs of a recipe that stand in a release, sorted."""
    found = (path.relative_to(folder) for path in (folder / inputs_folder(recipe)).rglob("*"))
    return sorted(path for path in map(Path.as_posix, found) if input_of(path) == recipe)


def check_manifest(folder: Path, failure: Exception) -> None:
    """Raise BuildError where a failure comes from a release that is no longer there."""
    if not (folder / MANIFEST).exists():
        raise BuildError(
            f"{folder}: its {MANIFEST} is gone: something else removed it during the build; remove"
            " what is left of the folder and run the same command again"
        ) from failure


def check_admitted(folder: Path, admitted: Sequence[Admission]) -> None:
    """Raise BuildError where a recipe or a file that a build put in place is no longer there."""
    manifest = read_manifest(folder) if (folder / MANIFEST).exists() else None
    gone = [
        path
        for admission in admitted
        for path in sorted(admission.files)
        if manifest is None
        or manifest.recipes.get(admission.name) != admission.entry
        or path not in manifest.finished
        or not (folder / path).is_file()
    ]
    if gone:
        raise BuildError(
            f"{folder}: {len(gone)} files of this build are gone or replaced, the first {gone[0]}:"
            " something else changed the folder meanwhile; run the same command again"
        )
