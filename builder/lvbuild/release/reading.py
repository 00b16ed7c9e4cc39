"""Reading a release: its configurations, records and their provenance, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from lvbuild.core.model import Configuration
from lvbuild.errors import UsageError
from lvbuild.release.files import (
    check_alike,
    damaged,
    lines,
    open_regular,
    provenance_of,
    record_of,
)
from lvbuild.release.manifest import Manifest, read_manifest


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
        return tuple(each.name for each in self.manifest.configurations)

    def configuration(self, name: str) -> Configuration:
        """Return the configuration of a name; raise UsageError where the release holds none."""
        found = Configuration.parse(name)
        if found is None or found not in self.manifest.configurations:
            raise UsageError(
                f"{self.folder}: holds no {name!r};"
                f" there are {', '.join(self.configurations) or 'none'}"
            )
        return found

    def records(self, configuration: str) -> Iterator[Record]:
        """Yield the records of a configuration, each with its provenance, reading as it goes.

        Raises UsageError where its files are damaged, with the line, or where they are links.
        """
        paths = self.configuration(configuration).paths
        places = [self.folder / path for path in paths]
        try:
            with (
                open_regular(self.folder, paths[0]) as data,
                open_regular(self.folder, paths[1]) as origins,
            ):
                entries = map(self.manifest.files.get, paths)
                sizes = [entry.bytes if entry else 0 for entry in entries]
                each = zip_longest(
                    lines(places[0], data, sizes[0]), lines(places[1], origins, sizes[1])
                )
                for number, (line, origin) in enumerate(each, start=1):
                    at = [f"{place}:{number}" for place in places]
                    if line is None or origin is None:
                        raise damaged(at[line is not None], "the line is missing")
                    fields, provenance = record_of(at[0], line), provenance_of(at[1], origin)
                    check_alike(at[1], fields, provenance)
                    yield Record(fields, provenance)
        except OSError as error:
            raise UsageError(
                f"{error.filename}: cannot be read ({error.strerror}); see `lvbuild verify`"
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
