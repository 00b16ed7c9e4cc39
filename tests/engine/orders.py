"""What the tests of determinism, interruption and going on build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lvbuild
from lvbuild.release.manifest import Manifest
from tests.builds import write_books, write_recipe
from tests.tasks.small_mixup import write_mixup


@dataclass(frozen=True)
class Order:
    """Recipes and levels to build, from a folder of corpora or from the sample world."""

    recipes: tuple[str, ...]
    levels: tuple[str, ...]
    corpora: Path
    sample: bool = False

    @property
    def files(self) -> int:
        """The files of records."""
        return len(self.recipes) * len(self.levels)

    def build(self, out: str | Path, **options: Any) -> Manifest:
        """Build it in this process."""
        given = {"levels": self.levels, "corpora": self.corpora, "sample": self.sample}
        return lvbuild.build(self.recipes, out, **{**given, **options})

    def arguments(self, out: str | Path, *options: str) -> list[str | Path]:
        """Return the words after `lvbuild` that build it."""
        sample = ["--sample"] if self.sample else []
        levels = ",".join(self.levels)
        return ["recipe", *self.recipes, "--levels", levels, *sample, "--out", out, *options]


RECORDS = {"fact recall": 100, "long fact recall": 600}
"""Of each level; the long one gives tests the time to disturb it."""


def order_of(kind: str, folder: Path) -> Order:
    """Return two recipes of fact recall, or a small mixup, which lie in a folder."""
    if kind in RECORDS:
        count = RECORDS[kind]
        recipes = tuple(str(write_recipe(folder, name, count=count)) for name in ("one", "two"))
        return Order(recipes, ("2k", "4k"), write_books(folder / "corpora"))
    return Order((str(write_mixup(folder)),), ("2k", "4k"), folder, sample=True)
