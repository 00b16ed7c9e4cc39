"""What a folder of the cache remembers of the Hub: the repository, the commit, each file's hash."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

NAME = ".lvbuild-source.json"


@dataclass(frozen=True, slots=True)
class HubSource:
    """A data set's repository, its full commit, the sha256 of every file fetched whole.

    `later` holds the names of the files that follow those of the catalogue, once asked for.
    """

    repository: str
    revision: str
    files: dict[str, str] = field(default_factory=dict)
    later: tuple[str, ...] = ()

    @classmethod
    def recall(cls, folder: Path, repository: str, revision: str) -> HubSource:
        """Read what a folder remembers of this commit: nothing, if it is of another."""
        forgotten = cls(repository, revision)
        try:
            kept = json.loads((folder / NAME).read_text("utf-8"))
            source = cls(
                kept["repository"], kept["revision"], dict(kept["files"]), tuple(kept["later"])
            )
        except (OSError, ValueError, KeyError, TypeError):
            return forgotten  # at worst a file is fetched again
        same = (source.repository, source.revision) == (repository, revision)
        return source if same else forgotten

    def keep(self, folder: Path) -> None:
        """Write the source file, whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f"{NAME}.{os.getpid()}"
        temporary.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")
        temporary.replace(folder / NAME)

    def with_file(self, name: str, sha256: str) -> HubSource:
        """Add a file that has been fetched whole."""
        return replace(self, files=dict(sorted((self.files | {name: sha256}).items())))
