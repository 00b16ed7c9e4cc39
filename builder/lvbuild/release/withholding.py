"""A copy of a release for the public, whose answers stay with its keeper."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from lvbuild.core.resources import digest
from lvbuild.recipe.layouts import offers_choices
from lvbuild.release.folder import CARD, SUMS, TemporaryFile, sums_bytes
from lvbuild.release.reading import Release

_TELLING: dict[str, Any] = {"answers": [], "answer_keywords": "", "confusing_facts": []}
"""What of a record tells its answer, or what none of them is, and what stands there instead."""
_CHOSEN: dict[str, Any] = {"answer": ""}


def write_without_answers(release: Release, folder: Path) -> list[str]:
    """Write the records without their answers, the card and the sums; return the files' paths.

    Provenance, tables and manifest tell answers too: they are not in the copy. Who holds
    the release scores predictions on it, since records keep their ids and questions.
    """
    card = (release.folder / CARD).read_bytes()
    (folder / CARD).write_bytes(card)
    sums, paths = {CARD: digest(card)}, [CARD]
    manifest = release.manifest
    for configuration in manifest.record_files:
        path, sha256 = manifest.place(configuration.data_path), hashlib.sha256()
        with TemporaryFile(folder / path, manifest.compress) as file:
            for line in _lines(release, configuration.name):
                file.write(line)
                sha256.update(line)
            file.put()
        paths.append(path)
        sums[configuration.data_path] = sha256.hexdigest()
    (folder / SUMS).write_bytes(sums_bytes(sums))
    return [*paths, SUMS]


def _lines(release: Release, configuration: str) -> Iterator[bytes]:
    for record in release.records(configuration):
        withheld = _CHOSEN if offers_choices(record.fields) else _TELLING
        fields = {name: withheld.get(name, value) for name, value in record.fields.items()}
        yield orjson.dumps(fields) + b"\n"
