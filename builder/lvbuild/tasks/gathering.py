"""Gathering what recipes are built from: their files, tables and corpora."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.core.model import LONGEST_NAME
from lvbuild.core.options import BuildOptions, ResolvedOptions, TokenizerId
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
from lvbuild.tables.reading import BrokenRow, Tables, read_tables
from lvbuild.tasks.task import Source, as_task
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
    found = [resolve(file, options, opening) for file in files]
    lying = {file.path: _lying(file) for file, _, _ in found}
    for file, _, _ in found:
        for corpus in lying[file.path].values():
            try:
                source_entry(corpus)
            except UsageError as error:
                raise UsageError(f"{file.path}: {error}") from error
    if options.sample:
        seed = child_seed("sample world", options.variant)
        languages = {file.recipe.language for file, _, _ in found}
        worlds = {language: SampleCorpus(seed, language) for language in languages}
        return [
            _invent(file, worlds[file.recipe.language], own, counters, broken)
            for file, own, counters in found
        ]
    tables = {file.path: _tables(file, options, broken, absent_empty) for file, _, _ in found}
    folder = None if options.corpora is None else Path(options.corpora)
    if unbuilt is not None:
        wanted = {path: list(of.values()) for path, of in lying.items()}
        kept = _buildable([file for file, _, _ in found], wanted, folder, options.offline, unbuilt)
        found = [each for each in found if each[0] in kept]
    sources = chain.from_iterable(lying[file.path].values() for file, _, _ in found)
    held = open_corpora(sources, folder, options.offline)
    gathered = []
    for file, own, counters in found:
        of = lying[file.path]
        if not file.recipe.reads_whole_corpora:
            held |= open_corpora(of.values(), folder, options.offline)
        named_corpora = {name: held[source] for name, source in of.items()}
        gathered.append(Source(file, tables[file.path], named_corpora, own, counters))
    return gathered


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


def _lying(file: RecipeFile) -> dict[str, CorpusSource]:
    """Return the sources of a recipe by name, their paths as they are from its folder."""
    return {
        name: source if isinstance(source, str) else source.of_recipe(file.path.parent)
        for name, source in file.recipe.sources.items()
    }


def _buildable(
    files: Sequence[RecipeFile],
    wanted: Mapping[Path, Sequence[CorpusSource]],
    folder: Path | None,
    offline: bool,
    unbuilt: list[MissingCorpusError],
) -> Sequence[RecipeFile]:
    """Return the recipes that lack no corpus, and add the failure of the others to `unbuilt`.

    `wanted` are the sources of each. Where each lacks one, all are returned: opening their corpora
    fails.
    """
    missing = missing_corpora(list(wanted.values()), folder, offline)
    kept = [file for file in files if not missing.keys() & wanted[file.path]]
    if not missing or not kept:
        return files
    names = ", ".join(file.recipe.name for file in files if file not in kept)
    error = missing_error(missing.values())
    unbuilt.append(MissingCorpusError(f"left out for want of their corpora: {names}; {error}"))
    return kept


def _invent(
    file: RecipeFile,
    world: SampleCorpus,
    options: ResolvedOptions,
    counters: Counters,
    broken: list[BrokenRow] | None,
) -> Source:
    """Take the sample world for all corpora of a recipe, and its tables where it makes them."""
    invented = as_task(file.recipe).invent(world, counters.levels)
    if file.recipe.invents_rows:
        tables = invented.tables if options.tables else Tables(own=invented.tables.own)
        tables = tables.of_approved() if options.approved_only else tables
    else:
        tables = _tables(file, options, broken)
    return Source(file, tables, invented.corpora, options, counters, invented)


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


Opening = Callable[[str | TokenizerId | None, Path], "TokenCounting | None"]
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


def resolve(
    file: RecipeFile, options: BuildOptions, opening: Opening
) -> tuple[RecipeFile, ResolvedOptions, Counters]:
    """Return a recipe as options change it, the options with what it says, and what counts.

    Raises UsageError where unit and tokenizer do not go together, or where a tokenizer or the file
    of prompts cannot be opened.
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
    )
    levels = tokens or PlainCounting(plain_unit(unit, recipe.language))
    return replace(file, recipe=recipe), resolved, Counters(levels, tokens, reported)
