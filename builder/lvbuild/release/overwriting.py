"""What a build may do to a recipe that its release holds otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from pathlib import Path

from lvbuild.core.model import Configuration, Level
from lvbuild.core.options import BuildOptions
from lvbuild.errors import UsageError
from lvbuild.release.manifest import Manifest, RecipeEntry, differing


class Overwrite(Enum):
    """What may become of a recipe that the release holds otherwise than it is to be built."""

    NOTHING = "it stays, and the build is refused"
    BUILT = "it is replaced if all of its levels that stand are built again"
    ALL = "it is replaced, and its other levels are removed"

    @classmethod
    def of(cls, overwrite: bool, overwrite_all: bool) -> Overwrite:
        """Return what the options of the same names mean."""
        return cls.ALL if overwrite_all else cls.BUILT if overwrite else cls.NOTHING


def check_options(
    folder: Path,
    manifest: Manifest,
    name: str,
    options: BuildOptions,
    *,
    levels: Sequence[Level],
    overwrite: Overwrite,
) -> None:
    """Refuse a recipe that the release holds with other options, before anything is prepared.

    `levels` are those asked for.
    """
    held = manifest.recipes.get(name)
    others = differing(held.build_options, options) if held else []
    if others and overwrite is Overwrite.NOTHING:
        raise _held_otherwise(folder, name, others)
    if others and overwrite is Overwrite.BUILT:
        check_levels(folder, manifest, name, [Configuration(name, level) for level in levels])


def check_entry(folder: Path, manifest: Manifest, name: str, entry: RecipeEntry) -> None:
    """Refuse a recipe that the release holds under another input hash, and say what differs."""
    held = manifest.recipes.get(name)
    if held is not None and held.input_hash != entry.input_hash:
        parts = [
            part for part in ("tables", "corpora") if getattr(held, part) != getattr(entry, part)
        ]
        raise _held_otherwise(folder, name, parts)


def _held_otherwise(folder: Path, name: str, differing: Sequence[str]) -> UsageError:
    named = ", ".join(differing) or "contents of the recipe's file"
    return UsageError(
        f"{folder}: holds {name} with other {named};"
        " name another folder, or pass --overwrite to replace it"
    )


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
