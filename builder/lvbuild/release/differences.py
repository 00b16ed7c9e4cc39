"""Where a recipe of a release is not what its inputs build, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from lvbuild.core.shard import Shard
from lvbuild.release.entry import recipe_entry
from lvbuild.release.folder import open_content, recipe_path
from lvbuild.release.manifest import CorpusEntry, FileEntry, Manifest, RecipeEntry
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles, file_entry
from lvbuild.tasks.gathering import gather

_SHOWN, _BEFORE = 80, 30
"""Characters that a message tells of a text, and of these before what differs."""


class Difference(NamedTuple):
    """What of a recipe is not what its inputs build: in which file of it, in which of its lines.

    `path` is "" where it is in none of its files, `line` None where it is in all or none of them.
    """

    message: str
    path: str = ""
    line: int | None = None

    def __str__(self) -> str:
        """Return it with its place."""
        line = "" if self.line is None else f":{self.line}"
        return f"{self.path}{line} {self.message}".lstrip()


def rebuild_differences(
    folder: Path,
    manifest: Manifest,
    name: str,
    *,
    here: Mapping[str, Any],
    tokenizers: Sequence[str] = (),
    report: Callable[[str], None] = lambda path: None,
) -> Iterator[Difference]:
    """Yield where a recipe of a release is not what its inputs build.

    `here` are the options that tell where to look for the corpora. Raises MissingCorpusError, and
    UsageError where inputs cannot be read or a tokenizer is not found.
    """
    entry = manifest.recipes[name]
    options = replace(entry.build_options, **here)
    [source] = gather([folder / recipe_path(name)], options, tokenizer_files=tokenizers)
    levels = [each.level for each in manifest.configurations if each.recipe == name]
    prepared = source.prepare(levels, anew=True)
    rebuilt = recipe_entry(source, prepared)
    if other := [one.name for one in rebuilt.corpora if not _has_files(entry, one)]:
        yield Difference(f"was built from other corpora than those here: {', '.join(other)}")
        return
    for message in entry_differences(entry, rebuilt):
        yield Difference(message)
    yield from (Difference(level.reason) for level in prepared.dropped.values())
    schema = RecordSchema.of(source.file.recipe, source.options, prepared.labels)
    for text in prepared.levels.values():
        files = LevelFiles(text, schema, Shard.parse(manifest.shard))
        for path in files.configuration.paths:
            yield from _compare(folder, manifest, files, path)
            report(f"{path} (built again)")


def _has_files(entry: RecipeEntry, corpus: CorpusEntry) -> bool:
    return any(each.name == corpus.name and each.files == corpus.files for each in entry.corpora)


def entry_differences(held: RecipeEntry, made: RecipeEntry) -> Iterator[str]:
    """Yield what a manifest tells of a recipe otherwise than it is made again."""
    told, wanted = (entry.model_dump(mode="json") for entry in (held, made))
    for name in RecipeEntry.model_fields:
        if told.get(name) != wanted.get(name) and name != "input_hash":  # it is of the others
            yield f"its {_first_difference(told.get(name), wanted.get(name), name)}"


def _compare(
    folder: Path, manifest: Manifest, files: LevelFiles, path: str
) -> Iterator[Difference]:
    is_same = True
    with open_content(folder, path) as held:
        each = zip_longest(map(b"".join, files.lines_of(path)), held, fillvalue=b"")
        for number, (line, other) in enumerate(each, start=1):
            if line != other:
                is_same = False
                yield Difference(_differing(line, other), path, number)
    entry = manifest.files[path]
    counted = FileEntry(records=entry.records, bytes=entry.bytes, sha256=entry.sha256)
    if is_same and file_entry(files, path, counted) != entry.model_copy(update={"telltale": None}):
        yield Difference("has other figures than the manifest", path)


def _differing(built: bytes, held: bytes) -> str:
    """Say in what a line is not what was built, and how first: an empty one is none."""
    told = "differs from what its inputs build"
    with suppress(ValueError):
        made, found = (orjson.loads(line) for line in (built, held))
        if keys := _differing_keys(found, made):
            first = _first_difference(found.get(keys[0]), made.get(keys[0]), keys[0])
            told += f" in {', '.join(keys)}: {first}"
    return told


def _first_difference(found: Any, made: Any, where: str) -> str:
    """Tell the first place within a value of JSON that is not as it is made again."""
    if isinstance(found, dict) and isinstance(made, dict):
        key = _differing_keys(found, made)[0]
        return _first_difference(found.get(key), made.get(key), f"{where}, {key}")
    if isinstance(found, list) and isinstance(made, list):
        at, one, other = _first_unlike(found, made)
        return _first_difference(one, other, f"{where}, {at}")
    if isinstance(found, str) and isinstance(made, str):
        at, *_ = _first_unlike(found, made)
        start = max(at - _BEFORE, 0)
        found, made = found[start : start + _SHOWN], made[start : start + _SHOWN]
        where += f", from character {start:,}" if start else ""
    sides = ("none" if side is None else repr(side)[:_SHOWN] for side in (found, made))
    return f"{where}: {'; by its inputs '.join(sides)}"


def _first_unlike(found: Sequence[Any], made: Sequence[Any]) -> tuple[int, Any, Any]:
    """Return where two of which one may be longer differ first, and what stands there in each."""
    pairs = enumerate(zip_longest(found, made))
    return next((at, one, other) for at, (one, other) in pairs if one != other)


def _differing_keys(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [key for key in {**one, **other} if one.get(key) != other.get(key)]
