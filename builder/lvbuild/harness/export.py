"""Writing what other people's evaluators need to ask a release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from lvbuild.core.places import is_remote
from lvbuild.errors import UsageError
from lvbuild.harness import HARNESSES
from lvbuild.harness.asking import Asked, asked, data_hash
from lvbuild.release.folder import check_outside, put_file
from lvbuild.release.reading import Release, open_release
from lvbuild.release.scoring import wanted_configurations
from lvbuild.release.subsets import ALL, Subset
from lvbuild.score.outputs import DIGITS, task_mark, task_name


class Exporter(Protocol):
    """A module of an exporter: how to go on, what a user can fall into, and what it writes."""

    RUN: str
    TRAPS: Sequence[str]

    def write(self, export: Export) -> None:
        """Write the files of the harness."""


@dataclass(frozen=True, slots=True)
class Export:
    """What is exported: some configurations of a release, or a subset of their records, to where.

    `model` is asked where requests name one.
    """

    release: Release
    folder: Path
    configurations: Sequence[str]
    subset: Subset = ALL
    max_new_tokens: int | None = None
    model: str = ""

    @property
    def place(self) -> str:
        """The release's folder, whatever folder a harness runs in."""
        folder = self.release.folder
        return str(folder if is_remote(folder) else folder.resolve())

    def sha(self, configuration: str) -> str:
        """Return the first digits of the hash of a configuration's data."""
        return data_hash(self.release, configuration)[:DIGITS]

    def mark(self, configuration: str) -> str:
        """Return what says of a request which data, and which limit, it is of."""
        return task_mark(self.sha(configuration), self.max_new_tokens)

    def task(self, configuration: str) -> str:
        """Return what a configuration is called in a harness."""
        return task_name(configuration, self.sha(configuration), self.max_new_tokens)

    def options(self, configuration: str) -> dict[str, str | int]:
        """Return the arguments of `asked` after the release, for a harness to call it."""
        given: dict[str, str | int | None] = {
            "configuration": configuration,
            "sha256": self.sha(configuration),
            "lite": self.subset.lite,
            "split": self.subset.split,
            "max_new_tokens": self.max_new_tokens,
        }
        return {name: value for name, value in given.items() if value is not None}

    def asked(self, configuration: str) -> Iterator[Asked]:
        """Yield what is asked of a configuration."""
        yield from asked(
            self.release.folder,
            configuration,
            lite=self.subset.lite,
            split=self.subset.split,
            max_new_tokens=self.max_new_tokens,
        )

    def limit(self, configuration: str) -> int:
        """Return in how many tokens a model may answer."""
        recipe = self.release.configuration(configuration).recipe
        return self.max_new_tokens or self.release.max_new_tokens(recipe)

    def put(self, path: str, text: str) -> None:
        """Write a file of the export."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        put_file(file, text.encode())


@dataclass(frozen=True, slots=True)
class Exported:
    """What was exported: the configurations, how to go on, and the traps on the way."""

    configurations: Sequence[str]
    run: str
    traps: Sequence[str]


def export_release(
    harness: str,
    release: str | Path,
    out: str | Path,
    *,
    only: Collection[str] | None = None,
    levels: Collection[str] | None = None,
    lite: int | None = None,
    split: str | None = None,
    max_new_tokens: int | None = None,
    model: str = "",
) -> Exported:
    """Write what a harness needs to ask a release, into a folder that is new or empty.

    `only` and `levels` choose what is asked as `score_release` has it; `lite` and `split` ask a
    part of it, `max_new_tokens` another limit than the recipes'. Raises UsageError for what cannot
    be exported.
    """
    if harness not in HARNESSES:
        raise UsageError(f"there is no exporter for {harness!r}, only for {', '.join(HARNESSES)}")
    opened, folder = open_release(release), Path(out)
    wanted = [each.name for each in wanted_configurations(opened, only, levels)]
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: is no empty folder; name another by --out")
    check_outside(folder)
    exporter: Exporter = import_module(f"lvbuild.harness.{harness.replace('-', '_')}")
    export = Export(opened, folder, wanted, Subset(lite, split), max_new_tokens, model)
    exporter.write(export)
    run = exporter.RUN.format(out=folder, first=export.task(wanted[0]))
    return Exported(wanted, run, exporter.TRAPS)
