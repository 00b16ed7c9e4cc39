"""What a build may do to a recipe that its release holds otherwise."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.model import Configuration
from lvbuild.release.manifest import Manifest


class Overwrite(Enum):
    """What may become of a recipe that the release holds otherwise than it is to be built."""

    NOTHING = "it stays, and the build is refused"
    BUILT = "it is replaced if all of its levels that stand are built again"
    ALL = "it is replaced, and its other levels are removed"

    @classmethod
    def of(cls, overwrite: bool, overwrite_all: bool) -> Overwrite:
        """Return what the options of the same names mean."""
        return cls.ALL if overwrite_all else cls.BUILT if overwrite else cls.NOTHING


def check_levels(
    folder: Path, manifest: Manifest, name: str, built: Collection[Configuration]
) -> None:
    """Refuse to replace a recipe whose levels are not all `built` again."""
    finished = manifest.finished
    lost = [
        each.level.label
        for each in manifest.configurations
        if each.recipe == name and each.data_path in finished and each not in built
    ]
    if lost:
        raise UsageError(
            f"{folder}: --overwrite would remove {name} at"
            f" {', '.join(lost)}, which this build does not write; ask for all of its levels, or"
            " pass --overwrite-all"
        )
