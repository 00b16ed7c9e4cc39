"""What the manifest says of a recipe, once it is prepared."""

from __future__ import annotations

from dataclasses import asdict

import orjson

from lvbuild.corpora.screen import screen_sha256
from lvbuild.release.manifest import (
    FORMAT,
    CorpusEntry,
    LeftOut,
    RecipeEntry,
    TableEntry,
    digest,
)
from lvbuild.release.recorded import record
from lvbuild.tasks.prepared import Prepared, canary
from lvbuild.tasks.shortfalls import shortfalls
from lvbuild.tasks.task import Source


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
        )
        for name, table in source.tables.named().items()
    }
    entry = RecipeEntry(
        seed=options.seed,
        variant=options.variant,
        options=record(options),
        input_hash="",
        canary=canary(source.file.recipe.name, options),
        corpora=tuple(corpora),
        tables=tables,
        left_out=tuple(LeftOut(question_id=q, reason=r) for q, r in prepared.left_out),
        refused=dict(prepared.refused),
        lacking=dict(prepared.lacking),
        shortfalls=tuple(shortfalls(source, prepared)),
    )
    return entry.model_copy(update={"input_hash": input_hash(entry, source.file.content)})


def input_hash(entry: RecipeEntry, recipe: bytes) -> str:
    """Hash all that the bytes of a recipe's files follow from: `recipe` are those of its file."""
    told = entry.model_dump(include={"seed", "variant", "options"})
    inputs = told | {
        "format": FORMAT,
        "recipe": digest(recipe),
        "tables": {name: table.sha256 for name, table in entry.tables.items()},
        "corpora": [corpus.model_dump(exclude={"licence", "cleaned"}) for corpus in entry.corpora],
        "screen": screen_sha256(),
    }
    return digest(orjson.dumps(inputs, option=orjson.OPT_SORT_KEYS))
