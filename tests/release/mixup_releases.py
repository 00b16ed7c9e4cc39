"""Releases of mixups that the tests walk over, a recipe at a time."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lvbuild
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import child_seed
from lvbuild.corpora.catalogue import open_corpora
from lvbuild.corpora.corpus import QuestionCorpus
from lvbuild.errors import BuildError
from lvbuild.recipe import Recipe, families, load_recipe
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SampleQuestionCorpus
from lvbuild.tasks.question_answering import QuestionAnswering
from lvbuild.text.counting import PlainCounting, plain_unit
from tests.audited import untrue
from tests.release.mixup_layout import LAYOUT
from tests.release.mixup_walk import Built, Sources, Walked, walk
from tests.release.mixup_words import WORDS
from tests.tasks.needles.releases import write_recipe

# Those of LV-Eval: questions that fan out have tests of their own.
MIXUPS = tuple(name for name in families()["lveval"] if name.endswith("_mixup"))
SHORT = ("cmrc_mixup", "dureader_mixup", "hotpotwikiqa_mixup")
# The corpus of lic_mixup is in no folder of real ones.
LONG = tuple(name for name in MIXUPS if name not in (*SHORT, "lic_mixup"))
UNFIT = {"dureader_mixup": 6}
"""Of the questions drawn from real corpora, those that the rules on questions leave out."""


@dataclass(frozen=True)
class Kind:
    """A way to build recipes; levels are in thousands.

    In a small sample the invented world is as large as these levels, not as those of the recipe.
    """

    recipes: tuple[str, ...]
    levels: tuple[int, ...]
    sample: bool = False
    small: bool = False
    tables: bool = True
    limit: int | None = None

    def count(self, recipe: str) -> int:
        """Return how many records a level has, where no question is left out."""
        drawn = self.sample or not self.tables
        asked = load_recipe(recipe).recipe.count if drawn else _selected(recipe)
        asked -= UNFIT.get(recipe, 0) if drawn and not self.sample else 0
        return min(asked, self.limit or asked)


def _selected(recipe: str) -> int:
    table = load_recipe(recipe).beside(f"annotations/{recipe}") / "selection.jsonl"
    return len(table.read_text("utf-8").splitlines())


KINDS = {
    "sample, small": Kind(("multifieldqa_en_mixup",), (16, 32), sample=True, small=True, limit=40),
    "sample": Kind(MIXUPS, (16, 32), sample=True, limit=40),
    "sample, far apart": Kind(SHORT, (16, 256), sample=True, limit=4),
    "real, first records": Kind(("cmrc_mixup",), (16, 32), limit=20),
    "real, annotated": Kind((*SHORT, *LONG), (16,)),
    "real, far apart": Kind((*SHORT, *LONG), (16, 256), limit=12),
    "real, drawn": Kind((*SHORT, *LONG), (16, 256), tables=False, limit=20),
}
QUICK = {"sample, small": ("multifieldqa_en_mixup",), "real, first records": ("cmrc_mixup",)}
"""The recipes that stand for the others of their kind each time."""


@dataclass(frozen=True)
class Seen:
    """What a recipe's levels came to, and what was told of those that could not be built.

    `untrue` is what an audit found.
    """

    levels: Mapping[int, Walked]
    told: str
    untrue: Sequence[str]


def see(kind: Kind, name: str, folder: Path, corpora: Path | None) -> Seen:
    """Build a recipe, walk over its levels, and remove them."""
    levels, told, file = [f"{level}k" for level in kind.levels], "", load_recipe(name)
    if kind.small:
        path = write_recipe(folder.parent, name, levels=levels, count=file.recipe.count)
        file = load_recipe(path)
    try:
        lvbuild.build(
            file.path if kind.small else name,
            folder,
            levels=levels,
            corpora=corpora,
            sample=kind.sample,
            tables=kind.tables,
            limit=kind.limit,
        )
    except BuildError as error:
        told = str(error)
    sources = read_sources(file.recipe, corpora)
    built = Built.of(folder, name, sources)
    walked = {
        level: walk(folder, built, level * 1000, LAYOUT + WORDS)
        for level in kind.levels
        if (folder / f"data/{name}_{level}k.jsonl").exists()
    }
    found = untrue(folder)
    shutil.rmtree(folder)
    return Seen(walked, told, found)


def read_sources(recipe: Recipe, corpora: Path | None) -> Sources:
    """Read the corpora of a recipe, or where there is none the sample world."""
    if corpora is not None:
        opened = open_corpora(recipe.corpora, corpora)
        asking: list[QuestionCorpus] = [opened[each] for each in recipe.given("questions")]  # type: ignore[misc]
        return Sources.of(
            recipe.unit, asking, [opened[each] for each in recipe.given("distractors")]
        )
    assert isinstance(recipe, QuestionAnswering)
    largest = recipe.ascending_levels[-1].size
    world = _sample(recipe.language)
    counting = PlainCounting(plain_unit(recipe.unit, recipe.language))
    asked = SampleQuestionCorpus(
        world,
        largest,
        counting,
        shape=recipe.task,
        questions=recipe.count,
        asker=recipe.name,
    )
    return Sources.of(recipe.unit, [asked], [asked])


@cache
def _sample(language: LanguageCode) -> SampleCorpus:
    return SampleCorpus(child_seed("sample world", ""), language)
