"""The licence of a release from those of its parts, as the Hub's cards name it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import yaml

from lvbuild.core.controls import printable
from lvbuild.core.model import Configuration
from lvbuild.recipe import Recipe
from lvbuild.release.entry import held_keys, read_data_card
from lvbuild.release.manifest import FileEntry, Manifest, RecipeEntry
from lvbuild.release.records import RecordSchema
from lvbuild.release.telltale import Telltale, telltale_section
from lvbuild.score.metric import meaning_of

# Identifiers that the Hub takes for texts and tables, by their SPDX names. "public domain" is a
# state and no licence: the Hub has no word for it, and `unlicense` is a licence of software.
_VERSIONS = {
    "CC-BY": ("2.0", "2.5", "3.0", "4.0"),
    "CC-BY-SA": ("3.0", "4.0"),
    "CC-BY-NC": ("2.0", "3.0", "4.0"),
    "CC-BY-ND": ("4.0",),
    "CC-BY-NC-ND": ("3.0", "4.0"),
    "CC-BY-NC-SA": ("2.0", "3.0", "4.0"),
    "CDLA-Permissive": ("1.0", "2.0"),
    "CDLA-Sharing": ("1.0",),
    "CC0": ("1.0",),
    "Apache": ("2.0",),
}
_ON_THE_HUB = {
    **{
        f"{name}-{version}": f"{name}-{version}".lower()
        for name, versions in _VERSIONS.items()
        for version in versions
    },
    "MIT": "mit",
    "GFDL-1.3-only": "gfdl",
    "GFDL-1.3-or-later": "gfdl",
    "ODbL-1.0": "odbl",
    "ODC-By-1.0": "odc-by",
    "PDDL-1.0": "pddl",
}


def hub_licence(licences: Iterable[str]) -> dict[str, str]:
    """Return the keys of a card that name the licence of parts with these licences.

    One licence that the Hub knows is `license` alone. Several, or one that it does not know, are
    `license: other` with a `license_name`, which joins the parts' (Hub, "Dataset Cards").
    """
    parts = sorted(set(licences))
    if len(parts) == 1 and parts[0] in _ON_THE_HUB:
        return {"license": _ON_THE_HUB[parts[0]]}
    return {"license": "other", "license_name": "-and-".join(map(_slug, parts))}


def _slug(licence: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", licence.lower()).strip("-.") or "unnamed"


_APPROVED_ONLY = "- Only rows that a person approved were taken (`--approved-only`)."
_FIGURES = "{{figures}}"
_TITLE = "Long-context question answering, built with lvbuild"
_TAGS = ("long-context", "benchmark", "lv-eval", "lvbuild")
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


def card(folder: Path, manifest: Manifest) -> bytes:
    """Write the card of what a release holds: front matter, and a section a recipe."""
    recipes = {name: held_keys(folder, name) for name in sorted(manifest.recipes)}
    front = yaml.safe_dump(
        _front_matter(manifest, recipes), sort_keys=False, allow_unicode=True, width=1000
    )
    sections = [
        _section(folder, manifest, recipe, manifest.recipes[name])
        for name, recipe in recipes.items()
    ]
    head = f"---\n{front}---\n\n# {_TITLE}\n\n{_HOW_TO}"
    measured = telltale_section(_telltales(manifest))
    return printable("\n".join([head, *sections, *measured, _licences(manifest)])).encode()


_HOW_TO = """\
Each configuration is one data set at one level, with a single split `test`:

```python
from datasets import load_dataset

records = load_dataset("path/to/this/folder", "{data set}_{level}", split="test")
```

`data/` holds the records, `provenance/` a line a record on where each passage and fact of its
context comes from, `inputs/` the recipes and tables to build the same bytes again. `lvbuild verify`
checks every file. Please keep these data out of training corpora: each record carries its data
set's contamination identifier.
"""


def _front_matter(manifest: Manifest, recipes: dict[str, Recipe]) -> dict[str, Any]:
    files = _files(manifest)
    sample = any(entry.build_options.sample for entry in manifest.recipes.values())
    titles = [recipe.title for recipe in recipes.values()]
    return {
        "pretty_name": titles[0] if len(titles) == 1 else _TITLE,
        **hub_licence(licence for _, _, licence in _parts(manifest)),
        "language": sorted({recipe.language for recipe in recipes.values()}),
        "task_categories": ["question-answering"],
        "size_categories": [_size_category(sum(file.records for file in files.values()))],
        "tags": [*_TAGS, *(["synthetic"] if sample else [])],
        "configs": [
            {
                "config_name": config.name,
                "data_files": [{"split": "test", "path": config.data_path}],
            }
            for config in files
        ],
        "dataset_info": [
            {
                "config_name": config.name,
                "features": _features(recipes[config.recipe], manifest.recipes[config.recipe]),
                "splits": [
                    {
                        "name": "test",
                        "num_bytes": file.bytes,
                        "num_examples": file.records,
                    }
                ],
            }
            for config, file in files.items()
        ],
    }


def _files(manifest: Manifest) -> dict[Configuration, FileEntry]:
    """Return the configurations that stand in the release, each with its file of records."""
    finished = manifest.finished
    return {
        config: finished[config.data_path]
        for config in manifest.configurations
        if config.data_path in finished
    }


def _telltales(manifest: Manifest) -> dict[str, Telltale]:
    """Return the tell-tale figures that the release holds, by configuration."""
    found = ((config.name, file.telltale) for config, file in _files(manifest).items())
    return {name: telltale for name, telltale in found if telltale}


def _features(recipe: Recipe, entry: RecipeEntry) -> list[dict[str, str]]:
    schema = RecordSchema.of(recipe, strict=entry.build_options.strict)
    return [field.feature for field in schema.fields]


def _size_category(records: int) -> str:
    """Return the Hub's word for a number of records."""
    return next((name for bound, name in _SIZES if records < bound), "10M<n<100M")


