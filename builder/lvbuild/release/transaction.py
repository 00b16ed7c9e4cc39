"""Changing a release: every change is made under its lock, and leaves it readable throughout.

A file's entry is in the manifest before the file has its final name: whatever stands under a
final name is therefore known, and never written again while it is unchanged.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import orjson

from lvbuild import __version__
from lvbuild.core.model import Configuration, Level
from lvbuild.core.options import BuildOptions, Compress
from lvbuild.core.places import is_remote, remove_folder
from lvbuild.core.resources import code_sha256, digest
from lvbuild.errors import BuildError, UsageError
from lvbuild.release.describing import descriptions
from lvbuild.release.entry import held_errata
from lvbuild.release.folder import (
    ERRATA,
    MANIFEST,
    SUMS,
    WHY_NOT,
    TemporaryFile,
    content_digest,
    content_path,
    entries,
    figure_path,
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
    read_manifest,
    read_or_begin,
)
from lvbuild.release.options import differing
from lvbuild.release.telltale import Telltale
from lvbuild.tables.errata import Erratum


@dataclass(frozen=True, slots=True)
class Addition:
    """A recipe to be built into a release: its entry, its inputs by path, what is to come of it.

    `extra_files` are the hashes of what configurations take beyond its inputs (FileEntry.beyond),
    `shard` the part of the records, "" all of them. `compress` None takes what the release has.
    `code` is the hash of the code that builds it.
    """

    name: str
    entry: RecipeEntry
    inputs: Mapping[str, bytes]
    extra_files: Mapping[Configuration, str | None]
    shard: str = ""
    compress: Compress | None = None
    code: str = field(default_factory=code_sha256)

    @property
    def files(self) -> tuple[str, ...]:
        """The files to come."""
        return tuple(chain.from_iterable(configuration.paths for configuration in self.extra_files))


def check_folder(folder: Path) -> None:
    """Refuse a folder that is neither a release nor empty nor to be made.

    A release with links is refused too: nothing outside of it is to be written.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UsageError(f"{folder}: is a file; name a folder for the release")
    if (folder / MANIFEST).exists():
        for name, kind in entries(folder):
            if kind in {"link", "special"}:
                raise UsageError(f"{folder / name}: {WHY_NOT[kind]}")
        read_manifest(folder)
    elif any(not is_temporary(path.name) for path in folder.iterdir()):
        raise UsageError(
            f"{folder}: is not empty and is no release; name another folder, or empty it"
        )


def _remove_unknown(folder: Path, manifest: Manifest, recipe: str) -> None:
    """Remove files of a recipe that the manifest does not hold: of one that was replaced."""
    known = set(map(manifest.place, manifest.files))
    for name, kind in list(entries(folder)):
        if kind == "file" and name not in known and _of(content_path(name), recipe):
            (folder / name).unlink(missing_ok=True)


def add_recipe(folder: Path, addition: Addition, *, overwrite: bool) -> list[str]:
    """Enter a recipe into a release; return the files that stand already, whole and unchanged.

    One that the release holds otherwise is refused; `overwrite` replaces it if all of its levels
    that stand are built again.
    """
    try:
        if not is_remote(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder}: cannot be made ({error.strerror}); name another folder"
        ) from error
    check_writable(folder)
    with locked(folder):
        check_folder(folder)
        remove_abandoned(folder)
        manifest = read_or_begin(folder, addition.shard, addition.compress)
        manifest.code = manifest.code if manifest.code == addition.code else ""
        _write(folder, manifest)  # from here on the folder is a release, whatever comes
        held = manifest.recipes.get(addition.name)
        if held is not None and held.input_hash != addition.entry.input_hash:
            name, entry, built = addition.name, addition.entry, addition.extra_files
            parts = [p for p in ("tables", "corpora") if getattr(held, p) != getattr(entry, p)]
            _check_replaced(folder, manifest, name, parts, built, overwrite=overwrite)
            _forget(folder, manifest, name)
        _remove_unknown(folder, manifest, addition.name)
        unchanged = [
            path
            for configuration, extra_files in addition.extra_files.items()
            for path in configuration.paths
            if _is_unchanged(folder, manifest.files.get(path), path, extra_files)
        ]
        manifest.recipes[addition.name] = addition.entry
        others = [path for path in manifest.pending if not _of(path, addition.name)]
        begun = [path for path in addition.files if path not in unchanged]
        manifest.pending = sorted({*others, *begun})
        manifest.complete = False
        for path, content in sorted(addition.inputs.items()):
            put_file(folder / path, content)
        for path in inputs_of(folder, addition.name):
            if path not in addition.inputs:  # such as its data card
                (folder / path).unlink()
                with suppress(OSError):  # other files may stand beside it
                    if not is_remote(folder):
                        (folder / path).parent.rmdir()
        _write(folder, manifest)
    return unchanged


