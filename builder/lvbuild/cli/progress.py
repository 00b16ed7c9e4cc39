"""What a build shows while it runs and when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Self

from lvbuild.cli.output import status
from lvbuild.engine.build import Listener, Summary


class BuildProgress(Listener):
    """Says on stderr what is prepared and, meanwhile, what is written of the recipe before.

    It keeps the summary for the end.
    """

    summary: Summary | None = None

    def __init__(self) -> None:
        self._shown = status("reading recipes, tables and corpora")
        self._recipes: Sequence[str] = ()
        self._totals: dict[str, int] = {}
        self._records: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()
        self._preparing = self._writing = ""

    def __enter__(self) -> Self:
        self._shown.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Show nothing more."""
        self._shown.stop()

    def gathered(self, recipes: Sequence[str]) -> None:
        """Keep the names of the recipes: a recipe's place among them says how far a build is."""
        self._recipes = recipes

    def preparing(self, recipe: str) -> None:
        """Say so."""
        self._preparing = f"{self._place(recipe)}: reading and planning"
        self._update()

    def writing(self, recipe: str, records: int) -> None:
        """Count from here on."""
        self._preparing = ""
        self._totals[recipe] = records
        self.wrote(recipe, 0, 0)

    def wrote(self, recipe: str, records: int, size: int) -> None:
        """Say how much of it is written."""
        self._records[recipe] += records
        self._sizes[recipe] += size
        done, total = self._records[recipe], self._totals[recipe]
        megabytes = f"{self._sizes[recipe] / 1e6:,.1f} MB"
        self._writing = ""
        if done < total:
            self._writing = f"{self._place(recipe)}: {done:,} of {total:,} records, {megabytes}"
        self._update()

    def finished(self, summary: Summary) -> None:
        """Keep the summary."""
        self.summary = summary

    def _place(self, recipe: str) -> str:
        return f"{recipe} ({self._recipes.index(recipe) + 1} of {len(self._recipes)})"

    def _update(self) -> None:
        texts = [text for text in (self._writing, self._preparing) if text]
        self._shown.update("; ".join(texts) or "finishing")


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
    if done.shared_places:
        several = done.shared_places > 1
        needles = f"{done.shared_places:,} needle{'s stand' if several else ' stands'}"
        yield f"{needles} at the same place as the one before"
    yield from (f"note: {note}" for note in done.notes)
