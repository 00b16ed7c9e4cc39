"""What the tests of determinism, interruption and going on build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lvbuild
from lvbuild.release.manifest import Manifest


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


LEVELS = ("16k", "32k")
ORDERS = {
    "fact recall": Order(("factrecall_en", "factrecall_zh"), LEVELS),
    "mixup": Order(("multifieldqa_zh_mixup",), LEVELS, sample=True),
}
