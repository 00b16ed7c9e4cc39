"""What a release says of a recipe: its entry in the manifest, its inputs as built."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

import orjson

from lvbuild.core.resources import digest, read_named
from lvbuild.core.twins import full_name
from lvbuild.corpora.catalogue import source_entry
from lvbuild.corpora.reading.screening import screen_sha256
from lvbuild.errors import UsageError
from lvbuild.languages import vocabulary_sha256
from lvbuild.mixing.planning import Prepared
from lvbuild.recipe import Recipe, RecipeFile
from lvbuild.recipe.loading import parse_common, parse_recipe
from lvbuild.release.folder import (
    ERRATA,
    MOST_BYTES,
    data_card_path,
    read_regular,
    recipe_path,
    table_path,
)
from lvbuild.release.licences import Part, work_out
from lvbuild.release.manifest import (
    FORMAT,
    CorpusEntry,
    LeftOut,
    RecipeEntry,
    TableEntry,
)
from lvbuild.release.options import dump_options
from lvbuild.release.pseudonyms import released_tables
from lvbuild.release.records import canary
from lvbuild.tables.errata import Erratum, parse_errata
from lvbuild.tasks.notes import shortfalls
from lvbuild.tasks.task import Source

_MOST_BYTES = 2**20
_SHARED = re.compile(rb"^\{\{(shared/\w+)\}\}\r?$", re.MULTILINE)
"""A line of a data card for which the text of that name beside it stands: several share it."""


def recipe_inputs(source: Source) -> dict[str, bytes]:
    """Return the files to build the recipe from again, by their paths within the release.

    They are laid out as recipes and tables are found, so that the copied recipe can be built by
    its path; persons who annotated stand there by pseudonyms. Raises UsageError for a data card
    that is no text.
    """
    name = source.built.name
    files = {recipe_path(name): source.file.content}
    for table_name, table in released_tables(source).items():
        files[table_path(name, table_name)] = table.content
    if (card := data_card(source.file)) is not None:
        files[data_card_path(name)] = card
    return files


def data_card(file: RecipeFile) -> bytes | None:
    """Return the data card that stands beside a recipe, None where there is none.

    A release is whole by itself, so that what cards share stands in each. Raises UsageError for
    one that is no text.
    """
    written = file.beside(f"data_cards/{file.recipe.name}.md")
    if not written.is_file():
        return None
    return _SHARED.sub(
        lambda line: _card(file.beside(f"data_cards/{line[1].decode()}.md")).rstrip(),
        _card(written),
    )


def _card(path: Path) -> bytes:
    content = read_named(path, _MOST_BYTES, "mend it", "the data card")
    _text(path, content)
    return content


def held_recipe(folder: Path, name: str, *, any_metric: bool = False) -> RecipeFile:
    """Read a recipe of a release; raise UsageError where it is missing, damaged or another's.

    With `any_metric` its metric may be that of a package that is not there.
    """
    return _held(folder, name, partial(parse_recipe, any_metric=any_metric))


def scored_recipe(folder: Path, name: str, entry: RecipeEntry) -> Recipe:
    """Return a recipe of a release as its records are scored by it.

    Its name is that of its records, its labels are those that its corpora have, where it has none
    of its own. Raises UsageError as `held_recipe` does.
    """
    recipe = held_recipe(folder, name).recipe.without(entry.build_options.left_out)
    return recipe.model_copy(update={"labels": entry.labels}) if entry.labels else recipe


def held_keys(folder: Path, name: str) -> Recipe:
    """Read the keys of a recipe of a release that all recipes have, as `held_recipe` does.

    A worker may not know the task: it is registered in the process that plans.
    """
    return _held(folder, name, parse_common).recipe


def _held(folder: Path, name: str, parse: Callable[[Path, bytes], RecipeFile]) -> RecipeFile:
    path = folder / recipe_path(name)
    try:
        file = parse(path, read_regular(folder, recipe_path(name), _MOST_BYTES))
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read ({error.strerror}); see `lvbuild verify`"
        ) from error
    if file.recipe.name != full_name(name):
        raise UsageError(f"{path}: is the recipe {file.recipe.name!r}; see `lvbuild verify`")
    return file


def held_errata(folder: Path) -> list[Erratum]:
    """Return the known defects that a release tells; raise UsageError for a line that is none."""
    with suppress(FileNotFoundError):
        return [*parse_errata(folder / ERRATA, read_regular(folder, ERRATA, MOST_BYTES))]
    return []


def read_data_card(folder: Path, name: str) -> str:
    """Read a recipe's data card; raise FileNotFoundError where it has none."""
    content = read_regular(folder, data_card_path(name), _MOST_BYTES)
    return _text(folder / data_card_path(name), content)


