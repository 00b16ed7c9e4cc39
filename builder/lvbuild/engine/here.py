"""Building in processes of this machine: a recipe is prepared while the one before is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lvbuild.core.kept import write_kept
from lvbuild.core.model import Configuration, Level
from lvbuild.core.options import ReleaseOptions
from lvbuild.core.places import place_of
from lvbuild.core.processes import at_most, peak_memory
from lvbuild.core.shard import Shard
from lvbuild.engine.ahead import Preparing, WriteStored
from lvbuild.engine.local import Job, Workers
from lvbuild.errors import BuildError, LvbuildError, MissingCorpusError, UsageError
from lvbuild.recipe import RecipeFile, wanted_levels
from lvbuild.release.entry import recipe_entry, recipe_inputs
from lvbuild.release.folder import MANIFEST, remove_abandoned
from lvbuild.release.manifest import Manifest, read_or_begin
from lvbuild.release.records import RecordSchema
from lvbuild.release.transaction import (
    Addition,
    add_recipe,
    check_added,
    check_folder,
    check_manifest,
    check_options,
    close,
)
from lvbuild.release.writer import WriteLevel, Written, extra_files_hash
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.notes import counted_whole, notes_on_files
from lvbuild.tasks.task import Source


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build did: seconds by phase (workers' added up), bytes and records written.

    `notes` tell, a line each, where a recipe gives less than its files hold, `warnings` why the
    release may not be passed on.
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
    astray: int
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Listener:
    """Hears how a build goes on, by the methods that it overrides.

    A recipe is prepared while the one before is written.
    """

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


_SMALL = 2_000_000
"""Units of records that are written faster than a worker starts: about 10 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(ReleaseOptions):
    """All that `build` is given."""

    listener: Listener | None = None


def build_here(arguments: Arguments) -> Manifest:
    """Build in processes of this machine."""
    folder = place_of(arguments.out)
    listener = arguments.listener or Listener()
    built: list[_Built] = []
    unbuilt: list[MissingCorpusError] = []
    try:
        sources = _gather(folder, arguments, unbuilt)
        listener.gathered([source.built.name for source, _ in sources])
        try:
            with (
                Workers(arguments.workers) as workers,
                Preparing(sources, workers.count) as preparing,
            ):
                for number in range(len(sources)):
                    made = _build_recipe(
                        preparing, number, arguments, listener, workers=workers, before=built
                    )
                    built.append(made)
                    if made.writing.done():
                        made.writing.result()  # it was written here, or failed
                write_kept()  # while workers write records
                return _finish(folder, built, unbuilt, listener)
        except BaseException as failure:
            remove_abandoned(folder)  # what workers left that were ended, or died
            if isinstance(failure, LvbuildError | OSError) and any(one.addition for one in built):
                check_manifest(folder, failure)
            raise
    except OSError as error:
        raise BuildError(
            f"{error.filename or folder}: {error.strerror}; what is finished stands: mend this and"
            " run the same command again"
        ) from error


def _gather(
    folder: Path, arguments: Arguments, unbuilt: list[MissingCorpusError]
) -> list[tuple[Source, Sequence[Level]]]:
    """Gather what recipes are built from, and at which levels; `unbuilt` hears of those left out.

    Raises UsageError where the folder cannot take them.
    """
    wanted = None if arguments.levels is None else wanted_levels(arguments.levels)
    check_folder(folder)
    with at_most(arguments.workers):
        gathered = gather(arguments.recipes, arguments, unbuilt=unbuilt)  # corpora may be fetched
    manifest = read_or_begin(folder, arguments.shard, arguments.compress)
    sources = []
    for source in gathered:
        name, options = source.built.name, source.options
        levels = source.file.recipe.asked_levels(wanted)
        _check_licences(source.file)
        check_options(folder, manifest, name, options, levels=levels, overwrite=arguments.overwrite)
        sources.append((source, levels))
    return sources


