"""Whether a release still holds what a build put into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lvbuild.errors import BuildError
from lvbuild.release.layout import MANIFEST
from lvbuild.release.ledger import Admission
from lvbuild.release.manifest import read_manifest


def check_manifest(folder: Path, failure: Exception) -> None:
    """Raise BuildError where a failure comes from a release that is no longer there."""
    if not (folder / MANIFEST).exists():
        raise BuildError(
            f"{folder}: its {MANIFEST} is gone: something else removed it during the build; remove"
            " what is left of the folder and run the same command again"
        ) from failure


def check_admitted(folder: Path, admitted: Sequence[Admission]) -> None:
    """Raise BuildError where a recipe or a file that a build put in place is no longer there."""
    manifest = read_manifest(folder) if (folder / MANIFEST).exists() else None
    gone = [
        path
        for admission in admitted
        for path in sorted(admission.files)
        if manifest is None
        or manifest.recipes.get(admission.name) != admission.entry
        or path not in manifest.finished
        or not (folder / path).is_file()
    ]
    if gone:
        raise BuildError(
            f"{folder}: {len(gone)} files of this build are gone or replaced, the first {gone[0]}:"
            " something else changed the folder meanwhile; run the same command again"
        )