def _text(path: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is no UTF-8 text; save the data card as UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def recipe_entry(source: Source, prepared: Prepared) -> RecipeEntry:
    """Describe a recipe as built, its input hash over all that its bytes follow from."""
    options = source.options
    corpora = [CorpusEntry.model_validate(asdict(use)) for use in prepared.corpora]
    tables = {
        name: TableEntry(
            sha256=table.sha256,
            licence=source.tables_licence,
            rows=len(table.rows),
            approved=table.approved,
            annotators=count_annotators(table.rows),
            approved_by=count_annotators(
                row for row in table.rows if getattr(row, "status", "") == "approved"
            ),
        )
        for name, table in released_tables(source).items()
    }
    worked = work_out(parts_of(source.file.recipe, corpora, tables, invented=bool(source.invented)))
    entry = RecipeEntry(
        seed=options.seed,
        variant=options.variant,
        options=dump_options(options),
        input_hash="",
        canary=canary(source.built.name, options),
        corpora=tuple(corpora),
        tables=tables,
        left_out=tuple(LeftOut(question_id=q, reason=r) for q, r in prepared.left_out),
        refused=dict(prepared.refused),
        lacking=dict(prepared.lacking),
        shortfalls=tuple(shortfalls(source.file.recipe, source.tables, options, prepared)),
        corrected=prepared.corrected,
        common=prepared.common,
        licence=worked.licence,
        warnings=worked.warnings,
        prompt=source.file.recipe.prompt,
        max_new_tokens=source.file.recipe.max_new_tokens,
        labels=prepared.labels or None,
    )
    return entry.model_copy(update={"input_hash": input_hash(entry, source.file)})


def parts_of(
    recipe: Recipe,
    corpora: Iterable[CorpusEntry],
    tables: Mapping[str, TableEntry],
    *,
    invented: bool,
) -> Iterator[Part]:
    """Yield what a recipe's records are made of; invented corpora are nobody's."""
    sources = {} if invented else recipe.sources
    gated = {name for name, corpus in sources.items() if source_entry(corpus).gated}
    yield from (Part(corpus.name, corpus.licence, corpus.name in gated) for corpus in corpora)
    yield from (Part("the tables", table.licence) for table in tables.values())


def count_annotators(rows: Iterable[object]) -> dict[str, int]:
    """Count rows by who wrote them, the most first; tables of some tasks do not say who."""
    named = Counter(getattr(row, "annotator", "") for row in rows)
    del named[""]
    return dict(sorted(named.items(), key=lambda item: (-item[1], item[0])))


_TOLD = {"licence", "cleaned", "epochs", "source_canaries"}
"""What is told of a corpus and follows from its files."""


def input_hash(entry: RecipeEntry, file: RecipeFile) -> str:
    """Hash all that the bytes of a recipe's files follow from, the recipe's own file among it."""
    inputs = {
        **entry.model_dump(include={"seed", "variant", "options"}),
        "format": FORMAT,
        "recipe": digest(file.content),
        "tables": {name: table.sha256 for name, table in entry.tables.items()},
        "corpora": [corpus.model_dump(exclude=_TOLD) for corpus in entry.corpora],
        "screen": screen_sha256(),
        "vocabulary": vocabulary_sha256(file.recipe.language),
    }
    return digest(orjson.dumps(inputs, option=orjson.OPT_SORT_KEYS))
