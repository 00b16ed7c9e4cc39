"""A small release of a mixup whose supporting documents end with a mark, beside one of a needle."""

from __future__ import annotations

from pathlib import Path

import lvbuild
from tests.builds import write_books, write_recipe
from tests.release.test_inline_sources import RECIPE, write_corpora

MARKED, NEEDLE = "marked_1k", "tiny_1k"


def build_marked(folder: Path) -> Path:
    """Build both recipes at 1k into a folder's `release`; its corpora are in `corpora`."""
    people = [f"Ada Stone {number}" for number in range(16)]
    corpora = write_books(write_corpora(folder / "corpora", people, mark="※"))
    path, text = folder / "marked.yaml", RECIPE.replace("distractors: [hidden, ", "distractors: [")
    path.write_text(text.replace("name: keys", "name: marked").replace("count: 6", "count: 15"))
    recipes = [path, write_recipe(folder, count=3)]
    lvbuild.build(recipes, folder / "release", levels="1k", corpora=corpora, workers=1)
    return folder / "release"
