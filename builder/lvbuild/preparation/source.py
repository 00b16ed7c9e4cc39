"""Gathering what recipes are built from: their files, tables and corpora."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lvbuild.annotations.reading import Tables, read_tables
from lvbuild.corpora.corpus import Corpus
from lvbuild.corpora.local import open_corpora
from lvbuild.errors import UsageError
from lvbuild.model import Level
from lvbuild.preparation.fact_recall import prepare_fact_recall
from lvbuild.preparation.mixup import prepare_mixup
from lvbuild.preparation.prepared import Choices, Prepared
from lvbuild.recipe import RecipeFile, load_recipe
from lvbuild.seeds import child_seed


@dataclass(frozen=True, slots=True)
class Source:
    """A recipe with its tables and its opened corpora."""

    file: RecipeFile
    tables: Tables
    corpora: dict[str, Corpus]

    def prepare(self, levels: Sequence[Level], choices: Choices) -> Prepared:
        """Read, replace and plan; levels that cannot be built are told of in `dropped`."""
        recipe = self.file.recipe
        if recipe.task == "fact_recall":
            haystack = self.corpora[recipe.haystack]
            return prepare_fact_recall(recipe, self.tables, haystack, levels, choices)
        return prepare_mixup(recipe, self.tables, self.corpora, levels, choices)


def gather(
    recipes: Sequence[str | Path],
    choices: Choices,
    *,
    corpora: Path | None = None,
    offline: bool = False,
) -> list[Source]:
    """Read all recipes and tables and open all corpora before anything is built.

    Raises UsageError for a recipe or a table, MissingCorpusError that names every missing corpus.
    """
    files = [load_recipe(recipe) for recipe in dict.fromkeys(map(str, recipes))]
    tables = [_tables(file, choices) for file in files]
    needed = [file.recipe.corpora for file in files]
    if choices.sample:
        for file in files:
            if file.recipe.task != "fact_recall":
                raise UsageError(
                    f"{file.recipe.name}: the invented corpus asks no {file.recipe.task} questions;"
                    " leave --sample out, and give a folder of corpora with --corpora"
                )
        from lvbuild.corpora.sample import SampleCorpus

        world = child_seed("sample world", choices.variant)
        return [
            Source(file, table, {name: SampleCorpus(world, file.recipe.language) for name in names})
            for file, table, names in zip(files, tables, needed, strict=True)
        ]
    sources = [file.recipe.sources for file in files]
    found = open_corpora([s for named in sources for s in named.values()], corpora, offline)
    return [
        Source(file, table, {name: found[source] for name, source in named.items()})
        for file, table, named in zip(files, tables, sources, strict=True)
    ]


def _tables(file: RecipeFile, choices: Choices) -> Tables:
    folder = file.beside(f"annotations/{file.recipe.name}")
    return read_tables(folder, file.recipe, no_tables=choices.no_tables)
