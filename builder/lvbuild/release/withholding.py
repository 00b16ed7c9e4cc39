"""A copy of a release for the public, whose answers stay with its keeper."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from lvbuild.core.model import Configuration
from lvbuild.core.resources import digest
from lvbuild.errors import UsageError
from lvbuild.recipe.layouts import offers_choices
from lvbuild.release.card import card
from lvbuild.release.describing import recipes_of
from lvbuild.release.folder import CARD, SUMS, TemporaryFile, sums_bytes
from lvbuild.release.manifest import FileEntry
from lvbuild.release.reading import Release

_TELLING: dict[str, Any] = {"answers": [], "answer_keywords": "", "confusing_facts": []}
"""What of a record tells its answer, or what none of them is, and what stands there instead."""
_CHOSEN: dict[str, Any] = {"answer": ""}


def write_without_answers(release: Release, folder: Path) -> list[str]:
    """Write the records without their answers, a card of them and the sums; return their paths.

    Provenance, tables, manifest and the reasons of known defects tell answers too: they are not in
    the copy. Who holds the release scores predictions on it, since records keep their ids and
    questions. Raises UsageError where all of it is evidence alone.
    """
    manifest, files = release.manifest, dict[str, FileEntry]()
    sums, paths = dict[str, str](), [CARD]
    for configuration in public_configurations(release):
        path, sha256, size = manifest.place(configuration.data_path), hashlib.sha256(), 0
        with TemporaryFile(folder / path, manifest.compress) as file:
            for record in release.records(configuration.name):
                line = orjson.dumps(without_answers(record.fields)) + b"\n"
                file.write(line)
                sha256.update(line)
                size += len(line)
            file.put()
        paths.append(path)
        sums[configuration.data_path] = sha256.hexdigest()
        held = manifest.files[configuration.data_path]
        files[configuration.data_path] = held.model_copy(update={"bytes": size})
    shown = manifest.model_copy(update={"files": files})
    told = card(release.folder, shown, recipes_of(release.folder, shown), (), withheld=True)
    (folder / CARD).write_bytes(told)
    sums[CARD] = digest(told)
    (folder / SUMS).write_bytes(sums_bytes(sums))
    return [*paths, SUMS]


def public_configurations(release: Release) -> list[Configuration]:
    """Return what of a release is no answer by itself: all but the levels of evidence alone."""
    found = [one for one in release.manifest.record_files if not one.level.evidence]
    if not found:
        raise UsageError(f"{release.folder}: holds evidence alone, which tells the answers")
    return found


def without_answers(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without its answers."""
    withheld = _CHOSEN if offers_choices(fields) else _TELLING
    return {name: withheld.get(name, value) for name, value in fields.items()}
