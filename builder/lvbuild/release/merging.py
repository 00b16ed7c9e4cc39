"""Putting the shards of a release together: the committer of builds that were done in parts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.model import Configuration
from lvbuild.core.options import Folder
from lvbuild.core.places import place_of
from lvbuild.core.shard import WHOLE, Shard
from lvbuild.core.validation import checks_arguments
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.folder import TemporaryFile, open_content, read_regular, stored
from lvbuild.release.manifest import FileEntry, Manifest, read_manifest
from lvbuild.release.options import differing
from lvbuild.release.reading import LARGEST_INPUT
from lvbuild.release.transaction import (
    Addition,
    add_recipe,
    check_added,
    check_folder,
    close,
    inputs_of,
    put_in_place,
)

_BLOCK = 2**20


class _Part(NamedTuple):
    folder: Path
    manifest: Manifest


@checks_arguments
def merge(
    shards: Sequence[Folder],
    out: Folder,
    *,
    overwrite: bool = False,
    report: Callable[[str], None] = lambda path: None,
) -> Manifest:
    """Put the folders of all shards of a build together, in any order; return the manifest.

    The release is the one that a single build makes, byte for byte; what stands there whole is not
    written again. `report` is told each file that is put in place. Raises UsageError where a shard
    is missing, doubled, not complete or of another build, VerificationError where one is damaged.
    """
    parts = _in_order([place_of(folder) for folder in shards])
    first, folder = parts[0], place_of(out)
    check_folder(folder)
    additions = [_addition(first, name) for name in sorted(first.manifest.recipes)]
    try:
        for addition in additions:
            unchanged = add_recipe(folder, addition, overwrite=overwrite)
            for path in (path for path in addition.files if path not in unchanged):
                place = stored(path, first.manifest.compress)
                with TemporaryFile(folder / place, first.manifest.compress) as temporary:
                    put_in_place(folder, {path: (_join(parts, path, temporary), temporary)})
                report(path)
        check_added(folder, additions)
        return close(folder)
    except OSError as error:
        raise BuildError(
            f"{error.filename or folder}: {error.strerror}; what is finished stands: mend this and"
            " run the same command again"
        ) from error


def _in_order(folders: Sequence[Path]) -> list[_Part]:
    """Read the manifests of all shards of one build; raise UsageError where they are others."""
    found: dict[int, _Part] = {}
    count = 0
    for folder in folders:
        part = _Part(folder, read_manifest(folder))
        shard = Shard.parse(part.manifest.shard)
        if shard == WHOLE:
            raise UsageError(f"{folder}: is no shard; build such by --shard")
        if not part.manifest.complete:
            raise UsageError(
                f"{folder}: shard {shard} is not complete: run the command that builds it again"
            )
        if shard.number in found:
            raise UsageError(
                f"{folder}: is shard {shard}, as {found[shard.number].folder} is; name each once"
            )
        if found and (why := _foreign(next(iter(found.values())), part, count, shard.of)):
            raise UsageError(f"{folder}: is no shard of the build of {folders[0]}: {why}")
        count = shard.of
        found[shard.number] = part
    missing = [str(Shard(number, count)) for number in range(count) if number not in found]
    if not found or missing:
        raise UsageError(f"{', '.join(missing) or 'each shard'}: missing; build it by --shard")
    return [found[number] for number in range(count)]


def _foreign(one: _Part, other: _Part, count: int, of: int) -> str:
    """Say why a shard is of another build than one before it; "" where it is of the same."""
    if of != count:
        return f"it is one of {of}, not of {count}"
    by, others = ((part.manifest.lvbuild, part.manifest.code) for part in (one, other))
    if by != others:
        return f"lvbuild {others[0]} built it, not {by[0]}, or other code of it"
    ours, theirs = one.manifest.recipes, other.manifest.recipes
    if ours.keys() != theirs.keys():
        return f"it holds {', '.join(sorted(theirs)) or 'no recipe'}"
    for name in sorted(ours):
        if ours[name] != theirs[name]:
            options = differing(ours[name].build_options, theirs[name].build_options)
            return f"{name} has other {', '.join(options) or 'recipe, tables or corpora'}"
    files = one.manifest.files.keys() | other.manifest.files.keys()
    for path in sorted(files):
        each = [_of_all(part.manifest.files.get(path)) for part in (one, other)]
        if each[0] != each[1]:
            return f"{path} is not the same level's"
    return ""


def _of_all(entry: FileEntry | None) -> FileEntry | None:
    """Return what an entry says of all records, whatever the shard."""
    own = {"records": 0, "bytes": 0, "sha256": "", "depths": None}
    return entry and entry.model_copy(update=own)


def _addition(first: _Part, name: str) -> Addition:
    files = first.manifest.files
    held = [each for each in first.manifest.configurations if each.recipe == name]
    extra = {one: files[one.data_path].beyond for one in _largest_first(held)}
    inputs = {
        path: read_regular(first.folder, path, LARGEST_INPUT)
        for path in inputs_of(first.folder, name)
    }
    entry, code = first.manifest.recipes[name], first.manifest.code
    return Addition(name, entry, inputs, extra, compress=first.manifest.compress, code=code)


def _largest_first(held: Sequence[Configuration]) -> list[Configuration]:
    return sorted(held, key=lambda each: -each.level.size)


def _join(parts: Sequence[_Part], path: str, file: TemporaryFile) -> FileEntry:
    """Write a file from its parts, each held to its hash; return its entry."""
    whole = hashlib.sha256()
    entries = [part.manifest.files[path] for part in parts]
    for (folder, _), entry in zip(parts, entries, strict=True):
        own = hashlib.sha256()
        try:
            with open_content(folder, path) as opened:
                while block := opened.read(_BLOCK):
                    file.write(block)
                    own.update(block)
                    whole.update(block)
        except FileNotFoundError as error:
            raise VerificationError(
                f"{folder / path}: is missing; build the shard again"
            ) from error
        if own.hexdigest() != entry.sha256:
            raise VerificationError(
                f"{folder / path}: differs from its hash; build the shard again"
            )
    depths = [entry.depths for entry in entries if entry.depths is not None]
    return entries[0].model_copy(
        update={
            "records": sum(entry.records for entry in entries),
            "bytes": sum(entry.bytes for entry in entries),
            "sha256": whole.hexdigest(),
            "depths": tuple(map(sum, zip(*depths, strict=True))) if depths else None,
        }
    )
