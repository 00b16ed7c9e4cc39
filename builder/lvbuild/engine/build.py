"""Building recipes into a release."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Self

from lvbuild.engine import local
from lvbuild.engine.listener import Listener, Silence, Summary
from lvbuild.errors import BuildError, LvbuildError
from lvbuild.model import Level
from lvbuild.options import Folder, Levels, Positive, Recipes, Seed, Variant
from lvbuild.recipe import wanted_levels
from lvbuild.release.entry import recipe_entry
from lvbuild.release.folder import remove_abandoned
from lvbuild.release.inputs import recipe_inputs
from lvbuild.release.kept import check_admitted, check_manifest
from lvbuild.release.layout import MANIFEST
from lvbuild.release.ledger import (
    Admission,
    admit,
    check_choices,
    check_entry,
    check_folder,
    close,
)
from lvbuild.release.manifest import Manifest
from lvbuild.release.overwriting import Overwrite
from lvbuild.release.writer import WriteLevel, Written, beyond_hash, peak_memory
from lvbuild.tasks.counters import TokenizerChoices
from lvbuild.tasks.prepared import Choices, LevelText
from lvbuild.tasks.source import Source, gather
from lvbuild.tasks.unread import unread_tables
from lvbuild.text.counting import LevelUnit
from lvbuild.validation import checks_arguments

_SMALL = 2_000_000
"""Units of records that are written faster than a worker starts: about 10 MB."""


@checks_arguments
def build(
    recipes: Recipes,
    out: Folder = "release",
    *,
    levels: Levels = None,
    seed: Seed = 42,
    variant: Variant = "",
    corpora: Folder | None = None,
    sample: bool = False,
    workers: Positive | None = None,
    limit: Positive | None = None,
    strict: bool = False,
    approved_only: bool = False,
    tables: bool = True,
    offline: bool = False,
    overwrite: bool = False,
    overwrite_all: bool = False,
    unit: LevelUnit | None = None,
    nested: bool | None = None,
    tokenizer: str | None = None,
    report_tokens: str | None = None,
    listener: Listener | None = None,
) -> Manifest:
    """Build recipes, by name or path, into a release folder, and return its manifest.

    What stands there whole and unchanged is not built again. `levels` (such as "16k") default to
    the recipes' own; `corpora` is the folder of the corpora, `sample` takes an invented one;
    `workers` default to the processors; `limit` writes the first records of each level;
    `strict` writes LV-Eval's keys only; `approved_only` takes the rows that a person approved;
    `tables=False` builds without replacements and confusing facts. `overwrite` replaces a recipe
    that stands there otherwise, if all of its levels that stand are built again; `overwrite_all`
    removes the others. `unit`, `nested` and `tokenizer`
    (an encoding of tiktoken by name, or a file) stand in for the recipe's own; `report_tokens`
    tells each record's tokens in its provenance.

    Raises UsageError (recipe, table, option, folder), MissingCorpusError, and BuildError, the
    last also where a level could not be built: the others then stand in the release.
    """
    choices = Choices(seed, variant, sample, strict, approved_only, not tables, limit, unit, nested)
    wanted = None if levels is None else wanted_levels(levels)
    folder = Path(out)
    try:
        check_folder(folder)
        named = TokenizerChoices(tokenizer, report_tokens)
        sources = gather(
            recipes, choices, corpora=_path(corpora), offline=offline, tokenizers=named
        )
        replacing = Overwrite.of(overwrite, overwrite_all)
        for source in sources:
            recipe = source.file.recipe
            asked = wanted or recipe.ascending_levels
            check_choices(folder, recipe.name, source.choices, asked, replacing)
        hearing = listener or Silence()
        hearing.gathered([source.file.recipe.name for source in sources])
        with _Build(folder, workers, replacing, hearing) as run:
            for source in sources:
                run.add(source, wanted)
            return run.finish()
    except OSError as error:
        raise BuildError(
            f"{error.filename or folder}: {error.strerror}; what is finished stands: mend this and"
            " run the same command again"
        ) from error


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
        beyond = {text.configuration: beyond_hash(text) for text in texts}
        if not beyond:
            if self._overwrite is Overwrite.NOTHING:
                check_entry(self._folder, recipe.name, entry)
            return
        admission = Admission(recipe.name, entry, recipe_inputs(source), beyond)
        standing = frozenset(admit(self._folder, admission, self._overwrite))
        self._admitted.append(admission)
        jobs = [
            WriteLevel(text, self._folder, standing)
            for text in texts
            if not standing.issuperset(text.configuration.paths)
        ]
        self._listener.writing(
            recipe.name, sum(_records_to_write(job.text, standing) for job in jobs)
        )
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


def _records_to_write(text: LevelText, standing: frozenset[str]) -> int:
    return 0 if text.configuration.data_path in standing else len(text.plan.records)


def _path(folder: str | Path | None) -> Path | None:
    return None if folder is None else Path(folder)