def _check_licences(file: RecipeFile) -> None:
    """Raise UsageError where a licence, which the release's card names, is no SPDX expression."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    sources = file.recipe.sources.values()
    own = [source.licence for source in sources if not isinstance(source, str)]
    for licence in (file.recipe.licence, *own):
        try:
            canonicalize_license_expression(licence)
        except InvalidLicenseExpression as error:
            raise UsageError(
                f"{file.path}: the licence {licence!r} is no SPDX expression: write such as"
                " CC-BY-4.0, or LicenseRef-NAME for one that SPDX does not list"
            ) from error


@dataclass(frozen=True, slots=True)
class _Built:
    """A recipe that was prepared; without an `addition` none of its levels can be written."""

    prepare_seconds: float
    peak_rss_bytes: int
    dropped: list[str]
    notes: list[str]
    warnings: list[str]
    addition: Addition | None
    unchanged: int
    astray: int
    writing: Future[list[Written]]


def _written(built: Iterable[_Built]) -> list[Written]:
    return [written for recipe in built for written in recipe.writing.result()]


def _build_recipe(
    preparing: Preparing,
    number: int,
    arguments: Arguments,
    listener: Listener,
    *,
    workers: Workers,
    before: Sequence[_Built],
) -> _Built:
    recipe, folder = preparing.wanted[number][0].built, place_of(arguments.out)
    listener.preparing(recipe.name)
    try:
        ready = preparing.take(number)
    except LvbuildError:
        _written(before)  # they are written all the same
        raise
    source, prepared = ready.source, ready.prepared
    entry = recipe_entry(source, prepared)
    texts = sorted(prepared.levels.values(), key=lambda text: -text.plan.level.size)
    extra = {Configuration(recipe.name, text.plan.level): extra_files_hash(text) for text in texts}
    notes = [
        f"{recipe.name}: {note}"
        for note in (*entry.shortfalls, *notes_on_files(source, prepared), *counted_whole(source))
    ]
    addition = None
    unchanged: list[str] = []
    inputs = recipe_inputs(source)
    _written(before)
    preparing.forget_before(number)
    if texts:
        addition = Addition(recipe.name, entry, inputs, extra, arguments.shard, arguments.compress)
        unchanged = add_recipe(folder, addition, overwrite=arguments.overwrite)
    schema = RecordSchema.of(source.file.recipe, source.options, prepared.labels)
    jobs = [
        WriteLevel(text, schema, folder, paths, Shard.parse(arguments.shard))
        for text, configuration in zip(texts, extra, strict=True)
        if (paths := tuple(path for path in configuration.paths if path not in unchanged))
    ]
    listener.writing(recipe.name, sum(job.records for job in jobs))
    units = sum(record.length for job in jobs for record in job.text.plan.records)
    report = partial(listener.wrote, recipe.name)
    small = units < _SMALL
    started: Sequence[Job[Written]] = jobs
    if jobs and not workers.does_here(small=small):
        path = preparing.store(number, ready)
        started = [WriteStored.of(path, job) for job in jobs]
    return _Built(
        prepare_seconds=ready.seconds,
        peak_rss_bytes=ready.peak_rss_bytes,
        dropped=[level.reason for level in prepared.dropped.values()],
        notes=notes,
        warnings=[f"{recipe.name}: {warning}" for warning in entry.warnings],
        addition=addition,
        unchanged=len(unchanged),
        astray=sum(text.plan.astray for text in texts),
        writing=workers.start(started, report, small=small),
    )


def _finish(
    folder: Path,
    built: Sequence[_Built],
    unbuilt: Sequence[MissingCorpusError],
    listener: Listener,
) -> Manifest:
    """Close the release; raise what was left out, BuildError also where files are gone."""
    written = _written(built)
    own = peak_memory()
    additions = [recipe.addition for recipe in built if recipe.addition]
    check_added(folder, additions)
    manifest = close(folder) if (folder / MANIFEST).exists() else None
    unchanged = sum(recipe.unchanged for recipe in built)
    listener.finished(
        Summary(
            release=folder,
            prepare_seconds=sum(recipe.prepare_seconds for recipe in built),
            write_seconds=sum(each.write_seconds for each in written),
            provenance_seconds=sum(each.provenance_seconds for each in written),
            records=sum(each.records for each in written),
            bytes=sum(each.bytes for each in written),
            peak_rss_bytes=max(
                [
                    own,
                    *(recipe.peak_rss_bytes for recipe in built),
                    *(each.peak_rss_bytes for each in written),
                ]
            ),
            files_written=sum(len(addition.files) for addition in additions) - unchanged,
            files_standing=unchanged,
            astray=sum(recipe.astray for recipe in built),
            notes=tuple(note for recipe in built for note in recipe.notes),
            warnings=tuple(warning for recipe in built for warning in recipe.warnings),
        )
    )
    dropped = [reason for recipe in built for reason in recipe.dropped]
    if dropped or manifest is None:
        raise BuildError("; ".join([*dropped, *map(str, unbuilt)]))
    for error in unbuilt:
        raise error
    return manifest
