"""What a build says of itself: while it runs to a listener, and in a summary at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable


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
