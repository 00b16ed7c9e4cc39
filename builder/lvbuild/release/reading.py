"""Reading a release: its configurations, records and their provenance, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from lvbuild.errors import UsageError
from lvbuild.release.folder import data_path, provenance_path
from lvbuild.release.manifest import Manifest, read_manifest

_CONFIG = re.compile(r"data/((.+)_([^_]+))\.jsonl")


@dataclass(frozen=True, slots=True)
class Record:
    """A record as its line holds it, and its provenance."""

    fields: Mapping[str, Any]
    provenance: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Release:
    """A release's folder, opened: `manifest` says what it holds and what it was made from."""

    folder: Path
    manifest: Manifest

    @property
    def recipes(self) -> tuple[str, ...]:
        """The names of the recipes it holds, sorted."""
        return tuple(sorted(self.manifest.recipes))

    @property
    def configurations(self) -> tuple[str, ...]:
        """The names of its files of records, such as factrecall_en_16k."""
        found = (_CONFIG.fullmatch(path) for path in self.manifest.files)
        return tuple(sorted(match[1] for match in found if match))

    def records(self, configuration: str) -> Iterator[Record]:
        """Yield the records of a configuration, each with its provenance, reading as it goes."""
        if configuration not in self.configurations:
            raise UsageError(
                f"{self.folder}: holds no {configuration!r};"
                f" there are {', '.join(self.configurations)}"
            )
        paths = data_path(configuration), provenance_path(configuration)
        try:
            with (
                (self.folder / paths[0]).open("rb") as data,
                (self.folder / paths[1]).open("rb") as provenance,
            ):
                for line, origin in zip(data, provenance, strict=True):
                    yield Record(orjson.loads(line), orjson.loads(origin))
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.folder}: the files of {configuration} are damaged ({error});"
                " see `lvbuild verify`"
            ) from error

    def record(self, configuration: str, number: int) -> Record:
        """Return one record by its place in the file, counted from 0."""
        last = -1
        for last, record in enumerate(self.records(configuration)):
            if last == number:
                return record
        raise UsageError(f"{configuration} holds records 0 to {last}, and no {number}")


def open_release(path: str | Path) -> Release:
    """Open a release folder; raise UsageError where it is none."""
    folder = Path(path)
    return Release(folder, read_manifest(folder))
