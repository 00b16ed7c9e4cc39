"""What a build shows while it runs and when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Self

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from lvbuild.cli.output import Heartbeat, Output
from lvbuild.engine.build import Listener, Summary

_READING = "reading recipes, tables and corpora"


def build_progress() -> BuildProgress:
    """Return what shows a build on stderr: bars on a terminal, else a line now and then."""
    output = Output(stderr=True)
    return _Bars(output) if output.is_terminal else _Lines()


class BuildProgress(Listener):
    """Shows nothing, and keeps the summary for the end."""

    summary: Summary | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Show nothing more."""

    def finished(self, summary: Summary) -> None:
        """Keep the summary."""
        self.summary = summary


class _Bars(BuildProgress):
    def __init__(self, output: Output) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("records"),
            TextColumn("{task.fields[megabytes]}"),
            TimeElapsedColumn(),
            console=output,
        )
        self._tasks: dict[str, TaskID] = {}
        self._sizes: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._progress.start()
        self._reading = self._progress.add_task(_READING, total=None, megabytes="")
        return self

    def stop(self) -> None:
        self._progress.stop()

    def gathered(self, recipes: Sequence[str]) -> None:
        self._progress.remove_task(self._reading)

    def preparing(self, recipe: str) -> None:
        self._tasks[recipe] = self._progress.add_task(
            f"{recipe}: reading and planning", total=None, megabytes=""
        )

    def writing(self, recipe: str, records: int) -> None:
        self._progress.update(self._tasks[recipe], description=recipe, total=records)

    def wrote(self, recipe: str, records: int, size: int) -> None:
        self._sizes[recipe] += size
        megabytes = f"{self._sizes[recipe] / 1e6:,.1f} MB"
        self._progress.update(self._tasks[recipe], advance=records, megabytes=megabytes)


class _Lines(BuildProgress):
    """Says what is prepared and, at the same time, what is written of the recipe before."""

    def __init__(self) -> None:
        self._heartbeat = Heartbeat(_READING)
        self._recipes: Sequence[str] = ()
        self._totals: dict[str, int] = {}
        self._records: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()
        self._preparing = self._writing = ""

    def __enter__(self) -> Self:
        self._heartbeat.__enter__()
        return self

    def stop(self) -> None:
        self._heartbeat.stop()

    def gathered(self, recipes: Sequence[str]) -> None:
        """Keep the names of the recipes: a recipe's place among them says how far a build is."""
        self._recipes = recipes

    def preparing(self, recipe: str) -> None:
        self._preparing = f"{self._place(recipe)}: reading and planning"
        self._update()

    def writing(self, recipe: str, records: int) -> None:
        self._preparing = ""
        self._totals[recipe] = records
        self.wrote(recipe, 0, 0)

    def wrote(self, recipe: str, records: int, size: int) -> None:
        self._records[recipe] += records
        self._sizes[recipe] += size
        done, total = self._records[recipe], self._totals[recipe]
        megabytes = f"{self._sizes[recipe] / 1e6:,.1f} MB"
        self._writing = ""
        if done < total:
            self._writing = f"{self._place(recipe)}: {done:,} of {total:,} records, {megabytes}"
        self._update()

    def _place(self, recipe: str) -> str:
        return f"{recipe} ({self._recipes.index(recipe) + 1} of {len(self._recipes)})"

    def _update(self) -> None:
        texts = [text for text in (self._writing, self._preparing) if text]
        self._heartbeat.update("; ".join(texts) or "finishing")


def as_json(summary: Summary) -> dict[str, Any]:
    """Return a summary for a program."""
    return asdict(summary) | {"release": str(summary.release)}


def as_lines(done: Summary) -> Iterator[str]:
    """Yield the lines of a summary for a person."""
    yield (
        f"{done.release}: {done.records:,} records, {done.bytes / 1e6:,.1f} MB in"
        f" {done.files_written} new files"
    )
    yield (
        f"prepared in {done.prepare_seconds:.2f} s, records written in {done.write_seconds:.2f} s,"
        f" provenance in {done.provenance_seconds:.2f} s,"
        f" {done.peak_rss_bytes / 1e6:,.0f} MB of memory at most"
    )
    if done.files_standing:
        yield f"{done.files_standing} files stood already, whole and unchanged"
    if done.astray:
        records = f"{done.astray:,} record{'s have' if done.astray > 1 else ' has'}"
        yield f"{records} a fact over 0.01 from its depth: no sentence of prose ends nearer"
    yield from (f"note: {note}" for note in done.notes)
