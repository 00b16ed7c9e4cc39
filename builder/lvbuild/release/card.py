"""The card of a release: front matter for the Hub, and for a reader what each recipe is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import yaml

from lvbuild.core.controls import printable
from lvbuild.recipe import Recipe
from lvbuild.release.entry import held_keys, read_data_card
from lvbuild.release.manifest import Manifest, Ngram, RecipeEntry, Telltale
from lvbuild.release.records import RecordSchema
from lvbuild.score.metric import meaning_of

_TEXTS = yaml.safe_load(Path(__file__).with_name("card.yaml").read_bytes())
_ON_THE_HUB: dict[str, str] = _TEXTS["licences"]


def hub_licence(licences: Iterable[str]) -> dict[str, str]:
    """Return the keys of a card that name the licence of parts with these licences.

    One licence that the Hub knows is `license` alone. Several, or one that it does not know, are
    `license: other` with a `license_name`, which joins the parts' (Hub, "Dataset Cards").
    """
    parts = sorted(set(licences))
    if len(parts) == 1 and parts[0].lower() in _ON_THE_HUB:
        return {"license": _ON_THE_HUB[parts[0].lower()]}
    slugs = [re.sub(r"[^a-z0-9.]+", "-", part.lower()).strip("-.") or "unnamed" for part in parts]
    return {"license": "other", "license_name": "-and-".join(slugs)}


_CORRECTED = "Questions that stand as the recipe's table corrects upstream's"
_APPROVED_ONLY = "- Only rows that a person approved were taken (`--approved-only`)."
_FIGURES = "{{figures}}"
_TITLE = "Long-context question answering, built with lvbuild"
_SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M")


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
    head = f"---\n{front}---\n\n# {_TITLE}\n\n{_TEXTS['how_to']}"
    measured = {c.name: file.telltale for c, file in manifest.record_files.items() if file.telltale}
    licences = [f"- {kind} {_plain(n)}: {_plain(licence)}" for kind, n, licence in _parts(manifest)]
    last = "\n".join(["## Licences", "", *licences, ""])
    return printable("\n".join([head, *sections, *telltale_section(measured), last])).encode()


def _front_matter(manifest: Manifest, recipes: dict[str, Recipe]) -> dict[str, Any]:
    files = manifest.record_files
    sample = any(entry.build_options.sample for entry in manifest.recipes.values())
    titles = [recipe.title for recipe in recipes.values()]
    records = sum(file.records for file in files.values())
    return {
        "pretty_name": titles[0] if len(titles) == 1 else _TITLE,
        **hub_licence(licence for _, _, licence in _parts(manifest)),
        "language": sorted({recipe.language for recipe in recipes.values()}),
        "task_categories": ["question-answering"],
        "size_categories": [_SIZES[bisect_right([10**n for n in range(3, 8)], records)]],
        "tags": [
            *("long-context", "benchmark", "lv-eval", "lvbuild"),
            *(["synthetic"] if sample else []),
        ],
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
                "features": [
                    field.feature
                    for field in RecordSchema.of(
                        recipes[config.recipe], manifest.recipes[config.recipe].build_options
                    ).fields
                ],
                "splits": [{"name": "test", "num_bytes": file.bytes, "num_examples": file.records}],
            }
            for config, file in files.items()
        ],
    }


def _parts(manifest: Manifest) -> list[tuple[str, str, str]]:
    """Return what the records are made of, each part once: its kind, its name, its licence."""
    parts = []
    for name, entry in sorted(manifest.recipes.items()):
        parts += [("Texts of the corpus", c.name, c.licence) for c in entry.corpora]
        parts += [("Tables of", name, table.licence) for table in entry.tables.values()]
    return list(dict.fromkeys(parts))


def _section(folder: Path, manifest: Manifest, recipe: Recipe, entry: RecipeEntry) -> str:
    text = _FIGURES
    with suppress(FileNotFoundError):
        text = read_data_card(folder, recipe.name)
    figures = "\n".join(_figures(manifest, recipe, entry))
    heading = f"## {recipe.name}: {_plain(recipe.title)}"
    return f"{heading}\n\n{text.strip().replace(_FIGURES, figures)}\n"


def _figures(manifest: Manifest, recipe: Recipe, entry: RecipeEntry) -> list[str]:
    rows = ["| level | records | length min | mean | max | bytes |", "|---|---|---|---|---|---|"]
    for config, file in manifest.record_files.items():
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
    cleaned = [
        f"- Mended or left out of the texts of {corpus.name}, with how often: "
        + "; ".join(f"{_plain(kind)} {count:,}" for kind, count in corpus.cleaned.items())
        + "."
        for corpus in entry.corpora
        if corpus.cleaned
    ]
    lacking = "; ".join(f"{count} too few {name}" for name, count in entry.lacking.items())
    unit: str = entry.build_options.unit
    if tokenizer := entry.build_options.tokenizer:
        unit = f"tokens of {_plain(tokenizer.name)} (sha256 `{tokenizer.sha256}`)"
    return [
        *rows,
        "",
        f"- Lengths are in {unit}.",
        f"- A prediction's score is {meaning_of(recipe)} (`metric: {recipe.metric}`).",
        f"- Corpora: {'; '.join(corpora)}.",
        *cleaned,
        *([f"- Questions that lack rows of a table: {lacking}."] if lacking else []),
        *([f"- {_CORRECTED}: {entry.corrected}."] if entry.corrected else []),
        *([f"- Rows of the tables: {'; '.join(sorted(tables))}."] if tables else []),
        *([_APPROVED_ONLY] if entry.build_options.approved_only else []),
        f"- Seed {entry.seed}, variant {_plain(entry.variant) or 'none'}.",
        f"- Contamination identifier: `{entry.canary}`",
        "",
        _asked(entry),
        "",
        "```text",
        (entry.prompt or recipe.prompt).replace("```", "'''"),
        "```",
    ]


def _asked(entry: RecipeEntry) -> str:
    """Say how a model is asked: in how many tokens it may answer, whose the prompt is."""
    most = entry.max_new_tokens
    told = "" if most is None else f", to answer in at most {most:,} tokens (`max_new_tokens`)"
    if taken := entry.build_options.prompts:
        told += f", by the prompt of {_plain(taken.name)} (sha256 `{taken.sha256}`)"
    return f"How a model is asked{told}:"


def _plain(text: str) -> str:
    """Make a text of others harmless in Markdown: no markup, no table cell, one line."""
    return escape(" ".join(text.split()), quote=False).replace("|", "\\|").replace("`", "'")


def unmeasured(found: Mapping[str, Telltale]) -> list[str]:
    """Return why configurations are not measured, or not in all: a line a reason."""
    names: dict[str, list[str]] = {}
    for name, each in found.items():
        if each.reason:
            names.setdefault(each.reason, []).append(name)
    return [f"not measured ({reason}): {', '.join(held)}" for reason, held in names.items()]


MEASURES = ("text", "place", "length", "order", "company", "longest (by chance)")
_COLUMNS = (
    "configuration",
    "questions",
    "passages (supporting)",
    *MEASURES,
    "n-grams that weigh most",
)


def measures(found: Telltale) -> Iterator[str]:
    """Yield the figures of a configuration as shown, in the order of `MEASURES`."""
    for figure in (found.text, found.place, found.length, found.order, found.company):
        yield "-" if figure is None else str(figure)
    yield f"{found.longest:,} ({found.longest_by_chance:,.1f})"


def telltale_section(found: Mapping[str, Telltale]) -> list[str]:
    """Return the section on the figures of configurations by name; none where there are none."""
    if not found:
        return []
    rows = [_row(_cells(name, each)) for name, each in found.items() if each.passages]
    if rows:
        rows = [_row(_COLUMNS), _row("---" for _ in _COLUMNS), *rows, ""]
    reasons = [f"- {line}." for line in unmeasured(found)]
    return ["\n".join([_TEXTS["telltale"], *rows, *reasons, *([""] if reasons else [])])]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


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
