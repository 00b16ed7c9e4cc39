"""What a build says of itself: while it runs to a listener, and in a summary at its end."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Protocol, Self, runtime_checkable

from lvbuild.core.model import Configuration, Level
from lvbuild.core.options import ReleaseOptions
from lvbuild.core.validation import called_with
from lvbuild.engine import local
from lvbuild.errors import BuildError, LvbuildError
from lvbuild.recipe import wanted_levels
from lvbuild.release.entry import recipe_entry, recipe_inputs
from lvbuild.release.folder import MANIFEST, remove_abandoned
from lvbuild.release.manifest import Manifest, read_or_begin
from lvbuild.release.overwriting import Overwrite, check_entry, check_options
from lvbuild.release.records import RecordFormat
from lvbuild.release.transaction import (
    Admission,
    admit,
    check_admitted,
    check_folder,
    check_manifest,
    close,
)
from lvbuild.release.writer import WriteLevel, Written, beyond_hash, peak_memory
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.notes import unread_tables
from lvbuild.tasks.task import Source


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build did: seconds by phase (workers' added up), bytes and records written.

    `notes` tell, a line each, where a recipe gives less than its files hold.
    """

    release: Path
    prepare_seconds: float
    write_seconds: float
    provenance_seconds: float
    records: int
    bytes: int
    peak_rss_bytes: int
    files_written: int
    files_standing: int
    shared_places: int
    notes: tuple[str, ...] = ()


@runtime_checkable
class Listener(Protocol):
    """Is told how a build goes on; a recipe is prepared while the one before is written."""

    def gathered(self, recipes: Sequence[str]) -> None:
        """Hear the names of the recipes, once all of their files are read, in their order."""

    def preparing(self, recipe: str) -> None:
        """Hear that a recipe is being read and planned."""

    def writing(self, recipe: str, records: int) -> None:
        """Hear how many records of a recipe will be written."""

    def wrote(self, recipe: str, records: int, size: int) -> None:
        """Hear, maybe in another thread, how many more records and bytes are written."""

    def finished(self, summary: Summary) -> None:
        """Hear that all that could be built is built."""


class Silence:
    """A listener that keeps still."""

    def gathered(self, recipes: Sequence[str]) -> None:
        """Keep still."""

    def preparing(self, recipe: str) -> None:
        """Keep still."""

    def writing(self, recipe: str, records: int) -> None:
        """Keep still."""

    def wrote(self, recipe: str, records: int, size: int) -> None:
        """Keep still."""

    def finished(self, summary: Summary) -> None:
        """Keep still."""