def put_in_place(folder: Path, finished: Mapping[str, tuple[FileEntry, TemporaryFile]]) -> None:
    """Give finished files their names, by their paths; card and sums follow a recipe's last one.

    Were these written anew with each file, a release of many would spend its time on them.
    """
    with locked(folder):
        manifest = read_manifest(folder)
        manifest.files.update({path: entry for path, (entry, _) in finished.items()})
        _write(folder, manifest)
        for _, temporary in finished.values():
            temporary.put()
        manifest.pending = [path for path in manifest.pending if path not in finished]
        if manifest.pending:
            _write(folder, manifest)
        else:
            _write_card_and_sums(folder, manifest)


def close(folder: Path) -> Manifest:
    """Bring card and sums up to date, and say that the release is complete if it is."""
    with locked(folder):
        remove_abandoned(folder)
        manifest = read_manifest(folder)
        _complete(folder, manifest)
    return manifest


@contextmanager
def _changing(folder: Path) -> Iterator[Manifest]:
    """Hold a release's lock while what it tells is changed; card and sums follow."""
    with locked(folder):
        check_folder(folder)
        remove_abandoned(folder)
        manifest = read_manifest(folder)
        yield manifest
        manifest.complete = False
        _write(folder, manifest)
        _complete(folder, manifest)


def put_telltales(
    folder: Path, measured: Manifest, found: Mapping[Configuration, Telltale]
) -> list[Configuration]:
    """Enter figures into the release that `measured` was the manifest of; the card follows.

    Returns the configurations whose files are others by now: their figures are not entered.
    """
    with _changing(folder) as manifest:
        changed = [each for each in found if manifest.hashes(each) != measured.hashes(each)]
        for each in found.keys() - set(changed):
            entry = manifest.files[each.data_path]
            manifest.files[each.data_path] = entry.model_copy(update={"telltale": found[each]})
    return changed


def put_erratum(folder: Path, erratum: Erratum) -> None:
    """Enter a known defect, in place of what was said of the question; the card follows."""
    with _changing(folder) as manifest:
        of = {(each.recipe, each.question_id): each for each in held_errata(folder)}
        of[erratum.recipe, erratum.question_id] = erratum
        _put_errata(folder, manifest, of.values())


def _put_errata(folder: Path, manifest: Manifest, errata: Iterable[Erratum]) -> None:
    """Write those of recipes that are there, sorted; no file where there are none."""
    here = (each for each in errata if each.recipe in manifest.recipes)
    kept = sorted((each.recipe, each.question_id, each.reason) for each in here)
    lines = [orjson.dumps(dict(zip(Erratum.model_fields, each, strict=True))) for each in kept]
    if lines:
        put_file(folder / ERRATA, b"".join(line + b"\n" for line in lines))
    else:
        (folder / ERRATA).unlink(missing_ok=True)


def _complete(folder: Path, manifest: Manifest) -> None:
    _write_card_and_sums(folder, manifest)
    manifest.complete = not manifest.pending
    _write(folder, manifest)


def check_writable(folder: Path) -> None:
    """Raise UsageError where nothing can be written into a folder."""
    if not is_remote(folder) and not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{folder}: cannot be written to; change its rights or name another")


def _write(folder: Path, manifest: Manifest) -> None:
    manifest.lvbuild = __version__
    if manifest.code != code_sha256():
        manifest.code = ""
    put_file(folder / MANIFEST, manifest.to_bytes())


