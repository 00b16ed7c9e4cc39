"""What the tests of determinism, interruption and going on build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lvbuild
from lvbuild.release.manifest import Manifest
from tests.tasks.small_mixup import write_mixup


@dataclass(frozen=True)
class Order:
    """Recipes and levels to build, from real corpora or from the sample world."""

    recipes: tuple[str, ...]
    levels: tuple[str, ...]
    sample: bool = False

    @property
    def files(self) -> int:
        """The files of records."""
        return len(self.recipes) * len(self.levels)

    def build(self, out: Path, corpora: Path, **options: Any) -> Manifest:
        """Build it in this process."""
        given = {"levels": self.levels, "corpora": corpora, "sample": self.sample}
        return lvbuild.build(self.recipes, out, **{**given, **options})

    def arguments(self, out: str | Path, *options: str) -> list[str | Path]:
        """Return the words after `lvbuild` that build it."""
        sample = ["--sample"] if self.sample else []
        levels = ",".join(self.levels)
        return ["recipe", *self.recipes, "--levels", levels, *sample, "--out", out, *options]


def order_of(kind: str, folder: Path) -> Order:
    """Return fact recall from real corpora, or a small mixup, whose recipe lies in a folder."""
    if kind == "fact recall":
        return Order(("factrecall_en", "factrecall_zh"), ("16k", "32k"))
    return Order((str(write_mixup(folder)),), ("2k", "4k"), sample=True)
