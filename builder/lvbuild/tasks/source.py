"""Gathering what recipes are built from: their files, tables and corpora."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lvbuild.corpora.corpus import Corpus
from lvbuild.corpora.local import open_corpora
from lvbuild.errors import InvalidRowError, UsageError
from lvbuild.model import Level
from lvbuild.recipe import RecipeFile, load_recipes
from lvbuild.sample import SampleCorpus, SampleQuestionCorpus
from lvbuild.seeds import child_seed
from lvbuild.tables.reading import BrokenRow, Tables, read_tables
from lvbuild.tasks.counters import Counters, TokenizerChoices, Tokenizers, resolve
from lvbuild.tasks.fact_recall import prepare_fact_recall
from lvbuild.tasks.invented import invented_tables
from lvbuild.tasks.mixup import prepare_mixup
from lvbuild.tasks.prepared import Choices, Prepared


@dataclass(frozen=True, slots=True)
class Source:
    """A recipe with its tables, its opened corpora, and what its levels count.

    `choices` are those it was gathered with, told in full. `tables_licence` is the one of the
    tables' rows: the recipe's, or the sample world's where that made them.
    """

    file: RecipeFile
    tables: Tables
    corpora: dict[str, Corpus]
    choices: Choices
    counters: Counters
    tables_licence: str

    def prepare(self, levels: Sequence[Level]) -> Prepared:
        """Read, replace and plan; levels that cannot be built are told of in `dropped`.

        Raises InvalidRowError for the first row of a table that breaks a rule.
        """
        try:
            return self._prepare(levels)
        except InvalidRowError as error:
            name = f"{self.file.argument}{' --sample' if self.choices.sample else ''}"
            raise InvalidRowError(f"{error}; `lvbuild check {name}` tells all") from error

    def _prepare(self, levels: Sequence[Level]) -> Prepared:
        recipe = self.file.recipe
        if recipe.task == "fact_recall":
            haystack = self.corpora[recipe.haystack]
            return prepare_fact_recall(
                recipe, self.tables, haystack, levels, self.choices, counters=self.counters
            )
        world = self.corpora[recipe.asking[0]]
        if not isinstance(world, SampleQuestionCorpus):
            return self._prepare_mixup(self.corpora, levels)
        # A larger world would change what stands in the recipe's own levels.
        prepared = self._prepare_mixup(self.corpora, [x for x in levels if x.size <= world.size])
        for level in levels:
            if level.size > world.size:
                corpora = dict.fromkeys(self.corpora, world.reaching(level.size))
                larger = self._prepare_mixup(corpora, [level])
                prepared = replace(
                    prepared,
                    levels={**prepared.levels, **larger.levels},
                    dropped={**prepared.dropped, **larger.dropped},
                )
        return prepared

    def _prepare_mixup(self, corpora: Mapping[str, Corpus], levels: Sequence[Level]) -> Prepared:
        recipe, counters = self.file.recipe, self.counters
        return prepare_mixup(recipe, self.tables, corpora, levels, self.choices, counters=counters)


def gather(
    recipes: str | Path | Sequence[str | Path],
    choices: Choices,
    *,
    corpora: Path | None = None,
    offline: bool = False,
    tokenizers: TokenizerChoices | None = None,
    broken: list[BrokenRow] | None = None,
) -> list[Source]:
    """Read all recipes and tables and open all corpora before anything is built.

    Raises UsageError for a recipe, a table or a tokenizer, MissingCorpusError that names every
    missing corpus. Broken rows of tables are added to `broken` where it is given.
    """
    names = [recipes] if isinstance(recipes, str | Path) else list(recipes)
    if not names:
        raise UsageError("no recipe is named: name at least one")
    opened = Tokenizers()
    named = tokenizers or TokenizerChoices()
    found = [resolve(file, choices, named, opened) for file in load_recipes(names)]
    if choices.sample:
        seed = child_seed("sample world", choices.variant)
        languages = {file.recipe.language for file, _, _ in found}
        worlds = {language: SampleCorpus(seed, language) for language in languages}
        return [
            _invent(file, worlds[file.recipe.language], own, counters, broken)
            for file, own, counters in found
        ]
    tables = [_tables(file, choices, broken) for file, _, _ in found]
    sources = [file.recipe.sources for file, _, _ in found]
    held = open_corpora([s for of in sources for s in of.values()], corpora, offline)
    gathered = []
    for (file, own, counters), table, of in zip(found, tables, sources, strict=True):
        if file.recipe.haystack:
            # Read as far as the levels take: a recipe is to tell of the files that it read alone.
            held |= open_corpora(of.values(), corpora, offline)
        named_corpora = {name: held[source] for name, source in of.items()}
        licence = file.recipe.licence
        gathered.append(Source(file, table, named_corpora, own, counters, licence))
    return gathered


def _invent(
    file: RecipeFile,
    corpus: SampleCorpus,
    choices: Choices,
    counters: Counters,
    broken: list[BrokenRow] | None,
) -> Source:
    """Take the sample world for all corpora of a recipe, and for a mixup the world's questions."""
    recipe = file.recipe
    if recipe.task == "fact_recall":
        corpora: dict[str, Corpus] = {recipe.haystack: corpus}
        tables = _tables(file, choices, broken)
        return Source(file, tables, corpora, choices, counters, recipe.licence)
    size = recipe.ascending_levels[-1].size
    asked = SampleQuestionCorpus(corpus, recipe.task, recipe.count, size, counters.levels)
    tables = Tables() if choices.no_tables else invented_tables(recipe, asked.sample_questions)
    worlds: dict[str, Corpus] = dict.fromkeys(recipe.corpora, asked)
    return Source(file, tables, worlds, choices, counters, corpus.licence)


def _tables(file: RecipeFile, choices: Choices, broken: list[BrokenRow] | None) -> Tables:
    folder = file.beside(f"annotations/{file.recipe.name}")
    return read_tables(folder, file.recipe, no_tables=choices.no_tables, broken=broken)
