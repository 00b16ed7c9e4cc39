"""What a build shows while it runs and when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Self

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from lvbuild.cli.output import Heartbeat, Output
from lvbuild.core.wording import number_of
from lvbuild.engine.here import Listener, Summary

_READING = "reading recipes, tables and corpora"


class BuildProgress(Listener):
    """Shows a build on stderr: bars on a terminal, else a line now and then.

    The summary is kept for the end.
    """

    def __init__(self) -> None:
        output = Output(stderr=True)
        self.summary: Summary | None = None
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("records"),
            TextColumn("{task.fields[megabytes]}"),
            TimeElapsedColumn(),
            console=output,
            disable=not output.is_terminal,
        )
        self._heartbeat = Heartbeat(_READING)
        self._shown = self._progress if output.is_terminal else self._heartbeat
        self._reading = self._progress.add_task(_READING, total=None, megabytes="")
        self._places: dict[str, str] = {}
        self._tasks: dict[str, TaskID] = {}
        self._sizes: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._shown.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Show nothing more."""
        self._shown.stop()

    def gathered(self, recipes: Sequence[str]) -> None:
        """Show from now on how far a build is by a recipe's place among all."""
        places = enumerate(recipes, start=1)
        self._places = {name: f"{name} ({place} of {len(recipes)})" for place, name in places}
        self._progress.remove_task(self._reading)

    def preparing(self, recipe: str) -> None:
        """Show that a recipe is prepared: a task without a total."""
        told = f"{self._places[recipe]}: reading and planning"
        self._tasks[recipe] = self._progress.add_task(told, total=None, megabytes="")
        self._tell()

    def writing(self, recipe: str, records: int) -> None:
        """Show that a recipe is written."""
        told = self._places[recipe]
        self._progress.update(self._tasks[recipe], description=told, total=records)
        self.wrote(recipe, 0, 0)

    def wrote(self, recipe: str, records: int, size: int) -> None:
        """Show how much is written."""
        self._sizes[recipe] += size
        megabytes = f"{self._sizes[recipe] / 1e6:,.1f} MB"
        self._progress.update(self._tasks[recipe], advance=records, megabytes=megabytes)
        self._tell()

    def finished(self, summary: Summary) -> None:
        """Keep the summary."""
        self.summary = summary

    def _tell(self) -> None:
        """Say in a line what is written and, at the same time, prepared."""
        told = [
            task.description
            if task.total is None
            else f"{task.description}: {task.completed:,.0f} of {task.total:,.0f} records,"
            f" {task.fields['megabytes']}"
            for task in self._progress.tasks
            if not task.finished
        ]
        self._heartbeat.update("; ".join(told) or "finishing")


def as_lines(done: Summary) -> Iterator[str]:
    """Yield the lines of a summary for a person."""
    yield (
        f"{done.release}: {number_of(done.records, 'record')}, {done.bytes / 1e6:,.1f} MB in"
        f" {number_of(done.files_written, 'new file')}"
    )
    yield (
        f"prepared in {done.prepare_seconds:.2f} s, records written in {done.write_seconds:.2f} s,"
        f" provenance in {done.provenance_seconds:.2f} s (workers' times added up),"
        f" {done.peak_rss_bytes / 1e6:,.0f} MB of memory at most"
    )
    if done.files_standing:
        yield f"{number_of(done.files_standing, 'file')} stood already, whole and unchanged"
    if done.astray:
        records = f"{done.astray:,} record{'s have' if done.astray > 1 else ' has'}"
        yield f"{records} a fact far from its depth: no sentence of prose ends nearer"
    yield from (f"note: {note}" for note in done.notes)