def _write_card_and_sums(folder: Path, manifest: Manifest) -> None:
    described = descriptions(folder, manifest)
    for path, content in described.items():
        put_file(folder / path, content)
    for recipe in manifest.recipes:
        if (path := figure_path(recipe)) not in described:  # its files are being written anew
            (folder / path).unlink(missing_ok=True)
    covered = {path: entry.sha256 for path, entry in manifest.finished.items()}
    errata = [ERRATA] if (folder / ERRATA).is_file() else []
    for path in (*described, *errata, *inputs_of(folder, *manifest.recipes)):
        covered[path] = digest((folder / path).read_bytes())
    sums = sums_bytes(covered)
    put_file(folder / SUMS, sums)
    manifest.sums = digest(sums)
    _write(folder, manifest)


def _of(path: str, recipe: str) -> bool:
    configuration = Configuration.of_file(path)
    return configuration is not None and configuration.recipe == recipe


def _is_unchanged(
    folder: Path, entry: FileEntry | None, path: str, extra_files: str | None
) -> bool:
    if entry is None or entry.beyond != extra_files:
        return False
    try:
        return content_digest(folder, path, entry.bytes) == entry.sha256
    except OSError:  # it is missing or damaged: it is written again
        return False


def _forget(folder: Path, manifest: Manifest, recipe: str) -> None:
    manifest.files = {p: entry for p, entry in manifest.files.items() if not _of(p, recipe)}
    manifest.pending = [path for path in manifest.pending if not _of(path, recipe)]
    del manifest.recipes[recipe]
    _put_errata(folder, manifest, held_errata(folder))
    _write(folder, manifest)
    remove_folder(folder / inputs_folder(recipe))
    (folder / figure_path(recipe)).unlink(missing_ok=True)


def inputs_of(folder: Path, *recipes: str) -> list[str]:
    """List the inputs of recipes that stand in a release, by their paths."""
    return [name for name, _ in entries(folder) if input_of(name) in recipes]


def check_manifest(folder: Path, failure: Exception) -> None:
    """Raise BuildError where a failure comes from a release that is no longer there."""
    if not (folder / MANIFEST).exists():
        raise BuildError(
            f"{folder}: its {MANIFEST} is gone: something else removed it during the build; remove"
            " what is left of the folder and run the same command again"
        ) from failure


def check_added(folder: Path, added: Sequence[Addition]) -> None:
    """Raise BuildError where a recipe or a file that a build put in place is no longer there."""
    manifest = read_manifest(folder) if (folder / MANIFEST).exists() else None
    gone = [
        path
        for addition in added
        for path in sorted(addition.files)
        if manifest is None
        or manifest.recipes.get(addition.name) != addition.entry
        or path not in manifest.finished
        or not (folder / manifest.place(path)).is_file()
    ]
    if gone:
        raise BuildError(
            f"{folder}: {len(gone)} files of this build are gone or replaced, the first {gone[0]}:"
            " something else changed the folder meanwhile; run the same command again"
        )


def check_options(
    folder: Path,
    manifest: Manifest,
    name: str,
    options: BuildOptions,
    *,
    levels: Sequence[Level],
    overwrite: bool,
) -> None:
    """Refuse a recipe that the release holds with other options, before anything is prepared.

    `levels` are those asked for.
    """
    held = manifest.recipes.get(name)
    if held is not None and (others := differing(held.build_options, options)):
        built = [Configuration(name, level) for level in levels]
        _check_replaced(folder, manifest, name, others, built, overwrite=overwrite)


def _check_replaced(
    folder: Path,
    manifest: Manifest,
    name: str,
    others: Sequence[str],
    built: Collection[Configuration],
    *,
    overwrite: bool,
) -> None:
    """Refuse to replace a recipe unasked, and one whose levels are not all `built` again."""
    if not overwrite:
        named = ", ".join(others) or "contents of the recipe's file"
        raise UsageError(
            f"{folder}: holds {name} with other {named};"
            " name another folder, or pass --overwrite to replace it"
        )
    held = (each for each in manifest.configurations if each.recipe == name)
    if lost := [each.level.label for each in held if each not in built]:
        raise UsageError(
            f"{folder}: --overwrite would remove {name} at"
            f" {', '.join(lost)}, which this build does not write; ask for all of its levels, or"
            " name another folder"
        )
