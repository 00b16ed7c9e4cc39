"""What the manifest and the inputs say of a recipe, once it is prepared."""

from __future__ import annotations

from dataclasses import asdict

import orjson

from lvbuild.preparation.prepared import Prepared, canary
from lvbuild.preparation.shortfalls import shortfalls
from lvbuild.preparation.source import Source
from lvbuild.release.card import inputs_folder
from lvbuild.release.manifest import (
    FORMAT,
    CorpusEntry,
    LeftOut,
    Options,
    RecipeEntry,
    TableEntry,
    digest,
)


def recipe_entry(source: Source, prepared: Prepared) -> RecipeEntry:
    """Describe a recipe as built, its input hash over all that its bytes follow from."""
    choices = source.choices
    options = asdict(choices)
    seed, variant = options.pop("seed"), options.pop("variant")
    corpora = [CorpusEntry.model_validate(asdict(use)) for use in prepared.corpora]
    tables = {
        name: TableEntry(
            sha256=table.sha256,
            licence=source.tables_licence,
            rows=len(table.rows),
            approved=table.approved,
        )
        for name, table in source.tables.named().items()
    }
    inputs = {
        "format": FORMAT,
        "recipe": digest(source.file.content),
        "tables": {name: table.sha256 for name, table in tables.items()},
        "corpora": [corpus.model_dump(exclude={"licence"}) for corpus in corpora],
        "seed": seed,
        "variant": variant,
        "options": options,
    }
    return RecipeEntry(
        seed=seed,
        variant=variant,
        options=Options(**options),
        input_hash=digest(orjson.dumps(inputs, option=orjson.OPT_SORT_KEYS)),
        canary=canary(source.file.recipe.name, choices),
        corpora=tuple(corpora),
        tables=tables,
        left_out=tuple(LeftOut(question_id=q, reason=r) for q, r in prepared.left_out),
        refused=dict(prepared.refused),
        lacking=dict(prepared.lacking),
        shortfalls=tuple(shortfalls(source, prepared)),
    )


def recipe_inputs(source: Source) -> dict[str, bytes]:
    """Return the files to build the recipe from again, by their paths within the release.

    They are laid out as recipes and tables are found, so that the copied recipe can be built by
    its path.
    """
    name = source.file.recipe.name
    folder = inputs_folder(name)
    files = {f"{folder}/{name}.yaml": source.file.content}
    for table_name, table in source.tables.named().items():
        files[f"{folder}/annotations/{name}/{table_name}.jsonl"] = table.content
    written = source.file.beside(f"data_cards/{name}.md")
    if written.is_file():
        files[f"{folder}/data_cards/{name}.md"] = written.read_bytes()
    return files
