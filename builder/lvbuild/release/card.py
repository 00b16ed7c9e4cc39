"""The card of a release: front matter for the Hub, what is asked, how it is made and licensed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import yaml

from lvbuild.core.controls import printable
from lvbuild.core.resources import yaml_list
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.recipe import Recipe
from lvbuild.release.licences import Part, hub_licence, work_out
from lvbuild.release.manifest import Manifest
from lvbuild.release.recipe_card import TEXTS, plain, section, statistics, table
from lvbuild.release.records import RecordSchema
from lvbuild.release.telltale import MEASURES, Ngram, Telltale, measures, remarks
from lvbuild.tables.errata import Erratum

_TITLE = "Long-context question answering, built with lvbuild"
_WIDTH = 1000
_SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M")


def card(
    folder: Path,
    manifest: Manifest,
    recipes: Mapping[str, Recipe],
    errata: Sequence[Erratum],
    *,
    withheld: bool = False,
) -> bytes:
    """Write the card of what a release holds: front matter, and a section a recipe.

    Of a copy whose answers are `withheld` it says what stands there alone: records.
    """
    front = _front_matter(manifest, recipes)
    sections = [
        section(folder, manifest, recipe, draws=not withheld) for recipe in recipes.values()
    ]
    held = TEXTS["withheld" if withheld else "held"]
    head = f"---\n{front}---\n\n# {_TITLE}\n\n{TEXTS['how_to']}\n{held}"
    asked = [TEXTS["statistics"], *statistics(manifest, recipes), ""]
    measured = {c.name: file.telltale for c, file in manifest.record_files.items() if file.telltale}
    last = "\n".join(["## Licences", "", *_licences(manifest), ""])
    told = [head, "\n".join(asked), *sections, *telltale_section(measured)]
    told += [*_errata(errata), last]
    return printable("\n".join(told)).encode()


def _front_matter(manifest: Manifest, recipes: Mapping[str, Recipe]) -> str:
    files = manifest.record_files
    sample = any(entry.build_options.sample for entry in manifest.recipes.values())
    records = sum(file.records for file in files.values())
    head = {
        "pretty_name": title_of(recipes),
        **hub_licence(licences_of(manifest)),
        "language": sorted({recipe.language for recipe in recipes.values()}),
        "task_categories": ["question-answering"],
        "annotations_creators": _annotations_creators(manifest),
        "source_datasets": _source_datasets(manifest),
        "size_categories": [_SIZES[bisect_right([10**n for n in range(3, 8)], records)]],
        "tags": [
            *("long-context", "benchmark", "lv-eval", "lvbuild"),
            *(["synthetic"] if sample else []),
        ],
    }
    configs = [
        {
            "config_name": config.name,
            "data_files": [{"split": "test", "path": manifest.place(config.data_path)}],
        }
        for config in files
    ]
    dataset_info = [
        {
            "config_name": config.name,
            "features": [
                field.feature
                for field in RecordSchema.of(
                    recipes[config.recipe], manifest.recipes[config.recipe].build_options
                ).fields
            ],
            "splits": [{"name": "test", "num_bytes": file.bytes, "num_examples": file.records}],
        }
        for config, file in files.items()
    ]
    return (
        yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=_WIDTH)
        + yaml_list("configs", configs, _WIDTH)
        + yaml_list("dataset_info", dataset_info, _WIDTH)
    )


def title_of(recipes: Mapping[str, Recipe]) -> str:
    """Return what a release is called: as its recipe, where it has but one."""
    titles = [recipe.title for recipe in recipes.values()]
    return titles[0] if len(titles) == 1 else _TITLE


def _annotations_creators(manifest: Manifest) -> list[str]:
    """Return who annotated, in the Hub's words: rows that no person approved are a machine's."""
    tables = [table for entry in manifest.recipes.values() for table in entry.tables.values()]
    found = [
        *(["expert-generated"] if any(each.approved for each in tables) else []),
        *(["machine-generated"] if any(each.rows > each.approved for each in tables) else []),
    ]
    return found or ["found"]


def _source_datasets(manifest: Manifest) -> list[str]:
    """Return the sources, in the Hub's words: what no upstream has published is original."""
    corpora = {c.name for entry in manifest.recipes.values() for c in entry.corpora}
    named = [f"extended|{name}" for name in sorted(corpora & CATALOGUE.keys())]
    return [*named, *(["original"] if corpora - CATALOGUE.keys() else [])]


def _errata(errata: Sequence[Erratum]) -> list[str]:
    """Return the section on known defects; none where there are none."""
    rows = [(each.recipe, f"`{plain(each.question_id)}`", plain(each.reason)) for each in errata]
    shown = table(("data set", "question", "what is wrong"), rows)
    return ["\n".join([TEXTS["errata"], *shown, ""])] if rows else []


def _parts(manifest: Manifest) -> list[tuple[str, str, str]]:
    """Return what the records are made of, each part once: its kind, its name, its licence."""
    parts = []
    for name, entry in sorted(manifest.recipes.items()):
        parts += [("Texts of the corpus", c.name, c.licence) for c in entry.corpora]
        parts += [("Tables of", name, table.licence) for table in entry.tables.values()]
    return list(dict.fromkeys(parts))


def licences_of(manifest: Manifest) -> Sequence[str]:
    """Return the licence that all records may have; those of all parts where there is none.

    Older releases do not say what licence the records of a recipe have.
    """
    recipes = manifest.recipes.items()
    worked = work_out(Part(name, entry.licence) for name, entry in recipes)
    if worked.licence and all(entry.licence for _, entry in recipes):
        return (worked.licence,)
    return [licence for _, _, licence in _parts(manifest)]


def _licences(manifest: Manifest) -> Iterator[str]:
    yield from (f"- {kind} {plain(n)}: {plain(licence)}" for kind, n, licence in _parts(manifest))
    for name, entry in sorted(manifest.recipes.items()):
        if entry.licence:
            yield f"- Records of {name}: {plain(entry.licence)}"
        yield from (f"- **{name}: {plain(warning)}.**" for warning in entry.warnings)


_COLUMNS = (
    "configuration",
    "questions",
    "passages (supporting)",
    *MEASURES,
    "n-grams that weigh most",
)


def telltale_section(found: Mapping[str, Telltale]) -> list[str]:
    """Return the section on the figures of configurations by name; none where there are none."""
    if not found:
        return []
    rows = [_cells(name, each) for name, each in found.items() if each.passages]
    shown = [*table(_COLUMNS, rows), ""] if rows else []
    reasons = [f"- {line}." for line in remarks(found)]
    return ["\n".join([TEXTS["telltale"], *shown, *reasons, *([""] if reasons else [])])]


def _cells(name: str, found: Telltale) -> tuple[str, ...]:
    return (
        name,
        f"{found.questions:,}",
        f"{found.passages:,} ({found.supporting:,})",
        *measures(found),
        " ".join(map(_code, found.ngrams)),
    )


def _code(ngram: Ngram) -> str:
    shown = str(ngram).replace("|", "\\|")
    if "`" not in shown:
        return f"`{shown}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", shown))))
    return f"{fence} {shown} {fence}"
