"""What a build shows while it runs and when it is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from lvbuild.engine.listener import Summary


class BuildProgress:
    """Shows records and bytes of each recipe on stderr, where that is a terminal."""

    def __init__(self) -> None:
        self.summary: Summary | None = None
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("records"),
            TextColumn("{task.fields[megabytes]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._sizes: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Leave the bars as they are."""
        self._progress.stop()

    def preparing(self, recipe: str) -> None:
        """Show that a recipe is being read and planned."""
        self._tasks[recipe] = self._progress.add_task(
            f"{escape(recipe)}: reading and planning", total=None, megabytes=""
        )

    def writing(self, recipe: str, records: int) -> None:
        """Show that a recipe's records are being written."""
        self._progress.update(self._tasks[recipe], description=escape(recipe), total=records)

    def wrote(self, recipe: str, records: int, size: int) -> None:
        """Move the bar on."""
        self._sizes[recipe] += size
        megabytes = f"{self._sizes[recipe] / 1e6:,.1f} MB"
        self._progress.update(self._tasks[recipe], advance=records, megabytes=megabytes)

    def finished(self, summary: Summary) -> None:
        """Keep the summary for the end."""
        self.summary = summary

    def as_json(self) -> dict[str, Any]:
        """Return the summary for a program."""
        return (
            {}
            if self.summary is None
            else asdict(self.summary) | {"release": str(self.summary.release)}
        )

    def told(self) -> str:
        """Return the summary for a person."""
        done = self.summary
        if done is None:
            return ""
        lines = [
            f"{done.release}: {done.records:,} records, {done.bytes / 1e6:,.1f} MB in"
            f" {done.files_written} new files",
            f"prepared in {done.prepare_seconds:.2f} s, records written in"
            f" {done.write_seconds:.2f} s, provenance in {done.provenance_seconds:.2f} s,"
            f" {done.peak_rss_bytes / 1e6:,.0f} MB of memory at most",
        ]
        if done.files_standing:
            lines.append(f"{done.files_standing} files stood already, whole and unchanged")
        if done.shared_places:
            lines.append(f"{done.shared_places} needles stand at the same place as the one before")
        return "\n".join([*lines, *done.notes])