def _parts(manifest: Manifest) -> list[tuple[str, str, str]]:
    """Return what the records are made of, each part once: its kind, its name, its licence."""
    parts = []
    for name, entry in sorted(manifest.recipes.items()):
        parts += [("Texts of the corpus", c.name, c.licence) for c in entry.corpora]
        parts += [("Tables of", name, table.licence) for table in entry.tables.values()]
    return list(dict.fromkeys(parts))


def _licences(manifest: Manifest) -> str:
    lines = [
        f"- {kind} {_plain(name)}: {_plain(licence)}" for kind, name, licence in _parts(manifest)
    ]
    return "\n".join(["## Licences", "", *lines, ""])


def _section(folder: Path, manifest: Manifest, recipe: Recipe, entry: RecipeEntry) -> str:
    text = _FIGURES
    with suppress(FileNotFoundError):
        text = read_data_card(folder, recipe.name)
    figures = "\n".join(_figures(manifest, recipe, entry))
    heading = f"## {recipe.name}: {_plain(recipe.title)}"
    return f"{heading}\n\n{text.strip().replace(_FIGURES, figures)}\n"


def _figures(manifest: Manifest, recipe: Recipe, entry: RecipeEntry) -> list[str]:
    rows = ["| level | records | length min | mean | max | bytes |", "|---|---|---|---|---|---|"]
    for config, file in _files(manifest).items():
        length = file.length
        if config.recipe == recipe.name and length is not None:
            rows.append(
                f"| {config.level.label} | {file.records} | {length.min:,} | {length.mean:,.1f} |"
                f" {length.max:,} | {file.bytes:,} |"
            )
    corpora = [
        f"{c.name} ({_plain(c.licence)}, revision {_plain(c.revision)})" for c in entry.corpora
    ]
    tables = [
        f"{n} ({t.approved} of {t.rows} approved by a person)" for n, t in entry.tables.items()
    ]
    return [
        *rows,
        "",
        f"- Lengths are in {_unit(entry)}.",
        f"- A prediction's score is {meaning_of(recipe.metric)} (`metric: {recipe.metric}`).",
        f"- Corpora: {'; '.join(corpora)}.",
        *_cleaned(entry),
        *_lacking(entry),
        *([f"- Rows of the tables: {'; '.join(sorted(tables))}."] if tables else []),
        *([_APPROVED_ONLY] if entry.build_options.approved_only else []),
        f"- Seed {entry.seed}, variant {_plain(entry.variant) or 'none'}.",
        f"- Contamination identifier: `{entry.canary}`",
        "",
        "How a model is asked:",
        "",
        "```text",
        recipe.prompt.replace("```", "'''"),
        "```",
    ]


def _unit(entry: RecipeEntry) -> str:
    tokenizer = entry.build_options.tokenizer
    if tokenizer is None:
        return entry.build_options.unit
    return f"tokens of {_plain(tokenizer.name)} (sha256 `{tokenizer.sha256}`)"


def _cleaned(entry: RecipeEntry) -> list[str]:
    return [
        f"- Mended or left out of the texts of {corpus.name}, with how often: "
        + "; ".join(f"{_plain(kind)} {count:,}" for kind, count in corpus.cleaned.items())
        + "."
        for corpus in entry.corpora
        if corpus.cleaned
    ]


def _lacking(entry: RecipeEntry) -> list[str]:
    told = "; ".join(f"{count} too few {name}" for name, count in entry.lacking.items())
    return [f"- Questions that lack rows of a table: {told}."] if told else []


def _plain(text: str) -> str:
    """Make a text of others harmless in Markdown: no markup, no table cell, one line."""
    return escape(" ".join(text.split()), quote=False).replace("|", "\\|").replace("`", "'")