_SMALL = 2_000_000
"""Units of records that are written faster than a worker starts: about 10 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arguments(ReleaseOptions):
    listener: Listener | None = None


@called_with(_Arguments)
def build(arguments: _Arguments) -> Manifest:
    """Build recipes, by name, family or path, into a release folder; return its manifest.

    What stands there whole and unchanged is not built again. The options are those of
    `lvbuild recipe`, whose help tells of each; `tables=False` is its --no-tables. A `listener`
    hears how the build goes on.

    Raises UsageError (recipe, table, option, folder), MissingCorpusError, and BuildError, the
    last also where a level could not be built: the others then stand in the release.
    """
    levels = None if arguments.levels is None else wanted_levels(arguments.levels)
    folder = Path(arguments.out)
    replacing = Overwrite.of(arguments.overwrite, arguments.overwrite_all)
    listener = arguments.listener or Silence()
    try:
        sources = _gather(folder, arguments, levels, replacing)
        listener.gathered([source.file.recipe.name for source in sources])
        with _Build(folder, arguments.workers, replacing, listener) as run:
            for source in sources:
                run.add(source, levels)
            return run.finish()
    except OSError as error:
        raise BuildError(
            f"{error.filename or folder}: {error.strerror}; what is finished stands: mend this and"
            " run the same command again"
        ) from error


def _gather(
    folder: Path, options: ReleaseOptions, levels: Sequence[Level] | None, overwrite: Overwrite
) -> list[Source]:
    """Gather what recipes are built from; raise UsageError where the folder cannot take them."""
    check_folder(folder)
    sources = gather(options.recipes, options)
    manifest = read_or_begin(folder)
    for source in sources:
        recipe = source.file.recipe
        check_options(
            folder,
            manifest,
            recipe.name,
            source.options,
            levels=levels or recipe.ascending_levels,
            overwrite=overwrite,
        )
    return sources


class _Build:
    def __init__(
        self,
        folder: Path,
        workers: int | None,
        overwrite: Overwrite,
        listener: Listener,
    ) -> None:
        self._folder = folder
        self._workers = local.Workers(workers)
        self._running: Future[list[Written]] | None = None
        self._overwrite = overwrite
        self._listener = listener
        self._dropped: list[str] = []
        self._notes: list[str] = []
        self._admitted: list[Admission] = []
        self._written: list[Written] = []
        self._prepare_seconds = 0.0
        self._files = self._standing = self._shared_places = 0

    def __enter__(self) -> Self:
        self._workers.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, *_: object
    ) -> None:
        self._workers.__exit__()
        if failure is not None:
            remove_abandoned(self._folder)  # what workers left that were ended, or died
        if isinstance(failure, LvbuildError | OSError) and self._admitted:
            check_manifest(self._folder, failure)

    def add(self, source: Source, levels: Sequence[Level] | None) -> None:
        """Prepare a recipe, wait until the one before is written, and begin to write it."""
        recipe = source.file.recipe
        self._listener.preparing(recipe.name)
        started = perf_counter()
        try:
            prepared = source.prepare(levels or recipe.ascending_levels)
        except LvbuildError:
            self._collect()  # the recipe before is written all the same
            raise
        self._prepare_seconds += perf_counter() - started
        self._collect()
        self._dropped += [level.reason for level in prepared.dropped.values()]
        entry = recipe_entry(source, prepared)
        notes = (*entry.shortfalls, *unread_tables(source))
        self._notes += [f"{recipe.name}: {note}" for note in notes]
        texts = sorted(prepared.levels.values(), key=lambda text: -text.plan.level.size)
        beyond = {Configuration(recipe.name, text.plan.level): beyond_hash(text) for text in texts}
        if not beyond:
            if self._overwrite is Overwrite.NOTHING:
                check_entry(self._folder, read_or_begin(self._folder), recipe.name, entry)
            return
        admission = Admission(recipe.name, entry, recipe_inputs(source), beyond)
        standing = frozenset(admit(self._folder, admission, self._overwrite))
        self._admitted.append(admission)
        form = RecordFormat.of(recipe, source.options)
        jobs = [
            WriteLevel(text, form, self._folder, standing)
            for text, configuration in zip(texts, beyond, strict=True)
            if not standing.issuperset(configuration.paths)
        ]
        records = sum(
            len(text.plan.records)
            for text, configuration in zip(texts, beyond, strict=True)
            if configuration.data_path not in standing
        )
        self._listener.writing(recipe.name, records)
        small = sum(job.text.plan.units for job in jobs) < _SMALL
        report = partial(self._listener.wrote, recipe.name)
        self._running = self._workers.start(jobs, report, small=small)
        self._files += len(admission.files) - len(standing)
        self._standing += len(standing)
        self._shared_places += sum(text.plan.shared_places for text in texts)

    def _collect(self) -> None:
        """Wait for what is being written."""
        if self._running is not None:
            running, self._running = self._running, None
            self._written += running.result()

    def finish(self) -> Manifest:
        """Close the release; raise BuildError where a level was dropped, or files are gone."""
        self._collect()
        own = peak_memory()
        check_admitted(self._folder, self._admitted)
        manifest = close(self._folder) if (self._folder / MANIFEST).exists() else None
        self._listener.finished(
            Summary(
                release=self._folder,
                prepare_seconds=self._prepare_seconds,
                write_seconds=sum(written.write_seconds for written in self._written),
                provenance_seconds=sum(written.provenance_seconds for written in self._written),
                records=sum(written.records for written in self._written),
                bytes=sum(written.bytes for written in self._written),
                peak_rss_bytes=max([own, *(written.peak_rss_bytes for written in self._written)]),
                files_written=self._files,
                files_standing=self._standing,
                shared_places=self._shared_places,
                notes=tuple(self._notes),
            )
        )
        if self._dropped or manifest is None:
            raise BuildError("; ".join(self._dropped))
        return manifest
