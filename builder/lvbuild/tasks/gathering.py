"""Gathering what recipes are built from: their files, tables and corpora."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lvbuild.core.model import LONGEST_NAME
from lvbuild.core.options import BuildOptions, ResolvedOptions, TokenizerId
from lvbuild.core.places import place_of
from lvbuild.core.seeds import child_seed
from lvbuild.core.twins import PARTS
from lvbuild.corpora.catalogue import (
    missing_corpora,
    missing_error,
    open_corpora,
    source_entry,
)
from lvbuild.errors import MissingCorpusError, UsageError
from lvbuild.mixing.lengths import Counters
from lvbuild.recipe import Recipe, RecipeFile, load_recipes, wanted_levels
from lvbuild.recipe.layouts import layouts
from lvbuild.recipe.prompts import read_prompt
from lvbuild.recipe.sources import CorpusSource
from lvbuild.sample import SampleCorpus
from lvbuild.tables.errata import read_errata
from lvbuild.tables.reading import BrokenRow, Tables, read_tables
from lvbuild.tasks.task import Invented, Source, as_task
from lvbuild.text.counting import PlainCounting, plain_unit

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


def gather(
    recipes: str | Path | Sequence[str | Path],
    options: BuildOptions,
    *,
    tokenizer_files: Sequence[str] = (),
    broken: list[BrokenRow] | None = None,
    absent_empty: bool = False,
    unbuilt: list[MissingCorpusError] | None = None,
) -> list[Source]:
    """Read all recipes and tables and open all corpora before anything is built.

    Raises UsageError for a recipe, a table or a tokenizer, MissingCorpusError that names every
    missing corpus. Where `unbuilt` is given, it is added there, and the recipes that lack none are
    gathered, if there are any. Among the `tokenizer_files` are those that a release was built with.
    Broken rows of tables are added to `broken` where it is given; `absent_empty` takes a table that
    is not there yet for one without rows.
    """
    names = [recipes] if isinstance(recipes, str | Path) else list(recipes)
    if not names:
        raise UsageError("no recipe is named: name at least one")
    opening = cache(partial(_open, tuple(tokenizer_files)))  # each is opened once
    files = load_recipes(names)
    _check_twins([file.recipe for file in files], options)
    found = [_resolve(file, options, opening) for file in files]
    if options.sample:
        seed = child_seed("sample world", options.variant)
        languages = {each.file.recipe.language for each in found}
        worlds = {language: SampleCorpus(seed, language) for language in languages}
        return [_invent(each, worlds[each.file.recipe.language], broken) for each in found]
    tables = {each.file.path: _tables(each.file, options, broken, absent_empty) for each in found}
    folder = None if options.corpora is None else place_of(options.corpora)
    if unbuilt is not None:
        found = _buildable(found, folder, options.offline, unbuilt)
    every = chain.from_iterable(each.corpora.values() for each in found)
    shared = open_corpora(every, folder, options.offline)
    gathered = []
    for file, own, counters, corpora in found:
        held = shared
        if not file.recipe.reads_whole_corpora:  # what it takes is not what another reads
            held = open_corpora(corpora.values(), folder, options.offline)
        opened = {name: held[source] for name, source in corpora.items()}
        read = partial(tables.__getitem__, file.path)
        gathered.append(Source(file, read, opened, own, counters))
    return gathered


class _Resolved(NamedTuple):
    """A recipe as options change it, the options with what it says, what counts, its corpora."""

    file: RecipeFile
    options: ResolvedOptions
    counters: Counters
    corpora: Mapping[str, CorpusSource]


def _check_twins(recipes: Sequence[Recipe], options: BuildOptions) -> None:
    """Raise UsageError where a twin would lack nothing that its recipe has, or cannot be named."""
    if options.left_out and not options.tables:
        raise UsageError("--without leaves out of tables' rows, and --no-tables takes none")
    for part in options.left_out:
        key, _ = PARTS[part]
        if having_none := [each.name for each in recipes if not getattr(each, key)]:
            raise UsageError(
                f"--without {part}: {', '.join(having_none)}: the recipe has no {key} to leave out;"
                " name recipes that have, or leave out something else"
            )
    for name in (each.without(options.left_out).name for each in recipes):
        if len(name) > LONGEST_NAME:
            raise UsageError(f"{name}: has over {LONGEST_NAME} characters; shorten the name")


def _corpora(file: RecipeFile) -> dict[str, CorpusSource]:
    """Return the sources of a recipe by name, their paths as they are from its folder.

    Raises UsageError for one that is none.
    """
    lying = {
        name: source if isinstance(source, str) else source.of_recipe(file.path.parent)
        for name, source in file.recipe.sources.items()
    }
    for source in lying.values():
        try:
            source_entry(source)
        except UsageError as error:
            raise UsageError(f"{file.path}: {error}") from error
    return lying


def _buildable(
    found: list[_Resolved],
    folder: Path | None,
    offline: bool,
    unbuilt: list[MissingCorpusError],
) -> list[_Resolved]:
    """Return the recipes that lack no corpus, and add the failure of the others to `unbuilt`.

    Where each lacks one, all are returned: opening their corpora fails.
    """
    missing = missing_corpora([each.corpora.values() for each in found], folder, offline)
    kept = [each for each in found if missing.keys().isdisjoint(each.corpora.values())]
    if not missing or not kept:
        return found
    names = ", ".join(each.file.recipe.name for each in found if each not in kept)
    error = missing_error(missing.values())
    unbuilt.append(MissingCorpusError(f"left out for want of their corpora: {names}; {error}"))
    return kept


def _invent(each: _Resolved, world: SampleCorpus, broken: list[BrokenRow] | None) -> Source:
    """Take the sample world for all corpora of a recipe, and its tables where it makes them."""
    file, options, counters, _ = each
    invented = as_task(file.recipe).invent(world, counters.levels)
    read_tables = cache(partial(_invented_tables, invented, options))
    source = Source(file, read_tables, invented.corpora, options, counters, invented)
    return source if source.invents_tables else source.having(_tables(file, options, broken))


def _invented_tables(invented: Invented, options: BuildOptions) -> Tables:
    tables = invented.tables()
    tables = tables if options.tables else Tables(own=tables.own)
    return tables.of_approved() if options.approved_only else tables


def _tables(
    file: RecipeFile,
    options: BuildOptions,
    broken: list[BrokenRow] | None,
    absent_empty: bool = False,
) -> Tables:
    folder = file.beside(f"annotations/{file.recipe.name}")
    tables = read_tables(
        folder,
        file.recipe,
        no_tables=not options.tables,
        broken=broken,
        absent_empty=absent_empty,
    )
    return tables.of_approved() if options.approved_only else tables


_Opening = Callable[[str | TokenizerId | None, Path], "TokenCounting | None"]
"""Opens a tokenizer by name or file, the latter looked for in a folder first."""


def _open(
    files: Sequence[str], named: str | TokenizerId | None, folder: Path
) -> TokenCounting | None:
    """Open a tokenizer; one that a release tells of is looked for among `files`."""
    from lvbuild.text.tokens import find_again, open_tokenizer

    if named is None or isinstance(named, str):
        return None if named is None else open_tokenizer(named, folder)
    try:
        counting = open_tokenizer(find_again(named, files), folder)
    except UsageError as error:
        raise UsageError(f"{folder}: {error}") from error
    counting.identity = named  # by the name that it has in the release
    return counting


def _resolve(file: RecipeFile, options: BuildOptions, opening: _Opening) -> _Resolved:
    """Bring a recipe and options together.

    Raises UsageError where unit and tokenizer do not go together, where a tokenizer or the file of
    prompts cannot be opened, or where a corpus is none.
    """
    unit = options.unit or file.recipe.unit
    tokenizer = options.tokenizer
    if tokenizer is None and unit == "tokens":
        tokenizer = file.recipe.tokenizer
    nested = file.recipe.nested if options.nested is None else options.nested
    prompts = options.prompts
    if isinstance(prompts, str):
        name, layout = file.recipe.upstream or file.recipe.name, layouts[file.recipe.layout]
        prompts = read_prompt(prompts, name, layout.placeholders)
    errata = options.errata
    if isinstance(errata, str):
        errata = read_errata(errata, file.recipe.name)
    changes: dict[str, object] = {"unit": unit, "tokenizer": tokenizer, "nested": nested}
    if prompts is not None:
        changes["prompt"] = prompts.prompt
    asked = [] if options.levels is None else wanted_levels(options.levels)
    if why := file.recipe.why_not(asked):
        raise UsageError(f"{file.recipe.name}: --levels: {why}")
    recipe = file.recipe.at(asked).model_copy(update=changes)
    try:
        recipe.check_counting()
    except ValueError as error:
        raise UsageError(f"{recipe.name}: {error}") from error
    tokens = opening(tokenizer, file.path.parent)
    reported = opening(options.report_tokens, file.path.parent)
    resolved = options.resolved(
        levels=None if recipe.levels == file.recipe.levels else ",".join(recipe.levels),
        unit=unit,
        nested=nested,
        tokenizer=tokens.identity if tokens else None,
        report_tokens=reported.identity if reported else None,
        prompts=prompts,
        errata=errata,
    )
    levels = tokens or PlainCounting(plain_unit(unit, recipe.language))
    counters = Counters(levels, tokens, reported)
    return _Resolved(replace(file, recipe=recipe), resolved, counters, _corpora(file))
